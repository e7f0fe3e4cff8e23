"""Instants, durations, counts and things: what goes with what."""

from __future__ import annotations

import pytest

from checkspec.theory import typed
from unit.theory.reading import assumed, base, complaint


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("assume A.deleted = 90s", "Compare(= A.deleted 90 =)"),
        ("assume at 90s: A is ready", "At(90 Holds(A ready))"),
        ("assume A.exited - A.deleted <= 5s", "Compare(<= Minus(A.exited A.deleted) 5 <=)"),
        ("assume A.exited by A.deleted + A.preStop", "Compare(<= A.exited Plus(A.deleted A.preStop) by)"),
        ("assume A.exited within 5s after A.deleted", "Within(A.exited 5 A.deleted)"),
        ("assume A.exited >= min(A.deleted, 3s)", "Compare(>= A.exited Least([A.deleted 3]) >=)"),
        ("assume max(A.preStop, 250ms) < 1m30s", "Compare(< Greatest([A.preStop 1/4]) 90 <)"),
        ("assume 2 * A.preStop = A.cores * 3s", "Compare(= Times(2 A.preStop) Times(A.cores 3) =)"),
        (
            "assume count(request on A where sent) = 2",
            "Compare(= CountOf(request And([Same(request.endpoint A False) Happened(request sent)])) 2 =)",
        ),
        ("assume count(request) + 1 > A.cores", "Compare(> Plus(CountOf(request None) 1) A.cores >)"),
        ("assume web.mode = Local", "Same(web.mode Local False)"),
        ("assume Local != web.mode", "Same(Local web.mode True)"),
        ("assume web.mode = proxy.mode", "Same(web.mode proxy.mode False)"),
        ("endpoint Local of web\nassume web.mode = Local", "Same(web.mode Local False)"),
        ("endpoint Local of web\nassume Local = A", "Same(Local A False)"),
        ("assume web.open = true", "Same(web.open True False)"),
        ("assume from A.deleted until 9s: A is ready", "During(A.deleted 9 Holds(A ready))"),
        ("assume until A.deleted: A is ready", "During(None A.deleted Holds(A ready))"),
    ],
)
def test_meaning(text: str, meaning: str) -> None:
    assert assumed(text) == meaning


def test_a_literal_beside_a_moment_is_an_instant() -> None:
    formula = base("assume A.deleted = 90s").lines[-1].formula
    assert isinstance(formula, typed.Compare) and isinstance(formula.right, typed.Constant)
    assert formula.right.type.sort is typed.Sort.INSTANT


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("assume A.deleted <= proxy.lag", "DRN306 `proxy.lag` is a duration, not an instant"),
        ("quantity q: duration\nassume A.deleted <= q", "DRN306 `q` is a duration, not an instant"),
        ("assume at A.preStop: A is ready", "DRN306 `A.preStop` is a duration, not an instant"),
        ("assume A.deleted + B.deleted = 5s", "DRN306 two moments do not add"),
        ("assume A.deleted * 2 = 5s", "DRN306 `A.deleted` is a moment and cannot be multiplied"),
        ("assume proxy.lag before A.preStop", "DRN306 `before` compares moments, and `proxy.lag` is a duration"),
        ("assume A.exited within B.exited after A.deleted", "DRN306 `B.exited` is a moment, and a duration is wanted here"),
        ("A.preStop: B.deleted", "DRN306 `B.deleted` is a moment, and a duration is wanted here"),
        ("assume proxy.lag <= 5", "DRN307 `5` of what?"),
        ("assume A.deleted + 5 = 6s", "DRN307 `5` of what?"),
        ("assume at 90: A is ready", "DRN307 `90` of what?"),
        ("A.preStop: 30", "DRN307 `30` of what?"),
        ("assume A.preStop * B.preStop = 5s", "DRN210 two durations cannot be multiplied"),
        ("assume A.preStop * A.cores = 5s", "DRN214 `A.preStop` and `A.cores` may both be anything: their product is out of reach"),
        ("assume A.cores * B.cores = 4", "DRN214 `A.cores` and `B.cores` may both be anything: their product is out of reach"),
        ("A.cores: 4\nassume A.cores * B.cores = 4", "DRN214 `A.cores` and `B.cores` may both be anything: their product is out of reach"),
        ("assume A < B", "DRN210 `A` is an endpoint: only `=` and `!=` compare it"),
        ("assume web.mode < Local", "DRN210 `web.mode` is a choice: only `=` and `!=` compare it"),
        ("assume A = R1", "DRN210 an endpoint is never a request"),
        ("assume A = 5s", "DRN210 `A` is an endpoint and `5s` is a duration: they do not compare"),
        ("assume A before B", "DRN210 `before` compares moments, and `A` is an endpoint"),
        ("assume web.mode = Locl", "DRN210 `Locl` is not one of `Cluster` or `Local`"),
        ("assume (A is deleted) = true", "DRN210 a value is wanted here, not a statement"),
        ("assume A.preStop", "DRN208 `A.preStop` is a duration, not a statement"),
        ("assume A", "DRN208 `A` is an individual, not a statement"),
        ("assume R1.consumer", "DRN208 `R1.consumer` is a consumer, not a statement"),
        ("assume 5s", "DRN208 `5s` is a duration, not a statement"),
        ("A.preStop: 5s - 6s", "DRN215 `5s - 6s` is negative, and no duration is"),
        ("A.cores: 1.5", "DRN215 `1.5` is a fraction, and no count is"),
        ("assume count(request) = 2.5", "DRN215 `2.5` is a fraction, and no count is"),
        ("assume A.preStop = none", "DRN216 `none` is not compared"),
        ("assume A.preStop = unknown", "DRN216 `unknown` can only be what a field is set to"),
        ("assume A is none", "DRN216 `A` is always there"),
        ("assume every request on A where sent", "DRN308 `every request on A where sent` says nothing about them"),
    ],
)
def test_complaint(text: str, said: str) -> None:
    assert complaint(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "assume count(endpoint) <= count(request)",
        "assume count(endpoint) - count(request) = 0",
        "assume count(endpoint) + count(request) = 3",
        "assume max(count(endpoint), count(request)) = 3",
    ],
)
def test_counts_of_different_populations_do_not_mix(text: str) -> None:
    assert complaint(text) == "DRN305 one endpoint and one request are different populations: their counts do not mix"


def test_counts_of_one_population_do() -> None:
    assert assumed("assume count(request where sent) = count(request where received)").startswith("Compare(= CountOf(")
