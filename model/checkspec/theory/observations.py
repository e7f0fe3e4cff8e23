"""Observations of a scenario: what was seen, at which instant, by whom, and what a complete record does not state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.theory.complaints import Complaints, unknown
from checkspec.theory.declared import Source
from checkspec.theory.depth import shallow
from checkspec.theory.formulas import formula
from checkspec.theory.lines import written
from checkspec.theory.names import Context
from checkspec.theory.scenario import Scenario
from checkspec.theory.silence import unstated
from checkspec.theory.statable import check
from checkspec.theory.terms import as_instant, term
from checkspec.theory.typed import At, Compare, Individual, Line, Observation, ObservationInstant, Role, SeenBy


def observations(scenario: Scenario, known: Mapping[str, Source], complaints: Complaints) -> tuple[Observation, ...]:
    """The observations in the file's order, each not before the one before it. `known`: the declared sources."""
    found: list[Observation] = []
    things = scenario.vocabulary.spec.things
    for layer in scenario.layers:
        for item in layer.items:
            if isinstance(item, tree.ObserveDecl) and getattr(things.get(item.name.text), "span", None) == item.name.span:
                found.append(_observation(item, scenario, known, found, complaints))
    return tuple(found)


def _observation(
    item: tree.ObserveDecl, scenario: Scenario, known: Mapping[str, Source], before: Sequence[Observation], complaints: Complaints
) -> Observation:
    name, place = item.name.text, item.name.span
    instant = ObservationInstant(name, place)
    lines: list[Line | None] = []
    make = scenario.lines.once
    if before:
        previous = before[-1].name
        order = Compare(">=", instant, ObservationInstant(previous, place), ">=", place)
        lines.append(make((id(item), "order", previous), lambda: Line(Role.OBSERVED, f"{name} is not before {previous}", order, place)))
    if item.at is not None:
        at = item.at

        def given() -> Line:
            value = as_instant(term(at, scenario.lines.context), at)
            return Line(Role.OBSERVED, f"{name} at {written(at.span)}", Compare("=", instant, value, "=", at.span), at.span)

        lines.append(make((id(item), "at"), given))
    source, declared, consumer = "", None, None
    with complaints:
        source, declared, consumer = _source(item, scenario, known)
    facts = [make((id(each), "seen"), lambda each=each: _fact(each, instant, consumer, scenario)) for each in item.formulas]  # type: ignore[misc]
    lines += facts
    if declared is not None:
        vocabulary = scenario.vocabulary
        for fact in facts:
            with complaints:
                if fact is not None:
                    check(fact.formula, declared, vocabulary.boundaries.values(), vocabulary.kinds.values())
        said = [*(line for each in before if each.declared is declared for line in each.lines), *lines]
        lines += unstated(declared, instant, [line.formula for line in said if line is not None and line.role is Role.OBSERVED])
    title = "" if item.title is None else item.title.text
    return Observation(name, title, source, tuple(line for line in lines if line is not None), item.span, declared)


def _source(item: tree.ObserveDecl, scenario: Scenario, declared: Mapping[str, Source]) -> tuple[str, Source | None, Individual | None]:
    """Who observed: as it is told, the declared source if it is one, and the consumer in whose knowledge the observation is to be read
    if it is one."""
    if item.by is None or isinstance(item.by, tree.Text):
        return ("" if item.by is None else item.by.text), None, None
    name = item.by.text
    if name in declared:
        return declared[name].shown, declared[name], None
    thing = scenario.vocabulary.spec.things.get(name)
    if isinstance(thing, Individual):
        return name, None, thing if thing.kind.sees else None
    if name not in scenario.stated.sources and name not in scenario.vocabulary.spec.broken:
        known = [each.name for each in scenario.vocabulary.spec.things.values() if isinstance(each, Individual)]
        raise unknown(
            Code.DRN218,
            f"no source or individual is called `{name}`",
            item.by,
            [*declared, *scenario.stated.sources, *known],
            f'a source in words is a string: `by "{name}"`',
        )
    return name, None, None


def _fact(expression: tree.Expression, instant: ObservationInstant, consumer: Individual | None, scenario: Scenario) -> Line:
    shallow(expression)
    span = expression.span
    context = Context(scenario.vocabulary.spec, instant=True)
    if consumer is None:
        fact = At(instant, formula(expression, context), span)
    else:
        fact = At(instant, SeenBy(consumer, formula(expression, context.seen_by(consumer.kind)), span), span)
    return Line(Role.OBSERVED, written(span), fact, span)
