"""How deep a statement may be nested: deep enough for any text that a person writes, and shallow enough for every later stage."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from checkspec.language import tree
from checkspec.language.tree import Expression
from checkspec.text.codes import Code
from checkspec.text.source import Span
from checkspec.theory.complaints import refused

DEEPEST = 60
"""So many levels may a statement have; a text shorter than `SHORT` cannot have more."""
SHORT = 2 * DEEPEST


def shallow(expression: Expression) -> None:
    """Raises if an expression is nested too deeply."""
    if expression.span.end - expression.span.start <= SHORT:
        return
    level: list[object] = [expression]
    for _ in range(DEEPEST):
        level = [part for node in level for part in _parts(node)]
        if not level:
            return
    raise refused(
        Code.DRN901,
        f"this is nested more than {DEEPEST} deep",
        Span(expression.span.source, expression.span.start, expression.span.start + 1),
        help="give parts of it a name with `define`",
    )


def _parts(node: object) -> list[object]:
    found: list[object] = []
    if is_dataclass(node):
        for each in fields(node):
            value = getattr(node, each.name)
            for part in value if isinstance(value, tuple) else (value,):
                if is_dataclass(part) and not isinstance(part, tree.Name | tree.Text | Span):
                    found.append(part)
    return found
