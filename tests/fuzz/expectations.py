"""A text's own expectations, and those that are not met."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.theory.load import load
from checkspec.theory.typed import Spec

FUZZ = Path(__file__).parent
TRAPS = sorted((FUZZ / "traps").glob("*.drn"))
REGRESSIONS = sorted((FUZZ / "regressions").glob("*.drn"))


def file_of(name: str) -> Path:
    """`traps/…`, `regressions/…`, or a kernel's case `kernel/…`."""
    return (FUZZ.parent if name.startswith("kernel/") else FUZZ) / f"{name}.drn"


@cache
def spec(path: Path) -> Spec:
    return load(path)


def unmet(path: Path, timeout: float) -> list[str]:
    """The expectations of a file that are not met, each with the verdict that came instead."""
    found = []
    for theory in spec(path).theories:
        got = {(a.promise.offer, a.promise.name, a.at): a for a in answers(theory, Limits(timeout, 1500), lambda promise, at: False)}
        assert theory.expectations, path
        for each in theory.expectations:
            answer = got[each.offer, each.promise, each.at]
            if (answer.verdict.name, answer.vacuous) != (each.verdict, each.vacuous):
                said = f"{each.promise}{f' at {each.at}' if each.at else ''}: {answer.verdict.name}, not {each.verdict}"
                found.append(f"{said}{f' ({answer.limit})' if answer.limit else ''}")
    return found
