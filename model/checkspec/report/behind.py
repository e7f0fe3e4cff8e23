"""The lines of a question as they bear on events: what each says of whom, and which of a world's individuals play a part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.world import Member, World
from checkspec.report.mentions import Mentions, mentions
from checkspec.text.node import Node, node
from checkspec.theory.typed import And, Formula, If, Line, Not, Quantified, Truth, Variable


@node
class Instance(Node):
    """A line, or what it says of one individual. `variable`: that individual's place in the formula."""

    line: Line
    formula: Formula
    variable: Variable | None

    def true(self, evaluator: Evaluator, about: str | None) -> bool:
        """Whether it is so in the evaluator's world, of the individual of that name."""
        if self.variable is None or about is None:
            return evaluator.truth(self.formula)
        return evaluator.truth(self.formula, {self.variable: evaluator.world.member(about)})

    def whom(self, world: World) -> list[str | None]:
        """Of which individuals of a world it is said; None: of nobody in particular."""
        if self.variable is None:
            return [None]
        return [each.name for each in world.members if each.kind == self.variable.kind.name]


class Lines:
    """The lines of one question with what each speaks of; asked about many worlds of the same theory."""

    def __init__(self, lines: Iterable[Line], program: Program) -> None:
        self.lines = tuple(lines)
        self.program = program
        self._instances = [_instance(line) for line in self.lines]
        self._mentions: dict[Line, Mentions] = {}

    def mentions(self, line: Line) -> Mentions:
        """What the line speaks of, with the definitions of what it mentions."""
        if line not in self._mentions:
            self._mentions[line] = mentions(line.formula, deep=True)
        return self._mentions[line]

    def speaking_of(self, member: Member, event: str) -> Iterator[Instance]:
        """The lines that speak of an event."""
        declared = self.program.kinds[member.kind].events[event]
        return (instance for instance in self._instances if declared in self.mentions(instance.line).events)

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
            said = self.mentions(line)
            if member.name in said.individuals or not changed & (said.events | said.states):
                continue
            if not evaluator.truth(line.formula) and whole.truth(line.formula):
                return True
        return False


def _instance(line: Line) -> Instance:
    """What a line says of each individual of a kind; the line as a whole if it begins otherwise."""
    match line.formula:
        case Quantified(quantity="every" | "no" as quantity, variable=variable, phrases=phrases, where=where, body=body, span=span):
            asked = (*phrases, *([] if where is None else [where]), *([body] if quantity == "no" and body is not None else []))
            condition = And(asked, span) if asked else Truth(True, span)
            said = If(condition, body, span) if quantity == "every" and body is not None else Not(condition, span)
            return Instance(line, said, variable)
        case _:
            return Instance(line, line.formula, None)
