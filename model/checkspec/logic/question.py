"""One theory as a question that is asked again and again: which of its lines and claims can be true together?

Every line is written under a guard of its own, so one text serves every promise, offer and observation, and a core names lines.
A model is decoded into a world and handed to the evaluator; what the evaluator finds broken is instantiated, and the question asked
again, until the world replays or there is no model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise

from checkspec.logic.counts import FEW
from checkspec.logic.decode import Decoded
from checkspec.logic.formulas import Formulas
from checkspec.logic.instances import Instances
from checkspec.logic.narrow import Narrow
from checkspec.logic.plain import obstacle
from checkspec.logic.refine import Refinement
from checkspec.logic.scope import Scope
from checkspec.logic.smtlib import TRUE, Cursor, OutOfTime, Script, implication
from checkspec.logic.solver import Result, Solver, Values
from checkspec.logic.symmetry import Symmetry
from checkspec.logic.terms import Glance, Sample, Terms
from checkspec.logic.witness import Pool
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.replay import Broken, replay
from checkspec.meaning.world import World
from checkspec.text.node import Node, node, record
from checkspec.theory.typed import Formula, Line, Role, Theory

DEEP_ROUNDS = 8
"""How often a question may be asked again because of instances deeper than `DEEP`: only questions that are not plain get there."""
DEEP = 6
COUNTING_ROUNDS = 24
"""How often a question may be asked again once a count has to be more than is there, which no instance may ever settle."""
LOUD = 12
"""A world in which little happens is looked for first: nobody is let do anything until the question needs it; when so many
have been needed, everybody may."""


@node
class Claim:
    """Something that may be taken as true: a line of the theory, or a promise (or its negation, or its trigger)."""

    formula: Formula
    line: Line | None = None


@node
class Found(Node):
    """A world in which all claims are true, replayed. `names`: who is who in it, by their numbers in the question."""

    world: World
    names: Mapping[int, str]


@node
class Excluded(Node):
    """No world, of any size: these claims already exclude each other."""

    core: tuple[Claim, ...]


@node
class Open(Node):
    """Neither: what stopped the search."""

    why: str


Outcome = Found | Excluded | Open


@record
class Search:
    """How far a search has come. `deep`: rounds in which only deep instances were added."""

    guards: dict[str, Claim]
    refinement: Refinement
    deep: int = 0


def line_of(claim: Claim) -> Line:
    """The claim as a line, to replay it."""
    return claim.line or Line(Role.ASSUMPTION, "the promise in question", claim.formula, claim.formula.span)


class Question:
    """The question of one theory. `program`: the theory's, compiled. `deadline`: of `time.monotonic()`; `memory`: MB."""

    def __init__(self, theory: Theory, program: Program, deadline: float, memory: int) -> None:
        self.theory = theory
        self.script = Script(deadline)
        self.pool = Pool(theory, self.script)
        self.terms = Terms(self.pool, self.script)
        self.instances = Instances(self.pool, self.terms)
        self._symmetry = Symmetry(theory)
        self._formulas = Formulas(self.terms, self.script, self.instances, self._symmetry.ranks)
        self._solver = Solver(self.script.sorts, deadline, memory)
        self._deadline = deadline
        self._memory = memory
        self._guards: dict[Claim, str] = {}
        self._lines: dict[Line, Claim] = {}
        self.program = program
        self._read: Cursor = (0, 0)
        self._narrow: Narrow | None = None

    @property
    def size(self) -> int:
        """How many assertions there are."""
        return self.script.asserted

    def claim(self, line: Line) -> Claim:
        """The claim that a line is true."""
        if line not in self._lines:
            self._lines[line] = Claim(line.formula, line)
        return self._lines[line]

    def text_for(self, claim: Claim) -> str:
        """A truth from which the claim follows. Raises OutOfTime."""
        return self._guard(claim)

    def write(self, lines: Sequence[Line]) -> None:
        """Write what lines say before it is asked for. At the deadline, the rest is left out."""
        with suppress(OutOfTime):
            for observation in self.theory.observations:  # their instants are there whoever mentions them
                self.terms.observation(observation.name)
            for line in lines:
                self._guard(self.claim(line))
            self._flush()

    def ask(self, claims: Sequence[Claim]) -> Outcome:
        """Whether there is a world in which all claims are true."""
        try:
            return self._ask(self.search(claims))
        except OutOfTime:
            return Open("timeout")

    def _ask(self, search: Search) -> Outcome:
        guards = search.guards
        alike = self._alike(guards.values())
        few, rounds = True, 0
        loud: set[str] = set()
        while True:
            self._flush()
            wishes = [f"|{FEW}|"] if few and self._formulas.open_counts else []
            quiet = {} if len(loud) > LOUD else {g: s for s in self.pool.everybody if (g := self.terms.quiet(s)) not in loud}
            self._flush()
            result = self._solver.check([*guards, *alike, *wishes, *quiet])
            if result is Result.UNKNOWN:
                return Open(self._solver.why)
            if result is Result.UNSAT:
                core = self._solver.core()
                if noisy := core & quiet.keys():
                    nearest = min(quiet[guard].generation for guard in noisy)
                    loud |= {guard for guard in noisy if quiet[guard].generation == nearest}
                    self.instances.heed(nearest)
                    continue
                if wishes and wishes[0] in core:
                    few = False
                    continue
                return Excluded(self._excluded(guards, alike, core))
            answer = self.examine(self._solver.values(), search)
            if not few:
                rounds += 1
                if isinstance(answer, Open) or (answer is None and rounds == COUNTING_ROUNDS):
                    return Open('a count over an open kind without a bound ("no other …" would bound it)')
            if answer is not None:
                return answer

    def _alike(self, claims: Iterable[Claim]) -> list[str]:
        """That those are alike who are, as far as these claims go and somebody asks."""
        if not self._formulas.alike:
            return []
        among = self._symmetry.among((claim.formula for claim in claims), self._formulas.outermost)
        return [truth for truth, individual in self._formulas.alike.items() if individual in among]

    def _excluded(self, guards: Mapping[str, Claim], alike: Sequence[str], core: frozenset[str]) -> tuple[Claim, ...]:
        """The claims of a core. If it rests on individuals that are alike in all that is asked, but not in the core, then without all
        that is said of them, if it is a core so too, else with all that is asked of them."""
        chosen, tried = core.intersection(guards), False
        while unlike := core.intersection(alike).difference(self._alike(guards[guard] for guard in chosen)):
            everyone = self._symmetry.like(self._formulas.alike[truth] for truth in unlike)
            about = {guard for guard, claim in guards.items() if self._symmetry.mentions(claim.formula, everyone)}
            less = [guard for guard in guards if guard in chosen - about]
            if not tried and self._solver.check([*less, *self._alike(guards[guard] for guard in less)]) is Result.UNSAT:
                core = self._solver.core()
                chosen, tried = core.intersection(guards), True
            elif about <= chosen:
                return tuple(guards.values())
            else:
                chosen, tried = chosen | about, True
        return tuple(claim for guard, claim in guards.items() if guard in chosen)

    def text_of(self, claims: Sequence[Claim]) -> str:
        """The question whether these claims can be true together, as far as it is written: SMT-LIB declarations and assertions. Raises
        OutOfTime."""
        guards = [self._guard(claim) for claim in claims]
        self.instances.saturate()
        facts = [*guards, *self._alike(claims)]
        return "\n".join([self.script.text(), *(f"(assert {fact})" for fact in facts)])

    def search(self, claims: Sequence[Claim]) -> Search:
        """The state of a search for a world of these claims. Raises OutOfTime."""
        for observation in self.theory.observations:  # their instants are there whoever mentions them
            self.terms.observation(observation.name)
        return Search({self._guard(claim): claim for claim in claims}, Refinement(self.pool, self.terms, self.instances))

    def examine(self, values: Values, search: Search, names: Mapping[int, str] | None = None) -> Found | Open | None:
        """Whether a model is a world in which the claims of the search are true. If not, what it breaks is written down, and there is
        no answer yet (None); or nothing more can be written. `names`: what some are called, by their numbers. Raises OutOfTime."""
        decoded = Decoded(self.theory, self.terms, values, names)
        if decoded.missing:
            for someone, reference in decoded.missing:
                self.pool.reference(someone, reference)
            return None
        if self._consistent(decoded):
            return None
        evaluator = Evaluator(decoded.world, self.theory, self.program)
        broken = {guard for guard, claim in search.guards.items() if not evaluator.truth(claim.formula)}
        if not broken:
            flaw = replay(self.theory, [line_of(claim) for claim in search.guards.values()], decoded.world, self.program)
            if flaw is None:
                return Found(decoded.world, decoded.names)
            return None if self._mend(flaw, decoded, search) else Open(f"a world was proposed that is none: {flaw.sentence}")
        depth = search.refinement.add(decoded, evaluator, broken)
        if depth is None:
            return Open("a world was proposed that does not replay")
        self.instances.heed(depth)
        if depth > DEEP:
            search.deep += 1
            if search.deep == DEEP_ROUNDS:
                why = obstacle(self.theory, [claim.formula for claim in search.guards.values()])
                if why is not None:
                    return Open(f"the worlds that are left may need individuals or instants without end: {why}")
        return None

    def _consistent(self, decoded: Decoded) -> bool:
        """Write that knowledge does not run backwards, and that a state has one truth at an instant, where a proposed world has it
        otherwise. Whether it had."""
        terms, number, before = self.terms, decoded.number, self.script.asserted
        glances: dict[tuple[int, int], list[Glance]] = {}
        for glance in terms.glances.values():
            if decoded.true(glance.known.exists):
                glances.setdefault((glance.consumer.number, glance.someone.number), []).append(glance)
        for seen in glances.values():
            seen.sort(key=lambda glance: (number(glance.instant.value), -number(glance.known.value)))
            for one, other in pairwise(seen):
                if number(one.known.value) > number(other.known.value):
                    terms.order(one, other)
        samples: dict[tuple[int, str, Fraction], list[Sample]] = {}
        for sample in terms.samples.values():
            if sample.someone.number in decoded.names and decoded.true(sample.instant.exists):
                samples.setdefault((sample.someone.number, sample.state.name, number(sample.instant.value)), []).append(sample)
        for read in samples.values():
            if len({decoded.true(sample.symbol) for sample in read}) > 1:
                for sample, next_one in pairwise(read):
                    terms.agree(sample, next_one)
        return self.script.asserted > before

    def _mend(self, flaw: Broken, decoded: Decoded, search: Search) -> bool:
        """Write what a flawed world lacks: that time begins before an instant, that nobody knows the future, or the derived events that
        nothing mentioned. Whether there was anything to write."""
        before = self.script.declared, self.script.asserted
        if flaw.early is not None and flaw.line is not None:
            numbers = {name: number for number, name in decoded.names.items()}
            bindings = {variable: self.pool.everybody[numbers[member.name] - 1] for variable, member in flaw.bindings}
            generation = max((someone.generation for someone in bindings.values()), default=0)
            naming = next((guard for guard, claim in search.guards.items() if claim.formula is flaw.line.formula), TRUE)
            self.terms.instant(self.terms.number(flaw.early, Scope("", bindings)), generation, naming)
            return self.script.declared > before[0]
        for someone in self.pool.everybody:
            if someone.number in decoded.members:
                for event in someone.kind.events.values():
                    self.terms.moment(someone, event, Scope("", {}))
                self.terms.sight(someone)
        return (self.script.declared, self.script.asserted) > before

    def _guard(self, claim: Claim) -> str:
        if claim not in self._guards:
            guard = self.script.declare(f"claim {len(self._guards)}", "Bool")
            self._guards[claim] = guard
            text = self._formulas.write(claim.formula, Scope(guard, {}), True)
            self.script.require(implication(guard, text))
        return self._guards[claim]

    def _flush(self) -> None:
        self.instances.saturate()
        text, self._read = self.script.since(self._read)
        if text:
            self._solver.add(text)

    def narrowed(self, stated: Sequence[Claim], claim: Claim) -> Narrow:
        """A solver for going down to the least world: what is stated is fact there. It is the same one as the last time, as long as what
        was stated then is stated still. Raises OutOfTime."""
        guards = [self._guard(each) for each in (*stated, claim)]
        self._flush()
        facts = [*guards[:-1], *self._alike([*stated, claim]), *([f"|{FEW}|"] if self._formulas.open_counts else [])]
        if self._narrow is None or not self._narrow.facts <= set(facts):
            self._narrow = Narrow(Solver(self.script.sorts, self._deadline, self._memory, self._solver), facts)
        self._narrow.begin(self.script, facts, guards[-1])
        return self._narrow
