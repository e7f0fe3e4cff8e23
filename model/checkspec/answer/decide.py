"""Every verdict of a theory: each promise by design, and at each observation.

With S all that is stated, O the observations up to one, P the promise: K asks for a world of S, O and P, B for one of S, O and not P.

| | B = no | B = yes | B = open |
|---|---|---|---|
| K = no | INCONSISTENT | REFUTED; by design FAILS, in every world | UNKNOWN |
| K = yes | HOLDS | UNDETERMINED; by design FAILS | UNKNOWN |
| K = open | UNKNOWN | UNKNOWN; by design FAILS | UNKNOWN |
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from checkspec.answer.audit import NOBODY, Audit
from checkspec.answer.least import least
from checkspec.answer.limits import Limits
from checkspec.answer.parting import beside
from checkspec.answer.reasons import smallest
from checkspec.answer.vacuity import trigger
from checkspec.answer.verdict import Answer, Verdict
from checkspec.logic.question import Claim, Excluded, Found, Open, Outcome, Question, line_of
from checkspec.logic.smtlib import OutOfTime
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.replay import replay
from checkspec.meaning.world import World
from checkspec.text.node import Node, node
from checkspec.theory.typed import Line, Not, Promise, Theory

BURDEN = 4000
"""From so many assertions on, near questions are asked anew."""
NOT_LEAST = "the search for the least world was not finished"
REMEMBERED = 12
"""So many worlds of a promise are kept at hand: one that was found for one question often answers the next."""


Told = Callable[[Promise, str | None], bool]
"""Which answers (of a promise, at an observation or by design) are explained by reasons and least worlds."""


def answers(theory: Theory, limits: Limits, told: Told = lambda promise, at: True) -> Iterator[Answer]:
    """Every answer of a theory, promise by promise in the file's order, by design first. Those that are not `told` are verdicts alone,
    without reasons and least worlds. Past the limits, answers are UNKNOWN with what stopped the search."""
    decision = Decision(theory, time.monotonic() + limits.timeout, limits.memory, told)
    for promise in asked(theory):
        yield from decision.of(promise)


def asked(theory: Theory) -> list[Promise]:
    """The promises that are asked: all but those that an offer takes over unchanged, unless an expectation names them."""
    changed = {offer.name for offer in theory.offers if offer.changed}
    expected = {(e.offer, e.promise) for e in theory.expectations}
    return [p for p in theory.promises if not p.inherited or p.offer in changed or (p.offer, p.name) in expected]


def near_worlds(theory: Theory, promise: Promise, at: str | None, limits: Limits) -> Iterator[tuple[Line, World | None, str]]:
    """For each reason of a promise that holds: the least world in which it breaks without that one line. None if there is none, and if it
    is not known whether there is one, why."""
    decision = Decision(theory, time.monotonic() + limits.timeout, limits.memory, lambda asked, column: column == at)
    answer = next(answer for answer in decision.of(promise) if answer.at == at)
    for line in answer.reasons:
        yield line, *decision.without(promise, at, line)


@node
class Column(Node):
    """By design (`at` None) or an observation: all that counts as true there, and the observations made by then."""

    at: str | None
    stated: tuple[Claim, ...]
    made: tuple[str, ...] = ()


class Decision:
    """The verdicts of one theory. Each promise has a question of its own, which its columns share: what one promise needs to be
    excluded (hundreds of instances, at times) would only burden the next."""

    def __init__(self, theory: Theory, deadline: float, memory: int, told: Told, audit: Audit = NOBODY) -> None:
        self._theory = theory
        self._program = Program(theory)
        self._deadline = deadline
        self._memory = memory
        self._told = told
        self._question: Question
        self._spare: Question | None = None
        self._audit = audit
        self._asked: dict[int, tuple[Outcome, Question]] = {}  # by the outcome's identity
        self._ready: Question | None = None
        self._worlds: list[Found] = []

    def _new_question(self) -> Question:
        return Question(self._theory, self._program, self._deadline, self._memory)

    def prepare(self) -> None:
        """Do what the first promise needs, so that processes forked from here begin with it."""
        self._ready = self._new_question()
        self._ready.write(self._theory.lines)

    def undecided(self, promise: Promise, why: str) -> list[Answer]:
        """UNKNOWN, by design and at each observation."""
        places = (None, *(observation.name for observation in self._theory.observations))
        return [Answer(self._theory, promise, at, Verdict.UNKNOWN, limit=why) for at in places]

    def of(self, promise: Promise) -> list[Answer]:
        """The answers for one promise, by design first."""
        if time.monotonic() > self._deadline:
            return self.undecided(promise, "timeout")
        self._question, self._spare, self._worlds = self._ready or self._new_question(), None, []
        self._ready = None
        self._asked = {}
        kept, broken = Claim(promise.formula), Claim(Not(promise.formula, promise.span))
        tested = Claim(trigger(promise.formula))
        columns = self._columns(promise)
        ks, bs = self._row(columns, kept), self._row(columns, broken)
        found: list[Answer] = []
        reasons: dict[int, tuple[Line, ...]] = {}
        for index, column in enumerate(columns):
            k, b = ks[index], bs[index]
            answer = Answer(self._theory, promise, column.at, verdict(k, b, column.at is None))
            match answer.verdict:
                case Verdict.HOLDS:
                    answer = replace(answer, vacuous=isinstance(self._ask(column.stated, tested), Excluded))
                    answer = self._explain(answer, columns, index, bs, [broken], reasons)
                case Verdict.INCONSISTENT:
                    answer = self._explain(answer, columns, index, [self._ask(c.stated) for c in columns[: index + 1]], [], {})
                case Verdict.REFUTED:
                    answer = self._explain(answer, columns, index, ks, [kept], {})
                case Verdict.FAILS if isinstance(k, Excluded):
                    answer = replace(self._explain(answer, columns, index, ks, [kept], {}), in_every_world=True)
                case Verdict.UNKNOWN:
                    answer = replace(answer, limit=next(o.why for o in (b, k) if isinstance(o, Open)))
                case _:
                    pass
            answer = self._show(answer, column, b, broken, kept)
            found.append(self._audited(answer, column, [("kept", k, kept), ("broken", b, broken)], tested) if self._audit else answer)
        return found

    def _audited(self, answer: Answer, column: Column, asked: list[tuple[str, Outcome, Claim]], tested: Claim) -> Answer:
        """The answer, once its questions are written and confirmed as the audit demands."""
        if answer.vacuous:
            asked = [*asked, ("tested", self._ask(column.stated, tested), tested)]
        opinions = []
        for name, outcome, claim in asked:
            _, question = self._asked.get(id(outcome), (outcome, self._question))
            try:
                text = question.text_of([*column.stated, claim])
            except OutOfTime:
                opinions.append(False if isinstance(outcome, Excluded) and self._audit.confirm else None)
                continue
            opinions.append(self._audit.of(self._theory, answer.promise, answer.at, name, outcome, text, self._deadline))
        given = [opinion for opinion in opinions if opinion is not None]
        return replace(answer, confirmed=all(given)) if given else answer

    def without(self, promise: Promise, at: str | None, line: Line) -> tuple[World | None, str]:
        """The least world in which all that is stated but one line is true and the promise is broken; None if there is none, and if
        that is not known, why."""
        self._question, self._spare = self._new_question(), None
        column = next(column for column in self._columns(promise) if column.at == at)
        stated = [claim for claim in column.stated if claim.line is not line]
        broken = Claim(Not(promise.formula, promise.span))
        outcome = self._question.ask([*stated, broken])
        world = least(self._question, stated, broken, outcome).world if isinstance(outcome, Found) else None
        return world, outcome.why if isinstance(outcome, Open) else ""

    # ------------------------------------------------------------ questions

    def _columns(self, promise: Promise) -> list[Column]:
        stated = [self._question.claim(line) for line in self._theory.lines_for(promise.offer)]
        columns = [Column(None, tuple(stated))]
        for observation in self._theory.observations:
            stated = stated + [self._question.claim(line) for line in observation.lines]
            columns.append(Column(observation.name, tuple(stated), (*columns[-1].made, observation.name)))
        return columns

    def _row(self, columns: list[Column], claim: Claim) -> list[Outcome]:
        """One outcome a column. More is stated in later columns, so a world for one is a world for those before it, and what is
        excluded in one is excluded in those after it."""
        outcomes: list[Outcome | None] = [None] * len(columns)
        last = len(columns) - 1
        while last >= 0:
            outcome = self._ask(columns[last].stated, claim)
            if isinstance(outcome, Found):
                outcomes[: last + 1] = [outcome] * (last + 1)
                break
            first = last
            if isinstance(outcome, Excluded):
                while first > 0 and set(outcome.core) <= {*columns[first - 1].stated, claim}:
                    first -= 1
            outcomes[first : last + 1] = [outcome] * (last + 1 - first)
            last = first - 1
        return [outcome for outcome in outcomes if outcome is not None]

    def _ask(self, stated: Sequence[Claim], *more: Claim) -> Outcome:
        claims = [*stated, *more]
        for known in self._worlds:
            evaluator = Evaluator(known.world, self._theory, self._program)
            if all(evaluator.truth(claim.formula) for claim in reversed(claims)):
                lines = map(line_of, claims)  # true is not enough: a line may name an instant before this world begins
                if replay(self._theory, lines, known.world, self._program) is None:
                    return known
        outcome = self._near(claims)
        if isinstance(outcome, Found):
            self._worlds = [outcome, *self._worlds[: REMEMBERED - 1]]
        return outcome

    def _near(self, claims: Sequence[Claim]) -> Outcome:
        """A question like one asked before: anew, if what was needed for that one would burden it."""
        question = self._question
        if question.size >= BURDEN:
            if self._spare is None or self._spare.size >= BURDEN:
                self._spare = self._new_question()
            question = self._spare
        outcome = question.ask(claims)
        self._asked[id(outcome)] = outcome, question
        return outcome

    # ------------------------------------------------------------ what is shown

    def _explain(
        self, answer: Answer, columns: list[Column], index: int, row: Sequence[Outcome], fixed: list[Claim],
        known: dict[int, tuple[Line, ...]],
    ) -> Answer:
        """The reasons: those of the first column in which the same is excluded."""
        if not self._told(answer.promise, answer.at):
            return answer
        first = next((i for i, outcome in enumerate(row) if isinstance(outcome, Excluded)), None)
        if first is None:  # time ran out between the verdict and its reasons
            return answer
        if first not in known:
            outcome = row[first]
            assert isinstance(outcome, Excluded)
            lines = [claim for claim in columns[first].stated if claim not in fixed]
            claims = smallest(self._near, fixed, lines, [claim for claim in outcome.core if claim not in fixed])
            known[first] = tuple(claim.line for claim in claims if claim.line is not None)
        return replace(answer, reasons=known[first])

    def _show(self, answer: Answer, column: Column, b: Outcome, broken: Claim, kept: Claim) -> Answer:
        """The worlds that belong to a verdict."""
        if not self._told(answer.promise, answer.at):
            return answer
        if answer.verdict in (Verdict.FAILS, Verdict.REFUTED, Verdict.UNDETERMINED) and isinstance(b, Found):
            shown = least(self._question, column.stated, broken, b)
            answer = replace(answer, broken=shown.world, tie=shown.tie, limit="" if shown.reached else NOT_LEAST)
            if answer.verdict is Verdict.UNDETERMINED:
                answer = replace(answer, kept=beside(self._question, column.stated, kept, shown, column.made))
        return answer


def verdict(k: Outcome, b: Outcome, by_design: bool) -> Verdict:
    """The table above."""
    if isinstance(b, Found) and (by_design or isinstance(k, Found | Excluded)):
        if by_design:
            return Verdict.FAILS
        return Verdict.REFUTED if isinstance(k, Excluded) else Verdict.UNDETERMINED
    if isinstance(b, Excluded) and isinstance(k, Found | Excluded):
        return Verdict.HOLDS if isinstance(k, Found) else Verdict.INCONSISTENT
    return Verdict.UNKNOWN
