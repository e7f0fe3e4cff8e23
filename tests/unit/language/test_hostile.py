"""Texts that nobody writes by hand are read or refused, and never break anything."""

from __future__ import annotations

import pytest

from checkspec.language.machine import LEVELS
from checkspec.language.parse import parse
from checkspec.text.source import Source
from unit.language.shapes import formula, refused, shape

DEEP = {
    "not": "assume " + "not " * 10_000 + "a",
    "if": "assume " + "if a: " * 10_000 + "b",
    "at": "assume " + "at x: " * 10_000 + "b",
    "where": "assume " + "every x where (" * 300 + "a" + ")" * 300,
    "calls": "assume " + "f(" * 5_000 + "a" + ")" * 5_000,
    "cases": "case a { " * 5_000 + "}" * 5_000,
    "and in or": "assume " + "(a and (b or " * 3_000 + "c" + "))" * 3_000,
    "sums": "assume x = " + " + ".join(["1"] * 5_000),
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_nesting_is_refused(text: str) -> None:
    (only,) = refused(text)
    assert only.code.name == "DRN110"
    assert only.span.text


def test_a_few_brackets_leave_no_trace_and_ten_thousand_are_refused() -> None:
    assert shape(formula("(" * LEVELS + "A is x" + ")" * LEVELS)) == "Is(A x no)"
    (only,) = refused("assume " + "(" * 10_000 + "A is x" + ")" * 10_000)
    assert (only.code.name, only.span.column) == ("DRN110", len("assume ") + LEVELS + 1)


def test_what_a_person_nests_is_read() -> None:
    assert formula("not " * (LEVELS - 10) + "a")


@pytest.mark.parametrize("word", ["and", "or"])
def test_long_chains_are_flat(word: str) -> None:
    assert len(formula(f" {word} ".join(["a"] * 5_000)).parts) == 5_000


def test_many_names_and_statements_are_read() -> None:
    assert len(parse(Source("t", "endpoint " + ", ".join(f"A{n}" for n in range(5_000)))).items[0].names) == 5_000  # type: ignore[union-attr]
    assert len(parse(Source("t", "A.x: 5s\n" * 5_000)).items) == 5_000


UNREADABLE = {
    "brackets": ("assume " + "(" * 10_000, "DRN110"),
    "closing": (")" * 10_000, "DRN103"),
    "digits": ("assume x = " + "9" * 100_000, "DRN108"),
    "digits of a duration": ("assume x = " + "9" * 100_000 + "s", "DRN108"),
    "one word": ("a" * 1_000_000, "DRN115"),
    "signs": ("@" * 100_000, "DRN106"),
    "dashes": ("a-" * 100_000, "DRN101"),
    "units": ("1s" * 100_000 + "x", "DRN108"),
    "a NUL": ("assume a\0b", "DRN112"),
    "a carriage return alone": ("service web\rservice db", "DRN112"),
    "a surrogate": ("assume \ud800", "DRN112"),
    "another byte order mark": ("service web\n\ufeffservice db", "DRN112"),
    "a special space": ("assume\u2003a", "DRN106"),
    "nothing": ("", "DRN114"),
    "spaces": (" \n\t\r\n", "DRN114"),
}


@pytest.mark.parametrize(("text", "code"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_spec_is_refused(text: str, code: str) -> None:
    assert refused(text)[0].code.name == code


def test_any_character_may_stand_in_texts_and_comments() -> None:
    file = parse(Source("t", 'assume "ü \u202e \x07 日本": a # \u202e é'))
    assert [comment.text for comment in file.comments] == ["# \u202e é"]
