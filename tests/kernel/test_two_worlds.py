"""Beside a broken world of UNDETERMINED stands one that keeps the promise, and the two part as late as they can."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from checkspec.answer.footing import Footing, Wish
from checkspec.answer.least import sought
from checkspec.answer.likeness import Likeness
from checkspec.answer.verdict import Answer, Verdict
from checkspec.logic.question import Claim, Question
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.replay import replay
from checkspec.meaning.world import World
from checkspec.theory.load import load
from checkspec.theory.typed import Not, Theory
from kernel.cases import FILES, decide, label, theories
from kernel.test_worlds import shown, stated
from kernel.two_worlds import alike, parting

THEORIES = [pytest.param(theory, id=path.stem) for path in FILES for theory in theories(path) if not theory.rulebooks]


def made(theory: Theory, answer: Answer) -> list[str]:
    names = [observation.name for observation in theory.observations]
    return [] if answer.at is None else names[: names.index(answer.at) + 1]


def undetermined(theory: Theory) -> Iterator[tuple[Answer, World, World]]:
    for key, answer in shown(theory).items():
        assert (answer.kept is not None) == (answer.verdict is Verdict.UNDETERMINED), label(key)
        if answer.kept is not None:
            assert answer.broken is not None
            yield answer, answer.broken, answer.kept


@pytest.mark.parametrize("theory", THEORIES)
def test_none_that_keeps_it_is_like_the_broken_one_for_longer(theory: Theory) -> None:
    """The solver is asked for one that is like it for one step more, and excludes it."""
    program = Program(theory)
    for answer, broken, kept in undetermined(theory):
        names = made(theory, answer)
        question = Question(theory, program, time.monotonic() + 60, 2000)
        claims = [question.claim(line) for line in stated(theory, answer)]
        promised = Claim(answer.promise.formula)
        question.ask([*claims, Claim(Not(answer.promise.formula, answer.promise.span))])  # so that it looks where the broken world was read
        numbers = {someone.number: someone.name for someone in question.pool.everybody if someone.named is not None}
        if not all(member.named for member in broken.members):
            continue
        reached = alike(broken, kept, names)

        longer = sought(question, claims, promised, partial(fixed, question, broken, numbers, names, reached + 1), numbers)
        assert longer is None or alike(broken, longer.world, names) <= reached, answer.promise.full_name


def fixed(question: Question, world: World, numbers: dict[int, str], names: list[str], steps: int, footing: Footing) -> list[Wish]:
    """Make facts of so many steps of being like a world."""
    likeness = Likeness(question, world, numbers, names)
    footing.narrow.fix(likeness.upto(list(likeness.steps())[:steps]))
    return []


JOBS = "kind job { event sent, done, lost }\njob J, K\nassume \"these\": no other job\n"

PODS = 'kind pod { event up state ready }\npod P\nassume "this": no other pod\n'

SMALL = {
    "after its last instant": (1, JOBS + "observe look { J is sent and J is not done }\npromise p: every job where sent: done\n"),
    "at its last instant": (
        3,
        JOBS
        + 'assume "one or the other": J.sent = 0s and (J.done = 3s or J.lost = 3s) and (J is not done or J is not lost)\n'
        + "observe look at 1s { J is not done }\npromise p: J is done\n",
    ),
    "between its instants": (
        Fraction(3, 2),
        JOBS
        + 'assume "a time out": if J is not done: J.lost = 2s\nassume "and that is all": K is not lost\n'
        + "observe look at 1s { J.sent = 0s and J is not lost }\npromise p: J.done before 2s\n",
    ),
    "where something comes first": (
        3,
        JOBS
        + 'assume "K follows": if K is sent: K.sent >= 3s\nassume "J or K": J.sent <= 1s or K is sent\n'
        + "observe look { J is not done }\npromise p: K is sent and J.done before K.sent\n",
    ),
    "at the beginning": (0, JOBS + "observe look at 2s { J is sent }\npromise p: J.sent >= 1s\n"),
    "by a state": (1, PODS + "observe look { P is ready }\npromise p: always: P is ready\n"),
    "by a state, from the beginning": (0, PODS + "observe look at 2s { P is ready }\npromise p: at 0s: P is ready\n"),
    "by a state that flaps": (
        3,
        PODS
        + 'assume "first": P.up = 1s and (at 1s: P is not ready)\n'
        + "observe look at 2s { P is ready }\npromise p: from 3s: P is ready\n",
    ),
}
"""By where the two worlds part: at which instant, and a text."""


@pytest.mark.parametrize("name", SMALL)
def test_no_world_of_a_grid_is_like_the_broken_one_for_longer(name: str, tmp_path: Path) -> None:
    """The evaluator alone looks at every world on whole seconds up to 3s that keeps the promise."""
    path = tmp_path / "given.drn"
    expected, text = SMALL[name]
    path.write_text(text, "utf-8")
    (theory,) = load(path).theories
    answer = next(each for each in decide(theory, brief=False).values() if each.at == "look")
    assert answer.verdict is Verdict.UNDETERMINED and answer.broken is not None and answer.kept is not None
    assert parting(answer.broken, answer.kept, ["look"]) == expected
    reached = alike(answer.broken, answer.kept, ["look"])
    program, lines = Program(theory), stated(theory, answer)
    best = 0
    for world in on_the_grid(answer.broken):
        like = alike(answer.broken, world, ["look"])
        if like > best and Evaluator(world, theory, program).truth(answer.promise.formula):
            best = like if replay(theory, lines, world, program) is None else best
    assert reached >= best


def on_the_grid(like: World) -> Iterator[World]:
    """Every world with the same individuals and the same beginning, 0."""
    instants = [Fraction(number) for number in range(4)]
    jobs = like.members[0].kind == "job"
    events = list(product("JK", ("sent", "done", "lost"))) if jobs else [("P", "up")]
    states = [] if jobs else [("P", "ready")]
    histories = [tuple(zip(instants, truths, strict=True)) for truths in product((False, True), repeat=len(instants))]
    for times in product([None, *instants], repeat=len(events)):
        happened = [(name, event, when) for (name, event), when in zip(events, times, strict=True) if when is not None]
        for changes in product(histories, repeat=len(states)):
            members = tuple(
                replace(
                    member,
                    events={event: when for name, event, when in happened if name == member.name},
                    states={state: each for (name, state), each in zip(states, changes, strict=True) if name == member.name},
                )
                for member in like.members
            )
            for look in instants:
                yield replace(like, members=members, observations={"look": look})


def test_worlds_that_differ_in_fields_alone_part_never(tmp_path: Path) -> None:
    text = "kind job { limit: duration, kind-of: quick | slow event sent }\njob J\n"
    text += "observe look { J is sent }\npromise p: J.limit >= 5s and J.kind-of = slow\n"
    path = tmp_path / "given.drn"
    path.write_text(text, "utf-8")
    (theory,) = load(path).theories
    answer = next(each for each in decide(theory, brief=False).values() if each.at == "look")
    assert answer.broken is not None and answer.kept is not None
    assert parting(answer.broken, answer.kept, ["look"]) is None
    assert [world.member("J").fields for world in (answer.broken, answer.kept)] == [
        {"limit": 0, "kind-of": "quick"},
        {"limit": 5, "kind-of": "slow"},
    ]


def test_whoever_is_in_both_has_one_name(tmp_path: Path) -> None:
    """The broken world's further job is the kept one's too, whoever else is there."""
    text = "kind job { event sent, done }\nobserve look { some job where sent }\npromise p: every job where sent: done\n"
    path = tmp_path / "given.drn"
    path.write_text(text, "utf-8")
    (theory,) = load(path).theories
    answer = next(each for each in decide(theory, brief=False).values() if each.at == "look")
    assert answer.broken is not None and answer.kept is not None
    assert [member.name for member in answer.broken.members] == [member.name for member in answer.kept.members] == ["job#1"]
    assert answer.broken.member("job#1").events == {"sent": 0}
    assert answer.kept.member("job#1").events == {"sent": 0, "done": 1}
