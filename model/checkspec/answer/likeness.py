"""What it takes to be like a world, in the symbols of a question: step by step in the order of time, and apart from time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from checkspec.answer.footing import Wish, truth
from checkspec.logic.question import Question
from checkspec.logic.smtlib import FALSE, TRUE, both, conjunction, either, implication, negation, number
from checkspec.logic.terms import BEGINNING
from checkspec.meaning.world import Member, Value, World
from checkspec.text.node import Node, node
from checkspec.theory.typed import Type


@node
class Step(Node):
    """A step of being like a world: what is so in it, and that what is not is not so before, or at or before (`after`), an instant; None:
    for ever."""

    said: str
    instant: Fraction | None
    after: bool = True


class Likeness:
    """What it takes to be like a world, in the symbols of the question. `names`: who is who there, by their numbers; `made`: the
    observations that count."""

    def __init__(self, question: Question, world: World, names: Mapping[int, str], made: Collection[str]) -> None:
        self._question, self._world, self._made = question, world, made
        members = {member.name: member for member in world.members}
        self._who: dict[int, Member] = {each: members[name] for each, name in names.items()}
        self._numbers = {name: each for each, name in names.items()}
        self._times = list(self._timed())
        self._moments: dict[str, Fraction | None] = {symbol: when for symbol, _, when in self._times}
        self._moments[BEGINNING.value] = world.beginning

    def _timed(self) -> Iterator[tuple[str, str, Fraction | None]]:
        """Each event of the question and each observation that counts: its instant, whether it happens, and when it does there (None:
        never)."""
        for someone, event in self._question.terms.events.values():
            there = self._who.get(someone.number)
            name = f"{someone.name}.{event.name}"
            yield f"|{name}|", both(someone.exists, f"|{name}?|"), None if there is None else there.events.get(event.name)
        for observation in self._made:
            yield f"|observation {observation}|", TRUE, self._world.observations[observation]

    def steps(self) -> Iterator[Step]:
        """In the order of time: what it takes to be like the world up to each of its instants, and up to but without the next one; the
        last one is for ever."""
        instants = self._instants()
        for place, instant in enumerate(instants):
            if place:
                yield Step(conjunction(self._as_there(instants[place - 1], instant)), instant, after=False)
            same = [f"(= {symbol} {number(instant)})" for symbol, _, when in self._times if when == instant]
            happens = [there for _, there, when in self._times if when == instant]
            first = [] if place else self._from_the_beginning()
            yield Step(conjunction([*first, *happens, *same, *self._as_there_at(instant)]), instant)
        never = [negation(there) for _, there, when in self._times if when is None]
        yield Step(conjunction([*never, *self._as_there(instants[-1], None)]), None)

    def upto(self, steps: Sequence[Step]) -> str:
        """What it takes to be like the world in all of the steps, the first ones."""
        last = next((step for step in reversed(steps) if step.instant is not None), None)
        nothing_else = [] if last is None or last.instant is None else self._nothing_else(last.instant, last.after)
        return conjunction([*(step.said for step in steps), *nothing_else])

    def nothing_else_before(self, symbol: str) -> str:
        """That nothing happens otherwise than there before a number."""
        return conjunction(
            implication(there, either(f"(>= {time} {symbol})", FALSE if when is None else f"(= {time} {number(when)})"))
            for time, there, when in self._times
        )

    def _instants(self) -> list[Fraction]:
        """When something happens there, or a state changes."""
        changes = {when for member in self._who.values() for state in member.states.values() for when, _ in state[1:]}
        return sorted({self._world.beginning} | changes | {when for _, _, when in self._times if when is not None})

    def _from_the_beginning(self) -> list[str]:
        everybody = self._question.pool.everybody
        there = [someone.exists for someone in everybody if someone.number in self._who]
        return [f"(= {BEGINNING.value} {number(self._world.beginning)})", *there]

    def _nothing_else(self, instant: Fraction, after: bool) -> Iterator[str]:
        """What has not happened there by an instant happens only after it, if at all; not `after`: what has not happened before it."""
        for symbol, there, when in self._times:
            if when is None or when > instant or (when == instant and not after):
                yield implication(there, f"({'>' if after else '>='} {symbol} {number(instant)})")

    def _as_there_at(self, instant: Fraction) -> Iterator[str]:
        """States and knowledge at one of the world's instants."""
        for sample in self._question.terms.samples.values():
            if sample.someone.number in self._who:
                known = self._moments.get(sample.instant.value, BEGINNING)
                if known is BEGINNING:
                    at = both(sample.instant.exists, f"(= {sample.instant.value} {number(instant)})")
                elif known == instant:
                    at = TRUE
                else:
                    continue
                yield implication(at, self._state(sample.symbol, sample.someone.number, sample.state.name, instant))
        yield from self._known(instant, instant)

    def _as_there(self, first: Fraction, end: Fraction | None) -> Iterator[str]:
        """States and knowledge between two of its neighbouring instants (None: no end), neither of them included."""
        until = "" if end is None else number(end)
        for sample in self._question.terms.samples.values():
            when = sample.instant.value
            if sample.someone.number in self._who and when not in self._moments:
                inside = both(sample.instant.exists, f"(< {number(first)} {when})", f"(< {when} {until})" if until else TRUE)
                yield implication(inside, self._state(sample.symbol, sample.someone.number, sample.state.name, first))
        yield from self._known(first, end)

    def _state(self, symbol: str, someone: int, state: str, instant: Fraction) -> str:
        changes = self._who[someone].states[state]
        place = bisect_right([when for when, _ in changes], instant) - 1
        return symbol if changes[max(place, 0)][1] else negation(symbol)

    def _known(self, first: Fraction, end: Fraction | None) -> Iterator[str]:
        """What consumers knew when they looked: at an instant, or between two, neither included."""
        for glance in self._question.terms.glances.values():
            if not {glance.consumer.number, glance.someone.number} <= self._who.keys():
                continue
            pair = (self._who[glance.consumer.number].name, self._who[glance.someone.number].name)
            when = glance.instant.value
            for instant, known in self._world.knowledge.get(pair, ()):
                inside = instant == first if first == end else first < instant and (end is None or instant < end)
                if not inside or self._moments.get(when, instant) != instant:
                    continue
                at = TRUE if when in self._moments else both(glance.known.exists, f"(= {when} {number(instant)})")
                yield implication(at, f"(= {glance.known.value} {number(known)})")

    # ------------------------------------------------------------ fields

    def fields(self) -> list[Wish]:
        """References, other fields, quantities and the instants of observations that do not count, as they are there."""
        terms = self._question.terms
        wishes = []
        for someone in self._question.pool.everybody:
            for name, reference in someone.references.items():
                if reference.constant is not None and someone.number in self._who:
                    target = self._who[someone.number].fields[name]
                    wishes.append(self._same(reference.constant, Fraction(self._numbers[target] if isinstance(target, str) else 0)))
        for someone, field in terms.fields.values():
            if someone.number in self._who:
                value = self._who[someone.number].fields[field.name]
                wishes.append(self._valued(f"{someone.name}.{field.name}", field.type, value))
        for name, quantity in terms.quantities.items():
            wishes.append(self._valued(f"quantity {name}", quantity.type, self._world.quantities.get(name)))
        for observation, when in self._world.observations.items():
            if observation not in self._made:
                wishes.append(self._same(f"|observation {observation}|", when))
        return wishes

    def lives(self) -> Iterator[Wish]:
        """For each individual, that all that happens to it is as there."""
        events: dict[int, list[Wish]] = {}
        for someone, event in self._question.terms.events.values():
            if someone.number in self._who:
                symbol, when = f"|{someone.name}.{event.name}|", self._who[someone.number].events.get(event.name)
                happens = truth(f"{symbol[:-1]}?|", when is not None)
                events.setdefault(someone.number, []).extend([happens] if when is None else [happens, self._same(symbol, when)])
        return map(_all, events.values())

    def _valued(self, name: str, of: Type, value: Value) -> Wish:
        """The wish that a field or quantity has a value."""
        if value is None:
            return truth(f"|{name}?|", False)
        if isinstance(value, bool):
            same = truth(f"|{name}|", value)
        else:
            same = self._same(f"|{name}|", Fraction(of.choices.index(value)) if isinstance(value, str) else value)
        if not of.optional:
            return same
        return _all([truth(f"|{name}?|", True), same])

    def _same(self, symbol: str, value: Fraction) -> Wish:
        text = number(value) if self._question.script.sorts[symbol] == "Real" else str(value)
        return Wish(f"(= {symbol} {text})", lambda values: Fraction(values.get(symbol, 0)) == value)


def _all(wishes: Sequence[Wish]) -> Wish:
    """That several wishes are granted together."""
    return Wish(conjunction(wish.text for wish in wishes), lambda values: all(wish.granted(values) for wish in wishes))
