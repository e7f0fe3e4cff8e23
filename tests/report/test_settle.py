"""What is said to settle a promise does: pasted into the spec, it makes the verdict HOLDS, or REFUTED."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.answer.settling import Settling, hitting, settling
from checkspec.answer.verdict import Verdict
from checkspec.report.settle import observations
from checkspec.theory.load import load

DRAIN = Path(__file__).resolve().parents[2] / "specs" / "drain"
LIMITS = Limits(60)
OPEN = [("ops-drain-01", "C", "complete", "later"), ("server-complete", "C", "complete", "served")]


def settled(path: Path, offer: str | None, promise: str, at: str) -> Settling:
    theory = load(str(path)).theories[0]
    asked = next(each for each in theory.promises if (each.offer, each.name) == (offer, promise))
    return settling(theory, asked, at, LIMITS)


def verdict(path: Path, offer: str | None, promise: str, at: str) -> Verdict:
    theory = load(str(path)).theories[0]
    found = answers(theory, LIMITS, lambda asked, column: False)
    return next(a.verdict for a in found if (a.promise.offer, a.promise.name, a.at) == (offer, promise, at))


def last(said: list[str]) -> str:
    """The last observation that is pasted."""
    return [line.split()[1] for line in said if line.startswith("    observe ")][-1]


def up_to(spec: str, at: str, folder: Path) -> str:
    """The spec's text without expectations and without what comes after an observation. The specs that it uses are put into the folder."""
    text = (DRAIN / f"{spec}.drn").read_text("utf-8")
    begin = text.index(f"observe {at} ")
    following = text.find("observe ", begin + 1)
    kept = text if following < 0 else text[:following]
    for used in DRAIN.glob("*.drn"):
        (folder / used.name).write_bytes(used.read_bytes())
    return "\n".join(line for line in kept.splitlines() if not line.startswith("expect") and not line.endswith("received by later"))


@pytest.mark.parametrize(("spec", "offer", "promise", "at"), OPEN)
def test_what_is_pasted_settles_it(tmp_path: Path, spec: str, offer: str | None, promise: str, at: str) -> None:
    found = settled(DRAIN / f"{spec}.drn", offer, promise, at)
    assert found.establish
    file, text = tmp_path / "pasted.drn", up_to(spec, at, tmp_path)
    for reports, expected in ((found.establish, Verdict.HOLDS), (found.refute, Verdict.REFUTED)):
        if reports is not None:
            said = list(observations(reports, found))
            file.write_text("\n".join([text, *said, ""]), "utf-8")
            assert verdict(file, offer, promise, last(said)) is expected


def test_none_of_them_is_needless(tmp_path: Path) -> None:
    """With one of the reports less the promise is as open as before."""
    found = settled(DRAIN / "ops-drain-01.drn", "C", "complete", "now")
    assert found.establish is not None and len(found.establish) == 3
    file, text = tmp_path / "less.drn", up_to("ops-drain-01", "now", tmp_path)
    for report in found.establish:
        rest = [each for each in found.establish if each is not report]
        said = list(observations(rest, found))
        file.write_text("\n".join([text, *said, ""]), "utf-8")
        assert verdict(file, "C", "complete", last(said)) is Verdict.UNDETERMINED


def test_reports_are_about_those_who_are_named(tmp_path: Path) -> None:
    file, kind = tmp_path / "spec.drn", "kind job { event done }\njob A\nobserve o { A is not done }\n"
    file.write_text(f"{kind}promise p: no job where done\n", "utf-8")
    found = settled(file, None, "p", "o")
    assert found.refute is not None
    assert list(observations(found.refute, found)) == ["    observe next {", "      A is done", "    }"]
    assert found.establish is None  # that A is not done by some instant leaves open what comes later
    file.write_text(f"{kind}promise p: no job j where j is done and j != A\n", "utf-8")
    found = settled(file, None, "p", "o")
    assert found.refute is None
    assert found.establish is not None
    said = list(observations(found.establish, found))
    assert said[1] == "      ever: no other job where self is done and self != A"
    file.write_text("\n".join([file.read_text("utf-8"), *said, ""]), "utf-8")
    assert verdict(file, None, "p", "next") is Verdict.HOLDS  # without `ever` nothing is said of later jobs


BOUNDARIES = """\
kind job { event begun, done }
boundary worker "who does it" { job: begun }
boundary client { job: done }
job A, B
promise p: every job where begun: done
"""


@pytest.mark.parametrize(
    ("sources", "by"),
    [
        ("", ""),
        ("source them at client\n", " by them"),
        ("source them at client { totals }\n", ""),
        ("source them at client { complete job: done }\n", " by them"),
        ("source them at client { complete job: done }\nassume if A is done or B is done: A.done = B.done\n", ""),
    ],
)
def test_a_report_is_made_where_it_is_noticed_by_who_is_declared_there(tmp_path: Path, sources: str, by: str) -> None:
    """Who has totals can name nobody. Of two jobs that are done together one is enough to be reported, and a complete record that speaks of
    it alone would contradict that; so its source is not named."""
    file = tmp_path / "spec.drn"
    file.write_text(f"{BOUNDARIES}{sources}observe o {{ A is begun }}\n", "utf-8")
    found = settled(file, None, "p", "o")
    assert found.establish is not None
    said = list(observations(found.establish, found))
    assert [line.strip() for line in said[:2]] == ["# at client", f"observe next{by} {{"]
    assert [line.strip() for line in said[-4:-2]] == ["# at worker: who does it", "observe next-2 at next {"]
    file.write_text("\n".join([file.read_text("utf-8"), *said, ""]), "utf-8")
    assert verdict(file, None, "p", "next-2") is Verdict.HOLDS


def test_a_further_observation_has_a_name_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "spec.drn"
    file.write_text("kind job { event done }\njob next, A\nobserve o { A is not done }\npromise p: next is done\n", "utf-8")
    found = settled(file, None, "p", "o")
    assert found.establish is not None
    said = list(observations(found.establish, found))
    file.write_text("\n".join([file.read_text("utf-8"), *said, ""]), "utf-8")
    assert verdict(file, None, "p", last(said)) is Verdict.HOLDS


def test_an_observation_that_says_nothing_has_one_after_it(tmp_path: Path) -> None:
    file = tmp_path / "spec.drn"
    file.write_text("kind job { event done }\njob A\npromise p: A is done\nobserve now {}\n", "utf-8")
    found = settled(file, None, "p", "now")
    assert found.establish is not None and found.refute is None  # that it is not done yet does not say that it never is
    assert list(observations(found.establish, found)) == ["    observe next {", "      A is done", "    }"]


def test_hitting() -> None:
    assert hitting([]) == ()
    assert hitting([frozenset({3, 1}), frozenset({2, 3})]) == (3,)
    assert hitting([frozenset({3, 1}), frozenset({2, 4}), frozenset({1, 4})]) == (1, 2)
    assert hitting([frozenset({1}), frozenset({2}), frozenset({3}), frozenset({4}), frozenset({5})]) is None
    assert hitting([frozenset()]) is None
