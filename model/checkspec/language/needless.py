"""Words and quotes that are not needed: the fix takes them out.

Each function knows one such slip; None means that it is another.
"""

from __future__ import annotations

import re

from checkspec.language.lexer import BAD, FIRST, NAME
from checkspec.language.trouble import Trouble
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic
from checkspec.text.source import Span

NAMES = (NAME, FIRST)


def quoted_value(t: Trouble) -> Diagnostic | None:
    """`lag: "0s"`."""
    if t.token.type == "STRING" and t.wants_operand:
        return t.replace(Code.DRN101, "a value has no quotes", t.token.text[1:-1])
    return None


def is_before_a_bare_word(t: Trouble) -> Diagnostic | None:
    """`where is selected`, `every request: is received`."""
    if t.token.text == "is" and t.wants_operand and t.ahead(1).type == NAME:
        return t.replace(Code.DRN117, f"`is` is not needed before `{t.ahead(1).text}`", "", Span(t.source, t.token.start, t.ahead(1).start))
    return None


def kind_before_a_name(t: Trouble) -> Diagnostic | None:
    """`always: endpoint B is ready`."""
    if (
        t.token.type == NAME
        and t.back(1).type in NAMES
        and "IS" in t.accepts
        and not t.token.begins_line
        and t.ahead(1).text in ("is", ".")
    ):
        span = Span(t.source, t.back(1).start, t.token.start)
        return t.replace(Code.DRN117, f"`{t.before}` is not needed before {t.shown}", "", span)
    return None


def not_needed_before(t: Trouble) -> Diagnostic | None:
    """`for every request`, `set proxy.lag: 2s`, `an endpoint B of web`."""
    if t.token.text == "for" and t.ahead(1).text in ("every", "some", "no") and "EVERY" in t.accepts:
        return t.replace(Code.DRN117, "`for` is not needed", "", Span(t.source, t.token.start, t.ahead(1).start))
    first = t.tokens[t.statement()]
    if first.text in ("set", "a", "an", "the") and first.type == FIRST and first.begins_line and t.index - t.statement() == 2:
        return t.replace(Code.DRN117, f"`{first.text}` is not needed", "", Span(t.source, first.start, t.back(1).start))
    return None


def assume_in_an_observation(t: Trouble) -> Diagnostic | None:
    """`observe now { assume A is deleted }`."""
    opened = t.opened()
    if t.token.type != "ASSUME" or not opened or Trouble(t.source, t.tokens, t.begin, opened[-1], t.accepts).head.type != "OBSERVE":
        return None
    return t.replace(Code.DRN117, "what is observed stands alone, without `assume`", "", Span(t.source, t.token.start, t.ahead(1).start))


def name_in_quotes(t: Trouble) -> Diagnostic | None:
    """`no request on "A"`, `endpoint "B" of web`, `offer "W" {`."""
    name = t.token.text[1:-1]
    if t.token.type != "STRING" or not t.wants_name or t.ahead(1).text == ":" or not re.fullmatch("[A-Za-z][0-9A-Za-z_-]*", name):
        return None
    return t.replace(Code.DRN101, "a name has no quotes", name)


def twice(t: Trouble) -> Diagnostic | None:
    """`where where sent`."""
    if t.token.text == t.back(1).text and t.token.text[:1].isalnum() and t.token.type != BAD:
        return t.replace(Code.DRN117, f"{t.shown} stands twice", "", Span(t.source, t.back(1).end, t.token.end))
    return None
