"""`at`, `from … until`, `always`, `ever`: ties and boundaries."""

from __future__ import annotations

from fractions import Fraction

import pytest

from checkspec.meaning.evaluate import Evaluator
from checkspec.theory.typed import Always, During, Formula
from unit.meaning.build import (
    always,
    and_,
    at,
    compare,
    count,
    derive,
    during,
    ever,
    individual,
    is_,
    kind,
    member,
    minus,
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
    world,
)

node = kind("node", "lost")
endpoint = kind("endpoint", "created deleted exited never", "podReady", node=to(node, optional=True))
derive(endpoint, "present", not_(is_(endpoint.self, "exited")))
derive(endpoint, "ready", and_(is_(endpoint.self, "present"), is_(endpoint.self, "podReady")))
_e = variable("e", endpoint)
derive(node, "healthy", quantified("some", _e, is_(_e, "ready"), None, [same(of(_e, "node"), node.self)]))
request = kind("request", "finished", on=to(endpoint))
A, N = individual("A", endpoint), individual("N", node)
THEORY = theory(node, endpoint, request, individuals=[A, N])
WORLD = world(
    member("N", node),
    member(
        "A",
        endpoint,
        {"created": 2, "deleted": 10, "exited": 20},
        {"podReady": [(3, True), (5, False), (6, True), (10, False), (20, True)]},
        node="N",
    ),
    member("request#1", request, {"finished": 19}, on="A"),
    member("request#2", request, {"finished": 20}, on="A"),
)
EVALUATOR = Evaluator(WORLD, THEORY)
r, e = variable("r", request), variable("e", endpoint)
ready, present = is_(A, "ready"), is_(A, "present")

TRUTHS: list[tuple[Formula, bool]] = [
    # c03: the stop wins the tie
    (at(when(A, "exited"), present), False),
    (at(minus(when(A, "exited"), seconds("0.001")), present), True),
    (quantified("every", r, at(when(r, "finished"), is_(of(r, "on"), "present"))), False),
    # c04: from includes, until excludes
    (at(when(A, "deleted"), is_(A, "podReady")), False),
    (during(when(A, "deleted"), when(A, "exited"), not_(is_(A, "podReady"))), True),
    (during(when(A, "deleted"), plus(when(A, "exited"), seconds("0.001")), not_(is_(A, "podReady"))), False),
    (during(minus(when(A, "deleted"), seconds("0.001")), when(A, "exited"), not_(is_(A, "podReady"))), False),
    (during(seconds(6), when(A, "deleted"), is_(A, "podReady")), True),
    (during(when(A, "exited"), None, not_(ready)), True),
    # a flap between events
    (during(when(A, "created"), when(A, "deleted"), is_(A, "podReady")), False),
    (during(when(A, "created"), seconds(5), is_(A, "podReady")), True),
    # the first value holds before the first change
    (during(None, seconds(5), is_(A, "podReady")), True),
    (at(seconds(0), is_(A, "podReady")), True),
    # absent: at is false, from is true, until has no end
    (at(when(A, "never"), ready), False),
    (not_(at(when(A, "never"), ready)), True),
    (during(when(A, "never"), None, ready), True),
    (during(when(A, "exited"), when(A, "never"), not_(ready)), True),
    (during(when(A, "exited"), when(A, "never"), not_(is_(A, "podReady"))), False),
    # an empty span, and one the wrong way round
    (during(when(A, "exited"), when(A, "exited"), ready), True),
    (during(when(A, "exited"), when(A, "deleted"), ready), True),
    # c06: always includes the time before the creation; the beginning itself counts
    (always(is_(A, "created")), False),
    (during(when(A, "created"), None, is_(A, "created")), True),
    (always(or_(is_(A, "podReady"), not_(is_(A, "podReady")))), True),
    # c10: under `at` an event means by then; `ever` lifts it
    (at(when(A, "deleted"), is_(A, "exited")), False),
    (at(when(A, "deleted"), ever(is_(A, "exited"))), True),
    (at(when(A, "exited"), is_(A, "exited")), True),
    (at(when(A, "deleted"), at(when(A, "exited"), is_(A, "exited"))), True),
    # counts move with the instant in force
    (always(compare(count(r, is_(r, "finished")), "<=", number(1))), False),
    (during(None, seconds(20), compare(count(r, is_(r, "finished")), "<=", number(1))), True),
    # a derived state of another kind that looks back at its own
    (at(seconds(6), is_(N, "healthy")), True),
    (at(seconds(5), is_(N, "healthy")), False),
    (always(is_(N, "healthy")), False),
    (during(seconds(6), seconds(10), is_(N, "healthy")), True),
    # an inner span is absolute
    (always(during(seconds(6), seconds(10), ready)), True),
    (always(at(seconds(5), ready)), False),
    (always(ever(is_(A, "exited"))), True),
]


@pytest.mark.parametrize(("formula", "expected"), TRUTHS)
def test_truth(formula: Formula, expected: bool) -> None:
    assert EVALUATOR.truth(formula) is expected


FAILING: list[tuple[Always | During, list[int]]] = [
    (always(is_(A, "podReady")), [5, 10]),
    (always(ready), [5, 10, 20]),
    (during(when(A, "deleted"), None, ready), [10, 20]),
    (during(seconds(12), when(A, "exited"), ready), [12]),
    (during(when(A, "never"), None, ready), []),
    (always(is_(N, "healthy")), [5, 10, 20]),
    (always(is_(A, "created")), [0]),
    (during(seconds(6), when(A, "deleted"), ready), []),
    (always(compare(count(r, is_(r, "finished")), "=", number(0))), [19, 20]),
]


@pytest.mark.parametrize(("formula", "expected"), FAILING)
def test_failing_instants(formula: Always | During, expected: list[int]) -> None:
    assert EVALUATOR.failing_instants(formula) == expected


def test_failing_instants_under_a_binding() -> None:
    formula = during(when(e, "deleted"), None, not_(is_(e, "exited")))
    assert EVALUATOR.failing_instants(formula, {e: WORLD.member("A")}) == [Fraction(20)]


def test_a_span_starts_at_the_beginning_at_the_earliest() -> None:
    late = world(*WORLD.members, beginning=1)
    formula = during(seconds(-3), seconds(2), is_(A, "created"))
    assert Evaluator(late, THEORY).failing_instants(formula) == [Fraction(1)]
