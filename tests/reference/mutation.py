"""Worlds near a given one: a thing or two happens at another time, or not at all, or a setting is another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from checkspec.meaning.world import Member, Value, World
from checkspec.theory.typed import Field, Sort, Theory


def neighbours(world: World, theory: Theory, random: Random, count: int) -> Iterator[World]:
    """So many of them."""
    for _ in range(count):
        changed = world
        for _ in range(random.choice((1, 1, 2, 3))):
            changed = random.choice(CHANGES)(changed, theory, random)
        yield changed


def _instant(world: World, random: Random) -> Fraction:
    """One at which something happens, or beside it."""
    instants = [world.beginning, *(when for member in world.members for when in member.events.values())]
    return max(world.beginning, random.choice(instants) + random.choice((0, 0, 0, 1, -1, 2, 5)))


def _with(world: World, member: Member) -> World:
    return replace(world, members=tuple(member if each.name == member.name else each for each in world.members))


def _event(world: World, theory: Theory, random: Random) -> World:
    """One event happens at another time, or not."""
    member = random.choice(world.members)
    free = [event.name for event in theory.kinds[member.kind].events.values() if event.definition is None]
    if not free:
        return world
    events = dict(member.events)
    name = random.choice(free)
    if random.random() < 0.3:
        events.pop(name, None)
    else:
        events[name] = _instant(world, random)
    return _with(world, replace(member, events=events))


def _together(world: World, theory: Theory, random: Random) -> World:
    """All that happens at one instant to one member happens at another."""
    member = random.choice(world.members)
    if not member.events:
        return world
    old, new = random.choice(list(member.events.values())), _instant(world, random)
    never = random.random() < 0.15
    events = {name: new if when == old else when for name, when in member.events.items() if not (never and when == old)}
    return _with(world, replace(member, events=events))


def _state(world: World, theory: Theory, random: Random) -> World:
    """A Pod's readiness changes at one more instant, or has another value; or what others write of it."""
    endpoints = [member for member in world.members if member.kind == "endpoint"]
    member = random.choice(endpoints)
    state = random.choice(("podReady", "podReady", "statedReady", "statedTerminating"))
    row = dict(member.states[state])
    row[_instant(world, random)] = random.random() < 0.5
    return _with(world, replace(member, states={**member.states, state: tuple(sorted(row.items()))}))


def _setting(world: World, theory: Theory, random: Random) -> World:
    """A field has another value."""
    member = random.choice(world.members)
    field = random.choice(list(theory.kinds[member.kind].fields.values()))
    return _with(world, replace(member, fields={**member.fields, field.name: _value(field, world, random)}))


def _value(field: Field, world: World, random: Random) -> Value:
    if field.type.optional and random.random() < 0.3:
        return None
    match field.type.sort:
        case Sort.BOOL:
            return random.random() < 0.5
        case Sort.CHOICE:
            return random.choice(field.type.choices)
        case Sort.INDIVIDUAL:
            assert field.type.kind is not None
            names = [member.name for member in world.members if member.kind == field.type.kind.name]
            return random.choice(names) if names else None
        case _:
            return Fraction(random.choice((0, 1, 2, 3, 5, 10, 30)))


def _knowledge(world: World, theory: Theory, random: Random) -> World:
    """Somebody knows older or newer things."""
    if not world.knowledge:
        return world
    pair = random.choice(list(world.knowledge))
    samples = list(world.knowledge[pair])
    position = random.randrange(len(samples))
    when = samples[position][0]
    samples[position] = (when, min(when, _instant(world, random)))
    return replace(world, knowledge={**world.knowledge, pair: tuple(samples)})


CHANGES: tuple[Callable[[World, Theory, Random], World], ...] = (_event, _event, _together, _together, _state, _setting, _knowledge)
