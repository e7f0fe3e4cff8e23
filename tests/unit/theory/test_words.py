"""What a word means where it stands: members at hand, variables, individuals, other names, and what to say when it means nothing."""

from __future__ import annotations

import pytest

from checkspec.theory import typed
from unit.theory.reading import HEAD, KINDS, assumed, base, complaint, complaints, refusal, shape, spec


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "assume every request on A: received",
            "Quantified(every request [Same(request.endpoint A False)] None Happened(request received))",
        ),
        ("assume every request r on A: r is received", "Quantified(every r [Same(r.endpoint A False)] None Happened(r received))"),
        ("assume every request: endpoint = A", "Quantified(every request [] None Same(request.endpoint A False))"),
        (
            "assume every endpoint where deleted: self = A",
            "Quantified(every endpoint [] Happened(endpoint deleted) Same(endpoint A False))",
        ),
        (
            "assume some endpoint: deleted before exited",
            "Quantified(some endpoint [] None Compare(< endpoint.deleted endpoint.exited before))",
        ),
        ("assume some service: open", "Quantified(some service [] None Flag(service.open))"),
        ("assume always: some endpoint: ready", "Always(Quantified(some endpoint [] None Holds(endpoint ready)))"),
        ("assume A = B", "Same(A B False)"),
        ("assume R1.endpoint.service.open", "Flag(R1.endpoint.service.open)"),
        ("assume R1.consumer is not none", "Not(Absent(R1.consumer))"),
        ("assume A.deleted is none", "Absent(A.deleted)"),
        ("assume true", "Truth(True)"),
        ("assume no other request on A where sent", "NoOther(request [Same(request.endpoint A False)] Happened(request sent))"),
    ],
)
def test_meaning(text: str, meaning: str) -> None:
    assert assumed(text) == meaning


def test_the_innermost_quantifier_without_a_variable_is_at_hand() -> None:
    assert assumed("assume every request: (some endpoint: deleted) and received").endswith(
        "And([Quantified(some endpoint [] None Happened(endpoint deleted)) Happened(request received)]))"
    )


def test_a_quantifier_with_a_variable_leaves_the_individual_at_hand_as_it_is() -> None:
    assert assumed("assume every request: (some endpoint e: endpoint = e)").endswith(
        "Quantified(some e [] None Same(request.endpoint e False)))"
    )


def test_a_phrase_is_read_outside_of_its_quantifier() -> None:
    rack = "kind rack {\n  spare: endpoint\n  state busy = some request on spare where sent\n}"
    theory = spec(KINDS + rack).theories[0]
    busy = theory.kinds["rack"].states["busy"].definition
    assert shape(busy) == "Quantified(some request [Same(request.endpoint self.spare False)] Happened(request sent) None)"


def test_variables_hide_individuals() -> None:
    every = base("assume every endpoint B: B is deleted").lines[-1].formula
    assert isinstance(every, typed.Quantified) and isinstance(every.body, typed.Happened)
    assert every.body.subject is every.variable


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("request work\nassume every request: work <= 5s", "DRN207 `work` is a field of the request at hand and also a name of this file"),
        ("observe sent {}\nassume every request: sent", "DRN207 `sent` is an event of the request at hand and also an instant"),
        ("define sent = A.deleted\nassume every request: sent", "DRN207 `sent` is an event of the request at hand and also a define"),
        ("assume R9 is sent", "DRN204 nothing is called `R9`"),
        ("assume self is deleted", "DRN204 `self` is the individual at hand, and there is none here"),
        ("assume received", "DRN204 `received` is an event of request, and no request is at hand"),
        ("assume every node: received", "DRN204 `received` is an event of request, and the individual at hand is a node"),
        ("assume endpoint is deleted", "DRN208 `endpoint` is a kind, not one individual"),
        ("assume A is Ready", "DRN206 no endpoint is ever `Ready`"),
        ("assume A is received", "DRN206 no endpoint is ever `received`"),
        ("assume A.lag = 5s", "DRN206 no endpoint has `lag`"),
        ("assume A.deleted.x = 5s", "DRN206 `A.deleted` is a moment and has no parts"),
        ("assume A.preStop.x = 5s", "DRN206 `A.preStop` is a duration and has no parts"),
        ("assume A.exited <= A.deleted-5s", "DRN204 no endpoint has `deleted-5s`; a minus has spaces around it"),
        ("observe later {}\nassume A.exited <= later-5s", "DRN204 nothing is called `later-5s`; a minus has spaces around it"),
        ("assume every requst: received", "DRN205 no kind is called `requst`"),
        ("endpiont C", "DRN205 no kind is called `endpiont`"),
        ("closed endpoint", "DRN205 no kind is called `closed`"),
        ("endpoint A", "DRN201 `A` is declared twice"),
        ("quantity A: duration", "DRN201 `A` is declared twice"),
        ("service a", "DRN202 `a` and `A` differ only by capital letters"),
        ("request self", "DRN203 `self` is the individual at hand and cannot be a name"),
        ("assume every request self: received", "DRN203 `self` is the individual at hand and cannot be a name"),
        ("request R3 via A", "DRN209 a request is not `via` an endpoint"),
        ("assume every request on proxy: received", "DRN209 a request is not `on` a consumer"),
        ("assume every request on A.deleted: received", "DRN210 `on …` needs an individual, and `A.deleted` is a moment"),
    ],
)
def test_complaint(text: str, said: str) -> None:
    assert complaint(text) == said


@pytest.mark.parametrize(
    ("text", "help", "replaced", "by"),
    [
        ("assume A is Deleted", "do you mean `deleted`?", "Deleted", "deleted"),
        ("assume A.deleted", "write `A is deleted`", "A.deleted", "A is deleted"),
        ("assume always: A.ready", "write `A is ready`", "A.ready", "A is ready"),
        ("assume R1.endpoint is A", "write `= A`", "is A", "= A"),
        ("assume R1.endpoint is not A", "write `!= A`", "is not A", "!= A"),
        ("assume A.exited <= A.deleted-5s", "write `deleted - 5s`", "deleted-5s", "deleted - 5s"),
        ("assume web is open", "write `web.open`", "web is open", "web.open"),
        ("assume proxy is Local", "write `proxy.mode = Local`", "proxy is Local", "proxy.mode = Local"),
        ("assume proxy.mode is Local", "write `= Local`", "is Local", "= Local"),
        ("assume R1.consumer = none", "write `R1.consumer is none`", "R1.consumer = none", "R1.consumer is none"),
        ("A.preStop: 30", "write `30s`", "30", "30s"),
        ("assume proxy.lag before A.preStop", "write `<`", "before", "<"),
        ("assume proxy.mode = Locl", "do you mean `Local`?", "Locl", "Local"),
    ],
)
def test_a_slip_has_its_replacement(text: str, help: str, replaced: str, by: str) -> None:
    [diagnostic] = refusal(HEAD + text)
    assert diagnostic.help == help
    assert diagnostic.fix is not None
    assert (diagnostic.fix.span.text, diagnostic.fix.text) == (replaced, by)


def test_a_closed_kind_is_told_how_to_say_it() -> None:
    [diagnostic] = refusal(HEAD + "closed endpoint")
    assert diagnostic.help == "to say that there are no others, write `assume no other endpoint`"


def test_the_nearest_word_is_offered_only_if_it_is_near() -> None:
    [near], [far] = refusal(HEAD + "assume A is delted"), refusal(HEAD + "assume A is banana")
    assert near.help == "do you mean `deleted`?" and far.help == "there is `deleted`, `exited`, `due`, `ready` and `serving`"


def test_everything_that_is_wrong_is_said_at_once_in_the_order_of_the_text() -> None:
    assert complaints("assume R8 is sent and A is redy\nendpoint A\nassume proxy.lag <= 5 and R9 is sent") == [
        "DRN204 nothing is called `R8`",
        "DRN206 no endpoint is ever `redy`",
        "DRN201 `A` is declared twice",
        "DRN307 `5` of what?",
        "DRN204 nothing is called `R9`",
    ]


def test_nothing_is_said_about_what_only_follows() -> None:
    text = "endpont C of web\nC.preStop: 5s\nrequest R3 on C\nassume C is ready and R3.endpoint = C\noffer O { C.preStop: 3s }"
    assert complaints(text) == ["DRN205 no kind is called `endpont`"]


def test_a_name_twice_points_at_the_first() -> None:
    [diagnostic] = refusal(HEAD + "endpoint A")
    assert [(note.message, note.span is not None and note.span.text) for note in diagnostic.notes] == [("`A` is declared here first", "A")]


def test_two_references_of_one_preposition_are_told_apart_by_name() -> None:
    text = KINDS + "kind copy {\n  to reader: endpoint\n  to writer: endpoint\n}\nservice web\nendpoint A of web\ncopy C to A"
    [diagnostic] = refusal(text)
    assert diagnostic.code.name == "DRN209" and diagnostic.help == "say which: `where reader = A`"
