"""What would settle an open promise: the fewest further reports that establish it, and the fewest that refute it.

A *report* says that something has happened to an individual, or not, or how one of its states stands, at an instant at which somebody
can look; or that the named individuals of the promise's population are all there are. Reports that establish the promise leave worlds in
which it is kept, and none in which it is broken; for those that refute it, the other way round.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from checkspec.answer.limits import Limits
from checkspec.logic.question import Claim, Excluded, Found, Open, Question
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.walk import Expression, parts
from checkspec.meaning.world import World
from checkspec.text.node import Node, node
from checkspec.theory.typed import (
    At,
    Compare,
    Formula,
    Happened,
    Holds,
    Individual,
    NoOther,
    Not,
    Observation,
    ObservationInstant,
    Promise,
    Quantified,
    Theory,
    Variable,
)

MOST = 4
"""So many reports are looked for at most."""


@node
class Report(Node):
    """`said`: what is reported, at the instant in force. `at`: the name of the observation to which it belongs; None: at no instant."""

    said: Formula
    at: str | None

    @property
    def formula(self) -> Formula:
        span = self.said.span
        return self.said if self.at is None else At(ObservationInstant(self.at, span), self.said, span)


@node
class Settling(Node):
    """`establish`, `refute`: the fewest reports that do; None if no `MOST` reports do. `further`: the name of the observation that is
    yet to be made, no earlier than those that were. `limit`: what stopped the search, if anything did."""

    establish: tuple[Report, ...] | None
    refute: tuple[Report, ...] | None
    further: str
    limit: str = ""


def settling(theory: Theory, promise: Promise, at: str, limits: Limits) -> Settling:
    """What would settle a promise that is undetermined at an observation."""
    further = _unused("next", {each.name for each in theory.observations})
    theory = _with_further(theory, at, further)
    search = _Search(theory, promise, at, limits)
    reports = list(candidates(theory, promise, at, further))
    kept, broken = Claim(promise.formula), Claim(Not(promise.formula, promise.span))
    establish, refute = search.fewest(reports, kept, broken), search.fewest(reports, broken, kept)
    return Settling(establish, refute, further, search.limit)


def candidates(theory: Theory, promise: Promise, at: str, further: str) -> Iterator[Report]:
    """The reports that may be made: first about the named individuals of the promise's population, then about those that it names."""
    formula, span = promise.formula, promise.span
    mentioned = list(dict.fromkeys(_named(formula)))
    population = [each for each in theory.individuals if isinstance(formula, Quantified) and each.kind is formula.variable.kind]
    instants = [*dict.fromkeys([*_observations(formula), at]), further]
    for individual in dict.fromkeys([*population, *mentioned]):
        said: list[Formula] = [Happened(individual, event, span) for event in individual.kind.events.values()]
        said += [Holds(individual, state, span) for state in individual.kind.states.values()]
        for instant in reversed(instants):
            for each in said:
                yield Report(each, instant)
                yield Report(Not(each, span), instant)
    if isinstance(formula, Quantified):
        yield Report(NoOther(formula.variable, formula.phrases, formula.where, formula.span), None)


class _Search:
    """One search for few reports."""

    def __init__(self, theory: Theory, promise: Promise, at: str, limits: Limits) -> None:
        self._theory = theory
        self._program = Program(theory)
        self._question = Question(theory, self._program, time.monotonic() + limits.timeout, limits.memory)
        self._stated = [self._question.claim(line) for line in theory.lines_for(promise.offer)]
        for observation in theory.observations:
            self._stated += [self._question.claim(line) for line in observation.lines]
        self.limit = ""

    def fewest(self, reports: Sequence[Report], wanted: Claim, unwanted: Claim) -> tuple[Report, ...] | None:
        """The fewest reports that leave a world of what is wanted and none of what is not; the first such in the order of the reports."""
        claims = [Claim(report.formula) for report in reports]
        number = {claim: index for index, claim in enumerate(claims)}
        clauses: list[frozenset[int]] = []  # of each, one report must be chosen
        clashes: list[frozenset[int]] = []  # not all of these together
        while (chosen := _hitting(clauses, clashes)) is not None:
            selected = [claims[index] for index in chosen]
            for goal in (wanted, unwanted):
                outcome = self._question.ask([*self._stated, goal, *selected])
                if isinstance(outcome, Open):
                    self.limit = outcome.why
                    return None
                if isinstance(outcome, Excluded):
                    break
            if isinstance(outcome, Found):
                clauses.append(self._false_in(outcome.world, claims))
            elif goal is unwanted:
                return tuple(reports[index] for index in chosen)
            else:
                clashes.append(frozenset(number[claim] for claim in outcome.core if claim in number))
        return None

    def _false_in(self, world: World, claims: Iterable[Claim]) -> frozenset[int]:
        evaluator = Evaluator(world, self._theory, self._program)
        return frozenset(index for index, claim in enumerate(claims) if not evaluator.truth(claim.formula))


def _hitting(clauses: Sequence[frozenset[int]], clashes: Sequence[frozenset[int]]) -> tuple[int, ...] | None:
    """The least set, by size and then by its numbers, that meets every clause and contains no clash; None if none has at most `MOST`."""
    for size in range(MOST + 1):
        found = _hitting_within(clauses, clashes, (), size)
        if found:
            return min(found)
    return None


def _hitting_within(
    clauses: Sequence[frozenset[int]], clashes: Sequence[frozenset[int]], chosen: tuple[int, ...], room: int
) -> set[tuple[int, ...]]:
    if any(clash <= set(chosen) for clash in clashes):
        return set()
    missed = [clause for clause in clauses if clause.isdisjoint(chosen)]
    if not missed:
        return {tuple(sorted(chosen))}
    if room == 0:
        return set()
    found: set[tuple[int, ...]] = set()
    for index in min(missed, key=len):
        found |= _hitting_within(clauses, clashes, (*chosen, index), room - 1)
    return found


def _with_further(theory: Theory, at: str, further: str) -> Theory:
    """The theory with what was observed up to `at`, the instants of the later observations, and one observation more."""
    places = [each.name for each in theory.observations]
    until = places.index(at) + 1
    span = theory.observations[until - 1].span
    later = [replace(each, lines=()) for each in theory.observations[until:]]
    no_earlier = Compare(">=", ObservationInstant(further, span), ObservationInstant(at, span), ">=", span)
    line = replace(theory.observations[until - 1].lines[0], label=f"{further} is no earlier than {at}", formula=no_earlier)
    return replace(theory, observations=(*theory.observations[:until], *later, Observation(further, "", "", (line,), span)))


def _unused(name: str, taken: set[str]) -> str:
    return name if name not in taken else _unused(f"{name}-one", taken)


def _parts(node: Expression) -> Iterator[Expression]:
    yield node
    for part in parts(node):
        yield from _parts(part)


def _named(formula: Formula) -> Iterator[Individual]:
    return (each for each in _parts(formula) if isinstance(each, Individual))


def _observations(formula: Formula) -> Iterator[str]:
    return (each.name for each in _parts(formula) if isinstance(each, ObservationInstant))
