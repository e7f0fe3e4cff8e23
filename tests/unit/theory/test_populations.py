"""Populations: what their names stand for, and which conditions moments settle."""

from __future__ import annotations

import pytest

from checkspec.report.say import say
from unit.theory.reading import base, complaint, line, shape

OLD = "population old: request on A where sent before A.deleted { complete: received }\n"
BELONGS = "Applied(old [{0}] And([Same({0}.endpoint A False) Compare(< {0}.sent A.deleted before)]))"


def meaning(text: str, before: str = OLD) -> str:
    return shape(line(base(before + text), text.removeprefix("assume ")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("assume every old: received", "Quantified(every request [] {of request} Happened(request received))"),
        (
            "assume no old r via proxy where r is received",
            "Quantified(no r [Same(r.consumer proxy False)] And([{of r} Happened(r received)]) None)",
        ),
        ("assume no other old", "NoOther(request [] {of request})"),
        ("assume count(old where received) >= 2", "Compare(>= CountOf(request And([{of request} Happened(request received)])) 2 >=)"),
        ("assume R1 is not old", "Not({of R1})"),
        # an instant in force changes nothing about who belongs to it
        ("assume at B.deleted: every old: received", "At(B.deleted Quantified(every request [] {of request} Happened(request received)))"),
    ],
)
def test_a_name_stands_for_the_condition(text: str, expected: str) -> None:
    for who in ("request", "r", "R1"):
        expected = expected.replace(f"{{of {who}}}", BELONGS.format(who))
    assert meaning(text) == expected


def test_a_variable_may_stand_behind_the_kind() -> None:
    named = "population old: request r on A where r.sent before A.deleted { complete: r.received by 60s }\n"
    assert meaning("assume every old: received", named) == meaning("assume every old: received")


def test_an_individual_called_like_a_variable_of_the_population_is_not_captured() -> None:
    """The condition is read in its own scope, not in that of its use."""
    assert meaning("assume every endpoint A1: no old r where r.endpoint = A1") == (
        f"Quantified(every A1 [] None Quantified(no r [] And([{BELONGS.format('r')} Same(r.endpoint A1 False)]) None))"
    )


SETTLED = [
    "sent before A.deleted",
    "A.deleted > sent",
    "sent by 60s and not (received before A.deleted)",
    "sent after A.deleted and sent by B.deleted",
    "sent within 5s after A.deleted",
    "sent = A.deleted",
    "sent + 2 * work <= A.deleted",
    "max(sent, received) before A.deleted",
    "min(sent, received) before A.deleted",
    "sent before A.deleted or sent before B.deleted",
    "sent before A.deleted and received <= sent + 5s",
    "sent before endpoint.deleted",
    "sent before A.deleted and self != R1 and endpoint.service.open",
    "(at A.deleted: sent and not received and A is ready)",
    "sent before A.deleted and (no request r where r.sent before self.sent)",
    "early(A)",
]
OPEN = [
    "sent",
    "A is ready and sent before A.deleted",
    "sent after A.deleted",
    "not (sent before A.deleted)",
    "sent before A.deleted or received",
    "sent before received",
    "sent != A.deleted",
    "sent before A.deleted and received is none",
    "sent before A.deleted and received after A.deleted",
    "sent before A.deleted and (always: A is ready)",
    "sent before A.deleted and (at received: A is ready)",
    "sent before A.deleted and A.deleted - received <= 5s",
    "sent before A.deleted and (some request r where r.sent after A.deleted)",
    "endpoint = A",
    "self = R1",
]


def told(condition: str) -> str:
    text = f"define early(e: endpoint) = e.deleted by 60s\npopulation old: request where {condition} {{ complete: received }}\n"
    return text.replace("early(A)", "sent before A.deleted and early(A)")


@pytest.mark.parametrize("condition", SETTLED)
def test_moments_settle(condition: str) -> None:
    assert [each.name for each in base(told(condition)).populations] == ["old"]


@pytest.mark.parametrize("condition", OPEN)
def test_moments_do_not_settle(condition: str) -> None:
    assert complaint(told(condition)).startswith("DRN309 ")


def test_what_a_kind_says_holds_unless_the_population_says_it() -> None:
    text = "kind request { population { complete: received, lost: work = 0s } }\n" + OLD.replace("{ complete: received }", "")
    own = "population late: request r on A where r.sent before A.deleted { complete: r.received by B.deleted }\n"
    old, late = base(text + own).populations
    assert [say(part) for part in (old.shares[0].complete, old.shares[0].lost)] == ["R1 is received at some time", "R1's work equals 0s"]
    assert [say(part) for part in (late.shares[0].complete, late.shares[0].lost)] == [
        "R1 is received no later than when B is deleted",
        "R1's work equals 0s",
    ]
