"""What those know who choose by what they know, such as a proxy: what of them is observed, and how late they may be."""

from __future__ import annotations

from collections.abc import Sequence

from checkspec.report.ask.question import CONSUMER, Part, Question, Write, at, unused, where_noticed
from checkspec.text.lists import joined
from checkspec.theory.complaints import a
from checkspec.theory.completion import completion_of
from checkspec.theory.typed import (
    Event,
    Field,
    FieldOf,
    Happened,
    Holds,
    Individual,
    Kind,
    Line,
    Moment,
    NoOther,
    Observation,
    Promise,
    Quantified,
    Role,
    SeenBy,
    State,
    Theory,
)
from checkspec.theory.walk import nodes
from checkspec.theory.wording import moments


def concerned(theory: Theory, promise: Promise) -> tuple[Individual, ...] | None:
    """The consumers that a promise is about: those whom it names, else all named ones to whom what it speaks of may refer. None if it is
    about none; empty if about one that nobody has named."""
    named = tuple(dict.fromkeys(each for each in nodes(promise.formula) if isinstance(each, Individual) and each.kind.sees))
    if named:
        return named
    kinds = _consulted(promise)
    if not kinds:
        return None
    return tuple(each for each in theory.individuals if each.kind in kinds)


def consumer_part(theory: Theory, promise: Promise, consumers: Sequence[Individual] | None) -> Part | None:
    """What each consumer is seen to know, and how late it may know."""
    if consumers is None:
        return None
    if not consumers:
        kind = _consulted(promise)[0]
        text = f"Which {kind.name} chooses, and how late may it know what changes? The offer names none."
        late = [each.field.name for seen in kind.sees.values() for each in nodes(seen.bound) if isinstance(each, FieldOf)]
        fields = f" {{ {', '.join(f'{each}: 5s' for each in late)} }}" if late else ""
        write = Write(f"{kind.name} {unused(theory, f'{kind.name[0]}1', kind.name[0])}{fields}", None, "for example")
        return Part(CONSUMER, "", (Question(CONSUMER, text, (write,)),))
    named: list[str] = []
    questions: list[Question] = []
    for consumer in consumers:
        seen = [observation.name for observation in theory.observations if _observes(observation, consumer)]
        if seen:
            named.append(f"{consumer.name} observed at {joined(seen)}")
        else:
            questions.append(_observation(theory, promise, consumer))
        late, question = _lateness(theory, promise, consumer)
        named += late
        questions += question
    return Part(CONSUMER, "; ".join(named), tuple(questions))


def _consulted(promise: Promise) -> list[Kind]:
    """The kinds of consumers to whom those may refer that the promise quantifies over; of consumers of consumers only the nearer."""
    variables = [each.variable for each in nodes(promise.formula) if isinstance(each, Quantified)]
    kinds = {field.type.kind: None for each in variables for field in each.kind.fields.values() if _leads_to_consumer(field)}
    found = [each for each in kinds if each is not None]
    return [each for each in found if not any(other.name in each.sees for other in found)]


def _leads_to_consumer(field: Field) -> bool:
    return field.type.kind is not None and bool(field.type.kind.sees)


def _observes(observation: Observation, consumer: Individual) -> bool:
    return any(isinstance(each, SeenBy) and each.consumer is consumer for line in observation.lines for each in nodes(line.formula))


def _observation(theory: Theory, promise: Promise, consumer: Individual) -> Question:
    who, change = _change(theory, promise, consumer)
    if who is None:
        text = f"What does {consumer.name} itself know, and since when? No observation is its own."
        return Question(CONSUMER, text, ())
    places = where_noticed(theory, change)
    text = f"Has {consumer.name} itself applied that {who.name} is {change.name}, and since when?"
    if places:
        text += f" A record made {at(places)} does not say what {consumer.name} knows."
    name = unused(theory, "applied", "applied")
    fact = _shown(theory, consumer) or f"{who.name} is {change.name}"
    return Question(CONSUMER, text, (Write(f"observe {name} by {consumer.name} {{ {fact} }}"),))


def _shown(theory: Theory, consumer: Individual) -> str:
    """What was observed of the states of somebody that the consumer sees, as it is written."""
    for observation in theory.observations:
        for line in observation.lines:
            facts = list(nodes(line.formula))
            subjects = [each.subject for each in facts if isinstance(each, Holds)]
            foreign = any(isinstance(each, Happened | Moment | SeenBy | Quantified | NoOther | FieldOf) for each in facts)
            if subjects and not foreign and all(isinstance(each, Individual) and each.kind.name in consumer.kind.sees for each in subjects):
                return " ".join(line.formula.span.text.split())
    return ""


def _change(theory: Theory, promise: Promise, consumer: Individual) -> tuple[Individual | None, Event | State]:
    """Whose moment the promise turns on, of those whom the consumer sees."""
    completion = completion_of(promise.formula)
    found = [] if completion is None else list(moments(completion))
    found += [
        (each.subject, each.event)
        for each in nodes(promise.formula)
        if isinstance(each, Moment | Happened) and isinstance(each.subject, Individual)
    ]
    for who, event in found:
        if who.kind.name in consumer.kind.sees:
            return who, event
    for who in theory.individuals:
        if who.kind.name in consumer.kind.sees and who.kind.states:
            return who, next(reversed(who.kind.states.values()))
    return None, Event("", consumer.span)


def _lateness(theory: Theory, promise: Promise, consumer: Individual) -> tuple[list[str], list[Question]]:
    """The bounds of what a consumer knows: those that are given, and questions for the others."""
    named: list[str] = []
    questions: list[Question] = []
    fields = {
        each.field: seen.kind.name for seen in consumer.kind.sees.values() for each in nodes(seen.bound) if isinstance(each, FieldOf)
    }
    for field, kind in fields.items():
        line = _given(theory, promise, consumer, field)
        if line is not None and line.role is Role.VALUE:
            named.append(f"{' '.join(line.label.split())} (line {line.span.line})")
            continue
        text = f"How late may {consumer.name} know what becomes of {a(kind)}? Nothing bounds its {field.name}."
        if line is not None:
            text = f"How late may {consumer.name} know what becomes of {a(kind)}? Its {field.name} is only the default."
        questions.append(Question(CONSUMER, text, (Write(f"{consumer.name}.{field.name}: 5s", None, "for example"),)))
    return named, questions


def _given(theory: Theory, promise: Promise, who: Individual, field: Field) -> Line | None:
    return next((line for line in theory.lines_for(promise.offer) if line.subject is who and line.field is field), None)
