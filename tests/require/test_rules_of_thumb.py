"""The specs that rediscover the rules of thumb: what is said is so at points at random, each asked by itself, with its values written into
the text."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.answer.verdict import Verdict
from checkspec.theory.load import load
from cli.command import ROOT
from require.asking import asked, commands, number, with_region, with_values, within

FOLDER = ROOT / "specs" / "require"
ASKED = [(spec, promise, free) for spec in sorted(FOLDER.glob("*.drn")) for promise, free in commands(spec)]
EACH = 3

HERE = {
    # the server takes connections until the hook is over, so that must be no sooner than the last one that still chooses it
    "prestop-covers-the-lag": ["A.preStop >= near.lag", "A.preStop >= far.lag"],
    # requests arrive for as long as the lag; the last of them needs its own time, on the same clock
    "grace-covers-lag-and-work": ["A.preStop >= proxy.lag", "A.terminationGracePeriodSeconds >= proxy.lag + longest"],
    # strictly: what ends at the very instant of SIGKILL ends no earlier
    "drain-within-the-grace": ["A.preStop + A.drain < A.terminationGracePeriodSeconds"],
    # lemma 2 and 3: a time in which a server is selected and has closed is left, whatever the hook
    "published": None,
    "nobody-else": None,
    "one-fix-breaks-another": ["A.preStop >= 15s"],
}
"""For each spec, bounds that stand together in its region, or None: no value does."""


@cache
def of(name: str) -> dict[str, Any]:
    """What the command in a spec's comment says."""
    return next(asked(spec, promise, free) for spec, promise, free in ASKED if spec.stem == name)


@pytest.mark.parametrize(("spec", "promise", "free"), ASKED, ids=lambda value: value.stem if isinstance(value, Path) else "")
def test_what_is_required(spec: Path, promise: str, free: str, tmp_path: Path) -> None:
    found = of(spec.stem)
    assert found["exact"]
    expected = HERE[spec.stem]
    if expected is None:
        assert (found["answer"], found["region"]) == ("none", [])
    else:
        assert any(set(expected) <= set(cell) for cell in found["region"])
        assert (found["confirmed"], found["points"]) == ("HOLDS", {"inside": 4, "outside": 4})
    _holds_where_it_says(spec, promise, found, tmp_path)


def _holds_where_it_says(spec: Path, promise: str, found: dict[str, Any], folder: Path) -> None:
    text = spec.read_text("utf-8")
    if found["region"]:  # as it is printed, so is it read
        names = [each["name"] for each in found["free"]]
        (folder / "spec.drn").write_text(with_region(text, names, found["region"]), "utf-8")
        assert _verdict(folder / "spec.drn", promise) is Verdict.HOLDS
    chance = random.Random(spec.stem)
    counts = {True: 0, False: 0}
    for _ in range(300):
        point = {each["name"]: Fraction(chance.randrange(0, 400), 4) for each in found["free"]}
        inside = within(found["region"], point)
        if counts[inside] < EACH:
            counts[inside] += 1
            (folder / "spec.drn").write_text(with_values(text, point), "utf-8")
            assert (_verdict(folder / "spec.drn", promise) is Verdict.HOLDS) == inside, point
    assert counts == {True: EACH if found["region"] else 0, False: EACH}


def _verdict(spec: Path, promise: str) -> Verdict:
    """The verdict of `check` in the case `probe`."""
    (theory,) = [each for each in load(spec).theories if each.case == "probe"]
    return next(each.verdict for each in answers(theory, Limits(), lambda *_: False) if each.promise.full_name == promise)


def test_the_least_change_is_one(tmp_path: Path) -> None:
    """With it the promise holds; with half a second less of what it changes, it does not."""
    spec = FOLDER / "prestop-covers-the-lag.drn"
    found = of(spec.stem)
    assert [each["write"] for each in found["change"]] == ["A.preStop: 8s"]
    for less, verdict in ((Fraction(0), Verdict.HOLDS), (Fraction(1, 2), Verdict.FAILS)):
        (tmp_path / "spec.drn").write_text(with_values(spec.read_text("utf-8"), {"A.preStop": number("8s") - less}), "utf-8")
        assert _verdict(tmp_path / "spec.drn", "unrefused") is verdict


def test_what_a_fix_breaks_is_said() -> None:
    assert of("one-fix-breaks-another")["breaks"] == [{"promise": "Quick.gone", "verdict": "FAILS"}]


def test_what_is_missing_is_said() -> None:
    """That nobody is ready may be excluded; what the file itself sets may be set otherwise."""
    found = of("nobody-else")
    assert any(each["suppose"] in (["assume always: B is ready"], ["assume always: B is serving"]) for each in found["missing"])
    assert "web.publishNotReadyAddresses: false" in [each["write"] for each in of("published")["elsewhere"]]


def test_the_page_of_assumptions_is_what_is_missing() -> None:
    """Without `calm` a pod may crash, be evicted, and so on; and nothing bounds the work."""
    found = asked(ROOT / "specs" / "drain" / "ops-drain-01.drn", "C.complete", "A.terminationGracePeriodSeconds")
    (way,) = found["missing"]
    assert {'assume "nothing crashes": every endpoint: not crashed', "assume every request: work <= 1s"} <= set(way["suppose"])
    assert "calm.drn:4" in way["from"]
