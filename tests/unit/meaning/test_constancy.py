"""`always` asks at finitely many instants: the same as asking at all of a dense sample, midpoints of everything that is there included."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from checkspec.meaning.evaluate import Evaluator
from checkspec.meaning.structure import structure
from checkspec.meaning.world import World
from checkspec.theory.typed import Formula
from unit.meaning.build import (
    LAG,
    always,
    and_,
    compare,
    count,
    derive,
    derive_event,
    during,
    if_,
    individual,
    is_,
    kind,
    member,
    not_,
    number,
    of,
    or_,
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

endpoint = kind("endpoint", "deleted exited", "podReady")
derive_event(endpoint, "due", plus(when(endpoint.self, "deleted"), seconds(3)))
derive(endpoint, "ready", and_(is_(endpoint.self, "podReady"), not_(is_(endpoint.self, "due"))))
consumer = kind("consumer", lag=LAG)
sees(consumer, endpoint)
request = kind("request", "accepted", on=to(endpoint))
A, P = individual("A", endpoint), individual("P", consumer)
THEORY = theory(endpoint, consumer, request, individuals=[A, P])
r, e = variable("r", request), variable("e", endpoint)

atoms = st.sampled_from(
    [
        is_(A, "deleted"),
        is_(A, "due"),
        is_(A, "podReady"),
        is_(A, "ready"),
        quantified("some", e, is_(e, "ready")),
        quantified("every", r, is_(of(r, "on"), "podReady"), is_(r, "accepted")),
        compare(count(r, is_(r, "accepted")), "<=", number(1)),
        seen_by(P, is_(A, "ready")),
        seen_by(P, is_(A, "due")),
        seen_by(P, quantified("some", e, and_(is_(e, "ready"), not_(same(e, A))))),
        seen_by(P, compare(count(e, is_(e, "deleted")), "=", number(1))),
        compare(when(A, "deleted"), "before", seconds(4)),
        during(when(A, "deleted"), None, is_(A, "podReady")),
    ]
)
formulas: st.SearchStrategy[Formula] = st.recursive(
    atoms,
    lambda inner: st.builds(not_, inner) | st.builds(and_, inner, inner) | st.builds(or_, inner, inner) | st.builds(if_, inner, inner),
    max_leaves=4,
)
moments = st.integers(0, 8)
changes = st.dictionaries(moments, st.booleans(), min_size=1, max_size=4).map(lambda found: sorted(found.items()))
events = st.fixed_dictionaries({}, optional={"deleted": moments, "exited": moments})


@st.composite
def worlds(draw: st.DrawFn) -> World:
    lag = draw(st.sampled_from([None, 0, 1, 2]))
    members = [member("A", endpoint, draw(events), {"podReady": draw(changes)}), member("P", consumer, lag=lag)]
    members += [member("endpoint#1", endpoint, draw(events), {"podReady": draw(changes)})]
    members += [member(f"request#{n}", request, {"accepted": draw(moments)}, on=draw(st.sampled_from(["A", "endpoint#1"]))) for n in (1, 2)]
    knowledge = {}
    for name in ("A", "endpoint#1"):
        samples, known = [], 0
        for instant in sorted(draw(st.sets(st.integers(0, 10), max_size=3))):
            known = draw(st.integers(max(known, 0 if lag is None else instant - lag), instant))
            samples.append((instant, known))
        knowledge["P", name] = samples
    return world(*members, knowledge=knowledge)


DENSE = sorted({Fraction(n, 2) for n in range(40)} | {Fraction(n, 2) + Fraction(1, 7) for n in range(40)})


@settings(max_examples=400, deadline=None)
@given(worlds(), formulas)
def test_always_is_the_conjunction_over_a_dense_sample(where: World, body: Formula) -> None:
    assert structure(where, THEORY) is None
    evaluator = Evaluator(where, THEORY)
    formula = always(body)
    assert evaluator.truth(formula) == all(evaluator.truth(body, instant=instant) for instant in DENSE)
    assert evaluator.truth(formula) == (not evaluator.failing_instants(formula))


@settings(max_examples=200, deadline=None)
@given(worlds(), formulas)
def test_nothing_changes_between_critical_instants(where: World, body: Formula) -> None:
    evaluator = Evaluator(where, THEORY)
    critical = evaluator.critical_instants(always(body))
    assert critical[0] == where.beginning
    for start, end in pairwise([*critical, Fraction(50)]):
        inside = [start, *(instant for instant in DENSE if start < instant < end)]
        assert len({evaluator.truth(body, instant=instant) for instant in inside}) == 1


@settings(max_examples=200, deadline=None)
@given(worlds(), formulas, moments, moments)
def test_a_span_is_its_part_of_the_dense_sample(where: World, body: Formula, start: int, end: int) -> None:
    evaluator = Evaluator(where, THEORY)
    formula = during(seconds(start), seconds(end), body)
    assert evaluator.truth(formula) == all(evaluator.truth(body, instant=instant) for instant in DENSE if start <= instant < end)
