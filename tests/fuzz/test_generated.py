"""Some hundreds of generated texts, always the same: what the evaluator finds by looking, the solver must not deny.

`make fuzz` takes thousands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fuzz.compare import Effort, compare
from fuzz.generate import generate
from fuzz.long import effort_of, text_of

SEED = 7
BATCHES = 16
BATCH = 20


@pytest.mark.parametrize("batch", range(BATCHES))
def test_evaluator_and_solver_agree(batch: int) -> None:
    wrong, checked = [], 0
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        text = text_of(SEED, number)
        found = compare(str(text), text.pinned, text.seed, effort_of(number, 1500))
        checked += found.both + found.one
        wrong += [f"text {number}: {each}" for each in found.wrong]
    assert wrong == []
    assert checked > BATCH / 2


def test_a_seed_is_a_text() -> None:
    assert str(generate(3, True)) == str(generate(3, True)) != str(generate(4, True))


def test_worlds_are_looked_at_without_a_solver() -> None:
    tests = Path(__file__).resolve().parents[1]
    paths = f"import sys; sys.path[:0] = {[str(tests), str(tests.parent / 'model')]!r}"
    code = "import fuzz.worlds; assert not [each for each in sys.modules if each == 'z3' or each.startswith('checkspec.logic')]"
    subprocess.run([sys.executable, "-c", f"{paths}; {code}"], check=True)


def test_a_wrong_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself: verdicts turned round are disagreements."""
    from checkspec.answer.verdict import Verdict
    from fuzz import compare as comparing

    text = "kind pod { event born }\npod A\nassume A is born\npromise first: A is born\npromise last: A is not born\n"
    assert compare(text, False, 1, Effort(500)).wrong == []
    real = comparing.answers

    def turned(*given: object) -> object:
        from dataclasses import replace

        for answer in real(*given):  # type: ignore[arg-type]
            yield replace(answer, verdict=Verdict.INCONSISTENT)

    monkeypatch.setattr(comparing, "answers", turned)
    assert len(compare(text, False, 1, Effort(500)).wrong) == 2
