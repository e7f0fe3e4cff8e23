"""Replay: is this world one, and is every line true in it?"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.structure import structure
from checkspec.meaning.walk import Node, free_variables, parts
from checkspec.meaning.world import Member, World
from checkspec.text.node import Node as Value
from checkspec.text.node import node
from checkspec.theory.typed import At, During, Event, Happened, Holds, Line, Moment, State, Term, Theory, Variable


@node
class Broken(Value):
    """Why a world is none, or not one of these lines. `line`: the first one that is false, or that names an instant before the
    beginning; None if the world itself is none. `early`: the term whose instant is before the beginning, with who its variables stand
    for in `bindings`."""

    sentence: str
    line: Line | None = None
    early: Term | None = None
    bindings: tuple[tuple[Variable, Member], ...] = ()


def replay(theory: Theory, lines: Iterable[Line], world: World, program: Program | None = None) -> Broken | None:
    """None if this is a world of the theory in which each line is true. `program`: the theory's, if there is one already."""
    program = Program(theory) if program is None else program
    flaw = structure(world, theory, program)
    if flaw is not None:
        return Broken(flaw)
    lines = tuple(lines)
    evaluator = Evaluator(world, theory, program)
    for line in lines:
        early = _early(line, world, evaluator)
        if early is not None:
            return early
    for line in lines:
        if not evaluator.truth(line.formula):
            return Broken(f"not true in this world: {line.label}", line)
    return None


def _early(line: Line, world: World, evaluator: Evaluator) -> Broken | None:
    """The first instant named by `at`, `from` or `until` in the line that is before the beginning, whomever its variables stand for."""
    for term in named_instants(line.formula):
        variables = free_variables(term)
        populations = [[member for member in world.members if member.kind == variable.kind.name] for variable in variables]
        for members in product(*populations):
            bindings = tuple(zip(variables, members, strict=True))
            instant = evaluator.value(term, dict(bindings))
            if isinstance(instant, Fraction | int) and instant < world.beginning:
                return Broken(f"an instant is before the beginning, in: {line.label}", line, term, bindings)
    return None


def named_instants(node: Node) -> tuple[Term, ...]:
    """Every term that sets an instant within `node`, also in the definitions of the states and events that it mentions; each once."""
    found: dict[int, Term] = {}
    _collect(node, found, set())
    return tuple(found.values())


def _collect(node: Node, found: dict[int, Term], visited: set[int]) -> None:
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
