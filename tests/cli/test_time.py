"""The limits of time and memory hold for reading, searching and telling."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from checkspec import checking
from checkspec.answer.clock import TimeUp, until
from checkspec.answer.limits import Limits
from checkspec.answer.room import STATM
from checkspec.answer.verdict import Verdict
from checkspec.logic.question import Claim, Question
from checkspec.report.outcome import Telling, exit_code
from checkspec.report.prose import paint_for
from checkspec.report.text import TextReport
from checkspec.theory import load as loading

SEED = Path(__file__).resolve().parents[2] / "specs" / "drain" / "ops-drain-01.drn"


def ignore(_: object) -> None:
    pass


def never_ending(*_: object, **__: object) -> None:
    while True:
        pass


def test_work_is_broken_off() -> None:
    with pytest.raises(TimeUp), until(time.monotonic() + 0.05):
        never_ending()
    with pytest.raises(TimeUp), until(time.monotonic() - 1):
        raise AssertionError("is not begun")
    with until(time.monotonic() + 60):
        pass


def test_a_file_that_is_never_read_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "load", never_ending)
    monkeypatch.setattr(checking, "READING", 0.05)
    outcome = checking.outcome_of(str(SEED), Limits(0.1), Telling(), ignore)
    assert [(error.code.name, error.message) for error in outcome.errors] == [("DRN902", "the file was not read within 0.1 seconds")]
    assert exit_code([outcome]) == 3


def test_what_takes_too_long_in_the_search_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkspec.logic.question.Question.ask", never_ending)
    monkeypatch.setattr(checking, "SLACK", 0.1)
    outcome = checking.outcome_of(str(SEED), Limits(0.5), Telling(), ignore)
    assert {(answer.verdict, answer.limit) for answer in outcome.answers} == {(Verdict.UNKNOWN, "timeout")}
    assert exit_code([outcome]) == 3


def test_a_story_without_end_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = checking.outcome_of(str(SEED), Limits(), Telling(), ignore)
    monkeypatch.setattr("checkspec.report.story.Teller.tell", never_ending)
    report = TextReport(outcome, paint_for("never", sys.stdout, {}), Telling(), time.monotonic() + 0.2)
    text = " ".join(" ".join(report.lines()).split())
    assert text.count("its story is left out") == 6  # three columns of each of two promises
    assert "complete-by-cutoff FAILS UNDETERMINED REFUTED" in text


def test_with_hardly_any_time_each_verdict_is_unknown() -> None:
    outcome = checking.outcome_of(str(SEED), Limits(0.000001), Telling(), ignore)
    assert [answer.verdict for answer in outcome.answers] == [Verdict.UNKNOWN] * 9
    assert exit_code([outcome]) == 3


def greedy(*_: object, **__: object) -> None:
    taken = [bytearray(1 << 20) for _ in range(100_000)]
    raise AssertionError(f"{len(taken)} MB are there")


@pytest.mark.skipif(not STATM.exists(), reason="this system does not say how much memory is taken")
def test_memory_is_limited_in_reading_and_in_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(loading, "load", greedy)
        outcome = checking.outcome_of(str(SEED), Limits(60, 200), Telling(), ignore)
    assert [error.message for error in outcome.errors] == ["the file was not read within 500 MB"]
    outcome = checking.outcome_of(str(SEED), Limits(60, 1), Telling(nothing=True), ignore)
    assert {(answer.verdict.name, answer.limit) for answer in outcome.answers} == {("UNKNOWN", "memory")}
    real = Question.ask
    asked: list[int] = []

    def once(question: Question, claims: list[Claim]) -> object:
        asked.append(1)
        return greedy() if len(asked) == 1 else real(question, claims)

    monkeypatch.setattr(Question, "ask", once)
    outcome = checking.outcome_of(str(SEED), Limits(60, 500), Telling(nothing=True), ignore)
    assert [(answer.verdict.name, answer.limit) for answer in outcome.answers[:3]] == [("UNKNOWN", "memory")] * 3
    assert all(answer.verdict is not Verdict.UNKNOWN for answer in outcome.answers[3:])
