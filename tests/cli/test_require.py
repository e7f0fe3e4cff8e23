"""`checkspec require` as a user runs it: exit codes, complaints, and a report that fits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checkspec.report.prose import columns
from cli.command import checkspec

TEXT = """
kind probe {
  period: duration
  wait: duration?
  to peer: probe?
  event failing, noticed
}
probe P { period: 10s }
quantity tries: count = 3
quantity limit: duration = 25s
assume "noticed": if P is failing: P.noticed <= P.failing + P.period
offer Fast "a title" {
  promise soon: if P is failing: P.noticed <= P.failing + limit
  promise tried: if P is failing: P.noticed <= P.failing + tries * P.period
  promise never: P is failing and P is not failing
}
promise soon: limit > 0s
observe now { P is failing }
case slow { P.period: 40s }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "x.drn").write_text(TEXT, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["Fast.soon", "--free", "P.period"], 0, "P.period <= 25s"),
        (["Fast.soon", "--free", "P.period, limit,P.period", "--case", "slow"], 0, "P.period: 25s  # in place of 40s (line 19)"),
        (["Fast.soon", "--free", "limit", "--at", "now"], 0, "At now it HOLDS exactly where"),
        (["Fast.soon"], 0, "P.wait  unknown"),
        (["Fast.tried", "--free", "P.period"], 0, "HOLDS whatever the values"),
        (["Fast.never", "--free", "P.period"], 1, "no value does"),
        (["Fast.soon", "--free", "limit", "--timeout", "0.000001"], 3, "Not decided within the limits: timeout"),
    ],
)
def test_answers(folder: Path, arguments: list[str], code: int, said: str) -> None:
    run = checkspec("require", "x.drn", *arguments, cwd=folder)
    assert (run.returncode, run.stderr) == (code, "")
    assert said in run.stdout
    assert all(columns(line) <= 80 for line in run.stdout.splitlines())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Fast.soon", "--free", "P.preiod"], "do you mean `P.period`?"),
        (["Fast.soon", "--free", "limits"], "do you mean `limit`?"),
        (["Fast.soon", "--free", "P"], "`P` is a probe; name one of its fields: there is `P.period` and `P.wait`"),
        (["Fast.soon", "--free", "P.failing"], "`P.failing` is an event"),
        (["Fast.soon", "--free", "P.peer"], "`P.peer` leads to a probe"),
        (["Fast.soon", "--free", "limit,"], "a name is missing in --free"),
        (["Fast.soon", "--free", "zebra"], "there is `tries`, `limit`, `P.period` and `P.wait`"),
        # the number stands in the product by its value alone, so another one would change nothing there
        (["Fast.tried", "--free", "P.period,tries"], "`tries` stands in a product or a count (x.drn:14)"),
        (["Fast.son", "--free", "limit"], "do you mean `Fast.soon`?"),
        (["Fast.soon", "--free", "limit", "--case", "slo"], "do you mean `slow`?"),
        (["Fast.soon", "--free", "limit", "--at", "later"], "there is `now`"),
    ],
)
def test_what_cannot_be_used(folder: Path, arguments: list[str], said: str) -> None:
    run = checkspec("require", "x.drn", *arguments, cwd=folder)
    assert (run.returncode, run.stdout) == (2, "")
    assert said in run.stderr.replace("\n", " ")


def test_what_each_complaint_advises_works(folder: Path) -> None:
    """The count keeps its value, and the other factor is free."""
    (folder / "x.drn").write_text(TEXT.replace("tries * P.period", "tries * P.period + limit").replace("count = 3", "count = 0"), "utf-8")
    run = checkspec("require", "x.drn", "Fast.tried", "--free", "P.period,limit", "--format", "json", cwd=folder)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["require"]["region"] == [["P.period <= limit"]]


def test_a_file_that_cannot_be_used(folder: Path) -> None:
    (folder / "x.drn").write_text("endpoint {\n", "utf-8")
    run = checkspec("require", "x.drn", "p", cwd=folder)
    assert (run.returncode, run.stdout) == (2, "")
    assert "error[DRN" in run.stderr


def test_the_same_bytes_each_time(folder: Path) -> None:
    arguments = ("require", "x.drn", "Fast.soon", "--free", "P.wait,limit,P.period")
    first, second = (checkspec(*arguments, cwd=folder, PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert first.stdout == second.stdout


def test_help_tells_the_options() -> None:
    run = checkspec("require", "--help")
    assert run.returncode == 0
    for word in ("--free", "--case", "--at", "--format", "--timeout", "--memory", "Exit codes"):
        assert word in run.stdout
