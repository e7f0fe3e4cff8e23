"""Reports as observations: which are made together, at which boundary, and by which source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from checkspec.answer.candidates import Report
from checkspec.text.node import Node, node
from checkspec.theory.boundaries import changes, noticed
from checkspec.theory.declared import Boundary, Source
from checkspec.theory.silence import unstated
from checkspec.theory.typed import Line, NoOther, ObservationInstant, Role, Theory


@node
class Block(Node):
    """Reports of one observation, which is to be called `name` and made at the instant `at` of another (None: its own). `boundaries`:
    where they are noticed; if there are several, it takes a record of each. `source`: who is declared there."""

    name: str
    at: str | None
    reports: tuple[Report, ...]
    boundaries: tuple[Boundary, ...] = ()
    source: Source | None = None


def taken(theory: Theory) -> set[str]:
    """The names that no further observation can have."""
    things = {each.name for each in theory.individuals} | {each.name for each in theory.quantities}
    return things | {each.name for each in theory.observations} | {each.name for each in theory.declared}


def usable(theory: Theory) -> tuple[Source, ...]:
    """The sources that can say something of a named individual."""
    return tuple(source for source in theory.declared if not source.totals)


def blocks(reports: Iterable[Report], theory: Theory, further: str, sources: Sequence[Source]) -> list[Block]:
    """The reports as observations in the order of time, those at one instant and one boundary in one; `further` is the name of the one that
    is yet to be made. What belongs to no instant is told at that of the first."""
    groups: dict[tuple[str, tuple[Boundary, ...]], list[Report]] = {}
    for report in sorted(reports, key=lambda report: report.at is None):
        at = next((at for at, _ in groups), further) if report.at is None else report.at
        groups.setdefault((at, _where(report, theory, sources)), []).append(report)
    order = [observation.name for observation in theory.observations]
    names = _names(further, taken(theory) - {further})
    called = {key: next(names) for key in sorted(groups, key=lambda key: key[0] != further)}
    own = next((key for key in called if key[0] == further), None)
    found = []
    for key in sorted(groups, key=lambda key: order.index(key[0]) if key[0] != further else len(order)):
        (at, where), group = key, tuple(groups[key])
        found.append(Block(called[key], None if key == own else at, group, where, _source(group, where, sources)))
    return found


def silences(made: Sequence[Block], theory: Theory) -> Iterator[Line]:
    """The lines that observations add because the records of their sources are declared complete."""
    stated: dict[int, list[Line]] = {}
    for observation in theory.observations:
        if observation.declared is not None:
            stated.setdefault(id(observation.declared), []).extend(line for line in observation.lines if line.role is Role.OBSERVED)
    said = {place: [line.formula for line in lines] for place, lines in stated.items()}
    for block in made:
        if block.source is not None:
            facts = said.setdefault(id(block.source), [])
            facts += [report.said for report in block.reports]
            yield from unstated(block.source, ObservationInstant(block.at or block.name, block.source.span), facts)


def _where(report: Report, theory: Theory, sources: Sequence[Source]) -> tuple[Boundary, ...]:
    """The boundary at which a report can be made: one with a source, if there is one, else the first. If there is none, the first of
    each event and state of which it speaks."""
    said = changes(report.said)
    whole = [each for each in theory.boundaries if said and all(noticed(change, each) for change in said)]
    with_source = [each for each in whole if any(source.boundary is each for source in sources)]
    if whole:
        return ((with_source or whole)[0],)
    firsts = [next((each for each in theory.boundaries if noticed(change, each)), None) for change in said]
    return tuple(dict.fromkeys(each for each in firsts if each is not None)) if None not in firsts else ()


def _source(reports: Iterable[Report], where: Sequence[Boundary], sources: Iterable[Source]) -> Source | None:
    """Who is declared at the one boundary; nobody knows by looking that there are no others."""
    if len(where) != 1 or any(isinstance(report.said, NoOther) for report in reports):
        return None
    return next((source for source in sources if source.boundary is where[0]), None)


def _names(further: str, taken: set[str]) -> Iterator[str]:
    """`next`, `next-2`, `next-3`, … as far as they are free."""
    yield further
    number = 2
    while True:
        if f"{further}-{number}" not in taken:
            yield f"{further}-{number}"
        number += 1
