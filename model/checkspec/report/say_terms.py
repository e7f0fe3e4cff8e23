"""Terms in words: things, numbers and instants.

Instants have two forms. `instant` is a noun (`the instant when A is deleted`, `the instant 5s after A is deleted`); `moment` is what
follows `no later than` (`when A is deleted`, `5s after A is deleted`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction

from checkspec.report.names import Names
from checkspec.report.quantities import duration_text, number_text
from checkspec.text.lists import joined
from checkspec.theory import typed
from checkspec.theory.typed import Sort, Term


def sort_of(term: Term) -> Sort:
    """What a term denotes."""
    match term:
        case typed.Moment() | typed.ObservationInstant() | typed.Beginning():
            return Sort.INSTANT
        case typed.Variable() | typed.Individual():
            return Sort.INDIVIDUAL
        case typed.Quantity(type=type_) | typed.Constant(type=type_):
            return type_.sort
        case typed.FieldOf(field=field):
            return field.type.sort
        case typed.CountOf():
            return Sort.COUNT
        case typed.DefinedTerm(term=meaning):
            return sort_of(meaning)
        case typed.Plus(left, right):
            return Sort.INSTANT if Sort.INSTANT in (sort_of(left), sort_of(right)) else sort_of(left)
        case typed.Minus(left, right):
            return Sort.DURATION if sort_of(left) is sort_of(right) is Sort.INSTANT else sort_of(left)
        case typed.Times(left, right):
            return Sort.COUNT if sort_of(left) is sort_of(right) is Sort.COUNT else Sort.DURATION
        case typed.Least(terms) | typed.Greatest(terms):
            sorts = [sort_of(each) for each in terms]
            return Sort.INSTANT if Sort.INSTANT in sorts else sorts[0] if sorts else Sort.NONE


def constant_text(value: Fraction | bool | str, sort: Sort) -> str:
    """A literal as the language writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return number_text(value) if sort is Sort.COUNT else duration_text(value)


class TermWords(ABC):
    """Terms in words, for one sentence."""

    def __init__(self, names: Names) -> None:
        self.names = names

    @abstractmethod
    def counted(self, term: typed.CountOf) -> str:
        """`requests on A that are received at some time`, said with the instant in force."""

    def term(self, term: Term) -> str:
        """Any term as a noun."""
        if sort_of(term) is Sort.INSTANT and not isinstance(term, typed.DefinedTerm | typed.FieldOf | typed.Quantity):
            return self.instant(term)
        match term:
            case typed.Variable():
                return self.names.mention(term)
            case typed.Individual(name=name) | typed.Quantity(name=name) | typed.DefinedTerm(name=name):
                return name
            case typed.FieldOf(subject, field):
                return f"{self.term(subject)}'s {field.name}"
            case typed.Constant(value, type_):
                return constant_text(value, type_.sort)
            case typed.Plus(left, right):
                return f"{self._operand(left)} plus {self._operand(right)}"
            case typed.Minus(left, right) if sort_of(left) is sort_of(right) is Sort.INSTANT:
                return f"the time from {self.moment(right)} to {self.moment(left)}"
            case typed.Minus(left, right):
                return f"{self._operand(left)} minus {self._operand(right)}"
            case typed.Times(left, right):
                return f"{self._operand(left)} times {self._operand(right)}"
            case typed.Least(terms):
                return f"the least of {self._among(terms)}"
            case typed.Greatest(terms):
                return f"the greatest of {self._among(terms)}"
            case typed.CountOf():
                return f"the number of {self.counted(term)}"
            case _:
                return self.instant(term)

    def instant(self, term: Term) -> str:
        """An instant as a noun, to stand after `at`, `before` and `after`."""
        match term:
            case typed.ObservationInstant() | typed.Beginning() | typed.DefinedTerm() | typed.FieldOf() | typed.Quantity():
                return self.moment(term)
            case typed.Least() | typed.Greatest():
                return self.moment(term)
            case _:
                return f"the instant {self.moment(term)}"

    def moment(self, term: Term) -> str:
        """An instant as it follows `no later than`."""
        match term:
            case typed.Moment(subject, event):
                return f"when {self.term(subject)} is {event.name}"
            case typed.ObservationInstant(name):
                return f'the observation "{name}"'
            case typed.Beginning():
                return "the beginning"
            case typed.Constant(value, type_):
                return f"{constant_text(value, type_.sort)} on the record's clock"
            case typed.Plus():
                start, offsets = self._offsets(term)
                length = self._operand(offsets[0]) if len(offsets) == 1 else f"({' plus '.join(self._operand(each) for each in offsets)})"
                return f"{length} after {self._reference_point(start)}"
            case typed.Minus(left, right):
                return f"{self._operand(right)} before {self._reference_point(left)}"
            case typed.Least(terms):
                return f"the first to come of ({'; '.join(self.moment(each) for each in terms)})"
            case typed.Greatest(terms):
                return f"the last of ({'; '.join(self.moment(each) for each in terms)}), which all come,"
            case _:
                return self.term(term)

    def reference_point(self, term: Term) -> str:
        """An instant as it follows `before` and `after`: `A is deleted`, `the instant 5s after A is deleted`."""
        return self._clause_of(term) or self.instant(term)

    def _reference_point(self, term: Term) -> str:
        """The same, where an offset of an offset needs no repeated noun."""
        return self._clause_of(term) or self.moment(term)

    def _offsets(self, term: Term) -> tuple[Term, list[Term]]:
        """The instant that durations are added to, and these in the order of the text."""
        if not isinstance(term, typed.Plus):
            return term, []
        if sort_of(term.left) is not Sort.INSTANT and sort_of(term.right) is Sort.INSTANT:
            start, offsets = self._offsets(term.right)
            return start, [term.left, *offsets]
        start, offsets = self._offsets(term.left)
        return start, [*offsets, term.right]

    def _clause_of(self, term: Term) -> str | None:
        return f"{self.term(term.subject)} is {term.event.name}" if isinstance(term, typed.Moment) else None

    def _operand(self, term: Term) -> str:
        text = self.term(term)
        return (
            f"({text})" if isinstance(term, typed.Plus | typed.Minus | typed.Times | typed.CountOf | typed.Least | typed.Greatest) else text
        )

    def _among(self, terms: tuple[Term, ...]) -> str:
        return joined(self._operand(each) for each in terms)
