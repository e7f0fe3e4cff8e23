"""Whether a world is one at all: before any line is asked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.knowledge import NOTHING
from checkspec.meaning.world import Member, Value, World
from checkspec.theory.typed import Kind, Sort, Theory, Type


def structure(world: World, theory: Theory, program: Program | None = None) -> str | None:
    """The first way in which this is no world of the theory, as one sentence; None if it is one."""
    for flaw in _flaws_of_members(world, theory):
        return flaw
    evaluator = Evaluator(world, theory, program)  # from here on every name and reference leads somewhere
    for flaw in _flaws_of_time(world, theory, evaluator):
        return flaw
    for flaw in _flaws_of_knowledge(world, theory, evaluator):
        return flaw
    return None


def _flaws_of_members(world: World, theory: Theory) -> Iterator[str]:
    kinds_by_name: dict[str, str] = {}
    for member in world.members:
        if member.name in kinds_by_name:
            yield f"there are two individuals named {member.name}"
        kinds_by_name[member.name] = member.kind
    named = {individual.name: individual.kind.name for individual in theory.individuals}
    for name, kind in named.items():
        if kinds_by_name.get(name) != kind:
            yield f"the {kind} {name}, which the spec names, is not there"
    for member in world.members:
        if member.kind not in theory.kinds:
            yield f"{member.name} is of a kind {member.kind} that the theory does not have"
        elif member.named and member.name not in named:
            yield f"{member.name} is said to be named, and the spec names no such individual"
        elif not member.named and member.name in named:
            yield f"{member.name} is said to be unnamed, and the spec names it"
        else:
            yield from _flaws_of_member(member, theory.kinds[member.kind], kinds_by_name)


def _flaws_of_member(member: Member, kind: Kind, kinds_by_name: dict[str, str]) -> Iterator[str]:
    for name in dict.fromkeys([*kind.fields, *member.fields]):
        if name not in kind.fields or name not in member.fields:
            yield f"{member.name} has {'a' if name in member.fields else 'no'} field {name}, unlike every {kind.name}"
            continue
        flaw = _flaw_of_value(member.fields[name], kind.fields[name].type, kinds_by_name)
        if flaw:
            yield f"{member.name}.{name} {flaw}"
    for name in member.events:
        if name not in kind.events or kind.events[name].definition is not None:
            yield f"{member.name} has a moment for {name}, which is no free event of {kind.name}"
        elif not _is_number(member.events[name]):
            yield f"{member.name}.{name} is no instant"
    free = [name for name, state in kind.states.items() if state.definition is None]
    for name in dict.fromkeys([*free, *member.states]):
        changes = member.states.get(name, ())
        if name not in free:
            yield f"{member.name} has changes of {name}, which is no free state of {kind.name}"
        elif not changes:
            yield f"nothing says whether {member.name} is {name}"
        elif any(later <= earlier for (earlier, _), (later, _) in pairwise(changes)):
            yield f"the changes of {member.name} being {name} are not in order of time"


def _is_number(value: object) -> bool:
    return isinstance(value, Fraction | int) and not isinstance(value, bool)


def _flaw_of_value(value: Value, expected: Type, kinds_by_name: dict[str, str]) -> str | None:
    if value is None:
        return None if expected.optional else "is absent and must not be"
    match expected.sort:
        case Sort.BOOL:
            return None if isinstance(value, bool) else "is no truth value"
        case Sort.CHOICE:
            return None if value in expected.choices else f"is none of {', '.join(expected.choices)}"
        case Sort.INDIVIDUAL:
            wanted = "" if expected.kind is None else expected.kind.name
            return None if isinstance(value, str) and kinds_by_name.get(value) == wanted else f"leads to no {wanted} of this world"
        case _:
            if not isinstance(value, Fraction | int) or isinstance(value, bool):
                return "is no number"
            if expected.sort is not Sort.INSTANT and value < 0:
                return "is negative"
            if expected.sort is Sort.COUNT and value.denominator != 1:
                return "is no whole number"
            return None


def _flaws_of_time(world: World, theory: Theory, evaluator: Evaluator) -> Iterator[str]:
    for quantity in theory.quantities:
        flaw = _flaw_of_value(world.quantities.get(quantity.name), quantity.type, {})
        if flaw:
            yield f"{quantity.name} {flaw}"
    for observation in theory.observations:
        if observation.name not in world.observations:
            yield f"the observation {observation.name} has no instant"
    for name, instant in world.observations.items():
        if instant < world.beginning:
            yield f"the observation {name} is before the beginning"
    for member in world.members:
        for name in theory.kinds[member.kind].events:
            moment = evaluator.moment(member, name)
            if moment is not None and moment < world.beginning:
                yield f"{member.name}.{name} is before the beginning"


def _flaws_of_knowledge(world: World, theory: Theory, evaluator: Evaluator) -> Iterator[str]:
    members = {member.name: member for member in world.members}
    for consumer, individual in world.knowledge:
        if consumer not in members or individual not in members:
            yield f"there is knowledge of {individual} by {consumer}, and not both are there"
        elif members[individual].kind not in theory.kinds[members[consumer].kind].sees:
            yield f"there is knowledge of {individual} by {consumer}, which sees no {members[individual].kind}"
    for consumer_member in world.members:
        for kind in theory.kinds[consumer_member.kind].sees:
            bound = evaluator.bound(consumer_member, kind)
            if bound is not None and bound < 0:
                yield f"{consumer_member.name}'s knowledge of every {kind} has a bound that is negative"
            for individual_member in world.members:
                if individual_member.kind == kind:
                    samples = world.knowledge.get((consumer_member.name, individual_member.name), NOTHING)
                    flaw = _flaw_of_samples(samples, bound, world.beginning)
                    if flaw:
                        yield f"{consumer_member.name}'s knowledge of {individual_member.name} {flaw}"


def _flaw_of_samples(samples: tuple[tuple[Fraction, Fraction], ...], bound: Fraction | None, beginning: Fraction) -> str | None:
    for (earlier, known_then), (later, known) in pairwise(samples):
        if later < earlier:
            return "is not in order of time"
        if known < known_then:
            return "runs backwards"
        if later == earlier and known != known_then:
            return "is two things at one instant"
    for instant, known in samples:
        if known > instant:
            return "is of the future"
        if instant >= beginning and known < beginning:
            return "is older than the beginning"
        if instant >= beginning and bound is not None and known < max(instant - bound, beginning):
            return "is older than its bound"
    return None
