"""Taking unknowns out of bounds, against the solver: what is left is true at exactly the points that can be completed (or, with a point,
only at such points, and at that one)."""

from __future__ import annotations

import time
from fractions import Fraction
from random import Random

import pytest

from checkspec.answer.require.project import projected
from checkspec.logic.solver import Result, Solver
from checkspec.meaning.linear import Bound, bound

UNKNOWNS = 5
KEPT = frozenset({0, 1})


def system(chance: Random, point: dict[int, Fraction], size: int) -> list[Bound]:
    """Bounds that are true at the point, some of them with nothing to spare."""
    made = []
    for _ in range(size):
        factors = [(unknown, chance.choice((-3, -1, -1, 1, 1, 2))) for unknown in chance.sample(range(UNKNOWNS), chance.randint(1, 3))]
        value = sum((factor * point[unknown] for unknown, factor in factors), Fraction(0))
        room = Fraction(chance.choice((0, 0, 1, 3)))
        made.append(bound(factors, -value - room, bool(room) and chance.random() < 0.5))
    return made


def completed(bounds: list[Bound], kept: dict[int, Fraction]) -> bool:
    """Whether there are values of the others with which all bounds are true."""
    names = [f"|x{unknown}|" for unknown in range(UNKNOWNS)]
    solver = Solver(dict.fromkeys(names, "Real"), time.monotonic() + 60, 500)

    def real(value: Fraction | int) -> str:
        value = Fraction(value)
        return f"(/ {value.numerator}.0 {value.denominator}.0)" if value >= 0 else f"(- (/ {-value.numerator}.0 {value.denominator}.0))"

    lines = [f"(declare-fun {name} () Real)" for name in names]
    for each in bounds:
        total = " ".join(f"(* {real(factor)} |x{unknown}|)" for unknown, factor in each.terms)
        lines.append(f"(assert ({'<' if each.strict else '<='} (+ {total} {real(each.constant)} 0.0) 0.0))")
    lines += [f"(assert (= |x{unknown}| {real(value)}))" for unknown, value in kept.items()]
    solver.add("\n".join(lines))
    return solver.check() is Result.SAT


@pytest.mark.parametrize("seed", range(6))
def test_what_is_left_is_what_can_be_completed(seed: int) -> None:
    chance = Random(seed)
    point = {unknown: Fraction(chance.randint(-6, 6), chance.choice((1, 2))) for unknown in range(UNKNOWNS)}
    bounds = system(chance, point, 18 if seed % 2 else 7)
    whole, near = projected(bounds, None, KEPT), projected(bounds, point, KEPT)
    assert all(each.holds(point) for each in (*whole, *near))
    assert all({unknown for unknown, _ in each.terms} <= KEPT for each in (*whole, *near))
    for _ in range(12):
        at = {unknown: point[unknown] + Fraction(chance.randint(-4, 4), 2) for unknown in KEPT}
        possible = completed(bounds, at)
        assert all(each.holds(at) for each in whole) == possible
        assert possible or not all(each.holds(at) for each in near)
