"""The instant in force, and what can be said of somebody's knowledge."""

from __future__ import annotations

import pytest

from unit.theory.reading import HEAD, assumed, base, complaint, refusal

SEEN = "assume at 5s: seen by proxy: "


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("assume A is deleted", "Happened(A deleted)"),
        ("assume at R1.sent: A is deleted", "At(R1.sent Happened(A deleted))"),
        ("assume always: A is ready", "Always(Holds(A ready))"),
        ("assume always: ever: A is deleted", "Always(Ever(Happened(A deleted)))"),
        (SEEN + "A is ready", "At(5 SeenBy(proxy Holds(A ready)))"),
        (SEEN + "A is deleted", "At(5 SeenBy(proxy Happened(A deleted)))"),
        (SEEN + "A is serving", "At(5 SeenBy(proxy Holds(A serving)))"),
        (SEEN + "R1.endpoint = A", "At(5 SeenBy(proxy Same(R1.endpoint A False)))"),
        (SEEN + "A.preStop > 2s", "At(5 SeenBy(proxy Compare(> A.preStop 2 >)))"),
        (
            SEEN + "no endpoint of web where ready",
            "At(5 SeenBy(proxy Quantified(no endpoint [Same(endpoint.service web False)] Holds(endpoint ready) None)))",
        ),
        (SEEN + "count(endpoint where ready) >= 1", "At(5 SeenBy(proxy Compare(>= CountOf(endpoint Holds(endpoint ready)) 1 >=)))"),
        (
            "assume every request where sent and consumer is not none: at sent: seen by consumer: endpoint is ready",
            "Quantified(every request [] And([Happened(request sent) Not(Absent(request.consumer))]) "
            "At(request.sent SeenBy(request.consumer Holds(request.endpoint ready))))",
        ),
    ],
)
def test_meaning(text: str, meaning: str) -> None:
    assert assumed(text) == meaning


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("assume A is ready", "DRN301 `ready` needs an instant: a state changes"),
        ("assume A is serving", "DRN301 `serving` needs an instant: a state changes"),
        ("assume every endpoint: ready", "DRN301 `ready` needs an instant: a state changes"),
        ("assume always: ever: A is ready", "DRN301 `ready` needs an instant: a state changes"),
        ("assume count(endpoint where ready) = 1", "DRN301 `ready` needs an instant: a state changes"),
        ("promise p: A is ready", "DRN301 `ready` needs an instant: a state changes"),
        ("assume seen by proxy: A is ready", "DRN302 `seen by proxy` needs an instant: what is known changes"),
        (SEEN + "R1 is received", "DRN303 a consumer does not see a request"),
        ("assume at 5s: seen by A: B is ready", "DRN303 an endpoint sees nothing"),
        ("assume at 5s: seen by A.deleted: B is ready", "DRN210 `seen by` needs an individual, and `A.deleted` is a moment"),
        (SEEN + "at 6s: A is ready", "DRN304 `at …` cannot stand inside `seen by`: what is known is known at one instant"),
        (SEEN + "from 6s: A is ready", "DRN304 `from …` cannot stand inside `seen by`: what is known is known at one instant"),
        (SEEN + "always: A is ready", "DRN304 `always …` cannot stand inside `seen by`: what is known is known at one instant"),
        (SEEN + "ever: A is deleted", "DRN304 `ever …` cannot stand inside `seen by`: what is known is known at one instant"),
        (
            SEEN + "seen by proxy: A is ready",
            "DRN304 `seen by` cannot stand inside `seen by`: nobody's knowledge of another's knowledge can be said",
        ),
        (SEEN + "A.deleted <= 5s", "DRN304 `A.deleted` is a moment, and a consumer does not know when things happened"),
        (SEEN + "A.deleted is none", "DRN304 `A.deleted` is a moment, and a consumer does not know when things happened"),
        ("observe o {}\n" + SEEN + "o = 5s", "DRN304 `o` is an instant, and a consumer does not know when things happened"),
    ],
)
def test_complaint(text: str, said: str) -> None:
    assert complaint(text) == said


def test_a_state_is_told_what_it_needs() -> None:
    [diagnostic] = refusal(HEAD + "assume A is ready")
    assert diagnostic.help == "write `at …:` or `always:` before it"


def test_a_derived_state_is_read_with_an_instant_and_may_say_what_knowledge_may_not() -> None:
    text = "kind endpoint { state late = at deleted: ready }\nassume at 5s: seen by proxy: A is late"
    assert base(text).kinds["endpoint"].states["late"].definition is not None


def test_a_derived_event_is_read_without_one() -> None:
    assert (
        complaint("kind endpoint { event first = 1s + count(endpoint where ready) * 1s }")
        == "DRN301 `ready` needs an instant: a state changes"
    )


def test_a_default_is_read_without_one() -> None:
    text = "kind endpoint { others: count = count(endpoint where ready) }"
    assert complaint(text) == "DRN301 `ready` needs an instant: a state changes"
