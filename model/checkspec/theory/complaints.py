"""Raising and collecting diagnostics: each mistake once, nothing that only follows from another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import TypeVar

from checkspec.language.tree import Name
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix, Note, Refused
from checkspec.text.lists import joined
from checkspec.text.source import Source, Span

T = TypeVar("T")
SHOWN = 6
"""So many known names are listed."""
ROOM = 200
"""Characters for the names that are listed: rules have long ones."""


class Complaints:
    """All diagnostics found so far. As a context manager it takes in what is refused inside, and work goes on after it."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Diagnostic] = {}
        self._asked: dict[int, Span] = {}

    def asks(self, borrowed: Source, place: Span) -> None:
        """Remember where a text is asked for that is not the author's own: what it lacks is told there."""
        self._asked.setdefault(id(borrowed), place)

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        if isinstance(error, Refused):
            self.take(error)
            return True
        return False

    def take(self, refusal: Refused) -> None:
        """Add the diagnostics of a refusal. One that was found before (in another case of the file) is not added again, and of those
        with one cause only the first in its file."""
        for each in refusal.diagnostics:
            key = (each.cause,) if each.cause else (each.code, each.message, id(each.span.source), each.span.start)
            known = self._found.setdefault(key, each)
            if known.span.source is each.span.source and each.span.start < known.span.start:
                self._found[key] = each

    def add(self, code: Code, message: str, span: Span, help: str = "", fix: Fix | None = None, notes: tuple[Note, ...] = ()) -> None:
        self.take(Refused(Diagnostic(code, message, span, help=help, fix=fix, notes=notes)))

    def raise_if_any(self) -> None:
        """Raises everything found, if an error is among it."""
        if any(not each.code.warns for each in self.found):
            raise Refused(*self.found)

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """Everything found, in the order of the text: the files in the order in which they first complained."""
        lacking = {id(each.span.source) for each in self._found.values() if each.cause} & set(self._asked)
        kept = [each for each in self._found.values() if each.cause or id(each.span.source) not in lacking]
        told = [self._where_asked(each) if id(each.span.source) in lacking else each for each in kept]
        files: dict[int, int] = {}
        for each in told:
            files.setdefault(id(each.span.source), len(files))
        return tuple(sorted(told, key=lambda d: (files[id(d.span.source)], d.span.start, d.code.name)))

    def _where_asked(self, told: Diagnostic) -> Diagnostic:
        note = Note("it is needed here", told.span)
        return replace(told, span=self._asked[id(told.span.source)], notes=(*told.notes, note))


def refused(code: Code, message: str, span: Span, help: str = "", fix: Fix | None = None, notes: tuple[Note, ...] = ()) -> Refused:
    """One diagnostic, to be raised."""
    return Refused(Diagnostic(code, message, span, help=help, fix=fix, notes=notes))


def unknown(code: Code, message: str, name: Name, known: Iterable[str], otherwise: str = "") -> Refused:
    """`message` about a name that is not there, to be raised. Its help is the nearest of the known names if one is near; else what
    to do `otherwise`, and without that the known ones."""
    candidates = list(dict.fromkeys(known))
    near = nearest(name.text, candidates)
    if near is None:
        return refused(code, message, name.span, help=otherwise or there_is(candidates))
    return refused(code, message, name.span, help=f"do you mean `{near}`?", fix=Fix(name.span, near))


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` is a slip of; None if none is close."""
    candidates = list(dict.fromkeys(known))
    for candidate in candidates:
        if candidate.lower() == word.lower():
            return candidate
    if len(word) < 3:
        return None
    from difflib import get_close_matches

    close = get_close_matches(word, candidates, 1, 0.7)
    return close[0] if close else None


def several(calls: Iterable[Callable[[], T]]) -> list[T]:
    """The results of all calls. If some are refused, all their diagnostics are raised together."""
    results: list[T] = []
    problems: list[Diagnostic] = []
    refused = False
    for call in calls:
        try:
            results.append(call())
        except Refused as refusal:
            refused = True
            problems += refusal.diagnostics
    if refused:
        raise Refused(*problems)
    return results


def there_is(known: Sequence[str]) -> str:
    """`` there is `a` and `b` ``: the known names, or the first few; nothing if there are none."""
    few = [each for place, each in enumerate(known[:SHOWN]) if place == 0 or sum(map(len, known[: place + 1])) <= ROOM]
    if len(known) > len(few):
        return f"there is {', '.join(f'`{each}`' for each in few)} and others"
    return f"there is {listed(known, 'and')}" if known else ""


def a(noun: str) -> str:
    """The noun with `a` or `an`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def listed(words: Iterable[str], last: str = "or") -> str:
    """`` `a`, `b` or `c` ``."""
    return joined((f"`{word}`" for word in words), last)
