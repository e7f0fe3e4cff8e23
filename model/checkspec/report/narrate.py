"""A story as lines of text: the cast, then instant by instant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from checkspec.answer.verdict import Answer
from checkspec.meaning.world import Member, Value, World
from checkspec.report.blame import Ground
from checkspec.report.causes import Behind
from checkspec.report.mentions import mentions, with_individuals
from checkspec.report.places import place_text
from checkspec.report.prose import Paint, columns, harmless, pad, wrap
from checkspec.report.quantities import duration_text
from checkspec.report.say import say, say_term, say_then
from checkspec.report.story import Beat, Belief, Happening, Part, Story
from checkspec.text.lists import joined
from checkspec.theory.typed import (
    At,
    Compare,
    Event,
    Field,
    Formula,
    Happened,
    Individual,
    Line,
    Moment,
    Not,
    Quantity,
    Role,
    Sort,
    State,
    Theory,
    Truth,
    Within,
)

INDENT = 4
NOT_SO = "it is not true that"
ROLES = {each: each.value for each in Role}


class Narrator:
    """Writes stories of one scenario."""

    def __init__(self, theory: Theory, paint: Paint, own: str) -> None:
        """`own`: the name of the file that the report is about; its lines are named by number alone."""
        self.theory = theory
        self.paint = paint
        self.own = own
        self.free = False
        """Whether an event was told that no line makes happen."""

    def lines(self, story: Story, answer: Answer) -> Iterator[str]:
        """The whole story, indented, without empty lines at its ends."""
        yield from spaced(self._lines(story, answer))

    def _lines(self, story: Story, answer: Answer) -> Iterator[str]:
        yield from self.cast(story.cast, story.world, [quantity.name for quantity in self.theory.quantities])
        if story.left_out:
            yield from self.left_out(story, "Left out, not needed to break the promise")
        yield ""
        yield from self.beats(story.beats, story.never, self.width(story.beats, story.never))
        yield ""
        yield from wrap(self.decision(story, at_text(story.blame.instant, True)), INDENT)
        if answer.tie:
            yield from self.tie(story)

    def cast(self, parts: Sequence[Part], world: World, quantities: Collection[str]) -> Iterator[str]:
        """Who takes part, and some quantities by name."""
        labels = [part.member.name for part in parts] + list(quantities)
        names = max((columns(harmless(label)) for label in labels), default=0) + 2
        for part in parts:
            yield from self._part(part, names)
        for quantity in self.theory.quantities:
            if quantity.name in quantities:
                yield from wrap(f"{pad(harmless(quantity.name), names)}{quantity_text(world, quantity)}", INDENT, INDENT + names)

    def left_out(self, story: Story, why: str) -> Iterator[str]:
        """Who plays no part, and whose part is only to be as was observed."""
        text = f"{why}: {joined(_few(story.left_out))}."
        yield from wrap(f"{text} {self.as_observed(story)}." if story.observed else text, INDENT)

    @staticmethod
    def as_observed(story: Story) -> str:
        """`R1 and R2 are as observed`, of those left out whom an observation names; nothing if there are none."""
        if not story.observed:
            return ""
        return f"{joined(_few(story.observed))} {'is' if len(story.observed) == 1 else 'are'} as observed"

    def width(self, beats: Sequence[Beat], never: Sequence[Happening]) -> int:
        """Of the column of instants."""
        return max((len(time) for time in self._times(beats, never)), default=0) + 2

    @staticmethod
    def _times(beats: Sequence[Beat], never: Sequence[Happening]) -> list[str]:
        return [duration_text(beat.instant) for beat in beats] + (["never"] if never else [])

    def beats(self, beats: Sequence[Beat], never: Sequence[Happening], width: int) -> Iterator[str]:
        """Instant by instant, and what never happens."""
        for beat, time in zip(beats, self._times(beats, never), strict=False):
            yield from self._beat(beat, time, width)
        for happening in never:
            yield from self._entry("never", width, [self.event_text(happening)], False)

    def _part(self, part: Part, names: int) -> Iterator[str]:
        member = part.member
        about = [description(member, part.references)]
        about += [f"{field.name} {field_text(member, field)}" for field in part.fields]
        sentence = "; ".join([about[0], ", ".join(about[1:])] if about[1:] else about)
        yield from wrap(f"{pad(harmless(member.name), names)}{sentence}", INDENT, INDENT + names)
        if part.at_first:
            yield from wrap("at first " + states_text(part.at_first), INDENT + names)

    def _beat(self, beat: Beat, time: str, width: int) -> Iterator[str]:
        entries: list[str] = []
        for happening in beat.happenings:
            entries.append(self.event_text(happening))
            if happening.because is not None:
                entries.append("  " + behind_text(happening.because, self.own))
            elif happening.event.definition is None:
                self.free = True
        entries += [f"{self._observed(name)}" for name in beat.observed]
        entries += [f"{turn.member.name} is now {states_text(turn.states)}" for turn in beat.turns]
        entries += [belief_text(belief) for belief in beat.beliefs]
        if len(beat.happenings) > 1:
            entries.insert(0, "at one and the same instant:")
        if not entries:
            entries.append("the instant that decides")
        yield from self._entry(time, width, entries, beat.decides)

    def _entry(self, time: str, width: int, entries: list[str], decides: bool) -> Iterator[str]:
        left = INDENT + width
        for number, entry in enumerate(entries):
            deeper = 2 if entry.startswith("  ") else 0
            lines = wrap(entry.lstrip(" "), left + deeper, left + deeper + 2)
            if number == 0:
                mark = "> " if decides else "  "
                head = " " * (INDENT - 2) + mark + pad(time, width)
                lines[0] = (self.paint.bad(head) if decides else head) + lines[0][left:]
            yield from (self.paint.faint(line) if deeper else line for line in lines)

    def when_observed(self, story: Story) -> str:
        """`, with now at 2s and later at 4s`; empty if the story tells of no observation."""
        seen = [f"{name} at {duration_text(beat.instant)}" for beat in story.beats for name in beat.observed]
        return f", with {joined(seen)}" if seen else ""

    def event_text(self, happening: Happening) -> str:
        """`A is deleted (the API accepts the delete)`."""
        sentence = event_sentence(happening.member, happening.event, self.theory)
        return sentence + (f" ({happening.event.title})" if happening.event.title else "")

    def _observed(self, name: str) -> str:
        observation = next(each for each in self.theory.observations if each.name == name)
        title = f' "{observation.title}"' if observation.title else ""
        source = f", by {observation.source}" if observation.source else ""
        source += "" if observation.declared is None else f" (at {observation.declared.boundary.name})"
        return f"the observation {name}{title}{source}"

    def decision(self, story: Story, when: str) -> str:
        """What decides; `when`: to stand after `Decided`."""
        decisive = story.blame.decisive
        if len({ground.instant for ground in decisive if ground.instant is not None}) > 1:
            said = list(dict.fromkeys(_then(ground) for ground in decisive))
            return f"Decided{when}: {joined(said)}."
        said = list(dict.fromkeys(_said(ground) for ground in decisive))
        if len(said) > 1 and any(each.startswith(NOT_SO) for each in said):
            said = list(dict.fromkeys(_said(ground) + self._lacking(ground, story.never) for ground in decisive))
            return f"Decided{when}: {'; '.join(said[:-1])}; and {said[-1]}."
        return f"Decided{when}: {joined(said)}."

    def _lacking(self, ground: Ground, never: Iterable[Happening]) -> str:
        """` (R is never received)`, to stand after a denial that one of the events that never happen explains; else nothing."""
        formula = _with_names(ground)
        if not isinstance(formula, Compare | Within) or ground.value:
            return ""
        missing = {(each.member.name, each.event.name) for each in never}
        match formula.left if isinstance(formula, Compare) else formula.moment:
            case Moment(subject=Individual(name=name), event=event) if (name, event.name) in missing:
                return f" ({name} is never {event.name})"
            case _:
                return ""

    def tie(self, story: Story) -> Iterator[str]:
        """That it takes two events at one instant; unless a line has them happen together anyway."""
        together = [beat.happenings for beat in story.beats if len(beat.happenings) > 1]
        loose = [happenings for happenings in together if not _joined(happenings)]
        if loose:
            events = joined([self.event_text(each) for each in loose[0]])
            yield from wrap(f"It breaks only if these fall on one and the same instant: {events}.", INDENT)
        elif not together:
            yield from wrap("It breaks only if two events fall on one and the same instant.", INDENT)


def _few(members: Sequence[Member]) -> list[str]:
    """Their names; of many the first."""
    names = [member.name for member in members]
    return names if len(names) <= 6 else [*names[:3], f"{len(names) - 3} more"]


def spaced(lines: Iterable[str]) -> Iterator[str]:
    """The lines with no empty one at first or after another."""
    empty = True
    for line in lines:
        if line or not empty:
            yield line
        empty = not line


def at_text(instant: Fraction | None, marked: bool) -> str:
    """` at 3s (marked >)`, to stand after `Decided`; nothing if it is at no instant."""
    return "" if instant is None else f" at {duration_text(instant)}" + (" (marked >)" if marked else "")


def _with_names(ground: Ground) -> Formula:
    return with_individuals(ground.formula, {variable: member.name for variable, member in ground.bindings.items()})


def _said(ground: Ground) -> str:
    """What is so in a world, as a sentence."""
    formula = _with_names(ground)
    if isinstance(formula, Truth):  # what is false everywhere was asked for
        return say(formula)
    if isinstance(formula, At):
        return f"{say_term(formula.instant)} never comes"
    if ground.instant is not None:
        return say_then(formula if ground.value else Not(formula, formula.span))
    if ground.value:
        return say(formula).removesuffix(" at some time") if isinstance(formula, Happened) else say(formula)
    return say(Not(formula, formula.span))


def _then(ground: Ground) -> str:
    """What is so, and at which instant."""
    return ("" if ground.instant is None else f"at {duration_text(ground.instant)} ") + _said(ground)


def _joined(happenings: tuple[Happening, ...]) -> bool:
    """Whether one of the events is made to happen by a line that speaks of another of them."""
    events = {each.event for each in happenings}
    return any(
        each.because is not None and mentions(each.because.line.formula).events & (events - {each.event}) != set() for each in happenings
    )


def event_sentence(member: Member, event: Event, theory: Theory) -> str:
    """`A is deleted`."""
    return say(Happened(Individual(member.name, theory.kinds[member.kind], event.span), event, event.span)).removesuffix(" at some time")


def description(member: Member, references: Sequence[Field]) -> str:
    """`request on A via proxy`; an unnamed one is a further one."""
    words = [member.kind] if member.named else ["a further", member.kind]
    for field in references:
        target = member.fields.get(field.name)
        if target is not None:
            words += [field.preposition or f"with {field.name}", str(target)]
    return " ".join(words)


def field_text(member: Member, field: Field) -> str:
    return value_text(member.fields.get(field.name), field.type.sort)


def value_text(value: Value, sort: Sort) -> str:
    """A field's value as the language writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction):
        return duration_text(value) if sort in {Sort.DURATION, Sort.INSTANT} else str(value)
    return value


def quantity_text(world: World, quantity: Quantity) -> str:
    return value_text(world.quantities.get(quantity.name), quantity.type.sort)


def states_text(states: Iterable[tuple[State | Event, bool]]) -> str:
    """`ready, not terminating`."""
    return ", ".join(("" if value else "not ") + state.name for state, value in states)


def belief_text(belief: Belief) -> str:
    as_of = duration_text(belief.as_of)
    return f"{belief.consumer.name} knows {belief.individual.name} as it was at {as_of}: {states_text(belief.states)}"


def line_text(line: Line, own: str) -> str:
    """`rule "grace" (kubernetes.drn:88)`."""
    label = f'"{line.label}"' if line.role in {Role.RULE, Role.ASSUMPTION} else line.label
    return f"{ROLES[line.role]} {label} ({place_text(line.span, own)})"


def behind_text(behind: Behind, own: str) -> str:
    """`by rule "grace" (kubernetes.drn:88)`."""
    return ("at the latest " if behind.at_the_latest else "") + "by " + line_text(behind.line, own)
