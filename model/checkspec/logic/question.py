"""One theory as a question that is asked again and again: which of its lines and claims can be true together?

Every line is written under a guard of its own, so one text serves every promise, offer and observation, and a core names lines.
A model is decoded into a world and handed to the evaluator; what the evaluator finds broken is instantiated, and the question asked
again, until the world replays or there is no model.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from checkspec.logic.counts import FEW
from checkspec.logic.decode import Decoded
from checkspec.logic.formulas import Formulas
from checkspec.logic.instances import Instances
from checkspec.logic.plain import obstacle
from checkspec.logic.refine import Refinement
from checkspec.logic.scope import Scope
from checkspec.logic.smtlib import Script, implication
from checkspec.logic.solver import Result, Solver, Values
from checkspec.logic.symmetry import ranks
from checkspec.logic.terms import Glance, Terms
from checkspec.logic.witness import Pool
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.replay import Broken, replay
from checkspec.meaning.world import World
from checkspec.theory.typed import Formula, Line, Role, Theory

DEEP_ROUNDS = 8
"""How often a question may be asked again because of instances deeper than `DEEP`: only questions that are not plain get there."""
DEEP = 6


@dataclass(frozen=True, eq=False, slots=True)
class Claim:
    """Something that may be taken as true: a line of the theory, or a promise (or its negation, or its trigger)."""

    formula: Formula
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A world in which all claims are true, replayed; and the model that it was read from."""

    world: World
    decoded: Decoded
    values: Values
    first: bool  # the first model replayed, nothing had to be added


@dataclass(frozen=True, slots=True)
class Excluded:
    """No world, of any size: these claims already exclude each other."""

    core: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """Neither: what stopped the search."""

    why: str


Outcome = Found | Excluded | Open


class Question:
    """The question of one theory. `program`: the theory's, compiled. `deadline`: of `time.monotonic()`; `memory`: MB."""

    def __init__(self, theory: Theory, program: Program, deadline: float, memory: int) -> None:
        self.theory = theory
        self.script = Script()
        self.pool = Pool(theory, self.script)
        self.terms = Terms(self.pool, self.script)
        self.instances = Instances(self.pool, self.terms)
        self._formulas = Formulas(self.terms, self.script, self.instances, ranks(theory))
        self._solver = Solver(self.script.sorts, deadline, memory)
        self._deadline = deadline
        self._guards: dict[Claim, str] = {}
        self._lines: dict[Line, Claim] = {}
        self.program = program
        for observation in theory.observations:
            self.terms.observation(observation.name)

    @property
    def size(self) -> int:
        """How many assertions there are."""
        return self.script.asserted

    def claim(self, line: Line) -> Claim:
        """The claim that a line is true."""
        if line not in self._lines:
            self._lines[line] = Claim(line.formula, line)
        return self._lines[line]

    def ask(self, claims: Sequence[Claim], under: Sequence[str] = ()) -> Outcome:
        """Whether there is a world in which all claims are true (and the guards `under`, which a caller has written)."""
        guards = {self._guard(claim): claim for claim in claims}
        refinement = Refinement(self.pool, self.terms, self.instances)
        deep = 0
        few = True
        rounds = -1
        while True:
            rounds += 1
            self._flush()
            wishes = [f"|{FEW}|"] if few and self._formulas.open_counts else []
            result = self._solver.check([*guards, *under, *wishes])
            if result is Result.UNKNOWN:
                return Open(self._solver.why)
            if result is Result.UNSAT:
                core = self._solver.core()
                if wishes and wishes[0] in core:
                    few = False
                    continue
                return Excluded(tuple(claim for guard, claim in guards.items() if guard in core))
            if not few:
                return Open("a count over an open kind without a bound")
            values = self._solver.values()
            decoded = Decoded(self.theory, self.terms, values)
            if decoded.missing:
                for someone, reference in decoded.missing:
                    self.pool.reference(someone, reference)
                continue
            if self._ordered(decoded):
                continue
            evaluator = Evaluator(decoded.world, self.theory, self.program)
            broken = {guard for guard, claim in guards.items() if not evaluator.truth(claim.formula)}
            if not broken:
                flaw = replay(self.theory, [self._line(claim) for claim in claims], decoded.world, self.program)
                if flaw is None:
                    return Found(decoded.world, decoded, values, rounds == 0)
                if not self._mend(flaw, decoded):
                    return Open(f"a world was proposed that is none: {flaw.sentence}")
                continue
            depth = refinement.add(decoded, evaluator, broken)
            if depth is None:
                return Open("a world was proposed that does not replay")
            if depth > DEEP:
                deep += 1
                if deep == DEEP_ROUNDS and (why := obstacle(self.theory, [claim.formula for claim in claims])) is not None:
                    return Open(f"the worlds that are left may need individuals or instants without end: {why}")
            if time.monotonic() > self._deadline:
                return Open("timeout")

    def _ordered(self, decoded: Decoded) -> bool:
        """Write that knowledge does not run backwards where it does in a proposed world. Whether it did."""
        by_pair: dict[tuple[int, int], list[Glance]] = {}
        for glance in self.terms.glances.values():
            if decoded.true(glance.known.exists):
                by_pair.setdefault((glance.consumer.number, glance.someone.number), []).append(glance)
        found = False
        for glances in by_pair.values():
            glances.sort(key=lambda glance: decoded.number(glance.instant.value))
            for one, other in pairwise(glances):
                if decoded.number(one.known.value) > decoded.number(other.known.value):
                    self.terms.order(one, other)
                    found = True
        return found

    @staticmethod
    def _line(claim: Claim) -> Line:
        return claim.line or Line(Role.ASSUMPTION, "the promise in question", claim.formula, claim.formula.span)

    def _mend(self, flaw: Broken, decoded: Decoded) -> bool:
        """Write what a flawed world lacks: that time begins before an instant, or the derived events that nothing mentioned. Whether
        there was anything to write."""
        before = self.script.declared
        if flaw.early is not None:
            numbers = {name: number for number, name in decoded.names.items()}
            bindings = {variable: self.pool.everybody[numbers[member.name] - 1] for variable, member in flaw.bindings}
            generation = max((someone.generation for someone in bindings.values()), default=0)
            self.terms.instant(self.terms.number(flaw.early, Scope("", bindings)), generation)
        else:
            for someone in self.pool.everybody:
                if someone.number in decoded.members:
                    for event in someone.kind.events.values():
                        self.terms.moment(someone, event, Scope("", {}))
        return self.script.declared > before

    def _guard(self, claim: Claim) -> str:
        if claim not in self._guards:
            guard = self.script.declare(f"claim {len(self._guards)}", "Bool")
            self._guards[claim] = guard
            text = self._formulas.write(claim.formula, Scope(guard, {}), True)
            self.script.require(implication(guard, text))
        return self._guards[claim]

    def _flush(self) -> None:
        self.instances.saturate()
        if self.script.pending:
            self._solver.add(self.script.fresh())

    # ------------------------------------------------------------ for least worlds

    def suppose(self, text: str) -> str:
        """Write a formula under a new guard and return the guard."""
        guard = self.script.declare(f"suppose {self.script.declared}", "Bool")
        self.script.require(implication(guard, text))
        return guard

    def model(self, claims: Sequence[Claim], under: Sequence[str]) -> Values | None:
        """A model (not replayed) in which claims and guards are true; None if there is none, or time is up."""
        self._flush()
        result = self._solver.check([*(self._guards[claim] for claim in claims), *under])
        return self._solver.values() if result is Result.SAT else None

    def text(self) -> str:
        """All that was written so far, as SMT-LIB 2.6."""
        return self.script.text()
