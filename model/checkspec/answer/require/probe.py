"""Points at random in and outside of a region, each asked by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from checkspec.answer.require.free import Free
from checkspec.answer.require.space import Cell, Space, holds
from checkspec.logic.question import Claim, Excluded, Found, Question
from checkspec.meaning.evaluate import Program
from checkspec.meaning.linear import Bound
from checkspec.meaning.world import Value
from checkspec.text.node import Node, node
from checkspec.theory.typed import Not, Promise, Sort, Theory

EACH = 4
"""So many points on either side."""
DRAWS = 400


@node
class Probes(Node):
    """How many points within the region were asked, at all of which the promise holds, and how many outside, at none of which it does.
    `wrong`: a point of which that is not so; there should be none."""

    inside: int
    outside: int
    wrong: dict[int, Value] | None = None


def probed(
    theory: Theory, promise: Promise, at: str | None, space: Space, cells: Sequence[Cell], exact: bool, deadline: float, memory: int
) -> Probes:
    """Ask about some points. A point of which nothing is found out in time counts for nothing."""
    question = Question(theory, Program(theory), deadline, memory)
    lines = [*theory.lines_for(promise.offer), *(line for each in theory.observations for line in each.lines)]
    stated = [question.claim(line) for line in lines]
    broken = Claim(Not(promise.formula, promise.span))
    counts = {True: 0, False: 0}
    for within, point in points(space.free, cells):
        if counts[within] >= EACH or not (within or exact):
            continue
        here = Claim(space.formula(space.exactly(point)))
        breaks, there = question.ask([*stated, here, broken]), question.ask([*stated, here])
        if isinstance(breaks, Excluded | Found) and isinstance(there, Excluded | Found):
            kept = isinstance(breaks, Excluded) and isinstance(there, Found)
            if kept != within:
                return Probes(counts[True], counts[False], point)
            counts[within] += 1
    return Probes(counts[True], counts[False])


def points(free: Sequence[Free], cells: Sequence[Cell]) -> Iterator[tuple[bool, dict[int, Value]]]:
    """Points, the same at every time, and whether they are within one of the cells."""
    chance = random.Random(0)
    marks = {abs(literal.constant) for cell in cells for literal in cell if isinstance(literal, Bound)}
    marks |= {each.given for each in free if isinstance(each.given, Fraction)}
    widest = max([*marks, Fraction(10)]) * 2
    for _ in range(DRAWS):
        point = {index: _drawn(each, chance, sorted(marks), widest) for index, each in enumerate(free)}
        yield any(all(holds(literal, point) for literal in cell) for cell in cells), point


def _drawn(free: Free, chance: random.Random, marks: Sequence[Fraction], widest: Fraction) -> Value:
    if free.type.optional and chance.random() < 0.1:
        return None
    if free.type.sort is Sort.BOOL:
        return chance.random() < 0.5
    if free.type.sort is Sort.CHOICE:
        return chance.choice(free.type.choices)
    if free.type.sort is Sort.COUNT:
        return Fraction(chance.randrange(int(widest) + 1))
    if marks and chance.random() < 0.3:
        return chance.choice(marks)
    return Fraction(chance.randrange(int(widest * 10) + 1), 10)
