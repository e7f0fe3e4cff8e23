"""Past the limits an answer is UNKNOWN and says why; the others are still given."""

from __future__ import annotations

import time
from pathlib import Path

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.answer.verdict import Verdict
from checkspec.theory.load import load

SPEC = Path(__file__).parents[3] / "specs" / "drain" / "ops-drain-01.drn"


def test_no_time_at_all() -> None:
    (theory,) = load(SPEC).theories
    found = list(answers(theory, Limits(timeout=0.0)))
    assert len(found) == 9
    assert {answer.verdict for answer in found} == {Verdict.UNKNOWN}
    assert {answer.limit for answer in found} == {"timeout"}


def test_little_memory() -> None:
    """One megabyte is less than the question needs: no answer is made up."""
    (theory,) = load(SPEC).theories
    found = list(answers(theory, Limits(memory=1), lambda promise, at: False))
    assert {(answer.verdict, answer.limit) for answer in found} == {(Verdict.UNKNOWN, "memory")}


def test_one_line_that_is_very_long_when_written(tmp_path: Path) -> None:
    """Each of these tries every job that the ones around it may have brought along."""
    nested = "some job f where e != f and a != f"
    for outer, inner in ("de", "cd", "bc", "ab"):
        nested = f"some job {inner} where {outer} != {inner} and ({nested})"
    path = tmp_path / "given.drn"
    path.write_text(f"kind job {{ event sent }}\njob A, B, C\npromise p: no job a where ({nested})\n", encoding="utf-8")
    (theory,) = load(path).theories
    begun = time.monotonic()
    (answer,) = answers(theory, Limits(timeout=0.5))
    assert time.monotonic() - begun < 10
    assert answer.verdict is not Verdict.HOLDS


def test_what_is_not_told_is_a_verdict_alone() -> None:
    (theory,) = load(SPEC).theories
    told = list(answers(theory, Limits()))
    brief = list(answers(theory, Limits(), lambda promise, at: False))
    assert [(a.promise, a.at, a.verdict, a.vacuous) for a in told] == [(a.promise, a.at, a.verdict, a.vacuous) for a in brief]
    assert all(answer.broken is None and not answer.reasons for answer in brief)
    assert all(answer.reasons for answer in told if answer.verdict is Verdict.HOLDS)
    assert all(answer.broken for answer in told if answer.verdict in (Verdict.FAILS, Verdict.REFUTED, Verdict.UNDETERMINED))



def test_wherever_time_runs_out_it_is_no_interruption() -> None:
    """The solver's own clock must not run ahead of the deadline: a check that it breaks off before looks like Ctrl-C."""
    (theory,) = load(SPEC).theories
    for hundredths in range(5, 120, 5):
        for answer in answers(theory, Limits(timeout=hundredths / 100)):
            assert answer.verdict is not Verdict.UNKNOWN or answer.limit == "timeout"
