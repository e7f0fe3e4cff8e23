"""Decisions by chance, the same again for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

RARE = (
    "node.shutdown", "node.lost", "endpoint.crashed", "endpoint.evicted", "endpoint.unselected",
    "hop.crashed", "hop.stopping", "hop.exited",
)


class Chance:
    """`closing`: the run comes to its end; what is owed happens, and nothing else. `stormy`: much goes wrong."""

    def __init__(self, random: Random, second: int, stormy: bool) -> None:
        self.random = random
        self.second = second
        self.closing = False
        self._haste = random.choice((0.15, 0.4, 0.9))
        self._trouble = 0.1 if stormy else random.choice((0.0, 0.01, 0.03))
        self._flapping = random.choice((0.0, 0.0, 0.05, 0.2))
        self._blackout = random.choice((0.0, 0.2))
        self._rates = {
            "endpoint.deleted": random.choice((0.02, 0.05, 0.2)),
            "request.sent": random.choice((0.05, 0.15, 0.4)),
            "request.disconnected": self._trouble,
            "connection.shut": random.choice((0.0, 0.05)),
            "endpoint.exited": random.choice((0.1, 0.9)),
        }
        if stormy:
            self._rates.update({"endpoint.exited": 0.05, "endpoint.crashed": 0.01, "endpoint.deleted": 0.2})

    def happens(self, who: str, kind: str, event: str, may: bool, must: bool = False, owed: bool = False) -> bool:
        assert may or not must, f"{kind}.{event} must happen and may not"
        if must or not may:
            return must
        if self.closing:
            return owed
        name = f"{kind}.{event}"
        return self.random.random() < self._rates.get(name, self._trouble if name in RARE else self._haste)

    def ready(self, who: str, before: bool, may_change: bool, must_be: bool | None) -> bool:
        if must_be is not None:
            return must_be
        changes = may_change and not self.closing and self.random.random() < self._flapping
        return before is not changes

    def stated(self, who: str, what: str, before: bool) -> bool:
        return before is not (not self.closing and self.random.random() < self._flapping)

    def grace(self, who: str, options: Sequence[tuple[int, int]]) -> int:
        least, most = self.random.choice(list(options))
        return self.random.randrange(least, min(most, least + 5 * self.second) + 1, self.second)

    def powers_off(self, who: str, may: bool) -> bool:
        return may and not self.closing and self.random.random() < self._blackout

    def synced(self, who: str, must: bool) -> bool:
        return must or self.closing or self.random.random() < self._haste

    def as_of(self, who: str, subject: str, earliest: int, versions: Sequence[int]) -> int:
        return versions[-1] if self.random.random() < self._haste else self.random.choice(list(versions))

    def pick(self, who: str, candidates: Sequence[str], may_fail: bool) -> str | None:
        if not candidates or (may_fail and self.random.random() < 0.2):
            return None
        return self.random.choice(list(candidates))
