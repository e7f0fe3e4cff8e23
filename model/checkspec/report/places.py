"""Where something stands: in a file, or in the matrix."""

from __future__ import annotations

from checkspec.text.source import Span


def place_text(span: Span, own: str) -> str:
    """`kubernetes.drn:88`, or for the file that the report is about `line 12`."""
    return f"line {span.line}" if span.source.name == own else f"{span.source.name}:{span.line}"


def column_text(at: str | None) -> str:
    """The heading of a column of the matrix in a sentence: `by design`, `at now`."""
    return "by design" if at is None else f"at {at}"
