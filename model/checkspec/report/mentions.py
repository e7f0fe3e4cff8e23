"""What a formula speaks of: events, states, fields, individuals; and the formula with individuals in its variables' places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from checkspec.meaning.terms import kind_of
from checkspec.meaning.walk import Expression, parts
from checkspec.text.node import Node, node
from checkspec.theory.typed import (
    Always,
    At,
    CountOf,
    Event,
    Field,
    FieldOf,
    Formula,
    Happened,
    Holds,
    Individual,
    Kind,
    Moment,
    NoOther,
    ObservationInstant,
    Quantified,
    SeenBy,
    State,
    Variable,
)


@node
class Mentions(Node):
    """What a text speaks of. `individuals` and `observations` by name; `populations`: the kinds that it quantifies over."""

    events: frozenset[Event]
    states: frozenset[State]
    fields: frozenset[Field]
    individuals: frozenset[str]
    observations: frozenset[str]
    populations: frozenset[Kind]


def mentions(*nodes: Expression, deep: bool = False, times: bool = True) -> Mentions:
    """What the formulas and terms speak of; `deep`: also what the definitions of their states and events speak of, and the bounds of
    what is seen in them. Without `times` the definitions of events, which say when they happen, are left out of that."""
    events: set[Event] = set()
    states: set[State] = set()
    own: set[Field] = set()
    individuals: set[str] = set()
    observations: set[str] = set()
    populations: set[Kind] = set()
    stack: list[Expression] = list(nodes)
    while stack:
        node = stack.pop()
        stack += parts(node)
        definition: Expression | None = None
        match node:
            case Happened(event=event) | Moment(event=event):
                if event not in events:
                    events.add(event)
                    definition = event.definition if times else None
            case Holds(state=state):
                if state not in states:
                    states.add(state)
                    definition = state.definition
            case FieldOf(field=field):
                own.add(field)
            case SeenBy(consumer=consumer) if deep:
                stack += [seen.bound for seen in kind_of(consumer).sees.values()]
            case Individual(name=name):
                individuals.add(name)
            case ObservationInstant(name=name):
                observations.add(name)
            case Quantified(variable=variable) | NoOther(variable=variable) | CountOf(variable=variable):
                populations.add(variable.kind)
            case _:
                pass
        if deep and definition is not None:
            stack.append(definition)
    return Mentions(
        frozenset(events), frozenset(states), frozenset(own), frozenset(individuals), frozenset(observations), frozenset(populations)
    )


def looks(node: Expression) -> bool:
    """Whether a text speaks of what somebody knows."""
    return isinstance(node, SeenBy) or any(looks(part) for part in parts(node))


def seen_events(node: Expression) -> Iterator[Event]:
    """The events that somebody is said to know of, as often as it is said."""
    if isinstance(node, SeenBy):
        yield from mentions(node.body).events
    for part in parts(node):
        yield from seen_events(part)


def subject(formula: Formula) -> Kind | None:
    """The kind of which a formula says something about each, or none, or some; None: it begins otherwise."""
    match formula:
        case Quantified(variable=variable) | NoOther(variable=variable):
            return variable.kind
        case Always(body=body) | At(body=body):
            return subject(body)
        case _:
            return None


def with_individuals(formula: Formula, names: Mapping[Variable, str]) -> Formula:
    """The formula with a name in each variable's place."""
    replaced: Formula = _replaced(formula, names)
    return replaced


def _replaced(node: Any, names: Mapping[Variable, str]) -> Any:
    if isinstance(node, Variable):
        return Individual(names[node], node.kind, node.span) if node in names else node
    if isinstance(node, tuple):
        return tuple(_replaced(each, names) for each in node)
    if not isinstance(node, Expression) or isinstance(node, Individual):
        return node
    changed = {field.name: _replaced(getattr(node, field.name), names) for field in fields(node) if field.name not in {"span", "variable"}}
    return replace(node, **changed)
