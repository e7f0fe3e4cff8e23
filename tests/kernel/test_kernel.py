"""Each case gets exactly the verdicts that it states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from checkspec.answer.verdict import Verdict
from kernel.cases import FILES, HERE, decide, decided, label, theories


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_verdicts(path: Path) -> None:
    expected, got = {}, {}
    for theory in theories(path):
        for each in theory.expectations:
            key = (each.offer, each.promise, each.at)
            answer = decided(theory)[key]
            expected[label(key)] = each.verdict, each.vacuous
            got[label(key)] = answer.verdict.name, answer.vacuous
    assert expected
    assert got == expected


def test_every_case_says_what_it_catches() -> None:
    for path in FILES:
        comment = [line.removeprefix("# ") for line in path.read_text("utf-8").splitlines() if line.startswith("# ")]
        assert comment[0].startswith(f"{path.stem}: ")
        assert "Catches: " in " ".join(comment)


def test_a_clash_is_a_smallest_set() -> None:
    (theory,) = theories(HERE / "e03-clash.drn")
    (answer,) = decide(theory, brief=False).values()
    assert [line.label for line in answer.reasons] == ["never ready", "ready at the end"]


def test_what_breaks_at_one_instant_only_says_so() -> None:
    (theory,) = theories(HERE / "f03-grace-budget-tie.drn")
    assert decide(theory, brief=False)["C", "by-it", None].tie


def test_bounds_are_among_the_reasons() -> None:
    (theory,) = theories(HERE / "seed.drn")
    holds = decide(replace(theory, promises=theory.promises[:1]), brief=False)["W", "withdrawn", None]
    assert holds.verdict is Verdict.HOLDS
    assert {"proxy.lag: 0s", "B stays eligible"} <= {line.label for line in holds.reasons}
    (theory,) = theories(HERE / "f01-never-finishing.drn")
    bounded = decide(theory, brief=False)["Bounded", "done", None]
    assert {"progress", "bounded"} <= {line.label for line in bounded.reasons}
