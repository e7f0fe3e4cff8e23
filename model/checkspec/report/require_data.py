"""What a promise requires, as a JSON document. docs/json.md says what is in it, docs/schema.json in which shape."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from checkspec.answer.require.free import Free
from checkspec.answer.require.requirement import Requirement
from checkspec.answer.require.space import Cell
from checkspec.meaning.world import Value
from checkspec.report.assumptions import assumption_text
from checkspec.report.document import escaped, number
from checkspec.report.require import cell_texts, setting_text
from checkspec.theory.typed import Line


def requirement_document(found: Requirement, name: str, version: str) -> str:
    """The whole document."""
    return escaped(json.dumps({"checkspec": version, "file": name, "require": requirement_data(found)}, indent=2))


def requirement_data(found: Requirement) -> dict[str, Any]:
    """The answer for one promise. Only where there is something to say, `change`, `missing` and `limit`."""
    data: dict[str, Any] = {
        "case": found.theory.case,
        "offer": found.promise.offer,
        "promise": found.promise.name,
        "at": found.at,
        "free": [free_data(each) for each in found.free],
        "now": found.now.name,
        "answer": "region" if found.cells else "unknown" if found.limit else "contradiction" if found.barren else "none",
        "exact": found.exact,
        "region": region_data(found.free, found.cells),
        "vacuous": found.vacuous,
        "confirmed": None if found.confirmed is None else found.confirmed.name,
        "points": None if found.probes is None else {"inside": found.probes.inside, "outside": found.probes.outside},
    }
    if found.change is not None:
        data["change"] = change_data(found)
        data["breaks"] = [{"promise": promise.full_name, "verdict": verdict.name} for promise, verdict in found.breaks]
    if found.wider is not None:
        data["elsewhere"] = change_data(found.wider)
    if found.missing:
        data["missing"] = [
            {
                "suppose": [assumption_text(said) for said in each.said],
                "from": [f"{said.span.source.name}:{said.span.line}" if isinstance(said, Line) else None for said in each.said],
                "instead": None if each.replaces is None else each.replaces.label,
                "region": region_data(found.free, each.cells),
            }
            for each in found.missing
        ]
    if found.limit:
        data["limit"] = found.limit
    return data


def region_data(free: Sequence[Free], cells: Sequence[Cell]) -> list[list[str]]:
    """A union of conjunctions; one without bounds is everything."""
    return [cell_texts(free, cell) for cell in cells]


def free_data(free: Free) -> dict[str, Any]:
    data: dict[str, Any] = {"name": free.name, "sort": free.type.sort.name.lower(), "given": free.line is not None}
    if free.known:
        data["value"] = value_data(free.given)
    return data


def change_data(found: Requirement) -> list[dict[str, Any]]:
    """The values to write, each with its line of the language."""
    chosen = [] if found.change is None else [(found.free[index], value) for index, value in found.change.items()]
    return [{"name": free.name, "value": value_data(value), "write": setting_text(free, value)} for free, value in chosen]


def value_data(value: Value) -> Any:
    return number(value) if isinstance(value, Fraction) else value
