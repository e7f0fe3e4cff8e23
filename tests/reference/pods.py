"""Pods: what happens to them, the kubelet that stops them, and the application within."""

from __future__ import annotations

from collections.abc import Mapping

from reference.choices import Choices, Thing
from reference.config import PodConfig
from reference.nodes import Node

FLOOR = 2
"""Seconds between the stop signal and SIGKILL at the least (F41)."""


class Pod(Thing):
    """A Pod with one container. `ready`: the Ready condition that its status shows. `stated`: what others
    write of it, of a Service without a selector. `busy`: what its server has in hand.

    `beyond`: something that is left out of the rulebook on purpose or by mistake, and is let happen (`differences.py`).
    """

    def __init__(
        self, config: PodConfig, node: Node | None, second: int, choices: Choices, ready: bool, beyond: frozenset[str],
        stated: Mapping[str, bool] | None = None,
    ) -> None:
        super().__init__(config.name, "endpoint", choices)
        self.config = config
        self.node = node
        self.second = second
        self.ready = ready
        self.stated = {"statedReady": True, "statedTerminating": False} if stated is None else dict(stated)
        self.busy: set[str] = set()
        self.beyond = beyond
        self.begun_anew: int | None = None

    # ------------------------------------------------------------ what is so

    @property
    def runs(self) -> bool:
        return not self.did("exited")

    @property
    def reachable(self) -> bool:
        """Whether the node and the API server hear of each other."""
        return self.node is None or not self.node.lost

    @property
    def forced(self) -> bool:
        """Deleted with a grace of 0: the object is gone at once (F40)."""
        return self.did("deleted") and self.config.asked == 0

    @property
    def terminal(self) -> bool:
        """Its phase is Failed or Succeeded, or its object is gone after the containers (F44 F51)."""
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
        """When SIGKILL comes: hook time counts in whole seconds, and two seconds are left at the least (F41 F42). A kubelet that has
        restarted begins anew (F50)."""
        if self.signalled is None:
            return None
        left = self.config.grace - self.hook // self.second * self.second
        late = 0 if self.begun_anew is None else self.begun_anew - self.at["stopping"]
        return self.signalled + max(FLOOR * self.second, left) + late

    @property
    def _nominally_due(self) -> int:
        """When SIGKILL would come if hook time counted exactly."""
        return self.at["stopping"] + max(self.config.grace, self.hook + FLOOR * self.second)

    @property
    def drained_by(self) -> int | None:
        """When the application gives up waiting for its work, if it waits."""
        return None if self.signalled is None or self.config.on_signal != "drains" else self.signalled + self.config.drain

    def deadlines(self) -> list[int]:
        """When something must happen, as far as it is known."""
        times = [self.signalled, self.due, self.drained_by]
        if self.did("stopping"):
            times.append(self._nominally_due + self.second)
        return [each for each in times if each is not None and self.runs]

    def states(self) -> dict[str, bool]:
        """What it shows now, by the rulebook's names."""
        return {"podReady": self.ready, **self.stated}

    # ------------------------------------------------------------ what happens

    def step(self, now: int) -> None:
        self._misfortunes(now)
        self._stop(now)
        self._application(now)
        self._status(now)
        for what, before in self.stated.items():
            self.stated[what] = self.choices.stated(self.name, what, before)

    def _misfortunes(self, now: int) -> None:
        dark = self.node is not None and self.node.off is not None and self.runs
        self.ask(now, "crashed", may=self.runs, must=dark)
        self.ask(now, "evicted", may=not self.terminal)
        self.ask(now, "unselected", may=True)  # its labels, its Node object, or a further, forced delete (F7 F39 F40)
        self.ask(now, "deleted", may=True)

    def _stop(self, now: int) -> None:
        """The kubelet learns of a deletion by its own watch, of its node's needs by itself (F31 F52 F54)."""
        if self.did("stopping"):
            self._shorten(now)
            return
        graces: list[tuple[int, int]] = []
        heard = self.did("deleted") and self.reachable
        most = self.config.asked if heard else 10**9
        if heard:
            graces.append((most, most))
        if self.did("evicted") and not (heard and self._ended_before(self.at["evicted"])):
            graces.append((0, most))
        if self.node is not None and self.node.stops_gracefully and not (heard and self._ended_before(self.node.at["shutdown"])):
            least = min(self.config.spec_grace, self.node.config.period, most)
            graces.append((least, most if heard else least))  # a node stops its Pods in groups, one after the other (F53)
        awake = self.node is None or self.node.off is None
        wanted = (self.did("deleted") or self.did("evicted")) and self.reachable and self.runs
        if self.ask(now, "stopping", may=bool(graces) and awake, owed=wanted and awake):
            self.config.grace = self.choices.grace(self.name, graces)

    def _ended_before(self, when: int) -> bool:
        """Nothing was left then that a shorter grace could end."""
        return self.did("exited") and self.at["exited"] < when

    def _shorten(self, now: int) -> None:
        """What begins to stop a Pod that is being stopped may shorten the grace, never lengthen it (F39); not below what SIGKILL needs."""
        if not self.runs or self.signalled is None or self.due is None:
            return
        begun = self.at["stopping"]
        passed = now - begun
        least = passed if now < self.signalled else passed + FLOOR * self.second
        if self.at.get("evicted") == now:
            later = [(least, self.config.grace)]
        elif self.node is not None and self.node.stops_gracefully and self.node.at["shutdown"] == now:
            later = [(max(least, passed + min(self.config.spec_grace, self.node.config.period)), self.config.grace)]
        elif self.at.get("deleted") == now and self.reachable:
            later = [(max(least, passed + self.config.asked), self.config.grace)]
        else:
            return
        if later[0][0] < self.config.grace:
            self.config.grace = self.choices.grace(self.name, [*later, (self.config.grace, self.config.grace)])

    def _application(self, now: int) -> None:
        signalled = self.signalled is not None and now >= self.signalled
        # The kubelet of a lost node may be gone; then it sends no stop signal (F55).
        certain = self.reachable or (self.node is not None and self.signalled is not None and self.node.at["lost"] > self.signalled)
        due = self.due is not None and now >= self.due
        obeys = self.config.on_signal == "exits" and signalled
        given_up = self.drained_by is not None and now >= self.drained_by
        idle = self.config.on_signal == "drains" and signalled and not self.busy
        restarts = "kubelet restarts" in self.beyond and self.did("stopping") and self.begun_anew is None and self.runs and not due
        if restarts and self.choices.happens(self.name, self.kind, "begun anew", may=True):
            self.begun_anew = now
        overdue = False
        if "slow hook" in self.beyond and self.signalled is not None and self.hook > 0:
            # A hook takes a little longer than it says, so that up to a second is left too much.
            due, overdue = now >= self._nominally_due, now >= self._nominally_due + self.second and self._killed_for_certain()
        crashed = self.at.get("crashed") == now
        killed = due and self._killed_for_certain() and not ("slow hook" in self.beyond and self.hook > 0)
        must = crashed or overdue or killed or ((obeys or given_up) and certain)
        self.ask(now, "exited", may=not overdue and (crashed or due or obeys or given_up or idle), must=must)
        closes = self.config.closes == "at-signal" and signalled
        late = self.config.closes == "after-signal" and signalled
        by_hook = "hook closes" in self.beyond and self.did("stopping") and self.hook > 0
        self.ask(now, "closed", may=closes or late or by_hook or not self.runs, must=(closes and certain) or not self.runs)

    def _killed_for_certain(self) -> bool:
        """Whether the kubelet of a lost node still kills, nobody knows."""
        if self.reachable or self.node is None:
            return True
        if "slow hook" in self.beyond and self.hook > 0:
            return self.node.at["lost"] >= self._nominally_due + self.second
        return self.due is not None and self.node.at["lost"] > self.due

    def _status(self, now: int) -> None:
        """The kubelet reports; the node controller speaks for a kubelet that does not (F44 F46 F55). Of a Pod whose object is gone the
        kubelet records the end for itself, and nothing shows a condition any more."""
        self.ask(now, "recorded", may=not self.runs and self.reachable, owed=not self.runs and self.reachable)
        marked = self.node is not None and self.node.did("noticed")
        must_not = self.did("recorded") or marked
        heard = self.reachable or (self.node is not None and self.node.at["lost"] == now)
        may_change = (heard or self.forced or self.did("removed")) and not must_not
        self.ready = self.choices.ready(self.name, self.ready, may_change, False if must_not else None)
