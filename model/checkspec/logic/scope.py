"""Where a formula is written down: who its variables are, which instant is in force, who is looking."""

from __future__ import annotations

from collections.abc import Mapping

from checkspec.logic.smtlib import TRUE
from checkspec.logic.witness import Someone
from checkspec.text.node import Node, node
from checkspec.theory.typed import Variable


@node
class Instant(Node):
    """An instant of the question: the symbol (or literal) of its value, the truth that it exists, and the generation of whom it needs."""

    value: str
    exists: str
    generation: int


@node
class Number(Node):
    """A number: its text, and the truth that it is there."""

    value: str
    exists: str = TRUE


@node
class Scope(Node):
    """`claim`: the guard of the line that is being written; `generation`: the greatest in the assignment."""

    claim: str
    bindings: Mapping[Variable, Someone]
    instant: Instant | None = None
    knower: Someone | None = None
    generation: int = 0

    def bind(self, variable: Variable, someone: Someone) -> Scope:
        """The same place, with one variable more."""
        generation = max(self.generation, someone.generation)
        return Scope(self.claim, {**self.bindings, variable: someone}, self.instant, self.knower, generation)

    def within(self, someone: Someone, instant: Instant | None) -> Scope:
        """Inside a definition of `someone`'s kind: nothing else is visible, nobody is looking."""
        generation = max(self.generation, someone.generation)
        return Scope(self.claim, {someone.kind.self: someone}, instant, None, generation)

    def at(self, instant: Instant | None) -> Scope:
        generation = self.generation if instant is None else max(self.generation, instant.generation)
        return Scope(self.claim, self.bindings, instant, self.knower, generation)
