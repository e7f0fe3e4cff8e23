"""Who stands where completion is noticed, and whether what they do not state is so."""

from __future__ import annotations

from checkspec.report.ask.parts import closing_text, set_said
from checkspec.report.ask.question import OBSERVER, Part, Question, Write, at, unused, where_noticed
from checkspec.text.lists import joined
from checkspec.theory.boundaries import noticed
from checkspec.theory.complaints import a
from checkspec.theory.completion import Completion
from checkspec.theory.declared import Source
from checkspec.theory.typed import Event, Theory


def observer_part(theory: Theory, completion: Completion) -> Part | None:
    """The declared sources that can state the promised events; None where no boundary notices them."""
    events = [each for each in completion.events if where_noticed(theory, each)]
    if not events:
        return None
    named: list[str] = []
    questions: list[Question] = []
    for event in events:
        sources = [each for each in theory.declared if noticed(event, each.boundary) and not each.totals]
        whole = [each for each in sources if any(event in part.events for part in each.complete)]
        if whole:
            named.append(f"{joined(each.name for each in whole)}, complete for {event.name} (line {whole[0].span.line})")
            continue
        named += [f"{each.name} at {each.boundary.name} (line {each.span.line})" for each in sources]
        questions.append(_question(theory, completion, event, [each.name for each in sources]))
    return Part(OBSERVER, "; ".join(named), tuple(questions))


def _question(theory: Theory, completion: Completion, event: Event, sources: list[str]) -> Question:
    kind, places = completion.kind.name, where_noticed(theory, event)
    record = f"complete {_whom(completion)}: {event.name}"
    if sources:
        text = f"Does {joined(sources, 'or')} have every {kind} that is {event.name}? Without that, what it does not state is unknown."
        source = next(each for each in theory.declared if each.name == sources[0])
        return Question(OBSERVER, text, (Write(_with_record(source, record), source.whole),))
    text = f'Who records, {at(places)}, that {a(kind)} is {event.name}? Is the record complete for "{set_said(completion)}"?'
    totals = [each.name for each in theory.declared if each.totals and noticed(event, each.boundary)]
    text += f" {joined(totals)} has totals only." if totals else ""
    name = unused(theory, "record", "record")
    return Question(OBSERVER, text, (Write(f"source {name} at {places[0].name} {{ {record} }}"),))


def _with_record(source: Source, record: str) -> str:
    """The declaration of a source with one thing more for which it is complete."""
    said = " ".join(source.whole.text.split())
    return f"{said[:-1].rstrip()} {record} }}" if said.endswith("}") else f"{said} {{ {record} }}"


def _whom(completion: Completion) -> str:
    """The members as `complete` names them: `request on A where accepted before A.deleted`."""
    if completion.population:
        return f"{completion.kind.name} where self is {completion.population}"
    return closing_text(completion).removeprefix("ever: ").removeprefix("no other ")
