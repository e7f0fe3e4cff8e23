"""Kinds: their members, what is derived, what they see, and how they are said again."""

from __future__ import annotations

import pytest

from checkspec.theory.typed import Sort, Type
from unit.theory.reading import KINDS, base, complaint, refusal, shape, spec


def said(text: str) -> list[str]:
    """Everything that is said about kinds alone."""
    return [f"{each.code.name} {each.message}" for each in refusal(text)]


def test_types() -> None:
    kinds = base("").kinds
    fields = kinds["endpoint"].fields
    assert fields["preStop"].type == Type(Sort.DURATION)
    assert fields["limit"].type == Type(Sort.DURATION, optional=True)
    assert fields["cores"].type == Type(Sort.COUNT)
    assert fields["service"].type == Type(Sort.INDIVIDUAL, kinds["service"]) and fields["service"].preposition == "of"
    assert fields["node"].type.optional
    assert kinds["service"].fields["mode"].type == Type(Sort.CHOICE, choices=("Cluster", "Local"))
    assert kinds["service"].fields["open"].type == Type(Sort.BOOL)


def test_meanings() -> None:
    kinds = base("").kinds
    endpoint = kinds["endpoint"]
    assert shape(endpoint.fields["total"].default) == "Plus(self.preStop 1)"
    assert shape(kinds["service"].fields["mode"].default) == "Cluster"
    assert endpoint.fields["cores"].default is None
    assert shape(endpoint.events["due"].definition) == "Plus(self.deleted self.preStop)"
    assert shape(endpoint.states["serving"].definition) == "And([Holds(self ready) Not(Happened(self deleted))])"
    assert shape(kinds["consumer"].sees["endpoint"].bound) == "self.lag"
    assert kinds["consumer"].sees["endpoint"].kind is endpoint


def test_a_kind_said_again_adds_members() -> None:
    kinds = base('kind endpoint { event up "is up" }\nassume A is up').kinds
    assert kinds["endpoint"].events["up"].title == "is up"
    assert "deleted" in kinds["endpoint"].events


def test_kinds_may_refer_to_each_other_in_any_order() -> None:
    kinds = spec("kind leaf { of branch }\nkind branch { to top: leaf\n  state full = always: top is not none }").theories[0].kinds
    assert kinds["leaf"].fields["branch"].type.kind is kinds["branch"]


def test_a_kind_of_the_spec_may_name_its_individuals() -> None:
    assert shape(base("kind node { state bare = no endpoint on self where self != A }").kinds["node"].states["bare"].definition).startswith(
        "Quantified(no endpoint [Same(endpoint.node self False)]"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind k { a: duration = b, b: duration = a }", "DRN211 the default of `a` depends on itself: `a` → `b` → `a`"),
        ("kind k { a: duration = a }", "DRN211 the default of `a` depends on itself: `a` → `a`"),
        ("kind k { state a = b, b = not a }", "DRN211 `a` is defined by itself: `k.a` → `k.b` → `k.a`"),
        (
            "kind k {\n  of m\n  event e = m.f\n}\nkind m {\n  of k\n  event f = k.e\n}",
            "DRN211 `e` is defined by itself: `k.e` → `m.f` → `k.e`",
        ),
        ("kind k {\n  event e\n  state a = some k: b, b = e and a\n}", "DRN211 `a` is defined by itself: `k.a` → `k.b` → `k.a`"),
        ("kind k { event a, a }", "DRN201 `a` is declared twice"),
        ("kind k { event a }\nkind k { state a }", "DRN201 `a` is declared twice"),
        ("kind k { event ready\n  state Ready }", "DRN202 `Ready` and `ready` differ only by capital letters"),
        ("kind k { event self }", "DRN203 `self` is the individual at hand and cannot be a name"),
        ("kind count { event e }", "DRN203 `count` is a type and cannot be a kind"),
        ("kind k { a: duratoin }", "DRN205 no type or kind is called `duratoin`"),
        ("kind k { of nobody }", "DRN205 no kind is called `nobody`"),
        ("kind k { sees nobody within 5s }", "DRN205 no kind is called `nobody`"),
        ("kind k { a: x | y | x }", "DRN201 `x` is declared twice"),
        ("kind k { a: x | y = z }", "DRN210 `z` is not one of `x` or `y`"),
        ("kind k { a: bool = 5s }", "DRN210 a truth value is wanted here, and `5s` is a duration"),
        ("kind k { a: duration = 5 }", "DRN307 `5` of what?"),
        ("kind k { a: duration = none }", "DRN216 `a` is always there and cannot be `none`"),
        ("kind k { a: duration = unknown }", "DRN216 a default is never `unknown`: a field without a default is"),
        ("kind k { lag: bool\n  sees k within lag }", "DRN210 `within` needs a duration, and `lag` is a truth value"),
        ("kind k { sees k within 5s\n  sees k within 6s }", "DRN201 what k sees of k is declared twice"),
        ("kind k { a: duration\n  event e = a }", "DRN306 `a` is a duration, not an instant"),
        ("kind k { event e\n  state s = e = 3 }", "DRN307 `3` of what?"),
    ],
)
def test_complaint(text: str, message: str) -> None:
    assert said(text) == [message]


def test_a_chain_without_a_circle_may_be_long_but_not_endless() -> None:
    def chain(length: int) -> str:
        return "kind k { state s0" + "".join(f", s{n} = s{n - 1}" for n in range(1, length)) + " }"

    assert len(spec(chain(20)).theories[0].kinds["k"].states) == 20
    assert said(chain(60))[0].startswith("DRN901")


def test_nothing_more_is_said_of_a_member_whose_type_is_wrong() -> None:
    assert complaint("kind endpoint { slow: duratoin }\nA.slow: 5s\nassume A.slow = 3s") == "DRN205 no type or kind is called `duratoin`"


def test_a_default_of_none_means_absent() -> None:
    theory = spec(KINDS + "kind k { limit: duration? = none }\nk K").theories[0]
    assert shape(theory.lines[-1].formula) == "Absent(K.limit)" and theory.lines[-1].label == "K.limit: none (default)"
