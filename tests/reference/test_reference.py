"""The rulebook beside a model of the same things that was written from the facts alone.

The rulebook forbids nothing that can happen, and allows nothing that cannot, but for what `differences.py` lists.
"""

from __future__ import annotations

from random import Random

import pytest

from reference.differences import FORBIDDEN, KNOWN, Forbidden
from reference.findings import Findings, broken_beyond, broken_by, near, runs
from reference.rulebook import instead, rules, without
from reference.scopes import SCOPES

RUNS = 600


def test_every_run_keeps_every_rule() -> None:
    assert not broken_by(runs(RUNS), rules())


@pytest.mark.parametrize("entry", FORBIDDEN, ids=lambda entry: entry.name)
def test_what_is_left_out_breaks_the_rules_that_are_listed(entry: Forbidden) -> None:
    assert broken_beyond(entry, rules(), at_least=60, at_most=4000) == entry.rules


def test_worlds_that_are_allowed_can_be() -> None:
    """And worlds that can be are allowed; every entry of the list is seen; and no rule can be left out without being missed."""
    findings = Findings()
    for worlds, count in SCOPES.values():
        findings.look(worlds(Random(2), count), rules())
    findings.look(runs(100), rules())
    findings.look(near(100, 8, rules()), rules())
    findings.sample(range(8))
    assert not findings.unexplained
    assert set(findings.impossible) == KNOWN
    assert rules().labels == set(findings.felt)


STRONGER = {
    "a late kill": ("exited <= due or (preStop > 0s and (exited < due + 1s or node.lost < due + 1s))", "exited <= due"),
    "crashes": (
        "every endpoint where exited: crashed = exited or signalled <= exited",
        "every endpoint where exited: signalled <= exited",
    ),
    "connections": (
        "every connection where opened: at opened: endpoint is not closed",
        "every connection where opened: at opened: endpoint is podReady",
    ),
    "kept connections": ("(r.endpoint is not closed or r.connection is not none)", "r.endpoint is not closed"),
}


@pytest.mark.parametrize("mutant", STRONGER)
def test_a_rule_that_is_too_strong_is_noticed(mutant: str) -> None:
    stronger = instead(*STRONGER[mutant])
    assert any(stronger.broken(world) for world in runs(2 * RUNS))


WEAKER = {
    "a service proxy turns away only what it has no endpoint for": "selections",
    "an end is recorded sooner or later, unless the node is lost": "ends",
    "a server takes connections until it closes, at the latest when it ends": "ends",
    "a finished request is received, unless it is cut before": "answers",
}


@pytest.mark.parametrize("rule", WEAKER)
def test_a_rule_that_is_missing_is_missed(rule: str) -> None:
    worlds, count = SCOPES[WEAKER[rule]]
    findings = Findings()
    findings.look(worlds(Random(2), count), without(rule))
    assert findings.unexplained
