"""`A is deleted -> A is exited`, `=>` and `implies`: what the language says with `if …: …`."""

from __future__ import annotations

from checkspec.language.trouble import Trouble
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.source import Span

ARROWS = ("->", "=>")
BEGIN = (":", "assume", "=", "{")


def arrow(t: Trouble) -> Diagnostic | None:
    """The fix makes the condition a head, from where its formula begins; behind `where` it makes the arrow a colon."""
    sign = _sign(t)
    if sign is None:
        return None
    text = sign.text
    message = f"`{text}` is no {'word' if text == 'implies' else 'sign'} of the language"
    first = _begin(t, sign)
    if first is None:
        return t.say(Code.DRN101, message, "write `if …: …`", sign)
    if t.tokens[first].text == "where":
        gap = Span(t.source, _last_before(t, sign), sign.end)
        help = "what holds of each that is meant stands behind a colon: write `:`"
        return t.replace(Code.DRN101, message, ":", gap, help)
    condition = t.source.text[t.tokens[first].start : _last_before(t, sign)]
    followed = t.source.text[sign.end :].split("\n", 1)[0].strip()
    if text == "=>" and " is " not in f" {condition} " and " is " not in f" {followed} ":
        return t.say(Code.DRN101, message, "write `if …: …`, or `>=` to compare", sign)
    whole = Span(t.source, t.tokens[first].start, sign.end)
    shown = " ".join(condition.split())
    fix = Fix(whole, f"if {condition}:")
    return Diagnostic(Code.DRN101, message, sign, help=f"write `if {shown}: …`", fix=fix)


def _sign(t: Trouble) -> Span | None:
    """Where the sign stands, whichever of its two characters was refused."""
    if t.token.text == "implies":
        return t.here
    for start in (t.token.start, t.token.start - 1):
        if start >= 0 and t.source.text[start : start + 2] in ARROWS and (start == t.token.start or t.back(1).end == t.token.start):
            return Span(t.source, start, start + 2)
    return None


def _last_before(t: Trouble, sign: Span) -> int:
    return max((token.end for token in t.tokens[: t.index + 1] if token.end <= sign.start), default=sign.start)


def _begin(t: Trouble, sign: Span) -> int | None:
    """The index of the token with which the condition begins, or of the `where` before it; None if that is not plain."""
    depth = 0
    index = t.index if t.token.end <= sign.start else t.index - 1
    while index >= t.begin and t.tokens[index].end > sign.start:
        index -= 1
    for place in range(index, t.begin - 1, -1):
        token = t.tokens[place]
        if token.type == "STRING":
            return place + 1
        depth += (token.text == ")") - token.text.endswith("(")
        if depth < 0 or (depth == 0 and token.text in BEGIN):
            return place + 1
        if depth == 0 and token.text == "where":
            return place
    return None
