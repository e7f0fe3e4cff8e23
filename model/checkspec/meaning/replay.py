"""Replay: is this world one, and is every line true in it?"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.structure import structure
from checkspec.meaning.world import Member, World
from checkspec.text.node import Node, node
from checkspec.theory.typed import Line, Term, Theory, Variable


@node
class Broken(Node):
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
    for term, variables in evaluator.program.named(line.formula):
        populations = [[member for member in world.members if member.kind == variable.kind.name] for variable in variables]
        for members in product(*populations):
            bindings = tuple(zip(variables, members, strict=True))
            instant = evaluator.value(term, dict(bindings))
            if isinstance(instant, Fraction | int) and instant < world.beginning:
                return Broken(f"an instant is before the beginning, in: {line.label}", line, term, bindings)
    return None
