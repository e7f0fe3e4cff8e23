"""The lines of one question, and which of a world's individuals make a difference to them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.world import Member, Value, World
from checkspec.report.known import Instance, Known
from checkspec.theory.typed import Field, Line, Role, Sort


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

    def why_matters(self, world: World, member: Member, told: Collection[str]) -> list[Line]:
        """The lines that are false once nothing happens to the member and all its states are steadily true: of those that do not name it,
        and of what was observed of it together with one of those who are told of."""
        calm = _calm(world, member)
        if calm == world:
            return []
        evaluator, whole = self.evaluator(calm), self.evaluator(world)
        kind = self.program.kinds[member.kind]
        changed = {kind.events[name] for name in member.events} | {kind.states[name] for name in member.states}
        found = []
        for line in self.lines:
            said = self.known.deep(line)
            joint = line.role is Role.OBSERVED and not said.individuals.isdisjoint(told)
            if (member.name in said.individuals and not joint) or not changed & (said.events | said.states):
                continue
            if not evaluator.truth(line.formula) and whole.truth(line.formula):
                found.append(line)
        return found

    def asked_of(self, world: World, member: Member, line: Line, told: Collection[str]) -> bool:
        """Whether what a line by which the member matters says is said of somebody else who is told of, or of nobody in particular."""
        instance, evaluator = self.known.instance(line), self.evaluator(_calm(world, member))
        others = (name for name in instance.whom(world) if name is None or (name in told and name != member.name))
        return any(not instance.true(evaluator, name) for name in others)

    def looking(self) -> list[Line]:
        """The lines that speak of what somebody knows."""
        return [line for line in self.lines if self.known.looks(line)]

    def why_stale(self, world: World, consumer: str, individual: str, instants: Iterable[Fraction]) -> list[Line]:
        """The lines that are false once the consumer knows the individual as it is at the instants at which it looks, in order of time."""
        fresh = {**world.knowledge, (consumer, individual): tuple((when, when) for when in instants)}
        evaluator, whole = self.evaluator(replace(world, knowledge=fresh)), self.evaluator(world)
        return [line for line in self.looking() if not evaluator.truth(line.formula) and whole.truth(line.formula)]

    def chosen(self, world: World, line: Line) -> Iterator[tuple[str, Field]]:
        """The fields without which a line would not be true as it is, each with the member's name: with another value it is false."""
        named = self.known.deep(line)
        if not named.fields or not self.evaluator(world).truth(line.formula):
            return
        for member in world.members:
            for field in self.program.kinds[member.kind].fields.values():
                if field in named.fields and any(self._false_with(world, line, member, field, value) for value in _others(member, field)):
                    yield member.name, field

    def _false_with(self, world: World, line: Line, member: Member, field: Field, value: Value) -> bool:
        changed = replace(member, fields={**member.fields, field.name: value})
        members = tuple(changed if each is member else each for each in world.members)
        return not self.evaluator(replace(world, members=members)).truth(line.formula)


def _calm(world: World, member: Member) -> World:
    """The world in which nothing happens to a member and all its states are steadily true."""
    steady: dict[str, tuple[tuple[Fraction, bool], ...]] = dict.fromkeys(member.states, ((world.beginning, True),))
    calm = replace(member, events={}, states=steady)
    return replace(world, members=tuple(calm if each is member else each for each in world.members))


def _others(member: Member, field: Field) -> Iterator[Value]:
    """Other values that a choice or a truth value could have."""
    value = member.fields.get(field.name)
    options: Iterable[Value] = field.type.choices if field.type.sort is Sort.CHOICE else (True, False)
    if field.type.sort in {Sort.CHOICE, Sort.BOOL} and value is not None:
        yield from (each for each in options if each != value)
