"""Which points of the space have a world in which a promise is broken, and which have one at all: cell by cell.

Each cell comes from one world that was found and replayed: followed through the evaluator, it says for which values of the free
quantities there is a world that differs from it in its numbers only. Worlds are looked for outside the cells found before, until
there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checkspec.answer.require.free import Free
from checkspec.answer.require.project import projected
from checkspec.answer.require.space import Cell, Fact, Literal, Space, both, holds
from checkspec.logic.question import Claim, Excluded, Found, Question, line_of
from checkspec.meaning.linear import Bound
from checkspec.meaning.replay import replay
from checkspec.meaning.traced import Place, followed
from checkspec.meaning.world import Value, World
from checkspec.theory.typed import Sort, Theory

MOST = 200
"""So many cells are collected at most."""
TRIES = 12
"""So many points, and so many cells around points, are tried where a search came to no end."""


class Cells:
    """The search for cells in one question."""

    def __init__(self, theory: Theory, question: Question, space: Space, certain: frozenset[Place]) -> None:
        self._theory = theory
        self.question = question
        self._space = space
        self._certain = certain
        self._free = {each.place for each in space.free}
        self._outside: dict[Cell, Claim] = {}

    def all(
        self, stated: Sequence[Claim], known: Sequence[Cell] = (), enough: Callable[[Sequence[Cell]], bool] = lambda cells: False
    ) -> tuple[list[Cell], list[World], str]:
        """Every cell of the points with a world of what is stated, outside of those that are known, or until there are `enough`; one
        world each; and, if the search came to no end, why."""
        cells: list[Cell] = []
        worlds: list[World] = []
        while True:
            outcome = self.question.ask([*stated, *(self._not_in(cell) for cell in (*known, *cells))])
            if isinstance(outcome, Excluded):
                return cells, worlds, ""
            if not isinstance(outcome, Found):
                return cells, worlds, outcome.why
            if len(cells) == MOST:
                return cells, worlds, f"more than {MOST} worlds that differ in more than their numbers"
            cells.append(self.around(outcome.world, stated))
            worlds.append(outcome.world)
            if enough(cells):
                return cells, worlds, ""

    def pieces(self, stated: Sequence[Claim], broken: Claim, bad: Sequence[Cell]) -> list[Cell]:
        """Cells in which no world breaks the promise, where the search for all that do came to no end: around points that have a world
        outside the bad cells, as far as the bounds of these say, or a bound at the point itself."""
        found: list[Cell] = []
        tried: list[Cell] = []
        while len(tried) < TRIES and len(found) < TRIES:
            outcome = self.question.ask([*stated, *(self._not_in(cell) for cell in (*bad, *found, *tried))])
            if not isinstance(outcome, Found):
                break
            point = value_at(self._space.free, outcome.world)
            signs = dict.fromkeys(each for cell in bad for literal in cell for each in both(literal) if holds(each, point))
            here = self._space.exactly(point)
            for literals in (tuple(signs), here):
                claims = {self._claim(literal): literal for literal in literals}
                answer = self.question.ask([*stated, broken, *claims])
                if isinstance(answer, Excluded):
                    found.append(tuple(claims[claim] for claim in answer.core if claim in claims))
                    break
            else:
                tried.append(here)
        return found

    def _claim(self, literal: Literal) -> Claim:
        return Claim(self._space.formula([literal]))

    def _not_in(self, cell: Cell) -> Claim:
        if cell not in self._outside:
            self._outside[cell] = Claim(self._space.outside(cell))
        return self._outside[cell]

    def _is_count(self, world: World, member: str, name: str) -> bool:
        """Whether a place has a whole number and is not free: that is fixed, since to take it out of bounds would make a real of it."""
        if (member, name) in self._free:
            return False
        if not member:
            return any(each.name == name and each.type.sort is Sort.COUNT for each in self._theory.quantities)
        return self._theory.kinds[world.member(member).kind].fields[name].type.sort is Sort.COUNT

    def around(self, world: World, stated: Sequence[Claim]) -> Cell:
        """The cell of a world in which all that is stated is true."""
        trace = followed(world, lambda member, name: (member, name) in self._certain or self._is_count(world, member, name))
        flaw = replay(self._theory, map(line_of, stated), trace.world, self.question.program)
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
    value = _value(free, world)
    if not free.is_number:
        assert value is None or isinstance(value, bool | str)
        return [Fact(index, value, True)]
    return [Fact(index, None, value is None)] if free.type.optional else []


def _value(free: Free, world: World) -> Value:
    member, name = free.place
    return world.member(member).fields[name] if member else world.quantities.get(name)


def value_at(free: Sequence[Free], world: World) -> dict[int, Value]:
    """The point of a world."""
    return {index: _value(each, world) for index, each in enumerate(free)}
