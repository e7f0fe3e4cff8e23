"""The report as one JSON document. docs/json.md says what is in it, docs/schema.json in which shape."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from checkspec.answer.verdict import Answer
from checkspec.meaning.world import Member, Value, World
from checkspec.report.contradiction import contradiction
from checkspec.report.outcome import Comparison, Outcome, comparisons
from checkspec.text.diagnostic import Diagnostic
from checkspec.theory.typed import Line, Observation


def document(outcomes: Iterable[Outcome], version: str) -> str:
    """The whole document, ASCII only and safe to stand in HTML: what could steer a terminal or a page is escaped."""
    data = {"checkspec": version, "files": [file_data(outcome) for outcome in outcomes]}
    return escaped(json.dumps(data, indent=2))


def escaped(text: str) -> str:
    """A document that is safe to stand in HTML."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def file_data(outcome: Outcome) -> dict[str, Any]:
    """One file: its verdicts and how they compare with what is expected, or why it could not be used."""
    compared = list(comparisons(outcome))
    misses = [miss_data(comparison) for comparison in compared if not comparison.met]
    data: dict[str, Any] = {"file": outcome.name}
    if outcome.errors:
        data["error"] = [error_data(diagnostic) for diagnostic in outcome.errors]
    if outcome.fault:
        data["fault"] = outcome.fault
    if outcome.warnings:
        data["warnings"] = [error_data(diagnostic) for diagnostic in outcome.warnings]
    data["verdicts"] = [verdict_data(answer) for answer in outcome.answers]
    if outcome.reconciled:
        from checkspec.report.counted import counted_data

        data["populations"] = [counted_data(each) for each in outcome.reconciled]
    data["expectations"] = {"met": len(compared) - len(misses), "missed": len(misses), "misses": misses}
    return data


def verdict_data(answer: Answer) -> dict[str, Any]:
    """One answer. `world`: the least world in which the promise is broken, if there is one. Only where there is something to say,
    `contradiction`, `kept`, `limit` and `confirmed`."""
    data: dict[str, Any] = {
        "case": answer.theory.case,
        "offer": answer.promise.offer,
        "promise": answer.promise.name,
        "at": answer.at,
        "verdict": answer.verdict.name,
        "vacuous": answer.vacuous,
        "reasons": [reason_data(line) for line in answer.reasons],
        "world": None if answer.broken is None else world_data(answer.broken),
    }
    clash = contradiction(answer)
    if clash is not None:
        data["contradiction"] = [stated_data(observation, line) for observation, line in clash.stated]
    if answer.kept is not None:
        data["kept"] = world_data(answer.kept)
    if answer.limit:
        data["limit"] = answer.limit
    if answer.confirmed is not None:
        data["confirmed"] = answer.confirmed
    return data


def reason_data(line: Line) -> dict[str, Any]:
    from checkspec.report.say import say_line

    return {
        "role": line.role.value,
        "label": line.label,
        "file": line.span.source.name,
        "line": line.span.line,
        "says": say_line(line),
    }


def stated_data(observation: Observation, line: Line) -> dict[str, Any]:
    """What a source states against another."""
    declared = observation.declared
    return {
        "observation": observation.name,
        "source": observation.source or None,
        "boundary": None if declared is None else declared.boundary.name,
        **reason_data(line),
    }


def world_data(world: World) -> dict[str, Any]:
    """A world as plain data, numbers exact."""
    return {
        "beginning": number(world.beginning),
        "members": [member_data(member) for member in world.members],
        "observations": {name: number(instant) for name, instant in world.observations.items()},
        "quantities": {name: number(value) for name, value in world.quantities.items()},
        "knowledge": [
            {"consumer": consumer, "individual": individual, "samples": [[number(when), number(as_of)] for when, as_of in samples]}
            for (consumer, individual), samples in world.knowledge.items()
        ],
    }


def member_data(member: Member) -> dict[str, Any]:
    return {
        "name": member.name,
        "kind": member.kind,
        "named": member.named,
        "fields": {name: value_data(value) for name, value in member.fields.items()},
        "events": {name: number(instant) for name, instant in member.events.items()},
        "states": {name: [[number(when), value] for when, value in changes] for name, changes in member.states.items()},
    }


def value_data(value: Value) -> Any:
    return number(value) if isinstance(value, Fraction) else value


def number(value: Fraction | int) -> int | str:
    """A whole number as a number, another one as a string: an exact decimal if it has one, else `p/q`."""
    value = Fraction(value)
    if value.denominator == 1:
        return value.numerator
    scale = value.denominator
    twos = fives = 0
    while scale % 2 == 0:
        scale, twos = scale // 2, twos + 1
    while scale % 5 == 0:
        scale, fives = scale // 5, fives + 1
    if scale != 1:
        return f"{value.numerator}/{value.denominator}"
    digits = max(twos, fives)
    whole, part = divmod(abs(value.numerator) * 10**digits // value.denominator, 10**digits)
    return f"{'-' if value < 0 else ''}{whole}.{part:0{digits}d}"


def miss_data(comparison: Comparison) -> dict[str, Any]:
    expectation, answer = comparison.expectation, comparison.answer
    return {
        "case": comparison.theory.case,
        "offer": expectation.offer,
        "promise": expectation.promise,
        "at": expectation.at,
        "expected": expectation.verdict,
        "vacuous": expectation.vacuous,
        "got": None if answer is None else answer.verdict.name,
        "file": expectation.span.source.name,
        "line": expectation.span.line,
    }


def error_data(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code.name,
        "message": diagnostic.message,
        "file": diagnostic.span.source.name,
        "line": diagnostic.span.line,
        "column": diagnostic.span.column,
        "help": diagnostic.help or None,
    }
