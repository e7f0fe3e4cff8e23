"""From text to the tree as written."""

from __future__ import annotations

from typing import Any

from checkspec.language import tree
from checkspec.language.expected import explain
from checkspec.language.grammar import tables
from checkspec.language.lexer import BAD, END, FIRST, Token, lex
from checkspec.language.machine import LEVELS, Stuck, TooDeep, run
from checkspec.language.once import Told, once
from checkspec.language.trouble import Trouble
from checkspec.language.words import STATEMENTS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.source import Source, Span

AT_MOST = 20


def parse(source: Source) -> tree.File:
    """The tree of a text, with its comments. Raises Refused with one diagnostic for each statement that does not follow the grammar."""
    table = tables()
    tokens, comments = lex(source.text)
    items: list[Any] = []
    found: list[Diagnostic] = []
    stumbled: list[Told] = []
    begin = 0
    deepest = _deepest(tokens)
    if deepest is not None:
        raise Refused(_too_deep(Span(source, deepest.start, deepest.end)))
    while True:
        try:
            items = run(table, source, tokens, begin)
            break
        except Refused as refused:
            found += refused.diagnostics
            break
        except TooDeep as deep:
            found.append(_too_deep(Span(source, deep.start, deep.start + 1)))
            break
        except Stuck as stuck:
            trouble = Trouble(source, tokens, begin, stuck.index, stuck.accepts)
            stumbled.append((trouble, explain(trouble)))
            begin = _next_statement(source, tokens, begin, stuck.index, stumbled[-1][1].code is Code.DRN103)
        if tokens[begin].type == END or len(stumbled) == AT_MOST:
            break
    found = [*once(stumbled), *found]
    if not items and not found:
        found.append(_nothing(source))
    if found:
        raise Refused(*found)
    return tree.File(source, tuple(items), tuple(tree.Comment(c.text, Span(source, c.start, c.end)) for c in comments))


def _nothing(source: Source) -> Diagnostic:
    help = "a first spec: `use kubernetes`, `service web`, `endpoint A of web`, `promise p: …`, `expect p holds`, each on its line"
    return Diagnostic(Code.DRN114, "there is no statement in this file", Span(source, 0, 0), help=help)


def _deepest(tokens: list[Token]) -> Token | None:
    """The first opening bracket with LEVELS unclosed ones around it. Brackets leave no trace in the tree, but nobody can read so many."""
    depth = 0
    for token in tokens:
        if token.text.endswith("("):
            depth += 1
            if depth > LEVELS:
                return token
        elif token.text == ")":
            depth -= 1
    return None


def _too_deep(span: Span) -> Diagnostic:
    return Diagnostic(
        Code.DRN110, f"this is nested more than {LEVELS} levels deep", span, help="give a part a name of its own with `define`"
    )


def _next_statement(source: Source, tokens: list[Token], begin: int, stuck: int, unclosed: bool) -> int:
    """Where to go on after an error: at the next statement that begins a line, outside the braces that were open."""
    open_braces = 0
    if not unclosed:
        signs = [token.text for token in tokens[begin:stuck] if token.type != BAD]
        open_braces = max(0, signs.count("{") - signs.count("}"))
    for index in range(stuck, len(tokens)):
        token = tokens[index]
        if token.type == END:
            return index
        if open_braces == 0 and index > begin and token.begins_line and _begins_statement(source, token):
            return index
        open_braces = max(0, open_braces + (token.text == "{") - (token.text == "}"))
    return len(tokens) - 1


def _begins_statement(source: Source, token: Token) -> bool:
    """A formula may go on with a name on a line of its own, but hardly at the margin."""
    return token.type in STATEMENTS or (token.type == FIRST and source.position(token.start)[1] == 1)
