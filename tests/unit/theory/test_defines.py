"""Defines: read in their own scope, expanded at each use, never by themselves."""

from __future__ import annotations

import pytest

from checkspec.theory import typed
from unit.theory.reading import HEAD, assumed, base, complaint, complaints, refusal


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("define gone(e: endpoint) = e is exited\nassume A is gone", "Applied(gone [A] Happened(A exited))"),
        ("define gone(e: endpoint) = e is exited\nassume A is not gone", "Not(Applied(gone [A] Happened(A exited)))"),
        ("define gone(e: endpoint) = e is exited\nassume gone(R1.endpoint)", "Applied(gone [R1.endpoint] Happened(R1.endpoint exited))"),
        ("define meets(r: request, e: endpoint) = r.endpoint = e\nassume meets(R1, A)", "Applied(meets [R1 A] Same(R1.endpoint A False))"),
        ("define calm = A is not deleted\nassume calm", "Applied(calm [] Not(Happened(A deleted)))"),
        (
            "define cutoff = A.deleted + 60s\nassume R1.received by cutoff",
            "Compare(<= R1.received DefinedTerm(cutoff Plus(A.deleted 60)) by)",
        ),
        ("define cutoff = 60s\nassume R1.received by cutoff", "Compare(<= R1.received DefinedTerm(cutoff 60) by)"),
        ("define half = 30s\nassume proxy.lag <= half", "Compare(<= proxy.lag DefinedTerm(half 30) <=)"),
        ("define up(e: endpoint) = e is ready\nassume always: A is up", "Always(Applied(up [A] Holds(A ready)))"),
        (
            "define a1(e: endpoint) = e is deleted\ndefine a2(e: endpoint) = e is not a1\nassume A is a2",
            "Applied(a2 [A] Not(Applied(a1 [A] Happened(A deleted))))",
        ),
        ("define open-now = web.open\nassume open-now", "Applied(open-now [] Flag(web.open))"),
    ],
)
def test_meaning(text: str, meaning: str) -> None:
    assert assumed(text) == meaning


def test_bare_words_of_the_place_of_use_mean_nothing_inside() -> None:
    assert complaint("define late(r: request) = received\nassume every request: self is late") == (
        "DRN204 `received` is an event of request, and no request is at hand"
    )


def test_a_define_may_be_used_before_it_stands() -> None:
    assert assumed("assume A is gone\ndefine gone(e: endpoint) = e is exited") == "Applied(gone [A] Happened(A exited))"


def test_what_a_use_lacks_is_said_at_the_definition_with_a_note_at_the_use() -> None:
    [diagnostic] = refusal(HEAD + "define up(e: endpoint) = e is ready\nassume A is up")
    assert (diagnostic.code.name, diagnostic.span.text) == ("DRN301", "e is ready")
    assert [(note.message, note.span is not None and note.span.text) for note in diagnostic.notes] == [("`up` is used here", "A is up")]


def test_knowledge_is_checked_inside_a_define_too() -> None:
    [diagnostic] = refusal(HEAD + "define up(e: endpoint) = at e.deleted: e is ready\nassume at 5s: seen by proxy: A is up")
    assert diagnostic.code.name == "DRN304" and len(diagnostic.notes) == 1


def test_a_mistake_in_a_define_is_said_once() -> None:
    assert complaints("define up(e: endpoint) = e is redy\nassume always: A is up and B is up") == ["DRN206 no endpoint is ever `redy`"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("define d(e: endpoint) = e is d", "DRN211 `d` is defined by itself: `d` → `d`"),
        ("define x1 = x2\ndefine x2 = x1\nassume x1", "DRN211 `x1` is defined by itself: `x1` → `x2` → `x1`"),
        ("define ready(e: endpoint) = e is deleted", "DRN201 `ready` is already said of endpoint"),
        ("define min = 5s", "DRN203 `min` has its meaning in the language and cannot be a define"),
        ("define f(e: endpoint, e: endpoint) = e is deleted", "DRN201 `e` is declared twice"),
        ("define f(e: endpont) = e is deleted\nassume A is f", "DRN205 no kind is called `endpont`"),
        ("define f(e: endpoint) = e.deleted", "DRN212 `f` has parameters and is a value"),
        ("define f = A", "DRN210 `f` is an endpoint"),
        ("define f(e: endpoint) = e is deleted\nassume f(A, B)", "DRN212 `f(e: endpoint)` is given 2 arguments"),
        ("define f(e: endpoint) = e is deleted\nassume f(R1)", "DRN212 `e` of `f` is an endpoint, and `R1` is a request"),
        ("define f(e: endpoint) = e is deleted\nassume R1 is f", "DRN212 `f` is said of an endpoint, and `R1` is a request"),
        ("define f(e: endpoint) = e is deleted\nassume every endpoint: f", "DRN208 `f` is said of something"),
        ("define f = A is deleted\nassume f > 3", "DRN208 `f` is a statement, not a value"),
        ("define f = 5s\nassume f", "DRN208 `f` is a value, not a statement"),
        ("assume g(A)", "DRN204 no define is called `g`"),
    ],
)
def test_complaint(text: str, said: str) -> None:
    assert complaint(text) == said


def test_defines_that_would_grow_without_measure_are_refused() -> None:
    steps = "".join(f"define d{n} = d{n - 1} and d{n - 1}\n" for n in range(1, 12))
    assert complaint(f"define d0 = A is deleted\n{steps}assume d11").startswith("DRN901")


def test_defines_that_are_nested_too_deeply_are_refused() -> None:
    steps = "".join(f"define d{n} = not d{n + 1}\n" for n in range(30))
    assert complaints(f"{steps}define d30 = A is deleted\nassume d0")[0].startswith("DRN901")


def test_each_use_has_variables_of_its_own() -> None:
    conjunction = base("define busy = some request where sent\nassume busy and not busy").lines[-1].formula
    assert isinstance(conjunction, typed.And)
    first, second = conjunction.parts
    assert isinstance(first, typed.Applied) and isinstance(second, typed.Not) and isinstance(second.part, typed.Applied)
    one, other = first.formula, second.part.formula
    assert isinstance(one, typed.Quantified) and isinstance(other, typed.Quantified) and one.variable is not other.variable
