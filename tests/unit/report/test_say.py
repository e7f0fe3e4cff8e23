"""Formulas said as one sentence with one reading."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkspec.report.say import say, say_line, say_term
from checkspec.text.source import Source, Span
from checkspec.theory import typed
from checkspec.theory.typed import Field, Formula, Individual, Line, Role, Same, Sort, Term, Type, Variable
from unit.meaning.build import (
    BOOL,
    COUNT,
    DURATION,
    HERE,
    INSTANT,
    LAG,
    absent,
    always,
    and_,
    at,
    choice,
    compare,
    count,
    during,
    ever,
    if_,
    individual,
    is_,
    kind,
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
    seen_by,
    to,
    variable,
    when,
    within,
)

ORIGIN = Type(Sort.CHOICE, choices=("inside", "outside"))
endpoint = kind("endpoint", "deleted exited", "podReady ready serving terminating", preStop=DURATION, grace=DURATION, publish=BOOL)
consumer = kind("consumer", "started", lag=LAG)
request = kind("request", "selected accepted finished received cut", work=DURATION, origin=ORIGIN)
request.fields["endpoint"] = Field("endpoint", to(endpoint), HERE, "on")
request.fields["consumer"] = Field("consumer", to(consumer, optional=True), HERE, "via")
probe = kind("probe", "fired", target=to(endpoint))
A, B, proxy = individual("A", endpoint), individual("B", endpoint), individual("proxy", consumer)
R1, R2 = individual("R1", request), individual("R2", request)
r, e, some_e = variable("r", request), variable("e", endpoint), variable("e", endpoint)
it, other, that = variable("", request, False), variable("", request, False), variable("", endpoint, False)
x = variable("x", probe)
later = typed.ObservationInstant("later", HERE)
zero = typed.Constant(Fraction(0), INSTANT, HERE)
longest = typed.Quantity("longest", DURATION, HERE)


def on(who: Variable, whom: Term) -> Same:
    return same(of(who, "endpoint"), whom)


def via(who: Variable, whom: Term) -> Same:
    return same(of(who, "consumer"), whom)


early = compare(when(it, "accepted"), "before", when(A, "deleted"))
SENTENCES: list[tuple[Formula, str]] = [
    # the seed
    (
        quantified("no", it, None, compare(when(it, "selected"), "after", when(A, "deleted")), [on(it, A), via(it, proxy)]),
        "no request on A via proxy is selected after A is deleted",
    ),
    (
        quantified("every", it, is_(it, "received"), early, [on(it, A)]),
        "every request on A that is accepted before A is deleted is received at some time",
    ),
    (
        quantified("every", it, compare(when(it, "received"), "by", later), early, [on(it, A)]),
        'every request on A that is accepted before A is deleted is received no later than the observation "later"',
    ),
    (
        always(and_(is_(B, "ready"), is_(B, "serving"), not_(is_(B, "terminating")))),
        "at every instant, B is ready and is serving and is not terminating",
    ),
    (
        and_(compare(when(R1, "accepted"), "before", when(A, "deleted")), compare(when(R2, "accepted"), "before", when(A, "deleted"))),
        "R1 is accepted before A is deleted and R2 is accepted before A is deleted",
    ),
    (no_other(that), "besides the named ones, there is no endpoint"),
    (no_other(it, early, [on(it, A)]), "besides the named ones, there is no request on A that is accepted before A is deleted"),
    # comparisons
    (compare(when(R1, "received"), "by", when(A, "exited")), "R1 is received no later than when A is exited"),
    (compare(when(R1, "received"), ">=", when(A, "exited")), "R1 is received no earlier than when A is exited"),
    (compare(when(R1, "received"), "=", when(A, "exited")), "R1 is received at the very instant when A is exited"),
    (compare(when(R1, "received"), "!=", when(A, "exited")), "R1 is received at another instant than when A is exited"),
    (
        compare(when(A, "exited"), "before", plus(when(A, "deleted"), seconds(30))),
        "A is exited before the instant 30s after A is deleted",
    ),
    (compare(when(A, "exited"), "by", plus(when(A, "deleted"), seconds(30))), "A is exited no later than 30s after A is deleted"),
    (compare(when(A, "exited"), "=", plus(when(A, "deleted"), seconds(30))), "A is exited exactly 30s after A is deleted"),
    (
        compare(when(A, "exited"), "by", plus(plus(when(A, "deleted"), of(A, "grace")), seconds(2))),
        "A is exited no later than (A's grace plus 2s) after A is deleted",
    ),
    (compare(when(A, "deleted"), "=", zero), "A is deleted exactly at 0s on the record's clock"),
    (compare(later, ">", when(A, "exited")), 'the observation "later" is after A is exited'),
    (
        compare(plus(when(A, "deleted"), seconds(1)), "<", when(A, "exited")),
        "the instant 1s after A is deleted is before A is exited",
    ),
    (compare(of(A, "preStop"), ">=", of(proxy, "lag")), "A's preStop is at least proxy's lag"),
    (compare(of(A, "preStop"), "<", longest), "A's preStop is less than longest"),
    (compare(of(A, "preStop"), "!=", seconds(5)), "A's preStop differs from 5s"),
    (
        compare(minus(when(A, "exited"), when(A, "deleted")), "<=", of(A, "grace")),
        "the time from when A is deleted to when A is exited is at most A's grace",
    ),
    (within(when(R1, "received"), seconds(1), when(R1, "finished")), "R1 is received at least 0s and at most 1s after R1 is finished"),
    (not_(compare(when(R1, "accepted"), "before", when(A, "deleted"))), "it is not true that R1 is accepted before A is deleted"),
    # truths of individuals
    (is_(R1, "received"), "R1 is received at some time"),
    (not_(is_(R1, "received")), "R1 is never received"),
    (at(later, not_(is_(R1, "received"))), 'at the observation "later", R1 is not received by then'),
    (at(later, ever(is_(R1, "received"))), 'at the observation "later", R1 is received at some time'),
    (typed.Flag(of(A, "publish"), HERE), "A's publish is true"),
    (not_(typed.Flag(of(A, "publish"), HERE)), "A's publish is not true"),
    (same(of(R1, "endpoint"), A), "R1's endpoint is A"),
    (same(of(R1, "endpoint"), A, different=True), "R1's endpoint is different from A"),
    (not_(same(of(R1, "endpoint"), A)), "it is not true that R1's endpoint is A"),
    (same(of(R1, "origin"), choice("inside", "inside")), "R1's origin is inside"),
    (absent(of(R1, "consumer")), "R1 has no consumer"),
    (not_(absent(of(R1, "consumer"))), "R1 has a consumer"),
    (absent(of(of(R1, "consumer"), "lag")), "there is no lag of R1's consumer"),
    (absent(when(A, "deleted")), "A is never deleted"),
    (not_(absent(when(A, "deleted"))), "A is deleted at some time"),
    (typed.Applied("local", (R1,), is_(R1, "cut"), HERE), "R1 is local"),
    (not_(typed.Applied("local", (R1,), is_(R1, "cut"), HERE)), "R1 is not local"),
    (typed.Applied("candidate", (A, R1), is_(R1, "cut"), HERE), "candidate holds of (A, R1)"),
    (not_(typed.Applied("calm", (), is_(R1, "cut"), HERE)), "calm does not hold"),
    (typed.Truth(True, HERE), "nothing is required"),
    (not_(typed.Truth(True, HERE)), "the impossible is required"),
    # what belongs together
    (
        or_(and_(is_(R1, "received"), is_(R2, "received")), is_(A, "exited")),
        "either both R1 is received at some time and R2 is received at some time or A is exited at some time",
    ),
    (
        and_(or_(is_(R1, "received"), is_(R2, "received")), is_(A, "exited")),
        "(either R1 is received at some time or R2 is received at some time) and A is exited at some time",
    ),
    (
        if_(and_(is_(A, "deleted"), is_(B, "deleted")), and_(is_(R1, "cut"), is_(R2, "cut"))),
        "if A is deleted at some time and B is deleted at some time, then both R1 is cut at some time and R2 is cut at some time",
    ),
    (
        and_(if_(is_(A, "deleted"), is_(R1, "cut")), is_(R2, "cut")),
        "(if A is deleted at some time, then R1 is cut at some time) and R2 is cut at some time",
    ),
    (
        not_(and_(is_(R1, "cut"), is_(R2, "cut"))),
        "it is not true that both R1 is cut at some time and R2 is cut at some time",
    ),
    # spans
    (during(when(A, "deleted"), None, not_(is_(A, "ready"))), "at every instant from when A is deleted onwards, A is not ready"),
    (during(None, when(A, "exited"), is_(A, "ready")), "at every instant before A is exited, A is ready"),
    (
        during(when(A, "deleted"), when(A, "exited"), is_(A, "ready")),
        "at every instant no earlier than when A is deleted and before A is exited, A is ready",
    ),
    (at(when(A, "exited"), is_(R1, "received")), "at the instant when A is exited (which comes), R1 is received by then"),
    (
        if_(is_(A, "exited"), at(when(A, "exited"), is_(R1, "received"))),
        "if A is exited at some time, then at the instant when A is exited, R1 is received by then",
    ),
    # quantifiers
    (
        quantified("every", it, and_(is_(it, "received"), not_(is_(it, "cut"))), not_(absent(of(it, "consumer")))),
        "every request that has a consumer is received at some time and is never cut",
    ),
    (quantified("every", it, compare(of(it, "work"), "<=", seconds(90))), "every request has a work of at most 1m30s"),
    (
        quantified("every", it, if_(is_(it, "accepted"), is_(it, "finished"))),
        "for every request, if that request is accepted at some time, then that request is finished at some time",
    ),
    (
        quantified("every", it, or_(is_(it, "finished"), is_(it, "cut")), is_(it, "accepted")),
        "every request that is accepted at some time either is finished at some time or is cut at some time",
    ),
    (quantified("some", it, None, early, [on(it, A)]), "some request on A is accepted before A is deleted"),
    (quantified("some", it), "there is a request"),
    (quantified("no", that), "there is no endpoint"),
    (
        quantified("every", it, quantified("some", other, None, compare(when(other, "accepted"), "after", when(it, "accepted")))),
        "for every request r, some request is accepted after r is accepted",
    ),
    (
        quantified("every", e, at(when(e, "exited"), quantified("no", it, None, is_(it, "accepted"), [on(it, e)])), is_(e, "exited")),
        "for every endpoint e that is exited at some time, at the instant when e is exited, no request on e is accepted by then",
    ),
    (quantified("no", it, None, is_(it, "cut"), [via(it, proxy)]), "no request via proxy is ever cut"),
    (quantified("no", it, is_(it, "cut"), is_(it, "accepted")), "no request that is ever accepted is ever cut"),
    (no_other(it, is_(it, "accepted")), "besides the named ones, there is no request that is ever accepted"),
    (
        quantified("every", x, quantified("some", that, is_(that, "exited")), None, [same(of(x, "target"), A)]),
        "for every probe with the target A, some endpoint is exited at some time",
    ),
    (
        quantified("every", e, quantified("every", some_e, same(some_e, e))),
        "for every endpoint e, every endpoint is e",
    ),
    (
        at(when(R1, "selected"), seen_by(proxy, or_(is_(A, "ready"), and_(is_(A, "serving"), is_(B, "deleted"))))),
        "at the instant when R1 is selected (which comes), as far as proxy then knows, "
        "either A is ready or both A is serving and B is deleted",
    ),
    (
        compare(count(it, and_(on(it, A), early)), "<=", number(1)),
        "the number of requests that are on A and are accepted before A is deleted is at most 1",
    ),
    (compare(count(it), "=", number(2)), "the number of requests equals 2"),
]


@pytest.mark.parametrize(("formula", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_sentence(formula: Formula, sentence: str) -> None:
    assert say(formula) == sentence


TERMS: list[tuple[Term, str]] = [
    (A, "A"),
    (of(A, "preStop"), "A's preStop"),
    (when(A, "deleted"), "the instant when A is deleted"),
    (plus(when(A, "deleted"), seconds("0.25")), "the instant 250ms after A is deleted"),
    (minus(when(A, "deleted"), seconds(1)), "the instant 1s before A is deleted"),
    (later, 'the observation "later"'),
    (typed.Beginning(HERE), "the beginning"),
    (zero, "the instant 0s on the record's clock"),
    (typed.DefinedTerm("cutoff", when(A, "deleted"), HERE), "cutoff"),
    (plus(of(A, "preStop"), typed.Times(number(2), of(A, "grace"), HERE)), "A's preStop plus (2 times A's grace)"),
    (typed.Least((of(A, "grace"), seconds(2)), HERE), "the least of A's grace and 2s"),
    (typed.Greatest((seconds(1), seconds(2), seconds(3)), HERE), "the greatest of 1s, 2s and 3s"),
    (typed.Least((when(A, "deleted"), when(A, "exited")), HERE), "the first to come of (when A is deleted; when A is exited)"),
    (count(r, is_(r, "received")), "the number of requests that are received at some time"),
    (typed.Constant(True, BOOL, HERE), "true"),
]


@pytest.mark.parametrize(("term", "text"), TERMS, ids=[text for _, text in TERMS])
def test_term(term: Term, text: str) -> None:
    assert say_term(term) == text


def the_line(
    role: Role, label: str, formula: Formula, subject: Individual | None = None, field: Field | None = None, cites: tuple[str, ...] = ()
) -> Line:
    return Line(role, label, formula, HERE, cites, None, subject, field)


LINES: list[tuple[Line, str]] = [
    (the_line(Role.VALUE, "", compare(of(proxy, "lag"), "=", seconds(0)), proxy, consumer.fields["lag"]), "proxy.lag is 0s"),
    (the_line(Role.VALUE, "", absent(of(proxy, "lag")), proxy, consumer.fields["lag"]), "proxy.lag is none"),
    (the_line(Role.VALUE, "", typed.Flag(of(A, "publish"), HERE), A, endpoint.fields["publish"]), "A.publish is true"),
    (the_line(Role.VALUE, "", not_(typed.Flag(of(A, "publish"), HERE)), A, endpoint.fields["publish"]), "A.publish is false"),
    (the_line(Role.VALUE, "", same(of(R1, "endpoint"), A), R1, request.fields["endpoint"]), "R1.endpoint is A"),
    (the_line(Role.VALUE, "", compare(longest, "=", seconds(20))), "longest is 20s"),
    (the_line(Role.DEFAULT, "", compare(of(A, "preStop"), "=", seconds(0)), A, endpoint.fields["preStop"]), "A.preStop is 0s by default"),
    (
        the_line(Role.DEFAULT, "", compare(of(A, "grace"), "=", minus(seconds(30), of(A, "preStop"))), A, endpoint.fields["grace"]),
        "A.grace is 30s minus A's preStop by default",
    ),
    (
        the_line(Role.RULE, "a crash ends the process", is_(A, "exited"), cites=("KUBELET", "F56")),
        "a crash ends the process (KUBELET, F56)",
    ),
    (the_line(Role.RULE, "closing at the signal", is_(A, "exited")), "closing at the signal"),
    (the_line(Role.ASSUMPTION, "two endpoints", no_other(that)), "two endpoints: besides the named ones, there is no endpoint"),
    (the_line(Role.OBSERVED, "", at(later, not_(is_(R1, "received")))), 'observed at "later": R1 is not received by then'),
    (
        the_line(Role.OBSERVED, "", compare(later, "=", seconds(90))),
        'observed: the observation "later" is exactly at 1m30s on the record\'s clock',
    ),
]


@pytest.mark.parametrize(("line", "text"), LINES, ids=[text for _, text in LINES])
def test_line(line: Line, text: str) -> None:
    assert say_line(line) == text


def test_an_assumption_that_is_its_own_label_is_not_said_twice() -> None:
    text = "assume no other\n  endpoint"
    span = Span(Source("a.drn", text), 7, len(text))
    assert say_line(Line(Role.ASSUMPTION, "no other endpoint", typed.NoOther(that, (), None, span), span)) == "no other endpoint"


def test_a_variable_named_as_an_individual_gets_another_name() -> None:
    captured = variable("A", endpoint)
    assert say(quantified("every", captured, if_(is_(captured, "exited"), is_(A, "exited")))) == (
        "for every endpoint A2, if A2 is exited at some time, then A is exited at some time"
    )


# ---------------------------------------------------------------- laws

ATOMS: list[Formula] = [
    is_(A, "deleted"),
    compare(when(R1, "accepted"), "before", when(A, "deleted")),
    compare(when(it, "accepted"), "by", plus(when(A, "exited"), seconds(5))),
    is_(it, "received"),
    same(of(it, "endpoint"), A),
    absent(of(it, "consumer")),
    typed.Applied("local", (it,), is_(it, "cut"), HERE),
]


def grown(inner: list[Formula]) -> list[Formula]:
    """Every construct once over each of `inner`, and each pair of them joined."""
    one: list[Formula] = []
    for part in inner:
        one += [not_(part), at(when(A, "exited"), part), always(part), during(when(A, "deleted"), later, part), seen_by(proxy, part)]
        one += [quantified("every", it, part), quantified("some", it, None, part), quantified("no", it, None, part)]
        one += [quantified("every", it, part, is_(it, "finished")), no_other(it, part)]
    pairs = [joined for left, right in product(inner, inner) for joined in (and_(left, right), or_(left, right), if_(left, right))]
    return one + pairs


def plain(formula: Formula) -> Formula | None:
    """None for what has two spellings of one meaning (a `no` and the denial of an absence say the same thing elsewhere)."""
    match formula:
        case typed.And(parts) | typed.Or(parts) if len(set(parts)) < len(parts):
            return None
        case _:
            return formula


def test_two_formulas_are_never_said_alike() -> None:
    """One reading: from the sentence one can tell which formula it was."""
    first = [formula for formula in [*ATOMS, *grown(ATOMS)] if plain(formula) is not None]
    second = grown(first[::9] + ATOMS[:4])
    said: dict[str, Formula] = {}
    for formula in [*first, *second]:
        sentence = say(formula)
        assert said.setdefault(sentence, formula) == formula, sentence


QUANTITIES = ["every", "some", "no"]
nested: st.SearchStrategy[Formula] = st.recursive(
    st.sampled_from([formula for formula, _ in SENTENCES]),
    lambda inner: st.one_of(
        st.builds(not_, inner),
        st.builds(lambda parts: and_(*parts), st.lists(inner, max_size=3)),
        st.builds(lambda parts: or_(*parts), st.lists(inner, max_size=3)),
        st.builds(if_, inner, inner),
        st.builds(always, inner),
        st.builds(ever, inner),
        st.builds(lambda part: at(when(A, "exited"), part), inner),
        st.builds(lambda part: seen_by(of(r, "consumer"), part), inner),
        st.builds(
            lambda quantity, where, body: quantified(quantity, r, body, where), st.sampled_from(["every", "some", "no"]), inner, inner
        ),
        st.builds(lambda part: compare(count(it, part), ">=", typed.Constant(Fraction(1), COUNT, HERE)), inner),
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(nested)
def test_anything_is_said_on_one_line_and_always_alike(formula: Formula) -> None:
    sentence = say(formula)
    assert sentence == say(formula)
    assert "\n" not in sentence
    assert sentence.count("(") == sentence.count(")")
    assert sentence == " ".join(sentence.split())
