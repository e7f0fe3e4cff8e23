"""Two worlds told side by side: what happens in both, told once, and what happens in each from where they part. Plain data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from checkspec.report.story import Beat, Part, Story
from checkspec.text.node import Node, node
from checkspec.theory.typed import Field


@node
class Side(Node):
    """One of two worlds from where they part. `new`: who was not told of before. `others`: those of both worlds with the references,
    fields and first conditions that the other world has otherwise; `quantities` and `observations`: what is otherwise there, by name."""

    story: Story
    new: tuple[Part, ...]
    others: tuple[Part, ...]
    quantities: tuple[str, ...]
    observations: tuple[str, ...]
    beats: tuple[Beat, ...]


@node
class Parted(Node):
    """`shared`: what is told of the broken world and is so in the kept one. `instant`: when the first thing is told that is not; None:
    there is none."""

    shared: Story
    instant: Fraction | None
    kept: Side
    broken: Side

    @property
    def at_first(self) -> bool:
        """Whether they differ in how things are at first, at an instant at which nothing happens in either."""
        sides = (self.kept, self.broken)
        begun = self.instant is not None and all(self.instant <= side.story.world.beginning for side in sides)
        return begun and not any(beat.instant == self.instant for side in sides for beat in side.beats)

    def same_as(self, other: Parted) -> bool:
        """Whether a reader would be told the same, but for what was observed when."""
        return self.kept.story.same_as(other.kept.story) and self.broken.story.same_as(other.broken.story)


def parted(kept: Story, broken: Story, made: Collection[str]) -> Parted:
    """Two stories as one up to where they part. `made`: the observations that count; another one is only named in the promise, and its
    instant is as a value that one world has otherwise."""
    elsewhen = {name for name, when in broken.world.observations.items() if kept.world.observations[name] != when}.difference(made)
    instant = _parting(list(_without(kept.beats, elsewhen)), list(_without(broken.beats, elsewhen)))
    if kept.world.beginning != broken.world.beginning or any(part.at_first for part in _others(broken, kept)):
        instant = min(kept.world.beginning, broken.world.beginning)
    before = tuple(beat for beat in _without(broken.beats, elsewhen) if instant is None or beat.instant < instant)
    told = {part.member.name for part in broken.cast}
    cast = [*broken.cast, *(part for part in kept.cast if part.member.name not in told)]
    shared = replace(broken, cast=tuple(_shared(kept, broken, cast)), beats=before, never=())
    return Parted(shared, instant, _side(kept, broken, instant, elsewhen), _side(broken, kept, instant, elsewhen))


def beyond(side: Side, known: Story, instant: Fraction | None) -> Side:
    """The side of a world beside a story that was told before, up to where it parts from that: with whom the story does not tell of."""
    told = {part.member.name for part in known.cast}
    new = tuple(part for part in side.story.cast if part.member.name not in told)
    names = {part.member.name for part in new}
    earlier = (_of(beat, names) for beat in side.story.beats if instant is None or beat.instant < instant)
    others = tuple(part for part in side.others if part.member.name in told)
    return replace(side, new=new, others=others, beats=(*(beat for beat in earlier if beat.happenings or beat.turns), *side.beats))


def _without(beats: Iterable[Beat], elsewhen: set[str]) -> Iterator[Beat]:
    """The beats without some observations, and without marks."""
    for beat in beats:
        plain = replace(beat, observed=tuple(name for name in beat.observed if name not in elsewhen), decides=False)
        if plain.happenings or plain.turns or plain.observed:
            yield plain


def _of(beat: Beat, names: set[str]) -> Beat:
    """What a beat tells of some members alone."""
    happenings = tuple(each for each in beat.happenings if each.member.name in names)
    turns = tuple(each for each in beat.turns if each.member.name in names)
    return Beat(beat.instant, happenings, turns, (), (), False)


def _parting(kept: list[Beat], broken: list[Beat]) -> Fraction | None:
    """The first instant at which not the same is told."""
    same = 0
    while same < min(len(kept), len(broken)) and _told(kept[same]) == _told(broken[same]):
        same += 1
    return min((beat.instant for beat in (*kept[same : same + 1], *broken[same : same + 1])), default=None)


def _told(beat: Beat) -> tuple[object, ...]:
    happenings = {(each.member.name, each.event.name) for each in beat.happenings}
    turns = {(each.member.name, each.states) for each in beat.turns}
    beliefs = {(each.consumer.name, each.individual.name, each.as_of, each.states) for each in beat.beliefs}
    return beat.instant, happenings, turns, beliefs, beat.observed


def _side(story: Story, other: Story, instant: Fraction | None, elsewhen: set[str]) -> Side:
    there = {member.name for member in other.world.members}
    new = tuple(part for part in story.cast if part.member.name not in there)
    quantities = {name for name, _ in story.world.quantities.items() ^ other.world.quantities.items()}
    seen = {name for each in (story, other) for beat in each.beats for name in beat.observed}
    return Side(
        story,
        new,
        tuple(part for part in _others(story, other) if part.references or part.fields or part.at_first),
        tuple(sorted(quantities)),
        tuple(name for name in story.world.observations if name in elsewhen & seen),
        tuple(beat for beat in story.beats if instant is not None and beat.instant >= instant),
    )


def _others(story: Story, other: Story) -> Iterator[Part]:
    """Of those who are in both worlds, what is otherwise in the other one."""
    there = {member.name for member in other.world.members}
    return (_otherwise(part, other) for part in story.cast if part.member.name in there)


def _shared(kept: Story, broken: Story, cast: Iterable[Part]) -> Iterator[Part]:
    """Those who are in both worlds, with what is so in both."""
    there = {member.name for member in kept.world.members} & {member.name for member in broken.world.members}
    for part in cast:
        if part.member.name in there:
            other = broken if part.member is kept.world.member(part.member.name) else kept
            otherwise = _otherwise(part, other)
            yield Part(
                part.member,
                tuple(each for each in part.references if each not in otherwise.references),
                tuple(each for each in part.fields if each not in otherwise.fields),
                () if otherwise.at_first else part.at_first,
            )


def _otherwise(part: Part, other: Story) -> Part:
    """What of a part is otherwise in another world that the member is in too."""
    member = other.world.member(part.member.name)
    known = next((each.at_first for each in other.cast if each.member.name == member.name), part.at_first)

    def differ(fields: Iterable[Field]) -> tuple[Field, ...]:
        return tuple(each for each in fields if part.member.fields.get(each.name) != member.fields.get(each.name))

    return Part(part.member, differ(part.references), differ(part.fields), part.at_first if part.at_first != known else ())
