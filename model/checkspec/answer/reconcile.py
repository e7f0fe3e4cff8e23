"""Counting a population: who of the named ones belongs to it at an observation, how each stands, and whether there may be more of them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from checkspec.answer.double import with_double
from checkspec.answer.limits import Limits
from checkspec.answer.reasons import smallest
from checkspec.answer.standing import COMPLETE, LOST, OUTSIDE, UNFINISHED, WAYS, Reconciliation, Standing, Total, counts
from checkspec.logic.question import Claim, Excluded, Found, Open, Question, line_of
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.replay import replay
from checkspec.meaning.world import World
from checkspec.text.node import fresh, record
from checkspec.theory.population import Population, Share
from checkspec.theory.typed import (
    And,
    Applied,
    At,
    CountOf,
    Formula,
    Line,
    NoOther,
    Not,
    ObservationInstant,
    Quantified,
    Role,
    Same,
    Theory,
    Variable,
)


def reconciled(theory: Theory, limits: Limits, shown: Sequence[str]) -> list[Reconciliation]:
    """Each population of a theory, in the file's order, at each of the observations that are `shown`, in theirs."""
    if not theory.populations or not shown:
        return []
    search = _Search(theory, limits)
    return [each for population in theory.populations for each in search.of(population, set(shown))]


def uncounted(theory: Theory, shown: Sequence[str], why: str) -> list[Reconciliation]:
    """The same, where something stopped it before it came to anything."""
    return [Reconciliation(theory, population, at, limit=why) for population in theory.populations for at in shown]


INSIDE, INCOMPLETE = "inside", "incomplete"
Answered = World | Excluded | Open
"""A world, or that there is none, or that none was found."""


@record
class Seen:
    """What is known so far of one who may belong to a population: how it stands in worlds that were found. `claims`: that it stands so;
    `limit`: what stopped the search for more."""

    share: Share
    claims: dict[str, Claim]
    ways: set[str] = fresh(factory=set)
    limit: str = ""


class _Search:
    def __init__(self, theory: Theory, limits: Limits) -> None:
        self._theory = theory
        self._program = Program(theory)
        self._deadline = time.monotonic() + limits.timeout
        self._question = Question(theory, self._program, self._deadline, limits.memory)
        self._columns: list[list[Claim]] = []
        stated = [self._question.claim(line) for line in theory.lines]
        for observation in theory.observations:
            stated = stated + [self._question.claim(line) for line in observation.lines]
            self._columns.append(stated)
        self._easy = Question(theory, self._program, self._deadline, limits.memory)
        self._known: dict[int, tuple[Line, ...]] = {}  # reasons, by the outcome's identity
        self._worlds: list[World] = []
        """Of the observation at hand, or of a later one, where more is stated."""

    def of(self, population: Population, shown: set[str]) -> list[Reconciliation]:
        """The population at each observation, in their order."""
        found: list[Reconciliation] = []
        self._worlds = []
        more: Answered | None = None
        for place, observation in reversed([*enumerate(self._theory.observations)]):
            if observation.name not in shown:
                continue
            at, fits = observation.name, self._ask(place)
            if not isinstance(fits, World):
                limit = fits.why if isinstance(fits, Open) else ""
                found.append(Reconciliation(self._theory, population, at, clash=not limit, limit=limit))
                continue
            standings, limit = self._standings(population, place, at)
            totals = tuple(self._totals(population, place))
            more = self._further(population, place, more)
            limit = limit or (more.why if isinstance(more, Open) else "")
            known = None if isinstance(more, Open) else isinstance(more, World)
            found.append(Reconciliation(self._theory, population, at, standings, known, self._reasons(more), totals, limit=limit))
        return found[::-1]

    def _ask(self, place: int, *more: Claim) -> Answered:
        """A world of the evidence at an observation in which the claims are true, such as one that was found before; or why there is none.
        Facts are asked first without the rules: that is much easier, and often enough to exclude it."""
        for world in self._worlds:
            if all(self._true(claim, world) for claim in more):
                return world
        column = self._columns[place]
        facts = [claim for claim in column if claim.line is not None and claim.line.role is not Role.RULE]
        easy = self._easy.ask([*facts, *more])
        outcome = easy if isinstance(easy, Excluded) else self._question.ask([*column, *more])
        if not isinstance(outcome, Found):
            return outcome
        self._worlds.append(outcome.world)
        return outcome.world

    def _true(self, claim: Claim, world: World) -> bool:
        if not Evaluator(world, self._theory, self._program).truth(claim.formula):
            return False
        return replay(self._theory, [line_of(claim)], world, self._program) is None

    # ------------------------------------------------------------ who belongs to it, and how they stand

    def _standings(self, population: Population, place: int, at: str) -> tuple[tuple[Standing, ...], str]:
        seen = [Seen(share, _claims(share, at)) for share in population.shares]
        for world in self._worlds:
            self._look(world, seen)
        limit = ""
        for each in seen:
            each.limit = self._others(place, each, seen)
            limit = limit or each.limit
        standings = [Standing(each.share.individual, tuple(way for way in WAYS if way in each.ways), bool(each.limit)) for each in seen]
        return tuple(each for each in standings if each.settled != OUTSIDE), limit

    def _others(self, place: int, one: Seen, seen: Sequence[Seen]) -> str:
        """Find out how else one may stand than in the worlds that are known; what stopped the search, if anything did. One question at a
        time: to exclude several ways at once takes the solver much longer."""
        for way in (OUTSIDE, INSIDE, COMPLETE, INCOMPLETE, UNFINISHED, LOST):
            if way in one.ways or (way == INSIDE and one.ways != {OUTSIDE}) or (way == INCOMPLETE and one.ways & {UNFINISHED, LOST}):
                continue
            outcome = self._ask(place, one.claims[way])
            if isinstance(outcome, World):
                self._look(outcome, seen)
            elif isinstance(outcome, Open):
                return outcome.why
            elif way in (INSIDE, INCOMPLETE):
                break
        return ""

    def _look(self, world: World, seen: Iterable[Seen]) -> None:
        evaluator = Evaluator(world, self._theory, self._program)
        for each in seen:
            each.ways.add(next(way for way in WAYS if evaluator.truth(each.claims[way].formula)))

    # ------------------------------------------------------------ further members

    def _further(self, population: Population, place: int, later: Answered | None) -> Answered:
        """Whether there may be members without a name. More is stated at a `later` observation, so what is found there holds here too. An
        unnamed one that is like a named one is tried before the search."""
        if isinstance(later, World):
            return later
        everybody, span = population.everybody, population.span
        claim = Claim(Not(NoOther(everybody.variable, everybody.phrases, everybody.where, span), span))
        if isinstance(later, Excluded) and all(each.line is None or each in self._columns[place] for each in later.core):
            return later
        lines = [*map(line_of, (*self._columns[place], claim))]
        for share in population.shares:
            world = with_double(self._worlds[0], share.individual.name)
            if replay(self._theory, lines, world, self._program) is None:
                return world
        return self._ask(place, claim)

    def _reasons(self, outcome: Answered) -> tuple[Line, ...]:
        """Lines that say that the named members are all, none of them superfluous."""
        if not isinstance(outcome, Excluded):
            return ()
        if id(outcome) not in self._known:
            fixed = [claim for claim in outcome.core if claim.line is None]
            stated = [claim for claim in self._columns[-1] if claim in outcome.core]
            claims = smallest(self._easy.ask, fixed, stated, stated)
            found = tuple(claim.line for claim in claims if claim.line is not None)
            self._known[id(outcome)] = () if time.monotonic() > self._deadline else found
        return self._known[id(outcome)]

    # ------------------------------------------------------------ totals over another set

    def _totals(self, population: Population, place: int) -> Iterator[Total]:
        for observation in self._theory.observations[: place + 1]:
            for line in observation.lines:
                for number, count in enumerate(counts(line.formula)):
                    if count.variable.kind is not population.kind or _among(count.where, count.variable, population):
                        continue
                    if isinstance(self._ask(place, Claim(_stranger(count, population, observation.name))), World):
                        yield Total(observation.name, line, number)


def _claims(share: Share, at: str) -> dict[str, Claim]:
    """For each way to stand at an observation, the claim that the individual does; and that it belongs to the population at all."""
    span = share.belongs.span
    instant = ObservationInstant(at, span)
    complete, lost = At(instant, share.complete, span), At(instant, share.lost, span)
    return {
        COMPLETE: Claim(And((share.belongs, complete), span)),
        UNFINISHED: Claim(And((share.belongs, Not(complete, span), Not(lost, span)), span)),
        LOST: Claim(And((share.belongs, Not(complete, span), lost), span)),
        OUTSIDE: Claim(Not(share.belongs, span)),
        INSIDE: Claim(share.belongs),
        INCOMPLETE: Claim(And((share.belongs, Not(complete, span)), span)),
    }


def _among(where: Formula | None, variable: Variable, population: Population) -> bool:
    """Whether a condition demands to be in the population."""
    match where:
        case And(parts=several):
            return any(_among(part, variable, population) for part in several)
        case Applied(name=population.name, arguments=(subject,), population=True):
            return subject is variable
        case _:
            return False


def _stranger(count: CountOf, population: Population, at: str) -> Formula:
    """That somebody is counted who is not in the population."""
    everybody, span = population.everybody, population.span
    assert everybody.where is not None
    same = And((everybody.where, Same(everybody.variable, count.variable, False, span)), span)
    nobody = Quantified("no", everybody.variable, everybody.phrases, same, None, span)
    whole: Formula = nobody if count.where is None else And((count.where, nobody), span)
    return At(ObservationInstant(at, span), Quantified("some", count.variable, (), whole, None, span), span)
