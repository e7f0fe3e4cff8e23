"""Two worlds as lines of text, one that keeps a promise and one that breaks it: what they share, then each from where they part."""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.answer.verdict import Answer
from checkspec.report.narrate import INDENT, Narrator, at_text, field_text, quantity_text, spaced, states_text
from checkspec.report.parted import Parted, Side, beyond
from checkspec.report.prose import wrap
from checkspec.report.quantities import duration_text
from checkspec.report.story import Part, Story
from checkspec.text.lists import joined


def both_lines(narrator: Narrator, told: Parted, answer: Answer) -> Iterator[str]:
    """The two worlds, indented, without empty lines at their ends."""
    yield from spaced(_both_lines(narrator, told, answer))


def _both_lines(narrator: Narrator, told: Parted, answer: Answer) -> Iterator[str]:
    shared = told.shared
    fixed = [quantity.name for quantity in narrator.theory.quantities if quantity.name not in told.kept.quantities]
    yield from narrator.cast(shared.cast, shared.world, fixed)
    if shared.left_out:
        yield from narrator.left_out(shared, "Left out, needed in neither world")
    width = narrator.width([*shared.beats, *told.kept.beats, *told.broken.beats], [*told.kept.story.never, *told.broken.story.never])
    if shared.beats:
        yield ""
        yield from narrator.beats(shared.beats, (), width)
    yield ""
    if told.instant is None:
        yield from wrap("The same happens in both worlds. They differ in what follows.", INDENT)
    elif told.at_first:
        yield from wrap("The worlds differ from the beginning:", INDENT)
    else:
        yield from wrap(f"The worlds part at {duration_text(told.instant)}:", INDENT)
    for side, name in ((told.kept, "kept"), (told.broken, "broken")):
        yield ""
        yield from _side(narrator, side, name, told, width)
    if answer.tie:
        yield from narrator.tie(told.broken.story)


def beside_lines(narrator: Narrator, told: Parted, known: Story) -> Iterator[str]:
    """The kept world alone, beside a story of the broken one that was told before."""
    side = beyond(told.kept, known, told.instant)
    yield from spaced(_side(narrator, side, "kept", told, narrator.width(side.beats, side.story.never)))


def _side(narrator: Narrator, side: Side, name: str, told: Parted, width: int) -> Iterator[str]:
    where = list(_where(narrator, side))
    yield from map(narrator.paint.strong, wrap(name + (f", where {joined(where)}" if where else "") + ":", INDENT, INDENT + 2))
    yield from narrator.cast(side.new, side.story.world, ())
    yield ""
    yield from narrator.beats(side.beats, side.story.never, width)
    yield ""
    marked = any(beat.decides for beat in side.beats)
    when = "" if told.instant is not None and not marked else at_text(side.story.blame.instant, marked)
    yield from wrap(narrator.decision(side.story, when), INDENT)


def _where(narrator: Narrator, side: Side) -> Iterator[str]:
    """What is otherwise in the other world: `R2 has work 3s`."""
    for part in side.others:
        yield from _of_part(part)
    for quantity in narrator.theory.quantities:
        if quantity.name in side.quantities:
            yield f"{quantity.name} is {quantity_text(side.story.world, quantity)}"
    for name in side.observations:
        yield f"the observation {name} is at {duration_text(side.story.world.observations[name])}"


def _of_part(part: Part) -> Iterator[str]:
    name = part.member.name
    for field in part.references:
        target = part.member.fields[field.name]
        has_phrase = target is not None and field.preposition
        yield f"{name} is {field.preposition} {target}" if has_phrase else f"{name} has {field.name} {field_text(part.member, field)}"
    if part.fields:
        yield f"{name} has " + joined([f"{field.name} {field_text(part.member, field)}" for field in part.fields])
    if part.at_first:
        yield f"{name} is at first {states_text(part.at_first)}"
