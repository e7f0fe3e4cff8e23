"""Why an answer is what it is: the lines that force it, each with the world in which the promise breaks without it; or what would
settle it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from checkspec.answer.settling import Settling
from checkspec.answer.standing import Reconciliation
from checkspec.answer.verdict import Answer
from checkspec.meaning.world import World
from checkspec.report.narrate import Narrator
from checkspec.report.populations import population_lines
from checkspec.report.promises import promise_lines, reason_text
from checkspec.report.prose import Paint, wrap
from checkspec.report.settle import settling_lines
from checkspec.report.story import Teller
from checkspec.theory.typed import Line


def why_lines(
    answer: Answer, near: Iterable[tuple[Line, World | None, str]], settling: Settling | None, paint: Paint, own: str,
    populations: Sequence[Reconciliation] = (),
) -> Iterator[str]:
    """The answer in full with the populations at its observation; then a section for each line that forces it, or what would settle it."""
    teller, narrator = Teller(answer.theory), Narrator(answer.theory, paint, own)
    yield from promise_lines([answer], teller, narrator, paint, reconciled=populations)
    yield from population_lines(populations, own, paint)
    for line, world, unknown in near:
        yield ""
        yield from wrap(f"Without {reason_text(line, own)}", 2, 4)
        if world is None:
            excluded = "the promise still holds: lines that are not among these reasons exclude it as well."
            yield from wrap(f"it was not decided whether the promise breaks: {unknown}." if unknown else excluded, 2)
            continue
        yield from wrap("the promise breaks:", 2)
        yield ""
        yield from narrator.lines(teller.tell(replace(answer, broken=world)), replace(answer, broken=world))
    if settling is not None:
        yield from settling_lines(settling)
