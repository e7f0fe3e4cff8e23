"""Who selects: proxies with knowledge of their own, and balancers in front of nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from reference.choices import Choices
from reference.config import BalancerConfig, ConsumerConfig, ServiceConfig
from reference.slices import Entry, Health, SliceController

T = TypeVar("T")


class View(Generic[T]):
    """What one observer knows of the versions of things: each as of an instant that never runs backwards and is at most `lag` ago.

    `samples`: when it looked, and as of when it knew, by the thing's name.
    """

    def __init__(self, name: str, lag: int | None, beginning: int, choices: Choices) -> None:
        self.name = name
        self.lag = lag
        self.beginning = beginning
        self.choices = choices
        self.samples: dict[str, list[tuple[int, int]]] = {}
        self._latest: dict[str, tuple[int, int]] = {}

    def look(self, now: int, subject: str, versions: Sequence[tuple[int, T]], arrives: int | None = None) -> T:
        """What it knows. `arrives`: when what it does with that takes effect, if not at once."""
        when, as_of = self._latest.get(subject, (None, self.beginning))
        if when != now:
            earliest = max(as_of, self.beginning if self.lag is None else now - self.lag)
            as_of = self.choices.as_of(self.name, subject, earliest, [each for each, _ in versions if each >= earliest])
            self._latest[subject] = (now, as_of)
        samples = self.samples.setdefault(subject, [])
        sample = (now if arrives is None else arrives, as_of)
        if sample not in samples:
            samples.append(sample)
        return next(what for true_at, what in reversed(versions) if true_at <= as_of)


class Consumer:
    """A proxy, or whatever else chooses an endpoint for a new connection."""

    def __init__(self, config: ConsumerConfig, service: ServiceConfig, beginning: int, choices: Choices) -> None:
        self.config = config
        self.service = service
        self.view: View[Entry] = View(config.name, config.lag, beginning, choices)
        self.choices = choices

    def healthy(self, controllers: Iterable[SliceController]) -> bool:
        """What its health check for the policy Local answers: whether a ready endpoint is on its node (F28)."""
        here = [each for each in controllers if each.pod.config.service == self.service.name and each.pod.config.node is not None]
        return any(each.now_true.ready for each in here if each.pod.config.node == self.config.node)

    def _local(self, origin: str, address: str) -> bool:
        """Whether it may choose from its own node only (F27): pods that it knows and the node itself have the whole cluster behind an
        external address."""
        if address == "clusterIP":
            return self.service.internal == "Local"
        return self.service.external == "Local" and origin in ("outside", "stray-pod")

    def candidates(
        self, now: int, origin: str, address: str, controllers: Iterable[SliceController], arrives: int | None = None
    ) -> list[str]:
        """Whom it may select now."""
        mine = [each for each in controllers if each.pod.config.service == self.service.name]
        if self.config.selects == "by-its-own-rule":
            return [each.pod.name for each in mine]
        known = {each.pod.name: self.view.look(now, each.pod.name, each.versions, arrives) for each in mine}
        ready = [name for name, entry in known.items() if entry.ready]
        fallback = self.config.selects == "as-kube-proxy"
        if fallback and self._local(origin, address):  # F18
            here = {each.pod.name for each in mine if self.config.node is not None and each.pod.config.node == self.config.node}
            known = {name: entry for name, entry in known.items() if name in here}
            ready = [name for name in ready if name in here]
        if not fallback:  # F58 F62 F65
            return ready
        return ready or [name for name, entry in known.items() if entry.serving and entry.terminating]  # F17 F20 F21

    def select(
        self, now: int, who: str, origin: str, address: str, controllers: Iterable[SliceController], arrives: int | None = None
    ) -> str | None:
        """The endpoint for a new connection; None: there is nothing to select (F26)."""
        candidates = self.candidates(now, origin, address, controllers, arrives)
        may_fail = not candidates or self.config.selects == "by-its-own-rule"
        return self.choices.pick(who, candidates, may_fail)


class Balancer:
    """Sends to nodes that its health checks found healthy, where the service is Local; to any node otherwise (F28 F29)."""

    def __init__(self, config: BalancerConfig, service: ServiceConfig, beginning: int, choices: Choices) -> None:
        self.config = config
        self.service = service
        self.view: View[bool] = View(config.name, config.detection, beginning, choices)

    def sends_to(self, now: int, health: Health) -> bool:
        return self.service.external != "Local" or self.view.look(now, health.name, health.versions)
