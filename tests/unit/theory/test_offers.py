"""Offers: what each states counts for its own promises alone, and what it takes over."""

from __future__ import annotations

import pytest

from checkspec.theory.typed import Role
from unit.theory.reading import base, complaint, complaints, labels

FAMILY = """
assume "base": A is deleted
offer W {
  A.preStop: 9s
  assume "calm": B is not deleted
  promise gone: A is exited
}
offer X extends W "more" {
  A.preStop: 3s
  A.limit: 4s
  promise more: B is not exited
}
offer Y extends X { promise third: true }
"""


def test_an_offer_states_the_base_less_what_it_sets_and_its_own() -> None:
    theory = base(FAMILY)
    assert labels(theory, Role.ASSUMPTION, "W") == ["base", "calm"]
    assert "A.preStop: 5s (default)" in labels(theory, Role.DEFAULT)
    assert "A.preStop: 5s (default)" not in labels(theory, Role.DEFAULT, "W")
    assert labels(theory, Role.VALUE, "W")[-1] == "A.preStop: 9s"
    assert [each.offer for each in theory.lines_for("W")[-2:]] == ["W", "W"]


def test_an_offer_takes_over_what_it_extends() -> None:
    theory = base(FAMILY)
    assert [each.label for each in theory.lines_for("X")[-3:]] == ["calm", "A.preStop: 3s", "A.limit: 4s"]
    assert [each.offer for each in theory.lines_for("X")[-3:]] == ["W", "X", "X"]
    assert [(each.offer, each.name, each.origin) for each in theory.promises] == [
        ("W", "gone", None),
        ("X", "gone", "W"),
        ("X", "more", None),
        ("Y", "gone", "W"),
        ("Y", "more", "X"),
        ("Y", "third", None),
    ]
    assert [(each.name, each.changed) for each in theory.offers] == [("W", True), ("X", True), ("Y", False)]
    assert theory.offers[1].title == "more"


def test_an_offer_may_open_a_value() -> None:
    theory = base("A.preStop: 7s\noffer W { A.preStop: unknown\n  promise p: true }")
    assert not [each for each in labels(theory, Role.VALUE, "W") if each.startswith("A.preStop")]
    assert "A.preStop: 7s" in labels(theory, Role.VALUE)


def test_an_offer_may_stand_before_what_it_extends() -> None:
    theory = base("offer X extends W { promise q: true }\noffer W { promise p: true }")
    assert [(each.offer, each.name) for each in theory.promises] == [("X", "p"), ("X", "q"), ("W", "p")]


def test_promises_may_stand_alone() -> None:
    [promise] = base('promise p "a title": A is exited').promises
    assert (promise.offer, promise.title) == (None, "a title")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("offer W extends V { promise p: true }", "DRN402 no offer is called `V`"),
        ("offer W extends V {}\noffer V extends W {}", "DRN211 offers extend each other in a circle: `W` → `V` → `W`"),
        ("offer W extends W {}", "DRN211 offers extend each other in a circle: `W` → `W`"),
        ("offer W {}\noffer W {}", "DRN201 `W` is declared twice"),
        ("offer W {}\noffer w {}", "DRN202 `w` and `W` differ only by capital letters"),
        ("offer W { promise p: true\n  promise p: false }", "DRN201 `p` is declared twice"),
        ("offer W { promise p: true }\noffer V extends W { promise p: false }", "DRN201 `p` is taken over from the offer that `V` extends"),
        ("promise p: true\npromise p: false", "DRN201 `p` is declared twice"),
        ("offer W { A.preStop: 3s\n  A.preStop: 4s }", "DRN213 `A.preStop` is given twice"),
        ("offer W { C.preStop: 3s }", "DRN204 nothing is called `C`"),
        ("offer W { assume A is redy }", "DRN206 no endpoint is ever `redy`"),
    ],
)
def test_complaint(text: str, said: str) -> None:
    assert complaint(text) == said


def test_a_mistake_in_an_offer_is_said_once_though_others_extend_it() -> None:
    text = "offer W { assume A is redy\n  promise p: A is redy }\noffer V extends W { promise q: true }\nexpect V.p holds"
    assert complaints(text) == ["DRN206 no endpoint is ever `redy`", "DRN206 no endpoint is ever `redy`"]
