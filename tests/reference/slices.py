"""The EndpointSlice controller: what the slice says of each Pod, version by version."""

from __future__ import annotations

from dataclasses import dataclass

from reference.choices import Choices, Thing
from reference.config import ServiceConfig
from reference.pods import Pod


@dataclass(frozen=True, slots=True)
class Entry:
    """What a slice says of an endpoint; one that is not listed is nothing."""

    listed: bool
    serving: bool
    terminating: bool
    ready: bool


GONE = Entry(False, False, False, False)


def entry_of(pod: Pod, service: ServiceConfig) -> Entry:
    """The conditions (F1 F2 F3); without a selector others write what they like of ready and terminating (F10)."""
    if not service.selector:
        return Entry(True, pod.ready, pod.stated["statedTerminating"], pod.stated["statedReady"])
    serving, terminating = pod.ready, pod.did("deleted")
    return Entry(True, serving, terminating, service.publish or (serving and not terminating))


class SliceController:
    """Writes an endpoint's entry when it looks at its Pod; takes it out when the Pod does not count any more (F5 F6 F7).

    `versions`: the entries with the instants at which they were true, in order. `removed` is when the endpoint does not count any more for
    the controller: at once if the object is gone by force, else when it has come to it; what the slice says follows. Meanwhile the endpoint
    shows what its Pod does. A container that ended by itself may be one that is not restarted: then its Pod's phase is terminal, too.
    """

    def __init__(self, pod: Pod, service: ServiceConfig, lag: int | None, choices: Choices) -> None:
        self.pod = pod
        self.service = service
        self.lag = lag
        self.choices = choices
        self.versions: list[tuple[int, Entry]] = []

    @property
    def now_true(self) -> Entry:
        """What the slice would say if the controller looked now."""
        return GONE if self.pod.did("removed") else entry_of(self.pod, self.service)

    def step(self, now: int) -> None:
        leaves = self.pod.terminal or self.pod.did("unselected")
        self.pod.ask(now, "removed", may=leaves or self.pod.forced or self.pod.did("recorded"), must=self.pod.forced, owed=leaves)
        late = not self.versions or (self.lag is not None and now - self.versions[-1][0] >= self.lag)
        if self.choices.synced(self.pod.name, late):
            self.versions.append((now, self.now_true))


class Health(Thing):
    """The health checks of a proxy for its Service, as a balancer could have had them: whether a ready endpoint is on its node (F28)."""

    def __init__(self, consumer: str, choices: Choices) -> None:
        super().__init__(consumer, "health", choices)
        self.versions: list[tuple[int, bool]] = []

    def step(self, now: int, healthy: bool) -> None:
        self.versions.append((now, healthy))
