"""A warning is told, and changes nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from checkspec.theory.likeness import one_slip_apart
from checkspec.theory.load import load
from cli.command import ROOT, checkspec

TEXT = "kind endpont { event drained }\npromise p: every endpont where drained: drained\n"
HEAD = "use kubernetes 1.34\n"


def write(folder: Path, text: str) -> Path:
    (folder / "x.drn").write_text(text, "utf-8")
    return folder


def test_it_stands_on_stderr_and_changes_no_verdict(tmp_path: Path) -> None:
    plain = checkspec("--brief", "x.drn", cwd=write(tmp_path, HEAD + TEXT.replace("endpont", "pod")))
    run = checkspec("--brief", "x.drn", cwd=write(tmp_path, HEAD + TEXT))
    assert (run.returncode, run.stdout) == (plain.returncode, plain.stdout)
    assert plain.stderr == ""
    assert run.returncode == 0
    assert run.stderr.count("warning[DRN601]: `endpont` is a new kind, and there is the kind `endpoint`\n --> x.drn:2:6\n") == 1
    why = checkspec("why", "x.drn", "p", cwd=tmp_path)
    assert why.returncode == 0
    assert why.stderr.startswith("warning[DRN601]")


def test_the_document_has_it_beside_the_verdicts(tmp_path: Path) -> None:
    run = checkspec("--format", "json", "x.drn", cwd=write(tmp_path, HEAD + TEXT))
    data = json.loads(run.stdout)
    jsonschema.validate(data, json.loads((ROOT / "docs" / "schema.json").read_text("utf-8")))
    [file] = data["files"]
    assert [each["code"] for each in file["warnings"]] == ["DRN601"]
    assert "error" not in file
    assert [each["verdict"] for each in file["verdicts"]] == ["HOLDS"]


def test_it_stands_beside_the_errors_that_may_come_of_it(tmp_path: Path) -> None:
    run = checkspec("--format", "json", "x.drn", cwd=write(tmp_path, HEAD + TEXT + "assume every endpoint: not drained\n"))
    [file] = json.loads(run.stdout)["files"]
    assert run.returncode == 2
    assert ([each["code"] for each in file["error"]], [each["code"] for each in file["warnings"]]) == (["DRN204"], ["DRN601"])
    assert run.stderr.index("error[DRN204]") < run.stderr.index("warning[DRN601]")


@pytest.mark.parametrize("kind", ["endpoint", "pod", "point", "mode"])
def test_what_is_no_slip_gets_none(kind: str, tmp_path: Path) -> None:
    assert "warning" not in checkspec("x.drn", cwd=write(tmp_path, f"{HEAD}kind {kind} {{ event drained }}\n")).stderr


def test_a_used_file_and_a_case_are_told_of_once(tmp_path: Path) -> None:
    (tmp_path / "base.drn").write_text("kind server { event up }\n", "utf-8")
    cases = "case one { kind servers { event up } }\ncase two extends one { kind tray { event up } }\n"
    text = f'use "base.drn"\nkind sever {{ event up }}\n{cases}'
    run = checkspec("x.drn", cwd=write(tmp_path, text))
    assert [line for line in run.stderr.splitlines() if line.startswith("warning")] == [
        "warning[DRN601]: `sever` is a new kind, and there is the kind `server`",
        "warning[DRN601]: `servers` is a new kind, and there is the kind `server`",
    ]


@pytest.mark.parametrize(
    ("word", "other", "near"),
    [
        ("endpont", "endpoint", True), ("endpointt", "endpoint", True), ("endqoint", "endpoint", True), ("endpiont", "endpoint", True),
        ("nodes", "node", True), ("node", "mode", False), ("endpoint", "endpoint", False), ("ednpiont", "endpoint", False),
        ("requests", "request", True), ("xrequest", "request", True), ("rquest", "request", True), ("server", "service", False),
    ],
)  # fmt: skip
def test_one_slip(word: str, other: str, near: bool) -> None:
    assert one_slip_apart(word, other) is one_slip_apart(other, word) is near


POST = """
kind desk { event closed }
kind letter { on desk  event taken, read  population { complete: read } }
desk D
letter L on D
"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("promise p: every letter on D: read", "no acceptance event, no population that moments fix and no cutoff"),
        ("promise p: every letter on D where taken: read by 5s\nobserve now { L is taken }", "no population that moments fix"),
        ("boundary reader { letter: taken }\npromise p: every letter on D where taken: read by 5s",
         "no population that moments fix and no boundary where that is noticed"),
        # all letters there will ever be: that can be promised, and nobody is asked how many of how many
        ("promise p: every letter on D where taken: read", ""),
        # nor where it is not asked at what was observed
        ("promise p: every letter on D where taken: read\nobserve now { L is taken }\nexpect p fails", ""),
        ("promise p: every letter on D where taken: read by 5s\nobserve now { L is taken }\nexpect p undetermined at now",
         "no population that moments fix"),
        # at some time is no date, but what was observed answers just that
        ("promise p: every letter on D where taken before D.closed: read\nobserve now { L is taken }", ""),
        # nothing says when a desk is complete
        ("promise p: every desk: closed", ""),
    ],
)  # fmt: skip
def test_a_promise_of_completion_says_whom_it_is_about(text: str, names: str, tmp_path: Path) -> None:
    spec = load(write(tmp_path, f"{POST}{text}\n") / "x.drn")
    assert [each.message for each in spec.warnings] == ([f"`p` promises completion and names {names}"] if names else [])
    for each in spec.warnings:
        if each.fix is not None:
            (tmp_path / "y.drn").write_text(f"{each.fix.text}\n".join(f"{POST}{text}\n".split(each.fix.span.text + "\n")), "utf-8")
            assert load(tmp_path / "y.drn").warnings == ()
