"""Laws that bind the verdicts of one theory to those of another, on the kernel's cases. None needs to know the right verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from checkspec.answer.verdict import Answer, Verdict
from checkspec.theory.typed import Formula, Line, NoOther, Not, Observation, Promise, Role, Theory, Variable
from kernel.cases import FILES, Key, decide, decided, label, theories

THEORIES = [pytest.param(theory, id=path.stem) for path in FILES for theory in theories(path)]
STEADY = {
    Verdict.HOLDS: {Verdict.HOLDS, Verdict.INCONSISTENT},
    Verdict.REFUTED: {Verdict.REFUTED, Verdict.INCONSISTENT},
    Verdict.INCONSISTENT: {Verdict.INCONSISTENT},
}
MIRROR = {
    Verdict.HOLDS: Verdict.REFUTED,
    Verdict.REFUTED: Verdict.HOLDS,
    Verdict.UNDETERMINED: Verdict.UNDETERMINED,
    Verdict.INCONSISTENT: Verdict.INCONSISTENT,
}


@pytest.mark.parametrize("theory", THEORIES)
def test_more_evidence_never_takes_an_answer_back(theory: Theory) -> None:
    """L1 and L2: what holds by design holds under every evidence; HOLDS and REFUTED persist, or the evidence is inconsistent."""
    for key, earlier in decided(theory).items():
        for later in columns(theory, key):
            if earlier.verdict in STEADY:
                assert later.verdict in STEADY[earlier.verdict], label(key)


@pytest.mark.parametrize("theory", THEORIES)
def test_more_that_is_stated_never_takes_a_promise_back(theory: Theory) -> None:
    """L3: closing a kind, a further assumption or a further observation leaves HOLDS as it is, perhaps vacuous, or INCONSISTENT."""
    held = [key for key, answer in decided(theory).items() if answer.verdict is Verdict.HOLDS]
    if held:
        for change in changes(theory):
            found = decide(change)
            for key in held:
                assert found[key].verdict in STEADY[Verdict.HOLDS], label(key)


@pytest.mark.parametrize("theory", THEORIES)
def test_a_promise_and_its_contrary(theory: Theory) -> None:
    """L7: a promise holds at an observation exactly if its contrary is refuted there; by design, if the contrary fails in every world."""
    contrary = replace(theory, promises=tuple(replace(each, formula=Not(each.formula, each.span)) for each in theory.promises))
    found = decide(contrary)
    for key, answer in decided(theory).items():
        if answer.verdict is not Verdict.UNKNOWN:
            assert_contrary(key, answer, found[key])


def assert_contrary(key: Key, answer: Answer, contrary: Answer) -> None:
    if answer.at is not None:
        assert contrary.verdict is MIRROR[answer.verdict], label(key)
    elif answer.verdict is Verdict.FAILS:
        assert contrary.verdict is (Verdict.HOLDS if answer.in_every_world else Verdict.FAILS), label(key)
    elif answer.verdict is Verdict.HOLDS:
        assert contrary.verdict is Verdict.FAILS and contrary.in_every_world, label(key)
    else:
        assert contrary.verdict is answer.verdict, label(key)


def columns(theory: Theory, key: Key) -> Iterator[Answer]:
    """The answers for the same promise in the columns from this one on."""
    offer, promise, at = key
    names = [None, *(observation.name for observation in theory.observations)]
    for name in names[names.index(at) :]:
        yield decided(theory)[offer, promise, name]


def changes(theory: Theory) -> Iterator[Theory]:
    """The theory with more stated: each kind closed, the first promise assumed, the first promise observed before anything else."""
    for kind in theory.kinds.values():
        variable = Variable("any", kind, kind.span, written=False)
        yield stating(theory, NoOther(variable, (), None, kind.span))
    first: Promise = theory.promises[0]
    yield stating(theory, first.formula)
    observed = Line(Role.OBSERVED, "observed", first.formula, first.span)
    yield replace(theory, observations=(Observation("extra", "", "", (observed,), first.span), *theory.observations))


def stating(theory: Theory, formula: Formula) -> Theory:
    """With one assumption more, in every offer."""
    line = Line(Role.ASSUMPTION, "more", formula, theory.promises[0].span)
    offers = tuple(replace(offer, lines=(*offer.lines, line)) for offer in theory.offers)
    return replace(theory, lines=(*theory.lines, line), offers=offers)
