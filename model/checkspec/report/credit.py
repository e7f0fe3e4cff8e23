"""Why a promise is kept in one world, beside another in which it is broken."""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.meaning.evaluate import Evaluator
from checkspec.report.blame import Blame, Ground, asked_of, grounds_of, latest_of
from checkspec.theory.typed import Formula, Quantified

MANY = 8
"""Of more than so many who are put to the test, only who broke the promise in the other world is spoken of."""


def credit(evaluator: Evaluator, formula: Formula, broken: Blame) -> Blame:
    """Why `formula`, which is false in another world as `broken` says, is true in the evaluator's. What is decisive is, if that is among
    the grounds, what was so there: for each who is put to the test, and for who broke it there, be it that he is not put to the test."""
    whole = grounds_of(evaluator, formula, True, {}, None)
    grounds = [ground for each in whole for ground in _one_by_one(evaluator, each, broken)]
    decisive = [ground for ground in grounds if any(ground.formula is each.formula for each in broken.decisive)] or grounds[-1:]
    return Blame(tuple(grounds), tuple(decisive), latest_of(evaluator, decisive))


def _one_by_one(evaluator: Evaluator, ground: Ground, broken: Blame) -> Iterator[Ground]:
    """In place of a ground that says something of each of a kind, its grounds for those who are spoken of; itself, if nobody is."""
    formula = ground.formula
    if not isinstance(formula, Quantified) or (formula.quantity == "some") is ground.value:
        yield ground
        return
    asked, each = asked_of(formula), [] if formula.body is None else [formula.body]
    if formula.quantity != "every":
        asked, each = [*asked, *each], []  # nobody is like that
    there = [member for member in evaluator.world.members if member.kind == formula.variable.kind.name]
    bound = [{**ground.bindings, formula.variable: member} for member in there]
    tested = [one for one in bound if each and all(evaluator.truth(part, one, ground.instant) for part in asked)]
    breaker = broken.decisive[-1].bindings.get(formula.variable)
    blamed = [one for one in bound if breaker is not None and one[formula.variable].name == breaker.name]
    spoken_of = [one for one in bound if one in blamed or (one in tested and len(tested) <= MANY)]
    for one in spoken_of:
        missed = [part for part in asked if not evaluator.truth(part, one, ground.instant)]
        part, value = (missed[0], False) if missed else (each[0], True)
        for inner in grounds_of(evaluator, part, value, one, ground.instant):
            yield from _one_by_one(evaluator, inner, broken)
    if not spoken_of:
        yield ground
