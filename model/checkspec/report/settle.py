"""What would settle an open promise, as observations that can be pasted into the spec."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from checkspec.answer.candidates import Report
from checkspec.answer.placing import Block, blocks
from checkspec.answer.settling import MOST, Settling
from checkspec.report.prose import WIDTH, wrap
from checkspec.theory.names import SELF
from checkspec.theory.typed import Formula, Happened, Holds, Individual, NoOther, Not, Term
from checkspec.theory.walk import nodes


def settling_lines(settling: Settling) -> Iterator[str]:
    """What would establish the promise and what would refute it."""
    for what, reports in (("establish", settling.establish), ("refute", settling.refute)):
        yield ""
        if reports is None:
            few = f"No {MOST} reports or fewer about those who are named were found that would {what} it."
            yield from wrap(f"What would {what} it was not found within the limits: {settling.limit}." if settling.limit else few, 2, 4)
            continue
        made = list(observations(reports, settling))
        several = sum(line.startswith("    observe ") for line in made) > 1
        yield f"  {'Together these' if several else 'This'} would {what} it:"
        yield ""
        yield from made


def observations(reports: Sequence[Report], settling: Settling) -> Iterator[str]:
    """The reports as lines of the language, those at one instant and one boundary in an observation, with the boundary and who is declared
    there."""
    for block in blocks(reports, settling.theory, settling.further, settling.sources):
        at = "" if block.at is None else f" at {block.at}"
        by = "" if block.source is None else f" by {block.source.name}"
        yield from _where_lines(block)
        yield f"    observe {block.name}{at}{by} {{"
        yield from (f"      {fact_text(report.said)}" for report in block.reports)
        yield "    }"


def _where_lines(block: Block) -> Iterator[str]:
    """The boundary as a comment."""
    match block.boundaries:
        case ():
            return
        case (only,):
            text = f"at {only.name}{f': {only.title}' if only.title else ''}"
        case several:
            text = f"with records made {' and '.join(f'at {each.name}' for each in several)}"
    yield from (f"    # {line}" for line in wrap(text, width=WIDTH - 6))


def fact_text(said: Formula) -> str:
    """A report in the language: `R2 is not received`, `no other request on A where accepted before A.deleted`. Raises TypeError for what
    no report says."""
    match said:
        case Happened(subject=subject, event=what) | Holds(subject=subject, state=what):
            return f"{_name(subject)} is {what.name}"
        case Not(part=Happened(subject=subject, event=what) | Holds(subject=subject, state=what)):
            return f"{_name(subject)} is not {what.name}"
        case NoOther():
            ever = "ever: " if any(isinstance(each, Happened) for each in nodes(said)) else ""
            return f"{ever}no other {_population(said)}"
        case _:
            raise TypeError(f"no report: {said}")


def _name(subject: Term) -> str:
    assert isinstance(subject, Individual)
    return subject.name


def _population(said: NoOther) -> str:
    """The promise's own words from the kind to the end of what restricts it; a variable is the individual at hand there."""
    span, last, variable = said.span, said.where or (said.phrases[-1] if said.phrases else None), said.variable
    if last is None:
        return variable.kind.name
    text = " ".join(span.source.text[span.start : last.span.end].split()[1:])
    if variable.written:
        name = re.escape(variable.name)
        text = re.sub(rf"^([\w-]+) {name}(?![\w-])", r"\1", text)
        text = re.sub(rf"(?<![\w.-]){name}(?![\w-])", SELF, text)
    return text + ")" * (text.count("(") - text.count(")"))
