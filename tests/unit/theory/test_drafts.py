"""Every spec that the language was designed on can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.theory.load import load
from unit.theory.reading import DRAFTS, RULEBOOKS

SPECS = sorted(DRAFTS.glob("*.drn"))


@pytest.mark.parametrize("path", SPECS, ids=[path.stem for path in SPECS])
def test_the_spec_is_read_with_all_its_cases(path: Path) -> None:
    spec = load(path, rulebooks=RULEBOOKS)
    text = path.read_text(encoding="utf-8")
    assert len(spec.theories) == 1 + text.count("\ncase ")
    expected = sum(len(theory.expectations) for theory in spec.theories)
    assert expected >= text.count("expect ")
    for theory in spec.theories:
        assert theory.lines and theory.promises and len({id(each) for each in theory.lines}) == len(theory.lines)


def test_a_family_takes_the_scenario_of_another_file_without_its_expectations() -> None:
    base = load(DRAFTS / "ops-drain-01-family.drn", rulebooks=RULEBOOKS).theories[0]
    assert [each.name for each in base.offers] == ["W", "C"]
    assert base.expectations == ()


def test_a_chain_of_cases_builds_up() -> None:
    theories = {each.case: each for each in load(DRAFTS / "ops-drain-01-family.drn", rulebooks=RULEBOOKS).theories}
    labels = [line.label for line in theories["tight"].lines]
    assert {"short", "A.preStop: 30s", "A.terminationGracePeriodSeconds: 5s", "nothing crashes"} <= set(labels)
