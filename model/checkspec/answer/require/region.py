"""A region as a short formula: few conjunctions of few bounds.

The region is known exactly, as what lies in a good cell and in no bad one. Of all bounds of the cells only those are kept that tell it from
the rest: as long as no good point and bad point agree on all that are left, one more can go. Each conjunction then begins as all that the
kept bounds say of one point of the region; what is not needed to stay in the region goes, the least readable first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import ceil, floor

from checkspec.answer.require.space import Cell, Fact, Literal, Space, both, holds
from checkspec.logic.smtlib import conjunction, negation
from checkspec.meaning.linear import Bound
from checkspec.meaning.world import Value
from checkspec.text.node import Node, node
from checkspec.theory.typed import Sort

MOST = 40
"""So many conjunctions are looked for at most."""


@node
class Region(Node):
    """The points within one of the `good` cells and none of the `bad` ones."""

    space: Space
    good: tuple[Cell, ...]
    bad: tuple[Cell, ...]

    def text(self, twin: bool = False) -> str:
        return conjunction([self.space.any_of(self.good, twin), *(negation(self.space.all_of(cell, twin)) for cell in self.bad)])

    @property
    def is_empty(self) -> bool:
        return self.space.point(self.text()) is None


class TooMany(Exception):
    """The region has no short description."""


def parts(region: Region) -> list[Cell]:
    """The region as a union of cells, none of them needless, and no part of any. Raises Undecided and TooMany."""
    return _Cover(region).cells()


def difficulty(literal: Literal) -> tuple[int, ...]:
    """How hard a literal is to read: first what is about many quantities, with factors, with odd constants."""
    if isinstance(literal, Fact):
        return (0 if literal.so else 1, 0, 0, 0, literal.unknown)
    factors = sum(abs(factor) != 1 for _, factor in literal.terms)
    constant = literal.constant
    length = len(literal.terms) + 2 * factors + (constant != 0)
    return length, factors, constant.denominator, abs(constant.numerator), -literal.terms[0][0]


def first_of(literal: Literal) -> int:
    """The first free quantity that a literal is about."""
    return literal.unknown if isinstance(literal, Fact) else literal.terms[0][0]


class _Cover:
    def __init__(self, region: Region) -> None:
        self._region = region
        self._space = region.space
        self._in = self._space.named(region.text())
        self._out = negation(self._in)

    def cells(self) -> list[Cell]:
        kept = self._telling(self._atoms())
        found: list[Cell] = []
        while True:
            outside = [negation(self._space.named(self._space.all_of(cell))) for cell in found]
            values = self._space.point(self._in, *outside)
            if values is None:
                break
            if len(found) == MOST:
                raise TooMany
            found.append(self._widest(self._signs(kept, self._space.values_at(values))))
        return self._needed(found)

    def _atoms(self) -> list[Literal]:
        """What the cells are made of, each once whichever way round, without what is true everywhere."""
        atoms: dict[Literal, None] = {}
        for cell in (*self._region.good, *self._region.bad):
            for literal in cell:
                atoms.setdefault(_positive(literal))
        for index, each in enumerate(self._space.free):
            if each.is_number and each.type.optional:
                atoms.setdefault(Fact(index, None, True))
        return [each for each in atoms if self._may_differ(each)]

    def _may_differ(self, atom: Literal) -> bool:
        """Whether it is true somewhere and false somewhere, where what it is about is there."""
        return all(self._space.point(self._space.literal(each)) is not None for each in both(atom))

    def _telling(self, atoms: Sequence[Literal]) -> list[Literal]:
        """As few of the atoms as tell the region from the rest."""
        same = {self._space.named(self._same(atom)): atom for atom in atoms}
        out = negation(self._space.named(self._region.text(twin=True)))
        kept = [same[each] for each in self._needed_for([self._in, out], list(same), lambda each: difficulty(same[each]))]
        absent = dict.fromkeys(index for atom in kept if isinstance(atom, Bound) for index, _ in atom.terms)
        facts = [Fact(index, None, True) for index in absent if self._space.free[index].type.optional]
        return [*kept, *(fact for fact in facts if fact not in kept)]

    def _same(self, atom: Literal) -> str:
        """That two points agree on an atom, and on its contrary: where a number is absent both are false."""
        pairs = [(self._space.literal(each), self._space.literal(each, twin=True)) for each in self._sides(atom)]
        return conjunction(f"(= {one} {other})" for one, other in pairs)

    def _sides(self, atom: Literal) -> tuple[Literal, ...]:
        optional = isinstance(atom, Bound) and any(self._space.free[index].type.optional for index, _ in atom.terms)
        return both(atom) if optional else (atom,)

    def _needed_for(self, facts: Sequence[str], wishes: list[str], hard: Callable[[str], tuple[int, ...]]) -> list[str]:
        """As few of the wishes as exclude each other with the facts; the hardest go first."""
        kept = sorted(wishes, key=hard)
        for each in reversed(list(kept)):
            less = [other for other in kept if other != each]
            if self._space.point(*facts, *less) is None:
                core = self._space.core()
                kept = [other for other in less if other in core]
        return kept

    def _signs(self, atoms: Iterable[Literal], point: dict[int, Value]) -> list[Literal]:
        """What the atoms say of a point; of a choice, each that it is not, so that more than one may be left."""
        said: dict[Literal, None] = {}
        for atom in atoms:
            choices = self._space.free[atom.unknown].type.choices if isinstance(atom, Fact) else ()
            if isinstance(atom, Fact) and choices and point[atom.unknown] is not None:
                others: list[str | None] = [each for each in choices if each != point[atom.unknown]]
                others += [None] if self._space.free[atom.unknown].type.optional else []
                said |= dict.fromkeys(Fact(atom.unknown, each, False) for each in others)
            else:
                said |= dict.fromkeys(each for each in both(atom) if holds(each, point))
        return list(said)

    def _widest(self, cell: Sequence[Literal]) -> Cell:
        """As few of the literals as keep within the region."""
        named = {self._space.named(self._space.literal(each)): each for each in cell}
        needed = [self._whole(named[each]) for each in self._needed_for([self._out], list(named), lambda each: difficulty(named[each]))]
        return tuple(sorted(self._positive(needed), key=lambda each: (first_of(each), difficulty(each))))

    def _positive(self, literals: Sequence[Literal]) -> list[Literal]:
        """The same, where what is denied leaves one choice, with that choice."""
        said = list(literals)
        for index, each in enumerate(self._space.free):
            denied = [one for one in said if isinstance(one, Fact) and one.unknown == index and not one.so]
            left = [choice for choice in each.type.choices if all(one.value != choice for one in denied)]
            if len(denied) > 1 and len(left) == 1 and not each.type.optional:
                said = [*(one for one in said if one not in denied), Fact(index, left[0], True)]
        return said

    def _whole(self, literal: Literal) -> Literal:
        """The same with `<=` and a whole constant, if it is about counts alone."""
        if isinstance(literal, Fact) or any(self._space.free[index].type.sort is not Sort.COUNT for index, _ in literal.terms):
            return literal
        constant = floor(literal.constant) + 1 if literal.strict else ceil(literal.constant)
        return Bound(literal.terms, Fraction(constant), False)

    def _needed(self, cells: list[Cell]) -> list[Cell]:
        """The cells without those that the others cover, the simplest first."""
        kept = sorted(cells, key=_length)
        for cell in reversed(list(kept)):
            others = [negation(self._space.named(self._space.all_of(other))) for other in kept if other is not cell]
            if self._space.point(self._space.named(self._space.all_of(cell)), *others) is None:
                kept.remove(cell)
        return kept


def _length(cell: Cell) -> tuple[int, ...]:
    return (len(cell), *sorted(value for each in cell for value in difficulty(each)))


def _positive(literal: Literal) -> Literal:
    """One of a literal and its contrary, the same for both."""
    if isinstance(literal, Fact):
        return Fact(literal.unknown, literal.value, True)
    return literal.contrary if literal.terms[0][1] < 0 else literal
