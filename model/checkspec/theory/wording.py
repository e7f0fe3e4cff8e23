"""A promise of completion said anew, with a part that it left open: the text that can stand in its place.

What is named for example is taken from the scenario: an event of its kind that lines compare with a moment, a moment that they compare
it with, an observation. Where the words to be replaced are not the promise's own (they stand in a define), there is no such text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checkspec.theory.completion import Completion
from checkspec.theory.typed import (
    And,
    Applied,
    Compare,
    Event,
    Formula,
    Happened,
    Individual,
    Line,
    Moment,
    ObservationInstant,
    Promise,
    Role,
    Theory,
)
from checkspec.theory.walk import conjuncts, nodes

SOON = "60s"
"""A time that stands for any."""

Edit = tuple[int, int, str]


def with_population(theory: Theory, promise: Promise, completion: Completion) -> str:
    """The promise about those whose event comes before a moment; empty if it cannot be said."""
    everybody, where = completion.everybody, completion.where
    if everybody.quantity != "every":
        return ""
    named = next((each for each in conjuncts(where) if isinstance(each, Happened) and each.subject is completion.member), None)
    event = named.event if named is not None else acceptance(theory, completion)
    if event is None:
        return ""
    clause = f"{_member(completion)}{event.name} before {moment(theory, completion)}"
    if named is not None:
        return _edited(promise, [(named.span.start, named.span.end, clause)] if _says(named, completion) else None)
    if where is None:
        last = everybody.phrases[-1].span if everybody.phrases else everybody.variable.span
        return _edited(promise, [(last.end, last.end, f" where {clause}")])
    plain = isinstance(where, And | Compare | Happened | Applied)
    opening = [] if plain else [(where.span.start, where.span.start, "(")]
    return _edited(promise, [*opening, (where.span.end, where.span.end, f"{'' if plain else ')'} and {clause}")])


def with_cutoff(theory: Theory, promise: Promise, completion: Completion) -> str:
    """The promise with an instant by which the events are to come; empty if it cannot be said."""
    by = cutoff(theory, completion)
    edits: list[Edit] = []
    for each in completion.asked:
        if isinstance(each, Happened):
            if not _says(each, completion):
                return ""
            edits.append((each.span.start, each.span.end, f"{_member(completion)}{each.event.name} by {by}"))
    return _edited(promise, edits)


def with_event(promise: Promise, completion: Completion, event: Event) -> str:
    """The promise with another event in place of the one that it asks; empty if it cannot be said."""
    edits: list[Edit] = []
    for each in completion.asked:
        said = each if isinstance(each, Happened) else each.left if isinstance(each, Compare) else each.moment
        assert isinstance(said, Happened | Moment)
        if not _says(said, completion):
            return ""
        text = f"{_member(completion)}{event.name}" if isinstance(said, Moment) or not completion.member.written else ""
        edits.append((said.span.start, said.span.end, text or f"{completion.member.name} is {event.name}"))
    return _edited(promise, edits)


# ---------------------------------------------------------------- what to name for example


def acceptance(theory: Theory, completion: Completion) -> Event | None:
    """An event that may make somebody a member: one whose moments the scenario compares; else the first one that is noticed where the
    promised one is not."""
    own = dict.fromkeys(completion.kind.events.values())
    asked = set(completion.events)
    for compare in _compared(theory):
        for side in (compare.left, compare.right):
            if isinstance(side, Moment) and side.event in own and side.event not in asked:
                return side.event
    for boundary in theory.boundaries:
        if not asked & set(boundary.members):
            found = next((each for each in boundary.members if isinstance(each, Event) and each in own), None)
            if found is not None:
                return found
    return next((each for each in own if each not in asked), None)


def moment(theory: Theory, completion: Completion) -> str:
    """A moment up to which members may come: one that the spec names, of somebody named and of another kind; first of whom the promise
    names, and first what is compared."""
    involved = [each for each in nodes(completion.everybody) if isinstance(each, Individual)]
    compared = [side for compare in _compared(theory) for side in (compare.left, compare.right)]
    found: list[tuple[Individual, Event]] = []
    for each in (*compared, *(each for formula in _own(theory) for each in nodes(formula))):
        if isinstance(each, Moment | Happened) and isinstance(each.subject, Individual) and each.subject.kind is not completion.kind:
            found.append((each.subject, each.event))
    found.sort(key=lambda each: each[0] not in involved)
    return f"{found[0][0].name}.{found[0][1].name}" if found else SOON


def cutoff(theory: Theory, completion: Completion) -> str:
    """An instant by which events may have to come: the last observation, or some time after the moment that fixes the set."""
    if theory.observations:
        return theory.observations[-1].name
    where = moment(theory, completion)
    return SOON if where == SOON else f"{where} + {SOON}"


def moments(completion: Completion) -> Iterator[tuple[Individual, Event]]:
    """The moments of somebody named that say who belongs, each once."""
    found = (each for part in conjuncts(completion.where) for each in nodes(part))
    named = ((each.subject, each.event) for each in found if isinstance(each, Moment | Happened) and isinstance(each.subject, Individual))
    yield from dict.fromkeys(named)


def _compared(theory: Theory) -> Iterator[Compare]:
    """The comparisons of what the spec itself says, promises first."""
    for formula in _own(theory):
        yield from (each for each in nodes(formula) if isinstance(each, Compare) and not isinstance(each.left, ObservationInstant))


def _own(theory: Theory) -> list[Formula]:
    """What the spec itself says, in formulas."""
    formulas: list[Formula] = [each.formula for each in theory.promises]
    formulas += [each.formula for each in _stated(theory.lines)]
    formulas += [each.formula for offer in theory.offers for each in _stated(offer.lines)]
    return formulas + [each.formula for observation in theory.observations for each in _stated(observation.lines)]


def _stated(lines: Iterable[Line]) -> list[Line]:
    return [each for each in lines if each.role in (Role.ASSUMPTION, Role.OBSERVED)]


# ---------------------------------------------------------------- the text


def _member(completion: Completion) -> str:
    """`r.` where the member has a name."""
    return f"{completion.member.name}." if completion.member.written else ""


def _says(said: Happened | Moment, completion: Completion) -> bool:
    """Whether the text is what is expected there, so that it can be replaced."""
    name, event = completion.member.name, said.event.name
    text = " ".join(said.span.text.split())
    bare = (event, f"self.{event}") if isinstance(said, Moment) else (event, f"self is {event}")
    mine = (f"{name}.{event}",) if isinstance(said, Moment) else (f"{name} is {event}",)
    return text in (mine if completion.member.written else bare)


def _edited(promise: Promise, edits: list[Edit] | None) -> str:
    whole = promise.span
    if not edits or any(not (whole.start <= start <= end <= whole.end) for start, end, _ in edits):
        return ""
    text = whole.source.text[whole.start : whole.end]
    for start, end, new in sorted(edits, reverse=True):
        text = text[: start - whole.start] + new + text[end - whole.start :]
    return " ".join(text.split())
