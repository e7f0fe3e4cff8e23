"""The JSON report."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

from checkspec.report.document import document, number
from checkspec.report.outcome import Outcome
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic
from checkspec.text.source import Source, Span
from report.scenario import SPEC, answers

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs" / "schema.json").read_text("utf-8"))


def outcomes() -> list[Outcome]:
    found = answers()
    refused = Diagnostic(next(iter(Code)), "unknown field <b>\u202e`x`", Span(Source("bad.drn", "a b"), 2, 3))
    return [
        Outcome(SPEC.name, (found[0].theory,), found),
        Outcome("bad.drn", errors=(refused,)),
        Outcome("odd.drn", fault="KeyError: 'x' in model/checkspec/cli.py:1 (check)"),
    ]


def test_follows_the_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(json.loads(document(outcomes(), "0.1.0")), SCHEMA)


def test_says_what_the_page_says() -> None:
    data = json.loads(document(outcomes(), "0.1.0"))
    assert data["checkspec"] == "0.1.0"
    good, bad, odd = data["files"]
    assert good["expectations"] == {"met": 1, "missed": 0, "misses": []}
    verdict = good["verdicts"][2]
    assert {key: verdict[key] for key in ("case", "offer", "promise", "at", "verdict", "vacuous")} == {
        "case": None, "offer": "C", "promise": "complete", "at": None, "verdict": "FAILS", "vacuous": False,
    }  # fmt: skip
    assert verdict["world"]["members"][1]["events"] == {"deleted": 1, "exited": 31}
    assert good["verdicts"][0]["world"] is None and "kept" not in verdict
    assert good["verdicts"][3]["kept"]["members"][5]["events"] == {"accepted": 0, "received": 6}
    assert good["verdicts"][0]["reasons"][1]["file"] == "kubernetes.drn"
    assert bad["error"][0]["column"] == 3 and bad["verdicts"] == []
    assert odd["fault"].startswith("KeyError")


def test_is_harmless_in_a_terminal_and_in_a_page() -> None:
    text = document(outcomes(), "0.1.0")
    assert text.isascii()
    assert not set(text) & set("<>&\x1b")


@pytest.mark.parametrize(
    ("value", "written"),
    [("3", 3), ("-3", -3), ("1/2", "0.5"), ("-1/4", "-0.25"), ("1/3", "1/3"), ("1001/1000", "1.001"), ("1/1000", "0.001"), ("7/6", "7/6")],
)
def test_numbers_are_exact(value: str, written: int | str) -> None:
    assert number(Fraction(value)) == written
    assert Fraction(str(number(Fraction(value)))) == Fraction(value)
