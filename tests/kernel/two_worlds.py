"""Where two worlds part, told from the worlds alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import pairwise

from checkspec.meaning.world import Member, World

Changes = tuple[tuple[Fraction, bool], ...]


def parting(one: World, other: World, made: Collection[str]) -> Fraction | None:
    """The first instant at which they differ; None: only fields and the like do. `made`: the observations that count."""
    return min(_differences(one, other, made), default=None)


def alike(broken: World, kept: World, made: Collection[str]) -> int:
    """For how many of these the worlds are alike: up to the broken one's first instant, up to but without its second, up to that, …, for
    ever."""
    apart = parting(broken, kept, made)
    steps = [(instants[0], False) for instants in [instants_of(broken, made)]]
    for _, instant in pairwise(instants_of(broken, made)):
        steps += [(instant, True), (instant, False)]
    if apart is None:
        return len(steps) + 1
    return sum(apart > instant or (without and apart == instant) for instant, without in steps)


def instants_of(world: World, made: Collection[str]) -> list[Fraction]:
    """When something happens, or a state changes."""
    found = {world.beginning} | {world.observations[name] for name in made}
    for member in world.members:
        found |= set(member.events.values()) | {when for changes in member.states.values() for when, _ in changes[1:]}
    return sorted(found)


def _differences(one: World, other: World, made: Collection[str]) -> Iterator[Fraction]:
    if one.beginning != other.beginning:
        yield min(one.beginning, other.beginning)
    for name in made:
        if one.observations[name] != other.observations[name]:
            yield min(one.observations[name], other.observations[name])
    members = {member.name: member for member in other.members}
    for member in one.members:
        if member.name not in members:
            yield one.beginning
    known = {member.name: member for member in one.members}
    for name in {**known, **members}:
        yield from _of_member(known.get(name), members.get(name), one.beginning)
    for pair, samples in one.knowledge.items():
        there = dict(other.knowledge.get(pair, ()))
        yield from (when for when, as_of in samples if there.get(when, as_of) != as_of)


def _of_member(one: Member | None, other: Member | None, beginning: Fraction) -> Iterator[Fraction]:
    mine, yours = {} if one is None else one.events, {} if other is None else other.events
    for event in {**mine, **yours}:
        if mine.get(event) != yours.get(event):
            yield min(each[event] for each in (mine, yours) if event in each)
    if one is not None and other is not None:
        for state, changes in one.states.items():
            instants = {beginning, *(when for when, _ in (*changes, *other.states[state]) if when > beginning)}
            yield from (when for when in instants if _at(changes, when) != _at(other.states[state], when))


def _at(changes: Changes, instant: Fraction) -> bool:
    return [value for when, value in changes if when <= instant or when == changes[0][0]][-1]
