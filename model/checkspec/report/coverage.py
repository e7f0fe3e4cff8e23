"""What an answer covers: which kinds may have further individuals, and that runs are of any length."""

from __future__ import annotations

from checkspec.answer.verdict import Answer
from checkspec.report.mentions import mentions
from checkspec.report.names import plural
from checkspec.report.story import lines_of
from checkspec.text.lists import joined
from checkspec.theory.typed import And, Formula, Kind, NoOther


def coverage_text(answer: Answer) -> str:
    """`for runs of any length, with any number of further requests, and no other endpoint`."""
    closed, narrowed = _closed(answer)
    used = mentions(answer.promise.formula, *(line.formula for line in answer.reasons), deep=True).populations
    kinds = [kind for kind in answer.theory.kinds.values() if kind in used]
    further = [plural(kind.name) + (" (but see the assumptions)" if kind in narrowed else "") for kind in kinds if kind not in closed]
    none = [kind.name for kind in kinds if kind in closed]
    text = "for runs of any length"
    if further:
        text += f", with any number of further {joined(further)}"
    if none:
        text += f", {'and ' if further else ''}no other {' and no other '.join(none)}"
    return text


def _closed(answer: Answer) -> tuple[set[Kind], set[Kind]]:
    """The kinds without further individuals, and those without some sort of further ones."""
    closed: set[Kind] = set()
    narrowed: set[Kind] = set()
    stack: list[Formula] = [line.formula for line in lines_of(answer)]
    while stack:
        formula = stack.pop()
        if isinstance(formula, And):
            stack += formula.parts
        elif isinstance(formula, NoOther):
            (narrowed if formula.phrases or formula.where is not None else closed).add(formula.variable.kind)
    return closed, narrowed - closed


