"""The tables: promises down and columns across, or for a family of cases one row each."""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.answer.verdict import Answer, Verdict
from checkspec.report.outcome import Comparison, Outcome, Telling, comparisons, expected_of
from checkspec.report.prose import WIDTH, Paint, columns, harmless, pad
from checkspec.text.node import Node, node
from checkspec.theory.typed import Theory, full_name


@node
class Row(Node):
    """`cells` None: a heading. `under`: a line of explanation beneath."""

    label: str
    cells: tuple[Answer | str | None, ...] | None
    under: str = ""


class Matrix:
    """The table of a file. Of a family of cases: the columns that an expectation names, unless everything is told."""

    def __init__(self, outcome: Outcome, paint: Paint, telling: Telling) -> None:
        self.outcome = outcome
        self.telling = telling
        self.paint = paint
        self.compared: list[Comparison] = list(comparisons(outcome))

    def lines(self) -> Iterator[str]:
        """The table, at most as wide as the page: columns that do not fit go into a further table below."""
        heads, rows = self._family() if len(self.outcome.theories) > 1 else self._single()
        if not heads:
            return
        left = max(columns(row.label) for row in rows if row.cells is not None) + 2
        widths = [self._width(number, head, rows) for number, head in enumerate(heads)]
        first = True
        for block in _blocks(widths, left):
            if not first:
                yield ""
            first = False
            yield from self._block(heads, rows, widths, left, block)

    def _block(self, heads: list[tuple[str, ...]], rows: list[Row], widths: list[int], left: int, block: range) -> Iterator[str]:
        for level in range(max(len(heads[number]) for number in block)):
            yield (" " * left + "".join(pad((*heads[n], "")[level] if level < len(heads[n]) else "", widths[n]) for n in block)).rstrip()
        for row in rows:
            if row.cells is None:
                yield self.paint.strong(row.label)
                continue
            line = pad(row.label, left)
            for number in block:
                text = self._cell(row.cells[number])
                line += self._coloured(row.cells[number], text) + " " * (widths[number] - columns(text))
            yield line.rstrip()
            if row.under:
                yield row.under

    def _width(self, number: int, head: tuple[str, ...], rows: list[Row]) -> int:
        cells = [self._cell(row.cells[number]) for row in rows if row.cells is not None]
        return max(columns(text) for text in (*head, *cells)) + 2

    def _cell(self, answer: Answer | str | None) -> str:
        if answer is None or isinstance(answer, str):
            return answer or "-"
        expected = expected_of(answer, self.compared)
        mark = " !" if expected is not None and not expected.met else ""
        return verdict_text(answer) + mark

    def _coloured(self, answer: Answer | str | None, text: str) -> str:
        if answer is None or isinstance(answer, str):
            return text
        return coloured(answer, text, self.paint)

    def _single(self) -> tuple[list[tuple[str, ...]], list[Row]]:
        theory = self.outcome.theories[0]
        answers = self.outcome.of(theory)
        names = column_names(theory, answers)
        table = {(answer.promise.offer, answer.promise.name, answer.at): answer for answer in answers}
        rows = []
        for offer in dict.fromkeys(promise.offer for promise in theory.promises):
            if offer is not None:
                title = next(each.title for each in theory.offers if each.name == offer)
                rows.append(Row(harmless(f"offer {offer}" + (f'  "{title}"' if title else "")), None))
            for promise in theory.promises:
                if promise.offer == offer:
                    label = ("  " if offer is not None else "") + harmless(promise.name)
                    cells: list[Answer | str | None] = [table.get((offer, promise.name, name)) for name in names]
                    if promise.inherited and not any(cells):
                        cells = [f"as in {promise.origin}", *([""] * (len(names) - 1))]
                    rows.append(Row(label, tuple(cells)))
        heads: list[tuple[str, ...]] = [("by design",) if name is None else (f"at {harmless(name)}",) for name in names]
        return heads, rows

    def _is_shown(self, key: tuple[str | None, str, str | None]) -> bool:
        """Whether the table of a family has this column: all of them, or if anything is expected those of which something is."""
        expected = {(e.promise, e.at) for theory in self.outcome.theories for e in theory.expectations}
        return not expected or self.telling.everything or key[1:] in expected

    def hidden(self) -> int:
        """How many columns the table leaves out."""
        if len(self.outcome.theories) == 1:
            return 0
        keys = dict.fromkeys((a.promise.offer, a.promise.name, a.at) for a in self.outcome.answers)
        return sum(not self._is_shown(key) for key in keys)

    def _family(self) -> tuple[list[tuple[str, ...]], list[Row]]:
        keys = list(dict.fromkeys((a.promise.offer, a.promise.name, a.at) for a in self.outcome.answers))
        keys = [key for key in keys if self._is_shown(key)]
        rows = []
        for theory in self.outcome.theories:
            table = {(a.promise.offer, a.promise.name, a.at): a for a in self.outcome.of(theory)}
            title = theory.title if theory.case is not None else ""
            cells = tuple(table.get(key) for key in keys)
            rows.append(Row(harmless(theory.case or "base"), cells, f"  {harmless(title)}" if title else ""))
        heads: list[tuple[str, ...]] = [
            (harmless(full_name(offer, name)), "by design" if at is None else f"at {harmless(at)}") for offer, name, at in keys
        ]
        return heads, rows


def _blocks(widths: list[int], left: int) -> Iterator[range]:
    """Runs of columns that fit on the page."""
    start = 0
    while start < len(widths):
        end, used = start + 1, left + widths[start]
        while end < len(widths) and used + widths[end] <= WIDTH + 2:
            used += widths[end]
            end += 1
        yield range(start, end)
        start = end


def column_names(theory: Theory, answers: tuple[Answer, ...]) -> list[str | None]:
    """By design, then each observation that there are answers for, in the file's order."""
    there = {answer.at for answer in answers}
    ordered: list[str | None] = [None, *(observation.name for observation in theory.observations)]
    return [name for name in ordered if name in there]


def verdict_text(answer: Answer) -> str:
    """The verdict as a cell shows it."""
    return answer.verdict.name + (" vacuously" if answer.vacuous and answer.verdict is Verdict.HOLDS else "")


def coloured(answer: Answer, text: str, paint: Paint) -> str:
    if answer.verdict is Verdict.HOLDS:
        return paint.doubtful(text) if answer.vacuous else paint.good(text)
    return paint.doubtful(text) if answer.verdict in {Verdict.UNDETERMINED, Verdict.UNKNOWN} else paint.bad(text)
