"""Cases: the same, but …"""

from __future__ import annotations

import pytest

from checkspec.theory.typed import Role, Theory
from unit.theory.reading import HEAD, complaint, complaints, labels, spec


def case(text: str, name: str) -> Theory:
    """The theory of a case of a text that follows `HEAD`."""
    [theory] = [each for each in spec(HEAD + text).theories if each.case == name]
    return theory


def test_settings_replace_settings_and_stand_where_they_are_said() -> None:
    theory = case('assume "x": A is deleted\ncase c { proxy.lag: 2s }', "c")
    assert [each for each in labels(theory, Role.VALUE) if each.startswith("proxy.lag")] == ["proxy.lag: 2s"]
    assert theory.lines[-1].label == "proxy.lag: 2s"


def test_unknown_opens_a_value_and_a_default() -> None:
    theory = case("case c { proxy.lag: unknown\n  A.preStop: unknown }", "c")
    assert not [each.label for each in theory.lines if each.label.startswith(("proxy.lag", "A.preStop"))]


def test_an_offer_has_the_last_word_on_its_own_values() -> None:
    theory = case("offer W { A.preStop: 9s\n  promise p: true }\ncase c { A.preStop: 1s }", "c")
    assert "A.preStop: 1s" in labels(theory, Role.VALUE) and "A.preStop: 9s" in labels(theory, Role.VALUE, "W")
    assert "A.preStop: 1s" not in labels(theory, Role.VALUE, "W")


def test_without_drops_what_comes_from_elsewhere() -> None:
    text = 'rule "r": true\nassume "x": A is deleted\ncase c { without "x", "r"\n  assume "x": A is not deleted }'
    theory = case(text, "c")
    assert theory.dropped == ("x", "r") and labels(theory, Role.RULE) == [] and labels(theory, Role.ASSUMPTION) == ["x"]
    assert theory.lines[-1].formula.span.text == "A is not deleted"


def test_without_drops_what_an_offer_assumes() -> None:
    theory = case('offer W { assume "x": A is deleted\n  promise p: true }\ncase c { without "x" }', "c")
    assert labels(theory, Role.ASSUMPTION, "W") == []


def test_an_assumption_without_a_label_is_dropped_by_its_text() -> None:
    assert labels(case('assume A  is deleted   # really\ncase c { without "A is deleted" }', "c"), Role.ASSUMPTION) == []


def test_a_case_takes_everything_over_but_the_expectations() -> None:
    theory = case("promise p: true\nobserve o { A is deleted }\nexpect p holds\ncase c { }", "c")
    assert [each.name for each in theory.promises] == ["p"] and [each.name for each in theory.observations] == ["o"]
    assert theory.expectations == ()


def test_a_chain_of_cases() -> None:
    text = 'case c extends b { proxy.lag: 3s }\ncase b extends a { assume "y": true }\ncase a { proxy.lag: 2s\n  assume "x": true }'
    theory = case(text, "c")
    assert labels(theory, Role.ASSUMPTION) == ["x", "y"]
    assert labels(theory, Role.VALUE)[-1] == "proxy.lag: 3s" and "proxy.lag: 2s" not in labels(theory, Role.VALUE)


def test_cases_beside_each_other_do_not_know_each_other() -> None:
    text = "case a { endpoint C of web\n  observe o { C is deleted } }\ncase b { endpoint C of web\n  observe o { C is exited } }"
    theories = spec(HEAD + text).theories
    assert [[each.name for each in theory.individuals][-1] for theory in theories] == ["R2", "C", "C"]
    assert complaint("case a { endpoint C of web }\ncase b { assume C is deleted }") == "DRN204 nothing is called `C`"


def test_a_case_may_add_members_to_a_kind() -> None:
    theories = spec(HEAD + "case a { kind endpoint { grace: duration = 3s\n  event up }\n  assume A is up }").theories
    assert "up" not in theories[0].kinds["endpoint"].events and "up" in theories[1].kinds["endpoint"].events
    assert "A.grace: 3s (default)" in labels(theories[1], Role.DEFAULT)
    assert complaint("case a { kind endpoint { event up } }\nassume A is up") == "DRN206 no endpoint is ever `up`"


def test_a_case_may_add_offers_that_extend_those_of_the_file() -> None:
    theory = case("offer W { promise p: true }\ncase c { offer V extends W { promise q: true }\n  expect V.p, V.q holds }", "c")
    assert [(each.offer, each.promise) for each in theory.expectations] == [("V", "p"), ("V", "q")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("case a extends b {}\ncase b extends a {}", "DRN211 cases extend each other in a circle: `a` → `b` → `a`"),
        ("case a extends b {}", "DRN405 no case is called `b`"),
        ("case a {}\ncase a {}", "DRN201 `a` is declared twice"),
        ("case a { case b {} }", "DRN406 a case cannot stand inside a case"),
        ("case a { endpoint A }", "DRN201 `A` is declared twice"),
        ("offer W {}\ncase a { offer W {} }", "DRN201 `W` is declared twice"),
        ('case a { without "x" }', "DRN217 no rule or assumption is called `x`"),
        ('assume "x": true\nwithout "x"', "DRN217 there is nothing from elsewhere called `x`"),
        ("case a { A.preStop: 1s\n  A.preStop: 2s }", "DRN213 `A.preStop` is given twice"),
    ],
)
def test_complaint(text: str, said: str) -> None:
    assert complaint(text) == said


def test_a_mistake_in_the_base_is_said_once_though_every_case_has_it() -> None:
    text = "assume A is redy\npromise p: B is redy\nobserve o { A is redy }\n"
    text += "case a {}\ncase b { endpoint C of web }\ncase c { kind node { event up } }"
    assert complaints(text) == ["DRN206 no endpoint is ever `redy`"] * 3


def test_nothing_is_said_about_cases_that_build_on_a_missing_one() -> None:
    assert complaints("case a extends b { expect p holds }\ncase d extends a {}") == ["DRN405 no case is called `b`"]


def test_nothing_is_said_about_dropping_what_is_wrong() -> None:
    text = 'assume "x": A is redy\nrule "r": A is redy\ncase a { without "x", "r" }'
    assert complaints(text) == ["DRN206 no endpoint is ever `redy`"] * 2
