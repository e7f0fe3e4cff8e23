"""Every code has its section in docs/errors.md, whose texts get exactly that code, and it is what `checkspec explain` prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checkspec.report.explain import explanation
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Refused
from checkspec.theory.load import load
from cli.command import checkspec
from docs.blocks import ROOT, blocks

PAGE = (ROOT / "docs" / "errors.md").read_text("utf-8")
IN_WORDS = {"DRN110", "DRN111", "DRN112", "DRN113", "DRN901", "DRN902"}
"""Codes about bytes, sizes and depths: their sections have no texts."""


def complaints(text: str, folder: Path) -> list[str]:
    """The codes that a text gets, in order, as `spec.drn` beside an innocent `shared.drn`."""
    (folder / "shared.drn").write_text("use kubernetes 1.34\n", "utf-8")
    (folder / "spec.drn").write_text(text, "utf-8")
    try:
        found = load(folder / "spec.drn", root=folder).warnings
    except Refused as refusal:
        found = refusal.diagnostics
    return [each.code.name for each in found]


def test_each_code_has_exactly_one_section_and_each_section_a_code() -> None:
    assert re.findall(r"^#+ +`?(DRN\d+)", PAGE, re.MULTILINE) == [code.name for code in Code]


@pytest.mark.parametrize("code", Code, ids=lambda code: code.name)
def test_the_heading_is_the_title_of_the_code(code: Code) -> None:
    assert explanation(code, PAGE).splitlines()[0] == f"### {code.name}: {code.title}"


@pytest.mark.parametrize("code", Code, ids=lambda code: code.name)
def test_the_wrong_text_gets_the_code_and_the_right_one_none(code: Code, tmp_path: Path) -> None:
    found = [(block.words, block.text) for block in blocks(explanation(code, PAGE))]
    if code.name in IN_WORDS:
        assert found == []
        return
    (wrong_words, wrong), (right_words, right) = found
    assert (wrong_words, right_words) == (["drn", "wrong"], ["drn"])
    assert complaints(wrong, tmp_path)[:1] == [code.name]
    assert complaints(right, tmp_path) == []


def test_explain_prints_the_whole_section() -> None:
    run = checkspec("explain", "drn305")
    assert (run.returncode, run.stderr) == (0, "")
    start = PAGE.index("### DRN305")
    assert run.stdout.strip() == PAGE[start : PAGE.index("### DRN306")].strip()
