"""A question narrowed step by step: everything decided becomes a fact, so that each further step has less to search."""

from __future__ import annotations

from collections.abc import Sequence

from checkspec.logic.smtlib import FALSE, TRUE
from checkspec.logic.solver import Result, Solver, Values


class Narrow:
    """A solver with what is stated as facts, and one claim that can be left out. `text`: the question's."""

    def __init__(self, solver: Solver, text: str, facts: Sequence[str], claim: str) -> None:
        self._solver = solver
        self._claim = claim
        self._tries = 0
        solver.add("\n".join([text, *(f"(assert {fact})" for fact in facts)]))

    def model(self, text: str = TRUE, *, claimed: bool = True) -> Values | None:
        """A model of the facts, the claim (unless not `claimed`) and a formula; None if there is none, or time is up."""
        if text == FALSE:
            return None
        guards = [self._claim] if claimed else []
        if text != TRUE:
            self._tries += 1
            guard = f"|try {self._tries}|"
            self._solver.add(f"(declare-fun {guard} () Bool)\n(assert (=> {guard} {text}))")
            guards.append(guard)
        return self._solver.values() if self._solver.check(guards) is Result.SAT else None

    def fix(self, text: str) -> None:
        """Make a formula a fact."""
        if text != TRUE:
            self._solver.add(f"(assert {text})")
