"""Where no value keeps a promise: what could be supposed besides, so that some does.

First, one thing alone: another truth value or choice of a field that is not free, a bound for a number without one, that there is nobody
else, how a state of somebody stands of whom the promise does not speak. Then several things together: the assumptions of the pages that
suppose nothing but ordinary circumstances, and that what happens in worlds that break the promise happens to nobody. With all of these
a region is looked for; at a point of it, a core names those that are needed.

What is told leaves the promise something to say: it is still put to the test in the region.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from checkspec.answer.reasons import smallest
from checkspec.answer.require.candidates import Candidate, Candidates
from checkspec.answer.require.cells import Cells
from checkspec.answer.require.region import Region, TooMany, parts
from checkspec.answer.require.space import Cell, Space, Undecided
from checkspec.answer.vacuity import trigger
from checkspec.logic.question import Claim, Excluded, Found
from checkspec.logic.smtlib import TRUE, negation
from checkspec.meaning.evaluate import Evaluator
from checkspec.meaning.world import Value, World
from checkspec.text.node import Node, node
from checkspec.theory.typed import Formula, Line, Promise, Theory

ENOUGH = 3
"""So many ways are told."""
TRIED = 40
"""So many candidates are tried, each by itself."""
PATIENCE = 3
"""A candidate is given up when it needs so many times the cells that there are without it."""


@node
class Missing(Node):
    """`said`: what is to be supposed, all of it together; a line stands on a page. `replaces`: the line in whose place it stands. `cells`:
    the region that there is then."""

    said: tuple[Formula | Line, ...]
    replaces: Line | None
    cells: tuple[Cell, ...]


class Search:
    """`begin` gives a new question, with nothing in it that an earlier one needed: that would only burden it. `stated` is all that is taken
    as true but the candidates, `pages` are candidates that stand on pages. `bad`: cells that cover the space, with the worlds they come
    from, in which the promise is broken; the search adds to them."""

    def __init__(
        self, theory: Theory, promise: Promise, begin: Callable[[], Cells], space: Space, stated: Sequence[Claim], broken: Claim,
        pages: Sequence[Claim], bad: Sequence[tuple[Cell, World]],
    ) -> None:
        self._theory = theory
        self._promise = promise
        self._begin = begin
        self._cells = begin()
        self._space = space
        self._stated = stated
        self._broken = broken
        self._pages = [Candidate(claim, numbers=True) for claim in pages]
        self._tested = Claim(trigger(promise.formula))
        self._bad = list(bad)
        self._most = PATIENCE * len(self._bad) + ENOUGH

    def found(self) -> list[Missing]:
        """The first few candidates that help by themselves; if there is none, several that help together, none of them needless."""
        lines = [claim.line for claim in self._stated if claim.line is not None]
        candidates = Candidates(self._theory, self._promise, self._space.free, lines, [world for _, world in self._bad])
        alone: list[Missing] = []
        for candidate in islice(candidates.single(), TRIED):
            if len(alone) < ENOUGH and (cells := self._region([candidate])):
                alone.append(_told([candidate], cells))
        if alone:
            return self._widest(alone)
        several = list(self._pages)
        for more in candidates.further():
            several += more
            if several and (found := self._together(several)):
                return [found]
        return []

    def _widest(self, found: Sequence[Missing]) -> list[Missing]:
        """Without those whose region is a part of another's."""

        def within(one: Missing, other: Missing) -> bool:
            texts = self._space.any_of(one.cells), negation(self._space.named(self._space.any_of(other.cells)))
            return self._space.point(*texts) is None

        return [each for each in found if not any(within(each, other) and not within(other, each) for other in found)]

    def _together(self, candidates: Sequence[Candidate]) -> Missing | None:
        """As few of the candidates as help together, those first that come first."""
        agreed: list[Candidate] = []
        self._cells = self._begin()
        for candidate in candidates:
            if self._possible([*agreed, candidate]):
                agreed.append(candidate)
        cells = self._region(agreed)
        if not cells:
            return None
        here = Claim(self._space.formula(self._space.exactly(self._near(cells))))
        self._cells = self._begin()
        fixed, lines = [*self._stated, here, self._broken], [each.claim for each in agreed]
        outcome = self._cells.question.ask([*fixed, *lines])
        if not isinstance(outcome, Excluded):
            return None
        needed = smallest(self._cells.question.ask, fixed, lines, [claim for claim in outcome.core if claim in lines])
        chosen = [each for each in agreed if each.claim in needed]
        cells = self._region(chosen)
        return _told(chosen, cells) if cells else None

    def _near(self, cells: Sequence[Cell]) -> dict[int, Value]:
        """A point of the cells with as many of the given values as can be, the first ones first."""
        wishes = [self._space.any_of(cells)]
        for index, each in enumerate(self._space.free):
            given = self._space.all_of(self._space.is_value(index, each.given)) if each.known else TRUE
            if self._space.point(*wishes, given) is not None:
                wishes.append(given)
        values = self._space.point(*wishes)
        assert values is not None
        return self._space.values_at(values)

    def _possible(self, candidates: Sequence[Candidate]) -> bool:
        """Whether there is a world with all candidates, in which the last is no way to do without the promise."""
        stated = [*self._without(candidates), *(each.claim for each in candidates)]
        wanted = [self._tested, *(Claim(each.sound) for each in candidates[-1:] if each.sound is not None)]
        return all(isinstance(self._cells.question.ask([*stated, each]), Found) for each in wanted)

    def _without(self, candidates: Sequence[Candidate]) -> list[Claim]:
        """What is stated, but for the lines that the candidates replace."""
        gone = [each.replaces for each in candidates if each.replaces is not None]
        return [claim for claim in self._stated if claim.line is None or claim.line not in gone]

    def _region(self, candidates: Sequence[Candidate]) -> tuple[Cell, ...]:
        """The region with candidates; nothing if there is none, or it was not found in time."""
        replacing = any(each.replaces is not None for each in candidates)
        like = [] if replacing else [(cell, world) for cell, world in self._bad if self._all_true(candidates, world)]
        stated = [*self._without(candidates), *(each.claim for each in candidates)]
        numbers = any(each.numbers for each in candidates)
        if (not numbers and self._covered([cell for cell, _ in like])) or not self._possible(candidates):
            return ()
        known = [self._cells.around(world, [*stated, self._broken]) for _, world in like]
        further, worlds, stopped = self._cells.all([*stated, self._broken], known, lambda cells: self._hopeless(known, cells))
        if not replacing:
            self._bad += zip(further, worlds, strict=True)
        bad = [*known, *further]
        if stopped or self._hopeless(known, further):
            return ()
        if not isinstance(self._cells.question.ask([*stated, self._tested, *(Claim(self._space.outside(cell)) for cell in bad)]), Found):
            return ()
        good, _, stopped = self._cells.all(stated, bad)
        try:
            return () if stopped else tuple(parts(Region(self._space, tuple(good), tuple(bad))))
        except (Undecided, TooMany):
            return ()

    def _all_true(self, candidates: Sequence[Candidate], world: World) -> bool:
        evaluator = Evaluator(world, self._theory, self._cells.question.program)
        return all(evaluator.truth(each.claim.formula) for each in candidates)

    def _hopeless(self, known: Sequence[Cell], further: Sequence[Cell]) -> bool:
        return len(further) > self._most or self._covered([*known, *further])

    def _covered(self, cells: Sequence[Cell]) -> bool:
        """Whether nothing of the space is outside the cells."""
        try:
            return Region(self._space, ((),), tuple(cells)).is_empty
        except Undecided:
            return True


def _told(candidates: Sequence[Candidate], cells: tuple[Cell, ...]) -> Missing:
    said = tuple(each.claim.line or each.claim.formula for each in candidates)
    return Missing(said, next((each.replaces for each in candidates if each.replaces is not None), None), cells)
