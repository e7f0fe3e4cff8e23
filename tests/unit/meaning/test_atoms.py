"""Atoms and terms: absence makes an atom false, and negation stops there."""

from __future__ import annotations

from fractions import Fraction

import pytest

from checkspec.meaning.evaluate import Evaluator
from checkspec.meaning.frame import NoInstantInForce
from checkspec.theory import typed
from checkspec.theory.typed import Formula, Quantity, Sort, Term, Type
from unit.meaning.build import (
    BOOL,
    HERE,
    INSTANT,
    LAG,
    absent,
    always,
    and_,
    compare,
    count,
    derive_event,
    if_,
    individual,
    is_,
    kind,
    member,
    minus,
    no_other,
    not_,
    number,
    of,
    or_,
    plus,
    quantified,
    same,
    seconds,
    theory,
    to,
    variable,
    when,
    within,
    world,
)

MODE = Type(Sort.CHOICE, choices=("Cluster", "Local"))
endpoint = kind("endpoint", "deleted exited", "podReady", publish=BOOL, mode=MODE)
derive_event(endpoint, "due", plus(when(endpoint.self, "deleted"), seconds(30)))
consumer = kind("consumer", lag=LAG)
request = kind("request", "accepted received", via=to(consumer, optional=True), on=to(endpoint))
A, B = individual("A", endpoint), individual("B", endpoint)
proxy = individual("proxy", consumer)
R1, R2 = individual("R1", request), individual("R2", request)
THEORY = theory(
    endpoint,
    consumer,
    request,
    individuals=[A, B, proxy, R1, R2],
    quantities=[Quantity("longest", Type(Sort.DURATION), HERE), Quantity("missing", LAG, HERE)],
)
WORLD = world(
    member("A", endpoint, {"deleted": 10, "exited": 40}, {"podReady": [(0, True)]}, publish=True, mode="Local"),
    member("B", endpoint, {}, {"podReady": [(0, False)]}, publish=False, mode="Cluster"),
    member("proxy", consumer, lag=5),
    member("R1", request, {"accepted": 10, "received": 12}, via="proxy", on="A"),
    member("R2", request, {"accepted": 9}, via=None, on="B"),
    member("request#1", request, {"accepted": 11}, via="proxy", on="A"),
    observations={"now": 10},
    quantities={"longest": 20},
)
EVALUATOR = Evaluator(WORLD, THEORY)
ONE = {A: WORLD.member("A")}
e, r = variable("e", endpoint), variable("r", request)
T, F = typed.Truth(True, HERE), typed.Truth(False, HERE)


def title(case: object) -> str | None:
    return case if isinstance(case, str) else None


COMPARISONS: list[tuple[Formula, bool]] = [
    # c02: before/>= and by/after part the population at the instant itself
    (compare(when(R1, "accepted"), "before", when(A, "deleted")), False),
    (compare(when(R1, "accepted"), "by", when(A, "deleted")), True),
    (compare(when(R1, "accepted"), ">=", when(A, "deleted")), True),
    (compare(when(R1, "accepted"), "after", when(A, "deleted")), False),
    (compare(when(R1, "accepted"), "=", when(A, "deleted")), True),
    (compare(when(R1, "accepted"), "!=", when(A, "deleted")), False),
    (compare(when(R2, "accepted"), "!=", when(A, "deleted")), True),
    (compare(when(R2, "accepted"), "before", when(A, "deleted")), True),
    # c11: never is neither before nor from, and its negation is true
    (compare(when(R1, "accepted"), "before", when(B, "deleted")), False),
    (compare(when(R1, "accepted"), ">=", when(B, "deleted")), False),
    (compare(when(B, "deleted"), "!=", when(A, "deleted")), False),
    (not_(compare(when(R1, "accepted"), "before", when(B, "deleted"))), True),
    # a09: through an absent reference neither <= nor >
    (compare(of(of(R2, "via"), "lag"), "<=", seconds(5)), False),
    (compare(of(of(R2, "via"), "lag"), ">", seconds(5)), False),
    (not_(compare(of(of(R2, "via"), "lag"), "<=", seconds(5))), True),
    (compare(of(of(R1, "via"), "lag"), "<=", seconds(5)), True),
    # derived event: happens exactly then, or never
    (compare(when(A, "due"), "=", when(A, "exited")), True),
    (is_(A, "due"), True),
    (is_(B, "due"), False),
    (is_(A, "deleted"), True),
    (is_(B, "deleted"), False),
    # absence
    (absent(of(R2, "via")), True),
    (absent(of(R1, "via")), False),
    (absent(of(of(R2, "via"), "lag")), True),
    (absent(when(B, "deleted")), True),
    (absent(when(A, "deleted")), False),
    # identities, choices, flags
    (same(of(R1, "on"), A), True),
    (same(of(R1, "on"), B), False),
    (same(of(R1, "on"), B, different=True), True),
    (same(of(R2, "via"), proxy), False),
    (same(of(R2, "via"), proxy, different=True), False),
    (same(A, A), True),
    (same(of(A, "mode"), typed.Constant("Local", MODE, HERE)), True),
    (same(of(A, "mode"), of(B, "mode")), False),
    (typed.Flag(of(A, "publish"), HERE), True),
    (typed.Flag(of(B, "publish"), HERE), False),
    (same(of(B, "publish"), typed.Constant(False, BOOL, HERE)), True),
    # c09: within looks forward, reaches its bound, needs all three
    (within(when(R1, "received"), seconds(2), when(R1, "accepted")), True),
    (within(when(R1, "received"), seconds("1.999"), when(R1, "accepted")), False),
    (within(when(R1, "accepted"), seconds(0), when(A, "deleted")), True),
    (within(when(R1, "accepted"), seconds(5), when(R1, "received")), False),
    (within(when(R2, "received"), seconds(5), when(R2, "accepted")), False),
    (within(when(R1, "received"), typed.Quantity("missing", LAG, HERE), when(R1, "accepted")), False),
    # connectives
    (and_(T, T, T), True),
    (and_(T, F, T), False),
    (and_(), True),
    (or_(F, F, T), True),
    (or_(F, F), False),
    (or_(), False),
    (if_(F, F), True),
    (if_(T, F), False),
    (if_(T, T), True),
    # quantifiers
    (quantified("every", r, is_(r, "received"), compare(when(r, "accepted"), "before", when(A, "deleted"))), False),
    (quantified("every", r, is_(r, "accepted")), True),
    (quantified("every", r, is_(r, "received"), None, [same(of(r, "on"), A), same(r, R1)]), True),
    (quantified("every", r), True),
    (quantified("some", r, is_(r, "received"), None, [same(of(r, "on"), B)]), False),
    (quantified("some", r, None, is_(r, "received")), True),
    (quantified("some", r, not_(is_(r, "received")), is_(r, "accepted")), True),
    (quantified("no", r, None, compare(when(r, "accepted"), "after", when(A, "deleted")), [same(of(r, "on"), B)]), True),
    (quantified("no", r, None, compare(when(r, "accepted"), "after", when(A, "deleted")), [same(of(r, "on"), A)]), False),
    (no_other(e), True),
    (no_other(r), False),
    (no_other(r, None, [same(of(r, "on"), B)]), True),
    (no_other(r, is_(r, "received")), True),
    # nested quantifiers over one variable object each
    (quantified("every", e, quantified("some", r, None, None, [same(of(r, "on"), e)])), True),
    (compare(count(r), "=", number(3)), True),
    (compare(count(r, same(of(r, "on"), A)), "<=", number(1)), False),
    (compare(count(r, is_(r, "received")), "=", number(1)), True),
    (typed.Applied("word", (A,), is_(A, "deleted"), HERE), True),
    (typed.Ever(is_(A, "exited"), HERE), True),
]


@pytest.mark.parametrize(("formula", "expected"), COMPARISONS)
def test_truth(formula: Formula, expected: bool) -> None:
    assert EVALUATOR.truth(formula) is expected


VALUES: list[tuple[Term, object]] = [
    (when(A, "deleted"), Fraction(10)),
    (when(B, "deleted"), None),
    (when(A, "due"), Fraction(40)),
    (when(B, "due"), None),
    (of(R1, "on"), WORLD.member("A")),
    (of(R2, "via"), None),
    (of(of(R2, "via"), "lag"), None),
    (of(A, "publish"), True),
    (of(A, "mode"), "Local"),
    (typed.Quantity("longest", Type(Sort.DURATION), HERE), Fraction(20)),
    (typed.Quantity("missing", LAG, HERE), None),
    (typed.ObservationInstant("now", HERE), Fraction(10)),
    (typed.Beginning(HERE), Fraction(0)),
    (plus(when(A, "deleted"), seconds("0.5")), Fraction(21, 2)),
    (minus(when(A, "exited"), when(A, "deleted")), Fraction(30)),
    (minus(when(B, "exited"), when(A, "deleted")), None),
    (minus(when(A, "exited"), when(B, "deleted")), None),
    (typed.Times(of(proxy, "lag"), number(3), HERE), Fraction(15)),
    # min ignores what is absent, max does not
    (typed.Least((when(B, "deleted"), when(A, "exited"), when(A, "deleted")), HERE), Fraction(10)),
    (typed.Least((when(B, "deleted"), when(B, "exited")), HERE), None),
    (typed.Greatest((when(A, "deleted"), when(A, "exited"), seconds(7)), HERE), Fraction(40)),
    (typed.Greatest((when(A, "deleted"), when(B, "deleted")), HERE), None),
    (count(r, same(of(r, "on"), A)), Fraction(2)),
    (typed.DefinedTerm("cutoff", plus(when(A, "deleted"), seconds(60)), HERE), Fraction(70)),
    (of(typed.DefinedTerm("where", of(R1, "on"), HERE).term, "mode"), "Local"),
    (typed.Constant(Fraction(3), INSTANT, HERE), Fraction(3)),
]


@pytest.mark.parametrize(("term", "expected"), VALUES)
def test_value(term: Term, expected: object) -> None:
    assert EVALUATOR.value(term) == expected


def test_bindings_give_free_variables() -> None:
    formula = compare(when(r, "accepted"), "before", when(A, "deleted"))
    assert EVALUATOR.truth(formula, {r: WORLD.member("R2")})
    assert not EVALUATOR.truth(formula, {r: WORLD.member("R1")})
    assert EVALUATOR.value(of(r, "on"), {r: WORLD.member("R2")}) == WORLD.member("B")


def test_a_quantifier_gives_an_outer_binding_back() -> None:
    inner = quantified("some", r, same(r, R2))
    formula = and_(inner, same(r, R1))
    assert EVALUATOR.truth(formula, {r: WORLD.member("R1")})


def test_an_event_with_an_instant_in_force_is_by_then() -> None:
    assert EVALUATOR.truth(is_(A, "deleted"), instant=Fraction(10))
    assert not EVALUATOR.truth(is_(A, "deleted"), instant=Fraction(999, 100))
    assert EVALUATOR.truth(typed.Ever(is_(A, "deleted"), HERE), instant=Fraction(0))
    assert EVALUATOR.value(count(r, is_(r, "accepted")), instant=Fraction(10)) == 2


def test_a_state_needs_an_instant() -> None:
    with pytest.raises(NoInstantInForce):
        EVALUATOR.truth(is_(A, "podReady"))
    assert EVALUATOR.truth(always(is_(A, "podReady")))
