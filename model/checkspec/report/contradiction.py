"""Sources that contradict each other: who they are, and which of their lines clash. Neither is preferred, nor are they combined."""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.answer.verdict import Answer, Verdict
from checkspec.text.node import Node, node
from checkspec.theory.typed import At, Line, Observation

NUMBERS = ("two", "three", "four", "five", "six")


@node
class Contradiction(Node):
    """`stated`: what was observed and clashes, line by line with its observation; of at least two observations. `because`: the other lines
    that it takes, such as rules, and when the observations were made."""

    stated: tuple[tuple[Observation, Line], ...]
    because: tuple[Line, ...]

    @property
    def sentence(self) -> str:
        """`Two sources contradict each other`."""
        observations = dict.fromkeys(observation.name for observation, _ in self.stated)
        sources = dict.fromkeys(observation.source or observation.name for observation, _ in self.stated)
        if len(sources) == 1:
            return f"what {next(iter(sources))} states at one time contradicts what it states at another"
        if any(not observation.source for observation, _ in self.stated):
            return f"{_number(len(observations))} observations contradict each other"
        return f"{_number(len(sources))} sources contradict each other"


def contradiction(answer: Answer) -> Contradiction | None:
    """The contradiction behind an answer that is INCONSISTENT; None if its clash is not one between observations."""
    if answer.verdict is not Verdict.INCONSISTENT:
        return None
    stated = [pair for line in answer.reasons for pair in _observed(answer, line)]
    if len({observation.name for observation, _ in stated}) < 2:
        return None
    lines = [line for _, line in stated]
    return Contradiction(tuple(stated), tuple(line for line in answer.reasons if all(line is not each for each in lines)))


def source_text(observation: Observation) -> str:
    """`the supplier's log (at server): `, to stand before what was observed; nothing if nobody is named."""
    at = "" if observation.declared is None else f" (at {observation.declared.boundary.name})"
    return f"{observation.source}{at}: " if observation.source else ""


def _observed(answer: Answer, line: Line) -> Iterator[tuple[Observation, Line]]:
    for observation in answer.theory.observations:
        if isinstance(line.formula, At) and any(line is each for each in observation.lines):
            yield observation, line


def _number(number: int) -> str:
    return NUMBERS[number - 2] if number - 2 < len(NUMBERS) else str(number)
