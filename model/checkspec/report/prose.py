"""Plain text for people: harmless characters, widths, wrapping, and colour that carries no meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TextIO
from unicodedata import category, combining, east_asian_width

from checkspec.text.node import Node, node

WIDTH = 80
"""Columns of every text report, whatever the terminal's width: the same bytes everywhere."""


def harmless(text: str) -> str:
    """`text` with everything spelled out that could steer a terminal or reorder a line: controls, bidi marks, invisible characters."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(harmless_character(character) for character in text)


def harmless_character(character: str) -> str:
    """One character as it may be printed; control, format, private and lone surrogate characters as `\\u{…}`."""
    if category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}:
        return f"\\u{{{ord(character):x}}}"
    return character


def columns(text: str) -> int:
    """How many terminal columns harmless text takes."""
    if text.isascii():
        return len(text)
    return sum(column_count(character) for character in text)


def column_count(character: str) -> int:
    """Columns of one character: 2 if East Asian wide, 0 if it combines with the one before."""
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in {"W", "F"} else 1


def pad(text: str, width: int) -> str:
    """`text` filled with spaces to `width` columns."""
    return text + " " * (width - columns(text))


def wrap(text: str, indent: int = 0, hang: int | None = None, width: int = WIDTH) -> list[str]:
    """`text` as lines of at most `width` columns, the first indented by `indent`, the others by `hang`.

    Breaks at single spaces only, and never inside a word that is too long for a line.
    """
    lines: list[str] = []
    current = " " * indent
    empty = True
    for word in harmless(text).split(" "):
        if not empty and columns(current) + 1 + columns(word) > width:
            lines.append(current)
            current = " " * (indent if hang is None else hang)
            empty = True
        current += word if empty else " " + word
        empty = False
    lines.append(current)
    return [line.rstrip() for line in lines]


@node
class Paint(Node):
    """Colours, or nothing at all. Whatever is coloured says the same without."""

    on: bool

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on and text else text

    def strong(self, text: str) -> str:
        return self._in("1", text)

    def faint(self, text: str) -> str:
        return self._in("2", text)

    def good(self, text: str) -> str:
        return self._in("32", text)

    def bad(self, text: str) -> str:
        return self._in("1;31", text)

    def doubtful(self, text: str) -> str:
        return self._in("33", text)

    def place(self, text: str) -> str:
        return self._in("36", text)


def paint_for(choice: str, stream: TextIO, environment: Mapping[str, str]) -> Paint:
    """Whether to colour `stream`: `--color` over NO_COLOR over FORCE_COLOR over TERM=dumb over whether it is a terminal."""
    if choice != "auto":
        return Paint(choice == "always")
    if environment.get("NO_COLOR"):
        return Paint(False)
    if environment.get("FORCE_COLOR"):
        return Paint(environment["FORCE_COLOR"] != "0")
    return Paint(environment.get("TERM") != "dumb" and stream.isatty())
