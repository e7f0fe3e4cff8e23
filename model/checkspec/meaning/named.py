"""The instants that a formula names."""

from __future__ import annotations

from checkspec.meaning.walk import Expression, parts
from checkspec.theory.typed import At, During, Event, Happened, Holds, Moment, State, Term


def named_instants(node: Expression) -> tuple[Term, ...]:
    """Every term that sets an instant within `node`, also in the definitions of the states and events that it mentions; each once."""
    found: dict[int, Term] = {}
    _collect(node, found, set())
    return tuple(found.values())


def _collect(node: Expression, found: dict[int, Term], visited: set[int]) -> None:
    if id(node) in visited:
        return
    visited.add(id(node))
    match node:
        case At(instant=instant):
            found[id(instant)] = instant
        case During(start=start, end=end):
            found.update((id(term), term) for term in (start, end) if term is not None)
        case (
            Holds(state=State(definition=definition))
            | Happened(event=Event(definition=definition))
            | Moment(event=Event(definition=definition))
        ):
            if definition is not None:
                _collect(definition, found, visited)
        case _:
            pass
    for part in parts(node):
        _collect(part, found, visited)
