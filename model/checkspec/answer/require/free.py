"""What is free: quantities, and fields of named individuals, whose values are dropped or were never given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from checkspec.meaning.traced import Place
from checkspec.meaning.world import Value
from checkspec.text.node import Node, node
from checkspec.theory.typed import (
    Absent,
    Compare,
    Constant,
    Field,
    FieldOf,
    Formula,
    Greatest,
    Individual,
    Least,
    Line,
    Minus,
    Plus,
    Promise,
    Quantity,
    Role,
    Same,
    Sort,
    Term,
    Theory,
    Times,
    Type,
)


class Unsaid(Exception):
    """Nothing gives the value of a term."""


@node
class Free(Node):
    """`place`: member and field; for a quantity the member is "". `line`: the one that gives it a value in the file, if one does; `given`:
    that value, if it is written in numbers (`known`) and not hung on something that has none."""

    place: Place
    term: Term
    type: Type
    line: Line | None
    known: bool
    given: Value

    @property
    def name(self) -> str:
        """As the language spells it."""
        member, field = self.place
        return f"{member}.{field}" if member else field

    @property
    def is_number(self) -> bool:
        return self.type.sort in NUMBERS

    @property
    def least(self) -> Fraction | None:
        """The least value, if there is one."""
        return None if self.type.sort is Sort.INSTANT else Fraction(0)


FURTHER = 6
"""So many values of the file are looked at besides."""
NUMBERS = (Sort.DURATION, Sort.COUNT, Sort.INSTANT)
VALUES = (*NUMBERS, Sort.BOOL, Sort.CHOICE)


def all_places(theory: Theory) -> dict[Place, tuple[Term, Type]]:
    """Everything that can be free, quantities first, then in the file's order."""
    found: dict[Place, tuple[Term, Type]] = {("", each.name): (each, each.type) for each in theory.quantities}
    for individual in theory.individuals:
        for field in individual.kind.fields.values():
            if field.type.sort in VALUES:
                found[individual.name, field.name] = (FieldOf(individual, field, field.span), field.type)
    return found


def place_of(line: Line) -> Place | None:
    """What a line gives a value to."""
    if line.role not in (Role.VALUE, Role.DEFAULT):
        return None
    if line.subject is not None and line.field is not None:
        return line.subject.name, line.field.name
    subject = _valued(line.formula)[0]
    return ("", subject.name) if isinstance(subject, Quantity) else None


def values_of(lines: Iterable[Line]) -> dict[Place, Line]:
    """The lines that give values, by what they give one to."""
    return {place: line for line in lines if (place := place_of(line)) is not None}


def _valued(formula: Formula) -> tuple[Term | None, Term | None]:
    """What a line's formula gives a value to, and the value; None: that it is absent."""
    match formula:
        case Compare(operator="=", left=left, right=right) | Same(left=left, right=right, different=False):
            return left, right
        case Absent(term=term):
            return term, None
        case _:
            return None, None


def free_of(theory: Theory, lines: Sequence[Line], places: Iterable[Place]) -> list[Free]:
    """These places, with what the lines give them."""
    known, given = all_places(theory), values_of(lines)
    chosen = list(places)
    made = []
    for place in chosen:
        term, type_ = known[place]
        line = given.get(place)
        try:
            value, certain = (None, False) if line is None else (_value(line, given), True)
        except Unsaid:
            value, certain = None, False
        made.append(Free(place, term, type_, line, certain, value))
    return made


def certain_places(lines: Sequence[Line]) -> frozenset[Place]:
    """The numbers that their own lines give: a literal."""
    found = set()
    for place, line in values_of(lines).items():
        value = _valued(line.formula)[1]
        if isinstance(value, Constant) and isinstance(value.value, Fraction):
            found.add(place)
    return frozenset(found)


def freed(theory: Theory, places: frozenset[Place]) -> Theory:
    """The theory without the values of these places."""

    def kept(lines: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(line for line in lines if place_of(line) not in places)

    offers = tuple(replace(offer, lines=kept(offer.lines)) for offer in theory.offers)
    return replace(theory, lines=kept(theory.lines), offers=offers)


def unknown_places(theory: Theory, lines: Sequence[Line]) -> list[Place]:
    """What these lines give no value to."""
    given = values_of(lines)
    return [place for place in all_places(theory) if place not in given]


def further_places(theory: Theory, promise: Promise, places: Sequence[Place]) -> list[Place]:
    """Other places to which the spec itself gives a literal value, the first few."""
    known = all_places(theory)
    found = []
    for place, line in values_of(theory.lines_for(promise.offer)).items():
        if line.role is Role.VALUE and place in known and place not in places and isinstance(_valued(line.formula)[1], Constant):
            found.append(place)
    return found[:FURTHER]


def _value(line: Line, given: dict[Place, Line]) -> Value:
    """The value that a line gives. Raises Unsaid."""
    value = _valued(line.formula)[1]
    return None if value is None else _worked_out(value, given, 0)


def _worked_out(term: Term, given: dict[Place, Line], depth: int) -> Value:
    def number(part: Term) -> Fraction:
        value = _worked_out(part, given, depth + 1)
        if not isinstance(value, Fraction):
            raise Unsaid
        return value

    match term:
        case Constant(value=value):
            return value
        case Quantity(name=name):
            place: Place = ("", name)
        case FieldOf(subject=Individual(name=member), field=Field(name=name)):
            place = (member, name)
        case Plus(left=left, right=right):
            return number(left) + number(right)
        case Minus(left=left, right=right):
            return number(left) - number(right)
        case Times(left=left, right=right):
            return number(left) * number(right)
        case Least(terms=terms):
            return min(number(each) for each in terms)
        case Greatest(terms=terms):
            return max(number(each) for each in terms)
        case _:
            raise Unsaid
    if place not in given or depth > len(given):
        raise Unsaid
    value_term = _valued(given[place].formula)[1]
    if value_term is None:
        raise Unsaid
    return _worked_out(value_term, given, depth + 1)


def with_line(theory: Theory, line: Line) -> Theory:
    """The theory with one line more, for every offer."""
    offers = tuple(replace(offer, lines=(*offer.lines, line)) for offer in theory.offers)
    return replace(theory, lines=(*theory.lines, line), offers=offers)


def with_values(theory: Theory, values: Iterable[tuple[Free, Value]]) -> Theory:
    """The theory with these values in the place of what it gives."""
    chosen = list(values)
    theory = freed(theory, frozenset(free.place for free, _ in chosen))
    for free, value in chosen:
        theory = with_line(theory, _line(free, value))
    return theory


def _line(free: Free, value: Value) -> Line:
    span = free.term.span
    subject, field = (free.term.subject, free.term.field) if isinstance(free.term, FieldOf) else (None, None)
    formula: Formula
    if value is None:
        formula = Absent(free.term, span)
    elif isinstance(value, Fraction):
        formula = Compare("=", free.term, Constant(value, free.type, span), "=", span)
    else:
        formula = Same(free.term, Constant(value, free.type, span), False, span)
    assert subject is None or isinstance(subject, Individual)
    return Line(Role.VALUE, free.name, formula, span, subject=subject, field=field)
