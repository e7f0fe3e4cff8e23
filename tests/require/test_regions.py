"""Regions of small texts of which is known what they are: one for each way to go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.theory.load import load
from require.asking import asked, with_region

PROBE = """
kind probe {
  period: duration
  threshold: count
  mode: slow | fast | off
  watched: bool
  wait: duration?
  event failing, noticed
}
probe P { watched: true, mode: fast, period: 10s, threshold: 3, wait: 4s }
quantity limit: duration = 25s
assume "slow": if P.mode = slow and P is failing: P.noticed <= P.failing + 2 * P.period
assume "fast": if P.mode = fast and P is failing: P.noticed <= P.failing + P.period
assume "few": P.threshold >= 2 and P.threshold <= 4
assume "waits": P.wait is none or P.wait = 0s or P.wait = 4s
assume "watched": if P.watched: P is noticed
assume "cause": if P is noticed: P is failing and P.failing <= P.noticed
promise soon: if P is failing: P.noticed <= P.failing + limit
promise sooner: if P is failing: P.noticed before P.failing + limit
promise enough: P.threshold > 2
promise either: P.failing is none or P.failing is not none
promise neither: P is failing and P is not failing
promise outside: P.period < 10s or P.period > 20s
promise bounded: P.wait <= limit
promise patient: P.threshold * 5s <= limit
"""

REGIONS = [
    # a union, by the values of a choice: `off` bounds nothing, and what is enough for `slow` is so for `fast`
    ("soon", "P.mode,P.period,limit", [["P.mode = fast", "P.period <= limit"], ["P.mode != off", "2 * P.period <= limit"]]),
    # the same, and the bound itself is reached: strict
    ("sooner", "P.period,limit", [["P.period < limit"]]),
    # only counts: whole numbers, and at most four of them have a world
    ("enough", "P.threshold", [["P.threshold >= 3", "P.threshold <= 4"]]),
    ("either", "P.period", [[]]),
    ("neither", "P.period", []),
    # a union that is no interval, strict on both sides
    ("outside", "P.period", [["P.period < 10s"], ["P.period > 20s"]]),
    # whether the probe is watched does not matter
    ("soon", "P.watched,P.mode", [["P.mode != off"]]),
    # what is absent is no more than nothing; a bound says that it is there
    ("bounded", "P.wait,limit", [["P.wait = 4s", "P.wait <= limit"], ["P.wait = 0s"]]),
    # points and what is absent, apart from each other
    ("either", "P.wait", [["P.wait = 0s"], ["P.wait = 4s"], ["P.wait is none"]]),
    # a count that is free beside a literal
    ("patient", "P.threshold,limit", [["P.threshold >= 2", "P.threshold <= 4", "P.threshold * 5s <= limit"]]),
]


@pytest.mark.parametrize(("promise", "free", "region"), REGIONS)
def test_regions(promise: str, free: str, region: list[list[str]], tmp_path: Path) -> None:
    (tmp_path / "spec.drn").write_text(PROBE, "utf-8")
    found = asked(tmp_path / "spec.drn", promise, free)
    assert sorted(map(sorted, found["region"])) == sorted(map(sorted, region))
    if region and region != [[]]:  # as it is printed, so is it read
        names = [each["name"] for each in found["free"]]
        (tmp_path / "spec.drn").write_text(with_region(PROBE, names, region), "utf-8")
        load(tmp_path / "spec.drn")
    assert found["exact"]
    assert found["answer"] == ("region" if region else "none")


OPEN = """
kind switch { long: bool }
kind endpoint {
  event created, exited
  state ready = created and not exited
}
switch sw { long: false }
quantity q: duration = 3s
rule "short lives": every endpoint e where e is created: e.exited within 10s after e.created
assume "somebody is always ready": if sw.long: always: some endpoint e where e is ready
promise sufficient: q >= 5s
promise longer: sw.long
"""


def test_what_is_not_exact_says_so(tmp_path: Path) -> None:
    """Where the switch is long there are only worlds without end: nothing is known there. Elsewhere the bound is found all the same."""
    (tmp_path / "spec.drn").write_text(OPEN, "utf-8")
    found = asked(tmp_path / "spec.drn", "sufficient", "q,sw.long")
    assert (found["region"], found["exact"]) == ([["q >= 5s", "sw.long = false"]], False)
    assert "endpoint → instants" in found["limit"]
    found = asked(tmp_path / "spec.drn", "longer", "sw.long")
    assert (found["answer"], found["region"]) == ("unknown", [])


THREE = """
kind thing { field: duration = 2s  event a, b, c }
thing T
quantity q: duration
quantity r: duration
observe now {
  T is a
  T is not b
}
assume "in order": T.a <= T.b and T.b <= T.c
assume "quick": T.b <= T.a + T.field
promise p: T.c <= T.a + q
promise s: T.b <= T.a + q
promise t: T.b by now + q
promise c: T.a after T.c
"""


def test_at_an_observation_and_without_names(tmp_path: Path) -> None:
    (tmp_path / "spec.drn").write_text(THREE, "utf-8")
    spec = tmp_path / "spec.drn"
    assert [each["name"] for each in asked(spec, "s", None)["free"]] == ["q", "r"]
    assert asked(spec, "s", None)["region"] == [["q >= 2s"]]
    # what has not happened now may happen as late as it can; and that it has not takes some time
    assert asked(spec, "t", "q,T.field", at="now")["region"] == [["q >= T.field", "T.field > 0s"]]
    assert asked(spec, "p", "q")["answer"] == "none"
    assert asked(spec, "c", "q")["answer"] == "none"
    (tmp_path / "spec.drn").write_text(THREE + "assume T.c before T.a\n", "utf-8")
    assert asked(spec, "s", "q")["answer"] == "contradiction"


def test_an_open_population_leaves_no_value(tmp_path: Path) -> None:
    """A further probe may have any period: what is missing is a bound for all of them, or that there is none."""
    text = """
kind probe { period: duration  event failing, noticed }
probe P { period: 3s }
quantity limit: duration = 25s
rule "it notices": every probe where failing: noticed <= failing + 2 * period
promise soon: every probe where failing: noticed <= failing + limit
"""
    (tmp_path / "spec.drn").write_text(text, "utf-8")
    (way,) = asked(tmp_path / "spec.drn", "soon", "P.period,limit")["missing"]
    assert (way["suppose"], way["region"]) == (["assume every probe: period <= 1s"], [["P.period <= 1s", "limit >= 2s"]])
    (tmp_path / "spec.drn").write_text(text.replace("period: duration ", "period: duration = 3s "), "utf-8")
    (way,) = asked(tmp_path / "spec.drn", "soon", "P.period,limit")["missing"]
    assert (way["suppose"], way["region"]) == (["assume no other probe"], [["2 * P.period <= limit"]])


def test_what_stays_unknown_may_be_anything(tmp_path: Path) -> None:
    """The change sets the fewest values: what it leaves unknown must not matter then."""
    text = """
kind thing { short: duration = 9s, long: duration, careful: bool = false  event a, b }
thing T
assume T.b <= T.a + T.short and (if not T.careful: T.b <= T.a + T.long)
promise quick: if T is a: T.b <= T.a + 5s
"""
    (tmp_path / "spec.drn").write_text(text, "utf-8")
    found = asked(tmp_path / "spec.drn", "quick", "T.long,T.short,T.careful")
    assert [each["write"] for each in found["change"]] == ["T.short: 5s"]


def test_an_unknown_choice_may_be_any(tmp_path: Path) -> None:
    """Five seconds are enough in one mode, and two in both."""
    text = """
kind thing { short: duration = 9s, mode: quick | slow  event a, b }
thing T
assume (if T.mode = quick: T.b <= T.a + T.short) and (if T.mode = slow: T.b <= T.a + T.short + 3s)
promise soon: if T is a: T.b <= T.a + 5s
"""
    (tmp_path / "spec.drn").write_text(text, "utf-8")
    assert [each["write"] for each in asked(tmp_path / "spec.drn", "soon", "T.short,T.mode")["change"]] == ["T.short: 2s"]


def test_a_count_that_is_not_free_stays_whole(tmp_path: Path) -> None:
    text = """
kind thing { size: count }
thing T
quantity q: duration
assume T.size * 2s = q and T.size <= 2
promise sure: q >= 0s
"""
    (tmp_path / "spec.drn").write_text(text, "utf-8")
    found = asked(tmp_path / "spec.drn", "sure", "q")
    assert (found["exact"], sorted(found["region"])) == (True, [["q = 0s"], ["q = 2s"], ["q = 4s"]])
