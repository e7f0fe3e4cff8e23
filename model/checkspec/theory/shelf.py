"""Which rulebook declares a word: for a text that uses the word and not the rulebook."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from checkspec.language import tree
from checkspec.language.parse import parse
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix, Refused
from checkspec.text.node import fresh, record
from checkspec.text.source import Span
from checkspec.theory.complaints import listed, nearest
from checkspec.theory.files import RULEBOOKS, SUFFIX, read, releases_of

Key = tuple[str, ...]
"""`("kind", "endpoint")`, `("member", "endpoint", "ready")`, `("define", …)`, `("label", …)`, `("source", …)`."""


@record
class Shelf:
    """The rulebooks of a folder. They are read when a word is first looked up, which only a text with an error does."""

    folder: Path = RULEBOOKS
    _places: dict[Key, str] | None = None
    _lines: dict[str, tuple[str, str]] = fresh(factory=dict)

    def missing(self, code: Code, message: str, span: Span, *key: str, used: Collection[str] = ()) -> Refused | None:
        """`message`, with the `use` line that is missing as its help; None if no rulebook declares the word, or one of those that are
        `used` does. All complaints about one missing line have one cause, so the first alone is told."""
        book = self._known().get(key)
        if book is None or book in used:
            return None
        what, also = self._lines[book]
        help = f"the rulebook `{book}` declares it: begin the spec with `{what}`{also}"
        own = span.source.name not in {f"{each}{SUFFIX}" for each in self._lines}
        fix = Fix(Span(span.source, 0, 0), f"{what}\n") if own else None
        return Refused(Diagnostic(code, message, span, help=help, fix=fix, cause=what))

    def first_step(self, kind: str) -> str:
        """What to write in a text that declares no kind and uses no rulebook, but speaks of a kind that none declares."""
        near = nearest(kind, [key[1] for key in self._known() if key[0] == "kind"])
        if near is None:
            return f"declare it: `kind {kind} {{ … }}`"
        book = self._known()["kind", near]
        return f"do you mean `{near}` of the rulebook `{book}`? then begin the spec with `{self._lines[book][0]}`"

    def _known(self) -> dict[Key, str]:
        if self._places is None:
            self._places = self._read()
        return self._places

    def _read(self) -> dict[Key, str]:
        """The rulebook of each word. A kind is that of the rulebook which says most of it; anything else of the first one."""
        found: dict[Key, str] = {}
        most: dict[Key, int] = {}
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                file = parse(read(path, path.name))
            except Refused:
                continue
            releases = releases_of(file)
            line = f"use {path.stem}{f' {releases[-1]}' if releases else ''}"
            self._lines[path.stem] = line, f" (its releases are {listed(releases, 'and')})" if len(releases) > 1 else ""
            for key, weight in _declared(file):
                if key not in found or weight > most[key]:
                    found[key], most[key] = path.stem, weight
        return found


def _declared(file: tree.File) -> Iterator[tuple[Key, int]]:
    for item in file.items:
        match item:
            case tree.KindDecl():
                yield ("kind", item.name.text), len(item.members)
                for member in item.members:
                    if not isinstance(member, tree.SeesDecl | tree.FatesDecl):
                        yield ("member", item.name.text, member.name.text), 0
            case tree.DefineDecl():
                yield ("define", item.name.text), 0
            case tree.RuleDecl():
                yield ("label", item.label.text), 0
            case tree.Assume() if item.label is not None:
                yield ("label", item.label.text), 0
            case tree.Cite():
                yield ("source", item.name.text), 0
