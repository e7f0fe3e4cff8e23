"""Two solvers agree: every question is written as plain SMT-LIB, and every claim that there is no world is confirmed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import z3

import checkspec as package
from checkspec.answer.audit import Audit, Disagreement, file_name
from checkspec.answer.limits import Limits
from checkspec.checking import outcome_of
from checkspec.logic.second import second_opinion
from checkspec.logic.solver import Result
from checkspec.report.outcome import Telling, exit_code
from cli.command import PLAIN, ROOT, checkspec

SPECS = sorted((ROOT / "specs").rglob("*.drn"))
SEED = ROOT / "specs" / "drain" / "ops-drain-01.drn"
NO_WORLD = {package.Verdict.HOLDS, package.Verdict.REFUTED, package.Verdict.INCONSISTENT}


def ignore(_: object) -> None:
    pass


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_every_exclusion_in_the_specs_is_confirmed(path: Path) -> None:
    outcome = outcome_of(str(path), Limits(), Telling(nothing=True), ignore, audit=Audit(str(path), confirm=True))
    for answer in outcome.answers:
        excluded = answer.verdict in NO_WORLD or answer.in_every_world
        assert answer.confirmed is (True if excluded else None), (answer.promise.name, answer.at)


def test_every_question_is_a_file_that_both_solvers_read(tmp_path: Path) -> None:
    run = checkspec("--brief", "--smt", tmp_path / "out", "specs/drain/ops-drain-01.drn")
    assert run.returncode == 0
    files = sorted((tmp_path / "out" / "specs" / "drain" / "ops-drain-01").iterdir())
    assert len(files) == 3 * 3 * 2  # promises, columns, kept or broken
    for file in files:
        text = file.read_text("utf-8")
        solver = z3.Solver()
        solver.from_string(text)
        said = str(solver.check())
        assert f"(set-info :status {said})" in text
        assert second_opinion(text, 60) is {"sat": Result.SAT, "unsat": Result.UNSAT}[said]
    said = {file.stem: "sat" if ":status sat" in file.read_text("utf-8") else "unsat" for file in files}
    assert said["base_W.withdrawn_design_broken"] == "unsat"
    assert said["base_C.complete_later_broken"] == said["base_C.complete_later_kept"] == "sat"
    assert said["base_C.complete-by-cutoff_later_kept"] == "unsat"


def test_files_stay_in_the_folder() -> None:
    answer = package.check(SEED, timeout=0.001)[0]
    for name in ("../../x.drn", "/etc/x.drn", "a/../../x.drn"):
        path = file_name(name, answer.theory, answer.promise, None, "kept")
        assert not path.is_absolute()
        assert ".." not in path.parts


def test_a_disagreement_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkspec.answer.audit.second_opinion", lambda text, seconds: Result.SAT)
    with pytest.raises(Disagreement, match="cvc5 finds one"):
        outcome_of(str(SEED), Limits(), Telling(nothing=True), ignore, audit=Audit(str(SEED), confirm=True))


def test_what_is_not_confirmed_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkspec.answer.audit.second_opinion", lambda text, seconds: Result.UNKNOWN)
    outcome = outcome_of(str(SEED), Limits(), Telling(nothing=True), ignore, audit=Audit(str(SEED), confirm=True))
    assert exit_code([outcome]) == 3


def test_the_report_says_what_was_confirmed() -> None:
    """`withdrawn` holds in three columns, and what was seen later refutes `complete-by-cutoff`; every other verdict shows a world."""
    assert "confirms 4 of the 4 verdicts that say there is no world" in checkspec("--brief", "--confirm", SEED).stdout


def test_without_a_second_solver_it_says_how_to_get_one() -> None:
    script = f"import sys; sys.modules['cvc5'] = None; from checkspec.cli import run; sys.exit(run(['--confirm', {str(SEED)!r}]))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=PLAIN, check=False)
    assert run.returncode == 2
    assert "pip install cvc5" in run.stderr


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    run = checkspec("--smt", tmp_path / "file" / "below", SEED)
    assert run.returncode == 2
    assert "cannot be made" in run.stderr
