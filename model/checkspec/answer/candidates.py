"""The reports that could settle a promise: what can be said of those whom it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checkspec.meaning.walk import Expression, binds, parts
from checkspec.text.node import Node, node
from checkspec.theory.typed import (
    At,
    Event,
    Formula,
    Happened,
    Holds,
    Individual,
    Moment,
    NoOther,
    Not,
    ObservationInstant,
    Promise,
    Quantified,
    Theory,
)


@node
class Report(Node):
    """`said`: what is reported, at the instant in force. `at`: the name of the observation to which it belongs; None: at no instant."""

    said: Formula
    at: str | None

    @property
    def formula(self) -> Formula:
        span = self.said.span
        return self.said if self.at is None else At(ObservationInstant(self.at, span), self.said, span)


def candidates(theory: Theory, promise: Promise, at: str, further: str) -> Iterator[Report]:
    """The reports that may be made, those first that lie nearest to the promise: that its events have happened to the individuals of its
    population and to those that it names, that they are all there are, what else may happen to them, and how the states stand of which
    the promise speaks."""
    formula, span = promise.formula, promise.span
    said = list(_parts(formula))
    population = [each for each in theory.individuals if isinstance(formula, Quantified) and each.kind is formula.variable.kind]
    people = dict.fromkeys([*population, *(each for each in said if isinstance(each, Individual))])
    instants = dict.fromkeys([*(each.name for each in said if isinstance(each, ObservationInstant)), further, at])
    near = _promised(promise)
    states = {each.state for each in said if isinstance(each, Holds)}
    facts = [(who, event) for who in people for event in _nearest_first(list(who.kind.events.values()), near)]
    for instant in instants:
        yield from (Report(Happened(who, event, span), instant) for who, event in facts if event in near)
    if isinstance(formula, Quantified) and _without_a_name(formula):
        yield Report(NoOther(formula.variable, formula.phrases, formula.where, formula.span), None)
    for instant in instants:
        yield from (Report(Happened(who, event, span), instant) for who, event in facts if event not in near)
        yield from (Report(Not(Happened(who, event, span), span), instant) for who, event in facts)
        for who in people:
            for state in who.kind.states.values():
                if state in states:
                    yield Report(Holds(who, state, span), instant)
                    yield Report(Not(Holds(who, state, span), span), instant)


def _without_a_name(formula: Quantified) -> bool:
    """Whether `no other …` can say whom a quantifier speaks of. It has no variable, and its `self` is another inside a quantifier that has
    none either."""
    inside = [] if formula.where is None else list(_parts(formula.where))
    return not formula.variable.written or all(binds(part) is None or binds(part).written for part in inside)  # type: ignore[union-attr]


def _nearest_first(events: Sequence[Event], near: set[Event]) -> list[Event]:
    """The events of a kind, those first that are declared close to one of which the promise speaks."""
    places = [index for index, event in enumerate(events) if event in near]
    return sorted(events, key=lambda event: min((abs(events.index(event) - place) for place in places), default=0))


def _promised(promise: Promise) -> set[Event]:
    """The events of which a promise says that they happen, or not; of `every x where φ: ψ` those of ψ."""
    formula = promise.formula
    said = formula.body if isinstance(formula, Quantified) and formula.body is not None else formula
    return {each.event for each in _parts(said) if isinstance(each, Happened | Moment)}


def speaks_for(report: Report, promise: Promise) -> int:
    """1 if a report is of the sort that keeps the promise, -1 of that which breaks it, 0 neither: that something has happened of which the
    promise speaks, or that it has not; the other way round where the promise says that nobody is such."""
    happened = not isinstance(report.said, Not)
    fact = report.said.part if isinstance(report.said, Not) else report.said
    if not isinstance(fact, Happened):
        return 0
    if fact.event not in _promised(promise):
        return 0
    wanted = not (isinstance(promise.formula, Quantified) and promise.formula.quantity == "no")
    return 1 if happened == wanted else -1


def _parts(node: Expression) -> Iterator[Expression]:
    yield node
    for part in parts(node):
        yield from _parts(part)
