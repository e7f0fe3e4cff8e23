"""Named individuals that can change places are tried once; those that cannot are all tried."""

from __future__ import annotations

from pathlib import Path

from checkspec.answer.decide import answers
from checkspec.answer.limits import Limits
from checkspec.answer.verdict import Verdict
from checkspec.logic.symmetry import Symmetry
from checkspec.theory.load import load
from checkspec.theory.typed import Theory

KINDS = """kind endpoint { event deleted }
kind request { on endpoint  event accepted, received }
endpoint A
request R1, R2, R3, R4 on A
assume no other request
"""


def theory(tmp_path: Path, text: str) -> Theory:
    file = tmp_path / "spec.drn"
    file.write_text(KINDS + text)
    return load(file).theories[0]


def ranked(tmp_path: Path, text: str) -> dict[str, int]:
    return {individual.name: rank for individual, rank in Symmetry(theory(tmp_path, text)).ranks.items()}


def test_alike_until_something_is_said_of_one(tmp_path: Path) -> None:
    assert ranked(tmp_path, "promise p: every request: received\n") == {"A": 0, "R1": 0, "R2": 1, "R3": 2, "R4": 3}
    assert ranked(tmp_path, "assume R3 is received\npromise p: every request: received\n") == {"A": 0, "R1": 0, "R2": 1, "R3": 0, "R4": 2}


def test_the_same_said_of_two_in_one_line(tmp_path: Path) -> None:
    found = ranked(tmp_path, "assume R1 is received and R2 is received\npromise p: every request: received\n")
    assert found == {"A": 0, "R1": 0, "R2": 1, "R3": 0, "R4": 1}


def test_those_that_a_line_relates_keep_their_places(tmp_path: Path) -> None:
    found = ranked(tmp_path, "assume R1.accepted before R2.accepted\npromise p: every request: received\n")
    assert (found["R1"], found["R2"]) == (0, 0)


def test_an_observation_counts(tmp_path: Path) -> None:
    found = ranked(tmp_path, "observe o { R2 is received }\npromise p: every request: received\n")
    assert found["R2"] == 0 and (found["R1"], found["R3"], found["R4"]) == (0, 1, 2)


def test_two_of_them_are_needed_and_found(tmp_path: Path) -> None:
    """Two different requests must be late: a representative alone would not do."""
    text = """assume every request: accepted
assume "two of them never arrive": some request r: r is not received and some request s: s is not received and s != r
promise p: every request: received
"""
    (answer,) = answers(theory(tmp_path, text), Limits(20))
    assert answer.verdict is Verdict.FAILS
    assert answer.broken is not None
    late = [member for member in answer.broken.members if member.kind == "request" and "received" not in member.events]
    assert len(late) >= 2


def test_what_is_said_of_one_of_them_is_among_the_reasons(tmp_path: Path) -> None:
    """Without any of these lines the promise breaks, though the requests are alike as long as all are stated."""
    text = """assume "first": R1 is received
assume "second": R2 is received
assume "third": R3 is received
assume "fourth": R4 is received
promise p: every request: received
"""
    (answer,) = answers(theory(tmp_path, text), Limits(20))
    assert answer.verdict is Verdict.HOLDS
    assert {"first", "second", "third", "fourth"} <= {line.label for line in answer.reasons}
