"""How deep a statement may be nested: deep enough for any text that a person writes, and shallow enough for every later stage."""

from __future__ import annotations

from checkspec.language import tree
from checkspec.language.tree import Expression
from checkspec.text.codes import Code
from checkspec.text.node import Node
from checkspec.text.source import Span
from checkspec.theory.complaints import refused

DEEPEST = 60
"""So many levels may a statement have; a text shorter than `SHORT` cannot have more."""
SHORT = 2 * DEEPEST
LEAVES = (Span, tree.Name, tree.Text)


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
    if not isinstance(node, Node):
        return []
    found: list[object] = []
    for name in node.__match_args__:
        value = getattr(node, name)
        for part in value if value.__class__ is tuple else (value,):
            if isinstance(part, Node) and not isinstance(part, LEAVES):
                found.append(part)
    return found
