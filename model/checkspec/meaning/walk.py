"""The parts of a term or formula."""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.theory import typed
from checkspec.theory.typed import Formula, Individual, Term

Expression = Term | Formula


def parts(node: Expression) -> tuple[Expression, ...]:
    """The terms and formulas directly within `node`, in the order of the text. Definitions of states and events are not within."""
    match node:
        case typed.FieldOf(subject=subject) | typed.Moment(subject=subject):
            return (subject,)
        case typed.Happened(subject=subject) | typed.Holds(subject=subject):
            return (subject,)
        case typed.Plus(left, right) | typed.Minus(left, right) | typed.Times(left, right):
            return (left, right)
        case typed.Compare(left=left, right=right) | typed.Same(left=left, right=right):
            return (left, right)
        case typed.Least(terms) | typed.Greatest(terms):
            return terms
        case typed.CountOf(where=where):
            return () if where is None else (where,)
        case typed.DefinedTerm(term=term) | typed.Flag(term=term) | typed.Absent(term=term):
            return (term,)
        case typed.Within(moment, bound, start):
            return (moment, bound, start)
        case typed.Not(part):
            return (part,)
        case typed.And(several) | typed.Or(several):
            return several
        case typed.If(condition, body):
            return (condition, body)
        case typed.Quantified(phrases=phrases, where=where, body=said):
            return (*phrases, *(() if where is None else (where,)), *(() if said is None else (said,)))
        case typed.NoOther(phrases=phrases, where=where):
            return (*phrases, *(() if where is None else (where,)))
        case typed.At(instant, body):
            return (instant, body)
        case typed.During(start, end, body):
            return (*(() if start is None else (start,)), *(() if end is None else (end,)), body)
        case typed.Always(body) | typed.Ever(body):
            return (body,)
        case typed.SeenBy(consumer, body):
            return (consumer, body)
        case typed.Applied(formula=formula):
            return (formula,)
        case _:
            return ()


def binds(node: Expression) -> typed.Variable | None:
    """The variable that `node` binds in its parts, if any."""
    match node:
        case typed.CountOf(variable=variable) | typed.Quantified(variable=variable) | typed.NoOther(variable=variable):
            return variable
        case _:
            return None


def free_variables(node: Expression) -> tuple[typed.Variable, ...]:
    """The variables that `node` mentions and does not bind, each once, in the order of the text."""
    if isinstance(node, typed.Variable):
        return (node,)
    own = binds(node)
    return tuple(dict.fromkeys(variable for part in parts(node) for variable in free_variables(part) if variable is not own))


def individuals(node: Expression) -> Iterator[Individual]:
    """The individuals that a text names, as often as it does."""
    if isinstance(node, Individual):
        yield node
    for part in parts(node):
        yield from individuals(part)
