"""What `require` says of generated texts is what the verdicts say at points at random."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.answer.require.free import Free, all_places, free_of, with_values
from checkspec.answer.require.names import places_named
from checkspec.answer.require.requirement import Asking, Requirement, up_to
from checkspec.answer.require.space import holds
from checkspec.answer.verdict import Verdict
from checkspec.meaning.world import Value
from checkspec.theory.load import load
from checkspec.theory.typed import Sort
from fuzz.long import text_of

SEED = 7
QUICK = (1, 2, 3, 5, 6, 10, 14, 16, 20, 34, 38, 48, 99, 109, 114, 119)
"""Texts whose verdicts need little time; 2, 10, 16 and 114 have values that may be absent and must be among a few."""
POINTS = 6


def drawn(free: Free, chance: Random) -> Value:
    if free.type.optional and chance.random() < 0.2:
        return None
    if free.type.sort is Sort.BOOL:
        return chance.random() < 0.5
    if free.type.sort is Sort.CHOICE:
        return chance.choice(free.type.choices)
    return Fraction(chance.randrange(6), 1 if free.type.sort is Sort.COUNT else 2)


def verdict(found: Requirement, at: str | None, point: dict[int, Value]) -> Verdict:
    theory = with_values(up_to(found.theory, at), [(found.free[index], value) for index, value in point.items()])
    alone = replace(theory, promises=(replace(found.promise, inherited=False),))
    return next(each.verdict for each in answers(alone, Limits(5), lambda *_: False) if each.at == at)


@pytest.mark.parametrize("number", QUICK)
def test_regions_agree_with_verdicts(number: int, tmp_path: Path) -> None:
    (tmp_path / "spec.drn").write_text(str(text_of(SEED, number)), "utf-8")
    theory = load(tmp_path / "spec.drn").theories[0]
    chance, promise = Random(number), theory.promises[-1]
    places = list(all_places(theory))
    names = [f"{member}.{name}" if member else name for member, name in chance.sample(places, min(2, len(places)))]
    try:
        chosen = places_named(theory, promise, ",".join(names))
    except LookupError:
        return  # a factor
    at = chance.choice([None, *(each.name for each in theory.observations)])
    found = Asking(theory, promise, at, chosen, Limits(20)).region()
    assert found.decided, found.limit
    assert free_of(theory, theory.lines_for(promise.offer), chosen) == list(found.free)
    for _ in range(POINTS):
        point = {index: drawn(each, chance) for index, each in enumerate(found.free)}
        inside = any(all(holds(literal, point) for literal in cell) for cell in found.cells)
        assert (verdict(found, at, point) is Verdict.HOLDS) == inside or (not inside and not found.exact), point
