"""Errors as people read them: code and message, place, the line with a caret run, notes, help."""

from __future__ import annotations

from checkspec.report.prose import Paint, column_count, columns, harmless, harmless_character
from checkspec.text.diagnostic import Diagnostic
from checkspec.text.source import Span

SHOWN = 66
"""Columns of a source line that are shown; a longer one is cut around the caret."""


def diagnostic_text(diagnostic: Diagnostic, paint: Paint) -> str:
    """One diagnostic in the shape that rustc made standard. Ends without a line end."""
    code = diagnostic.code
    severity = paint.place(f"warning[{code.name}]") if code.warns else paint.bad(f"error[{code.name}]")
    head = severity + paint.strong(f": {harmless(diagnostic.message)}")
    lines = [head, *_excerpt(diagnostic.span, diagnostic.label, "^", paint)]
    for note in diagnostic.notes:
        if note.span is None:
            lines.append(f"  = note: {harmless(note.message)}")
        else:
            lines += [f"note: {harmless(note.message)}", *_excerpt(note.span, "", "-", paint)]
    if diagnostic.help:
        lines.append(paint.good("help") + f": {harmless(diagnostic.help)}")
    return "\n".join(lines)


def _excerpt(span: Span, label: str, mark: str, paint: Paint) -> list[str]:
    number, column = span.source.position(span.start)
    gutter = " " * len(str(number))
    place = f"{gutter}{paint.place('-->')} {harmless(span.source.name)}:{number}:{column}"
    if not span.source.text:
        return [place + (f": {harmless(label)}" if label else "")]
    text, before, run = _cut(span.source.line(number), column - 1, span.end - span.start)
    carets = " " * before + paint.bad(mark * run) + (f" {harmless(label)}" if label else "")
    bar = paint.place("|")
    return [place, f"{gutter} {bar}", f"{paint.place(str(number))} {bar} {text}".rstrip(), f"{gutter} {bar} {carets}".rstrip()]


def _cut(line: str, start: int, length: int) -> tuple[str, int, int]:
    """A stretch of `line` around the caret, the columns before the caret, and the caret's columns (at least 1)."""
    first = max(0, start - SHOWN)
    cells = [_cell(character) for character in line[first : start + SHOWN]]
    before = cells[: start - first]
    after = cells[start - first :]
    marked = after[: max(1, length)]
    cut_left = first > 0
    while before and _width(before) > SHOWN // 2 and _width(before) + _width(marked) > SHOWN - 6:
        before.pop(0)
        cut_left = True
    cut_right = len(line) > start + SHOWN
    while len(after) > 1 and _width(before) + _width(after) > SHOWN:
        after.pop()
        cut_right = True
    left, right = ("… " if cut_left else ""), (" …" if cut_right else "")
    run = _width(after[: max(1, length)])
    return left + "".join(before) + "".join(after) + right, len(left) + _width(before), max(1, run)


def _cell(character: str) -> str:
    return "    " if character == "\t" else harmless_character(character)


def _width(cells: list[str]) -> int:
    return sum(columns(cell) if len(cell) != 1 else column_count(cell) for cell in cells)
