"""What looking at many runs and worlds found: which rules are broken by what can happen, which worlds cannot be, which rules are felt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from checkspec.meaning.world import World
from reference.acceptor import explain
from reference.differences import KNOWN, Forbidden
from reference.generator import run
from reference.mutation import neighbours
from reference.rulebook import Rules
from reference.sampling import sample
from reference.told import world_of


@dataclass(slots=True)
class Findings:
    """`worlds`, `allowed`: how many were looked at, and how many of them the rulebook allows. `impossible`: the differences of allowed
    worlds that the model cannot do. `forbidden`: the rules that alone forbid what the model can do. `felt`: the rules without which a
    world would be allowed that cannot be, for a reason that is not in the list."""

    worlds: int = 0
    allowed: int = 0
    impossible: Counter[str] = field(default_factory=Counter)
    forbidden: Counter[str] = field(default_factory=Counter)
    felt: Counter[str] = field(default_factory=Counter)

    def look(self, worlds: Iterable[World], rules: Rules) -> None:
        """Compare what the rulebook and the model say of each."""
        for world in worlds:
            self.worlds += 1
            broken = rules.broken(world)
            if not broken:
                self.allowed += 1
            elif len(broken) > 1 or broken[0] not in rules.labels:
                continue
            difference = explain(world, rules.theory, rules.program)
            if not broken and difference is not None:
                self.impossible[difference] += 1
            if broken and difference is None:
                self.forbidden[broken[0]] += 1
            if broken and difference is not None and difference not in KNOWN:
                self.felt[broken[0]] += 1

    def sample(self, seeds: Iterable[int]) -> None:
        """Look at worlds that the solver finds."""
        for seed in seeds:
            found = sample(seed)
            if found is not None:
                self.worlds += 1
                self.allowed += 1
                difference = explain(*found)
                if difference is not None:
                    self.impossible[difference] += 1

    @property
    def unexplained(self) -> set[str]:
        """What no entry of the lists explains."""
        return (set(self.impossible) - KNOWN) | set(self.forbidden)


def runs(count: int, beyond: Forbidden | None = None, first: int = 0) -> Iterator[World]:
    """The worlds of so many runs."""
    let = frozenset() if beyond is None else frozenset({beyond.name})
    for seed in range(first, first + count):
        yield world_of(run(seed, let))


def near(count: int, each: int, rules: Rules, first: int = 0) -> Iterator[World]:
    """So many worlds near each of so many runs."""
    for seed in range(first, first + count):
        yield from neighbours(world_of(run(seed)), rules.theory, Random(seed), each)


def broken_by(worlds: Iterable[World], rules: Rules) -> Counter[str]:
    """The rules that these worlds break."""
    return Counter(label for world in worlds for label in rules.broken(world))


def broken_beyond(entry: Forbidden, rules: Rules, at_least: int, at_most: int) -> set[str]:
    """The rules that runs break in which this is let happen: of `at_least` runs, and of more until those of the entry are seen."""
    worlds = runs(at_most, entry)
    found = set(broken_by(islice(worlds, at_least), rules))
    for world in worlds:
        if entry.rules <= found:
            break
        found.update(rules.broken(world))
    return found

