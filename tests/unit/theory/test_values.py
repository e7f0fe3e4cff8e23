"""Values of fields: given, set anew, left unknown, or taken from a default."""

from __future__ import annotations

import pytest

from checkspec.theory.typed import Role, Theory
from unit.theory.reading import HEAD, base, complaint, complaints, labels, line, refusal, shape


def of(theory: Theory, name: str) -> list[str]:
    """The labels of all values and defaults of an individual."""
    return [each.label for each in theory.lines if each.subject is not None and each.subject.name == name]


def test_defaults_come_after_what_is_given_and_only_where_nothing_is() -> None:
    assert of(base("endpoint C of web { preStop: 2s, cores: 4 }"), "C") == [
        "C of web",
        "C.preStop: 2s",
        "C.cores: 4",
        "C.total: preStop + 1s (default)",
    ]


def test_a_default_speaks_of_its_own_individual() -> None:
    assert shape(line(base(""), "A.total: preStop + 1s (default)")) == "Compare(= A.total Plus(A.preStop 1) =)"


def test_a_setting_replaces_a_default_wherever_it_stands() -> None:
    before, after = base("A.preStop: 9s"), base("service cache\nendpoint C of cache\nC.preStop: 9s")
    assert of(before, "A") == ["A of web", "A.total: preStop + 1s (default)", "A.preStop: 9s"]
    assert "C.preStop: 9s" in of(after, "C")


def test_a_quantity_with_a_value_is_a_number_where_one_is_needed() -> None:
    quantity = "quantity n: count = 1 + 2\nquantity d: duration = 2s\n"
    for text, meaning in (
        ("n * A.preStop = 6s", "Compare(= Times(3 A.preStop) 6 =)"),
        ("A.cores * d = 6s", "Compare(= Times(A.cores 2) 6 =)"),
        ("A.preStop = d + 1s", "Compare(= A.preStop Plus(d 1) =)"),
        ("n = 3", "Compare(= n 3 =)"),
    ):
        assert shape(line(base(f"{quantity}assume {text}"), text)) == meaning


@pytest.mark.parametrize(
    ("text", "label", "meaning"),
    [
        ("A.limit: none", "A.limit: none", "Absent(A.limit)"),
        ("A.node: none", "A.node: none", "Absent(A.node)"),
        ("node n\nA.node: n", "A.node: n", "Same(A.node n False)"),
        ("A.preStop: B.preStop + 2s", "A.preStop: B.preStop + 2s", "Compare(= A.preStop Plus(B.preStop 2) =)"),
        ("quantity q: duration\nA.preStop: q", "A.preStop: q", "Compare(= A.preStop q =)"),
        ("web.mode: Local", "web.mode: Local", "Same(web.mode Local False)"),
        ("web.open: true", "web.open: true", "Same(web.open True False)"),
        ("request R3 { endpoint: B }", "R3.endpoint: B", "Same(R3.endpoint B False)"),
        ("quantity q: duration = 20s", "q: 20s", "Compare(= q 20 =)"),
        ("quantity q: duration? = none", "q: none", "Absent(q)"),
    ],
)
def test_meaning(text: str, label: str, meaning: str) -> None:
    assert shape(line(base(text), label)) == meaning


def test_unknown_is_no_line_at_all() -> None:
    theory = base("A.preStop: unknown\nquantity q: duration = unknown\nquantity r: count")
    assert of(theory, "A") == ["A of web", "A.total: preStop + 1s (default)"]
    assert [each.name for each in theory.quantities] == ["q", "r"]
    assert not {"q: unknown", "A.preStop: unknown"} & set(labels(theory, Role.VALUE))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A.preStop: 1s\nA.preStop: 2s", "DRN213 `A.preStop` is given twice"),
        ("endpoint C of web { preStop: 1s }\nC.preStop: 2s", "DRN213 `C.preStop` is given twice"),
        ("endpoint C of web { service: web }", "DRN213 `C.service` is given twice"),
        ("A.service: none", "DRN213 `A.service` is given twice"),
        ("request R3\nR3.work: none", "DRN216 `work` is always there and cannot be `none`"),
        ("A.foo: 5s", "DRN206 no endpoint has a field `foo`"),
        ("A.deleted: 5s", "DRN208 `deleted` is an event and is not set"),
        ("A.ready: true", "DRN208 `ready` is a state and is not set"),
        ("C.preStop: 5s", "DRN204 nothing is called `C`"),
        ("quantity q: duration\nq.x: 5s", "DRN204 no individual is called `q`"),
        ("R1.endpoint.preStop: 5s", "DRN206 `R1.endpoint.preStop` cannot be set: a setting is for a field of a named individual"),
        ("A.preStop: true", "DRN210 a duration is wanted here, and `true` is a truth value"),
        ("A.cores: 5s", "DRN210 `5s` has a unit, and no count has one"),
        ("A.node: B", "DRN210 a node is wanted here, and `B` is an endpoint"),
        ("web.mode: Locl", "DRN210 `Locl` is not one of `Cluster` or `Local`"),
        ("quantity q: bool", "DRN210 a quantity is a `duration` or a `count`"),
    ],
)
def test_complaint(text: str, said: str) -> None:
    assert complaints(text)[0] == said


def test_a_second_value_points_at_the_first() -> None:
    [diagnostic] = refusal(HEAD + "A.preStop: 1s\nA.preStop: 2s")
    assert [note.span is not None and note.span.text for note in diagnostic.notes] == ["A.preStop: 1s"]


def test_a_number_without_a_unit() -> None:
    assert complaint("endpoint C of web { preStop: 30 }") == "DRN307 `30` of what?"
