"""What a promise requires of the free quantities: the region in which it holds, confirmed; the least change that leads there, and what
that breaks; or, where no value does, what is missing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from checkspec.answer.decide import Decision, asked
from checkspec.answer.limits import Limits
from checkspec.answer.require.cells import Cells
from checkspec.answer.require.change import Change, least_change
from checkspec.answer.require.free import Free, certain_places, free_of, freed, further_places, with_line, with_values
from checkspec.answer.require.missing import Missing, Search
from checkspec.answer.require.probe import Probes, probed
from checkspec.answer.require.region import Region, TooMany, parts
from checkspec.answer.require.space import Cell, Space, Undecided
from checkspec.answer.verdict import Answer, Verdict
from checkspec.logic.question import Claim, Question
from checkspec.logic.smtlib import OutOfTime
from checkspec.meaning.evaluate import Program
from checkspec.meaning.traced import Place
from checkspec.meaning.world import World
from checkspec.text.node import Node, node
from checkspec.theory.typed import Line, Not, Promise, Role, Theory


@node
class Requirement(Node):
    """The answer for one promise.

    `cells`: the region, a union of them; no cell at all: no value does; one without literals: every value does. `exact`: outside of it the
    promise does not hold; else it is one in which the promise holds, and there may be more. `limit`: what stopped the search; with it
    and without cells nothing was found. `vacuous`: in the region the promise is put to the test in no world. `confirmed`: the verdict
    of the spec with the region as one assumption more. `now`: that of the spec as it stands. `change`: the values to write; nothing if
    none has to be; None if no change of few values was found. `breaks`: promises of the same offer that hold as the spec stands and do
    not with the change, with their verdicts then. `wider`: where no value does, what is required of these and other values of the file, if
    some of those do. `missing`: where no value does, assumptions with each of which some does. `barren`: what is
    stated has no world, whatever the values.
    """

    theory: Theory
    promise: Promise
    at: str | None
    free: tuple[Free, ...]
    cells: tuple[Cell, ...]
    exact: bool
    now: Verdict = Verdict.UNKNOWN
    confirmed: Verdict | None = None
    vacuous: bool = False
    probes: Probes | None = None
    change: Change | None = None
    breaks: tuple[tuple[Promise, Verdict], ...] = ()
    wider: Requirement | None = None
    missing: tuple[Missing, ...] = ()
    barren: bool = False
    limit: str = ""

    @property
    def decided(self) -> bool:
        """Whether there is a region, or it is known that there is none."""
        return bool(self.cells) or not self.limit


class Asking:
    """The question what a promise requires of some places, with what was observed up to `at` (None: by design)."""

    def __init__(self, theory: Theory, promise: Promise, at: str | None, places: Sequence[Place], limits: Limits) -> None:
        self._theory = theory
        self._promise = promise
        self._at = at
        self._places = places
        self._deadline = time.monotonic() + limits.timeout
        self._memory = limits.memory
        self._bad: list[tuple[Cell, World]] = []

    def _search(self, theory: Theory, promise: Promise, places: Sequence[Place], own: set[tuple[str, int]] | None = None) -> _Search:
        return _Search(up_to(theory, self._at), promise, self._at, places, self._deadline, self._memory, own)

    def region(self) -> Requirement:
        """The region, and if there is one, the least change that leads there."""
        try:
            search = self._search(self._theory, self._promise, self._places)
            result = search.result()
            self._bad = search.bad
        except OutOfTime:
            return undecided(self._theory, self._promise, self._at, self._places, "timeout")
        if not result.decided:
            return result
        return replace(result, now=search.verdict(up_to(self._theory, self._at), self._promise).verdict)

    def amended(self, result: Requirement, paged: Callable[[], Theory | None]) -> Requirement:
        """The answer that no value does, with what is missing as far as it is found in time. `paged`: the same scenario with the pages of
        assumptions that it does not use, if there is one."""
        try:
            further = further_places(self._theory, self._promise, self._places)
            wider = self._search(self._theory, self._promise, [*self._places, *further]).result() if further else result
            if wider.change:
                return replace(result, wider=wider)
            theory = paged()
            more = self._theory if theory is None else theory
            promise = next(each for each in more.promises if each.full_name == self._promise.full_name)
            own = {_place(line) for line in self._theory.lines_for(self._promise.offer)}
            return replace(result, missing=tuple(self._search(more, promise, self._places, own).missing(self._bad)))
        except OutOfTime:
            return result


def undecided(theory: Theory, promise: Promise, at: str | None, places: Sequence[Place], why: str) -> Requirement:
    """That nothing was found out, and why."""
    free = free_of(theory, theory.lines_for(promise.offer), places)
    return Requirement(theory, promise, at, tuple(free), (), False, limit=why)


def up_to(theory: Theory, at: str | None) -> Theory:
    """The theory with what was observed up to `at` alone; the instants of the later observations stay."""
    names = [each.name for each in theory.observations]
    made = 0 if at is None else names.index(at) + 1
    later = (replace(each, lines=()) for each in theory.observations[made:])
    return replace(theory, observations=(*theory.observations[:made], *later))


class _Search:
    """The search for one promise."""

    def __init__(
        self, theory: Theory, promise: Promise, at: str | None, places: Sequence[Place], deadline: float, memory: int,
        own: set[tuple[str, int]] | None = None,
    ) -> None:
        self._given = theory
        self._promise = promise
        self._at = at
        self._deadline = deadline
        self._memory = memory
        self._free = free_of(theory, theory.lines_for(promise.offer), places)
        self._theory = freed(theory, frozenset(places))
        lines = [*self._theory.lines_for(promise.offer), *(line for each in theory.observations for line in each.lines)]
        self._program = Program(self._theory)
        self._space = Space(self._free, promise.span, deadline, memory)
        self._certain = certain_places(lines)
        self._cells = self._begin()
        paged = [line for line in lines if own is not None and line.role is Role.ASSUMPTION and _place(line) not in own]
        self._stated = [self._cells.question.claim(line) for line in lines if line not in paged]
        self._pages = [self._cells.question.claim(line) for line in paged]
        self.bad: list[tuple[Cell, World]] = []
        self._broken = Claim(Not(promise.formula, promise.span))

    def _begin(self) -> Cells:
        """A search for cells in a new question."""
        return Cells(self._theory, Question(self._theory, self._program, self._deadline, self._memory), self._space, self._certain)

    def result(self) -> Requirement:
        bad, worlds, limit = self._cells.all([*self._stated, self._broken])
        self.bad = list(zip(bad, worlds, strict=True))
        exact = not limit
        within = [()] if exact else self._cells.pieces(self._stated, self._broken, bad)
        good: list[Cell] = []
        for piece in within:
            found, _, stopped = self._cells.all(self._inside(piece), [*bad, *good])
            good += [(*cell, *piece) for cell in found]
            exact, limit = exact and not stopped, limit or stopped
        region = Region(self._space, tuple(good), tuple(bad))
        result = Requirement(self._given, self._promise, self._at, tuple(self._free), (), exact, limit=limit)
        try:
            cells = tuple(parts(region))
        except TooMany:
            return replace(result, limit="the region has no short description")
        except Undecided as undecided:
            return replace(result, limit=str(undecided))
        if not cells and not bad:
            return replace(result, barren=not limit)
        if not cells:
            return result
        return self._completed(replace(result, cells=cells), region)

    def _inside(self, piece: Cell) -> list[Claim]:
        return [*self._stated, Claim(self._space.formula(piece))] if piece else self._stated

    def _completed(self, result: Requirement, region: Region) -> Requirement:
        """The result with its confirmation, the least change, and what that breaks."""
        line = Line(Role.ASSUMPTION, "the region", self._space.some(result.cells), self._promise.span)
        answer = self.verdict(with_line(self._theory, line), self._promise)
        if answer.verdict is not Verdict.HOLDS:
            return replace(result, cells=(), confirmed=answer.verdict, limit=answer.limit or "the region was not confirmed")
        probes = probed(self._theory, self._promise, self._at, self._space, result.cells, result.exact, self._deadline, self._memory)
        if probes.wrong is not None:
            return replace(result, cells=(), limit="the region was not confirmed at a point inside or outside of it")
        result = replace(result, confirmed=answer.verdict, vacuous=answer.vacuous, probes=probes)
        try:
            change = least_change(region, result.exact)
        except Undecided:
            return result
        if not change:
            return replace(result, change=change)
        changed = with_values(self._given, [(self._free[index], value) for index, value in change.items()])
        if self.verdict(changed, self._promise).verdict is not Verdict.HOLDS:
            return result
        return replace(result, change=change, breaks=tuple(self._breaks(changed)))

    def _breaks(self, changed: Theory) -> Iterable[tuple[Promise, Verdict]]:
        for promise in asked(replace(self._given, promises=tuple(replace(each, inherited=False) for each in self._given.promises))):
            if promise.offer != self._promise.offer or promise.name == self._promise.name:
                continue
            if self.verdict(self._given, promise).verdict is Verdict.HOLDS:
                after = self.verdict(changed, promise).verdict
                if after is not Verdict.HOLDS:
                    yield promise, after

    def verdict(self, theory: Theory, promise: Promise) -> Answer:
        """The verdict alone, as `check` gives it."""
        decision = Decision(theory, self._deadline, self._memory, lambda asked, column: False)
        return next(answer for answer in decision.of(promise) if answer.at == self._at)

    def missing(self, bad: Sequence[tuple[Cell, World]]) -> list[Missing]:
        """What could be supposed besides, where these cells cover the space."""
        return Search(
            self._theory, self._promise, self._begin, self._space, self._stated, self._broken, self._pages, bad
        ).found()


def _place(line: Line) -> tuple[str, int]:
    return line.span.source.name, line.span.start
