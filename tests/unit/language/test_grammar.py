"""The grammar itself, and the machine that runs its tables without lark."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from checkspec.language.build import Builder
from checkspec.language.grammar import grammar_text, make_tables, tables
from checkspec.language.lexer import lex
from checkspec.language.machine import first_stuck
from checkspec.language.parse import parse
from checkspec.language.words import RESERVED
from checkspec.text.source import Source
from unit.language.shapes import spans
from unit.theory.reading import DRAFTS

ROOT = Path(__file__).resolve().parents[3]
TEXTS = sorted(DRAFTS.rglob("*.drn"))
SNIPPETS = re.findall(r"^```drn\n(.*?)^```", (ROOT / "grammar" / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)

SOFT_NAMES = {"fc-32"}
"""Drafts in which a word that is not reserved is a name behind a reference: lark's lexer, which goes by its state alone, takes the word."""


def test_the_grammar_has_no_conflict_and_no_colliding_terminals() -> None:
    pytest.importorskip("interegular")
    assert make_tables(grammar_text(), strict=True).rules


def test_every_rule_that_is_no_list_has_its_method() -> None:
    rules = {name for name, _, passes, _ in tables().rules if not passes and not name.startswith("_")}
    assert {name for name in rules if not hasattr(Builder, name)} == set()


def test_the_reserved_words_are_those_of_the_grammar() -> None:
    name = re.compile(dict(tables().patterns)["NAME"])
    assert {word for word in tables().words if not name.fullmatch(word)} <= RESERVED
    assert {word for word in RESERVED if name.fullmatch(word)} == set()
    soft = {word for word in tables().words if name.fullmatch(word)}
    verdicts = {"holds", "vacuously", "fails", "refuted", "undetermined", "inconsistent"}
    assert soft == {"since", "boundary", "source", "complete", "totals", *verdicts}


@pytest.mark.parametrize("path", TEXTS, ids=[path.stem for path in TEXTS])
def test_every_draft_is_read_and_its_spans_lie_within_each_other(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    file = parse(Source(path.name, text))
    assert len(file.comments) == len(re.findall(r"^[^\"#]*(?:\"[^\"]*\"[^\"#]*)*#", text, re.MULTILINE))
    for item in file.items:
        for _, span in spans(item):
            assert item.span.start <= span.start < span.end <= item.span.end
            assert span.text == span.text.strip()


@pytest.mark.parametrize("text", SNIPPETS)
def test_every_text_of_the_grammars_page_is_read(text: str) -> None:
    assert parse(Source("README.md", text)).items


def test_the_page_has_every_word() -> None:
    page = "\n".join(SNIPPETS)
    assert {word for word in RESERVED if not re.search(rf"\b{word}\b", page)} <= {"in", "over", "through", "for", "false", "true"}


def test_lark_itself_accepts_and_refuses_the_same_texts() -> None:
    lark = pytest.importorskip("lark")

    class First:
        always_accept = ("NAME", "FIRST")

        def process(self, stream):  # type: ignore[no-untyped-def]
            before = None
            for token in stream:
                begins = before is None or token.line > before.end_line or before.value in ("{", "}")
                if token.type == "NAME" and begins:
                    token.type = "FIRST"
                before = token
                yield token

    parser = lark.Lark(grammar_text(), parser="lalr", postlex=First(), maybe_placeholders=False)
    samples = [*SNIPPETS, *(path.read_text(encoding="utf-8") for path in TEXTS if path.stem not in SOFT_NAMES)]
    samples += [text[:cut] for text in SNIPPETS for cut in range(7, len(text), 97)]
    for text in samples:
        try:
            parser.parse(text)
            accepted = True
        except lark.exceptions.UnexpectedInput:
            accepted = False
        assert accepted == (first_stuck(tables(), lex(text)[0]) is None), text


def test_importing_the_parser_does_not_import_lark() -> None:
    code = "import sys, checkspec, checkspec.language.parse, checkspec.text.read; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(ROOT / "model")}, check=False).returncode == 0
