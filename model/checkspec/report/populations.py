"""Populations under the matrix: who is complete, unfinished, lost or unknown at each observation, as a sum of members with their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from checkspec.answer.standing import COMPLETE, LOST, OUTSIDE, UNFINISHED, Reconciliation, Standing
from checkspec.report.names import plural
from checkspec.report.places import column_text, place_text
from checkspec.report.promises import reasons_lines
from checkspec.report.prose import WIDTH, Paint, columns, harmless, pad, wrap
from checkspec.report.say import say_then
from checkspec.text.lists import joined
from checkspec.theory.population import Population
from checkspec.theory.typed import At

UNKNOWN = "unknown"
PARTS = (COMPLETE, UNFINISHED, LOST, UNKNOWN)
SIGNS = ("=", "+", "+", "+")
UNCOUNTED = "no world fits what was observed, so there is nothing to count"


def population_lines(reconciled: Iterable[Reconciliation], own: str, paint: Paint) -> Iterator[str]:
    """The populations of a scenario, each with an empty line before it."""
    for population, group in groupby(reconciled, key=lambda each: each.population):
        yield ""
        yield from _population(population, list(group), own, paint)


def _population(population: Population, counted: Sequence[Reconciliation], own: str, paint: Paint) -> Iterator[str]:
    title = f'  "{population.title}"' if population.title else ""
    yield paint.strong(harmless(f"population {population.name}{title}"))
    yield from _table(population, counted)
    for each in counted:
        for alike in _alike(each.unknown):
            yield from wrap(f"Unknown {column_text(each.at)}: {_unknown(alike, each)}.", 2, 4)
    if perhaps := list(_perhaps_lost(counted)):
        yield from wrap(f"Perhaps lost already ({population.lost}): {', '.join(perhaps)}.", 2, 4)
    yield from _further(population, counted, own)
    yield from _totals(counted, own)


# ---------------------------------------------------------------- the sum


def _table(population: Population, counted: Sequence[Reconciliation]) -> Iterator[str]:
    """A line for each observation, in columns if they fit on the page."""
    heads = ["", plural(population.kind.name), *PARTS]
    rows = [[column_text(each.at), *_cells(each)] for each in counted]
    sums = [row for row, each in zip(rows, counted, strict=True) if not _stopped(each)]
    widths = [max(columns(harmless(row[place])) for row in (heads, *sums)) for place in range(len(heads))]
    widths[0] = max(columns(harmless(row[0])) for row in rows)
    wide = 2 + sum(widths) + 2 + 5 * len(SIGNS)
    if wide > WIDTH:
        for row, each in zip(rows, counted, strict=True):
            terms = " + ".join(_term(cell, part) for cell, part in zip(row[2:], PARTS, strict=True))
            yield from wrap(f"{row[0]}: {_stopped(each) or f'{row[1]} {heads[1]} = {terms}'}", 2, 4)
        return
    if sums:
        yield _line(heads, widths)
    for row, each in zip(rows, counted, strict=True):
        stopped = _stopped(each)
        if stopped:
            yield from wrap(f"{pad(harmless(row[0]), widths[0])}  {stopped}", 2, 4)
        else:
            yield _line(row, widths)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    text = "  " + pad(harmless(row[0]), widths[0]) + "  " + pad(harmless(row[1]), widths[1])
    for sign, cell, width in zip(SIGNS, row[2:], widths[2:], strict=True):
        text += f"  {sign}  " + pad(harmless(cell), width)
    return text.rstrip()


def _cells(each: Reconciliation) -> list[str]:
    whole = str(each.most) if each.least == each.most else f"{each.least} to {each.most}"
    return [whole, *(_cell(each.those(way)) for way in (COMPLETE, UNFINISHED, LOST)), _cell(each.unknown)]


def _cell(standings: Sequence[Standing]) -> str:
    """`2 (R1, R2)`"""
    names = ", ".join(each.individual.name for each in standings)
    return f"{len(standings)} ({names})" if names else "0"


def _term(cell: str, part: str) -> str:
    """`2 unfinished (R1, R2)`"""
    number, _, names = cell.partition(" ")
    return f"{number} {part} {names}".rstrip()


def _stopped(each: Reconciliation) -> str:
    """Why there is no sum; nothing if there is one."""
    if each.clash:
        return UNCOUNTED
    return f"not counted within the limits: {each.limit}" if each.limit and not each.standings else ""


# ---------------------------------------------------------------- what there is to say about it


def _alike(standings: Sequence[Standing]) -> list[list[Standing]]:
    """Those of whom the same is to be said put together, in the order of the first of them."""
    groups: dict[object, list[Standing]] = {}
    for each in standings:
        groups.setdefault((each.ways, each.undecided), []).append(each)
    return list(groups.values())


def _unknown(alike: Sequence[Standing], each: Reconciliation) -> str:
    """`R2 may be complete or lost`, `R3 may be unfinished, or not belong to it`"""
    names, one = joined(standing.individual.name for standing in alike), alike[0]
    if one.undecided:
        return f"how {names} {'stands' if len(alike) == 1 else 'stand'} was not decided within the limits ({each.limit})"
    ways = [way for way in one.ways if way != OUTSIDE]
    return f"{names} may be {joined(ways, 'or')}{', or not belong to it' if OUTSIDE in one.ways else ''}"


def _perhaps_lost(counted: Sequence[Reconciliation]) -> Iterator[str]:
    for each in counted:
        names = [standing.individual.name for standing in each.those(UNFINISHED) if LOST in standing.ways]
        if names:
            yield f"{joined(names)} {column_text(each.at)}"


def _further(population: Population, counted: Sequence[Reconciliation], own: str) -> Iterator[str]:
    """Whether these are all, said once for observations of which the same is to be said."""
    there = [each for each in counted if not _stopped(each)]
    groups = [(key, list(group)) for key, group in groupby(there, key=lambda each: (each.further, each.reasons))]
    for (further, reasons), group in groups:
        when = f"{', '.join(column_text(each.at) for each in group)}: " if len(groups) > 1 else ""
        if further is None:
            text = f"{when}whether these are all was not decided within the limits."
        elif further:
            text = f"{when}nothing says that these are all; further {plural(population.kind.name)} may belong to it."
        else:
            text = f"{when}these are all{', because' if reasons else '.'}"
        yield from wrap(text[:1].upper() + text[1:], 2, 4)
        yield from reasons_lines(reasons, own)


def _totals(counted: Sequence[Reconciliation], own: str) -> Iterator[str]:
    """The totals that do not count here."""
    for total in dict.fromkeys(total for each in counted for total in each.totals):
        formula = total.line.formula
        said = say_then(formula.body if isinstance(formula, At) else formula)
        place = place_text(total.line.span, own)
        yield from wrap(f"Over another set, and so not counted here: {column_text(total.at)}, {said} ({place}).", 2, 4)
