"""From text to the tree as written."""

from __future__ import annotations

from checkspec.language import tree
from checkspec.language.grammar import tables
from checkspec.language.lexer import lex
from checkspec.language.machine import Stuck, TooDeep, deepest, run
from checkspec.text.diagnostic import Refused
from checkspec.text.source import Source, Span


def parse(source: Source) -> tree.File:
    """The tree of a text, with its comments. Raises Refused with one diagnostic for each statement that does not follow the grammar."""
    tokens, comments = lex(source.text)
    try:
        items = [] if deepest(tokens) else run(tables(), source, tokens, 0)
    except (Refused, Stuck, TooDeep):
        items = []
    if not items:
        from checkspec.language.recovery import mistakes  # what is to be said about mistakes takes as long to load as all else

        raise Refused(*mistakes(source, tokens))
    return tree.File(source, tuple(items), tuple(tree.Comment(c.text, Span(source, c.start, c.end)) for c in comments))
