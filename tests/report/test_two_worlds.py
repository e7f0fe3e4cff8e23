"""Both worlds of UNDETERMINED in the report: what they share is told once, and then what each has from where they part."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from checkspec.answer.verdict import Verdict
from cli.command import checkspec
from report.scenario import answers, kept_world
from report.test_text import report

JOBS = """kind server { event up  state ready }
kind job { limit: duration, speed: quick | slow on server? event sent, done }
server S, T
job J
quantity patience: duration
"""


def told(text: str, tmp_path: Path) -> str:
    """The report without its head, without empty lines, each line stripped."""
    (tmp_path / "x.drn").write_text(JOBS + text, "utf-8")
    lines = checkspec("x.drn", cwd=tmp_path).stdout.splitlines()
    return "\n".join(line.strip() for line in lines if line)


def test_what_both_worlds_share_is_told_once() -> None:
    text = report(answers()[3:])
    shared, kept = text.split("The worlds part at 6s:\n\n    kept:\n")
    kept, broken = kept.split("\n    broken:\n")
    for sentence in ("R1 is accepted", "R2 is accepted", "A is deleted", "R1 is received\n"):
        assert sentence in shared and sentence not in kept.split("Decided")[0] and sentence not in broken, sentence
    assert "> 6s     R2 is received" in kept and "Decided at 6s (marked >): R1 is received and R2 is received." in kept
    assert "never  R2 is received" in broken and "Decided at 31s (marked >): R2 is never received." in broken
    assert "Left out, needed in neither world: B." in shared


def test_beside_a_story_told_above_stands_only_what_is_otherwise() -> None:
    first = answers()[2]
    text = report([first, replace(first, at="later", verdict=Verdict.UNDETERMINED, kept=kept_world())])
    above, beside = text.split("At later: UNDETERMINED")
    assert "A is deleted (the API accepts the delete)" in above and "A is deleted" not in beside
    lead = "The story told above by design, with later at 20s, breaks it; this one parts from it at 5s and keeps it:"
    assert lead in " ".join(beside.split())
    assert "R2  request on A via proxy\n\n    0s   R2 is accepted" in beside  # who was left out above is told of from the beginning
    assert "broken" not in beside


def test_two_worlds_that_were_told_above_are_not_told_again(tmp_path: Path) -> None:
    text = told("observe look { J is sent }\nobserve again { J is sent }\npromise p: J is done\n", tmp_path)
    assert "that break it. They are the two worlds told above at look, with look at 0s and again at 0s." in " ".join(text.split())
    assert text.count("kept:") == 1


def test_a_world_without_its_twin_is_told_alone() -> None:
    text = report([replace(answers()[3], kept=None)])
    assert "R2 is never received" in text and "kept:" not in text and "The worlds part" not in text


def test_what_the_evidence_leaves_open_is_named_at_the_parting(tmp_path: Path) -> None:
    text = told("observe look { J is sent }\npromise p: J.limit >= 5s and J.speed = slow and patience > 2s and J.server = T\n", tmp_path)
    assert "The same happens in both worlds. They differ in what follows." in text
    lines = " ".join(text.split())
    assert "kept, where J is on T, J has limit 5s and speed slow and patience is 3s: Decided: J's limit is at least 5s" in lines
    assert "broken, where J has server none, J has limit 0s and speed quick and patience is 0s: Decided: it is not true" in lines
    assert text.count("J is sent\n") == 1


def test_an_observation_that_does_not_count_is_named_too(tmp_path: Path) -> None:
    text = told("observe look { J is sent }\nobserve late { J is done }\npromise p: J.sent by late\n", tmp_path)
    assert "kept, where the observation late is at 1s:\nDecided at 1s: J is sent no later than the observation" in text
    assert "broken, where the observation late is at 0s:\nDecided at 1s: it is not true" in text


def test_a_state_at_first_parts_the_worlds_at_the_beginning(tmp_path: Path) -> None:
    text = told("observe look at 2s { J is sent }\npromise p: at 0s: S is ready\n", tmp_path)
    said = "this one parts from it at 0s and keeps it: kept, where S is at first ready: > 0s the instant that decides"
    assert said in " ".join(text.split())


def test_who_is_in_one_world_alone_is_introduced_there(tmp_path: Path) -> None:
    text = told("observe look { J is sent }\npromise p: some job j where j != J: j is done\n", tmp_path)
    assert "The worlds part at 1s:\nkept:\njob#1  a further job" in text
    assert "> 1s  job#1 is done\nDecided at 1s (marked >): job#1 is done.\nbroken:\nDecided: it is not true" in text


