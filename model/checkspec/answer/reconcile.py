"""Counting a population: who of the named ones belongs to it at an observation, how each stands, and whether there may be more of them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence

from checkspec.answer.limits import Limits
from checkspec.answer.reasons import smallest
from checkspec.answer.standing import COMPLETE, LOST, OUTSIDE, UNFINISHED, WAYS, Reconciliation, Standing, Total, counts
from checkspec.logic.question import Claim, Excluded, Found, Open, Outcome, Question
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.world import World
from checkspec.text.node import fresh, record
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
    Or,
    Population,
    Quantified,
    Same,
    Share,
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


@record
class Seen:
    """What is known so far of a population at an observation: how each may stand in worlds that were found."""

    share: Share
    ways: set[str] = fresh(factory=set)


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
        self._known: dict[int, tuple[Line, ...]] = {}  # by the outcome's identity
        self._worlds: list[World] = []
        """Of the observation at hand, or of a later one, where more is stated."""

    def of(self, population: Population, shown: set[str]) -> list[Reconciliation]:
        """The population at each observation, in their order."""
        places = [place for place, each in enumerate(self._theory.observations) if each.name in shown]
        further = self._further(population, places)
        found: list[Reconciliation] = []
        self._worlds = []
        for place in reversed(places):
            at, more = self._theory.observations[place].name, further[place]
            fits = None if self._worlds else self._ask(place)
            if fits is not None and not isinstance(fits, Found):
                limit = fits.why if isinstance(fits, Open) else ""
                found.append(Reconciliation(self._theory, population, at, clash=not limit, limit=limit))
                continue
            standings, limit = self._standings(population, place, at)
            totals = tuple(self._totals(population, place))
            limit = limit or (more.why if isinstance(more, Open) else "")
            known = None if isinstance(more, Open) else isinstance(more, Found)
            found.append(Reconciliation(self._theory, population, at, standings, known, self._reasons(more), totals, limit=limit))
        return found[::-1]

    def _ask(self, place: int, *more: Claim) -> Outcome:
        outcome = self._question.ask([*self._columns[place], *more])
        if isinstance(outcome, Found):
            self._worlds.append(outcome.world)
        return outcome

    # ------------------------------------------------------------ who belongs to it, and how they stand

    def _standings(self, population: Population, place: int, at: str) -> tuple[tuple[Standing, ...], str]:
        seen = [Seen(share) for share in population.shares]
        ways = {share: _ways(share, at) for share in population.shares}
        for world in self._worlds:
            self._look(world, seen, ways)
        limit = ""
        while missing := [ways[each.share][way].formula for each in seen for way in WAYS if way not in each.ways]:
            outcome = self._ask(place, Claim(Or(tuple(missing), population.span)))
            if isinstance(outcome, Found):
                self._look(outcome.world, seen, ways)
                continue
            limit = outcome.why if isinstance(outcome, Open) else ""
            break
        standings = [Standing(each.share.individual, tuple(way for way in WAYS if way in each.ways), bool(limit)) for each in seen]
        return tuple(each for each in standings if each.settled != OUTSIDE), limit

    def _look(self, world: World, seen: Iterable[Seen], ways: Mapping[Share, Mapping[str, Claim]]) -> None:
        evaluator = Evaluator(world, self._theory, self._program)
        for each in seen:
            each.ways.add(next(way for way, claim in ways[each.share].items() if evaluator.truth(claim.formula)))

    # ------------------------------------------------------------ further members

    def _further(self, population: Population, places: Sequence[int]) -> dict[int, Outcome]:
        """Whether there may be members without a name, by the observation. More is stated later, so what is found for one observation is
        there for those before it, and what is excluded for one is for those after it."""
        everybody, span = population.everybody, population.span
        claim = Claim(Not(NoOther(everybody.variable, everybody.phrases, everybody.where, span), span))
        outcomes: dict[int, Outcome] = {}
        outcome: Outcome | None = None
        for place in reversed(places):
            if not isinstance(outcome, Found):
                known = isinstance(outcome, Excluded) and set(outcome.core) <= {*self._columns[place], claim}
                outcome = outcome if known and outcome is not None else self._ask(place, claim)
            outcomes[place] = outcome
        return outcomes

    def _reasons(self, outcome: Outcome) -> tuple[Line, ...]:
        """The lines that say that the named members are all: those of the first observation at which they do."""
        if not isinstance(outcome, Excluded):
            return ()
        if id(outcome) not in self._known:
            fixed = [claim for claim in outcome.core if claim.line is None]
            stated = [claim for claim in outcome.core if claim.line is not None]
            first = next(column for column in self._columns if set(stated) <= set(column))
            claims = smallest(self._question.ask, fixed, first, stated)
            found = tuple(claim.line for claim in claims if claim.line is not None)
            self._known[id(outcome)] = () if time.monotonic() > self._deadline else found
        return self._known[id(outcome)]

    # ------------------------------------------------------------ totals over another set

    def _totals(self, population: Population, place: int) -> Iterator[Total]:
        for observation in self._theory.observations[: place + 1]:
            for line in observation.lines:
                for number, count in enumerate(counts(line.formula)):
                    if count.variable.kind is population.kind and not _among(count.where, count.variable, population):
                        if isinstance(self._ask(place, Claim(_stranger(count, population, observation.name))), Found):
                            yield Total(observation.name, line, number)


def _ways(share: Share, at: str) -> dict[str, Claim]:
    """For each way to stand at an observation, the claim that the individual does."""
    span = share.belongs.span
    instant = ObservationInstant(at, span)
    complete, lost = At(instant, share.complete, span), At(instant, share.lost, span)
    return {
        COMPLETE: Claim(And((share.belongs, complete), span)),
        UNFINISHED: Claim(And((share.belongs, Not(complete, span), Not(lost, span)), span)),
        LOST: Claim(And((share.belongs, Not(complete, span), lost), span)),
        OUTSIDE: Claim(Not(share.belongs, span)),
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
