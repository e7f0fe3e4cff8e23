"""Parts of a promise and the questions about them: plain data."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checkspec.text.lists import joined
from checkspec.text.node import Node, node
from checkspec.text.source import Span
from checkspec.theory.boundaries import noticed
from checkspec.theory.declared import Boundary
from checkspec.theory.typed import Event, State, Theory

ACCEPTANCE, POPULATION, BOUNDARY, CUTOFF = "acceptance event", "population", "completion boundary", "cutoff"
EVENT, CONSUMER, OBSERVER, VALUES = "event", "consumer's observation", "who observes", "values"
ORDER = (ACCEPTANCE, POPULATION, BOUNDARY, CUTOFF, EVENT, CONSUMER, OBSERVER, VALUES)
"""That of the questions."""

_DECLARED = re.compile(r"\b(?:observe|source|population|quantity)\s+([\w-]+)")


@node
class Write(Node):
    """What to write once a question is answered: `text` in the language, `note` for a comment behind it. `instead`: in whose place, if it
    replaces something."""

    text: str
    instead: Span | None = None
    note: str = ""


@node
class Question(Node):
    """A question in plain English that can be sent as it is. `listed`: it is about what the lines to write are about, whose names are still
    to be added."""

    part: str
    text: str
    writes: tuple[Write, ...]
    listed: bool = False


@node
class Part(Node):
    """`named`: what is named already; empty if nothing is."""

    name: str
    named: str
    questions: tuple[Question, ...] = ()


def subject(write: Write) -> str:
    """`A.preStop` of a line that gives it a value."""
    return write.text.removeprefix("assume ").replace(" = ", ": ").split(": ", 1)[0]


def where_noticed(theory: Theory, member: Event | State) -> list[Boundary]:
    """The boundaries at which an event or state can be noticed."""
    return [each for each in theory.boundaries if noticed(member, each)]


def at(boundaries: Iterable[Boundary]) -> str:
    """`at caller (whoever sends it) or at server`."""
    return " or ".join(f"at {each.name}{f' ({each.title})' if each.title else ''}" for each in boundaries)


def briefly_at(boundaries: Iterable[Boundary]) -> str:
    """`noticed at caller or at server`."""
    return f"noticed {joined((f'at {each.name}' for each in boundaries), 'or') or 'nowhere'}"


def unused(theory: Theory, *names: str) -> str:
    """The first of the names that means nothing yet, or the last with a number."""
    taken = {each.name for each in theory.individuals} | {each.name for each in theory.quantities}
    taken |= {each.name for each in theory.observations}
    taken |= {each.name for each in theory.declared} | {each.name for each in theory.populations}
    taken |= {each.name for each in theory.boundaries} | set(theory.kinds)
    taken |= {name for text in _texts(theory) for name in _DECLARED.findall(text)}  # those of other cases too
    numbered = (f"{names[-1]}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (*names, *numbered) if each not in taken)


def _texts(theory: Theory) -> set[str]:
    """The files in which the scenario stands."""
    spans = [each.span for each in theory.individuals] + [each.span for each in theory.promises]
    return {span.source.text for span in spans}
