"""When a promise is put to the test: the formula that must be possible, or a HOLDS is vacuous.

`every x where φ: …`: some x with φ. `no x where φ` (φ itself is the violation): some x with φ's references and identities; comparisons of
times are weakened to "these events happen", and states and what has happened are left out. `if φ: …`: φ. `at T`, `from T`: T happens;
`from T until U`: and U does not come by then. Anything else is always tested; a conjunction is when one of its parts is.
"""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.text.source import Span
from checkspec.theory.typed import (
    Absent,
    And,
    Applied,
    At,
    Compare,
    DefinedTerm,
    During,
    Ever,
    FieldOf,
    Flag,
    Formula,
    Greatest,
    Happened,
    If,
    Least,
    Minus,
    Moment,
    Not,
    Or,
    Plus,
    Quantified,
    Same,
    Term,
    Times,
    Truth,
    Within,
)


def trigger(formula: Formula) -> Formula:
    """The formula of the test; `Truth(True)` if every world is one."""
    match formula:
        case Applied(formula=inner):
            return trigger(inner)
        case Quantified(quantity="every"):
            return Quantified("some", formula.variable, formula.phrases, formula.where, None, formula.span)
        case Quantified(quantity="no"):
            return _violation(formula)
        case Not(part=Quantified(quantity="some") as inner):
            return _violation(inner)
        case If(condition=condition):
            return condition
        case At(instant=instant):
            return _happens(instant, formula.span)
        case During(start=start, end=end) if start is not None:
            begins = _happens(start, formula.span)
            return begins if end is None else And((begins, Not(Compare("<=", end, start, "<=", formula.span), formula.span)), formula.span)
        case And(parts=parts):
            return Or(tuple(trigger(part) for part in parts), formula.span)
        case _:
            return Truth(True, formula.span)


def _violation(formula: Quantified) -> Formula:
    parts = [part for part in (formula.where, formula.body) if part is not None]
    weakened = And(tuple(_weaken(part) for part in parts), formula.span)
    return Quantified("some", formula.variable, formula.phrases, weakened, None, formula.span)


def _weaken(formula: Formula) -> Formula:
    match formula:
        case And(parts=parts):
            return And(tuple(_weaken(part) for part in parts), formula.span)
        case Or(parts=parts):
            return Or(tuple(_weaken(part) for part in parts), formula.span)
        case Applied(formula=inner):
            return _weaken(inner)
        case Same() | Absent() | Flag() | Not(part=Same() | Absent() | Flag()):
            return formula
        case Compare(left=left, right=right):
            return _all_happen([left, right], formula.span)
        case Within(moment=moment, bound=bound, start=start):
            return _all_happen([moment, bound, start], formula.span)
        case At(instant=instant, body=body):
            return And((_happens(instant, formula.span), _weaken(body)), formula.span)
        case _:
            return Truth(True, formula.span)


def _happens(term: Term, span: Span) -> Formula:
    return _all_happen([term], span)


def _all_happen(terms: list[Term], span: Span) -> Formula:
    moments = [Ever(Happened(moment.subject, moment.event, span), span) for term in terms for moment in _moments(term)]
    return And(tuple(moments), span) if moments else Truth(True, span)


def _moments(term: Term) -> Iterator[Moment]:
    match term:
        case Moment():
            yield term
        case Plus(left=left, right=right) | Minus(left=left, right=right) | Times(left=left, right=right):
            yield from _moments(left)
            yield from _moments(right)
        case Greatest(terms=terms):
            for part in terms:
                yield from _moments(part)
        case DefinedTerm(term=inner):
            yield from _moments(inner)
        case Least() | FieldOf():
            return
