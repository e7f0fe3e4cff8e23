"""Replay: each structural rule refuses, each false line is named."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from checkspec.meaning.named import named_instants
from checkspec.meaning.replay import replay
from checkspec.meaning.world import Member, World
from checkspec.theory.typed import Quantity, Sort, Type
from unit.meaning.build import (
    BOOL,
    COUNT,
    DURATION,
    HERE,
    LAG,
    at,
    compare,
    derive,
    derive_event,
    during,
    individual,
    is_,
    kind,
    line,
    member,
    minus,
    not_,
    of,
    quantified,
    seconds,
    sees,
    theory,
    to,
    variable,
    when,
    world,
)

MODE = Type(Sort.CHOICE, choices=("Cluster", "Local"))
endpoint = kind("endpoint", "deleted", "podReady", preStop=DURATION, size=COUNT, publish=BOOL, mode=MODE)
derive_event(endpoint, "warned", minus(when(endpoint.self, "deleted"), of(endpoint.self, "preStop")))
consumer = kind("consumer", "started", lag=LAG)
sees(consumer, endpoint)
request = kind("request", "accepted", on=to(endpoint), via=to(consumer, optional=True))
A, proxy = individual("A", endpoint), individual("proxy", consumer)
THEORY = theory(endpoint, consumer, request, individuals=[A, proxy], quantities=[Quantity("longest", DURATION, HERE)], observations="now")
a = member("A", endpoint, {"deleted": 10}, {"podReady": [(0, True), (5, False)]}, preStop=5, size=2, publish=True, mode="Local")
p = member("proxy", consumer, lag=5)
q = member("request#1", request, {"accepted": 3}, on="A", via=None)
GOOD = world(a, p, q, observations={"now": 8}, quantities={"longest": 20}, knowledge={("proxy", "A"): [(3, 2), (8, 3), (8, 3)]})
r = variable("r", request)


def with_member(changed: Member) -> World:
    return replace(GOOD, members=tuple(changed if each.name == changed.name else each for each in GOOD.members))


def with_field(name: str, value: object) -> World:
    return with_member(replace(a, fields={**a.fields, name: value}))  # type: ignore[dict-item]


def with_knowledge(*samples: tuple[int, int]) -> World:
    return world(*GOOD.members, observations={"now": 8}, quantities={"longest": 20}, knowledge={("proxy", "A"): list(samples)})


def test_a_world_with_true_lines() -> None:
    assert replay(THEORY, [line(is_(A, "deleted")), line(at(when(A, "deleted"), not_(is_(A, "podReady"))))], GOOD) is None


def test_the_first_false_line_is_named() -> None:
    good, bad, worse = line(is_(A, "deleted")), line(not_(is_(A, "deleted")), "A stays"), line(is_(proxy, "started"))
    broken = replay(THEORY, [good, bad, worse], GOOD)
    assert broken is not None
    assert broken.line is bad
    assert broken.sentence == "not true in this world: A stays"


FLAWS: list[tuple[str, World, str]] = [
    (
        "field-missing",
        with_member(replace(a, fields={k: v for k, v in a.fields.items() if k != "size"})),
        "A has no field size, unlike every endpoint",
    ),
    ("field-extra", with_field("colour", True), "A has a field colour, unlike every endpoint"),
    ("duration-negative", with_field("preStop", Fraction(-1)), "A.preStop is negative"),
    ("duration-wrong", with_field("preStop", "5s"), "A.preStop is no number"),
    ("duration-bool", with_field("preStop", True), "A.preStop is no number"),
    ("count-negative", with_field("size", Fraction(-1)), "A.size is negative"),
    ("count-broken", with_field("size", Fraction(1, 2)), "A.size is no whole number"),
    ("bool-wrong", with_field("publish", Fraction(1)), "A.publish is no truth value"),
    ("choice-wrong", with_field("mode", "Global"), "A.mode is none of Cluster, Local"),
    ("absent", with_field("preStop", None), "A.preStop is absent and must not be"),
    ("reference-nowhere", with_member(replace(q, fields={"on": "C", "via": None})), "request#1.on leads to no endpoint of this world"),
    ("reference-kind", with_member(replace(q, fields={"on": "proxy", "via": None})), "request#1.on leads to no endpoint of this world"),
    ("reference-absent", with_member(replace(q, fields={"on": None, "via": None})), "request#1.on is absent and must not be"),
    ("named-missing", replace(GOOD, members=(p,)), "the endpoint A, which the spec names, is not there"),
    ("named-kind", with_member(replace(p, kind="endpoint")), "the consumer proxy, which the spec names, is not there"),
    (
        "named-extra",
        replace(GOOD, members=(*GOOD.members, replace(q, name="R", named=True))),
        "R is said to be named, and the spec names no such individual",
    ),
    ("named-not", with_member(replace(a, named=False)), "A is said to be unnamed, and the spec names it"),
    ("twice", replace(GOOD, members=(*GOOD.members, q)), "there are two individuals named request#1"),
    ("kind", replace(GOOD, members=(*GOOD.members, Member("pod#1", "pod", False))), "pod#1 is of a kind pod that the theory does not have"),
    ("event-unknown", with_member(replace(a, events={"gone": Fraction(3)})), "A has a moment for gone, which is no free event of endpoint"),
    (
        "event-derived",
        with_member(replace(a, events={"warned": Fraction(3)})),
        "A has a moment for warned, which is no free event of endpoint",
    ),
    ("state-missing", with_member(replace(a, states={})), "nothing says whether A is podReady"),
    (
        "state-unknown",
        with_member(replace(p, states={"up": ((Fraction(0), True),)})),
        "proxy has changes of up, which is no free state of consumer",
    ),
    (
        "state-order",
        with_member(replace(a, states={"podReady": ((Fraction(5), True), (Fraction(0), False))})),
        "the changes of A being podReady are not in order of time",
    ),
    (
        "state-tie",
        with_member(replace(a, states={"podReady": ((Fraction(5), True), (Fraction(5), False))})),
        "the changes of A being podReady are not in order of time",
    ),
    ("event-early", with_member(replace(q, events={"accepted": Fraction(-1)})), "request#1.accepted is before the beginning"),
    ("derived-early", with_field("preStop", Fraction(11)), "A.warned is before the beginning"),
    ("observation-missing", replace(GOOD, observations={}), "the observation now has no instant"),
    ("observation-early", replace(GOOD, observations={"now": Fraction(-1)}), "the observation now is before the beginning"),
    ("quantity-missing", replace(GOOD, quantities={}), "longest is absent and must not be"),
    ("quantity-negative", replace(GOOD, quantities={"longest": Fraction(-1)}), "longest is negative"),
    ("bound-negative", with_member(replace(p, fields={"lag": Fraction(-1)})), "proxy.lag is negative"),
    ("knowledge-order", with_knowledge((8, 4), (3, 4)), "proxy's knowledge of A is not in order of time"),
    ("knowledge-backwards", with_knowledge((3, 3), (4, 2)), "proxy's knowledge of A runs backwards"),
    ("knowledge-twice", with_knowledge((3, 2), (3, 3)), "proxy's knowledge of A is two things at one instant"),
    ("knowledge-future", with_knowledge((3, 4)), "proxy's knowledge of A is of the future"),
    ("knowledge-old", with_knowledge((8, 2)), "proxy's knowledge of A is older than its bound"),
    ("knowledge-beginning", with_knowledge((3, -1)), "proxy's knowledge of A is older than the beginning"),
    ("knowledge-nobody", replace(GOOD, knowledge={("proxy", "Z"): ()}), "there is knowledge of Z by proxy, and not both are there"),
    (
        "knowledge-unseen",
        replace(GOOD, knowledge={("proxy", "request#1"): ()}),
        "there is knowledge of request#1 by proxy, which sees no request",
    ),
    ("knowledge-blind", replace(GOOD, knowledge={("A", "A"): ()}), "there is knowledge of A by A, which sees no endpoint"),
]


@pytest.mark.parametrize(("where", "sentence"), [flaw[1:] for flaw in FLAWS], ids=[flaw[0] for flaw in FLAWS])
def test_what_is_no_world_is_refused(where: World, sentence: str) -> None:
    broken = replay(THEORY, [], where)
    assert broken is not None
    assert (broken.line, broken.sentence) == (None, sentence)


def test_an_instant_that_a_line_names_is_not_before_the_beginning() -> None:
    too_early = minus(when(r, "accepted"), seconds(4))
    said = line(quantified("no", r, at(too_early, not_(is_(of(r, "on"), "podReady")))), "four seconds before")
    broken = replay(THEORY, [said], GOOD)
    assert broken is not None
    assert broken.line is said
    assert broken.early is too_early
    assert [(variable_.name, who.name) for variable_, who in broken.bindings] == [("r", "request#1")]
    assert replay(THEORY, [said], replace(GOOD, beginning=Fraction(-1))) is None


@pytest.mark.parametrize("start", [True, False])
def test_spans_name_instants_too(start: bool) -> None:
    early = seconds(-2)
    formula = during(early, None, is_(A, "deleted")) if start else during(None, early, is_(A, "deleted"))
    broken = replay(THEORY, [line(formula)], GOOD)
    assert broken is not None
    assert broken.early is early


def test_an_instant_that_never_comes_is_not_early() -> None:
    assert replay(THEORY, [line(not_(at(when(proxy, "started"), is_(A, "deleted"))))], GOOD) is None


def test_instants_named_in_definitions_are_named() -> None:
    other = kind("other", "made", "")
    inner = when(other.self, "made")

    derive(other, "odd", at(inner, is_(other.self, "made")))
    x = variable("x", other)
    assert named_instants(quantified("every", x, during(seconds(1), None, is_(x, "odd")))) == (seconds(1), inner)
    assert named_instants(compare(when(x, "made"), "before", seconds(1))) == ()
