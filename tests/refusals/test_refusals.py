"""Each diagnostic code has a text that must be refused (or warned of) with it: `DRN102-missing-colon.drn`, and what is said first in
`….expect`.

A second line there, `help: …`, is what is to be written instead.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.read import LIMIT
from checkspec.theory.load import load

HERE = Path(__file__).parent
FIXTURES = sorted(HERE.glob("DRN*.drn"))
UNSTORED = {
    "DRN111": (b"service web\nassume \xff is deleted\n", "2:8 DRN111 byte 20 of the file, 0xFF, is not UTF-8"),
    "DRN112": (b"service web\nservice\0db\n", "2:8 DRN112 the file has a NUL character, so it is no text"),
    "DRN113": (b"#" * (LIMIT + 1), "1:1 DRN113 the file is larger than 2 MB"),
}
"""What cannot be kept as a text beside its expectation."""

NOT_DECLARED = {"DRN204", "DRN401"}
"""Some fixtures speak of names that they do not declare: what is told first is about something else."""

IN_TESTS = {"DRN902"}
"""What is no fault of a text: tests/cli/test_time.py."""


def found(path: Path) -> tuple[Diagnostic, ...]:
    try:
        return load(path).warnings
    except Refused as refused:
        return refused.diagnostics


def first(path: Path) -> Diagnostic:
    return found(path)[0]


def told(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.span.line}:{diagnostic.span.column} {diagnostic.code.name} {diagnostic.message}"


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_is_refused_as_expected(path: Path) -> None:
    diagnostic = first(path)
    expected = path.with_suffix(".expect").read_text(encoding="utf-8").splitlines()
    assert [told(diagnostic), f"help: {diagnostic.help}"][: len(expected)] == expected
    assert path.name.startswith(diagnostic.code.name)


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_every_complaint_says_what_to_write_instead(path: Path) -> None:
    assert [each.message for each in found(path) if not each.help] == []


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_what_has_an_error_is_refused_and_what_has_warnings_alone_is_not(path: Path) -> None:
    if first(path).code.warns:
        assert load(path).theories
        return
    with pytest.raises(Refused):
        load(path)


@pytest.mark.parametrize("path", [path for path in FIXTURES if first(path).fix], ids=lambda path: path.stem)
def test_who_follows_the_help_is_right(path: Path, tmp_path: Path) -> None:
    text, followed = path.read_text("utf-8"), tmp_path / path.name
    for _ in range(3):
        followed.write_text(text, "utf-8")
        fix = next((each.fix for each in found(followed) if each.fix), None)
        if fix is not None:
            text = text[: fix.span.start] + fix.text + text[fix.span.end :]
    assert {each.code.name for each in found(followed)} <= NOT_DECLARED


@pytest.mark.parametrize("code", UNSTORED)
def test_bytes_are_refused_as_expected(code: str, tmp_path: Path) -> None:
    content, expected = UNSTORED[code]
    path = tmp_path / "given.drn"
    path.write_bytes(content)
    assert told(first(path)) == expected


def test_every_code_has_a_fixture() -> None:
    shown = {path.name.partition("-")[0] for path in FIXTURES} | set(UNSTORED) | IN_TESTS
    assert sorted(code.name for code in Code if code.name not in shown) == []
    assert shown <= {code.name for code in Code}


def test_every_expectation_has_its_text() -> None:
    assert {path.stem for path in HERE.glob("*.expect")} == {path.stem for path in FIXTURES}
