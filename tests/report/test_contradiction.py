"""An INCONSISTENT answer says who contradicts whom, if it is observations that do; the rest of the clash is told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.answer.verdict import Answer, Verdict
from checkspec.report.contradiction import contradiction
from checkspec.report.document import verdict_data
from checkspec.theory.load import load

HEAD = """\
kind job { event done, known }
boundary worker { job: done }
boundary client { job: known }
rule "what is known was done": every job where known: done <= known
job A, B
source log at worker { complete job where self != B: done }
source record "the client's record" at client
promise p: A is known
"""


def last(folder: Path, text: str) -> Answer:
    """The answer at the last observation."""
    file = folder / "spec.drn"
    file.write_text(HEAD + text, "utf-8")
    return list(answers(load(file).theories[0], Limits(60)))[-1]


@pytest.mark.parametrize(
    ("text", "sentence", "stated", "because"),
    [
        (
            "observe o by log {}\nobserve q at o by record { A is known }",
            "two sources contradict each other",
            [("o", "log", "worker", "complete"), ("q", "the client's record", "client", "observed")],
            ["what is known was done", "q at o"],
        ),
        (
            'observe o by "him" { A is known }\nobserve q at o by "her" { A is not known }',
            "two sources contradict each other",
            [("o", "him", None, "observed"), ("q", "her", None, "observed")],
            ["q is not before o"],
        ),
        (
            "observe o { A is known }\nobserve q at o { A is not known }",
            "two observations contradict each other",
            [("o", None, None, "observed"), ("q", None, None, "observed")],
            ["q is not before o"],
        ),
        (
            "observe o by log {}\nobserve q by log { A.done by o }",
            "what log states at one time contradicts what it states at another",
            [("o", "log", "worker", "complete"), ("q", "log", "worker", "observed")],
            [],
        ),
    ],
)
def test_who_contradicts_whom(
    tmp_path: Path, text: str, sentence: str, stated: list[tuple[str, str | None, str | None, str]], because: list[str]
) -> None:
    answer = last(tmp_path, text)
    assert answer.verdict is Verdict.INCONSISTENT
    clash = contradiction(answer)
    assert clash is not None
    assert clash.sentence == sentence
    assert [line.label for line in clash.because] == because
    told = verdict_data(answer)["contradiction"]
    assert [(each["observation"], each["source"], each["boundary"], each["role"]) for each in told] == stated


@pytest.mark.parametrize(
    "text",
    [
        "observe o by record { A is known and A is not known }",
        "assume A is not known\nobserve o by record { A is known }",
        "observe o at 5s { }\nobserve q at 2s { }",
        "assume false\nobserve o by log { }\nobserve q by record { A is known }",
    ],
)
def test_what_one_observation_or_none_states_is_no_contradiction_of_sources(tmp_path: Path, text: str) -> None:
    answer = last(tmp_path, text)
    assert answer.verdict is Verdict.INCONSISTENT
    assert contradiction(answer) is None
    assert "contradiction" not in verdict_data(answer)
