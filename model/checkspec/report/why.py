"""Why a promise holds: the lines that force it, each with the world in which the promise breaks without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from checkspec.answer.verdict import Answer
from checkspec.meaning.world import World
from checkspec.report.narrate import Narrator
from checkspec.report.promises import promise_lines, reason_text
from checkspec.report.prose import Paint, wrap
from checkspec.report.story import Teller
from checkspec.theory.typed import Line


def why_lines(answer: Answer, near: Iterable[tuple[Line, World | None]], paint: Paint, own: str) -> Iterator[str]:
    """The answer in full, then one section for each line that forces it."""
    teller, narrator = Teller(answer.theory), Narrator(answer.theory, paint, own)
    yield from promise_lines([answer], teller, narrator, paint)
    for line, world in near:
        yield ""
        yield from wrap(f"Without {reason_text(line, own)}", 2, 4)
        if world is None:
            yield from wrap("No world breaks the promise, or none was found within the limits.", 4)
            continue
        yield from wrap("the promise breaks:", 2)
        yield ""
        yield from narrator.lines(teller.tell(replace(answer, broken=world)), replace(answer, broken=world))
