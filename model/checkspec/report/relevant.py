"""What of the individuals of a story matters: the states, the fields and the derived events that a reader needs to follow it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from checkspec.answer.verdict import Answer
from checkspec.meaning.evaluate import Evaluator
from checkspec.meaning.world import Member
from checkspec.report.causes import Behind
from checkspec.report.known import Known
from checkspec.report.lines import Lines
from checkspec.report.mentions import mentions, subject
from checkspec.text.node import Node, node
from checkspec.theory.typed import Event, Field, Formula, Line, Role, State

Because = Mapping[tuple[str, str], Behind | None]
"""What makes each event happen, by whose it is and its name."""


@node
class Relevant(Node):
    """`fields`: by the member's name. `derived`: events, each by whose it is and its name, in the order of the world."""

    states: frozenset[State]
    fields: Mapping[str, frozenset[Field]]
    derived: tuple[tuple[str, str], ...]


def relevant(
    answer: Answer,
    lines: Lines,
    evaluator: Evaluator,
    members: Sequence[Member],
    because: Because,
    instant: Fraction | None,
    allow: Iterable[Line],
) -> Relevant:
    """What matters of the members in the evaluator's world, which is decided at the instant: what is spoken of by the promise, by the
    lines behind the events, by the rules about the deciding event, and by those that `allow` what happens only because somebody is as he
    is; of states and events also by what is supposed and observed.

    A derived event of a rule matters where the rule makes something happen no earlier than it.
    """
    promise = answer.promise.formula
    behind = [each.line for each in because.values() if each is not None and each.line.role in (Role.RULE, Role.ASSUMPTION)]
    rules = [line for line in behind if line.role is Role.RULE]
    promised, known = mentions(promise), lines.known
    decide = _deciding(lines, members, instant, promised.events)
    decide += [line for line in dict.fromkeys(allow) if line.role is Role.RULE and line not in decide]
    stated = [line for line in lines.lines if line.role is Role.ASSUMPTION]
    stated += [line for observation in answer.theory.observations for line in observation.lines]
    about = [line for line in lines.lines if line.role is Role.RULE and known.shallow(line).events & promised.events]
    said = [known.shallow(line) for line in (*rules, *decide, *stated)]
    chosen = {pair for line in [*stated, *about] if said_of_events(line, known) for pair in lines.chosen(evaluator.world, line)}
    named = promised.events.union(*(known.shallow(line).events for line in stated))
    return Relevant(
        promised.states.union(*(each.states for each in said)),
        {
            member.name: _fields(member, promise, [*behind, *decide], known).union(each for name, each in chosen if name == member.name)
            for member in members
        },
        tuple(_derived(lines, evaluator, members, because, named)),
    )


def said_of_events(line: Line, known: Known) -> bool:
    """Whether a line says of events or states when they are, and not of fields alone."""
    said = known.shallow(line)
    return bool(said.fields and (said.events or said.states))


def either(one: Relevant, other: Relevant) -> Relevant:
    """What matters in one of two worlds or in the other."""
    fields = {name: one.fields.get(name, frozenset()) | other.fields.get(name, frozenset()) for name in {**one.fields, **other.fields}}
    return Relevant(one.states | other.states, fields, tuple(dict.fromkeys([*one.derived, *other.derived])))


def _deciding(lines: Lines, members: Sequence[Member], instant: Fraction | None, promised: frozenset[Event]) -> list[Line]:
    """The rules about those events of the deciding instant of which the promise speaks."""
    kinds = lines.program.kinds
    there = {kinds[member.kind].events[name] for member in members for name, when in member.events.items() if when == instant}
    return [line for line in lines.lines if line.role is Role.RULE and lines.known.shallow(line).events & there & promised]


def _fields(member: Member, promise: Formula, lines: Sequence[Line], known: Known) -> frozenset[Field]:
    """The fields that the lines and the promise speak of, less those of lines that name another of the member's kind and not it. For a
    member to which nothing happens less those too that say when something does: of lines about each of its kind, and of definitions of
    events."""
    busy = bool(member.events)
    found = set(mentions(promise, deep=True, times=busy).fields)
    for line in lines:
        kind = subject(line.formula)
        named = {individual.name for individual in known.individuals(line) if individual.kind.name == member.kind}
        if (busy or kind is None or kind.name != member.kind) and (not named or member.name in named):
            found |= known.fields(line, times=busy)
    return frozenset(found)


def _derived(
    lines: Lines, evaluator: Evaluator, members: Sequence[Member], because: Because, named: frozenset[Event]
) -> Iterator[tuple[str, str]]:
    """The derived events that matter; all of those `named`."""
    for member in members:
        for event in lines.program.kinds[member.kind].events.values():
            when = None if event.definition is None else evaluator.moment(member, event.name)
            if when is not None and (event in named or _explains(lines, evaluator, because, member, event, when)):
                yield member.name, event.name


def _explains(lines: Lines, evaluator: Evaluator, because: Because, member: Member, event: Event, when: Fraction) -> bool:
    """Whether a derived event that comes at `when` is spoken of by a line behind an event that is no earlier, of the member itself or of
    another kind."""
    for (name, what), behind in because.items():
        if behind is None or event not in lines.known.deep(behind.line).events:
            continue
        other = evaluator.member(name)
        if other.events[what] >= when and (name == member.name or other.kind != member.kind):
            return True
    return False
