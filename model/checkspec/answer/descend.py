"""Bringing numbers down to their least values, in order, many at a time."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from checkspec.answer.footing import Footing, Wish, number_in
from checkspec.logic.smtlib import number
from checkspec.logic.solver import Values
from checkspec.text.node import Node, node

STEPS = 9
"""So many of the smallest values are tried one by one: a refusal costs the solver little, a model much."""


@node
class Ladder(Node):
    """A number on its way down, in steps, not below `least`: a symbol's, or how far a symbol is below another number (a symbol's too, or
    a literal)."""

    symbol: str
    least: Fraction
    step: Fraction
    below: str = ""

    @property
    def term(self) -> str:
        return f"(- {self.below} {self.symbol})" if self.below else self.symbol

    def value(self, values: Values) -> Fraction:
        value = Fraction(values.get(self.symbol, 0))
        return number_in(values, self.below) - value if self.below else value

    def rungs(self, value: Fraction) -> list[Fraction]:
        """What is tried from a value: whether it can be less at all."""
        return [value - self.step, value] if value > self.least else [value]

    def at_most(self, value: Fraction) -> Wish:
        return Wish(f"(<= {self.term} {number(value)})", lambda values: self.value(values) <= value)


def descend(items: Sequence[Wish | Ladder], footing: Footing) -> None:
    """Grant each wish, and make each number as small as possible, in their order, and fix them. All are tried at once, from the values at
    hand; a number that this does not settle is settled by itself, and then the others are tried again. Raises Nowhere."""
    rest = list(items)
    while rest:
        done, low = _together(rest, footing)
        if done < len(rest):
            ladder = rest[done]
            assert isinstance(ladder, Ladder)
            _alone(ladder, low, footing)
            _fix(ladder, footing)
            done += 1
        rest = rest[done:]


def _together(items: Sequence[Wish | Ladder], footing: Footing) -> tuple[int, Fraction]:
    """Try all items at once. Returns how many of them are settled, and what the first that is not cannot be, nor less than it."""
    tried = [[] if isinstance(item, Wish) else item.rungs(item.value(footing.values)) for item in items]
    wishes = [
        [item] if isinstance(item, Wish) else [item.at_most(rung) for rung in rungs] for item, rungs in zip(items, tried, strict=True)
    ]
    granted = iter(footing.granted([wish for part in wishes for wish in part]))
    for index, (item, rungs, part) in enumerate(zip(items, tried, wishes, strict=True)):
        answers = [next(granted) for _ in part]
        if isinstance(item, Wish):
            footing.fix(item, answers[0])
            continue
        if answers[-1] and not any(answers[:-1]):
            _fix(item, footing)
        else:
            return index, item.least - item.step if any(answers) else rungs[-1]
    return len(items), Fraction(0)


def _alone(ladder: Ladder, low: Fraction, footing: Footing) -> None:
    """Bring a number that cannot be `low` or less down to its least value: step by step, then by halves."""
    for _ in range(STEPS):
        if ladder.value(footing.values) - low <= ladder.step or footing.move(ladder.at_most(low + ladder.step).text):
            return
        low += ladder.step
    while ladder.value(footing.values) - low > ladder.step:
        middle = floor((ladder.value(footing.values) + low) / 2 / ladder.step) * ladder.step
        if not footing.move(ladder.at_most(middle).text):
            low = middle


def _fix(ladder: Ladder, footing: Footing) -> None:
    footing.narrow.fix(f"(= {ladder.term} {number(ladder.value(footing.values))})")
