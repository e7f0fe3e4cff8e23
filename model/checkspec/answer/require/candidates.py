"""What might be missing where no value keeps a promise, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from checkspec.answer.require.free import VALUES, Free, values_of
from checkspec.logic.question import Claim
from checkspec.meaning.walk import individuals
from checkspec.meaning.world import Member, World
from checkspec.text.node import Node, node
from checkspec.text.source import Span
from checkspec.theory.typed import (
    Always,
    And,
    Compare,
    Constant,
    Event,
    FieldOf,
    Formula,
    Happened,
    Holds,
    Kind,
    Line,
    NoOther,
    Not,
    Promise,
    Quantified,
    Same,
    Sort,
    Theory,
    Truth,
    Variable,
)


@node
class Candidate(Node):
    """`sound`: what must be possible together with it, so that it is no way to do without the promise. `numbers`: it may say something of
    numbers, so that not all points of a cell have a world with it because one has."""

    claim: Claim
    replaces: Line | None = None
    sound: Formula | None = None
    numbers: bool = False


class Candidates:
    """The candidates for a promise. `lines`: all that is stated; `worlds`: those in which it is broken."""

    def __init__(
        self, theory: Theory, promise: Promise, free: Sequence[Free], lines: Sequence[Line], worlds: Sequence[World]
    ) -> None:
        self._theory = theory
        self._promise = promise
        self._free = free
        self._lines = lines
        self._worlds = worlds

    def single(self) -> Iterator[Candidate]:
        """Those that may help alone."""
        yield from self._settings()
        for kind in self._theory.kinds.values():
            if kind is not self._population:
                yield from self._nobody_else(kind)
        yield from self._steady()

    def further(self) -> list[list[Candidate]]:
        """Those that may help together, in steps: first what says least."""
        return [[], [*self._bounded()], [*self._never()], [*self._nobody_else(self._population)]]

    def _settings(self) -> Iterator[Candidate]:
        """Other truth values and choices, and the strongest value of a number that is unknown."""
        given, span = values_of(self._lines), self._promise.span
        taken = {each.place for each in self._free}
        for individual in self._theory.individuals:
            for field in individual.kind.fields.values():
                place = (individual.name, field.name)
                if place in taken or field.type.sort not in VALUES or individual.kind is self._population:
                    continue
                line, term = given.get(place), FieldOf(individual, field, span)
                if field.type.sort in (Sort.BOOL, Sort.CHOICE):
                    options: list[bool | str] = [False, True] if field.type.sort is Sort.BOOL else list(field.type.choices)
                    for value in options:
                        said = Same(term, Constant(value, field.type, span), False, span)
                        if line is None or said != _without_spans(line.formula, term, span):
                            yield Candidate(Claim(said), line)
                elif line is None and field.type.optional and field.type.sort is not Sort.INSTANT:
                    yield Candidate(Claim(Compare("=", term, Constant(Fraction(0), field.type, span), "=", span)), numbers=True)

    def _nobody_else(self, kind: Kind | None) -> Iterator[Candidate]:
        """No further individual of a kind, if the worlds have one."""
        if kind is not None and any(member.kind == kind.name and not member.named for world in self._worlds for member in world.members):
            someone = Variable(kind.name, kind, self._promise.span, False)
            yield Candidate(Claim(NoOther(someone, (), None, self._promise.span)))

    def _steady(self) -> Iterator[Candidate]:
        """How a state stands, of those of whom the promise does not speak."""
        spoken, span = set(individuals(self._promise.formula)), self._promise.span
        for individual in self._theory.individuals:
            if individual in spoken or individual.kind is self._population:
                continue
            for state in individual.kind.states.values():
                holds = Holds(individual, state, span)
                yield Candidate(Claim(Always(holds, span)))
                yield Candidate(Claim(Always(Not(holds, span), span)))

    def _bounded(self) -> Iterator[Candidate]:
        """A low bound for each number of which nothing is known, of those of whom the promise speaks."""
        kind, span = self._population, self._promise.span
        if kind is None:
            return
        for field in kind.fields.values():
            if field.type.sort in (Sort.DURATION, Sort.COUNT) and field.default is None:
                someone = Variable("self", kind, span, False)
                bound = Compare("<=", FieldOf(someone, field, span), Constant(Fraction(1), field.type, span), "<=", span)
                yield Candidate(Claim(Quantified("every", someone, (), None, bound, span)), numbers=True)

    def _never(self) -> Iterator[Candidate]:
        """What happens to nobody, if all else that happens in one of the worlds can happen without it."""
        span = self._promise.span
        seen: set[tuple[str, str]] = set()
        for world in self._worlds:
            for member in world.members:
                kind = self._theory.kinds[member.kind]
                for event in kind.events.values():
                    if event.name not in member.events or (kind.name, event.name) in seen:
                        continue
                    seen.add((kind.name, event.name))
                    if kind is self._population and not self._says_every:
                        continue
                    someone = Variable("self", kind, span, False)
                    never = Not(Happened(someone, event, span), span)
                    sound = None if kind is self._population else _otherwise(member, event, someone, span)
                    yield Candidate(Claim(Quantified("every", someone, (), None, never, span)), None, sound)

    @property
    def _population(self) -> Kind | None:
        """Of whom the promise speaks."""
        formula = self._promise.formula
        return formula.variable.kind if isinstance(formula, Quantified) else None

    @property
    def _says_every(self) -> bool:
        return isinstance(self._promise.formula, Quantified) and self._promise.formula.quantity == "every"


def _otherwise(member: Member, event: Event, someone: Variable, span: Span) -> Formula:
    """That there is somebody to whom all happens that happens to a member, but for one event."""
    others = [Happened(someone, each, span) for each in someone.kind.events.values() if each.name in member.events and each is not event]
    body: Formula = And(tuple(others), span) if others else Truth(True, span)
    return Quantified("some", someone, (), body, None, span)


def _without_spans(formula: Formula, term: FieldOf, span: Span) -> Formula:
    """A line's formula as if it stood elsewhere, to compare it."""
    if isinstance(formula, Same) and isinstance(formula.right, Constant):
        return Same(term, Constant(formula.right.value, formula.right.type, span), formula.different, span)
    return formula
