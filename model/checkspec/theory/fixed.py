"""Whether moments settle who belongs to a population: at some instant it is settled of everybody, and what comes later changes nothing.

A moment of a member is *bounded* if the condition demands that it comes no later than something that is settled: `accepted before
A.deleted`. An atom is settled if all moments of members in it are bounded, or if it only asks whether one has come by such an instant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checkspec.text.codes import Code
from checkspec.text.diagnostic import Refused
from checkspec.text.source import Span
from checkspec.theory.complaints import refused
from checkspec.theory.typed import (
    Absent,
    Always,
    And,
    Applied,
    At,
    Compare,
    CountOf,
    DefinedTerm,
    During,
    Event,
    Ever,
    FieldOf,
    Flag,
    Formula,
    Greatest,
    Happened,
    Holds,
    If,
    Least,
    Minus,
    Moment,
    NoOther,
    Not,
    Or,
    Plus,
    Quantified,
    Same,
    SeenBy,
    Term,
    Times,
    Truth,
    Variable,
    Within,
)

Own = tuple[Variable, Event]
"""A moment of a member, or of anybody else that the condition quantifies over."""
AS_IN = "as in `accepted before A.deleted`"


def settled(name: str, condition: Formula, member: Variable, span: Span) -> None:
    """Raises if moments do not settle who belongs to the population of that name; `span`: its declaration."""
    bounded = _bounded(condition)
    _Check(bounded).formula(condition, False)
    if not _bounds_members(condition, member, bounded):
        raise refused(
            Code.DRN309,
            f"`{name}` is fixed by no moment: it may grow without end",
            span,
            help=f"bound a moment of its members by another, {AS_IN}",
        )


def _bounded(condition: Formula) -> set[Own]:
    """The moments of members that the condition bounds from above."""
    conjuncts = [*_conjuncts(condition)]
    found: set[Own] = set()
    while True:
        before = len(found)
        for each in conjuncts:
            found |= _bounds(each, found)
        if len(found) == before:
            return found


def _bounds_members(formula: Formula, member: Variable, bounded: set[Own]) -> bool:
    """Whether a moment of each member comes no later than something settled."""
    match formula:
        case And(parts=parts):
            return any(_bounds_members(part, member, bounded) for part in parts)
        case Or(parts=parts):
            return all(_bounds_members(part, member, bounded) for part in parts)
        case Applied(formula=inner):
            return _bounds_members(inner, member, bounded)
        case Compare(operator="<" | "<=" | "=" as operator, left=left, right=right):
            return (_comes(left, member) and _is_settled(right, bounded)) or (
                operator == "=" and _comes(right, member) and _is_settled(left, bounded)
            )
        case Compare(operator=">" | ">=", left=left, right=right):
            return _comes(right, member) and _is_settled(left, bounded)
        case _:
            return any(variable is member for variable, _ in _bounds(formula, bounded))


def _comes(term: Term, member: Variable) -> bool:
    return _only_grows(term) and any(variable is member for variable, _ in _own(term))


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    match formula:
        case And(parts=parts):
            for part in parts:
                yield from _conjuncts(part)
        case Applied(formula=inner):
            yield from _conjuncts(inner)
        case _:
            yield formula


def _bounds(formula: Formula, bounded: set[Own]) -> set[Own]:
    match formula:
        case Compare(operator="<" | "<=" | "=" as operator, left=left, right=right):
            forth = _sums(left) if _is_settled(right, bounded) else set()
            return forth | (_sums(right) if operator == "=" and _is_settled(left, bounded) else set())
        case Compare(operator=">" | ">=", left=left, right=right) if _is_settled(left, bounded):
            return _sums(right)
        case Within(moment=moment, bound=bound, start=start) if _is_settled(bound, bounded) and _is_settled(start, bounded):
            return _sums(moment)
        case Or(parts=parts) if parts:
            return set.intersection(*({own for each in _conjuncts(part) for own in _bounds(each, bounded)} for part in parts))
        case At(instant=instant, body=body) if _is_settled(instant, bounded):
            happened = [part for part in _conjuncts(body) if isinstance(part, Happened)]
            return {(part.subject, part.event) for part in happened if isinstance(part.subject, Variable)}
        case _:
            return set()


def _sums(term: Term) -> set[Own]:
    """The moments of members that come no later than the term's value, if that is there."""
    match term:
        case Moment(subject=Variable() as subject, event=event):
            return {(subject, event)}
        case Plus(left=left, right=right) if _only_grows(term):
            return _sums(left) | _sums(right)
        case Minus(left=left, right=right) if not _own(right):
            return _sums(left)
        case Greatest(terms=terms):
            return {own for each in terms for own in _sums(each)}
        case DefinedTerm(term=inner):
            return _sums(inner)
        case _:
            return set()


def _own(term: Term) -> set[Own]:
    """All moments of members that a term names."""
    match term:
        case Moment(subject=Variable() as subject, event=event):
            return {(subject, event)}
        case Moment(subject=subject) | FieldOf(subject=subject):
            return _own(subject)
        case Plus(left=left, right=right) | Minus(left=left, right=right) | Times(left=left, right=right):
            return _own(left) | _own(right)
        case Least(terms=terms) | Greatest(terms=terms):
            return {own for each in terms for own in _own(each)}
        case DefinedTerm(term=inner):
            return _own(inner)
        case _:
            return set()


def _is_settled(term: Term, bounded: set[Own]) -> bool:
    return _own(term) <= bounded


def _only_grows(term: Term) -> bool:
    """Whether nothing that is yet to happen can make the value of the term less than the instant at hand."""
    match term:
        case Minus(left=left, right=right):
            return _only_grows(left) and not _own(right)
        case Plus(left=left, right=right):
            return _only_grows(left) and _only_grows(right)
        case Least(terms=terms) | Greatest(terms=terms):
            return all(map(_only_grows, terms))
        case DefinedTerm(term=inner):
            return _only_grows(inner)
        case Times():
            return not _own(term)
        case _:
            return True


class _Check:
    """Raises at the first atom that is never settled."""

    def __init__(self, bounded: set[Own]) -> None:
        self._bounded = bounded

    def formula(self, formula: Formula, instant: bool) -> None:
        """`instant`: one is in force, and it is settled."""
        match formula:
            case Truth() | Same() | Flag():
                return
            case Absent(term=term):
                if isinstance(term, Moment):
                    raise _open(formula.span)
            case Happened() | Holds():
                if not instant:
                    raise _open(formula.span)
            case Compare():
                self._compared(formula, instant)
            case Within(moment=moment, bound=bound, start=start):
                if not (self._known(moment, bound, start) or (_only_grows(moment) and self._known(bound, start))):
                    raise _open(formula.span)
            case At(instant=at, body=body):
                if not self._known(at):
                    raise _open(at.span)
                self.formula(body, True)
            case Ever(body=body):
                self.formula(body, False)
            case SeenBy(body=body):
                self.formula(body, instant)
            case Not(part=part):
                self.formula(part, instant)
            case And(parts=parts) | Or(parts=parts):
                self._all(parts, instant)
            case If(condition=condition, body=body):
                self._all((condition, body), instant)
            case Quantified(phrases=phrases, where=where, body=body):
                self._all((*phrases, *(part for part in (where, body) if part is not None)), instant)
            case NoOther(phrases=phrases, where=where):
                self._all((*phrases, *(() if where is None else (where,))), instant)
            case Applied(formula=inner):
                self.formula(inner, instant)
            case Always() | During():
                raise _open(formula.span)

    def _all(self, parts: Iterable[Formula], instant: bool) -> None:
        for part in parts:
            self.formula(part, instant)

    def _compared(self, formula: Compare, instant: bool) -> None:
        left, right, operator = formula.left, formula.right, formula.operator
        for side in (left, right):
            if isinstance(side, CountOf) and side.where is not None:
                self.formula(side.where, instant)
        by = operator in ("<", "<=", "=") and _only_grows(left) and self._known(right)
        by = by or (operator in (">", ">=", "=") and _only_grows(right) and self._known(left))
        if not (by or self._known(left, right)):
            raise _open(formula.span, self._unbounded(left, right))

    def _unbounded(self, *terms: Term) -> str:
        return next((event.name for term in terms for variable, event in _own(term) if (variable, event) not in self._bounded), "")

    def _known(self, *terms: Term) -> bool:
        return all(_is_settled(term, self._bounded) for term in terms)


def _open(span: Span, event: str = "") -> Refused:
    """`event`: one that may still come, for ever."""
    text = " ".join(span.text.split())
    help = f"say by which moment a member's event comes, {AS_IN}, or what holds at one: `(at A.deleted: …)`"
    if event:
        help = f"say as well by which moment `{event}` comes, as in `{event} by 60s`"
    return refused(Code.DRN309, f"no moment settles `{text}`, and a population is fixed by moments", span, help=help)
