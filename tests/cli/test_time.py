"""The time limit holds for reading, searching and telling."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from checkspec import checking
from checkspec.answer.clock import TimeUp, until
from checkspec.answer.limits import Limits
from checkspec.answer.verdict import Verdict
from checkspec.report.outcome import Telling, exit_code
from checkspec.report.prose import paint_for
from checkspec.report.text import TextReport
from checkspec.theory import load as loading
from cli.command import checkspec

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


def write_large(path: Path) -> Path:
    names = ", ".join(f"R{number}" for number in range(3000))
    path.write_text(f"use kubernetes 1.34\nservice web\nendpoint A of web\nconsumer p of web\nrequest {names} on A via p\n")
    return path


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_command_says_so(tmp_path: Path, form: str) -> None:
    large = write_large(tmp_path / "large.drn")
    run = checkspec("--timeout", "0.02", "--format", form, str(large))
    assert run.returncode == 3
    assert "error[DRN902]" in run.stderr
    assert "--timeout" in run.stderr
    if form == "json":
        (file,) = json.loads(run.stdout)["files"]
        assert [error["code"] for error in file["error"]] == ["DRN902"]


