"""What would settle an open promise: the fewest further reports that establish it, and the fewest that refute it.

A *report* says that something has happened to an individual, or not, or how one of its states stands, at an instant at which somebody
can look; or that the named individuals of the promise's population are all there are. Reports that establish the promise leave worlds in
which it is kept, and none in which it is broken; for those that refute it, the other way round.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from checkspec.answer.candidates import Report, candidates, speaks_for
from checkspec.answer.fuller import fuller
from checkspec.answer.limits import Limits
from checkspec.answer.placing import blocks, silences, taken, usable
from checkspec.logic.question import Claim, Excluded, Found, Open, Question
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.world import World
from checkspec.text.node import Node, node
from checkspec.theory.declared import Source
from checkspec.theory.typed import Compare, Line, Not, Observation, ObservationInstant, Promise, Role, Theory

MOST = 4
"""So many reports are looked for at most."""


@node
class Settling(Node):
    """What would settle a promise of `theory`.

    `establish`, `refute`: the fewest reports that do; None if none of at most `MOST` were found. `further`: the name of the observation
    that is yet to be made, no earlier than those that were. `sources`: who may be named as having made them: with what their records,
    declared complete, do not state the promise is settled just so. `limit`: what stopped the search, if anything did.
    """

    theory: Theory
    establish: tuple[Report, ...] | None
    refute: tuple[Report, ...] | None
    further: str
    sources: tuple[Source, ...] = ()
    limit: str = ""


def settling(theory: Theory, promise: Promise, at: str, limits: Limits) -> Settling:
    """What would settle a promise that is undetermined at an observation."""
    further = _unused("next", taken(theory))
    extended = _with_further(theory, at, further)
    search = _Search(extended, promise, limits)
    reports = list(candidates(extended, promise, at, further))
    kept, broken = Claim(promise.formula), Claim(Not(promise.formula, promise.span))
    establish = search.fewest(sorted(reports, key=lambda report: -speaks_for(report, promise)), kept, broken)
    refute = search.fewest(sorted(reports, key=lambda report: speaks_for(report, promise)), broken, kept)
    limit, found = search.limit, [(establish, kept, broken), (refute, broken, kept)]
    sources = usable(theory)
    if not all(search.settles(reports, sources, further, *goals) for reports, *goals in found if reports is not None):
        sources = tuple(source for source in sources if not source.complete)
    return Settling(theory, establish, refute, further, sources, limit)


class _Search:
    """One search for few reports."""

    def __init__(self, theory: Theory, promise: Promise, limits: Limits) -> None:
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

    def settles(self, reports: Sequence[Report], sources: Sequence[Source], further: str, wanted: Claim, unwanted: Claim) -> bool:
        """Whether the reports leave a world of what is wanted and none of what is not, if those of the sources make them who can."""
        made = blocks(reports, self._theory, further, sources)
        silent = [self._question.claim(line) for line in silences(made, self._theory)]
        if not silent:
            return True
        stated = [*self._stated, *(Claim(report.formula) for report in reports), *silent]
        asked = [self._question.ask([*stated, goal]) for goal in (wanted, unwanted)]
        return isinstance(asked[0], Found) and isinstance(asked[1], Excluded)

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
    line = Line(Role.OBSERVED, f"{further} is no earlier than {at}", no_earlier, span)
    return replace(theory, observations=(*theory.observations[:until], *later, Observation(further, "", "", (line,), span)))


def _unused(name: str, taken: set[str]) -> str:
    return name if name not in taken else _unused(f"{name}-one", taken)
