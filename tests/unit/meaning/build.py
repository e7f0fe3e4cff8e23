"""Typed nodes and worlds by hand, in few words. Everything stands at one dummy place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from checkspec.meaning.world import Member, Value, World
from checkspec.text.source import Source, Span
from checkspec.theory import typed
from checkspec.theory.typed import Event, Field, Formula, Individual, Kind, Line, Role, Sees, Sort, State, Term, Theory, Type, Variable

HERE = Span(Source("test.drn", ""), 0, 0)
DURATION, COUNT, BOOL, INSTANT = Type(Sort.DURATION), Type(Sort.COUNT), Type(Sort.BOOL), Type(Sort.INSTANT)
LAG = Type(Sort.DURATION, optional=True)


def kind(name: str, events: str = "", states: str = "", **fields: Type) -> Kind:
    """A kind with free events and states, given as words."""
    made = Kind(name, HERE)
    made.events = {each: Event(each, HERE) for each in events.split()}
    made.states = {each: State(each, HERE) for each in states.split()}
    made.fields = {each: Field(each, type_, HERE) for each, type_ in fields.items()}
    return made


def to(target: Kind, optional: bool = False) -> Type:
    return Type(Sort.INDIVIDUAL, target, optional=optional)


def derive(kind_: Kind, state: str, definition: Formula) -> None:
    kind_.states[state] = State(state, HERE, definition=definition)


def derive_event(kind_: Kind, event: str, definition: Term) -> None:
    kind_.events[event] = Event(event, HERE, definition=definition)


def sees(consumer: Kind, subject: Kind, field: str = "lag") -> None:
    consumer.sees[subject.name] = Sees(subject, of(consumer.self, field), HERE)


def variable(name: str, kind_: Kind, written: bool = True) -> Variable:
    return Variable(name, kind_, HERE, written)


def individual(name: str, kind_: Kind) -> Individual:
    return Individual(name, kind_, HERE)


def subject_kind(subject: Term) -> Kind:
    if isinstance(subject, typed.FieldOf):
        assert subject.field.type.kind is not None
        return subject.field.type.kind
    assert isinstance(subject, Variable | Individual)
    return subject.kind


def of(subject: Term, field: str) -> typed.FieldOf:
    return typed.FieldOf(subject, subject_kind(subject).fields[field], HERE)


def when(subject: Term, event: str) -> typed.Moment:
    return typed.Moment(subject, subject_kind(subject).events[event], HERE)


def is_(subject: Term, word: str) -> Formula:
    """`subject is word`: an event that has happened or a state that holds."""
    of_kind = subject_kind(subject)
    if word in of_kind.events:
        return typed.Happened(subject, of_kind.events[word], HERE)
    return typed.Holds(subject, of_kind.states[word], HERE)


def seconds(value: Fraction | int | str) -> typed.Constant:
    return typed.Constant(Fraction(value), DURATION, HERE)


def number(value: int) -> typed.Constant:
    return typed.Constant(Fraction(value), COUNT, HERE)


def choice(value: str, *choices: str) -> typed.Constant:
    return typed.Constant(value, Type(Sort.CHOICE, choices=choices), HERE)


WORDS = {"before": "<", "after": ">", "by": "<="}


def compare(left: Term, word: str, right: Term) -> typed.Compare:
    return typed.Compare(WORDS.get(word, word), left, right, word, HERE)


def same(left: Term, right: Term, different: bool = False) -> typed.Same:
    return typed.Same(left, right, different, HERE)


def absent(term: Term) -> typed.Absent:
    return typed.Absent(term, HERE)


def within(moment: Term, bound: Term, start: Term) -> typed.Within:
    return typed.Within(moment, bound, start, HERE)


def plus(left: Term, right: Term) -> typed.Plus:
    return typed.Plus(left, right, HERE)


def minus(left: Term, right: Term) -> typed.Minus:
    return typed.Minus(left, right, HERE)


def count(variable_: Variable, where: Formula | None = None) -> typed.CountOf:
    return typed.CountOf(variable_, where, HERE)


def not_(part: Formula) -> typed.Not:
    return typed.Not(part, HERE)


def and_(*parts: Formula) -> typed.And:
    return typed.And(parts, HERE)


def or_(*parts: Formula) -> typed.Or:
    return typed.Or(parts, HERE)


def if_(condition: Formula, body: Formula) -> typed.If:
    return typed.If(condition, body, HERE)


def quantified(
    quantity: str, variable_: Variable, body: Formula | None = None, where: Formula | None = None, phrases: Iterable[Formula] = ()
) -> typed.Quantified:
    return typed.Quantified(quantity, variable_, tuple(phrases), where, body, HERE)


def no_other(variable_: Variable, where: Formula | None = None, phrases: Iterable[Formula] = ()) -> typed.NoOther:
    return typed.NoOther(variable_, tuple(phrases), where, HERE)


def at(instant: Term, body: Formula) -> typed.At:
    return typed.At(instant, body, HERE)


def during(start: Term | None, end: Term | None, body: Formula) -> typed.During:
    return typed.During(start, end, body, HERE)


def always(body: Formula) -> typed.Always:
    return typed.Always(body, HERE)


def ever(body: Formula) -> typed.Ever:
    return typed.Ever(body, HERE)


def seen_by(consumer: Term, body: Formula) -> typed.SeenBy:
    return typed.SeenBy(consumer, body, HERE)


def line(formula: Formula, label: str = "a line", role: Role = Role.RULE) -> Line:
    return Line(role, label, formula, HERE)


def theory(
    *kinds: Kind, individuals: Iterable[Individual] = (), quantities: Iterable[typed.Quantity] = (), observations: str = ""
) -> Theory:
    return Theory(
        case=None,
        title="",
        kinds={each.name: each for each in kinds},
        individuals=tuple(individuals),
        quantities=tuple(quantities),
        lines=(),
        offers=(),
        promises=(),
        observations=tuple(typed.Observation(name, "", "", (), HERE) for name in observations.split()),
        expectations=(),
        dropped=(),
        rulebooks=(),
        sources={},
    )


def exact(value: Value | int | float) -> Value:
    return Fraction(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value


def member(
    name: str,
    kind_: Kind,
    events: Mapping[str, int | float | Fraction] | None = None,
    states: Mapping[str, Sequence[tuple[int | float | Fraction, bool]]] | None = None,
    **fields: Value | int | float,
) -> Member:
    """`request#1` is unnamed, anything else named."""
    return Member(
        name,
        kind_.name,
        "#" not in name,
        {field: exact(value) for field, value in fields.items()},
        {event: Fraction(str(moment)) for event, moment in (events or {}).items()},
        {state: tuple((Fraction(str(moment)), value) for moment, value in changes) for state, changes in (states or {}).items()},
    )


def world(
    *members: Member,
    beginning: int | Fraction = 0,
    observations: dict[str, int] | None = None,
    quantities: dict[str, int] | None = None,
    knowledge: dict[tuple[str, str], list[tuple[int, int]]] | None = None,
) -> World:
    return World(
        Fraction(beginning),
        members,
        {name: Fraction(instant) for name, instant in (observations or {}).items()},
        {name: Fraction(value) for name, value in (quantities or {}).items()},
        {pair: tuple((Fraction(a), Fraction(b)) for a, b in samples) for pair, samples in (knowledge or {}).items()},
    )
