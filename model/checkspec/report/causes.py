"""The events of one instant in the order of cause and effect, each with what makes it happen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from checkspec.meaning.world import World
from checkspec.report.lines import Lines
from checkspec.report.needs import Event, Moment, Need, When
from checkspec.text.node import Node, node
from checkspec.theory.typed import Line, Role


@node
class Behind(Node):
    """The line that makes an event happen. `at_the_latest`: it sets a time for it that was not over yet."""

    line: Line
    at_the_latest: bool = False


Caused = tuple[Event, Behind | None]
"""An event, and what makes it happen; None: it is free to happen."""


def in_order(lines: Lines, world: World, instant: Fraction, events: Sequence[Event]) -> list[Caused]:
    """The free events of an instant, causes first.

    A cause is an event without which a line of the effect's own individual does not ask for the effect, or without which that line
    does not allow it; but what one of an individual's events only asks to be there by its own time, and nothing else asks for, comes
    right before that. Where two of an individual's events ask for each other, and where nothing says which comes first, they keep the
    order in which they are given.
    """
    order = _Order(Moment(lines, world, instant, events), events)
    found: list[Caused] = []
    while order.remaining:
        found += order.next()
    return found


def with_derived(lines: Lines, world: World, instant: Fraction, order: Sequence[Caused], derived: Sequence[Event]) -> list[Caused]:
    """Events of an instant in order, and the derived ones of that instant each as soon as what it follows from has happened."""
    moment = Moment(lines, world, instant, [event for event, _ in order])
    found: list[Caused] = []
    waiting = list(derived)
    for number in range(len(order) + 1):
        if waiting:
            evaluator = moment.upto(*(event for event, _ in order[number:]))
            there = [each for each in waiting if evaluator.moment(evaluator.member(each[0]), each[1]) == instant]
            found += [(each, None) for each in there]
            waiting = [each for each in waiting if each not in there]
        found += order[number : number + 1]
    return [*found, *((each, None) for each in waiting)]


class _Order:
    """Events of one instant, taken away one by one in the order in which they come about. A line that speaks of nobody in particular,
    such as an assumption about A, may say when something is, but not what it follows from."""

    def __init__(self, moment: Moment, events: Sequence[Event]) -> None:
        self._moment = moment
        self._needs = {event: moment.needs(event) for event in events}
        self._own = {event: [need for need in needs if need.own and need.about is not None] for event, needs in self._needs.items()}
        self._first: dict[Event, list[Event]] = {event: [] for event in events}
        for event, needs in self._own.items():
            for after in self._only_first(event, needs):
                self._first[after].append(event)
        self._before: dict[Event, set[Event]] = {event: set() for event in events}
        for event, needs in self._needs.items():
            for need in needs:
                for trigger in need.triggers:
                    if not need.own and need.about in (None, trigger[0]) and trigger[0] != event[0]:
                        self._before[trigger].add(event)
        self.remaining = list(events)
        self._past: set[Event] = set()

    def _only_first(self, event: Event, needs: list[Need]) -> frozenset[Event]:
        """What the event comes right before: the others of its individual's events by whose time it is asked for, if all that asks for it
        does so, and it may be there without them."""
        after = frozenset(trigger for need in needs for trigger in need.triggers)
        if not all(need.early and need.triggers for need in needs) or any(trigger[0] != event[0] for trigger in after):
            return frozenset()
        return after if self._moment.may_be(event, after) else frozenset()

    def next(self) -> list[Caused]:
        """What comes next, at least one event; it remains no more. What only has to be there by the time of another event comes right
        before that."""
        waiting = {event for others in self._first.values() for event in others}
        there = [event for event in self.remaining if event not in waiting] or self.remaining
        ready = [event for event in there if self._before[event] <= self._past]
        batch = [event for event in ready if any(need.when is When.THEN for need in self._set_off(event))]
        if not batch:
            batch = [
                event
                for event in ready
                if all(need.when is not When.THEN for need in self._own[event])
                and (not self._own[event] or self._set_off(event))
            ]
        if not batch:
            batch = sorted(
                ready or there, key=lambda event: all(need.when is not When.BY_THEN for need in self._set_off(event))
            )[:1]
        caused = []
        for event in dict.fromkeys(each for last in batch for each in self._upto(last, ())):
            caused.append((event, self._behind(event)))
            self.remaining.remove(event)
        self._past.update(event for event, _ in caused)
        return caused

    def _upto(self, event: Event, following: tuple[Event, ...]) -> Iterator[Event]:
        """The event, after what remains of what has to be there before it."""
        for first in self._first[event]:
            if first in self.remaining and first not in following:
                yield from self._upto(first, (*following, event))
        yield event

    def _set_off(self, event: Event) -> list[Need]:
        """The lines of the event's own individual that ask for it, given what has happened so far."""
        return [need for need in self._own[event] if need.triggers <= self._past]

    def _behind(self, event: Event) -> Behind | None:
        """The line that makes the event happen, given what has happened so far. What was observed makes nothing happen, if any other
        line does; a line about the individual itself comes before one about others, and an assumption that sets the very time before a
        rule that does. Without any, the one that the event meets."""
        after = {each for each, others in self._first.items() if event in others}
        asking = [need for need in self._needs[event] if need.triggers <= self._past | after]
        if not asking:
            met = self._moment.met(event, self.remaining)
            return None if met is None else Behind(met)

        def rank(need: Need) -> tuple[bool, bool, When, bool]:
            said_so = need.line.role is Role.ASSUMPTION and need.when is When.THEN
            return need.line.role is Role.OBSERVED, not need.own, need.when, not said_so

        best = min(map(rank, asking))
        nearest = [need for need in asking if rank(need) == best]
        at_the_latest = best[2] in (When.BY_THEN, When.LATER)
        if at_the_latest:
            nearest = [self._moment.first_out(event, nearest)]
        return Behind(nearest[0].line, at_the_latest)
