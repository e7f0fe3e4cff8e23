"""States of one world in another: where the question did not look, a state can be as it is in either."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from fractions import Fraction

from checkspec.meaning.world import Member, World

Changes = tuple[tuple[Fraction, bool], ...]


def grafted(kept: World, broken: World, made: Collection[str], is_kept: Callable[[World], bool]) -> World:
    """The kept world with the states of the broken one for as long as it is still one that keeps the promise, and at most until something
    happens in it that does not in the other. `made`: the observations that count."""
    apart = _first_difference(kept, broken, made)
    instants = {when for member in broken.members for changes in member.states.values() for when, _ in changes[1:]}
    earlier = sorted((when for when in instants if apart is None or when < apart), reverse=True)
    for until in (apart, *earlier):
        candidate = _with_states(kept, broken, until)
        if candidate == kept or is_kept(candidate):
            return candidate
    return kept


def _first_difference(one: World, other: World, made: Collection[str]) -> Fraction | None:
    """When first something happens in one of the worlds and not in the other; None: never."""
    mine, yours = set(_happenings(one, made)), set(_happenings(other, made))
    return min((when for _, _, when in mine ^ yours), default=None)


def _happenings(world: World, made: Collection[str]) -> Iterator[tuple[str, str, Fraction]]:
    yield "", "beginning", world.beginning
    for observation in made:
        yield "", observation, world.observations[observation]
    for member in world.members:
        for event, when in member.events.items():
            yield member.name, event, when


def _with_states(kept: World, broken: World, until: Fraction | None) -> World:
    """The kept world with the states of the broken one before an instant (None: for ever)."""
    known = {member.name: member for member in broken.members}
    return replace(kept, members=tuple(_joined(each, known[each.name], until) if each.name in known else each for each in kept.members))


def _joined(member: Member, before: Member, until: Fraction | None) -> Member:
    states = {state: _join(before.states[state], changes, until) for state, changes in member.states.items()}
    return member if states == member.states else replace(member, states=states)


def _join(before: Changes, changes: Changes, until: Fraction | None) -> Changes:
    if until is None:
        return before
    then = [value for when, value in changes if when <= until]
    first = before[:1] if before[0][0] >= until else tuple(each for each in before if each[0] < until)
    joined = [*first, (until, then[-1] if then else changes[0][1]), *(each for each in changes if each[0] > until)]
    return tuple(each for place, each in enumerate(joined) if place == 0 or (each[1] != joined[place - 1][1] and each[0] > joined[0][0]))
