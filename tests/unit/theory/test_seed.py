"""The seed's spec, as the typed theory that every later stage works on."""

from __future__ import annotations

from fractions import Fraction

import pytest

from checkspec.theory import typed
from checkspec.theory.load import load
from checkspec.theory.typed import Role, Spec, Theory
from unit.theory.reading import DRAFTS, RULEBOOKS, labels, line, shape


@pytest.fixture(scope="module")
def seed() -> Spec:
    return load(DRAFTS / "ops-drain-01.drn", rulebooks=RULEBOOKS)


@pytest.fixture(scope="module")
def theory(seed: Spec) -> Theory:
    return seed.theories[0]


def test_the_base_comes_first_and_the_cases_follow_in_the_order_of_the_file(seed: Spec) -> None:
    assert [each.case for each in seed.theories] == [None, "published", "alone", "late", "steady"]
    assert seed.theories[1].title == "unready addresses are published"


def test_individuals_stand_in_the_order_of_the_file(theory: Theory) -> None:
    assert [each.name for each in theory.individuals] == ["inference", "A", "B", "proxy", "R1", "R2"]
    assert [each.name for each in theory.named(theory.kinds["request"])] == ["R1", "R2"]


def test_rules_come_before_everything_of_the_spec(theory: Theory) -> None:
    roles = [each.role for each in theory.lines]
    assert roles[: roles.count(Role.RULE)] == [Role.RULE] * roles.count(Role.RULE)
    assert roles.count(Role.RULE) > 30


def test_a_rule_has_its_label_and_its_sources(theory: Theory) -> None:
    [rule] = [
        each for each in theory.lines if each.label == "a service proxy selects a ready endpoint, else one that is serving and terminating"
    ]
    assert rule.cites == ("KD02", "KP-topo", "F17 F18 F20")
    assert theory.sources["KP-topo"] == "kubernetes/kubernetes, pkg/proxy/topology.go"
    assert rule.span.source.name == "kubernetes.drn"


def test_given_values_and_references_are_lines(theory: Theory) -> None:
    values = labels(theory, Role.VALUE)
    assert values == [
        "A of inference",
        "B of inference",
        "proxy of inference",
        "proxy.lag: 0s",
        "R1 on A",
        "R1 via proxy",
        "R2 on A",
        "R2 via proxy",
    ]
    assert shape(line(theory, "proxy.lag: 0s")) == "Compare(= proxy.lag 0 =)"
    assert shape(line(theory, "R1 on A")) == "Same(R1.endpoint A False)"


def test_a_value_knows_its_individual_and_its_field(theory: Theory) -> None:
    [lag] = [each for each in theory.lines if each.label == "proxy.lag: 0s"]
    assert lag.subject is not None and lag.subject.name == "proxy"
    assert lag.field is theory.kinds["consumer"].fields["lag"]
    assert lag.span.text == "lag: 0s"


def test_defaults_of_named_individuals_are_lines_of_their_own(theory: Theory) -> None:
    assert "A.preStop: 0s (default)" in labels(theory, Role.DEFAULT)
    assert shape(line(theory, "A.gracePeriodSeconds: terminationGracePeriodSeconds (default)")) == (
        "Compare(= A.gracePeriodSeconds A.terminationGracePeriodSeconds =)"
    )
    assert shape(line(theory, "proxy.selects: as-kube-proxy (default)")) == "Same(proxy.selects as-kube-proxy False)"


def test_assumptions(theory: Theory) -> None:
    assert labels(theory, Role.ASSUMPTION) == ["two endpoints", "A departs after accepting both", "B stays eligible"]
    assert shape(line(theory, "two endpoints")) == "NoOther(endpoint [] None)"
    assert shape(line(theory, "B stays eligible")) == "Always(And([Holds(B ready) Holds(B serving) Not(Holds(B terminating))]))"
    assert shape(line(theory, "A departs after accepting both")) == (
        "And([Happened(A deleted) Compare(< R1.accepted A.deleted before) Compare(< R2.accepted A.deleted before)])"
    )


def test_promises_and_what_an_offer_takes_over(theory: Theory) -> None:
    assert [(each.offer, each.name, each.inherited, each.origin) for each in theory.promises] == [
        ("W", "withdrawn", False, None),
        ("C", "withdrawn", True, "W"),
        ("C", "complete", False, None),
        ("C", "complete-by-cutoff", False, None),
    ]
    withdrawn, again, complete, cutoff = (each.formula for each in theory.promises)
    assert shape(withdrawn) == (
        "Quantified(no request [Same(request.endpoint A False) Same(request.consumer proxy False)] "
        "Compare(> request.selected A.deleted after) None)"
    )
    assert again is withdrawn
    assert shape(complete) == (
        "Quantified(every request [Same(request.endpoint A False)] Compare(< request.accepted A.deleted before) Happened(request received))"
    )
    assert isinstance(cutoff, typed.Quantified) and cutoff.body is not None
    assert shape(cutoff.body) == "Compare(<= request.received @later by)"
    assert not cutoff.variable.written


def test_neither_offer_states_anything_of_its_own(theory: Theory) -> None:
    assert [(each.name, each.changed) for each in theory.offers] == [("W", False), ("C", False)]
    assert theory.lines_for("C") == theory.lines == theory.lines_for(None)


def test_observations(theory: Theory) -> None:
    now, later = theory.observations
    assert (now.title, later.source) == ("both unfinished", "the supplier's application")
    assert [each.label for each in now.lines] == [
        "A is serving and A is terminating and A is not ready",
        "R1 is not received",
        "R2 is not received",
    ]
    assert shape(later.lines[0].formula) == "Compare(>= @later @now >=)"
    assert shape(later.lines[1].formula) == "At(@later Happened(R1 received))"
    assert all(each.role is Role.OBSERVED for each in later.lines)


def test_expectations(seed: Spec) -> None:
    base, published, *_ = seed.theories
    assert [(each.offer, each.promise, each.at, each.verdict) for each in base.expectations] == [
        ("W", "withdrawn", None, "HOLDS"),
        ("C", "complete", None, "FAILS"),
        ("C", "complete", "now", "UNDETERMINED"),
        ("C", "complete", "later", "UNDETERMINED"),
        ("C", "complete-by-cutoff", "later", "REFUTED"),
    ]
    assert [each.verdict for each in published.expectations] == ["FAILS"]


def test_derived_members_are_defined_over_self(theory: Theory) -> None:
    endpoint = theory.kinds["endpoint"]
    assert endpoint.states["podReady"].definition is None
    assert shape(endpoint.states["serving"].definition) == "And([Holds(self listed) Holds(self podReady)])"
    assert shape(endpoint.events["signalled"].definition) == "Plus(self.stopping Least([self.preStop self.grace]))"
    assert shape(theory.kinds["consumer"].sees["endpoint"].bound) == "self.lag"
    assert theory.kinds["node"].states["healthy"].definition is not None


def test_a_case_sets_anew_and_drops(seed: Spec) -> None:
    base, published, alone, late, steady = seed.theories
    assert "inference.publishNotReadyAddresses: false (default)" in labels(base, Role.DEFAULT)
    assert "inference.publishNotReadyAddresses: false (default)" not in labels(published, Role.DEFAULT)
    assert labels(published, Role.VALUE)[-1] == "inference.publishNotReadyAddresses: true"
    assert alone.dropped == ("B stays eligible",) and "B stays eligible" not in labels(alone, Role.ASSUMPTION)
    assert "proxy.lag: 0s" not in labels(late, Role.VALUE) and "proxy.lag: 2s" in labels(late, Role.VALUE)
    assert "nothing crashes" in labels(steady, Role.ASSUMPTION)
    assert steady.rulebooks == ("kubernetes 1.34", "calm") and base.rulebooks == ("kubernetes 1.34",)


def test_what_is_the_same_in_several_cases_is_made_once(seed: Spec) -> None:
    base, published, *_ = seed.theories
    assert base.kinds is published.kinds
    assert set(base.lines) - set(published.lines) != set() and len(set(base.lines) & set(published.lines)) == len(base.lines) - 1


def test_literals_are_exact(theory: Theory) -> None:
    formula = line(theory, "proxy.lag: 0s")
    assert isinstance(formula, typed.Compare) and isinstance(formula.right, typed.Constant)
    assert formula.right.value == Fraction(0) and formula.right.type.sort is typed.Sort.DURATION
