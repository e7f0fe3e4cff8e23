"""One method for each rule of `grammar/drn.lark` that makes a part of a formula. `build.py` has the statements.

Each takes the rule's span and its parts as the grammar keeps them: tokens, finished nodes, lists taken over from rules that begin with `_`.
"""

from __future__ import annotations

import re
from fractions import Fraction

from checkspec.language import tree
from checkspec.language.lexer import Token
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.node import Node, node
from checkspec.text.source import Source, Span

UNITS = {"ms": Fraction(1, 1000), "s": Fraction(1), "m": Fraction(60), "h": Fraction(3600)}
DIGITS = 30

E = tree.Expression


@node
class Where(Node):
    """The condition of a quantifier or count, until it is told from the body."""

    part: E


@node
class Body(Node):
    """What stands after a quantifier's colon."""

    part: E


class FormulaBuilder:
    """Makes the tree of formulas, of one source."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def _span(self, token: Token) -> Span:
        return Span(self._source, token.start, token.end)

    def _name(self, token: Token) -> tree.Name:
        return tree.Name(token.text, self._span(token))

    def _called(self, token: Token) -> tree.Name:
        """The name in `candidate(`."""
        return tree.Name(token.text[:-1], Span(self._source, token.start, token.end - 1))

    def _text(self, token: Token) -> tree.Text:
        return tree.Text(token.text[1:-1], self._span(token))

    # ------------------------------------------------------------ words

    def name(self, span: Span, token: Token) -> tree.Name:
        return tree.Name(token.text, span)

    word = nothing = name

    def path(self, span: Span, *names: tree.Name) -> tree.Path:
        return tree.Path(names, span)

    def phrase(self, span: Span, preposition: Token, path: tree.Path) -> tree.Phrase:
        return tree.Phrase(preposition.text, path, span)

    # ------------------------------------------------------------ truths

    def conjunction(self, span: Span, *parts: E) -> tree.And:
        return tree.And(parts, span)

    def disjunction(self, span: Span, *parts: E) -> tree.Or:
        return tree.Or(parts, span)

    def negation(self, span: Span, part: E) -> tree.Not:
        return tree.Not(part, span)

    def truth(self, span: Span, subject: E, word: tree.Name) -> tree.Is:
        return tree.Is(subject, word, False, span)

    def untruth(self, span: Span, subject: E, word: tree.Name) -> tree.Is:
        return tree.Is(subject, word, True, span)

    def relation(self, span: Span, token: Token) -> Token:
        return token

    def comparison(self, span: Span, left: E, relation: Token, right: E) -> tree.Compare:
        return tree.Compare(relation.text, left, right, span)

    def within(self, span: Span, moment: E, bound: E, after: Token, start: E) -> tree.Within:
        return tree.Within(moment, bound, start, span)

    # ------------------------------------------------------------ heads with a body

    def quantity(self, span: Span, token: Token) -> Token:
        return token

    def where(self, span: Span, part: E) -> Where:
        return Where(part)

    def body(self, span: Span, part: E) -> Body:
        return Body(part)

    def quantified(self, span: Span, quantity: Token, kind: tree.Name, *rest: tree.Name | tree.Phrase | Where | Body) -> tree.Quantified:
        variable = next((part for part in rest if isinstance(part, tree.Name)), None)
        body = next((part.part for part in rest if isinstance(part, Body)), None)
        return tree.Quantified(quantity.text, kind, variable, phrases_among(rest), where_among(rest), body, span)

    def no_other(self, span: Span, kind: tree.Name, *rest: tree.Phrase | Where) -> tree.NoOther:
        return tree.NoOther(kind, phrases_among(rest), where_among(rest), span)

    def at(self, span: Span, instant: E, body: E) -> tree.At:
        return tree.At(instant, body, span)

    def during(self, span: Span, start: E, *rest: E) -> tree.During:
        return tree.During(start, rest[0] if len(rest) == 2 else None, rest[-1], span)

    def before_then(self, span: Span, end: E, body: E) -> tree.During:
        return tree.During(None, end, body, span)

    def always(self, span: Span, body: E) -> tree.Always:
        return tree.Always(body, span)

    def ever(self, span: Span, body: E) -> tree.Ever:
        return tree.Ever(body, span)

    def seen(self, span: Span, consumer: tree.Path, body: E) -> tree.SeenBy:
        return tree.SeenBy(consumer, body, span)

    def conditional(self, span: Span, condition: E, body: E) -> tree.If:
        return tree.If(condition, body, span)

    # ------------------------------------------------------------ numbers and moments

    def plus(self, span: Span, left: E, right: E) -> tree.Arithmetic:
        return tree.Arithmetic("+", left, right, span)

    def minus(self, span: Span, left: E, right: E) -> tree.Arithmetic:
        return tree.Arithmetic("-", left, right, span)

    def times(self, span: Span, left: E, right: E) -> tree.Arithmetic:
        return tree.Arithmetic("*", left, right, span)

    def variable(self, span: Span, *name: tree.Name) -> tree.Name | None:
        return name[0] if name else None

    def count(self, span: Span, kind: tree.Name, variable: tree.Name | None, *rest: tree.Phrase | Where) -> tree.CountOf:
        return tree.CountOf(kind, variable, phrases_among(rest), where_among(rest), span)

    def call(self, span: Span, called: Token, *arguments: E) -> tree.Call:
        return tree.Call(self._called(called), arguments, span)

    def constant(self, span: Span, token: Token) -> tree.Constant:
        match token.type:
            case "DURATION":
                return tree.Constant("duration", self._seconds(token), span)
            case "NUMBER":
                return tree.Constant("number", self._number(token.text, token), span)
            case _:
                return tree.Constant(token.text, None, span)

    def _seconds(self, token: Token) -> Fraction:
        """`1m30s` is 90."""
        parts = re.findall(r"([0-9.]+)([a-z]+)", token.text)
        return sum((self._number(number, token) * UNITS[unit] for number, unit in parts), Fraction(0))

    def _number(self, text: str, token: Token) -> Fraction:
        if len(text) > DIGITS:
            message = f"a number has at most {DIGITS} digits"
            raise Refused(Diagnostic(Code.DRN108, message, self._span(token), f"{len(text)} characters", help="round it"))
        return Fraction(text)


def phrases_among(rest: tuple[object, ...]) -> tuple[tree.Phrase, ...]:
    return tuple(part for part in rest if isinstance(part, tree.Phrase))


def where_among(rest: tuple[object, ...]) -> E | None:
    return next((part.part for part in rest if isinstance(part, Where)), None)
