"""Where a descent stands: a narrowed question, a model of it, and wishes that are granted one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from checkspec.logic.narrow import Narrow
from checkspec.logic.smtlib import TRUE, conjunction, negation
from checkspec.logic.solver import Values
from checkspec.text.node import Node, node


@node
class Wish(Node):
    """A text that is wished true, and whether it is so in a model."""

    text: str
    granted: Callable[[Values], bool]


class Nowhere(Exception):
    """There is no model, or none was found in time."""


class Footing:
    """A narrowed question and a model of it. `reached`: whether nothing was left undecided for want of time or effort."""

    def __init__(self, narrow: Narrow) -> None:
        self.narrow = narrow
        self.reached = True
        self._values: Values | None = None

    @property
    def values(self) -> Values:
        """The model. There is one once wishes were granted. Raises Nowhere if there is none, or none was found."""
        if self._values is None:
            self._values = self.narrow.model()
            if self._values is None:
                raise Nowhere
        return self._values

    def true(self, truth: str) -> bool:
        """A truth that is a constant or a symbol."""
        return truth == TRUE or self.values.get(truth, False) is True

    def number(self, symbol: str) -> Fraction:
        return Fraction(self.values.get(symbol, 0))

    def granted(self, wishes: Sequence[Wish]) -> list[bool]:
        """Which wishes are granted, in their order, each if the facts and the wishes granted before allow it."""
        known = self._values
        at_hand = frozenset(index for index, wish in enumerate(wishes) if known is not None and wish.granted(known))
        if len(at_hand) == len(wishes):
            return [True] * len(wishes)
        granted, values = self.narrow.settle([wish.text for wish in wishes], at_hand)
        self.reached = self.reached and not self.narrow.gave_up
        self._values = values or known
        return granted

    def grant(self, wishes: Sequence[Wish]) -> None:
        """Make facts of wishes: of each that is granted, and of the contrary of each other."""
        granted = self.granted(wishes)
        self.narrow.fix(conjunction(map(_outcome, wishes, granted)))

    def fix(self, wish: Wish, granted: bool) -> None:
        """Make a fact of a wish, or of its contrary."""
        self.narrow.fix(_outcome(wish, granted))

    def go(self, text: str, effort: int = 0) -> bool:
        """Go to a model in which a formula is true, if there is one within the effort (see `Narrow.model`). If not, `narrow.gave_up` says
        whether that is open."""
        values = self.narrow.model(text, effort=effort)
        if values is not None:
            self._values = values
        return values is not None

    def move(self, text: str) -> bool:
        """Go to a model in which a formula is true, if there is one."""
        moved = self.go(text)
        self.reached = self.reached and not self.narrow.gave_up
        return moved


def _outcome(wish: Wish, granted: bool) -> str:
    return wish.text if granted else negation(wish.text)


def number_in(values: Values, text: str) -> Fraction:
    """The number of a symbol, or of a decimal literal."""
    return Fraction(values.get(text, 0)) if text.startswith("|") else Fraction(text)


def truth(symbol: str, wanted: bool) -> Wish:
    """The wish that a constant or a symbol is true, or false."""

    def granted(values: Values) -> bool:
        return (symbol == TRUE or values.get(symbol, False) is True) == wanted

    return Wish(symbol if wanted else negation(symbol), granted)


def equal(one: str, other: str) -> Wish:
    """The wish that two numbers, symbols or literals, are the same."""

    return Wish(f"(= {one} {other})", lambda values: number_in(values, one) == number_in(values, other))


def same(one: str, other: str) -> Wish:
    """The wish that two truths are the same."""
    return Wish(f"(= {one} {other})", lambda values: values.get(one, False) == values.get(other, False))


def at_most(symbol: str, number: int) -> Wish:
    """The wish that a whole number is no greater: of wishes with one number after the other, all from some on are granted."""
    return Wish(f"(<= {symbol} {number})", lambda values: Fraction(values.get(symbol, 0)) <= number)


def apart(one: str, other: str) -> Wish:
    """The wish that two numbers differ."""
    return Wish(f"(not (= {one} {other}))", lambda values: values.get(one, 0) != values.get(other, 0))
