"""SMT-LIB text: symbols, numbers, and connectives that simplify while they are written.

A formula is its text. The constants `TRUE` and `FALSE` are the only truths that the connectives look at, so what is decided while
writing (two named individuals are different, a reference is given) costs the solver nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from fractions import Fraction

TRUE = "true"
FALSE = "false"


def symbol(name: str) -> str:
    """A quoted SMT-LIB symbol. Names of the language contain neither `|` nor a backslash."""
    return f"|{name}|"


def number(value: Fraction) -> str:
    """An exact real literal."""
    text = f"{abs(value.numerator)}.0"
    if value.denominator != 1:
        text = f"(/ {text} {value.denominator}.0)"
    return f"(- {text})" if value < 0 else text


def both(*parts: str) -> str:
    """Conjunction."""
    return conjunction(parts)


def conjunction(parts: Iterable[str]) -> str:
    kept = []
    for part in parts:
        if part == FALSE:
            return FALSE
        if part != TRUE:
            kept.append(part)
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else f"(and {' '.join(kept)})"


def either(*parts: str) -> str:
    """Disjunction."""
    return disjunction(parts)


def disjunction(parts: Iterable[str]) -> str:
    kept = []
    for part in parts:
        if part == TRUE:
            return TRUE
        if part != FALSE:
            kept.append(part)
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else f"(or {' '.join(kept)})"


def negation(part: str) -> str:
    if part == TRUE:
        return FALSE
    if part == FALSE:
        return TRUE
    return f"(not {part})"


def implication(condition: str, part: str) -> str:
    if condition == TRUE:
        return part
    if condition == FALSE or part == TRUE:
        return TRUE
    return negation(condition) if part == FALSE else f"(=> {condition} {part})"


def choice(condition: str, then: str, otherwise: str) -> str:
    """`then` if the condition holds, else `otherwise` (numbers or truths)."""
    if condition == TRUE or then == otherwise:
        return then
    return otherwise if condition == FALSE else f"(ite {condition} {then} {otherwise})"


def compared(operator: str, left: str, right: str) -> str:
    if operator == "!=":
        return f"(not (= {left} {right}))"
    return f"({operator} {left} {right})"


Cursor = tuple[int, int]
"""How much of a script somebody has read: declarations, assertions."""


class OutOfTime(Exception):
    """The deadline passed while a script was written."""


class Script:
    """Declarations and assertions, in the order of writing. Writing ends at the deadline (of `time.monotonic()`), with OutOfTime."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._declarations: dict[str, str] = {}
        self.sorts: dict[str, str] = {}  # of the constants
        self._assertions: list[str] = []
        self._applied: set[int] = set()  # which assertions say what a function gives

    def declare(self, name: str, sort: str, *arguments: str) -> str:
        """Declare a constant or function (once) and return its symbol."""
        quoted = symbol(name)
        if quoted not in self._declarations:
            if not arguments:
                self.sorts[quoted] = sort
            self._declarations[quoted] = f"(declare-fun {quoted} ({' '.join(arguments)}) {sort})"
        return quoted

    def on_time(self) -> None:
        """Raises OutOfTime past the deadline."""
        if time.monotonic() > self._deadline:
            raise OutOfTime

    def require(self, formula: str) -> None:
        """Assert a formula. Raises OutOfTime past the deadline."""
        self.on_time()
        if formula != TRUE:
            self._assertions.append(f"(assert {formula})")

    def apply(self, symbol: str, function: str, argument: str) -> None:
        """Assert that a function gives a symbol. Raises OutOfTime past the deadline."""
        self._applied.add(len(self._assertions))
        self.require(f"(= {symbol} ({function} {argument}))")

    @property
    def asserted(self) -> int:
        """How many assertions there are."""
        return len(self._assertions)

    @property
    def declared(self) -> int:
        """How many symbols there are."""
        return len(self._declarations)

    def since(self, cursor: Cursor, applied: bool = True) -> tuple[str, Cursor]:
        """The declarations and assertions written since a cursor (`(0, 0)`: all), and the cursor of now. No text if there are none.
        `applied`: with what functions give."""
        declared, asserted = cursor
        new = [*list(self._declarations.values())[declared:], *self._asserted_since(asserted, applied)]
        return "\n".join(new), (len(self._declarations), len(self._assertions))

    def text(self, applied: bool = True, defined: Mapping[str, str] | None = None) -> str:
        """The whole script so far. `applied`: with what functions give; `defined`: by symbol, what stands in place of its declaration."""
        declared = {**self._declarations, **(defined or {})}
        return "\n".join([*declared.values(), *self._asserted_since(0, applied)])

    def _asserted_since(self, first: int, applied: bool) -> Iterable[str]:
        new = enumerate(self._assertions[first:], first)
        return (assertion for place, assertion in new if applied or place not in self._applied)
