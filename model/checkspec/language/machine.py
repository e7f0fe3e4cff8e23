"""The LALR(1) machine: shifts tokens, reduces rules, hands each finished rule to the builder's method of its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checkspec.language.build import Builder
from checkspec.language.grammar import INLINE, KEEP, Tables
from checkspec.language.lexer import END, FIRST, NAME, Token
from checkspec.text.source import Source, Span

LEVELS = 100

Piece = tuple[Any, int, int, int]
"""A value on the stack, the stretch of text that it covers, and how many levels of the tree it has."""


class Stuck(Exception):
    """The token at `index` cannot stand where it stands; `accepts` are the terminals that could."""

    def __init__(self, index: int, accepts: frozenset[str]) -> None:
        super().__init__(index)
        self.index = index
        self.accepts = accepts


class TooDeep(Exception):
    """Something is nested deeper than LEVELS."""

    def __init__(self, start: int, end: int) -> None:
        super().__init__(start)
        self.start = start
        self.end = end


def run(table: Tables, source: Source, tokens: list[Token], begin: int) -> list[Any]:
    """What the builder makes of the tokens from `begin` on. Raises Stuck or TooDeep."""
    builder = Builder(source)
    rules = [
        (getattr(builder, name, None), keeps, passes, symbol, len(keeps), keeps == (KEEP,)) for name, keeps, passes, symbol in table.rules
    ]
    states = table.states
    stack: list[int] = [table.start]
    pieces: list[Piece] = []
    for index in range(begin, len(tokens)):
        token = tokens[index]
        kind = _soft(table, stack, token)
        while True:
            action = states[stack[-1]].get(kind)
            if action is None:
                raise Stuck(index, acceptable(table, tokens, begin, index))
            if action >= 0:
                stack.append(action)
                pieces.append((token, token.start, token.end, 0))
                break
            method, keeps, passes, symbol, size, lone = rules[~action]
            if lone:  # as at most places, and there mostly one that is only passed on
                if not passes:
                    value, start, end, levels = pieces[-1]
                    pieces[-1] = _made(method, [value], start, end, levels, source)
                stack[-1] = states[stack[-2]][symbol]
            else:
                place = len(pieces) - size
                parts = pieces[place:]
                del pieces[place:], stack[place + 1 :]
                pieces.append(_reduced(method, keeps, passes, parts, token.start, source))
                stack.append(states[stack[-1]][symbol])
            if kind == END and stack[-1] == table.end:
                items: list[Any] = pieces[-1][0]
                return items
    raise AssertionError("the end of the text is always accepted or refused")


def _reduced(
    method: Callable[..., Any] | None, keeps: tuple[int, ...], passes: bool, parts: list[Piece], here: int, source: Source
) -> Piece:
    children: list[Any] = []
    start = end = here
    levels, empty = 0, True
    for keep, (value, first, last, deep) in zip(keeps, parts):  # noqa: B905 (`strict` takes longer than all that is done here)
        if keep == KEEP:
            children.append(value)
        elif keep == INLINE:
            if children:
                children += value
            else:
                children = value  # a list grows in place: it has no other owner
        if first != last:
            if empty:
                start, empty = first, False
            end = last
        if deep > levels:
            levels = deep
    if passes and len(children) == 1:
        return children[0], start, end, levels
    return _made(method, children, start, end, levels, source)


def _made(method: Callable[..., Any] | None, children: list[Any], start: int, end: int, levels: int, source: Source) -> Piece:
    """What the builder makes of the children."""
    if method is None:
        return children, start, end, levels
    if levels >= LEVELS:
        raise TooDeep(start, end)
    return method(Span(source, start, end), *children), start, end, levels + 1


def deepest(tokens: list[Token]) -> Token | None:
    """The first opening bracket with LEVELS unclosed ones around it. Brackets leave no trace in the tree, but nobody can read so many."""
    depth = 0
    for token in tokens:
        if token.text[-1:] == "(":
            depth += 1
            if depth > LEVELS:
                return token
        elif token.text == ")":
            depth -= 1
    return None


def acceptable(table: Tables, tokens: list[Token], begin: int, index: int) -> frozenset[str]:
    """The terminals that could really stand at `index`.

    LALR(1) reduces before it notices an error, so the states are followed again up to there, and each terminal is tried on a copy.
    """
    stack = [table.start]
    for token in tokens[begin:index]:
        _shift(table, stack, _soft(table, stack, token))
    return frozenset(kind for kind in table.states[stack[-1]] if (kind.isupper() or kind == END) and _shift(table, list(stack), kind))


def first_stuck(table: Tables, tokens: list[Token]) -> int | None:
    """The index of the first token that cannot stand where it stands; nothing is built."""
    stack = [table.start]
    for index, token in enumerate(tokens):
        if not _shift(table, stack, _soft(table, stack, token)):
            return index
    return None


def _soft(table: Tables, stack: list[int], token: Token) -> str:
    """A word that is not reserved is a word only where it can stand; else it is a name. A state names what may follow anywhere after what
    it has seen, so the states behind it are asked as well."""
    if token.type == NAME or token.type == FIRST:
        soft = table.words.get(token.text)
        if soft is not None and soft in table.states[stack[-1]] and _shift(table, list(stack), soft):
            return soft
    return token.type


def _shift(table: Tables, stack: list[int], kind: str) -> bool:
    """Follow the states over one terminal; False if it cannot stand here."""
    while True:
        action = table.states[stack[-1]].get(kind)
        if action is None:
            return False
        if action >= 0:
            stack.append(action)
            return True
        _, keeps, _, symbol = table.rules[~action]
        del stack[len(stack) - len(keeps) :]
        stack.append(table.states[stack[-1]][symbol])
        if kind == END and stack[-1] == table.end:
            return True
