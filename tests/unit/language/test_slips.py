"""Slips are answered where they were made, in the words of the language, and a fix leads on."""

from __future__ import annotations

import pytest

from checkspec.language.parse import parse
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.source import Source
from unit.language.shapes import refused
from unit.language.slips import HELPS, SLIPS

STILL_WRONG = {"}", ")", "assume A == = B", "assume A is deleted &", "assume A is deleted before"}
"""Texts with a second slip behind the first."""


def fixed(text: str, diagnostic: Diagnostic) -> str | None:
    fix = diagnostic.fix
    return None if fix is None else text[: fix.span.start] + fix.text + text[fix.span.end :]


@pytest.mark.parametrize(("text", "told", "better"), SLIPS, ids=[text for text, *_ in SLIPS])
def test_a_slip(text: str, told: str, better: str | None) -> None:
    first = refused(text)[0]
    assert f"{first.span.line}:{first.span.column} {first.code.name} {first.message}" == told
    assert first.help or "no sign of the language" in first.message
    assert fixed(text, first) == better
    if better is not None and text not in STILL_WRONG:
        assert parse(Source("test.drn", better)).items


@pytest.mark.parametrize(("text", "help"), HELPS, ids=[text for text, _ in HELPS])
def test_a_help(text: str, help: str) -> None:
    assert refused(text)[0].help == help


def test_each_statement_has_its_own_diagnostic() -> None:
    text = "assume A == B\nendpoint A of web\noffer O {\n  assume x y z:\n  assume == }\nexpect p hold\nassume (a\npromise p: b\nA.x = 5s"
    assert [(each.span.line, each.code.name) for each in refused(text)] == [
        (1, "DRN101"),
        (4, "DRN101"),
        (6, "DRN109"),
        (7, "DRN103"),
        (9, "DRN102"),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("kind lamp { state on }\nassume at 5s: L is on\nassume L.on = 5s\nassume every lamp where on: on", ["1:19"]),
        ("assume A.exited before from.deleted\nendpoint from of web\nassume from is deleted\nassume no request on from", ["2:10"]),
        ("case in { }\ncase other extends in { }", ["1:6", "2:6"]),
        ("assume L is on\nassume L is not on\nassume == 5s", ["1:13", "3:8"]),
    ],
)
def test_a_reserved_word_as_a_name_is_told_once(text: str, told: list[str]) -> None:
    assert [f"{each.span.line}:{each.span.column}" for each in refused(text)] == told


def test_nothing_is_said_of_the_partner_of_a_brace_that_is_missing() -> None:
    assert [each.code.name for each in refused("case a\n  A.x: 5s\n}\nassume ==")] == ["DRN115", "DRN101"]


def test_a_brace_that_is_never_closed_is_told_once() -> None:
    assert [each.code.name for each in refused("offer W {\nendpoint C of web\nassume ==\nservice == web")] == ["DRN103", "DRN101", "DRN101"]


def test_no_more_than_twenty_are_told() -> None:
    assert len(refused("assume ==\n" * 50)) == 20


def test_a_long_word_is_told_in_short() -> None:
    message = refused(f"assume A is ready {'x' * 1000} y z")[0].message
    assert len(message) < 120


def test_the_same_text_is_always_told_the_same() -> None:
    text = "\n".join(text.replace("\n", " ") for text, *_ in SLIPS)

    def all_of_it() -> list[str]:
        with pytest.raises(Refused) as refusal:
            parse(Source("test.drn", text))
        return [repr(each) for each in refusal.value.diagnostics]

    assert all_of_it() == all_of_it()
