"""Expectations and exit codes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checkspec.answer.verdict import Answer, Verdict
from checkspec.report.outcome import Outcome, code_of, comparisons, exit_code, meets
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic
from checkspec.theory.typed import Expectation
from report.scenario import HERE, theory

SCENE = theory()
EMPTY = replace(SCENE, promises=(), expectations=())


def answer(verdict: Verdict, vacuous: bool = False, in_every_world: bool = False, at: str | None = None) -> Answer:
    return Answer(SCENE, SCENE.promises[1], at, verdict, vacuous, in_every_world)


def expectation(verdict: str, vacuous: bool = False) -> Expectation:
    return Expectation("C", "complete", None, verdict, vacuous, HERE)


@pytest.mark.parametrize(
    ("got", "wanted", "met"),
    [
        (answer(Verdict.HOLDS), expectation("HOLDS"), True),
        (answer(Verdict.HOLDS, vacuous=True), expectation("HOLDS"), False),
        (answer(Verdict.HOLDS, vacuous=True), expectation("HOLDS", vacuous=True), True),
        (answer(Verdict.HOLDS), expectation("HOLDS", vacuous=True), False),
        (answer(Verdict.FAILS), expectation("FAILS"), True),
        (answer(Verdict.FAILS, in_every_world=True), expectation("FAILS"), True),
        (answer(Verdict.FAILS, in_every_world=True), expectation("REFUTED"), True),
        (answer(Verdict.FAILS), expectation("REFUTED"), False),
        (answer(Verdict.UNKNOWN), expectation("UNKNOWN"), True),
        (answer(Verdict.UNKNOWN), expectation("HOLDS"), False),
    ],
)
def test_meets(got: Answer, wanted: Expectation, met: bool) -> None:
    assert meets(got, wanted) is met


def outcome(verdict: Verdict, *wanted: Expectation) -> Outcome:
    scene = replace(SCENE, expectations=wanted)
    return Outcome("x.drn", (scene,), (replace(answer(verdict), theory=scene),))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (outcome(Verdict.HOLDS), 0),
        (outcome(Verdict.FAILS), 1),
        (outcome(Verdict.INCONSISTENT), 1),
        (outcome(Verdict.UNKNOWN), 3),
        (outcome(Verdict.FAILS, expectation("FAILS")), 0),
        (outcome(Verdict.UNKNOWN, expectation("UNKNOWN")), 0),
        (outcome(Verdict.UNKNOWN, expectation("HOLDS")), 3),
        (outcome(Verdict.HOLDS, expectation("FAILS")), 1),
        (Outcome("x.drn", errors=(Diagnostic(next(iter(Code)), "", HERE),)), 2),
        (Outcome("x.drn", fault="x"), 70),
    ],
)
def test_code_of_one(given: Outcome, code: int) -> None:
    assert code_of(given) == code


def test_the_gravest_counts() -> None:
    good, bad, undecided = outcome(Verdict.HOLDS), outcome(Verdict.FAILS), outcome(Verdict.UNKNOWN)
    refused, fault = Outcome("x", errors=(Diagnostic(next(iter(Code)), "", HERE),)), Outcome("x", fault="x")
    assert exit_code([good, undecided]) == 3
    assert exit_code([undecided, bad]) == 1
    assert exit_code([bad, refused, good]) == 2
    assert exit_code([refused, fault]) == 70
    assert exit_code([Outcome("x", (EMPTY,))]) == 2
    assert exit_code([good, Outcome("x", (EMPTY,))]) == 0


def test_an_inherited_promise_that_was_not_asked_again_is_the_original() -> None:
    first = SCENE.promises[1]
    inherited = replace(first, offer="D", origin="C", inherited=True)
    scene = replace(SCENE, promises=(first, inherited), expectations=(replace(expectation("HOLDS"), offer="D"),))
    found = replace(answer(Verdict.HOLDS), theory=scene)
    assert [each.answer for each in comparisons(Outcome("x", (scene,), (found,)))] == [found]
