"""Linear bounds on numbered unknowns, exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm

from checkspec.text.node import Node, node

Terms = tuple[tuple[int, Fraction], ...]
"""Unknowns with their factors, none of them zero, in the order of the unknowns."""

ZERO = Fraction(0)


@node
class Bound(Node):
    """`sum(terms) + constant <= 0`, or `< 0` if it is strict."""

    terms: Terms
    constant: Fraction
    strict: bool

    @property
    def contrary(self) -> Bound:
        """What is true exactly where this is not."""
        return Bound(tuple((unknown, -factor) for unknown, factor in self.terms), -self.constant, not self.strict)

    def holds(self, point: Mapping[int, Fraction]) -> bool:
        """Whether it is so where the unknowns have these values."""
        value = self.constant + sum((factor * point[unknown] for unknown, factor in self.terms), ZERO)
        return value < 0 if self.strict else value <= 0


def added(one: Terms, other: Terms, factor: Fraction = Fraction(1)) -> Terms:
    """`one + factor * other`."""
    total = dict(one)
    for unknown, each in other:
        total[unknown] = total.get(unknown, ZERO) + each * factor
    return tuple(sorted((unknown, each) for unknown, each in total.items() if each))


def scaled(bound: Bound) -> Bound:
    """The same bound with whole factors that have no common divisor."""
    if not bound.terms:
        return bound
    scale = lcm(*(factor.denominator for _, factor in bound.terms))
    divisor = gcd(*(int(factor * scale) for _, factor in bound.terms))
    by = Fraction(scale, divisor)
    if by == 1:
        return bound
    return Bound(tuple((unknown, factor * by) for unknown, factor in bound.terms), bound.constant * by, bound.strict)


def impossible(bounds: Iterable[Bound]) -> bool:
    """Whether one of the bounds is a plain contradiction, such as `1 <= 0`."""
    return any(not bound.terms and not bound.holds({}) for bound in bounds)
