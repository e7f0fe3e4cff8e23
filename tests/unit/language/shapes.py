"""Trees as short texts, so that a test shows the structure and nothing else."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from checkspec.language import tree
from checkspec.language.parse import parse
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.source import Source, Span


def item(text: str) -> Any:
    """The only statement of a text."""
    (only,) = parse(Source("test.drn", text)).items
    return only


def formula(text: str) -> Any:
    """The tree of a formula."""
    return item(f"assume {text}").formula


def refused(text: str) -> tuple[Diagnostic, ...]:
    """What is said of a text that does not follow the grammar."""
    try:
        parse(Source("test.drn", text))
    except Refused as refusal:
        return refusal.diagnostics
    raise AssertionError(f"this was read: {text}")


def shape(node: Any) -> str:
    """`And(Is(A ready) Not(Path))` and so on: paths, names and constants as written, `-` for what is missing."""
    match node:
        case None:
            return "-"
        case bool():
            return "yes" if node else "no"
        case Fraction() | str():
            return str(node)
        case tuple():
            return f"[{' '.join(map(shape, node))}]"
        case tree.Name():
            return node.text
        case tree.Text():
            return f'"{node.text}"'
        case tree.Path():
            return ".".join(name.text for name in node.names)
        case tree.Constant():
            return node.sort if node.value is None else f"{node.value}{'s' if node.sort == 'duration' else ''}"
        case _:
            parts = [shape(getattr(node, each.name)) for each in fields(node) if each.name != "span"]
            return f"{type(node).__name__}({' '.join(parts)})"


def spans(node: Any) -> list[tuple[str, Span]]:
    """Every node below, with its span, outside in."""
    if isinstance(node, tuple):
        return [each for part in node for each in spans(part)]
    if not is_dataclass(node) or isinstance(node, Span | Source):
        return []
    found = [(type(node).__name__, node.span)] if hasattr(node, "span") else []
    return found + [each for field in fields(node) for each in spans(getattr(node, field.name))]
