"""Universals, and the instances of them that are written down.

A universal in a positive place becomes one truth, its *guard*; instances follow under that guard, as many as are wanted. Leaving
instances out only admits more worlds, so an answer "no world" stands whatever was left out, and a world is shown only after the
evaluator has found every line true in it. So instances are added where they are cheap (few, shallow) at once, and elsewhere
when a proposed world breaks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checkspec.logic.scope import Instant, Scope
from checkspec.logic.terms import Terms
from checkspec.logic.witness import Pool, Someone
from checkspec.text.node import fresh, record
from checkspec.theory.typed import Always, CountOf, During, Kind, NoOther, Quantified

EAGER_GENERATION = 1
"""Up to this generation at most, instances over kinds with few individuals are written at once."""
EAGER_SIZE = 6
EAGER_UNNAMED = 2
"""Of them, so many unnamed ones at most: instances for one breed others, so three witnesses of a count would breed thousands."""


@record
class OverIndividuals:
    """`node` says something of every individual of a kind (for `NoOther`: of every unnamed one)."""

    guard: str
    node: Quantified | NoOther
    kind: Kind
    scope: Scope
    write: Callable[[Someone], None]
    written: set[int] = fresh(factory=set)
    looked: tuple[int, int, int] = (0, 0, -1)  # how much there was when the cheap instances were last looked for

    def instantiate(self, someone: Someone) -> bool:
        """Write the instance for someone, once. Whether it was new."""
        if someone.number in self.written or (isinstance(self.node, NoOther) and someone.named is not None):
            return False
        self.written.add(someone.number)
        self.write(someone)
        return True


@record
class OverInstants:
    """`node` says something of every instant (of a span)."""

    guard: str
    node: Always | During
    scope: Scope
    write: Callable[[Instant], None]
    written: set[str] = fresh(factory=set)
    read: set[tuple[int, str]] = fresh(factory=set)  # the states that the instances read
    looked: tuple[int, int, int] = (0, 0, -1)  # as above

    def instantiate(self, instant: Instant) -> bool:
        """Write the instance for an instant, once. Whether it was new."""
        if instant.value in self.written:
            return False
        self.written.add(instant.value)
        self.write(instant)
        return True


@record
class AtMost:
    """An upper bound on a count, written for some individuals, and anew for more. `term`: what one adds to the count, written once for
    each; `bound`: writes that these together are not too many."""

    guard: str
    node: CountOf
    scope: Scope
    term: Callable[[Someone], str]
    bound: Callable[[list[str]], None]
    written: dict[int, str] = fresh(factory=dict)

    def instantiate(self, people: Iterable[Someone]) -> bool:
        """Write the bound for these as well. Whether any was new."""
        new = [someone for someone in people if someone.number not in self.written]
        for someone in new:
            self.written[someone.number] = self.term(someone)
        if new:
            self.bound(list(self.written.values()))
        return bool(new)


class Instances:
    """The universals of a question. `needed`: for the node of a universal, individuals for whom an instance was needed once: universals
    alike (of the same node, in other scopes) get those instances at once."""

    def __init__(self, pool: Pool, terms: Terms) -> None:
        self._pool = pool
        self._terms = terms
        self.needed: dict[int, set[int]] = {}
        self.individuals: list[OverIndividuals] = []
        self.instants: list[OverInstants] = []
        self.counts: list[AtMost] = []
        self.eager = 0  # up to this generation instances are cheap

    def heed(self, generation: int) -> None:
        """Somebody of that generation matters, so instances over the like of him are cheap from now on."""
        self.eager = max(self.eager, min(generation, EAGER_GENERATION))

    def saturate(self) -> None:
        """Write all instances that are cheap: shallow and over few individuals, or known to be needed by a universal alike; of a
        span, once it has one, at every instant at which a state that it reads is read; and bounds on counts for who is shallow."""
        changed = True
        while changed:
            changed = False
            for universal in list(self.individuals):
                changed = self._cheap(universal) or changed
            for span in list(self.instants):
                changed = self._sampled(span) or changed
            for bound in list(self.counts):
                there = self._pool.of(bound.node.variable.kind)
                changed = bound.instantiate(someone for someone in there if someone.generation <= self.eager) or changed

    def _cheap(self, universal: OverIndividuals) -> bool:
        there = self._pool.of(universal.kind)
        needed = self.needed.get(id(universal.node), ())
        now = len(there), len(needed), self.eager
        if universal.looked == now:
            return False
        universal.looked = now
        closing = isinstance(universal.node, NoOther) and not universal.node.phrases and universal.node.where is None
        unnamed = sum(someone.named is None and someone.generation <= self.eager for someone in there)
        few = len(there) <= EAGER_SIZE and unnamed <= EAGER_UNNAMED
        changed = False
        for someone in there if closing or few or needed else ():
            shallow = max(someone.generation, universal.scope.generation) <= self.eager
            if (closing or (shallow and (few or someone.number in needed))) and universal.instantiate(someone):
                changed = True
        return changed

    def _sampled(self, span: OverInstants) -> bool:
        if not span.written or span.scope.generation > self.eager:
            return False
        now = len(self._terms.samples), len(span.read), self.eager
        if span.looked == now:
            return False
        span.looked = now
        changed = False
        for sample in list(self._terms.samples.values()):
            if sample.instant.generation > self.eager + 1:
                continue  # what is seen all the time is seen at what is seen, and so on without end
            if sample.instant.value not in span.written and (sample.someone.number, sample.state.name) in span.read:
                changed = self.at(span, sample.instant) or changed
        return changed

    def at(self, span: OverInstants, instant: Instant) -> bool:
        """Write the instance of a span at an instant, and remember what states it reads. Whether it was new."""
        before, self._terms.read = self._terms.read, set()
        new = span.instantiate(instant)
        span.read |= self._terms.read
        self._terms.read = before | self._terms.read
        return new
