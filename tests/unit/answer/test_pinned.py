"""What a question gives outright."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from checkspec.answer.pinned import pinned
from checkspec.logic.question import Claim
from checkspec.theory.load import load

TEXT = """
kind pod {
  lag: duration = 2s
  wait: duration = lag
  colour: red | green = green
  steady: bool = true
  size: count?
}
pod A
pod B { lag: 5s, wait: 1s, colour: red }
pod C { lag: unknown }
assume C.lag <= B.lag
promise p: A.lag = 2s
"""


def test_what_is_given_outright(tmp_path: Path) -> None:
    """A value, one that a default gives, and one that it takes from another; not a bound, nor what is unknown."""
    file = tmp_path / "spec.drn"
    file.write_text(TEXT)
    values = pinned(Claim(line.formula, line) for line in load(file).theories[0].lines)
    numbers = {"|A.lag|": 2, "|A.wait|": 2, "|B.lag|": 5, "|B.wait|": 1}
    choices = {"|A.colour|": 1, "|B.colour|": 0, "|C.colour|": 1, "|A.steady|": 1, "|B.steady|": 1, "|C.steady|": 1}
    assert values == {name: Fraction(value) for name, value in (numbers | choices).items()}
