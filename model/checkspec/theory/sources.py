"""Sources: who observes, at which boundary, and for what their record is complete."""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Note
from checkspec.text.node import record
from checkspec.text.source import Span
from checkspec.theory.boundaries import noticed
from checkspec.theory.complaints import Complaints, a, refused, unknown
from checkspec.theory.declared import Boundary, Complete, Source
from checkspec.theory.depth import shallow
from checkspec.theory.names import Context
from checkspec.theory.quantifiers import quantified
from checkspec.theory.scenario import Scenario
from checkspec.theory.statable import not_there
from checkspec.theory.terms import as_instant, term
from checkspec.theory.typed import Event, Kind, Term

NO_BOUNDARY = "`boundary NAME { … }` declares one and says what is noticed there; so does a rulebook, such as `use kubernetes 1.34`"


@record
class Told:
    """What the declarations of one source say so far."""

    name: str
    title: str
    boundary: Boundary
    place: Span
    whole: Span
    totals: bool
    complete: list[Complete]


def sources(scenario: Scenario, complaints: Complaints) -> dict[str, Source]:
    """The sources by name, in the file's order. One that is declared again elsewhere stands where it stood, and is complete for more."""
    found: dict[str, Told] = {}
    for layer in scenario.layers:
        for item in layer.items:
            if isinstance(item, tree.SourceDecl) and item.name.text in scenario.vocabulary.spec.sources:
                with complaints:
                    _declaration(item, found, scenario, complaints)
    return {
        name: Source(name, told.title, told.boundary, told.totals, tuple(told.complete), told.place, told.whole)
        for name, told in found.items()
    }


def _declaration(item: tree.SourceDecl, found: dict[str, Told], scenario: Scenario, complaints: Complaints) -> None:
    name, known = item.name.text, scenario.vocabulary.boundaries
    boundary = known.get(item.boundary.text)
    if boundary is None:
        otherwise = "" if known else NO_BOUNDARY
        scenario.vocabulary.spec.broken.add(name)
        raise unknown(Code.DRN701, f"no boundary is called `{item.boundary.text}`", item.boundary, known, otherwise)
    told = found.setdefault(name, Told(name, "", boundary, item.name.span, item.span, False, []))
    if told.boundary is not boundary:
        raise refused(
            Code.DRN201,
            f"`{name}` is declared at another boundary",
            item.boundary.span,
            help=f"a source stands at one boundary: write `at {told.boundary.name}`, or declare a second source",
            notes=(Note("it is declared here first", told.place),),
        )
    if item.title is not None and not told.title:
        told.title = item.title.text
    for part in item.declared:
        with complaints:
            if isinstance(part, tree.Totals):
                told.totals = True
            else:
                told.complete.append(_complete(part, told, scenario))
    if told.totals and told.complete:
        raise refused(
            Code.DRN703,
            f"`{name}` has totals only, and a total names nobody who could be missing",
            told.complete[0].span,
            help="take it out: that a total is exact is said by `count(…) = 2`",
        )


def _complete(part: tree.Complete, told: Told, scenario: Scenario) -> Complete:
    names = scenario.vocabulary.spec
    kind = names.kind(part.kind)
    events = tuple(_events(part, kind, told, scenario))
    context = Context(names, instant=True)
    asked = tree.Quantified("no", part.kind, None, part.phrases, part.where, None, part.span)
    shallow(asked)
    population = quantified(asked, context)
    return Complete(population, events, _instant(part.begins, context), _instant(part.ends, context), part.span)


def _events(part: tree.Complete, kind: Kind, told: Told, scenario: Scenario) -> Iterator[Event]:
    for name in part.events:
        event = kind.events.get(name.text)
        if event is None:
            scenario.vocabulary.spec.missing(kind, name)
            if name.text in kind.states:
                raise refused(
                    Code.DRN208,
                    f"`{name.text}` is a state of {a(kind.name)}, and a record is complete for events",
                    name.span,
                    help=f"take it out, and state in an observation how it was: `… is {name.text}`",
                )
            raise unknown(Code.DRN206, f"no {kind.name} has an event `{name.text}`", name, kind.events)
        if not noticed(event, told.boundary):
            raise not_there(event, kind, told.name, told.boundary, scenario.vocabulary.boundaries.values(), name.span)
        yield event


def _instant(expression: tree.Expression | None, context: Context) -> Term | None:
    return None if expression is None else as_instant(term(expression, context), expression)
