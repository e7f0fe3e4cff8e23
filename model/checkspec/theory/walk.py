"""What stands within a term or formula."""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.text.node import Node
from checkspec.text.source import Span
from checkspec.theory.typed import And, Formula, Individual, Quantity, Term, Type, Variable


def nodes(node: Formula | Term) -> Iterator[Formula | Term]:
    """The node and all nodes inside it; declarations are not entered."""
    yield node
    for part in inner(node):
        yield from nodes(part)


def inner(node: Formula | Term) -> Iterator[Formula | Term]:
    """The nodes directly inside a node."""
    if not isinstance(node, Node):
        return
    for name in node.__match_args__:
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Variable | Individual | Quantity) or (isinstance(part, Node) and not isinstance(part, Span | Type)):
                yield part  # type: ignore[misc]


def conjuncts(formula: Formula | None) -> Iterator[Formula]:
    """What is said together; nothing if nothing is said."""
    if isinstance(formula, And):
        for part in formula.parts:
            yield from conjuncts(part)
    elif formula is not None:
        yield formula
