"""What would settle an open promise: the fewest further reports that establish it, and the fewest that refute it.

A *report* says that something has happened to an individual, or not, or how one of its states stands, at an instant at which somebody
can look; or that the named individuals of the promise's population are all there are. Reports that establish the promise leave worlds in
which it is kept, and none in which it is broken; for those that refute it, the other way round.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from checkspec.answer.fuller import fuller
from checkspec.answer.limits import Limits
from checkspec.logic.question import Claim, Found, Open, Question
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.walk import Expression, parts
from checkspec.meaning.world import World
from checkspec.text.node import Node, node
from checkspec.theory.typed import (
    At,
    Compare,
    Event,
    Formula,
    Happened,
    Holds,
    Individual,
    Moment,
    NoOther,
    Not,
    Observation,
    ObservationInstant,
    Promise,
    Quantified,
    Theory,
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
    """`establish`, `refute`: the fewest reports that do; None if none of at most `MOST` were found. `further`: the name of the
    observation that is yet to be made, no earlier than those that were. `limit`: what stopped the search, if anything did."""

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
    establish = search.fewest(sorted(reports, key=lambda report: -_speaks_for(report, promise)), kept, broken)
    refute = search.fewest(sorted(reports, key=lambda report: _speaks_for(report, promise)), broken, kept)
    return Settling(establish, refute, further, search.limit)


def candidates(theory: Theory, promise: Promise, at: str, further: str) -> Iterator[Report]:
    """The reports that may be made, those first that lie nearest to the promise: that its events have happened to the individuals of its
    population and to those that it names, that they are all there are, what else may happen to them, and how the states stand of which
    the promise speaks."""
    formula, span = promise.formula, promise.span
    said = list(_parts(formula))
    population = [each for each in theory.individuals if isinstance(formula, Quantified) and each.kind is formula.variable.kind]
    people = dict.fromkeys([*population, *(each for each in said if isinstance(each, Individual))])
    instants = dict.fromkeys([*(each.name for each in said if isinstance(each, ObservationInstant)), further, at])
    near = _promised(promise)
    states = {each.state for each in said if isinstance(each, Holds)}
    facts = [(who, event) for who in people for event in _nearest_first(list(who.kind.events.values()), near)]
    for instant in instants:
        yield from (Report(Happened(who, event, span), instant) for who, event in facts if event in near)
    if isinstance(formula, Quantified):
        yield Report(NoOther(formula.variable, formula.phrases, formula.where, formula.span), None)
    for instant in instants:
        yield from (Report(Happened(who, event, span), instant) for who, event in facts if event not in near)
        yield from (Report(Not(Happened(who, event, span), span), instant) for who, event in facts)
        for who in people:
            for state in who.kind.states.values():
                if state in states:
                    yield Report(Holds(who, state, span), instant)
                    yield Report(Not(Holds(who, state, span), span), instant)


def _nearest_first(events: Sequence[Event], near: set[Event]) -> list[Event]:
    """The events of a kind, those first that are declared close to one of which the promise speaks."""
    places = [index for index, event in enumerate(events) if event in near]
    return sorted(events, key=lambda event: min((abs(events.index(event) - place) for place in places), default=0))


def _promised(promise: Promise) -> set[Event]:
    """The events of which a promise says that they happen, or not; of `every x where φ: ψ` those of ψ."""
    formula = promise.formula
    said = formula.body if isinstance(formula, Quantified) and formula.body is not None else formula
    return {each.event for each in _parts(said) if isinstance(each, Happened | Moment)}


def _speaks_for(report: Report, promise: Promise) -> int:
    """1 if a report is of the sort that keeps the promise, -1 of that which breaks it, 0 neither: that something has happened of which the
    promise speaks, or that it has not; the other way round where the promise says that nobody is such."""
    happened = not isinstance(report.said, Not)
    fact = report.said.part if isinstance(report.said, Not) else report.said
    if not isinstance(fact, Happened):
        return 0
    if fact.event not in _promised(promise):
        return 0
    wanted = not (isinstance(promise.formula, Quantified) and promise.formula.quantity == "no")
    return 1 if happened == wanted else -1


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
        """The fewest reports that leave a world of what is wanted and none of what is not, among those that are true together in one
        such world: that in which each is true that can be with those before it. Of sets of one size, the first in their order."""
        claims = [Claim(report.formula) for report in reports]
        world = self._fullest(wanted, claims)
        there = [] if world is None else [index for index, true in enumerate(self._true(world, claims)) if true]
        clauses: list[frozenset[int]] = []  # of each, one report must be chosen
        while world is not None and (chosen := hitting(clauses)) is not None:
            first = [*chosen, *(index for index in there if index not in chosen)]
            other = self._fullest(unwanted, [claims[index] for index in first], certain=len(chosen))
            if other is None:
                return None if self.limit else tuple(reports[index] for index in chosen)
            true = self._true(other, [claims[index] for index in there])
            clauses.append(frozenset(index for index, so in zip(there, true, strict=True) if not so))
        return None

    def _fullest(self, goal: Claim, claims: Sequence[Claim], certain: int = 0) -> World | None:
        """A world in which the goal is true, and the `certain` first claims, and of the others each that can be with those before it.
        None if there is none, or (then there is a `limit`) if none was found."""
        stated = [*self._stated, *claims[:certain]]
        outcome = self._question.ask([*stated, goal])
        if isinstance(outcome, Open):
            self.limit = outcome.why
        if not isinstance(outcome, Found):
            return None
        return fuller(self._question, stated, goal, claims[certain:]) or outcome.world

    def _true(self, world: World, claims: Iterable[Claim]) -> list[bool]:
        evaluator = Evaluator(world, self._theory, self._program)
        return [evaluator.truth(claim.formula) for claim in claims]


def hitting(clauses: Sequence[frozenset[int]]) -> tuple[int, ...] | None:
    """The least set, by size and then by its numbers, that meets every clause; None if none has at most `MOST`."""
    for size in range(MOST + 1):
        found = _hitting_within(clauses, (), size)
        if found:
            return min(found)
    return None


def _hitting_within(clauses: Sequence[frozenset[int]], chosen: tuple[int, ...], room: int) -> set[tuple[int, ...]]:
    missed = [clause for clause in clauses if clause.isdisjoint(chosen)]
    if not missed:
        return {tuple(sorted(chosen))}
    if room == 0:
        return set()
    found: set[tuple[int, ...]] = set()
    for index in min(missed, key=len):
        found |= _hitting_within(clauses, (*chosen, index), room - 1)
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
