"""Sources: what they can state where they stand, and what their silence says if their record is declared complete."""

from __future__ import annotations

import pytest

from checkspec.theory.boundaries import noticed
from checkspec.theory.files import RULEBOOKS
from checkspec.theory.typed import Role
from unit.theory.reading import HEAD, base, complaint, shape, spec

BOUNDARIES = """\
boundary server { request: received
  endpoint: exited, deleted }
boundary caller "whoever sends" { request: sent }
boundary caller { request: received }
define gone(e: endpoint) = e is exited
"""
LOG = "source log at server\n"
COMPLETE = "source log at server { complete request: received }\n"


def lines(text: str) -> list[list[tuple[Role, str]]]:
    """The lines of each observation of a text that follows the boundaries."""
    return [[(line.role, shape(line.formula)) for line in each.lines] for each in base(BOUNDARIES + text).observations]


def silent(text: str) -> list[str]:
    """What each observation says by silence."""
    return [" ".join(said for role, said in each if role is Role.COMPLETE) for each in lines(text)]


def test_a_boundary_that_is_declared_again_has_the_members_of_both() -> None:
    theory = base(BOUNDARIES)
    assert [(each.name, each.title, [member.name for member in each.members]) for each in theory.boundaries] == [
        ("server", "", ["received", "exited", "deleted"]),
        ("caller", "whoever sends", ["sent", "received"]),
    ]


def test_what_is_derived_is_noticed_where_all_is_that_it_takes() -> None:
    theory = base(BOUNDARIES + "boundary probe { endpoint: ready }\nboundary both { endpoint: ready, deleted }")
    endpoint = theory.kinds["endpoint"]
    where = {
        name: [each.name for each in theory.boundaries if noticed(member, each)]
        for name, member in (("due", endpoint.events["due"]), ("serving", endpoint.states["serving"]))
    }
    assert where == {"due": ["server", "both"], "serving": ["both"]}  # ready and not deleted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("observe o by log { R1 is received and A is gone }", ""),
        ("observe o by log { R1.received before A.deleted\n  R1.endpoint = A }", ""),
        ("observe o by log { R1.received before R1.sent }", "DRN702 `sent` of a request is not noticed at `server`, where `log` stands"),
        ("observe o by log { A is serving }", "DRN702 `serving` of an endpoint is not noticed at `server`, where `log` stands"),
        ("observe o by log { every request: sent }", "DRN702 `sent` of a request is not noticed at `server`, where `log` stands"),
        ("observe o by log { at A.exited: R1 is sent }", "DRN702 `sent` of a request is not noticed at `server`, where `log` stands"),
        ('observe o by "the log" { R1 is sent }', ""),
        ("observe o by lag { }", "DRN218 no source or individual is called `lag`"),
        ("source A at server", "DRN201 `A` is declared twice"),
        ("assume log is ready", "DRN204 nothing is called `log`"),
        ("source log at servers", "DRN701 no boundary is called `servers`"),
        ("source log at caller", "DRN201 `log` is declared at another boundary"),
        ("source log at server { complete request: sent }", "DRN702 `sent` of a request is not noticed at `server`, where `log` stands"),
        ("source log at server { complete requests: sent }", "DRN205 no kind is called `requests`"),
        ("source log at server { complete request: recieved }", "DRN206 no request has an event `recieved`"),
        ("boundary server { request: recieved }", "DRN206 no request has an event or a state `recieved`"),
    ],
)
def test_what_a_source_can_state(text: str, said: str) -> None:
    if said:
        assert complaint(BOUNDARIES + LOG + text) == said
    else:
        assert base(BOUNDARIES + LOG + text).observations


@pytest.mark.parametrize(
    ("fact", "can"),
    [
        ("count(request on A where received) = 2", True),
        ("count(request where received) >= 1 and count(endpoint where exited) <= 1", True),
        ("not (count(request where received) = 2)", True),
        ("count(request on A where received) < count(request where received)", True),
        ("R1 is received", False),
        ("count(request r where r is received and r = R1) = 1", False),
        ("count(request where received and endpoint is exited) = 1", False),
        ("count(request where received before A.exited) = 1", False),
        ("every request: received", False),
        ("no other request where received", False),
    ],
)
def test_totals_count_one_event(fact: str, can: bool) -> None:
    text = f"{BOUNDARIES}source counter at server {{ totals }}\nobserve o by counter {{ {fact} }}"
    if can:
        assert base(text).observations
    else:
        assert complaint(text) == "DRN703 `counter` has totals only, and this takes identities: who it was, or which of them"


def test_absence_says_nothing_without_the_declaration() -> None:
    assert silent(f"{LOG}observe o by log {{ R1 is received }}") == [""]
    assert silent(f'{COMPLETE}observe o by "log" {{ R1 is received }}\nobserve p {{ }}') == ["", ""]


def test_absence_from_a_complete_record_is_not() -> None:
    """Nobody besides those of whom it speaks, up to and with the observation. The rest of the meaning: tests/kernel/d07 to d09."""
    observed = "observe o by log { }\nobserve p by log { R1 is received }\nobserve q by log { R2 is not received }"
    assert silent(COMPLETE + observed) == [
        "At(@o Quantified(no request [] Happened(request received) None))",
        "At(@p Quantified(no request [] And([Happened(request received) Same(request R1 True)]) None))",
        "At(@q Quantified(no request [] And([Happened(request received) Same(request R1 True) Same(request R2 True)]) None))",
    ]


@pytest.mark.parametrize(
    ("fact", "clear"),
    [
        ("R1 is received and not (R2 is received)", True),
        ("no request on A where received", True),
        ("every request on A: not received", True),
        ("no other request where received", True),
        ("count(request where received) = 2", False),
        ("some request on A: received", False),
        ("every request on A: received", False),
        ("R1.endpoint is exited", False),
        ("not (no request where received)", False),
        ("every endpoint where gone(self): deleted", True),
        ("some endpoint e where gone(e)", False),
    ],
)
def test_a_complete_record_names_whom_it_speaks_of(fact: str, clear: bool) -> None:
    text = f"{BOUNDARIES}source log at server {{ complete request: received\n complete endpoint: exited }}\nobserve o by log {{ {fact} }}"
    if clear:
        assert base(text).observations
    else:
        assert complaint(text).startswith("DRN704 `log` is declared complete for `")


def test_a_case_may_declare_a_record_complete() -> None:
    """Then the observations of the base are complete in it, and in it alone."""
    case = "case c { source log at server { complete request on A: received } }"
    text = f"{BOUNDARIES}{LOG}observe o by log {{ R1 is received }}\n{case}"
    roles = [[line.role for line in theory.observations[0].lines] for theory in spec(HEAD + text).theories]
    assert roles == [[Role.OBSERVED], [Role.OBSERVED, Role.COMPLETE]]


def test_every_event_and_free_state_of_the_rulebooks_is_noticed_somewhere() -> None:
    pages = [each.stem for each in sorted(RULEBOOKS.glob("*.drn")) if each.stem != "kubernetes"]
    theory = spec("\n".join(["use kubernetes 1.34", *(f"use {page}" for page in pages)]), rulebooks=RULEBOOKS).theories[0]
    missed = [
        f"{kind.name}.{member.name}"
        for kind in theory.kinds.values()
        for member in (*kind.events.values(), *kind.states.values())
        if not any(noticed(member, each) for each in theory.boundaries)
    ]
    assert missed == []
