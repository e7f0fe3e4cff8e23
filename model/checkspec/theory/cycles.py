"""Things that lead back to themselves: found in the order of the text, each circle once."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

from checkspec.text.codes import Code
from checkspec.text.source import Span
from checkspec.theory.complaints import Complaints
from checkspec.theory.typed import (
    Event,
    Field,
    FieldOf,
    Formula,
    Happened,
    Holds,
    Kind,
    Moment,
    State,
    Term,
)
from checkspec.theory.walk import nodes

HIGHEST = 30
"""So many derived members may stand on each other."""

Step = TypeVar("Step", bound=Hashable)


def circles(arrows: Mapping[Step, Sequence[Step]]) -> list[list[Step]]:
    """Circles of the graph, no two of which share a node; each begins with its first node in the order of `arrows`."""
    done: set[Step] = set()
    found: list[list[Step]] = []
    for start in arrows:
        if start in done:
            continue
        path: list[Step] = [start]
        ways: list[Iterator[Step]] = [iter(arrows[start])]
        on_path = {start}
        while ways:
            step = next(ways[-1], None)
            if step is None:
                ways.pop()
                last = path.pop()
                on_path.discard(last)
                done.add(last)
            elif step in on_path:
                circle = path[path.index(step) :]
                if not any(node in done for node in circle):
                    found.append(circle)
                    done.update(circle)
            elif step not in done and step in arrows:
                path.append(step)
                on_path.add(step)
                ways.append(iter(arrows[step]))
    order = {node: number for number, node in enumerate(arrows)}
    return [_from_first(circle, order) for circle in found]


def _from_first(circle: list[Step], order: Mapping[Step, int]) -> list[Step]:
    first = circle.index(min(circle, key=lambda node: order[node]))
    return circle[first:] + circle[:first]


def shown_circle(names: Sequence[str]) -> str:
    """`a` → `b` → `a`."""
    return " → ".join(f"`{name}`" for name in (*names, names[0]))


def check_kinds(kinds: Mapping[str, Kind], complaints: Complaints) -> None:
    """Complains of defaults, derived states and derived events that are defined by themselves."""
    for kind in kinds.values():
        defaults = {f: _own_fields(f.default, kind) for f in kind.fields.values() if f.default is not None}
        for circle in circles(defaults):
            _complain(f"the default of `{circle[0].name}` depends on itself", [each.name for each in circle], circle[0].span, complaints)
    owners: dict[Event | State, Kind] = {}
    arrows: dict[Event | State, list[Event | State]] = {}
    for kind in kinds.values():
        members: list[Event | State] = [*kind.events.values(), *kind.states.values()]
        for member in members:
            if member.definition is not None:
                owners[member] = kind
                arrows[member] = [used for used in _changes(member.definition) if used.definition is not None]
    found = circles(arrows)
    for derived in found:
        names = [f"{owners[each].name}.{each.name}" for each in derived]
        _complain(f"`{derived[0].name}` is defined by itself", names, derived[0].span, complaints)
    if not found:
        heights: dict[Event | State, int] = {}
        high = next((each for each in arrows if _height(each, arrows, heights) > HIGHEST), None)
        if high is not None:
            complaints.add(
                Code.DRN901,
                f"`{high.name}` is derived in more than {HIGHEST} steps",
                high.span,
                help="let one of the steps be free, and say in a rule what else is true of it",
            )


def _height(member: Event | State, arrows: Mapping[Event | State, Sequence[Event | State]], heights: dict[Event | State, int]) -> int:
    if member not in heights:
        heights[member] = 1 + max((_height(each, arrows, heights) for each in arrows[member]), default=0)
    return heights[member]


def _complain(message: str, names: Sequence[str], span: Span, complaints: Complaints) -> None:
    complaints.add(
        Code.DRN211, f"{message}: {shown_circle(names)}", span, help="let one of them be free, or give it a value without the others"
    )


def _changes(definition: Formula | Term) -> list[Event | State]:
    found: list[Event | State] = []
    for node in nodes(definition):
        if isinstance(node, Holds):
            found.append(node.state)
        elif isinstance(node, Happened | Moment):
            found.append(node.event)
    return found


def _own_fields(default: Term, kind: Kind) -> list[Field]:
    return [node.field for node in nodes(default) if isinstance(node, FieldOf) and node.subject is kind.self]
