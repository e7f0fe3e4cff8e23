"""The space of the free quantities: what can be said of a point of it, as a formula of the language and as a text for the solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from checkspec.answer.require.free import Free
from checkspec.logic.smtlib import FALSE, TRUE, Script, compared, conjunction, disjunction, negation, number
from checkspec.logic.solver import Result, Solver, Values
from checkspec.meaning.linear import Bound, Terms
from checkspec.meaning.world import Value
from checkspec.text.node import Node, node
from checkspec.text.source import Span
from checkspec.theory.typed import (
    Absent,
    And,
    Compare,
    Constant,
    Formula,
    Not,
    Or,
    Plus,
    Same,
    Sort,
    Term,
    Times,
    Truth,
    Type,
)

Point = Mapping[int, Value]
"""A value for each free quantity, by its number; None: absent."""


@node
class Fact(Node):
    """That a free quantity has a value that is no number, or (`value` None) that it is absent; or the contrary."""

    unknown: int
    value: bool | str | None
    so: bool


Literal = Bound | Fact
"""A bound says as well that what it is about is there."""

Cell = tuple[Literal, ...]
"""All of them."""


class Undecided(Exception):
    """The solver gave up; its argument says why."""


class Space:
    """Formulas about one point (or two: `twin`) of the space, and whether they can be true together."""

    def __init__(self, free: Sequence[Free], span: Span, deadline: float, memory: int) -> None:
        self.free = free
        self._span = span
        self._script = Script(deadline)
        self._solver = Solver(self._script.sorts, deadline, memory)
        self._read = (0, 0)
        self._named: dict[str, str] = {}
        self._symbols: set[str] = set()
        self._measured: dict[str, str] = {}
        for twin in (False, True):
            for index in range(len(free)):
                self._declare(index, twin)

    # ------------------------------------------------------------ as a text for the solver

    def _declare(self, index: int, twin: bool) -> None:
        each = self.free[index]
        symbol = self._symbol(index, twin)
        sort = {Sort.BOOL: "Bool", Sort.CHOICE: "Int", Sort.COUNT: "Int"}.get(each.type.sort, "Real")
        self._script.declare(symbol[1:-1], sort)
        if each.type.optional:
            self._script.declare(symbol[1:-1] + "?", "Bool")
        if each.type.sort is Sort.CHOICE:
            self._script.require(f"(<= 0 {symbol} {len(each.type.choices) - 1})")
        elif each.is_number and each.least is not None:
            self._script.require(f"(>= {symbol} {'0' if sort == 'Int' else '0.0'})")

    @staticmethod
    def _symbol(index: int, twin: bool) -> str:
        return f"|{'other' if twin else 'free'} {index}|"

    def _there(self, index: int, twin: bool) -> str:
        return f"{self._symbol(index, twin)[:-1]}?|" if self.free[index].type.optional else TRUE

    def _number(self, index: int, twin: bool) -> str:
        symbol = self._symbol(index, twin)
        return f"(to_real {symbol})" if self.free[index].type.sort is Sort.COUNT else symbol

    def sum(self, terms: Sequence[tuple[int, int]], constant: Fraction, twin: bool = False) -> str:
        """A linear term."""
        texts = [f"(* {number(Fraction(factor))} {self._number(index, twin)})" for index, factor in terms]
        return f"(+ {' '.join([*texts, number(constant)])} 0.0)"

    def literal(self, literal: Literal, twin: bool = False) -> str:
        if isinstance(literal, Bound):
            there = [self._there(index, twin) for index, _ in literal.terms]
            text = compared("<" if literal.strict else "<=", self.sum(literal.terms, literal.constant, twin), "0.0")
            return conjunction([*there, text])
        each, there_is = self.free[literal.unknown], self._there(literal.unknown, twin)
        symbol = self._symbol(literal.unknown, twin)
        if literal.value is None:
            text = negation(there_is)
        elif isinstance(literal.value, bool):
            text = conjunction([there_is, symbol if literal.value else negation(symbol)])
        else:
            text = conjunction([there_is, f"(= {symbol} {each.type.choices.index(literal.value)})"])
        return text if literal.so else negation(text)

    def all_of(self, cell: Sequence[Literal], twin: bool = False) -> str:
        return conjunction(self.literal(each, twin) for each in cell)

    def any_of(self, cells: Sequence[Cell], twin: bool = False) -> str:
        return disjunction(self.all_of(cell, twin) for cell in cells)

    def named(self, text: str) -> str:
        """A symbol that is true exactly where a formula is."""
        known = self._named.get(text)
        if known is None:
            known = self._named[text] = self._script.declare(f"is {len(self._named)}", "Bool")
            self._symbols.add(known)
            self._script.require(f"(= {known} {text})")
        return known

    def point(self, *texts: str) -> Values | None:
        """Values with which all formulas are true; None if there are none. Raises Undecided."""
        if FALSE in texts:
            return None
        guards = [self._guard(text) for text in texts if text != TRUE]
        text, self._read = self._script.since(self._read)
        if text:
            self._solver.add(text)
        result = self._solver.check(guards)
        if result is Result.UNKNOWN:
            raise Undecided(self._solver.why)
        return self._solver.values() if result is Result.SAT else None

    def core(self) -> frozenset[str]:
        """The named formulas that the last refusal of `point` rests on."""
        return self._solver.core()

    def _guard(self, text: str) -> str:
        inner = text[len("(not ") : -1] if text.startswith("(not ") else text
        return text if inner in self._symbols else self.named(text)

    def values_at(self, values: Values) -> dict[int, Value]:
        """The point of a model."""
        point: dict[int, Value] = {}
        for index, each in enumerate(self.free):
            symbol = self._symbol(index, False)
            if each.type.optional and not values.get(f"{symbol[:-1]}?|", False):
                point[index] = None
            elif each.type.sort is Sort.BOOL:
                point[index] = bool(values.get(symbol, False))
            elif each.type.sort is Sort.CHOICE:
                point[index] = each.type.choices[int(values.get(symbol, 0))]
            else:
                point[index] = Fraction(values.get(symbol, Fraction(0)))
        return point

    def exactly(self, point: Point) -> Cell:
        """That the free quantities have these values."""
        return tuple(literal for index, value in point.items() for literal in self.is_value(index, value))

    def is_value(self, index: int, value: Value) -> Cell:
        if isinstance(value, Fraction):
            return Bound(((index, 1),), -value, False), Bound(((index, -1),), value, False)
        return (Fact(index, value, True),)

    def on_grid(self, index: int, scale: int) -> str:
        """That a number is a whole number of `scale`ths."""
        if self.free[index].type.sort is Sort.COUNT:
            return TRUE
        steps = self._script.declare(f"steps {index} {scale}", "Int")
        return f"(= (* {scale}.0 {self._symbol(index, False)}) (to_real {steps}))"

    def there(self, index: int) -> str:
        """That a free quantity is not absent."""
        return self._there(index, False)

    def measure(self, term: str) -> str:
        """A symbol that has the value of a term."""
        symbol = self._measured.get(term)
        if symbol is None:
            symbol = self._measured[term] = self._script.declare(f"measure {len(self._measured)}", "Real")
            self._script.require(f"(= {symbol} {term})")
        return symbol

    def away(self, index: int, value: Fraction) -> str:
        """How far a number is from a value, as a symbol."""
        more = self.sum(((index, 1),), -value)
        return self.measure(f"(ite (>= {more} 0.0) {more} (- {more}))")

    # ------------------------------------------------------------ as a formula of the language

    def formula(self, cell: Sequence[Literal]) -> Formula:
        """All of the literals."""
        parts = tuple(self._said(each) for each in cell)
        if not parts:
            return Truth(True, self._span)
        return parts[0] if len(parts) == 1 else And(parts, self._span)

    def some(self, cells: Sequence[Cell]) -> Formula:
        """One of the cells."""
        parts = tuple(self.formula(cell) for cell in cells)
        if not parts:
            return Truth(False, self._span)
        return parts[0] if len(parts) == 1 else Or(parts, self._span)

    def outside(self, cell: Cell) -> Formula:
        return Not(self.formula(cell), self._span)

    def _said(self, literal: Literal) -> Formula:
        if isinstance(literal, Bound):
            left, operator, right = self.sides(literal)
            return Compare(operator, self._total(*left), self._total(*right), operator, self._span)
        term = self.free[literal.unknown].term
        formula: Formula
        if literal.value is None:
            formula = Absent(term, self._span)
        else:
            formula = Same(term, Constant(literal.value, self.free[literal.unknown].type, self._span), False, self._span)
        return formula if literal.so else Not(formula, self._span)

    @staticmethod
    def sides(bound: Bound) -> tuple[Side, str, Side]:
        """The bound with no minus in it: what stands left, the operator, and what stands right. The first quantity stands left."""
        positive = tuple((index, factor) for index, factor in bound.terms if factor > 0)
        negative = tuple((index, -factor) for index, factor in bound.terms if factor < 0)
        zero = Fraction(0)
        more = (positive, max(bound.constant, zero))
        less = (negative, max(-bound.constant, zero))
        if negative and (not positive or negative[0][0] < positive[0][0]):
            return less, ">" if bound.strict else ">=", more
        return more, "<" if bound.strict else "<=", less

    def _total(self, terms: Sequence[tuple[int, int]], constant: Fraction) -> Term:
        number_type = Type(Sort.DURATION)
        parts: list[Term] = []
        for index, factor in terms:
            term = self.free[index].term
            parts.append(term if factor == 1 else Times(Constant(Fraction(factor), Type(Sort.COUNT), self._span), term, self._span))
        if constant or not parts:
            parts.append(Constant(constant, number_type, self._span))
        total = parts[0]
        for part in parts[1:]:
            total = Plus(total, part, self._span)
        return total


Side = tuple[Terms, Fraction]
"""Quantities with their factors, and a constant."""


def both(atom: Literal) -> tuple[Literal, Literal]:
    """A literal and its contrary, where what it is about is there."""
    if isinstance(atom, Fact):
        return atom, Fact(atom.unknown, atom.value, not atom.so)
    return atom, atom.contrary


def holds(literal: Literal, point: Point) -> bool:
    """Whether a literal is true at a point."""
    if isinstance(literal, Fact):
        value = point[literal.unknown]
        return (value is None if literal.value is None else value == literal.value) == literal.so
    numbers = {index: value for index, _ in literal.terms if isinstance(value := point[index], Fraction)}
    return len(numbers) == len(literal.terms) and literal.holds(numbers)
