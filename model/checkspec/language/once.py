"""One mistake is told once.

A reserved word used as a name is told where the name is declared, however often it is used. Where an opening brace is missing, nothing
is said of the closing one.
"""

from __future__ import annotations

from collections.abc import Iterable

from checkspec.language.trouble import Trouble
from checkspec.language.words import PREPOSITIONS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic

Told = tuple[Trouble, Diagnostic]


def once(found: Iterable[Told]) -> list[Diagnostic]:
    """The diagnostics without those that only follow from another: those that stumble over a word about which another says that it
    cannot be a name, and a closing brace for each opening one that is missing."""
    told = list(found)
    chosen: dict[str, Diagnostic] = {}
    for declares in (True, False):
        for trouble, diagnostic in told:
            if diagnostic.code is Code.DRN105 and _declares(trouble, diagnostic) is declares:
                chosen.setdefault(diagnostic.span.text, diagnostic)
    kept: list[Diagnostic] = []
    missing = 0
    for trouble, each in told:
        if missing and each.code is Code.DRN103 and trouble.token.text == "}" and each.span == trouble.here:
            missing -= 1
        elif all(chosen.get(word, each) is each for word in _words(trouble, each)):
            kept.append(each)
            missing += trouble.ends_statement and "LBRACE" in trouble.accepts
    return kept


def _declares(trouble: Trouble, diagnostic: Diagnostic) -> bool:
    before = trouble.tokens[max(_index(trouble, diagnostic) - 1, 0)]
    return before.text not in (".", "is", "not", "expect", "extends", *PREPOSITIONS)


def _index(trouble: Trouble, diagnostic: Diagnostic) -> int:
    """Where the word stands: at the token that was refused, or just before it."""
    return trouble.index if trouble.token.start <= diagnostic.span.start else trouble.index - 1


def _words(trouble: Trouble, diagnostic: Diagnostic) -> set[str]:
    if diagnostic.code is Code.DRN105:
        return {diagnostic.span.text}
    return {trouble.token.text, trouble.back(1).text}
