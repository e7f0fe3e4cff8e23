"""Exact numbers as text."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkspec.report.quantities import duration_text, number_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0", "0s"),
        ("30", "30s"),
        ("0.25", "250ms"),
        ("0.0005", "0.5ms"),
        ("1.5", "1.5s"),
        ("90", "1m30s"),
        ("61.25", "1m1.25s"),
        ("300", "5m"),
        ("7200", "2h"),
        ("3601", "1h1s"),
        ("1/3", "1/3s"),
        ("181/3", "181/3s"),
        ("-5", "-5s"),
        ("-0.001", "-1ms"),
    ],
)
def test_duration(value: str, text: str) -> None:
    assert duration_text(Fraction(value)) == text


@pytest.mark.parametrize(
    ("value", "text"), [("3", "3"), ("-2", "-2"), ("1/4", "0.25"), ("-5/2", "-2.5"), ("1/40", "0.025"), ("2/3", "2/3")]
)
def test_number(value: str, text: str) -> None:
    assert number_text(Fraction(value)) == text


@given(st.fractions())
def test_every_duration_is_exact(value: Fraction) -> None:
    text = duration_text(value)
    unit = {"h": Fraction(3600), "m": Fraction(60), "s": Fraction(1), "ms": Fraction(1, 1000)}
    parts = re.findall(r"([0-9./]+)(ms|h|m|s)", text)
    total = sum((Fraction(number) * unit[name] for number, name in parts), Fraction(0))
    assert (-total if text.startswith("-") else total) == value
