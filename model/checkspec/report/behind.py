"""What forces an event of a world to happen, and which of the world's individuals play a part: found by taking things away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction

from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.world import Member, World
from checkspec.report.mentions import Mentions, mentions, subject
from checkspec.text.node import Node, node
from checkspec.theory.typed import Line, Role

LONG = 10**9
"""Seconds: longer than anybody waits."""


@node
class Behind(Node):
    """The line that makes an event happen. `at_the_latest`: it sets a time for it that was not over yet."""

    line: Line
    at_the_latest: bool = False


class Lines:
    """The lines of one question with what each speaks of; asked about many worlds of the same theory."""

    def __init__(self, lines: Iterable[Line], program: Program) -> None:
        self.lines = tuple(lines)
        self.program = program
        self._mentions: dict[Line, Mentions] = {}

    def mentions(self, line: Line) -> Mentions:
        """What the line speaks of, with the definitions of what it mentions."""
        if line not in self._mentions:
            self._mentions[line] = mentions(line.formula, deep=True)
        return self._mentions[line]

    def behind(self, world: World, member: Member, event: str) -> Behind | None:
        """The first line that makes the event happen once everything up to then has happened; None: it is free to happen.

        Such a line is false without the event, and still so if all that comes later is taken away too. (A line that only a later
        event makes false without it says what the event is *needed* for, not what makes it happen.) Of a member's events at one
        instant, those declared later come later. What was observed makes nothing happen, if any other line does. A line about the
        member's kind comes before one about others, one that makes the event happen just then before one that does sooner or later,
        and this before one that sets a time which was not over yet.
        """
        kind = self.program.kinds[member.kind]
        declared, instant = kind.events[event], member.events[event]
        order = list(kind.events)
        after = set(order[order.index(event) + 1 :])

        def itself(who: Member, what: str, when: Fraction) -> bool:
            return who is member and what == event

        def later(who: Member, what: str, when: Fraction) -> bool:
            return itself(who, what, when) or when > instant or (when == instant and who is member and what in after)

        without, before = self._evaluator(_less(world, itself)), self._evaluator(_less(world, later))
        whole = self._evaluator(world)
        found = [
            line
            for line in self.lines
            if declared in self.mentions(line).events
            and not without.truth(line.formula)
            and not before.truth(line.formula)
            and whole.truth(line.formula)
        ]
        if not found:
            return None
        soon, late = (self._evaluator(_put_off(world, member, event, when)) for when in _after(world, instant))

        def farness(line: Line) -> tuple[bool, bool, int]:
            about = subject(line.formula)
            just_then, sooner_or_later = not soon.truth(line.formula), late.truth(line.formula)
            return line.role is Role.OBSERVED, about not in (None, kind), 0 if just_then else 1 if sooner_or_later else 2

        nearest = min(found, key=farness)
        return Behind(nearest, at_the_latest=farness(nearest)[2] == 2)

    def _evaluator(self, world: World) -> Evaluator:
        return Evaluator(world, self.program.theory, self.program)

    def matters(self, world: World, member: Member) -> bool:
        """Whether a line that does not name the member is false once nothing happens to it and all its states are steadily true."""
        steady: dict[str, tuple[tuple[Fraction, bool], ...]] = dict.fromkeys(member.states, ((world.beginning, True),))
        calm = replace(member, events={}, states=steady)
        if calm == member:
            return False
        members = tuple(calm if each is member else each for each in world.members)
        evaluator = self._evaluator(replace(world, members=members))
        whole = self._evaluator(world)
        kind = self.program.kinds[member.kind]
        changed = {kind.events[name] for name in member.events} | {kind.states[name] for name in member.states}
        for line in self.lines:
            said = self.mentions(line)
            if member.name in said.individuals or not changed & (said.events | said.states):
                continue
            if not evaluator.truth(line.formula) and whole.truth(line.formula):
                return True
        return False


def _less(world: World, gone: Callable[[Member, str, Fraction], bool]) -> World:
    """The world without the events for which `gone(member, event, instant)`."""
    members = tuple(
        replace(member, events={name: when for name, when in member.events.items() if not gone(member, name, when)})
        for member in world.members
    )
    return replace(world, members=members)


def _put_off(world: World, member: Member, event: str, instant: Fraction) -> World:
    """The world in which the event happens at another instant."""
    members = tuple(replace(each, events=each.events | {event: instant}) if each is member else each for each in world.members)
    return replace(world, members=members)


def _after(world: World, instant: Fraction) -> tuple[Fraction, Fraction]:
    """An instant shortly after, before anything else happens, and one long after everything."""
    instants = {when for member in world.members for when in member.events.values()} | set(world.observations.values())
    following = min((when for when in instants if when > instant), default=instant + 2)
    return (instant + following) / 2, max(instants) + LONG
