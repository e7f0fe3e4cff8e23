"""A question narrowed step by step: everything decided becomes a fact, so that each further step has less to search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from checkspec.logic.smtlib import FALSE, TRUE, Cursor, Script
from checkspec.logic.solver import Result, Solver, Values

LITERAL = re.compile(r"\|[^|]*\||\(not \|[^|]*\|\)")


class Narrow:
    """A solver with what is stated as facts, and one claim that can be left out. `facts`: those that hold in every descent."""

    def __init__(self, solver: Solver, facts: Sequence[str]) -> None:
        self.facts = frozenset(facts)
        self._solver = solver
        self._read: Cursor = (0, 0)
        self._claim = TRUE
        self._tries = 0
        self._unread: list[str] = []
        self._decided: list[str] = []
        self._never: set[str] = set()  # wishes that what is decided refuses, whatever else is wished
        self._script: Script
        self.gave_up = False  # the last `model` or `settle` came to no end because time or effort was spent

    def begin(self, script: Script, facts: Sequence[str], claim: str) -> None:
        """Begin a descent: read what was written since the last one, and take the facts as true until `end`."""
        first = self._read == (0, 0)
        text, self._read = script.since(self._read, applied=False)
        self._solver.add("\n".join([text, *(f"(assert {fact})" for fact in facts if first)]))
        self._script, self._claim = script, claim
        self._solver.push()
        self._unread = [f"(assert {fact})" for fact in facts if fact not in self.facts]
        self._decided = list(facts)
        self._never = set()

    def end(self) -> None:
        """Forget what was decided on the way down."""
        self._unread.clear()
        self._solver.pop()

    def model(self, text: str = TRUE, *, effort: int = 0) -> Values | None:
        """A model of the facts, the claim and a formula; None if there is none, or time or effort (`Solver.check`) is spent."""
        return self._solver.values() if self.possible(text, effort=effort) else None

    def possible(self, text: str, *, claimed: bool = True, effort: int = 0) -> bool:
        """Whether there is a model of the facts, the claim (unless not `claimed`) and a formula; not if time or effort is spent."""
        self.gave_up = False
        if text == FALSE:
            return False
        guards = [self._claim] if claimed else []
        if text != TRUE:
            guards += self._guarded([text])
        result = self._check(guards, effort)
        self.gave_up = result is Result.UNKNOWN
        return result is Result.SAT

    def settle(self, wishes: Sequence[str], at_hand: frozenset[int] = frozenset()) -> tuple[list[bool], Values | None]:
        """Which formulas are granted, in their order, each if the facts, the claim and those granted before it allow it; and a model of
        just these, if it is not the one at hand, in which the wishes `at_hand` are true. If time runs out, those at hand are granted.

        All are tried together. A core of a refusal names wishes that exclude each other: the last of them is refused, as long as the
        others are granted. Where one of those turns out to be refused itself, it is tried again. So one model settles many wishes, and
        refusals cost little.
        """
        guards = self._guarded(wishes)
        place = {guard: index for index, guard in reversed(list(enumerate(guards)))}
        hoped = {index for index, guard in enumerate(guards) if place[guard] == index and wishes[index] not in self._never}
        refused: dict[int, set[int]] = {}
        retried: set[int] = set()
        self.gave_up = False
        found: Values | None = None
        while True:
            if not hoped <= at_hand:
                result = self._check([self._claim, *(guards[index] for index in sorted(hoped))])
                if result is Result.UNKNOWN:
                    self.gave_up = True
                    return [index in at_hand for index in range(len(guards))], None
                if result is Result.UNSAT:
                    against = {place[guard] for guard in self._solver.core() if guard in place}
                    if not against:  # there is no model at all
                        return [False] * len(guards), None
                    last = max(against)
                    hoped.remove(last)
                    again = {index for index, others in refused.items() if last in others} - retried  # at once, but once
                    refused[last] = against - {last}
                    if not refused[last]:
                        self._never.add(wishes[last])
                else:
                    at_hand, found = frozenset(hoped), self._solver.values()
                    again = set()
            if hoped <= at_hand:
                again = {index for index, others in refused.items() if not others.isdisjoint(refused)}
                if not again:
                    return [place[guard] in hoped for guard in guards], found
            for index in again:
                del refused[index]
            retried |= again
            hoped |= again

    def _check(self, guards: Sequence[str], effort: int = 0) -> Result:
        """Tell the solver what it has not read (one text costs less than many) and ask it."""
        if self._unread:
            self._solver.add("\n".join(self._unread))
            self._unread.clear()
        return self._solver.check(guards, effort)

    def _guarded(self, texts: Sequence[str]) -> list[str]:
        return [self.literal(text) for text in texts]

    def number(self) -> str:
        """A new real number, whatever it is; like a `literal`, not for `fix`."""
        self._tries += 1
        self._unread.append(f"(declare-fun |try {self._tries}| () Real)")
        return f"|try {self._tries}|"

    def literal(self, text: str) -> str:
        """A literal that implies a formula: itself, if it is one. Not for `fix`: nobody else knows it, and not for long."""
        if LITERAL.fullmatch(text):
            return text
        self._tries += 1
        guard = f"|try {self._tries}|"
        self._unread.append(f"(declare-fun {guard} () Bool)\n(assert (=> {guard} {text}))")
        return guard

    def whole(self, scale: int, symbols: Sequence[str], text: str, effort: int) -> dict[str, Fraction] | None:
        """Values of the symbols, all of them so many `scale`ths, in a model as for `model`; None if there is none, or time or effort is
        spent. For a solver of its own the symbols are no reals but numbers of steps, so it sees that what lies between two neighbours is
        nothing; for this one, whole numbers are reals that it tries one by one."""
        steps = {symbol: f"{symbol[:-1]} in steps|" for symbol in symbols if self._script.sorts[symbol] == "Real"}
        defined = {
            symbol: f"(declare-fun {step} () Int)\n(define-fun {symbol} () Real (* (/ 1.0 {scale}.0) (to_real {step})))"
            for symbol, step in steps.items()
        }
        sorts = {**self._script.sorts, **dict.fromkeys(steps.values(), "Int")}
        solver = Solver(sorts, self._solver.deadline, self._solver.memory)
        stated = [*self._decided, self._claim, text]
        solver.add("\n".join([self._script.text(applied=False, defined=defined), *(f"(assert {each})" for each in stated)]))
        result = solver.check(effort=effort)
        self.gave_up = result is Result.UNKNOWN
        if result is not Result.SAT:
            return None
        values = solver.values()
        return {
            symbol: Fraction(values.get(steps[symbol], 0)) / scale if symbol in steps else Fraction(values.get(symbol, 0))
            for symbol in symbols
        }

    def fix(self, text: str) -> None:
        """Make a formula a fact."""
        self._decided.append(text)
        if text != TRUE:
            self._unread.append(f"(assert {text})")
