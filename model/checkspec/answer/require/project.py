"""Taking unknowns out of linear bounds: what is left says for which values of the others there are values of those.

An unknown goes by Fourier and Motzkin: each of its lower bounds lies below each of its upper ones. Where that would be too many, only so
much is kept as a point demands at which the bounds hold: the greatest of the lower bounds there stays the greatest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd

from checkspec.meaning.linear import Bound, Terms, bound, joined, opposite

ROOM = 24
"""So many more bounds than there were may come of one unknown."""


def projected(bounds: Iterable[Bound], point: Mapping[int, Fraction] | None, kept: frozenset[int]) -> list[Bound]:
    """Bounds on the kept unknowns alone. Wherever they are true, there are values of the others with which all bounds are; at the
    point, at which all bounds are true, they are. Without a point, they are true wherever there are such values, however many bounds
    that takes. Whole numbers among the others are taken for reals."""
    system = _System(point, kept)
    for each in bounds:
        system.add(each)
    system.eliminate()
    return list(system.bounds.values())


class _System:
    """Bounds, of those on the same term the tightest alone."""

    def __init__(self, point: Mapping[int, Fraction] | None, kept: frozenset[int]) -> None:
        self.bounds: dict[Terms, Bound] = {}
        self._point = point
        self._kept = kept
        self._about: dict[int, dict[Terms, None]] = {}  # by an unknown that goes
        self._fixed: list[Terms] = []  # terms that may have one value only

    def add(self, new: Bound) -> None:
        known = self.bounds.get(new.terms)
        if known is not None:
            if (new.constant, new.strict) > (known.constant, known.strict):
                self.bounds[new.terms] = new
                self._fixed.append(new.terms)
            return
        if not new.terms and new.holds({}):
            return
        self.bounds[new.terms] = new
        self._fixed.append(new.terms)
        for unknown, _ in new.terms:
            if unknown not in self._kept:
                self._about.setdefault(unknown, {})[new.terms] = None

    def eliminate(self) -> None:
        """Leave no unknown but the kept ones."""
        while self._about:
            if self._substitute():
                continue
            unknown = min(self._about, key=self._cost)
            lowers, uppers = self._sides(unknown)
            self._drop(unknown)
            for each in self._without(unknown, lowers, uppers):
                self.add(each)

    def _sides(self, unknown: int) -> tuple[list[Bound], list[Bound]]:
        sides: tuple[list[Bound], list[Bound]] = [], []
        for terms in self._about[unknown]:
            sides[_factor(terms, unknown) > 0].append(self.bounds[terms])
        return sides

    def _cost(self, unknown: int) -> tuple[int, int]:
        below = sum(_factor(terms, unknown) < 0 for terms in self._about[unknown])
        above = len(self._about[unknown]) - below
        return below * above - below - above, unknown

    def _drop(self, unknown: int) -> None:
        """Forget an unknown and all that is said of it."""
        for terms in self._about.pop(unknown):
            del self.bounds[terms]
            for other, _ in terms:
                about = self._about.get(other)
                if about is not None:
                    about.pop(terms, None)
                    if not about:
                        del self._about[other]

    def _substitute(self) -> bool:
        """Put the value of an unknown in its place, where a term that has one value gives it. Whether there was one."""
        while self._fixed:
            terms = self._fixed.pop()
            low, high = self.bounds.get(terms), self.bounds.get(opposite(terms))
            if low is None or high is None or low.constant != -high.constant:
                continue
            unknown = next((each for each, factor in terms if each in self._about and abs(factor) == 1), None)
            if unknown is None:
                unknown = next((each for each, _ in terms if each in self._about), None)
            if unknown is None:
                continue
            others = [self.bounds[each] for each in self._about[unknown] if each not in (low.terms, high.terms)]
            self._drop(unknown)
            for each in others:
                self.add(_against(each, low if _factor(low.terms, unknown) * _factor(each.terms, unknown) < 0 else high, unknown))
            return True
        return False

    def _without(self, unknown: int, lowers: list[Bound], uppers: list[Bound]) -> list[Bound]:
        """What the bounds on an unknown say of the others."""
        if self._point is None or len(lowers) * len(uppers) <= len(lowers) + len(uppers) + ROOM:
            return [_against(low, high, unknown) for low in lowers for high in uppers]
        few, many = (lowers, uppers) if len(lowers) <= len(uppers) else (uppers, lowers)
        point = self._point

        def tight(each: Bound) -> tuple[Fraction, bool]:
            return each.value(point) / abs(_factor(each.terms, unknown)), each.strict

        chosen = max(few, key=tight)
        looser = [_looser(each, chosen, unknown) for each in few if each is not chosen]
        return [*looser, *(_against(chosen, each, unknown) for each in many)]


def _factor(terms: Terms, unknown: int) -> int:
    return next(factor for each, factor in terms if each == unknown)


def _against(one: Bound, other: Bound, unknown: int) -> Bound:
    """What two bounds say together in which an unknown has factors of opposite signs."""
    first, second = abs(_factor(one.terms, unknown)), abs(_factor(other.terms, unknown))
    if first == second:
        return joined(one, 1, other, 1)
    divisor = gcd(first, second)
    return joined(one, second // divisor, other, first // divisor)


def _looser(one: Bound, other: Bound, unknown: int) -> Bound:
    """That the second bound is at least as tight, of two in which an unknown has factors of the same sign."""
    first, second = abs(_factor(one.terms, unknown)), abs(_factor(other.terms, unknown))
    total = {each: factor * second for each, factor in one.terms}
    for each, factor in other.terms:
        total[each] = total.get(each, 0) - factor * first
    return bound(total.items(), one.constant * second - other.constant * first, one.strict and not other.strict)
