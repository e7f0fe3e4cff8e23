"""The rulebook, asked about worlds."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.replay import replay
from checkspec.meaning.structure import structure
from checkspec.meaning.world import World
from checkspec.theory.files import RULEBOOKS
from checkspec.theory.load import load
from checkspec.theory.typed import Theory

RELEASE = "1.34"
BACKWARDS = "what a consumer knows runs backwards"
TEXT = (RULEBOOKS / "kubernetes.drn").read_text("utf-8")


class Rules:
    """The rules of a rulebook's text, without any spec."""

    def __init__(self, text: str = TEXT) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "kubernetes.drn").write_text(text, "utf-8")
            spec = folder / "empty.drn"
            spec.write_text(f"use kubernetes {RELEASE}\n", "utf-8")
            self.theory: Theory = load(spec, rulebooks=folder).theories[0]
        self.program = Program(self.theory)
        self.labels = frozenset(line.label for line in self.theory.lines)

    def broken(self, world: World) -> list[str]:
        """The rules that this world breaks, by their labels; or the one way in which it is no world."""
        flaw = structure(world, self.theory, self.program)
        if flaw is not None:
            return [BACKWARDS if "knowledge" in flaw else flaw]
        evaluator = Evaluator(world, self.theory, self.program)
        labels = [line.label for line in self.theory.lines if not evaluator.truth(line.formula)]
        if not labels:
            early = replay(self.theory, self.theory.lines, world, self.program)
            labels = [] if early is None else [early.sentence]
        return labels


@cache
def rules() -> Rules:
    """The rulebook's rules."""
    return Rules()


def without(label: str) -> Rules:
    """The rulebook without one rule."""
    at = TEXT.index(f'rule "{label}"')
    ends = [each for each in (TEXT.find(mark, at + 1) for mark in ("\nrule ", "\n#", "\ndefine ", "\nkind ")) if each >= 0]
    return Rules(TEXT[:at] + TEXT[min(ends, default=len(TEXT)):])


def instead(text: str, other: str) -> Rules:
    """The rulebook with another text in one place."""
    assert TEXT.count(text) == 1, text
    return Rules(TEXT.replace(text, other))
