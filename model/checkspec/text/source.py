"""Source texts and places in them."""

from __future__ import annotations

from bisect import bisect_right

from checkspec.text.node import Node, node, record


@record
class Source:
    """One text that checkspec reads, with the name under which messages show it.

    `name` is the path as the user gave it (or `kubernetes.drn` for a bundled rulebook); never made absolute.
    """

    name: str
    text: str
    _starts: list[int]

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts = [0]
        position = text.find("\n")
        while position != -1:
            self._starts.append(position + 1)
            position = text.find("\n", position + 1)

    def __repr__(self) -> str:
        return f"<source {self.name}>"

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1, columns in characters."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1) without its line end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@node
class Span(Node):
    """A stretch of a source: character offsets `start` (inclusive) to `end` (exclusive)."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The stretch from the beginning of this one to the end of `other` (same source)."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"
