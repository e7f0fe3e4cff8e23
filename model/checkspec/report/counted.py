"""Populations in the JSON document."""

from __future__ import annotations

from typing import Any

from checkspec.answer.standing import COMPLETE, LOST, UNFINISHED, Reconciliation, Standing
from checkspec.report.document import reason_data


def counted_data(each: Reconciliation) -> dict[str, Any]:
    """A population at an observation. Only where there is something to say, `limit`."""
    data: dict[str, Any] = {
        "case": each.theory.case,
        "population": each.population.name,
        "kind": each.population.kind.name,
        "at": each.at,
        "consistent": not each.clash,
        "least": each.least,
        "most": each.most,
        "complete": [name(standing) for standing in each.those(COMPLETE)],
        "unfinished": [name(standing) for standing in each.those(UNFINISHED)],
        "perhapsLost": [name(standing) for standing in each.those(UNFINISHED) if LOST in standing.ways],
        "lost": [name(standing) for standing in each.those(LOST)],
        "unknown": [{"name": name(standing), "ways": list(standing.ways), "decided": not standing.undecided} for standing in each.unknown],
        "all": None if each.further is None else not each.further,
        "reasons": [reason_data(line) for line in each.reasons],
        "otherTotals": [{"at": total.at, **reason_data(total.line)} for total in each.totals],
    }
    if each.limit:
        data["limit"] = each.limit
    return data


def name(standing: Standing) -> str:
    return standing.individual.name
