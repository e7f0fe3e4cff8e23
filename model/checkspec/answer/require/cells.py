"""Which points of the space have a world in which a promise is broken, and which have one at all: cell by cell.

Each cell comes from one world that was found and replayed: followed through the evaluator, it says for which values of the free
quantities there is a world that differs from it in its numbers only. Worlds are looked for outside the cells found before, until
there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from checkspec.answer.require.free import Free
from checkspec.answer.require.project import projected
from checkspec.answer.require.space import Cell, Fact, Literal, Space
from checkspec.logic.question import Claim, Excluded, Found, Question, line_of
from checkspec.meaning.evaluate import Program
from checkspec.meaning.linear import Bound
from checkspec.meaning.replay import replay
from checkspec.meaning.traced import Place, followed
from checkspec.meaning.world import World
from checkspec.theory.typed import Theory


class Cells:
    """The search for cells in one question."""

    def __init__(self, theory: Theory, program: Program, question: Question, space: Space, certain: frozenset[Place]) -> None:
        self._theory = theory
        self._program = program
        self._question = question
        self._space = space
        self._certain = certain
        self._outside: dict[Cell, Claim] = {}

    def all(self, stated: Sequence[Claim], known: Sequence[Cell] = ()) -> tuple[list[Cell], list[World], str]:
        """Every cell of the points with a world of what is stated, outside of those that are known; one world each; and, if the search
        came to no end, why."""
        cells: list[Cell] = []
        worlds: list[World] = []
        while True:
            outcome = self._question.ask([*stated, *(self._not_in(cell) for cell in (*known, *cells))])
            if isinstance(outcome, Excluded):
                return cells, worlds, ""
            if not isinstance(outcome, Found):
                return cells, worlds, outcome.why
            cells.append(self.around(outcome.world, stated))
            worlds.append(outcome.world)

    def _not_in(self, cell: Cell) -> Claim:
        if cell not in self._outside:
            self._outside[cell] = Claim(self._space.outside(cell))
        return self._outside[cell]

    def around(self, world: World, stated: Sequence[Claim]) -> Cell:
        """The cell of a world in which all that is stated is true."""
        trace = followed(world, self._certain)
        flaw = replay(self._theory, map(line_of, stated), trace.world, self._program)
        assert flaw is None, flaw
        free = self._space.free
        numbers = {trace.places[each.place]: index for index, each in enumerate(free) if each.place in trace.places}
        bounds = projected(trace.trace.bounds, trace.trace.values, frozenset(numbers))
        literals: list[Literal] = [_renumbered(bound, numbers) for bound in bounds]
        literals += [fact for index, each in enumerate(free) if each.place in trace.trace.looked for fact in _fact(index, each, world)]
        return tuple(literals)


def _renumbered(bound: Bound, numbers: dict[int, int]) -> Bound:
    return Bound(tuple(sorted((numbers[unknown], factor) for unknown, factor in bound.terms)), bound.constant, bound.strict)


def _fact(index: int, free: Free, world: World) -> list[Fact]:
    """What is no number in a free quantity's value: which it is, or whether it is there."""
    member, name = free.place
    value = world.member(member).fields[name] if member else world.quantities.get(name)
    if not free.is_number:
        assert value is None or isinstance(value, bool | str)
        return [Fact(index, value, True)]
    return [Fact(index, None, value is None)] if free.type.optional else []
