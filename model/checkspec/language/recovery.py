"""What is wrong with a text that does not follow the grammar: after each mistake reading goes on at the next statement."""

from __future__ import annotations

from checkspec.language.expected import explain
from checkspec.language.grammar import tables
from checkspec.language.lexer import BAD, END, FIRST, Token
from checkspec.language.machine import LEVELS, Stuck, TooDeep, deepest, run
from checkspec.language.once import Told, once
from checkspec.language.trouble import Trouble
from checkspec.language.words import STATEMENTS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.source import Source, Span

AT_MOST = 20


def mistakes(source: Source, tokens: list[Token]) -> list[Diagnostic]:
    """The diagnostics for the tokens of a text that is not accepted, one for each statement; or that there is no statement."""
    bracket = deepest(tokens)
    if bracket is not None:
        return [_too_deep(Span(source, bracket.start, bracket.end))]
    found: list[Diagnostic] = []
    stumbled: list[Told] = []
    begin = 0
    while True:
        try:
            run(tables(), source, tokens, begin)
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
    return [*once(stumbled), *found] or [_nothing(source)]


def _nothing(source: Source) -> Diagnostic:
    help = "a first spec: `use kubernetes 1.34`, `service web`, `endpoint A of web`, `promise p: …`, `expect p holds`, each on its line"
    return Diagnostic(Code.DRN114, "there is no statement in this file", Span(source, 0, 0), help=help)


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
