"""What becomes of a report that nobody takes: no fault of checkspec, and never a traceback."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import PLAIN, ROOT

ENVIRONMENT = {**PLAIN, "PYTHONPATH": str(ROOT / "model")}
TEXT = """kind endpoint { event deleted, exited }
rule "exits after deletion": every endpoint where exited: deleted
promise ordered: every endpoint where exited: deleted
"""
needs_a_full_device = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")


@pytest.mark.parametrize("arguments", ["x.drn", "--help", "--version"])
def test_a_reader_that_goes_away(arguments: str, tmp_path: Path) -> None:
    (tmp_path / "x.drn").write_text(TEXT)
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "checkspec", *arguments.split()]
    run = subprocess.run(command, cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, env=ENVIRONMENT)
    os.close(writer)
    assert (run.returncode, run.stderr) == (141, b"")


@needs_a_full_device
@pytest.mark.parametrize("arguments", ["x.drn", "--format json x.drn", "why x.drn ordered", "explain DRN101", "--help", "--version"])
def test_a_report_that_cannot_be_written_is_no_fault_of_ours(arguments: str, tmp_path: Path) -> None:
    (tmp_path / "x.drn").write_text(TEXT)

    def run(where: str) -> subprocess.CompletedProcess[str]:
        command = f"{sys.executable} -m checkspec {arguments} {where}"
        return subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, env=ENVIRONMENT)

    full, closed, both = run("> /dev/full"), run(">&-"), run("> /dev/full 2> /dev/full")
    assert (full.returncode, full.stderr) == (2, "error: the report could not be written: No space left on device\n")
    assert (closed.returncode, closed.stderr) == (2, "error: the report could not be written: Bad file descriptor\n")
    assert (both.returncode, both.stderr) == (2, "")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_question_that_cannot_be_written_is_no_fault_of_ours(jobs: str, tmp_path: Path) -> None:
    """Also where it is written by a process of its own."""
    (tmp_path / "x.drn").write_text(TEXT)
    command = [sys.executable, "-m", "checkspec", "--jobs", jobs, "--smt", "out", "x.drn"]

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=ENVIRONMENT, preexec_fn=full)
    said = "error: out/x/base_ordered_design_kept.smt2 could not be written: File too large\n"
    assert (run.returncode, run.stdout, run.stderr) == (2, "", said)
    assert list((tmp_path / "out" / "x").iterdir()) == []
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "x").write_text("a file where a folder is needed")
    run = subprocess.run([*command, "--smt", "taken"], cwd=tmp_path, capture_output=True, text=True, env=ENVIRONMENT)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "error: taken/x/base_ordered_design_kept.smt2 could not be written: File exists\n"


@needs_a_full_device
def test_complaints_that_cannot_be_written_are_no_fault_of_ours(tmp_path: Path) -> None:
    for arguments in ("no-such.drn", "--no-such-option"):
        for where in ("2> /dev/full", "2>&-"):
            command = f"{sys.executable} -m checkspec {arguments} {where}"
            run = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, env=ENVIRONMENT)
            assert (run.returncode, run.stdout) == (2, "")
