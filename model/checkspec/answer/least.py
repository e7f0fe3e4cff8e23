"""The least world: one world for a question, whatever the solver proposes first.

In this order: no unnamed individual rather than one; each event, in the file's order, never rather than once; references to nobody, else
to the first who is there; choices their first value, truth values false, numbers that may be absent there; no two events (of up to 24) at
one instant; all instants on whole seconds, else halves, tenths, milliseconds, microseconds, and within a minute of 0, else ten minutes, an
hour, a day, a year; the beginning at 0, else as late as possible before it; each time in the file's order as small as possible, and then
those at which a state has to be one way or the other; knowledge fresh; states true at first, and then as they were for as long as can be.
Each wish is granted if all earlier ones and the question allow it. The solver is asked only where the world at hand leaves a wish open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from checkspec.answer.footing import Footing, Nowhere, Wish, apart, at_most, same, truth
from checkspec.answer.grid import Numbers, settle
from checkspec.answer.pinned import pinned
from checkspec.logic.question import Claim, Found, Question
from checkspec.logic.smtlib import OutOfTime, conjunction, disjunction
from checkspec.logic.solver import Values
from checkspec.logic.terms import Sample
from checkspec.logic.witness import Someone
from checkspec.meaning.world import World
from checkspec.text.node import Node, node
from checkspec.theory.typed import Sort

ATTEMPTS = 12
"""How often a least world that does not replay is sought anew with the instances that it broke."""
NUMBERS = (Sort.DURATION, Sort.COUNT, Sort.INSTANT)
MOST_TOGETHER = 24
"""Up to so many events are kept apart from each other, pair by pair."""


@node
class Least(Node):
    """`names`: who is who in it, by their numbers in the question; None if the descent was not finished. `tie`: two events fall on one
    instant in it, and only because the promise would be kept otherwise."""

    world: World
    names: Mapping[int, str] | None = None
    tie: bool = False
    reached: bool = True  # False: time or effort was spent before, and there may be a lesser world


Before = Callable[[Footing], Sequence[Wish]]
"""Grants wishes that come before all others, and gives those that come next."""


def least(question: Question, stated: Sequence[Claim], claim: Claim, found: Found) -> Least:
    """The least world in which all that is stated and the claim are true; `found` is one. If time runs out, `found` itself."""
    try:
        return sought(question, stated, claim) or Least(found.world, reached=False)
    except OutOfTime:
        return Least(found.world, reached=False)


def sought(
    question: Question, stated: Sequence[Claim], claim: Claim, before: Before | None = None, names: Mapping[int, str] | None = None
) -> Least | None:
    """The least world after the wishes `before`; None if it was not found. `names`: what some are called in it, by their numbers.
    Raises OutOfTime."""
    search = question.search([*stated, claim])
    given = pinned(stated)
    for _ in range(ATTEMPTS):
        narrow = question.narrowed(stated, claim)
        try:
            footing = Footing(narrow)
            descent = Descent(question, footing, before(footing) if before is not None else (), given)
            model = descent.run()
        except Nowhere:
            return None
        finally:
            narrow.end()
        outcome = question.examine(model, search, names)
        if isinstance(outcome, Found):
            return Least(outcome.world, outcome.names, descent.tie, footing.reached)
        if outcome is not None:
            return None
    return None


class Descent:
    """One way down, through the instances that are written. `first`: wishes before all others. `pinned`: what is given outright, about
    which nothing is wished. `tie` is known once it has run."""

    def __init__(self, question: Question, footing: Footing, first: Sequence[Wish], pinned: Mapping[str, Fraction]) -> None:
        self._question = question
        self._footing = footing
        self._first = first
        self._pinned = pinned
        self.tie = False

    def run(self) -> Values:
        """Fix everything, wish by wish; returns the least model."""
        terms, pool, footing = self._question.terms, self._question.pool, self._footing
        unnamed = [someone.exists for someone in pool.everybody if someone.named is None]
        events = [
            (someone, f"|{someone.name}.{event.name}|", f"|{someone.name}.{event.name}?|")
            for someone in pool.everybody
            for event in someone.kind.events.values()
            if (someone.number, event.name) in terms.events
        ]
        nothing = [*(truth(exists, False) for exists in unnamed), *(truth(happens, False) for _, _, happens in events)]
        footing.grant([*self._first, *nothing])
        there = [someone for someone in pool.everybody if footing.true(someone.exists)]
        given = self._given()
        times = [time for someone, time, happens in events if footing.true(happens) and footing.true(someone.exists)]
        settled = [*self._references(there), *self._choices(), *(truth(is_there, True) for is_there in given.values())]
        parted = self._part(settled, times)
        observations = [f"|observation {o.name}|" for o in self._question.theory.observations]
        fields = self._numbers(given)
        glances = [glance for glance in terms.glances.values() if footing.true(glance.known.exists)]
        samples = [s for s in terms.samples.values() if footing.true(s.someone.exists) and footing.true(s.instant.exists)]
        known = [(glance.known.value, glance.instant.value) for glance in glances]
        read = {sample.instant.value for sample in samples}
        others = [*observations, *(when for when in terms.whens if when in read)]
        numbers = Numbers(times, others, fields, known, parted, self._given_numbers())
        settle(numbers, footing)
        footing.grant(_steady(samples, footing))
        return footing.values

    def _part(self, before: list[Wish], times: list[str]) -> list[tuple[str, str]]:
        """Grant wishes, and then keep events apart. A pair that falls together although what is stated would let it fall apart (with the
        same events happening) does so for the claim's sake alone. Returns the pairs that are apart."""
        pairs = list(combinations(times, 2)) if len(times) <= MOST_TOGETHER else []
        wishes = [*before, *(apart(one, other) for one, other in pairs)]
        granted = self._footing.granted(wishes)
        for wish, is_granted in zip(before, granted, strict=False):
            self._footing.fix(wish, is_granted)
        granted = granted[len(before):]
        parted = [pair for pair, is_granted in zip(pairs, granted, strict=True) if is_granted]
        together = [pair for pair, is_granted in zip(pairs, granted, strict=True) if not is_granted]
        narrow = self._footing.narrow
        self.tie = narrow.possible(disjunction(apart(*pair).text for pair in together), claimed=False)
        narrow.fix(conjunction(apart(*pair).text for pair in parted))
        return parted

    def _references(self, there: list[Someone]) -> list[Wish]:
        """References that nobody set: to nobody, else to the first that is there."""
        wishes = []
        for someone in there:
            for reference in someone.references.values():
                if reference.constant is not None:
                    targets = [0] + [target.number for _, target in reference.cases if self._footing.true(target.exists)]
                    wishes += [at_most(reference.constant, number) for number in targets]
        return wishes

    def _choices(self) -> list[Wish]:
        """Fields that are no numbers: a choice's first value, else its second; false."""
        wishes = []
        for someone, field in self._question.terms.fields.values():
            symbol = f"|{someone.name}.{field.name}|"
            if symbol in self._pinned or not self._footing.true(someone.exists):
                continue
            if field.type.sort is Sort.CHOICE:
                wishes += [at_most(symbol, index) for index in range(len(field.type.choices) - 1)]
            elif field.type.sort is Sort.BOOL:
                wishes.append(truth(symbol, False))
        return wishes

    def _given(self) -> dict[str, str]:
        """Numbers that may be absent, and whether they are there."""
        fields = {
            f"|{someone.name}.{field.name}|": f"|{someone.name}.{field.name}?|"
            for someone, field in self._question.terms.fields.values()
            if field.type.sort in NUMBERS and field.type.optional and self._footing.true(someone.exists)
        }
        quantities = self._question.terms.quantities
        return fields | {f"|quantity {name}|": f"|quantity {name}?|" for name, each in quantities.items() if each.type.optional}

    def _numbers(self, given: dict[str, str]) -> list[str]:
        """Durations and counts that a world has to choose, in the file's order."""
        found = sorted(
            (someone.number, list(someone.kind.fields).index(field.name), f"|{someone.name}.{field.name}|")
            for someone, field in self._question.terms.fields.values()
            if field.type.sort in NUMBERS and self._footing.true(someone.exists)
        )
        symbols = [*(symbol for _, _, symbol in found), *(f"|quantity {name}|" for name in self._question.terms.quantities)]
        free = (symbol for symbol in symbols if symbol not in self._pinned)
        return [symbol for symbol in free if symbol not in given or self._footing.true(given[symbol])]

    def _given_numbers(self) -> list[Fraction]:
        """The numbers that are given outright."""
        fields = self._question.terms.fields.values()
        symbols = (f"|{someone.name}.{field.name}|" for someone, field in fields if field.type.sort in NUMBERS)
        return sorted({self._pinned[symbol] for symbol in symbols if symbol in self._pinned})


def _steady(samples: Sequence[Sample], footing: Footing) -> list[Wish]:
    """That each state is true at first, and then, in the order of time, as it was before. So it does not matter at how many more instants
    the question happens to read it."""
    read: dict[tuple[int, int], list[tuple[Fraction, str]]] = {}
    for sample in samples:
        someone = sample.someone
        place = someone.number, list(someone.kind.states).index(sample.state.name)
        read.setdefault(place, []).append((footing.number(sample.instant.value), sample.symbol))
    wishes: list[Wish] = []
    for _, each in sorted(read.items()):
        symbols = [symbol for _, symbol in sorted(each)]
        wishes += [truth(symbols[0], True), *(same(one, other) for one, other in pairwise(symbols))]
    return wishes
