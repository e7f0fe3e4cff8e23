"""What the kernel must refuse, with a sentence that a reader would expect, rather than give some verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.text.codes import Code
from checkspec.text.diagnostic import Refused
from checkspec.theory.load import load

KINDS = """\
kind node { state up }
kind endpoint {
  event deleted
  state ready = not deleted
}
kind consumer {
  lag: duration?
  sees endpoint within lag
}
kind request {
  on endpoint
  event selected
}
node n
endpoint A, B
consumer c
"""

REFUSED = {
    "a state with no instant in force": (KINDS + "promise p: A is ready", Code.DRN301, "needs an instant"),
    "knowledge with no instant in force": (KINDS + "promise p: seen by c: A is ready", Code.DRN302, "needs an instant"),
    "a kind that is not seen": (KINDS + "promise p: always: seen by c: n is up", Code.DRN303, "a consumer does not see a node"),
    "moments compared within knowledge": (
        KINDS + "promise p: always: seen by c: A.deleted before B.deleted", Code.DRN304, "inside `seen by`"),
    "a difference of two populations": (
        KINDS + "promise p: count(endpoint e where e is deleted) - count(request r where r is selected) = 0",
        Code.DRN305, "different populations"),
    "a comparison of two populations": (
        KINDS + "promise p: count(endpoint e where e is deleted) <= count(request r where r is selected)",
        Code.DRN305, "different populations"),
    "an equation of two populations": (KINDS + "promise p: count(endpoint e) = count(request r)", Code.DRN305, "different populations"),
    "a product of two unknowns": (
        "quantity a: count\nquantity b: duration\npromise p: a * b <= 5s", Code.DRN214, "product is out of reach"),
    "a state of itself": ("kind k { state s = not s }\npromise p: every k x: always: x is s", Code.DRN211, "itself"),
    "two states of each other": (
        "kind k {\n  state s = not t\n  state t = s\n}\npromise p: every k x: always: x is s", Code.DRN211, "itself"),
    "a define of itself": ("kind k { event e }\ndefine d(x: k) = not d(x)\npromise p: every k x: d(x)", Code.DRN211, "itself"),
    "a default of itself": ("kind k { f: duration = f + 1s }\nk K\npromise p: K.f >= 0s", Code.DRN211, "itself"),
    "two defaults of each other": (
        "kind k {\n  f: duration = g\n  g: duration = f\n}\nk K\npromise p: K.f >= 0s", Code.DRN211, "itself"),
    "a derived event of itself": ("kind k { event e = e + 1s }\npromise p: every k x: x is e", Code.DRN211, "itself"),
    "a define with the name of a state": (
        "kind k { state s }\ndefine s(x: k) = x = x\npromise p: every k x: always: x is s", Code.DRN201, "`s`"),
    "always without its colon": (KINDS + "promise p: every request r: always r is selected", Code.DRN102, "colon"),
    "the old collision of always and from": (
        KINDS + "promise p: every request r: always r.selected from A.deleted", Code.DRN102, "colon"),
    "a lag that is a truth value": (
        "kind endpoint { event deleted }\nkind consumer {\n  lag: bool\n  sees endpoint within lag\n}\npromise p: no consumer c",
        Code.DRN210, "needs a duration"),
}


@pytest.mark.parametrize(("text", "code", "phrase"), REFUSED.values(), ids=REFUSED)
def test_is_refused(text: str, code: Code, phrase: str, tmp_path: Path) -> None:
    path = tmp_path / "given.drn"
    path.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load(path)
    told = [(each.code, f"{each.message}; {each.help}") for each in refused.value.diagnostics]
    assert any(found is code and phrase in said for found, said in told), told


def test_the_kinds_alone_are_accepted(tmp_path: Path) -> None:
    """So that what is refused above is refused for its promise."""
    path = tmp_path / "given.drn"
    path.write_text(KINDS + "promise p: always: seen by c: A is ready\n", encoding="utf-8")
    assert load(path).theories
