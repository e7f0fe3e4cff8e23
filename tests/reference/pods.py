"""Pods: what happens to them, the kubelet that stops them, and the application within."""

from __future__ import annotations

from reference.choices import Choices, Thing
from reference.config import PodConfig
from reference.nodes import Node

FLOOR = 2
"""Seconds between the stop signal and SIGKILL at the least (F41)."""


class Pod(Thing):
    """A Pod with one container. `ready`: the Ready condition that its status shows. `busy`: what its server has in hand."""

    def __init__(self, config: PodConfig, node: Node | None, second: int, choices: Choices, ready: bool) -> None:
        super().__init__(config.name, "endpoint", choices)
        self.config = config
        self.node = node
        self.second = second
        self.ready = ready
        self.busy: set[str] = set()

    # ------------------------------------------------------------ what is so

    @property
    def runs(self) -> bool:
        return not self.did("exited")

    @property
    def reachable(self) -> bool:
        """Whether the node and the world outside hear of each other."""
        return self.node is None or not self.node.lost

    @property
    def forced(self) -> bool:
        """Deleted with a grace of 0: the object is gone at once (F40)."""
        return self.did("deleted") and self.config.asked == 0

    @property
    def terminal(self) -> bool:
        """Its phase is Failed or Succeeded, or its object is gone after the containers (F44 F51). A container that ended by itself
        in a Pod that nobody stops is none of that: it waits for its restart."""
        return self.did("recorded") and (self.did("stopping") or self.did("deleted"))

    @property
    def hook(self) -> int:
        """How long the preStop hook runs: it is cut off with the grace (F43)."""
        return min(self.config.pre_stop, self.config.grace)

    @property
    def signalled(self) -> int | None:
        """When the stop signal is sent: after the hook (F41)."""
        return self.at["stopping"] + self.hook if self.did("stopping") else None

    @property
    def due(self) -> int | None:
        """When SIGKILL comes: hook time counts in whole seconds, and two seconds are left at the least (F41 F42)."""
        if self.signalled is None:
            return None
        left = self.config.grace - self.hook // self.second * self.second
        return self.signalled + max(FLOOR * self.second, left)

    @property
    def drained_by(self) -> int | None:
        """When the application gives up waiting for its work, if it waits."""
        return None if self.signalled is None or self.config.on_signal != "drains" else self.signalled + self.config.drain

    def deadlines(self) -> list[int]:
        """When something must happen, as far as it is known."""
        return [each for each in (self.signalled, self.due, self.drained_by) if each is not None and self.runs]

    # ------------------------------------------------------------ what happens

    def step(self, now: int) -> None:
        self._misfortunes(now)
        self._stop(now)
        self._application(now)
        self._status(now)

    def _misfortunes(self, now: int) -> None:
        self.ask(now, "crashed", may=self.runs)
        self.ask(now, "evicted", may=self.runs and not self.did("stopping"))
        self.ask(now, "unselected", may=True)
        self.ask(now, "deleted", may=True)

    def _stop(self, now: int) -> None:
        """The kubelet learns of a deletion by its own watch, of its node's needs by itself (F31 F52 F54)."""
        graces: list[tuple[int, int]] = []
        if self.did("deleted") and self.reachable:
            graces.append((self.config.asked, self.config.asked))
        if self.did("evicted"):
            graces.append((0, 10**9))
        if self.node is not None and self.node.stops_gracefully:
            least = min(self.config.spec_grace, self.node.config.period)
            graces.append((least, least))
        powered = self.node is None or self.node.off is None
        if self.ask(now, "stopping", may=bool(graces) and powered, owed=bool(graces) and self.reachable and self.runs):
            self.config.grace = self.choices.grace(self.name, graces)

    def _application(self, now: int) -> None:
        signalled = self.signalled is not None and now >= self.signalled
        killed = self.due is not None and now >= self.due
        obeys = self.config.on_signal == "exits" and signalled
        given_up = self.drained_by is not None and now >= self.drained_by
        idle = self.config.on_signal == "drains" and signalled and not self.busy
        dies = self.at.get("crashed") == now or killed or obeys or given_up
        dark = self.node is not None and self.node.off is not None
        self.ask(now, "exited", may=dies or idle or dark, must=dies or dark)
        closes = self.config.closes == "at-signal" and signalled
        by_hook = self.config.closes == "at-signal" and self.did("stopping") and self.hook > 0
        late = self.config.closes == "after-signal" and signalled
        self.ask(now, "closed", may=closes or by_hook or late or not self.runs, must=closes or not self.runs)

    def _status(self, now: int) -> None:
        """The kubelet reports; the node controller speaks for a kubelet that does not (F44 F46 F55)."""
        may_report = self.reachable and not self.forced
        self.ask(now, "recorded", may=not self.runs and may_report, owed=not self.runs and may_report)
        marked = self.node is not None and self.node.did("noticed")
        may_change = may_report and not self.did("recorded") and not marked
        self.ready = self.choices.ready(self.name, self.ready, may_change, False if self.did("recorded") or marked else None)
