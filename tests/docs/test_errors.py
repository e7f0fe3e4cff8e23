"""Every code has its section in docs/errors.md, whose texts get exactly that code, and it is what `checkspec explain` prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checkspec.report.explain import explanation, plain
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


@pytest.mark.parametrize("code", Code, ids=lambda code: code.name)
def test_explain_is_wrapped_and_without_markup_and_says_all(code: Code) -> None:
    section = explanation(code, PAGE)
    lines = plain(section)
    assert max(map(len, lines)) <= 80
    assert not any(re.match(r"#|```|\s*$", lines[end]) for end in (0, -1)) and "```" not in "\n".join(lines)
    for block in blocks(section):
        assert "\n".join(f"  {line}".rstrip() for line in block.text.rstrip("\n").split("\n")) in "\n".join(lines)
    said = [word for word in " ".join(lines).split() if word not in ("Wrong:", "Right:")]
    assert said == re.sub(r"^```.*$|^#+ ", "", section, flags=re.MULTILINE).split()


def test_explain_prints_the_section_of_its_code() -> None:
    for given in ("drn305", "305"):
        run = checkspec("explain", given)
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout.startswith("DRN305: counts of different populations are mixed\n\n")
        assert run.stdout.split() == "\n".join(plain(explanation(Code.DRN305, PAGE))).split()
