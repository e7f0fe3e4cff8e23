"""Promises of completion: those that ask an event of each member of a set, and what of it they name.

Nothing here knows what completion is; a rulebook's text says which events there are, where they are noticed, and which of them counts
as complete.
"""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.text.diagnostic import Refused
from checkspec.text.node import Node, node
from checkspec.theory.boundaries import change_of
from checkspec.theory.fixed import settled
from checkspec.theory.typed import (
    And,
    Applied,
    At,
    Compare,
    Event,
    Ever,
    Formula,
    Happened,
    If,
    Kind,
    Moment,
    Not,
    Or,
    Quantified,
    Term,
    Truth,
    Variable,
    Within,
)
from checkspec.theory.walk import conjuncts, nodes


@node
class Completion(Node):
    """What a promise asks of each member of a set.

    `everybody`: the quantifier that it stands in. `where`: who belongs, without what is asked (`no request where accepted and not received`
    asks `received`). `counted`: the events of a member that `where` names. `fixed`: moments settle who belongs. `asked`: where the
    promise asks an event, as `Happened`, or as the comparison or `Within` that says by when. `cutoff`: by when, if each says so.
    """

    everybody: Quantified
    where: Formula | None
    counted: tuple[Event, ...]
    fixed: bool
    asked: tuple[Happened | Compare | Within, ...]
    cutoff: Term | None

    @property
    def member(self) -> Variable:
        return self.everybody.variable

    @property
    def kind(self) -> Kind:
        return self.everybody.variable.kind

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that are asked, each once."""
        return tuple(dict.fromkeys(_event(each) for each in self.asked))

    @property
    def either(self) -> bool:
        """Whether one of the events is enough."""
        return isinstance(self.everybody.body, Or)

    @property
    def population(self) -> str:
        """The name of the population that the set is, if it is one."""
        found = (part.name for part in conjuncts(self.where) if isinstance(part, Applied) and part.population)
        return next(found, "")


def completion_of(formula: Formula, at: Term | None = None) -> Completion | None:
    """The first part of a promise that asks an event of each member of a set; None if there is none. `at`: the instant in force."""
    match formula:
        case And(parts=parts):
            return next((found for part in parts if (found := completion_of(part, at)) is not None), None)
        case At(instant=instant, body=body):
            return completion_of(body, instant)
        case Ever(body=body):
            return completion_of(body, None)
        case If(body=body):
            return completion_of(body, at)
        case Quantified(quantity="every", variable=member, body=body) if body is not None:
            asked = tuple(_asked(body, member))
            return _completion(formula, formula.where, asked, at) if asked else completion_of(body, at)
        case Quantified(quantity="no", variable=member, where=where, body=None):
            denied = [part for part in conjuncts(where) if isinstance(part, Not) and any(_asked(part.part, member))]
            asked = tuple(each for part in denied for each in _asked(part.part, member))
            return _completion(formula, _joined([part for part in conjuncts(where) if part not in denied]), asked, at) if asked else None
        case _:
            return None


def _joined(parts: list[Formula]) -> Formula | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return And(tuple(parts), parts[0].span.to(parts[-1].span))


def _completion(
    everybody: Quantified, where: Formula | None, asked: tuple[Happened | Compare | Within, ...], at: Term | None
) -> Completion:
    member = everybody.variable
    counted = dict.fromkeys(
        event for each in (() if where is None else nodes(where)) if (event := _own(each, member)) is not None
    )
    cutoffs = [_cutoff(each) or at for each in asked]
    cutoff = cutoffs[-1] if all(each is not None for each in cutoffs) else None
    return Completion(everybody, where, tuple(counted), _is_fixed(everybody, where), asked, cutoff)


def _is_fixed(everybody: Quantified, where: Formula | None) -> bool:
    span = everybody.span
    try:
        settled("", And((*everybody.phrases, Truth(True, span) if where is None else where), span), everybody.variable, span)
    except Refused:
        return False
    return True


def _asked(body: Formula, member: Variable) -> Iterator[Happened | Compare | Within]:
    """Where the body asks an event of the member: by itself, together with other things, or as each of several alternatives."""
    match body:
        case And(parts=parts):
            for part in parts:
                yield from _asked(part, member)
        case Or(parts=parts):
            each = [[*_asked(part, member)] for part in parts]
            if all(each):
                yield from (found for several in each for found in several)
        case If(body=inner) | Ever(body=inner):
            yield from _asked(inner, member)
        case Happened(subject=subject) if subject is member:
            yield body
        case Compare(operator="<" | "<=", left=Moment(subject=subject), right=right) if subject is member:
            if not any(isinstance(each, Moment) and each.subject is member for each in nodes(right)):
                yield body
        case Within(moment=Moment(subject=subject)) if subject is member:
            yield body


def _event(asked: Happened | Compare | Within) -> Event:
    match asked:
        case Happened(event=event) | Compare(left=Moment(event=event)) | Within(moment=Moment(event=event)):
            return event
        case _:
            raise TypeError(f"no event is asked: {asked}")


def _cutoff(asked: Happened | Compare | Within) -> Term | None:
    match asked:
        case Compare(right=right):
            return right
        case Within(start=start):
            return start
        case _:
            return None


def _own(each: Formula | Term, member: Variable) -> Event | None:
    if isinstance(each, Happened | Moment) and each.subject is member:
        change = change_of(each)
        return change if isinstance(change, Event) else None
    return None
