"""Taking unknowns out of linear bounds: what is left says for which values of the others there are values of those.

An unknown goes by Fourier and Motzkin: each of its lower bounds lies below each of its upper ones. Where that would be too many, only so
much is kept as a point demands at which the bounds hold: the greatest of the lower bounds there stays the greatest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from checkspec.meaning.linear import Bound, Terms, added, scaled

ROOM = 24
"""So many more bounds than there were may come of one unknown."""

Side = tuple[Fraction, bool]
"""The greatest (or least) that a term can be, and whether it stays below."""


def projected(bounds: Iterable[Bound], point: Mapping[int, Fraction] | None, kept: frozenset[int]) -> list[Bound]:
    """Bounds on the kept unknowns alone. Wherever they are true, there are values of the others with which all bounds are; at the
    point, at which all bounds are true, they are. Without a point, they are true wherever there are such values, however many bounds
    that takes. Whole numbers among the others are taken for reals."""
    rest = _tightest(bounds)
    while True:
        gone = {unknown for bound in rest for unknown, _ in bound.terms} - kept
        if not gone:
            return rest
        rest = _without(rest, point, gone)


def _tightest(bounds: Iterable[Bound]) -> list[Bound]:
    """Of bounds on the same term the tightest alone."""
    best: dict[Terms, Bound] = {}
    for each in bounds:
        bound = scaled(each)
        known = best.get(bound.terms)
        if known is None or (bound.constant, bound.strict) > (known.constant, known.strict):
            best[bound.terms] = bound
    return [bound for terms, bound in best.items() if terms or not bound.holds({})]


def _without(bounds: list[Bound], point: Mapping[int, Fraction] | None, gone: set[int]) -> list[Bound]:
    """One unknown less."""
    by_terms = {bound.terms: bound for bound in bounds}
    for bound in bounds:  # a term that is fixed gives the value of an unknown
        opposite = by_terms.get(tuple((unknown, -factor) for unknown, factor in bound.terms))
        if opposite is not None and opposite.constant == -bound.constant:
            unknown = next((unknown for unknown, _ in bound.terms if unknown in gone), None)
            if unknown is not None:
                return _tightest(_put(each, unknown, bound) for each in bounds)
    below: dict[int, int] = dict.fromkeys(sorted(gone), 0)
    above: dict[int, int] = dict.fromkeys(sorted(gone), 0)
    for bound in bounds:
        for unknown, factor in bound.terms:
            if unknown in gone:
                (above if factor > 0 else below)[unknown] += 1
    unknown = min(below, key=lambda each: (below[each] * above[each] - below[each] - above[each], each))
    if below[unknown] + above[unknown] == 0:
        gone.discard(unknown)
        return bounds
    return _eliminated(bounds, unknown, point)


def _put(bound: Bound, unknown: int, equation: Bound) -> Bound:
    """The bound with the unknown's value, as an equation gives it, in its place."""
    factor = dict(bound.terms).get(unknown)
    if factor is None:
        return bound
    by = -factor / dict(equation.terms)[unknown]
    return Bound(added(bound.terms, equation.terms, by), bound.constant + by * equation.constant, bound.strict)


def _eliminated(bounds: list[Bound], unknown: int, point: Mapping[int, Fraction] | None) -> list[Bound]:
    lowers, uppers, rest = [], [], []
    for bound in bounds:
        factor = dict(bound.terms).get(unknown)
        if factor is None:
            rest.append(bound)
        else:
            unit = Fraction(1) / abs(factor)
            terms = tuple((each, other * unit) for each, other in bound.terms)
            (uppers if factor > 0 else lowers).append(Bound(terms, bound.constant * unit, bound.strict))
    if point is None or len(lowers) * len(uppers) <= len(lowers) + len(uppers) + ROOM:
        return _tightest([*rest, *(_sum(low, high) for low in lowers for high in uppers)])
    few = lowers if len(lowers) <= len(uppers) else uppers

    def tight(bound: Bound) -> tuple[Fraction, bool]:
        total = sum((factor * point[each] for each, factor in bound.terms), bound.constant)
        return total, bound.strict

    chosen = max(few, key=tight)
    others = [_less(each, chosen) for each in few if each is not chosen]
    return _tightest([*rest, *others, *(_sum(chosen, each) for each in (uppers if few is lowers else lowers))])


def _sum(one: Bound, other: Bound) -> Bound:
    """What two bounds say together that contain an unknown with opposite factors."""
    return Bound(added(one.terms, other.terms), one.constant + other.constant, one.strict or other.strict)


def _less(one: Bound, other: Bound) -> Bound:
    """That the second bound is the tighter one of two that contain an unknown with the same factor."""
    terms = added(one.terms, other.terms, Fraction(-1))
    return Bound(terms, one.constant - other.constant, one.strict and not other.strict)
