"""Boundaries: at which of them an event or a state can be noticed."""

from __future__ import annotations

from collections.abc import Iterable

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.theory.complaints import Complaints, unknown
from checkspec.theory.declared import Boundary
from checkspec.theory.names import Names
from checkspec.theory.typed import Event, Formula, Happened, Holds, Moment, State, Term
from checkspec.theory.walk import nodes

Change = Event | State


def boundaries(items: Iterable[object], names: Names, complaints: Complaints) -> dict[str, Boundary]:
    """The boundaries that statements declare, in their order; one that is declared again has the members of both."""
    found: dict[str, Boundary] = {}
    for item in items:
        if not isinstance(item, tree.BoundaryDecl):
            continue
        boundary = found.setdefault(item.name.text, Boundary(item.name.text, item.span, "", {}))
        if item.title is not None and not boundary.title:
            boundary.title = item.title.text
        for notice in item.notices:
            with complaints:
                _notice(notice, boundary, names, complaints)
    return found


def _notice(notice: tree.Notice, boundary: Boundary, names: Names, complaints: Complaints) -> None:
    kind = names.kind(notice.kind)
    for name in notice.members:
        member = kind.events.get(name.text) or kind.states.get(name.text)
        with complaints:
            if member is None:
                names.missing(kind, name)
                raise unknown(Code.DRN206, f"no {kind.name} has an event or a state `{name.text}`", name, [*kind.events, *kind.states])
            boundary.members.setdefault(member, kind)


def noticed(member: Change, boundary: Boundary, above: tuple[Change, ...] = ()) -> bool:
    """Whether an event or state can be noticed at a boundary: it is said so, or it follows from what is noticed there. `above`: what is
    being asked about, for something wrongly defined by itself."""
    if member in boundary.members:
        return True
    if member.definition is None or member in above:
        return False
    return all(noticed(each, boundary, (*above, member)) for each in changes(member.definition))


def changes(said: Formula | Term) -> list[Change]:
    """The events and states that a formula or term speaks of, each once, in the order of the text."""
    found = dict.fromkeys(change for node in nodes(said) if (change := change_of(node)) is not None)
    return list(found)


def change_of(node: Formula | Term) -> Change | None:
    """The event or state that a node names."""
    match node:
        case Holds(state=state):
            return state
        case Happened(event=event) | Moment(event=event):
            return event
        case _:
            return None
