"""What lines speak of, worked out once for all the questions that share them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from checkspec.meaning.evaluate import Evaluator
from checkspec.meaning.walk import individuals
from checkspec.meaning.world import World
from checkspec.report.mentions import Mentions, looks, mentions, seen_events
from checkspec.text.node import Node, node
from checkspec.theory.typed import And, Event, Field, Formula, If, Individual, Line, Not, Quantified, Truth, Variable

T = TypeVar("T")


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
        return evaluator.truth(self.formula, {self.variable: evaluator.member(about)})

    def whom(self, world: World) -> list[str | None]:
        """Of which individuals of a world it is said; None: of nobody in particular."""
        if self.variable is None:
            return [None]
        return [each.name for each in world.members if each.kind == self.variable.kind.name]


class Known:
    """Remembers what it is asked about each line."""

    def __init__(self) -> None:
        self._instances: dict[Line, Instance] = {}
        self._deep: dict[Line, Mentions] = {}
        self._shallow: dict[Line, Mentions] = {}
        self._states: dict[Line, frozenset[Field]] = {}
        self._individuals: dict[Line, frozenset[Individual]] = {}
        self._looks: dict[Line, bool] = {}
        self._seen: dict[Line, frozenset[Event]] = {}

    def instance(self, line: Line) -> Instance:
        """What the line says of each individual of a kind; the line as a whole if it begins otherwise."""
        return _kept(self._instances, line, _instance)

    def deep(self, line: Line) -> Mentions:
        """What the line speaks of, with the definitions of what it mentions."""
        return _kept(self._deep, line, lambda line: mentions(line.formula, deep=True))

    def shallow(self, line: Line) -> Mentions:
        """What the line itself speaks of."""
        return _kept(self._shallow, line, lambda line: mentions(line.formula))

    def fields(self, line: Line, times: bool) -> frozenset[Field]:
        """The fields that the line speaks of, with the definitions of what it mentions; without `times` those of events are left out."""
        if times:
            return self.deep(line).fields
        return _kept(self._states, line, lambda line: mentions(line.formula, deep=True, times=False).fields)

    def seen(self, line: Line) -> frozenset[Event]:
        """The events that the line says somebody knows of."""
        return _kept(self._seen, line, lambda line: frozenset(seen_events(line.formula)))

    def looks(self, line: Line) -> bool:
        """Whether the line speaks of what somebody knows."""
        return _kept(self._looks, line, lambda line: looks(line.formula))

    def individuals(self, line: Line) -> frozenset[Individual]:
        """Whom the line names."""
        return _kept(self._individuals, line, lambda line: frozenset(individuals(line.formula)))


def _kept(known: dict[Line, T], line: Line, make: Callable[[Line], T]) -> T:
    if line not in known:
        known[line] = make(line)
    return known[line]


def _instance(line: Line) -> Instance:
    match line.formula:
        case Quantified(quantity="every" | "no" as quantity, variable=variable, phrases=phrases, where=where, body=body, span=span):
            asked = (*phrases, *([] if where is None else [where]), *([body] if quantity == "no" and body is not None else []))
            condition = And(asked, span) if asked else Truth(True, span)
            said = If(condition, body, span) if quantity == "every" and body is not None else Not(condition, span)
            return Instance(line, said, variable)
        case _:
            return Instance(line, line.formula, None)
