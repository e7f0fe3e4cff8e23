"""A world as a story: who takes part, what happens when and what is behind it, which conditions change, what decides. Plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import product

from checkspec.answer.verdict import Answer
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.walk import Expression, free_variables, parts
from checkspec.meaning.world import Member, World
from checkspec.report.blame import Blame, blame
from checkspec.report.causes import Behind, Caused, in_order, with_derived
from checkspec.report.credit import credit
from checkspec.report.known import Known
from checkspec.report.lines import Lines
from checkspec.report.mentions import mentions, seen_events
from checkspec.report.relevant import Relevant, either, relevant
from checkspec.text.node import Node, node
from checkspec.theory.typed import Event, Field, Happened, Holds, Kind, Line, Moment, Role, Sort, State, Term, Theory

FEW = 8
"""Of a kind that a promise speaks of as a whole, so many are shown one by one."""


@node
class Happening(Node):
    """`member` undergoes `event`. `because`: what makes it happen; None: it is free to."""

    member: Member
    event: Event
    because: Behind | None


@node
class Turn(Node):
    """From here on these states of `member` are so."""

    member: Member
    states: tuple[tuple[State, bool], ...]


@node
class Belief(Node):
    """`consumer` knows `individual` only as it was at `as_of`, when these states were so, and these events had happened or not."""

    consumer: Member
    individual: Member
    as_of: Fraction
    states: tuple[tuple[State | Event, bool], ...]


@node
class Beat(Node):
    """Everything that there is to say about one instant. `observed`: names of observations made then."""

    instant: Fraction
    happenings: tuple[Happening, ...]
    turns: tuple[Turn, ...]
    beliefs: tuple[Belief, ...]
    observed: tuple[str, ...]
    decides: bool


@node
class Part(Node):
    """A member that takes part: whom it refers to and the values that matter, and how its conditions stand at first."""

    member: Member
    references: tuple[Field, ...]
    fields: tuple[Field, ...]
    at_first: tuple[tuple[State, bool], ...]


@node
class Story(Node):
    """`never`: events that the promise waits for in vain. `left_out`: named members that play no part; `observed`: those
    of them whom an observation names that counts."""

    world: World
    blame: Blame
    cast: tuple[Part, ...]
    beats: tuple[Beat, ...]
    never: tuple[Happening, ...]
    left_out: tuple[Member, ...]
    observed: tuple[Member, ...]

    def same_as(self, other: Story) -> bool:
        """Whether a reader would be told the same, but for what was observed when."""
        return (self._told(), self.cast, self.never) == (other._told(), other.cast, other.never)

    def _told(self) -> list[tuple[object, ...]]:
        beats = [(beat.instant, beat.happenings, beat.turns, beat.beliefs, beat.decides) for beat in self.beats]
        return [beat for beat in beats if any(beat[1:])]


class Teller:
    """Tells the worlds of one scenario. Keeps what is worked out once for all of them."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.program = Program(theory)
        self._known = Known()
        self._lines: dict[tuple[str | None, str | None], Lines] = {}

    def lines(self, answer: Answer) -> Lines:
        """What is taken to be true in the question."""
        key = (answer.promise.offer, answer.at)
        if key not in self._lines:
            self._lines[key] = Lines(lines_of(answer), self.program, self._known)
        return self._lines[key]

    def tell(self, answer: Answer) -> Story:
        """The story of the answer's broken world."""
        assert answer.broken is not None
        telling = _Telling(self, answer, answer.broken)
        telling.cast(telling.taking_part())
        return telling.story()

    def tell_both(self, answer: Answer) -> tuple[Story, Story]:
        """The stories of the answer's kept and of its broken world, of the same individuals and of what matters of them in either."""
        assert answer.broken is not None and answer.kept is not None
        broken = _Telling(self, answer, answer.broken)
        kept = _Telling(self, answer, answer.kept, broken.blame)
        inside = kept.taking_part() | broken.taking_part()
        kept.cast(inside)
        broken.cast(inside)
        kept.relevant = broken.relevant = either(kept.relevant, broken.relevant)
        return kept.story(), broken.story()


def lines_of(answer: Answer) -> Iterator[Line]:
    """The lines that an answer rests on: the theory's, the offer's, and what was observed up to its column."""
    yield from answer.theory.lines_for(answer.promise.offer)
    if answer.at is not None:
        for observation in answer.theory.observations:
            yield from observation.lines
            if observation.name == answer.at:
                return


class _Telling:
    """One world being told, once it is cast. `broken`: how the promise is broken in another world; then it is kept in this one."""

    members: list[Member]
    relevant: Relevant

    def __init__(self, teller: Teller, answer: Answer, world: World, broken: Blame | None = None) -> None:
        self.answer, self.world = answer, world
        self.theory = teller.theory
        self.evaluator = Evaluator(world, teller.theory, teller.program)
        self.lines = teller.lines(answer)
        self.promised = mentions(answer.promise.formula)
        formula = answer.promise.formula
        self.blame = blame(self.evaluator, formula) if broken is None else credit(self.evaluator, formula, broken)
        self.mattering: dict[str, list[Line]] = {}
        self.stale: list[Line] = []
        self.blamed = self.blame.concerned | set(self.promised.individuals) | self._of_populations()

    def cast(self, names: set[str]) -> None:
        """Decide of whom it is told: those of the names who are there."""
        self.members = [member for member in self.world.members if member.name in names]
        self.order = self._order()
        self.because = {event: behind for order in self.order.values() for event, behind in order}
        allow = [*self.stale, *(line for member in self.members for line in self._allowing(member, names))]
        self.relevant = relevant(self.answer, self.lines, self.evaluator, self.members, self.because, self.blame.instant, allow)

    def _allowing(self, member: Member, names: set[str]) -> Iterator[Line]:
        """The lines that are true of the others only because the member is as it is."""
        return (line for line in self.mattering.get(member.name, ()) if self.lines.asked_of(self.world, member, line, names))

    def kind(self, member: Member) -> Kind:
        return self.theory.kinds[member.kind]

    def taking_part(self) -> set[str]:
        """Whom the promise blames or names, whom those refer to, and who otherwise makes a difference, be it by what is known of him no
        more."""
        inside = set(self.blamed)
        queue = sorted(inside)
        while queue:
            member = self.world.member(queue.pop())
            for field in self.kind(member).fields.values():
                target = member.fields.get(field.name)
                if field.type.sort is Sort.INDIVIDUAL and isinstance(target, str) and target not in inside:
                    inside.add(target)
                    queue.append(target)
        for member in self.world.members:
            if member.name not in inside and (lines := self.lines.why_matters(self.world, member, inside)):
                self.mattering[member.name] = lines
        inside |= set(self.mattering)
        looked: dict[tuple[str, str], list[Fraction]] = {}
        for consumer, individual, instant in sorted(self.looks):
            looked.setdefault((consumer, individual), []).append(instant)
        for (consumer, individual), instants in looked.items():
            who, whom = self.world.member(consumer), self.world.member(individual)
            old = any(self.evaluator.as_of(who, whom, instant) != instant for instant in instants)
            if old and consumer in inside and (lines := self.lines.why_stale(self.world, consumer, individual, instants)):
                inside.add(individual)
                self.stale += lines
        return inside

    def _of_populations(self) -> set[str]:
        """Whom a ground is about that speaks of a whole kind, such as a count: all of the kind, if they are few."""
        found: set[str] = set()
        for ground in self.blame.grounds:
            for kind in mentions(ground.formula).populations:
                there = [member.name for member in self.world.members if member.kind == kind.name]
                if len(there) <= FEW:
                    found |= set(there)
        return found

    def _order(self) -> dict[Fraction, list[Caused]]:
        """The events of those who take part, by their instants, causes first."""
        instants: dict[Fraction, list[tuple[str, str]]] = {}
        for member in self.members:
            for event in self.kind(member).events:
                if event in member.events:
                    instants.setdefault(member.events[event], []).append((member.name, event))
        return {instant: in_order(self.lines, self.world, instant, events) for instant, events in instants.items()}

    def story(self) -> Story:
        """Put together."""
        beats = tuple(self._beats())
        told = {member.name for member in self.members}
        first = self.world.beginning
        parts = [self._part(member, first) for member in self.members]
        cast = tuple(part for part in parts if part.fields or part.at_first or part.member.events or part.member.name in self.blamed)
        left_out = tuple(member for member in self.world.members if member.named and member.name not in told and self._could_matter(member))
        named = {each.name for line in self.lines.lines if line.role is Role.OBSERVED for each in self.lines.known.individuals(line)}
        observed = tuple(member for member in left_out if member.name in named)
        return Story(self.world, self.blame, cast, beats, tuple(self._never()), left_out, observed)

    def _could_matter(self, member: Member) -> bool:
        """Whether a reader may ask where the member is: one of a kind that takes part."""
        return member.kind in {other.kind for other in self.members}

    def _part(self, member: Member, first: Fraction) -> Part:
        references = tuple(field for field in self.kind(member).fields.values() if field.type.sort is Sort.INDIVIDUAL)
        relevant = self.relevant.fields[member.name]
        fields = tuple(field for field in self.kind(member).fields.values() if field in relevant and field not in references)
        return Part(member, references, fields, self._states_at(member, first))

    def _states_at(self, member: Member, instant: Fraction) -> tuple[tuple[State, bool], ...]:
        """How the states that are shown stand, in the order of their declaration."""
        found = []
        for state in self.kind(member).states.values():
            if state in self.relevant.states:
                found.append((state, self._holds(member, state, instant)))
        return tuple(found)

    def _holds(self, member: Member, state: State, instant: Fraction) -> bool:
        me = self.kind(member).self
        return self.evaluator.truth(Holds(me, state, state.span), {me: member}, instant)

    def _beats(self) -> Iterator[Beat]:
        before = {member.name: self._states_at(member, self.world.beginning) for member in self.members}
        for instant in sorted(self._instants()):
            happenings = tuple(self._told_at(instant))
            turns = []
            for member in self.members:
                now = self._states_at(member, instant)
                turned = tuple(each for each, old in zip(now, before[member.name], strict=True) if each != old)
                if turned:
                    turns.append(Turn(member, turned))
                before[member.name] = now
            observed = tuple(name for name in self._observations() if self.world.observations[name] == instant)
            decides = instant == self.blame.instant
            if happenings or turns or observed or decides:
                yield Beat(instant, happenings, tuple(turns), tuple(self._beliefs(instant)), observed, decides)

    def _instants(self) -> set[Fraction]:
        """Where something may be to tell."""
        instants = {self.world.observations[name] for name in self._observations()}
        if self.blame.instant is not None:
            instants.add(self.blame.instant)
        for member in self.world.members:
            instants.update(when for event in self.kind(member).events if (when := self.evaluator.moment(member, event)) is not None)
            instants.update(when for changes in member.states.values() for when, _ in changes[1:])
        return instants

    def _told_at(self, instant: Fraction) -> Iterator[Happening]:
        told = {member.name: member for member in self.members}
        there = (each for each in self.relevant.derived if each[0] in told)
        derived = [each for each in there if self.evaluator.moment(told[each[0]], each[1]) == instant]
        order = self.order.get(instant, [])
        for (name, event), because in with_derived(self.lines, self.world, instant, order, derived) if derived else order:
            yield Happening(told[name], self.kind(told[name]).events[event], because)

    def _observations(self) -> Iterable[str]:
        """The observations that count in this column, and those that the promise names; in the file's order."""
        counts = self.answer.at is not None
        for observation in self.theory.observations:
            if (counts or observation.name in self.promised.observations) and observation.name in self.world.observations:
                yield observation.name
            counts = counts and observation.name != self.answer.at

    @cached_property
    def looks(self) -> frozenset[tuple[str, str, Fraction]]:
        """Who goes by his knowledge of whom, and when."""
        formulas = [*(line.formula for line in self.lines.looking()), self.answer.promise.formula]
        return frozenset().union(*map(self.evaluator.looks, formulas))

    def _beliefs(self, instant: Fraction) -> Iterator[Belief]:
        """Stale knowledge that somebody acts on at the instant."""
        told = {member.name: member for member in self.members}
        for consumer, individual in product(told, told):
            if (consumer, individual, instant) in self.looks:
                as_of = self.evaluator.as_of(told[consumer], told[individual], instant)
                now, then = self._known_at(told[individual], instant), self._known_at(told[individual], as_of)
                if now != then:
                    yield Belief(told[consumer], told[individual], as_of, then)

    def _known_at(self, member: Member, instant: Fraction) -> tuple[tuple[State | Event, bool], ...]:
        """What can be known of a member at an instant: its states that are shown, and the events that somebody is said to know of."""
        seen = frozenset(seen_events(self.answer.promise.formula)).union(*(self.lines.known.seen(line) for line in self.lines.lines))
        moments = [(event, self.evaluator.moment(member, event.name)) for event in self.kind(member).events.values() if event in seen]
        return (*self._states_at(member, instant), *((event, when is not None and when <= instant) for event, when in moments))

    def _never(self) -> Iterator[Happening]:
        """What the deciding atoms ask for and never happens."""
        seen = set()
        for ground in self.blame.decisive:
            for subject, event in () if ground.value else _events_asked(ground.formula):
                if any(variable not in ground.bindings for variable in free_variables(subject)):
                    continue
                member = self.evaluator.value(subject, ground.bindings, ground.instant)
                if not isinstance(member, Member) or self.evaluator.moment(member, event.name) is not None:
                    continue
                if (member.name, event.name) not in seen:
                    seen.add((member.name, event.name))
                    yield Happening(member, event, None)


def _events_asked(node: Expression) -> Iterator[tuple[Term, Event]]:
    """The events that an atom speaks of, each with whose it is."""
    if isinstance(node, Happened | Moment):
        yield node.subject, node.event
    for part in parts(node):
        yield from _events_asked(part)
