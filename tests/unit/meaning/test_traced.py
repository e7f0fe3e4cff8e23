"""A world that was followed: wherever the noted bounds are true, each line is as true as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.replay import replay
from checkspec.meaning.traced import Trace, followed
from checkspec.meaning.world import World
from checkspec.theory.load import load
from cli.command import ROOT


def moved(world: World, move: Callable[[Fraction], Fraction]) -> World:
    """The world with other numbers, asked for in the order in which they are followed."""
    beginning = move(world.beginning)
    members = tuple(
        replace(
            member,
            fields={name: move(value) if isinstance(value, Fraction) else value for name, value in member.fields.items()},
            events={name: move(value) for name, value in member.events.items()},
            states={name: tuple((move(when), value) for when, value in changes) for name, changes in member.states.items()},
        )
        for member in world.members
    )
    observations = {name: move(value) for name, value in world.observations.items()}
    quantities = {name: move(value) for name, value in world.quantities.items()}
    knowledge = {pair: tuple((move(when), move(known)) for when, known in samples) for pair, samples in world.knowledge.items()}
    return World(beginning, members, observations, quantities, knowledge)


def test_worlds_within_the_bounds_are_worlds_too() -> None:
    theory = load(ROOT / "specs" / "drain" / "prestop-uses-the-grace.drn").theories[1]
    promise = next(each for each in theory.promises if each.full_name == "L.complete-late")
    world = next(each.broken for each in answers(theory, Limits()) if each.promise == promise and each.at is None)
    assert world is not None
    lines, program = theory.lines_for(promise.offer), Program(theory)
    trace = followed(world, lambda member, field: False)
    assert replay(theory, lines, trace.world, program) is None
    assert not Evaluator(trace.world, theory, program).truth(promise.formula)
    chance, others = Random(1), 0
    for _ in range(1500):
        values = dict(trace.trace.values)
        for unknown in chance.sample(sorted(values), chance.randint(1, 3)):
            values[unknown] += Fraction(chance.choice((-2, -1, 1, 2)), 4)
        if all(each.holds(values) for each in trace.trace.bounds):
            others += 1
            given = iter(values[unknown] for unknown in sorted(values))
            other = moved(world, lambda _: next(given))  # noqa: B023
            assert replay(theory, lines, other, program) is None
            assert not Evaluator(other, theory, program).truth(promise.formula)
    assert others > 10


def test_each_comparison_is_noted_as_it_came_out() -> None:
    trace = Trace()
    one, other = trace.unknown(Fraction(2)), trace.unknown(Fraction(5))
    assert one < other and not other <= one and other - one == 3 and 2 * one + 1 == other and one != other
    assert min(one, other) is one and max(Fraction(1, 2), one) is one
    for values, within in (((2, 5), True), ((2, 6), False), ((3, 6), False)):
        assert all(bound.holds(dict(enumerate(map(Fraction, values)))) for bound in trace.bounds) == within
