"""What needs an event of a world: the lines that are false without it, each with what sets it off and how soon it must be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import IntEnum
from fractions import Fraction

from checkspec.meaning.evaluate import Evaluator
from checkspec.meaning.world import Member, World
from checkspec.report.known import Instance
from checkspec.report.lines import Lines
from checkspec.report.mentions import subject
from checkspec.text.node import Node, node
from checkspec.theory.typed import Kind, Line

LONG = 10**9
"""Seconds: longer than anybody waits."""
CROWD = 16
"""Of more events at one instant, only those of individuals that refer to each other are asked whether one sets off another."""
Event = tuple[str, str]
"""By the names of whose it is and of itself."""


class When(IntEnum):
    """What a line says of the time of an event that it needs, the most telling first."""

    THEN = 0  # at no other time
    BY_THEN = 1  # at the latest some time after a moment that is just there
    ONCE = 2  # sooner or later
    LATER = 3  # at the latest at a time that was not over yet


@node
class Need(Node):
    """`own`: the line says it of the event's individual, or of nobody in particular. `about`: of whom else, if that is one individual.
    `triggers`: events of the same instant without which the line does not ask for this one. `early`: the line would be as true had the
    event come before."""

    line: Line
    own: bool
    about: str | None
    when: When
    triggers: frozenset[Event]
    early: bool


class Moment:
    """One instant of a world. Worlds without some of what happens then, and without all that comes later, are made once."""

    def __init__(self, lines: Lines, world: World, instant: Fraction, events: Iterable[Event]) -> None:
        """`events`: those of the instant that are asked about."""
        self.instant = instant
        self.events = tuple(events)
        self._lines, self._world = lines, world
        self._whole = lines.evaluator(world)
        self._past = tuple(_until(instant, member) for member in world.members)
        self._upto: dict[frozenset[Event], Evaluator] = {}
        self._near = {name: _near(world, name) for name, _ in self.events}

    def upto(self, *gone: Event) -> Evaluator:
        """The world up to and with the instant, less the events that are `gone`."""
        key = frozenset(gone)
        if key not in self._upto:
            whose = {name for name, _ in key}
            members = tuple(
                replace(each, events={name: when for name, when in each.events.items() if (each.name, name) not in key})
                if each.name in whose
                else each
                for each in self._past
            )
            self._upto[key] = self._lines.evaluator(replace(self._world, members=members))
        return self._upto[key]

    def needs(self, event: Event) -> list[Need]:
        """What is false without the event once everything else up to the instant has happened, and still so if all that comes later is
        taken away too. (What only a later event makes false without it says what the event is *needed* for, not what makes it happen.)"""
        member = self._whole.member(event[0])
        without = self._lines.evaluator(self._changed(member, event[1], None))
        earlier = self._lines.evaluator(self._changed(member, event[1], self._before()))
        soon, late = (self._lines.evaluator(self._changed(member, event[1], when)) for when in self._after())
        before = self.upto(event)
        found = []
        for instance in self._lines.speaking_of(member, event[1]):
            for about in instance.whom(self._world):
                if instance.true(before, about) or instance.true(without, about) or not instance.true(self._whole, about):
                    continue
                own = about == member.name if about is not None else subject(instance.line.formula) in (None, self._kind(member))
                when = When.THEN
                if instance.true(soon, about):
                    when = When.ONCE if instance.true(late, about) else self._by(instance, about or member.name)
                early = about == member.name and instance.true(earlier, about)
                found.append(Need(instance.line, own, about, when, self._triggers(event, instance, about), early))
        return found

    def may_be(self, event: Event, gone: Iterable[Event]) -> bool:
        """Whether all that is said of the event's individual allows the event without those that are `gone`: whatever is false then is so
        without the event too."""
        with_it, without = self.upto(*gone), self.upto(event, *gone)
        name = event[0]
        said = (each for each in self._lines.speaking_of(self._whole.member(name), event[1]) if name in each.whom(self._world))
        return all(each.true(with_it, name) or not each.true(without, name) for each in said)

    def met(self, event: Event, remaining: Iterable[Event]) -> Line | None:
        """The first line that asks something of the event's individual which nothing but the event has met so far: it is false without
        `remaining`, what has not happened yet, and true with the event alone. What comes later may have met it as well."""
        member = self._whole.member(event[0])
        without, with_it = self.upto(*remaining), self.upto(*(each for each in remaining if each != event))
        for instance in self._lines.speaking_of(member, event[1]):
            own = instance.variable is not None and instance.variable.kind is self._kind(member)
            if own and not instance.true(without, member.name) and instance.true(with_it, member.name):
                return instance.line
        return None

    def first_out(self, event: Event, needs: list[Need]) -> Need:
        """Of lines that set a time, the one whose time is over first; the first of them if that is the same time."""
        member = self._whole.member(event[0])
        near, far = self.instant, self._after()[1]
        while len(needs) > 1 and far - near > Fraction(1, 1000):
            middle = (near + far) / 2
            evaluator = self._lines.evaluator(self._changed(member, event[1], middle))
            over = [need for need in needs if not evaluator.truth(need.line.formula)]
            near, far, needs = (near, middle, over) if over else (middle, far, needs)
        return needs[0]

    def _kind(self, member: Member) -> Kind:
        return self._lines.program.kinds[member.kind]

    def _by(self, instance: Instance, name: str) -> When:
        """Whether a line that sets a time counts it from a derived event of the individual that is just there."""
        member = self._whole.member(name)
        said = self._lines.known.deep(instance.line).events
        for each in self._lines.program.kinds[member.kind].events.values():
            if each.definition is not None and each in said and self._whole.moment(member, each.name) == self.instant:
                return When.BY_THEN
        return When.LATER

    def _triggers(self, event: Event, instance: Instance, about: str | None) -> frozenset[Event]:
        said = self._lines.known.deep(instance.line).events
        kinds = self._lines.program.kinds
        near = self._near[event[0]] | ({about} if about is not None else set())
        others = [
            each
            for each in self.events
            if each != event
            and kinds[self._whole.member(each[0]).kind].events[each[1]] in said
            and (len(self.events) <= CROWD or each[0] in near)
        ]
        return frozenset(other for other in others if instance.true(self.upto(event, other), about))

    def _changed(self, member: Member, event: str, when: Fraction | None) -> World:
        """The world in which the event happens at another instant, or never."""
        events = {name: at for name, at in member.events.items() if name != event} | ({} if when is None else {event: when})
        members = tuple(replace(each, events=events) if each.name == member.name else each for each in self._world.members)
        return replace(self._world, members=members)

    def _before(self) -> Fraction:
        """An instant shortly before, after everything that happened earlier."""
        instants = {when for member in self._world.members for when in member.events.values()} | set(self._world.observations.values())
        last = max((when for when in instants if when < self.instant), default=self.instant - 2)
        return (self.instant + last) / 2

    def _after(self) -> tuple[Fraction, Fraction]:
        """An instant shortly after, before anything else happens, and one long after everything."""
        instants = {when for member in self._world.members for when in member.events.values()} | set(self._world.observations.values())
        following = min((when for when in instants if when > self.instant), default=self.instant + 2)
        return (self.instant + following) / 2, max(instants) + LONG


def _until(instant: Fraction, member: Member) -> Member:
    """The individual without what happens to it later."""
    events = {name: when for name, when in member.events.items() if when <= instant}
    return member if len(events) == len(member.events) else replace(member, events=events)


def _near(world: World, name: str) -> set[str]:
    """The individual and those that it refers to."""
    member = world.member(name)
    names = {each.name for each in world.members}
    return {name} | {value for value in member.fields.values() if isinstance(value, str) and value in names}
