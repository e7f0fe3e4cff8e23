"""`seen by`: as-of instants, their bound, and that they never run backwards."""

from __future__ import annotations

from fractions import Fraction

import pytest

from checkspec.meaning.evaluate import Evaluator
from checkspec.meaning.frame import NoInstantInForce
from checkspec.theory.typed import Formula
from unit.meaning.build import (
    LAG,
    always,
    and_,
    at,
    derive,
    during,
    individual,
    is_,
    kind,
    member,
    minus,
    not_,
    of,
    plus,
    quantified,
    same,
    seconds,
    seen_by,
    sees,
    theory,
    to,
    variable,
    when,
    world,
)

endpoint = kind("endpoint", "deleted down up", "podReady")
derive(endpoint, "ready", and_(is_(endpoint.self, "podReady"), not_(is_(endpoint.self, "deleted"))))
hop = kind("hop", "exited")
consumer = kind("consumer", lag=LAG)
sees(consumer, endpoint)
request = kind("request", "selected", via=to(consumer, optional=True), on=to(endpoint))
A, B, H = individual("A", endpoint), individual("B", endpoint), individual("H", hop)
fresh, slow, wild = (individual(name, consumer) for name in ("fresh", "slow", "wild"))
THEORY = theory(endpoint, hop, consumer, request, individuals=[A, B, H, fresh, slow, wild])
WORLD = world(
    member("A", endpoint, {"deleted": 100}, {"podReady": [(0, True)]}),
    member("B", endpoint, {}, {"podReady": [(0, True), (50, False), (52, True)]}),
    member("H", hop, {"exited": 100}),
    member("fresh", consumer, lag=0),
    member("slow", consumer, lag=5),
    member("wild", consumer, lag=None),
    member("request#1", request, {"selected": 104}, via="slow", on="A"),
    member("request#2", request, {"selected": 105}, via=None, on="A"),
    knowledge={("wild", "A"): [(200, 90), (300, 150), (400, 150)], ("slow", "B"): [(51, 50)]},
)
EVALUATOR = Evaluator(WORLD, THEORY)
deleted, ready = is_(A, "deleted"), is_(A, "ready")
r = variable("r", request)
e = variable("e", endpoint)

TRUTHS: list[tuple[Formula, bool]] = [
    # b01, b07: the bound is reached
    (at(when(A, "deleted"), seen_by(fresh, deleted)), True),
    (at(minus(when(A, "deleted"), seconds("0.001")), seen_by(fresh, deleted)), False),
    (at(plus(when(A, "deleted"), seconds(5)), seen_by(slow, deleted)), True),
    (at(plus(when(A, "deleted"), seconds("4.999")), seen_by(slow, deleted)), False),
    (at(plus(when(A, "deleted"), seconds("4.999")), seen_by(slow, ready)), True),
    (at(plus(when(A, "deleted"), seconds(5)), seen_by(slow, ready)), False),
    # no bound: as of the last sample, else of the beginning
    (at(seconds(3700), seen_by(wild, deleted)), True),
    (at(seconds(299), seen_by(wild, deleted)), False),
    (at(seconds(300), seen_by(wild, deleted)), True),
    (at(seconds(1000), seen_by(wild, is_(B, "ready"))), True),
    # b02: knowledge never runs backwards
    (during(seconds(300), None, seen_by(wild, deleted)), True),
    (during(seconds(200), None, seen_by(wild, deleted)), False),
    # b08: a flap may go unseen, or be seen late
    (at(seconds(51), seen_by(slow, is_(B, "ready"))), False),
    (at(seconds(50), seen_by(slow, is_(B, "ready"))), True),
    (at(seconds("56.9"), seen_by(slow, is_(B, "ready"))), False),
    (at(seconds(57), seen_by(slow, is_(B, "ready"))), True),
    (always(seen_by(wild, is_(B, "ready"))), True),
    (always(seen_by(slow, is_(B, "ready"))), False),
    (always(seen_by(fresh, is_(B, "ready"))), False),
    # a kind that is not seen is as it is
    (at(seconds(100), seen_by(wild, is_(H, "exited"))), True),
    (at(seconds(99), seen_by(wild, is_(H, "exited"))), False),
    # fields are always known; quantifiers range over everybody
    (at(when(r, "selected"), seen_by(of(r, "via"), is_(of(r, "on"), "ready"))), True),
    (at(seconds(1), seen_by(slow, quantified("every", e, is_(e, "ready")))), True),
    (at(seconds(1), not_(seen_by(slow, same(A, B)))), True),
]


@pytest.mark.parametrize(("formula", "expected"), TRUTHS)
def test_truth(formula: Formula, expected: bool) -> None:
    assert EVALUATOR.truth(formula, {r: WORLD.member("request#1")}) is expected


def test_an_absent_consumer_sees_nothing() -> None:
    formula = at(when(r, "selected"), seen_by(of(r, "via"), not_(is_(of(r, "on"), "ready"))))
    assert not EVALUATOR.truth(formula, {r: WORLD.member("request#2")})
    assert EVALUATOR.truth(not_(formula), {r: WORLD.member("request#2")})


def test_a_knower_can_be_given() -> None:
    assert EVALUATOR.truth(ready, instant=Fraction(104), knower=WORLD.member("slow"))
    assert not EVALUATOR.truth(ready, instant=Fraction(105), knower=WORLD.member("slow"))
    with pytest.raises(NoInstantInForce):
        EVALUATOR.truth(deleted, knower=WORLD.member("slow"))
    with pytest.raises(NoInstantInForce):
        EVALUATOR.truth(seen_by(slow, deleted))


@pytest.mark.parametrize(
    ("who", "whom", "instant", "expected"),
    [
        ("slow", "A", 104, 99),
        ("slow", "A", 3, 0),
        ("slow", "A", -2, -2),
        ("fresh", "A", 7, 7),
        ("wild", "A", 199, 0),
        ("wild", "A", 200, 90),
        ("wild", "A", 399, 150),
        ("slow", "B", 51, 50),
        ("slow", "B", 55, 50),
        ("slow", "B", 56, 51),
        ("wild", "H", 9, 9),
    ],
)
def test_as_of(who: str, whom: str, instant: int, expected: int) -> None:
    assert EVALUATOR.as_of(WORLD.member(who), WORLD.member(whom), Fraction(instant)) == expected


def test_failing_instants_are_where_the_knowledge_changes() -> None:
    assert EVALUATOR.failing_instants(always(seen_by(slow, is_(B, "ready")))) == [51, 55]
    assert EVALUATOR.failing_instants(always(seen_by(slow, not_(deleted)))) == [105]
    assert EVALUATOR.failing_instants(always(seen_by(wild, not_(deleted)))) == [300, 400]
