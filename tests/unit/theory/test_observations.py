"""Observations and expectations."""

from __future__ import annotations

import pytest

from unit.theory.reading import HEAD, base, complaint, refusal, shape


def shapes(text: str) -> list[list[str]]:
    """The shapes of the lines of each observation of a text that follows `HEAD`."""
    return [[shape(each.formula) for each in observation.lines] for observation in base(text).observations]


def test_facts_hold_at_the_instant_of_the_observation() -> None:
    assert shapes("observe o { A is ready\n  R1 is not received }") == [["At(@o Holds(A ready))", "At(@o Not(Happened(R1 received)))"]]


def test_observations_are_not_before_the_one_before() -> None:
    first, second, third = shapes("observe o1 {}\nobserve o2 at 90s { A is ready }\nobserve o3 at A.deleted + 5s {}")
    assert first == []
    assert second == ["Compare(>= @o2 @o1 >=)", "Compare(= @o2 90 =)", "At(@o2 Holds(A ready))"]
    assert third == ["Compare(>= @o3 @o2 >=)", "Compare(= @o3 Plus(A.deleted 5) =)"]
    assert [each.label for each in base("observe o1 {}\nobserve o2 at 90s {}").observations[1].lines] == [
        "o2 is not before o1",
        "o2 at 90s",
    ]


def test_what_a_consumer_reports_is_what_it_knows() -> None:
    assert shapes("observe o by proxy { A is ready }") == [["At(@o SeenBy(proxy Holds(A ready)))"]]


@pytest.mark.parametrize(("by", "source"), [("by proxy", "proxy"), ("by A", "A"), ("by log", "log"), ('by "a log"', "a log"), ("", "")])
def test_the_source_is_a_label(by: str, source: str) -> None:
    [observation] = base(f'cite log "the log"\nobserve o {by} {{ }}').observations
    assert observation.source == source


def test_an_observation_may_be_named_before_it_stands() -> None:
    assert shape(base("promise p: R1.received by later\nobserve later {}").promises[0].formula) == "Compare(<= R1.received @later by)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("observe o by prxy { A is ready }", "DRN218 no source or individual is called `prxy`"),
        ("observe o by proxy { R1 is sent }", "DRN303 a consumer does not see a request"),
        ("observe o by proxy { at 5s: A is ready }", "DRN304 `at …` cannot stand inside `seen by`: what is known is known at one instant"),
        ("observe o at proxy.lag {}", "DRN306 `proxy.lag` is a duration, not an instant"),
        ("observe o at 90 {}", "DRN307 `90` of what?"),
        ("observe o {}\nobserve o {}", "DRN201 `o` is declared twice"),
        ("observe A {}", "DRN201 `A` is declared twice"),
        ("expect p holds", "DRN401 no promise is called `p`"),
        ("offer W { promise p: true }\nexpect p holds", "DRN401 `p` is promised in an offer"),
        ("offer W { promise p: true }\nexpect W.q holds", "DRN401 `W` promises no `q`"),
        ("offer W { promise p: true }\nexpect V.p holds", "DRN402 no offer is called `V`"),
        ("promise p: true\nexpect p holds at noon", "DRN403 no observation is called `noon`"),
        ("promise p: true\nexpect p holds\nexpect p fails", "DRN404 something is expected of `p` twice"),
        ("promise p: true\nexpect p, p holds", "DRN404 something is expected of `p` twice"),
    ],
)
def test_complaint(text: str, said: str) -> None:
    assert complaint(text) == said


def test_a_promise_in_an_offer_is_named_with_it() -> None:
    [diagnostic] = refusal(HEAD + "offer W { promise p: true }\nexpect p holds")
    assert diagnostic.help == "write `W.p`" and diagnostic.fix is not None and diagnostic.fix.text == "W.p"


def test_one_expectation_for_each_promise_and_instant() -> None:
    theory = base(
        "promise p: true\npromise q: true\nobserve o1 {}\nobserve o2 {}\nexpect p, q holds vacuously at o1, o2\nexpect p inconsistent"
    )
    assert [(each.promise, each.at, each.verdict, each.vacuous) for each in theory.expectations] == [
        ("p", "o1", "HOLDS", True),
        ("p", "o2", "HOLDS", True),
        ("q", "o1", "HOLDS", True),
        ("q", "o2", "HOLDS", True),
        ("p", None, "INCONSISTENT", False),
    ]


def test_an_inherited_promise_can_be_expected() -> None:
    theory = base("offer W { promise p: true }\noffer V extends W {}\nexpect V.p holds")
    assert [(each.offer, each.promise) for each in theory.expectations] == [("V", "p")]
