"""What a source can state: only what is noticed where it stands; of a total only numbers; of a complete record only whom it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checkspec.text.codes import Code
from checkspec.text.diagnostic import Refused
from checkspec.text.source import Span
from checkspec.theory.boundaries import Change, change_of, noticed
from checkspec.theory.complaints import a, listed, refused
from checkspec.theory.declared import Boundary, Source
from checkspec.theory.typed import (
    Absent,
    Compare,
    CountOf,
    Event,
    Formula,
    Happened,
    Holds,
    If,
    Individual,
    Kind,
    Moment,
    NoOther,
    Not,
    Quantified,
    Term,
    Variable,
)
from checkspec.theory.walk import inner, nodes

Said = Happened | Holds | Moment
"""A node that names an event or state of somebody."""


def check(fact: Formula, source: Source, boundaries: Iterable[Boundary], kinds: Iterable[Kind]) -> None:
    """Raises if a source cannot state a fact."""
    known, owners = tuple(boundaries), tuple(kinds)
    for said in _said(fact):
        change = _change(said)
        if not noticed(change, source.boundary):
            raise not_there(change, _owner(change, owners), source.name, source.boundary, known, _within(said.span, fact.span))
    if source.totals:
        _check_total(fact, source, owners)
    covered = {event for complete in source.complete for event in complete.events}
    for said, asserted in _asserted(fact, True):
        change = _change(said)
        if asserted and change in covered and not isinstance(said.subject, Individual):
            kind = _owner(change, owners)
            raise refused(
                Code.DRN704,
                f"`{source.name}` is declared complete for `{change.name}` of {a(kind.name)}, and this leaves open whose it states",
                _within(said.span, fact.span),
                help=f"name each {kind.name}, as in `R is {change.name}`, or take `{change.name}` out of what the source is complete for",
            )


def named(fact: Formula, event: Event) -> Iterator[Individual]:
    """The named individuals of whose event a fact speaks."""
    for said in _said(fact):
        if _change(said) is event and isinstance(said.subject, Individual):
            yield said.subject


def not_there(change: Change, kind: Kind, source: str, boundary: Boundary, boundaries: Iterable[Boundary], span: Span) -> Refused:
    """That a source cannot notice an event or state, with the boundary that can."""
    where = [each.name for each in boundaries if noticed(change, each)]
    own = [member.name for member, owner in boundary.members.items() if owner is kind]
    can = f"; of {a(kind.name)} `{source}` can state {listed(own, 'and')}" if own else f"; of {a(kind.name)} `{source}` can state nothing"
    if where:
        help = f"a source at {listed(where)} can state it, such as one declared by `source NAME at {where[0]}`{can}"
    else:
        help = f"if it is noticed there, say so: `boundary {boundary.name} {{ {kind.name}: {change.name} }}`{can}"
    return refused(
        Code.DRN702, f"`{change.name}` of {a(kind.name)} is not noticed at `{boundary.name}`, where `{source}` stands", span, help=help
    )


# ---------------------------------------------------------------- totals


def _check_total(fact: Formula, source: Source, kinds: tuple[Kind, ...]) -> None:
    counts = [node for node in nodes(fact) if isinstance(node, CountOf)]
    inside = {id(said) for count in counts for said in _said(count)}
    outside = [said for said in _said(fact) if id(said) not in inside]
    heads = [node for node in nodes(fact) if isinstance(node, Quantified | NoOther)]
    if outside:
        change = _change(outside[0])
        raise _no_total(source, outside[0].span, fact, change, _owner(change, kinds))
    if heads:
        raise _no_total(source, heads[0].span, fact, None, heads[0].variable.kind)
    for count in counts:
        said, kind = list(_said(count)), count.variable.kind
        who = next((node for node in nodes(count) if isinstance(node, Individual) and node.kind is kind), None)
        other = next((each for each in said if each.subject is not count.variable), None)
        if who is not None or other is not None or len({_change(each) for each in said}) > 1:
            raise _no_total(source, count.span, fact, _change(said[0]) if said else None, kind)


def _no_total(source: Source, span: Span, fact: Formula, change: Change | None, kind: Kind) -> Refused:
    example = f"count({kind.name}{f' where {change.name}' if change is not None else ''}) = 2"
    return refused(
        Code.DRN703,
        f"`{source.name}` has totals only, and this takes identities: who it was, or which of them",
        _within(span, fact.span),
        help=f"a total counts one event, as in `{example}`",
    )


# ---------------------------------------------------------------- who is spoken of, and what is asserted


def _said(node: Formula | Term) -> Iterator[Said]:
    return (each for each in nodes(node) if isinstance(each, Happened | Holds | Moment))


def _change(said: Said) -> Change:
    change = change_of(said)
    assert change is not None
    return change


def _owner(change: Change, kinds: Iterable[Kind]) -> Kind:
    return next(kind for kind in kinds if change in kind.events.values() or change in kind.states.values())


def _asserted(node: Formula | Term, positive: bool) -> Iterator[tuple[Said, bool]]:
    """What is named, and whether the fact may say that it happened (rather than that it did not)."""
    match node:
        case Not(part) | Absent(part):
            yield from _asserted(part, not positive)
        case If(condition, body):
            yield from _asserted(condition, not positive)
            yield from _asserted(body, positive)
        case Quantified(quantity=quantity, where=where, body=body):
            if where is not None:
                yield from _asserted(where, positive if quantity == "some" else not positive)
            if body is not None:
                yield from _asserted(body, not positive if quantity == "no" else positive)
        case NoOther(where=where):
            if where is not None:
                yield from _asserted(where, not positive)
        case Compare(left=left, right=right) if any(isinstance(side, CountOf) for side in (left, right)):
            yield from ((said, True) for said in _said(node))
        case Happened() | Holds() | Moment():
            yield node, positive
        case Variable() | Individual():
            return
        case _:
            for part in inner(node):
                yield from _asserted(part, positive)


def _within(span: Span, fact: Span) -> Span:
    """The span, if it lies within the fact as written; else (in the body of a define) the fact."""
    return span if span.source is fact.source and fact.start <= span.start and span.end <= fact.end else fact
