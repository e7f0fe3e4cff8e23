"""From the names on the command line to what is free."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checkspec.answer.require.free import NUMBERS, all_places, place_of, unknown_places
from checkspec.meaning.traced import Place
from checkspec.meaning.walk import Expression, parts
from checkspec.theory.complaints import a, nearest, there_is
from checkspec.theory.typed import Constant, Happened, Holds, Line, Moment, Promise, Theory

WORD = re.compile(r"[A-Za-z_][\w-]*")
MOST = 12
"""So many are free at most."""


def places_named(theory: Theory, promise: Promise, text: str | None) -> list[Place]:
    """What a list such as `A.preStop, longest` names, each once; without one, what the promise's lines leave unknown. Raises LookupError
    with a sentence if something in it cannot be free."""
    lines = theory.lines_for(promise.offer)
    if text is None:
        return _unknown(theory, lines)
    names = [each.strip() for each in text.split(",")]
    if "" in names:
        raise LookupError("a name is missing in --free; write names with commas between them, such as A.preStop,longest")
    places = list(dict.fromkeys(_place(theory, each) for each in names))
    if len(places) > MOST:
        raise LookupError(f"{len(places)} free quantities are too many: name {MOST} at most")
    for name in [name for member, name in places if not member]:
        _no_factor(theory, promise, lines, name)
    return places


def _unknown(theory: Theory, lines: Sequence[Line]) -> list[Place]:
    """Quantities without a value, fields that were set to `unknown`, and bounds that nobody gave; if there are none, all that has no
    value: mostly that which is the world's to choose."""
    places = [place for place in unknown_places(theory, lines) if _is_open(theory, place)] or unknown_places(theory, lines)
    if not places:
        known = [_spelt(place) for line in lines if (place := place_of(line)) is not None]
        raise LookupError(f"the spec leaves nothing unknown; say with --free what is free: {there_is(list(dict.fromkeys(known)))}")
    if len(places) > MOST:
        few = ",".join(_spelt(place) for place in places[:3])
        raise LookupError(f"the spec leaves {len(places)} values unknown; say with --free which matter, such as --free {few}")
    return places


def _is_open(theory: Theory, place: Place) -> bool:
    member, name = place
    if not member:
        return True
    field = next(each for each in theory.individuals if each.name == member).kind.fields[name]
    return field.default is not None or (field.type.optional and field.type.sort in NUMBERS)


def _place(theory: Theory, name: str) -> Place:
    known = all_places(theory)
    member, _, field = name.rpartition(".")
    if (member, field) in known:
        return member, field
    spelt = [_spelt(place) for place in known]
    individual = next((each for each in theory.individuals if each.name == (member or field)), None)
    if individual is not None and member:
        kind = individual.kind
        if field in kind.events or field in kind.states:
            what = "an event" if field in kind.events else "a state"
            raise LookupError(f"`{name}` is {what}; only a quantity or a field can be free")
        target = kind.fields[field].type.kind if field in kind.fields else None
        if target is not None:
            raise LookupError(f"`{name}` leads to {a(target.name)}; only a number, a truth value or a choice can be free")
    if individual is not None and not member:
        own = [_spelt(place) for place in known if place[0] == field]
        raise LookupError(f"`{name}` is {a(individual.kind.name)}; name one of its fields{': ' + there_is(own) if own else ''}")
    near = nearest(name, spelt)
    options = f"do you mean `{near}`?" if near else there_is(spelt) or "the spec has neither quantities nor fields"
    raise LookupError(f"nothing that can be free is called `{name}`; {options}")


def _spelt(place: Place) -> str:
    member, name = place
    return f"{member}.{name}" if member else name


def _no_factor(theory: Theory, promise: Promise, lines: Sequence[Line], name: str) -> None:
    """Raises if a quantity stands where its value was needed to read the text: as a factor beside something unknown, or among counts."""
    seen: set[int] = set()
    formulas: list[tuple[Expression, Expression]] = [(each, each) for each in (promise.formula, *(line.formula for line in lines))]
    formulas += [(line.formula, line.formula) for observation in theory.observations for line in observation.lines]
    while formulas:
        each, whole = formulas.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, Constant) and name in WORD.findall(each.span.text):
            raise LookupError(
                f"`{name}` stands in a product or a count ({whole.span.source.name}:{whole.span.line}) where it must have a value; "
                "leave it out of --free, and the value in the file counts"
            )
        formulas += [(part, each) for part in (*parts(each), *_definitions(each))]


def _definitions(node: Expression) -> list[Expression]:
    match node:
        case Holds(state=each) | Happened(event=each) | Moment(event=each) if each.definition is not None:
            return [each.definition]
        case _:
            return []

