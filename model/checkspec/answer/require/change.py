"""The least change of the given values that leads into a region: the fewest values, then the nearest ones, on whole seconds or else on
milliseconds. What the file leaves unknown and the change does not set stays unknown, so the promise holds whatever it is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from checkspec.answer.require.project import projected
from checkspec.answer.require.region import Region
from checkspec.answer.require.space import Cell, Fact, Literal
from checkspec.logic.smtlib import TRUE, number
from checkspec.logic.solver import Values
from checkspec.meaning.linear import Bound, bound
from checkspec.meaning.world import Value
from checkspec.theory.typed import Sort

STEPS = (1, 1000)
"""Parts of a second."""
FAR = Fraction(10**9)
"""So many seconds are as good as without end."""
MOST = 4
"""So many values are changed at most."""

Change = dict[int, Value]
"""The values to be given, by the number of the free quantity."""


def least_change(region: Region, exact: bool) -> Change | None:
    """The least change; nothing at all if the given values are in the region. None if there is none. Where the region is not exact,
    everything unknown is set. Raises Undecided."""
    free = region.space.free
    unset = [index for index, each in enumerate(free) if not each.known]
    for size in range(min(len(free), MOST) + 1):
        best: tuple[int, Fraction, Change] | None = None
        for scale in STEPS:
            for chosen in combinations(range(len(free)), size):
                if not exact and not set(unset) <= set(chosen):
                    continue
                found = _Move(region, chosen, scale).nearest()
                if found is not None:
                    far, change = found
                    news = sum(index in unset for index in chosen)
                    if best is None or (news, far) < best[:2]:
                        best = news, far, change
            if best is not None:
                return best[2]
    return None


class _Move:
    """Changes of the chosen values alone, each a whole number of `scale`ths of a second."""

    def __init__(self, region: Region, chosen: Sequence[int], scale: int) -> None:
        self._space = region.space
        self._chosen = chosen
        self._scale = scale
        stay = {index: each.given for index, each in enumerate(region.space.free) if index not in chosen and each.known}
        gone = {index for index in range(len(region.space.free)) if index not in chosen and index not in stay}
        good = tuple(cell for each in region.good if (cell := restricted(each, stay, gone)) is not None)
        bad = tuple(cell for each in region.bad if (cell := restricted(each, stay, gone)) is not None)
        self._texts = [Region(region.space, good, bad).text()]

    def nearest(self) -> tuple[Fraction, Change] | None:
        """How far the numbers move, and the values."""
        numbers = [index for index in self._chosen if self._space.free[index].is_number]
        self._texts += [text for index in numbers for text in (self._space.on_grid(index, self._scale), self._space.there(index))]
        for index in self._chosen:
            if index not in numbers and not self._choose(index):
                return None
        values = self._point()
        if values is None:
            return None
        if not self._chosen:
            return Fraction(0), {}
        moved: list[tuple[str, Fraction]] = []
        for index in numbers:
            given = self._space.free[index].given
            if self._space.free[index].known and isinstance(given, Fraction):
                moved.append((self._space.away(index, given), given))
        total = f"(+ {' '.join([*(symbol for symbol, _ in moved), '0.0'])} 0.0)"
        far = self._least(total, Fraction(0))
        self._texts.append(f"(<= {total} {number(far)})")
        for index in numbers:
            self._settle(index)
        values = self._point()
        assert values is not None
        at = self._space.values_at(values)
        return far, {index: at[index] for index in self._chosen}

    def _choose(self, index: int) -> bool:
        """Take the first value that is no number and can be."""
        each = self._space.free[index]
        options: list[bool | str | None] = [False, True] if each.type.sort is Sort.BOOL else list(each.type.choices)
        for value in [*options, *([None] if each.type.optional else [])]:
            text = self._space.literal(Fact(index, value, True))
            if not (each.known and value == each.given) and self._point(text) is not None:
                self._texts.append(text)
                return True
        return False

    def _settle(self, index: int) -> None:
        """Fix a number: the least that it can be, or, where it was not given and has a greatest, that."""
        symbol, each = self._space.sum(((index, 1),), Fraction(0)), self._space.free[index]
        low = each.least if each.least is not None else -FAR
        if not each.known and self._point(f"(>= {symbol} {number(FAR)})") is None:
            value = -self._least(f"(- {symbol})", -FAR)
        else:
            value = self._least(symbol, low)
        self._texts.append(f"(= {symbol} {number(value)})")

    def _least(self, term: str, low: Fraction) -> Fraction:
        """The least value of a term that has only whole numbers of steps, none below `low`."""
        step = Fraction(1, self._scale)
        high = self._value(term, TRUE)
        assert high is not None
        while low < high:
            middle = low + ((high - low) / (2 * step)).__floor__() * step
            lower = self._value(term, f"(<= {term} {number(middle)})")
            if lower is None:
                low = middle + step
            else:
                high = lower
        return high

    def _value(self, term: str, text: str) -> Fraction | None:
        symbol = self._space.measure(term)
        values = self._point(text)
        return None if values is None else Fraction(values.get(symbol, Fraction(0)))

    def _point(self, *texts: str) -> Values | None:
        return self._space.point(*self._texts, *texts)


def restricted(cell: Cell, given: dict[int, Value], gone: set[int]) -> Cell | None:
    """What a cell says where some of the free quantities have these values, and others are whatever they are. None: it is not there."""
    bounds: list[Bound] = []
    facts: list[Literal] = []
    for literal in cell:
        if isinstance(literal, Fact):
            if literal.unknown in given:
                value = given[literal.unknown]
                if (value is None if literal.value is None else value == literal.value) != literal.so:
                    return None
            elif literal.unknown not in gone:
                facts.append(literal)
            continue
        constant, terms = literal.constant, []
        for unknown, factor in literal.terms:
            if unknown not in given:
                terms.append((unknown, factor))
                continue
            value = given[unknown]
            if not isinstance(value, Fraction):
                return None
            constant += factor * value
        bounds.append(bound(terms, constant, literal.strict))
    kept = frozenset(unknown for each in bounds for unknown, _ in each.terms) - gone
    left = projected(bounds, None, kept)
    if any(not each.terms for each in left):  # only what is false was left
        return None
    return (*left, *facts)

