"""The lines of one question, and which of a world's individuals make a difference to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.world import Member, World
from checkspec.report.known import Instance, Known
from checkspec.theory.typed import Line


class Lines:
    """The lines of one question; asked about many worlds of the same theory. `known`: what lines speak of."""

    def __init__(self, lines: Iterable[Line], program: Program, known: Known) -> None:
        self.lines = tuple(lines)
        self.program = program
        self.known = known

    def speaking_of(self, member: Member, event: str) -> Iterator[Instance]:
        """The lines that speak of an event."""
        declared = self.program.kinds[member.kind].events[event]
        return (self.known.instance(line) for line in self.lines if declared in self.known.deep(line).events)

    def evaluator(self, world: World) -> Evaluator:
        return Evaluator(world, self.program.theory, self.program)

    def matters(self, world: World, member: Member) -> bool:
        """Whether a line that does not name the member is false once nothing happens to it and all its states are steadily true."""
        steady: dict[str, tuple[tuple[Fraction, bool], ...]] = dict.fromkeys(member.states, ((world.beginning, True),))
        calm = replace(member, events={}, states=steady)
        if calm == member:
            return False
        members = tuple(calm if each is member else each for each in world.members)
        evaluator, whole = self.evaluator(replace(world, members=members)), self.evaluator(world)
        kind = self.program.kinds[member.kind]
        changed = {kind.events[name] for name in member.events} | {kind.states[name] for name in member.states}
        for line in self.lines:
            said = self.known.deep(line)
            if member.name in said.individuals or not changed & (said.events | said.states):
                continue
            if not evaluator.truth(line.formula) and whole.truth(line.formula):
                return True
        return False
