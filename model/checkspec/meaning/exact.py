"""Comparing exact numbers, and finding the last of a row of dated samples.

`Fraction`'s own comparisons ask an abstract base class about the other side first; asking the two integers is some three times faster.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any


def less(left: Fraction, right: Fraction) -> bool:
    """`left < right`."""
    return left.numerator * right.denominator < right.numerator * left.denominator


def at_most(left: Fraction, right: Fraction) -> bool:
    """`left <= right`."""
    return left.numerator * right.denominator <= right.numerator * left.denominator


def equal(left: Fraction, right: Fraction) -> bool:
    """`left == right`."""
    return bool(left.numerator * right.denominator == right.numerator * left.denominator)


COMPARISONS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": less,
    "<=": at_most,
    ">": lambda left, right: less(right, left),
    ">=": lambda left, right: at_most(right, left),
    "=": equal,
    "!=": lambda left, right: not equal(left, right),
}


def last_by(samples: tuple[tuple[Fraction, Any], ...], instant: Fraction) -> int:
    """The position of the last sample at or before `instant` in a row sorted by instant; -1 if there is none."""
    low, high = 0, len(samples)
    while low < high:
        middle = (low + high) // 2
        if at_most(samples[middle][0], instant):
            low = middle + 1
        else:
            high = middle
    return low - 1
