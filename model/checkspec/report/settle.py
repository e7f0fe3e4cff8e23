"""What would settle an open promise, as observations that can be pasted into the spec."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checkspec.answer.settling import MOST, Report, Settling
from checkspec.report.prose import wrap
from checkspec.theory.typed import Formula, Happened, Holds, Individual, NoOther, Not, Term


def settling_lines(settling: Settling) -> Iterator[str]:
    """What would establish the promise and what would refute it."""
    for what, reports in (("establish", settling.establish), ("refute", settling.refute)):
        yield ""
        if reports is None:
            few = f"No {MOST} reports or fewer about those who are named were found that would {what} it."
            yield from wrap(f"What would {what} it was not found within the limits: {settling.limit}." if settling.limit else few, 2, 4)
            continue
        yield f"  This would {what} it:"
        yield ""
        yield from observations(reports, settling.further)


def observations(reports: Sequence[Report], further: str) -> Iterator[str]:
    """The reports as lines of the language, each observation with its own; what belongs to no instant stands with the first."""
    blocks: dict[str, list[str]] = {}
    for report in sorted(reports, key=lambda report: report.at is None):
        at = next(iter(blocks), further) if report.at is None else report.at
        blocks.setdefault(at, []).append(fact_text(report.said))
    for at, facts in blocks.items():
        yield f"    observe {at} {{"
        yield from (f"      {fact}" for fact in facts)
        yield "    }"


def fact_text(said: Formula) -> str:
    """A report in the language: `R2 is not received`, `no other request on A where accepted before A.deleted`. Raises TypeError for what
    no report says."""
    match said:
        case Happened(subject=subject, event=what) | Holds(subject=subject, state=what):
            return f"{_name(subject)} is {what.name}"
        case Not(part=Happened(subject=subject, event=what) | Holds(subject=subject, state=what)):
            return f"{_name(subject)} is not {what.name}"
        case NoOther():
            return f"no other {_population(said)}"
        case _:
            raise TypeError(f"no report: {said}")


def _name(subject: Term) -> str:
    assert isinstance(subject, Individual)
    return subject.name


def _population(said: NoOther) -> str:
    """The promise's own words from the kind to the end of what restricts it."""
    span, last = said.span, said.where or (said.phrases[-1] if said.phrases else None)
    if last is None:
        return said.variable.kind.name
    text = span.source.text[span.start : last.span.end].split(maxsplit=1)[1]
    return " ".join(text.split()) + ")" * (text.count("(") - text.count(")"))
