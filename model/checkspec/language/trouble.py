"""A syntax error as the messages see it: the token that cannot stand where it stands, what could, and what surrounds it."""

from __future__ import annotations

from checkspec.language.grammar import tables
from checkspec.language.lexer import BAD, END, FIRST, NAME, Token, lex
from checkspec.language.machine import first_stuck
from checkspec.language.words import OPERANDS, RESERVED, STATEMENTS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.node import Node, node
from checkspec.text.source import Source, Span

SHOWN = 40
WINDOW = 80
RELATIONS = frozenset({"<", "<=", "=", "!=", ">=", ">", "before", "after", "by"})
CLOSING = {"{": "}", "(": ")"}

@node
class Trouble(Node):
    """The token at `index` is none of the terminals that could stand there; all from `begin` to it could."""

    source: Source
    tokens: list[Token]
    begin: int
    index: int
    accepts: frozenset[str]

    @property
    def token(self) -> Token:
        return self.tokens[self.index]

    def back(self, steps: int) -> Token:
        """The token so many steps before; before the first one stands an end."""
        return self.tokens[self.index - steps] if self.index >= steps else Token(END, "", 0, 0, True)

    def ahead(self, steps: int) -> Token:
        return self.tokens[min(self.index + steps, len(self.tokens) - 1)]

    @property
    def shown(self) -> str:
        """The token as a message names it."""
        return "the end of the file" if self.token.type == END else f"`{short(self.token.text)}`"

    @property
    def before(self) -> str:
        """The token before, as a message names it in backticks."""
        return short(self.back(1).text)

    @property
    def is_word(self) -> bool:
        """Whether the token is a reserved word."""
        return self.token.text in RESERVED and self.token.type != BAD

    @property
    def ends_statement(self) -> bool:
        """Whether the statement before ends here at the latest."""
        return self.token.type == END or self.token.type in STATEMENTS or (self.token.type == FIRST and self.token.begins_line)

    @property
    def wants_operand(self) -> bool:
        """Whether a formula or a value must stand here."""
        return self.accepts <= OPERANDS and "LPAR" in self.accepts

    @property
    def wants_name(self) -> bool:
        """Whether a name is wanted where no formula could stand."""
        return NAME in self.accepts and "LPAR" not in self.accepts

    def statement(self) -> int:
        """The index of the token that begins the line's or the brace's statement in which the token stands."""
        for index in range(self.index - 1, -1, -1):
            token = self.tokens[index]
            if token.type == FIRST or token.type in STATEMENTS:
                return index
        return self.index

    @property
    def head(self) -> Token:
        """The token that begins the statement in which the token stands."""
        return self.tokens[self.statement()]

    def opened(self) -> list[int]:
        """The indices of the brackets and braces that are open before the token, outermost first. Those before `begin` are dealt with."""
        stack: list[int] = []
        for index, token in enumerate(self.tokens[self.begin : self.index], self.begin):
            sign = token.text[-1:] if token.type in ("CALL", "_COUNT") else token.text if token.type != "STRING" else ""
            if sign in ("{", "("):
                stack.append(index)
            elif sign in ("}", ")") and stack and CLOSING[self.tokens[stack[-1]].text[-1]] == sign:
                stack.pop()
        return stack

    def line(self, index: int) -> int:
        """The index of the token that begins the line of the token at that index."""
        while not self.tokens[index].begins_line:
            index -= 1
        return index

    def declared_as(self, name: str) -> str:
        """The kind of which the text declares an individual of that name; empty if it declares none."""
        for index, token in enumerate(self.tokens):
            first = index - 1
            if token.type != NAME:
                continue
            while token.text == name and first > 0 and (self.tokens[first].type == NAME or self.tokens[first].text == ","):
                first -= 1
            if token.text == name and first >= 0 and self.tokens[first].type == FIRST and self.tokens[first].begins_line:
                return self.tokens[first].text
        return ""

    def is_closed(self, opening: int) -> bool:
        """Whether the brace at that index is closed somewhere."""
        depth = 0
        for token in self.tokens[opening:]:
            depth += (token.text == "{") - (token.text == "}")
            if depth == 0:
                return True
        return False

    def helps(self, fix: Fix) -> bool:
        """Whether the parser gets further with the fix: over what it writes, and over the word behind what it inserts."""
        text, span = self.source.text, fix.span
        line_end = text.find("\n", span.end + WINDOW)
        start = self.tokens[self.begin].start
        tried = text[start : span.start] + fix.text + text[span.end : line_end if line_end >= 0 else len(text)]
        tokens, _ = lex(tried)
        stuck = first_stuck(tables(), tokens)
        if stuck is None:
            return True
        written = span.start + len(fix.text) - start
        if span.start == span.end:
            return stuck > 0 and tokens[stuck - 1].start >= written
        return tokens[stuck].start >= written

    # ------------------------------------------------------------ places and answers

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

    @property
    def here(self) -> Span:
        """The token; for the end of the file the place behind the last word."""
        return self.span(self.token)

    @property
    def gap(self) -> Span:
        """The empty place behind the token before."""
        end = self.back(1).end
        return Span(self.source, end, end)

    def say(self, code: Code, message: str, help: str = "", span: Span | None = None) -> Diagnostic:
        return Diagnostic(code, message, span or self.here, help=help)

    def replace(self, code: Code, message: str, text: str, span: Span | None = None, help: str = "") -> Diagnostic:
        """A message whose help is to write `text` instead (an empty text deletes, an empty span inserts)."""
        place = span or self.here
        if not help:
            verb = "insert" if place.start == place.end else "write"
            help = f"{verb} `{text.strip()}`" if text.strip() else "delete it"
        return Diagnostic(code, message, place, help=help, fix=Fix(place, text))


def short(text: str) -> str:
    """A text that fits into a message."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
