"""Observations of a scenario: what was seen, at which instant, by whom."""

from __future__ import annotations

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.theory.complaints import Complaints, unknown
from checkspec.theory.depth import shallow
from checkspec.theory.formulas import formula
from checkspec.theory.lines import written
from checkspec.theory.names import Context
from checkspec.theory.scenario import Scenario
from checkspec.theory.terms import as_instant, term
from checkspec.theory.typed import At, Compare, Individual, Line, Observation, ObservationInstant, Role, SeenBy


def observations(scenario: Scenario, complaints: Complaints) -> tuple[Observation, ...]:
    """The observations in the file's order, each not before the one before it."""
    found: list[Observation] = []
    things = scenario.vocabulary.spec.things
    for layer in scenario.layers:
        for item in layer.items:
            if isinstance(item, tree.ObserveDecl) and getattr(things.get(item.name.text), "span", None) == item.name.span:
                found.append(_observation(item, scenario, found[-1].name if found else None, complaints))
    return tuple(found)


def _observation(item: tree.ObserveDecl, scenario: Scenario, previous: str | None, complaints: Complaints) -> Observation:
    name, place = item.name.text, item.name.span
    instant = ObservationInstant(name, place)
    lines: list[Line | None] = []
    make = scenario.lines.once
    if previous is not None:
        order = Compare(">=", instant, ObservationInstant(previous, place), ">=", place)
        lines.append(make((id(item), "order", previous), lambda: Line(Role.OBSERVED, f"{name} is not before {previous}", order, place)))
    if item.at is not None:
        at = item.at

        def given() -> Line:
            value = as_instant(term(at, scenario.lines.context), at)
            return Line(Role.OBSERVED, f"{name} at {written(at.span)}", Compare("=", instant, value, "=", at.span), at.span)

        lines.append(make((id(item), "at"), given))
    source, consumer = "", None
    with complaints:
        source, consumer = _source(item, scenario)
    for each in item.formulas:
        lines.append(make((id(each), "seen"), lambda each=each: _fact(each, instant, consumer, scenario)))  # type: ignore[misc]
    title = "" if item.title is None else item.title.text
    return Observation(name, title, source, tuple(line for line in lines if line is not None), item.span)


def _source(item: tree.ObserveDecl, scenario: Scenario) -> tuple[str, Individual | None]:
    """Who observed, and the consumer in whose knowledge the observation is to be read, if it is one."""
    if item.by is None or isinstance(item.by, tree.Text):
        return ("" if item.by is None else item.by.text), None
    name = item.by.text
    thing = scenario.vocabulary.spec.things.get(name)
    if isinstance(thing, Individual):
        return name, thing if thing.kind.sees else None
    if name not in scenario.stated.sources and name not in scenario.vocabulary.spec.broken:
        known = [each.name for each in scenario.vocabulary.spec.things.values() if isinstance(each, Individual)]
        raise unknown(
            Code.DRN218,
            f"no source or individual is called `{name}`",
            item.by,
            [*scenario.stated.sources, *known],
            f'a source in words is a string: `by "{name}"`',
        )
    return name, None


def _fact(expression: tree.Expression, instant: ObservationInstant, consumer: Individual | None, scenario: Scenario) -> Line:
    shallow(expression)
    span = expression.span
    context = Context(scenario.vocabulary.spec, instant=True)
    if consumer is None:
        fact = At(instant, formula(expression, context), span)
    else:
        fact = At(instant, SeenBy(consumer, formula(expression, context.seen_by(consumer.kind)), span), span)
    return Line(Role.OBSERVED, written(span), fact, span)
