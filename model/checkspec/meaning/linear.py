"""Linear bounds on numbered unknowns, exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm

from checkspec.text.node import Node, node

Terms = tuple[tuple[int, int], ...]
"""Unknowns with their factors, in the order of the unknowns. No factor is zero, and they have no common divisor."""

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
        return Bound(opposite(self.terms), -self.constant, not self.strict)

    def holds(self, point: Mapping[int, Fraction]) -> bool:
        """Whether it is so where the unknowns have these values."""
        value = self.value(point)
        return value < 0 if self.strict else value <= 0

    def value(self, point: Mapping[int, Fraction]) -> Fraction:
        """What is to be at most nothing."""
        return self.constant + sum((factor * point[unknown] for unknown, factor in self.terms), ZERO)


def opposite(terms: Terms) -> Terms:
    return tuple([(unknown, -factor) for unknown, factor in terms])


def bound(factors: Iterable[tuple[int, Fraction | int]], constant: Fraction, strict: bool) -> Bound:
    """The bound with these factors, each unknown once, made whole and as small as can be."""
    kept = sorted((unknown, factor) for unknown, factor in factors if factor)
    scale = lcm(*(factor.denominator for _, factor in kept))
    whole = [(unknown, factor.numerator * (scale // factor.denominator)) for unknown, factor in kept]
    divisor = gcd(*(factor for _, factor in whole)) or 1
    if divisor != 1:
        whole = [(unknown, factor // divisor) for unknown, factor in whole]
    return Bound(tuple(whole), constant if scale == divisor else constant * scale / divisor, strict)


def joined(one: Bound, times: int, other: Bound, by: int) -> Bound:
    """`times * one + by * other`, of factors that are not negative: what both together say."""
    total = {unknown: factor * times for unknown, factor in one.terms} if times != 1 else dict(one.terms)
    for unknown, factor in other.terms:
        total[unknown] = total.get(unknown, 0) + factor * by
    return bound(total.items(), one.constant * times + other.constant * by, one.strict or other.strict)
