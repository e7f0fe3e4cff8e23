"""When something that is worked out is absent: said of its parts, in the words of the language."""

from __future__ import annotations

from checkspec.language import tree
from checkspec.language.tree import Expression
from checkspec.text.diagnostic import Refused
from checkspec.theory.names import Context
from checkspec.theory.terms import term
from checkspec.theory.typed import DefinedTerm, FieldOf, Moment, Quantity


def absence(expression: Expression, negated: bool, context: Context) -> str:
    """`(A.deleted is none or B.deleted is none)` for `max(A.deleted, B.deleted)`: what says that it is absent, or if `negated` that
    it is not. Empty if it never is."""
    if not isinstance(expression, tree.Arithmetic | tree.Call):
        return f"{' '.join(expression.span.text.split())} is {'not ' if negated else ''}none" if _may_be_absent(expression, context) else ""
    parts = (expression.left, expression.right) if isinstance(expression, tree.Arithmetic) else expression.arguments
    every = isinstance(expression, tree.Call) and expression.name.text == "min"
    said = [absence(each, negated, context) for each in parts]
    if every and "" in said:
        return ""
    known = list(dict.fromkeys(each for each in said if each))
    return known[0] if len(known) == 1 else f"({(' and ' if every is not negated else ' or ').join(known)})" if known else ""


def _may_be_absent(expression: Expression, context: Context) -> bool:
    try:
        found = term(expression, context).term
    except Refused:
        return False
    return isinstance(found, FieldOf | Moment | DefinedTerm) or (isinstance(found, Quantity) and found.type.optional)
