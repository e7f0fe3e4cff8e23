"""Terms: what each denotes. One small function for each construct compiles it to a closure."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from checkspec.meaning.exact import less
from checkspec.meaning.frame import Compiler, Frame, Instant, TermCode, with_bound
from checkspec.meaning.world import Member
from checkspec.theory import typed
from checkspec.theory.typed import Event, Sort, Term

MomentCode = Callable[[Frame, Member], Fraction | None]
"""When an event happens to a member; None: never."""


def compile_term(compiler: Compiler, term: Term, seen: bool) -> TermCode:
    """The code of a term. `seen` matters only for what a count counts."""
    match term:
        case typed.Variable():
            variable = term
            return lambda frame, t: frame.bound[variable]
        case typed.Individual(name=name):
            return lambda frame, t: frame.by_name[name]
        case typed.Quantity(name=name):
            return lambda frame, t: frame.world.quantities.get(name)
        case typed.ObservationInstant(name=name):
            return lambda frame, t: frame.world.observations.get(name)
        case typed.Beginning():
            return lambda frame, t: frame.world.beginning
        case typed.Constant(value=value):
            return lambda frame, t: value
        case typed.DefinedTerm(term=meaning):
            return compiler.term(meaning, seen)
        case typed.FieldOf():
            return _field(compiler, term, seen)
        case typed.Moment():
            return _moment(compiler, term, seen)
        case typed.Plus(left, right):
            return _arithmetic(compiler, left, right, lambda a, b: a + b, seen)
        case typed.Minus(left, right):
            return _arithmetic(compiler, left, right, lambda a, b: a - b, seen)
        case typed.Times(left, right):
            return _arithmetic(compiler, left, right, lambda a, b: a * b, seen)
        case typed.Least(terms):
            return _least([compiler.term(each, seen) for each in terms])
        case typed.Greatest(terms):
            return _greatest([compiler.term(each, seen) for each in terms])
        case typed.CountOf():
            return _count(compiler, term, seen)


def moment_of(compiler: Compiler, event: Event, kind: typed.Kind) -> MomentCode:
    """When `event` happens to a member of `kind`. A derived event is worked out once for each member: no instant is in force in it."""
    name = event.name
    if event.definition is None:
        return lambda frame, member: member.events.get(name)
    definition = compiler.term(event.definition)

    def derived(frame: Frame, member: Member) -> Fraction | None:
        key = (member.name, name)
        if key not in frame.moments:
            frame.moments[key] = with_bound(frame, kind.self, member, definition, None)
        return frame.moments[key]

    return derived


def kind_of(term: Term) -> typed.Kind:
    """The kind of the individual that a term of sort INDIVIDUAL denotes."""
    match term:
        case typed.Variable(kind=kind) | typed.Individual(kind=kind):
            return kind
        case typed.FieldOf(field=typed.Field(type=typed.Type(sort=Sort.INDIVIDUAL, kind=typed.Kind() as kind))):
            return kind
        case typed.DefinedTerm(term=meaning):
            return kind_of(meaning)
        case _:
            raise TypeError(f"{term!r} is no individual")


def _field(compiler: Compiler, term: typed.FieldOf, seen: bool) -> TermCode:
    subject = compiler.term(term.subject, seen)
    name = term.field.name

    def value(frame: Frame, t: Instant) -> Any:
        member = subject(frame, t)
        return None if member is None else member.fields.get(name)

    def reference(frame: Frame, t: Instant) -> Member | None:
        member = subject(frame, t)
        target = None if member is None else member.fields.get(name)
        return None if target is None else frame.by_name[target]

    return reference if term.field.type.sort is Sort.INDIVIDUAL else value


def _moment(compiler: Compiler, term: typed.Moment, seen: bool) -> TermCode:
    name = term.event.name
    if isinstance(term.subject, typed.Variable) and term.event.definition is None:  # by far the most frequent
        variable = term.subject
        return lambda frame, t: frame.bound[variable].events.get(name)
    subject = compiler.term(term.subject, seen)
    moment = moment_of(compiler, term.event, kind_of(term.subject))

    def of_subject(frame: Frame, t: Instant) -> Fraction | None:
        member = subject(frame, t)
        return None if member is None else moment(frame, member)

    return of_subject


def _arithmetic(compiler: Compiler, left: Term, right: Term, operation: Callable[[Any, Any], Any], seen: bool) -> TermCode:
    """Absent if a side is."""
    first, second = compiler.term(left, seen), compiler.term(right, seen)

    def result(frame: Frame, t: Instant) -> Fraction | None:
        a = first(frame, t)
        if a is None:
            return None
        b = second(frame, t)
        return None if b is None else operation(a, b)

    return result


def _least(codes: list[TermCode]) -> TermCode:
    """Of the arguments that are there; absent only if none is."""

    def result(frame: Frame, t: Instant) -> Fraction | None:
        least: Fraction | None = None
        for code in codes:
            value = code(frame, t)
            if value is not None and (least is None or less(value, least)):
                least = value
        return least

    return result


def _greatest(codes: list[TermCode]) -> TermCode:
    """Absent if any argument is."""

    def result(frame: Frame, t: Instant) -> Fraction | None:
        greatest: Fraction | None = None
        for code in codes:
            value = code(frame, t)
            if value is None:
                return None
            if greatest is None or less(greatest, value):
                greatest = value
        return greatest

    return result


def _count(compiler: Compiler, term: typed.CountOf, seen: bool) -> TermCode:
    kind, variable = term.variable.kind.name, term.variable
    if term.where is None:
        return lambda frame, t: Fraction(len(frame.by_kind[kind]))
    where = compiler.formula(term.where, seen)

    def result(frame: Frame, t: Instant) -> Fraction:
        return Fraction(sum(with_bound(frame, variable, member, where, t) for member in frame.by_kind[kind]))

    return result
