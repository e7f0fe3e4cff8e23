"""The mutants are rulebooks, of every sort; what is said to be noticed is, and what does not concern a spec is not noticed by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.language.parse import parse
from checkspec.text.source import Source
from checkspec.theory.files import RULEBOOKS, read
from idle.mutants import SORTS, Mutant, mutants
from idle.reasons import REASONS, read_reasons
from idle.run import near
from idle.units import ROOT, Books, Trial, Unit, candidates, examine, loads, text_of, words

SMALL = """\
kind server {
  grace: duration = 30s
  mode: a | b | c = b
  spare: bool? = none
  event stopped, due "it is due" = max(stopped + grace, stopped)
  state up = not stopped and (warm or not due)
  state warm
}
rule "an end": every server where stopped and (due or warm): due = stopped and at due: not up
define old(s: server) = s is stopped
assume "calm": every server: not stopped
"""
SAID = """\
default server.grace dropped
default server.grace changed: 29s for `30s`
default server.grace changed: 31s for `30s`
default server.mode dropped
default server.mode changed: a for `b`
default server.mode changed: c for `b`
default server.spare dropped
default server.spare changed: true for `none`
default server.spare changed: false for `none`
event server.due dropped
event server.due changed: without `stopped + grace` in `max(stopped + grace, stopped)`
event server.due changed: without `+ grace`
event server.due changed: without `stopped` in `max(stopped + grace, stopped)`
state server.up dropped
state server.up changed: without `not stopped`
state server.up changed: without `warm or not due`
state server.up changed: without `warm`
state server.up changed: without `not due`
rule "an end" dropped
rule "an end" stricter: without `stopped`
rule "an end" stricter: without `due or warm`
rule "an end" weaker: without `due`
rule "an end" weaker: without `warm`
rule "an end" weaker: without `due = stopped`
rule "an end" weaker: <= in `due = stopped`
rule "an end" weaker: >= in `due = stopped`
rule "an end" weaker: without `at due: not up`
define old changed: without `s is stopped`
assume "calm" dropped
"""
LAG = ROOT / "specs" / "drain" / "lag.drn"


def of(rulebook: str) -> list[Mutant]:
    return list(mutants(read(RULEBOOKS / f"{rulebook}.drn", f"{rulebook}.drn")))


def test_each_thing_is_taken_out_once() -> None:
    found = list(mutants(Source("small.drn", SMALL)))
    assert [each.title for each in found] == SAID.splitlines()
    assert {each.sort for each in found} == set(SORTS)
    for each in found:
        parse(Source("small.drn", each.text))
        assert each.text != SMALL
        assert each.text.count("\n") == SMALL.count("\n")


def test_a_rule_says_what_its_text_says() -> None:
    weaker = next(each for each in mutants(Source("small.drn", SMALL)) if each.title.endswith("without `due = stopped`"))
    assert weaker.formula == "every server where stopped and (due or warm): true and at due: not up"
    assert weaker.formula in weaker.text


@pytest.mark.parametrize("rulebook", sorted(path.stem for path in RULEBOOKS.glob("*.drn")))
def test_mutants_are_rulebooks(rulebook: str) -> None:
    found = [each for each in of(rulebook) if "= in " not in each.part]  # which of these are, `run.well_formed` finds out
    for each in found[:: 1 + len(found) // 25]:
        assert loads(rulebook, each.text), each.title


@pytest.fixture(scope="module")
def lag() -> tuple[list[Mutant], list[Unit]]:
    """The mutants of the rulebook, and what the promises of one spec rest on."""
    source = read(RULEBOOKS / "kubernetes.drn", "kubernetes.drn")
    found = [each for each in of("kubernetes") if "= in " not in each.part]
    probes = {number: each for number, each in enumerate(found) if each.formula}
    return found, examine(text_of(LAG), "kubernetes", source.text, probes)


def notices(lag: tuple[list[Mutant], list[Unit]], title: str, everybody: bool = False) -> list[str]:
    """What those who may notice a mutant say, or everybody."""
    found, units = lag
    number, mutant = next((number, each) for number, each in enumerate(found) if each.title.startswith(title))
    text = text_of(LAG)
    around = near(read(RULEBOOKS / "kubernetes.drn", "kubernetes.drn").text, mutant)
    able = units if everybody else candidates(mutant, number, units, around, {text.name: words(text.whole)})
    with Books("kubernetes", mutant.text) as books:
        trial = Trial(mutant, books)
        return [said for said in (trial.noticed(text, unit) for unit in able) if said]


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ('rule "a service proxy selects a ready endpoint, else one that is serving and terminating" dropped', "holds, fails"),
        ("default service.publishNotReadyAddresses changed", "holds, fails"),
        ("state endpoint.terminating changed: without `deleted`", "inconsistent"),
    ],
)
def test_what_matters_is_noticed(title: str, said: str, lag: tuple[list[Mutant], list[Unit]]) -> None:
    found = notices(lag, title)
    assert found and found[0].startswith("specs/drain/lag.drn case lag: ")
    assert found[0].endswith(said)


@pytest.mark.parametrize("sort", ["dropped", "stricter"])
def test_what_is_harmless_is_not(sort: str, lag: tuple[list[Mutant], list[Unit]]) -> None:
    title = f'rule "a hop ends only after it was told to stop or by a crash" {sort}'
    assert len(lag[1]) == 2
    assert notices(lag, title) == []
    assert notices(lag, title, everybody=True) == []


def test_reasons_are_read() -> None:
    text = 'Why.\n\n## one\n\n### rule "r"\n\n- weaker `a\n  = b`: because\n  of that\n- dropped: so\n'
    text += "\n## two\n\n### default k.f\n\n- dropped: so\n"
    found = read_reasons(text, "one")
    assert [(each.title, each.why) for each in found] == [('rule "r" weaker `a = b`', "because of that"), ('rule "r" dropped', "so")]
    with pytest.raises(ValueError, match="no reason: - gone: so"):
        read_reasons(text + "- gone: so\n", "two")


@pytest.mark.parametrize("rulebook", sorted(path.stem for path in RULEBOOKS.glob("*.drn")))
def test_each_reason_is_about_a_mutant(rulebook: str) -> None:
    found = of(rulebook)
    for reason in read_reasons(REASONS.read_text("utf-8"), rulebook):
        assert any(reason.is_about(each) for each in found), f"{Path(REASONS).name}: {reason.title}"
