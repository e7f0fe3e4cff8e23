"""From characters to tokens. What no terminal of the grammar matches becomes a token of type BAD, for the parser to stumble over."""

from __future__ import annotations

import re
from functools import cache

from checkspec.language.grammar import tables
from checkspec.text.node import Node, node

BAD, END, NAME, FIRST, WORD, SIGN = "BAD", "$END", "NAME", "FIRST", "WORD", "SIGN"


@node
class Token(Node):
    """A word or sign with its place. `type` is a terminal of the grammar, BAD, or `$END` for the end of the text."""

    type: str
    text: str
    start: int
    end: int
    begins_line: bool


@cache
def expression() -> re.Pattern[str]:
    """One expression for all tokens, each in a group of its name, with the spaces before it; it matches at every place."""
    table = tables()
    signs = "|".join(re.escape(sign) for sign in sorted(table.signs, key=lambda sign: (-len(sign), sign)))
    parts = [*table.patterns, (WORD, "[A-Za-z_][0-9A-Za-z_]*"), (SIGN, signs), (BAD, r'"[^"\r\n]*|[0-9][0-9A-Za-z_.]*|.')]
    return re.compile(f" *(?:{'|'.join(f'(?P<{name}>{pattern})' for name, pattern in parts)})", re.DOTALL)


def lex(text: str) -> tuple[list[Token], list[Token]]:
    """The tokens of a text, ended by `$END`, and its comments. A byte order mark is passed over.

    A name that is the first word of its line, or follows a brace, is called FIRST.
    """
    table = tables()
    words, signs = table.words, table.signs
    tokens: list[Token] = []
    comments: list[Token] = []
    new_line, after_brace = True, False
    for match in expression().finditer(text, 1 if text.startswith("\ufeff") else 0):
        kind = match.lastgroup or BAD
        content = match[kind]
        if kind == "WS":
            new_line = new_line or "\n" in content
            continue
        start, end = match.span(kind)
        if kind == "COMMENT":
            comments.append(Token(kind, content, start, end, new_line))
            continue
        if kind == SIGN:
            kind = signs[content]
        elif kind == WORD:
            kind = words.get(content, BAD)
        elif kind == NAME and (new_line or after_brace):
            kind = FIRST
        tokens.append(Token(kind, content, start, end, new_line))
        new_line, after_brace = False, content == "{" or content == "}"
    end = tokens[-1].end if tokens else len(text)
    tokens.append(Token(END, "", end, end, True))
    return tokens, comments
