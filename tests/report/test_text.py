"""The report for people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from shlex import split

from checkspec.answer.verdict import Answer, Verdict
from checkspec.report.outcome import Outcome, Telling
from checkspec.report.prose import Paint, columns
from checkspec.report.text import TextReport
from checkspec.theory.typed import Expectation
from cli.command import checkspec
from report.scenario import HERE, SPEC, answers, theory, world


def report(found: Iterable[Answer], brief: bool = False, everything: bool = False, color: bool = False) -> str:
    found = tuple(found)
    theories = tuple(dict.fromkeys(answer.theory for answer in found))
    return "\n".join(TextReport(Outcome(SPEC.name, theories, found), Paint(color), Telling(everything, brief)).lines())


def expecting(verdict: str, vacuous: bool = False) -> tuple[Answer, ...]:
    expectation = Expectation("C", "complete", None, verdict, vacuous, HERE)
    scene = replace(theory(), expectations=(expectation,))
    return tuple(replace(answer, theory=scene) for answer in answers())


def test_the_matrix_comes_first() -> None:
    lines = report(answers()).splitlines()
    head = next(number for number, line in enumerate(lines) if "by design" in line)
    assert [line.split() for line in lines[head : head + 4]] == [
        ["by", "design", "at", "later"],
        ["offer", "C", '"Complete', 'responses"'],
        ["withdrawn", "HOLDS", "HOLDS"],
        ["complete", "FAILS", "UNDETERMINED"],
    ]


def test_a_story_says_who_did_what_when_and_why() -> None:
    text = report(answers())
    for part in (
        "specs/drain/ops-drain-01.drn:9",
        "promise complete: every request on A where accepted before A.deleted",
        "In words: every request on A",
        "1s     A is deleted (the API accepts the delete)",
        'by assumption "A departs after accepting both" (line 4)',
        'by rule "a deleted endpoint exits" (kubernetes.drn:1)',
        "> 31s",
        "never  R1 is received",
        "Decided at 31s (marked >): R1 is never received.",
        "The worlds part at 6s:",
        "Left out, not needed to break the promise: B and R2.",
    ):
        assert part in text, part


def test_a_kept_promise_says_what_forces_it_and_what_it_covers() -> None:
    text = " ".join(report(answers()).split())
    assert "By design, at later: HOLDS for runs of any length" in text
    assert "with any number of further requests, and no other endpoint" in text
    assert "- rule: a deleted endpoint exits (KD03) (kubernetes.drn:1)" in text


def test_80_columns_and_no_trailing_space() -> None:
    for line in report(answers()).splitlines():
        assert columns(line) <= 80
        assert line == line.rstrip()


def test_colour_adds_nothing() -> None:
    assert re.sub(r"\x1b\[[0-9;]*m", "", report(answers(), color=True)) == report(answers())


def test_brief_is_the_matrix() -> None:
    text = report(answers(), brief=True)
    assert "FAILS" in text and "Decided" not in text and len(text.splitlines()) == 10


def test_an_unmet_expectation_is_marked_and_said() -> None:
    text = report(expecting("HOLDS"))
    assert "FAILS !" in text
    assert "! C.complete by design: expected HOLDS, got FAILS (line 1)" in text
    assert "0 of 1 expectations met." in text


def test_the_same_story_is_told_once() -> None:
    first = answers()[2]
    text = report([first, replace(first, at="later", verdict=Verdict.REFUTED)])
    assert text.count("31s") == 2
    assert "The story told above by design, with later at 20s, breaks it." in text


def test_other_verdicts() -> None:
    first = answers()[2]
    scene = first.theory
    clash = replace(first, verdict=Verdict.INCONSISTENT, broken=None, reasons=scene.lines[:2])
    assert "these lines clash" in " ".join(report([clash]).split())
    unknown = replace(first, verdict=Verdict.UNKNOWN, broken=None, limit="timeout")
    assert "UNKNOWN. Not decided within the limits: timeout." in report([unknown])
    idle = replace(answers()[0], vacuous=True)
    assert "HOLDS vacuously" in report([idle])
    refuted = replace(first, verdict=Verdict.REFUTED, at="later", reasons=scene.lines[:1])
    assert "no world keeps it" in " ".join(report([refuted]).split())
    assert "in every world" in report([replace(first, in_every_world=True, reasons=scene.lines[:1])])
    assert "It breaks" not in report([replace(first, tie=True)]), "a rule has these two happen together anyway"
    loose = world()
    late = replace(loose.member("R1"), events={**loose.member("R1").events, "selected": loose.member("A").events["deleted"]})
    loose = replace(loose, members=tuple(late if member.name == "R1" else member for member in loose.members))
    text = " ".join(report([replace(first, tie=True, broken=loose)]).split())
    assert "It breaks only if these fall on one and the same instant: A is deleted" in text


def test_a_family_is_one_table() -> None:
    base = answers()
    variant = replace(theory(), case="published", title="unready addresses are published", dropped=("two endpoints",), expectations=())
    family = [*base, *(replace(answer, theory=variant, promise=answer.promise) for answer in base)]
    text = report(family)
    rows = [line for line in text.splitlines() if line.startswith(("base", "published"))]
    assert len(rows) == 2 and "unready addresses are published" in text
    assert 'case published: without "two endpoints"' in text
    assert "== case" not in text
    assert '== case published "unready addresses are published"' in report(family, everything=True)


def test_many_columns_go_into_further_tables() -> None:
    scene = theory()
    observations = tuple(replace(scene.observations[0], name=f"after-quite-some-{number}") for number in range(9))
    wide = replace(scene, observations=observations)
    found = [Answer(wide, scene.promises[0], at, Verdict.HOLDS) for at in [None, *(each.name for each in observations)]]
    lines = report(found, brief=True).splitlines()
    assert max(map(columns, lines)) <= 80
    assert sum(line.lstrip().startswith("withdrawn") for line in lines) > 1


def test_names_that_could_steer_a_terminal_come_out_harmless() -> None:
    scene = replace(theory(), title="evil \x1b[31m \u202e <b>", rulebooks=("kubernetes\u2028",), dropped=("x\x07",))
    text = report([replace(answer, theory=scene) for answer in answers()])
    assert not set(text) & set("\x1b\u202e\u2028\x07")
    assert "\\u{1b}[31m \\u{202e} <b>" in text


def test_cases_without_expectations_say_how_to_be_told(tmp_path: Path) -> None:
    """The command that is named works, and is about a case that does not hold."""
    text = "kind pod { event up }\npod P\npromise p: P is up\ncase kept { assume P is up }\ncase lost { assume P is not up }\n"
    (tmp_path / "two cases.drn").write_text(text, "utf-8")
    hint = "  checkspec why 'two cases.drn' p --case lost"
    said = checkspec("two cases.drn", cwd=tmp_path).stdout
    assert said.splitlines()[-2:] == [hint, "Nothing is expected; 1 of 3 verdicts is HOLDS."]
    assert "never  P is up" in checkspec(*split(hint)[1:], cwd=tmp_path).stdout
    for arguments in (["--all"], ["--brief"]):
        assert hint not in checkspec(*arguments, "two cases.drn", cwd=tmp_path).stdout
    (tmp_path / "two cases.drn").write_text(text + "expect p fails\n", "utf-8")
    assert hint not in checkspec("two cases.drn", cwd=tmp_path).stdout
