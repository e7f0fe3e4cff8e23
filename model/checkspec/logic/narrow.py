"""A question narrowed step by step: everything decided becomes a fact, so that each further step has less to search."""

from __future__ import annotations

from collections.abc import Sequence

from checkspec.logic.smtlib import FALSE, TRUE, Cursor, Script
from checkspec.logic.solver import Result, Solver, Values


class Narrow:
    """A solver with what is stated as facts, and one claim that can be left out. `facts`: those that hold in every descent."""

    def __init__(self, solver: Solver, facts: Sequence[str]) -> None:
        self.facts = frozenset(facts)
        self._solver = solver
        self._read: Cursor = (0, 0)
        self._claim = TRUE
        self._tries = 0
        self.gave_up = False  # the last `model` found none because its effort was spent

    def begin(self, script: Script, facts: Sequence[str], claim: str) -> None:
        """Begin a descent: read what was written since the last one, and take the facts as true until `end`."""
        first = self._read == (0, 0)
        text, self._read = script.since(self._read)
        self._solver.add("\n".join([text, *(f"(assert {fact})" for fact in facts if first)]))
        self._claim = claim
        self._solver.push()
        self._solver.add("\n".join(f"(assert {fact})" for fact in facts if fact not in self.facts))

    def end(self) -> None:
        """Forget what was decided on the way down."""
        self._solver.pop()

    def model(self, text: str = TRUE, *, claimed: bool = True, effort: int = 0) -> Values | None:
        """A model of the facts, the claim (unless not `claimed`) and a formula; None if there is none, or time or effort
        (`Solver.check`) is spent."""
        if text == FALSE:
            return None
        guards = [self._claim] if claimed else []
        if text != TRUE:
            self._tries += 1
            guard = f"|try {self._tries}|"
            self._solver.add(f"(declare-fun {guard} () Bool)\n(assert (=> {guard} {text}))")
            guards.append(guard)
        result = self._solver.check(guards, effort)
        self.gave_up = result is Result.UNKNOWN
        return self._solver.values() if result is Result.SAT else None

    def fix(self, text: str) -> None:
        """Make a formula a fact."""
        if text != TRUE:
            self._solver.add(f"(assert {text})")
