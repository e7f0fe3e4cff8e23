"""Traps stand for the mistakes that would make an answer wrong; each encoder that is wrong on purpose falls into those meant for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz.expectations import REGRESSIONS, TRAPS, file_of, unmet
from fuzz.mutants import LIST, MUTANTS, Mutant


@pytest.mark.parametrize("path", TRAPS, ids=lambda path: path.stem)
def test_traps_are_passed(path: Path) -> None:
    assert unmet(path, 60.0) == []


@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: path.stem)
def test_disagreements_do_not_come_back(path: Path) -> None:
    assert unmet(path, 20.0) == []


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name.replace(" ", "-"))
def test_wrong_encoders_are_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant.put(monkeypatch.setattr)
    for trap in mutant.traps:
        assert unmet(file_of(trap), 2.0), f"{trap} does not catch it"


def test_every_line_of_the_list_has_its_mutants() -> None:
    assert {mutant.of for mutant in MUTANTS} == set(LIST)


def test_every_trap_is_for_a_mutant() -> None:
    named = {trap for mutant in MUTANTS for trap in mutant.traps}
    assert {f"traps/{path.stem}" for path in TRAPS} <= named
