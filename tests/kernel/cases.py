"""The kernel's acceptance cases: small theories, each with the verdicts that it must get and the mistake that it catches."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.answer.verdict import Answer
from checkspec.theory.load import load
from checkspec.theory.typed import Theory

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.drn"))
LIMITS = Limits(120.0, 2000)

Key = tuple[str | None, str, str | None]
"""Offer, promise, observation (None: by design)."""


@cache
def theories(path: Path) -> tuple[Theory, ...]:
    return load(path).theories


def decide(theory: Theory, *, brief: bool = True) -> dict[Key, Answer]:
    """The answers of a theory, in the order of the observations for each promise."""
    return {(each.promise.offer, each.promise.name, each.at): each for each in answers(theory, LIMITS, lambda promise, at: not brief)}


@cache
def decided(theory: Theory) -> dict[Key, Answer]:
    """The verdicts alone."""
    return decide(theory)


def label(key: Key) -> str:
    offer, promise, at = key
    return (f"{offer}." if offer else "") + promise + (f" at {at}" if at else "")
