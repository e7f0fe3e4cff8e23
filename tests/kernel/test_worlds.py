"""Every world that is shown is one, is what it is shown for, and is shown again the next time.

On the cases that carry their own kinds: with the rulebook, the search for least worlds can take as long as it is given.
"""

from __future__ import annotations

from functools import cache

import pytest

from checkspec.answer.verdict import Answer, Verdict
from checkspec.meaning.evaluate import Evaluator
from checkspec.meaning.replay import replay
from checkspec.meaning.world import World
from checkspec.theory.typed import Line, Theory
from kernel.cases import FILES, Key, decide, label, theories

THEORIES = [pytest.param(theory, id=path.stem) for path in FILES for theory in theories(path) if not theory.rulebooks]
BROKEN = {Verdict.FAILS, Verdict.REFUTED, Verdict.UNDETERMINED}


@cache
def shown(theory: Theory) -> dict[Key, Answer]:
    """The answers with their reasons and worlds."""
    return decide(theory, brief=False)


@pytest.mark.parametrize("theory", THEORIES)
def test_broken_worlds_replay(theory: Theory) -> None:
    """L8: a world in which the promise is broken is a world of all that is stated up to there, and the promise is false in it."""
    for key, answer in shown(theory).items():
        assert (answer.broken is not None) == (answer.verdict in BROKEN), label(key)
        if answer.broken is not None:
            replayed(theory, answer, answer.broken)
            assert not Evaluator(answer.broken, theory).truth(answer.promise.formula), label(key)


@pytest.mark.parametrize("theory", THEORIES)
def test_kept_worlds_replay(theory: Theory) -> None:
    """The same for the world beside it in which the promise is kept."""
    for key, answer in shown(theory).items():
        if answer.kept is not None:
            replayed(theory, answer, answer.kept)
            assert Evaluator(answer.kept, theory).truth(answer.promise.formula), label(key)


@pytest.mark.parametrize("theory", THEORIES)
def test_answers_are_the_same_twice(theory: Theory) -> None:
    first, second = shown(theory), decide(theory, brief=False)
    assert [(label(key), *told(answer)) for key, answer in first.items()] == [(label(key), *told(answer)) for key, answer in second.items()]


def replayed(theory: Theory, answer: Answer, world: World) -> None:
    broken = replay(theory, stated(theory, answer), world)
    assert broken is None, f"{label((answer.promise.offer, answer.promise.name, answer.at))}: {broken.sentence if broken else ''}"


def stated(theory: Theory, answer: Answer) -> list[Line]:
    """What counts in the answer's column: the offer's lines, and the observations up to its own."""
    lines = list(theory.lines_for(answer.promise.offer))
    names = [observation.name for observation in theory.observations]
    for observation in theory.observations[: names.index(answer.at) + 1] if answer.at is not None else ():
        lines += observation.lines
    return lines


def told(answer: Answer) -> tuple[object, ...]:
    """An answer without what is the same object only within one run."""
    reasons = tuple(line.label for line in answer.reasons)
    return answer.verdict, answer.vacuous, answer.in_every_world, answer.tie, answer.limit, reasons, answer.broken, answer.kept
