"""The rulebook gives the answers of the upstream tables: each row becomes a spec, which is checked as a user's is."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.rows import FILES, Row, Unasked, misses, rows

EVERY = [row for path in FILES for row in rows(path)]


@pytest.mark.parametrize("row", [pytest.param(each, id=f"{each.group}-{each.name}") for each in EVERY if isinstance(each, Row)])
def test_the_answer_is_upstreams(row: Row, tmp_path: Path) -> None:
    assert misses(row.text, tmp_path) == [], row.text


def test_every_row_is_asked_or_says_why_not() -> None:
    assert all(each.reason for each in EVERY if isinstance(each, Unasked))
    assert {each.group for each in EVERY if isinstance(each, Unasked)} == {"changeTriggers"}
    names = [(each.group, each.name) for each in EVERY]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("servingCondition: true", "servingCondition: false"),
        ("externalTrafficPolicy: Local", "externalTrafficPolicy: Cluster"),
        ("r is rejected", "r is dropped"),
    ],
)
def test_another_answer_is_noticed(said: str, instead: str, tmp_path: Path) -> None:
    row = next(each for each in EVERY if isinstance(each, Row) and each.name == "etp-local-only-terminating-here")
    assert said in row.text
    assert misses(row.text.replace(said, instead), tmp_path)
