"""From a path to the layers of statements that a spec is made of: used files, rulebooks, and the release that picks their rules."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from checkspec.language import tree
from checkspec.language.parse import parse
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Note, Refused
from checkspec.text.node import node
from checkspec.text.source import Source, Span
from checkspec.theory.complaints import Complaints, listed, nearest, refused, unknown

RULEBOOKS = Path(__file__).resolve().parent.parent / "rulebooks"
SUFFIX = ".drn"
_RELEASES = re.compile(r"#\s*releases:\s*(.*)")
_IN_RULEBOOKS = (tree.Cite, tree.KindDecl, tree.BoundaryDecl, tree.RuleDecl, tree.DefineDecl, tree.Assume, tree.Without)


@node
class Rulebook:
    """A rulebook in one release: its statements less the rules of other releases. `title`: `kubernetes 1.34`."""

    name: str
    release: str | None
    items: tuple[tree.Item, ...]

    @property
    def title(self) -> str:
        return self.name if self.release is None else f"{self.name} {self.release}"


@node
class Layer:
    """The statements of one file, or of one case: later layers set anew what earlier ones set. `main`: its expectations count.

    `uses`: where each of its rulebooks is asked for.
    """

    items: tuple[tree.Item | Rulebook, ...]
    main: bool
    uses: tuple[tuple[Rulebook, Span], ...] = ()


def editions_fit(layers: Iterable[Layer], complaints: Complaints) -> bool:
    """Whether no rulebook is used in two releases at once; if one is, that is complained about."""
    editions: dict[str, tuple[Rulebook, Span]] = {}
    fit = True
    for book, span in (use for layer in layers for use in layer.uses):
        first, place = editions.setdefault(book.name, (book, span))
        if first is not book:
            fit = False
            complaints.add(
                Code.DRN502,
                f"`{first.title}` is used already",
                span,
                help="keep one of the two",
                notes=(Note("it is used here first", place),),
            )
    return fit


def release_of(books: Iterable[Rulebook]) -> str | None:
    """The release that picks a spec's own rules: that of the first rulebook which has one."""
    return next((book.release for book in books if book.release is not None), None)


def releases_of(file: tree.File) -> list[str]:
    """The releases that a rulebook covers, the newest last."""
    found = (_RELEASES.match(comment.text) for comment in file.comments)
    return next((match[1].replace(",", " ").split() for match in found if match), [])


def in_release(rule: tree.RuleDecl, release: str | None) -> bool:
    """Whether a rule counts in a release: from `since` on and up to `until`, both inclusive; compared number by number. A rule
    with neither counts in every release."""
    if release is None:
        return True
    at = _parts(release)
    return (rule.since is None or _parts(rule.since.text) <= at) and (rule.until is None or at <= _parts(rule.until.text))


def in_order(earlier: str, later: str) -> bool:
    """Whether a release is not after another."""
    return _parts(earlier) <= _parts(later)


def _parts(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", release))


def project_root(main: Path) -> Path:
    """The nearest folder above a file that holds a project, else the file's own folder."""
    return next((each for each in main.parents if (each / ".git").exists() or (each / "pyproject.toml").exists()), main.parent)


class Files:
    """Reads each text once. `rulebooks`: the folder in which `use NAME` looks."""

    def __init__(self, root: Path, complaints: Complaints, rulebooks: Path = RULEBOOKS) -> None:
        self._root = root
        self._complaints = complaints
        self._rulebooks = rulebooks
        self._books: dict[str, tree.File | None] = {}
        self._editions: dict[tuple[str, str | None], Rulebook] = {}
        self._used: dict[Path, list[Layer]] = {}
        self._reading: list[tuple[Path, str]] = []

    def main(self, source: Source, path: Path) -> tuple[list[Layer], list[tuple[tree.CaseDecl, list[Layer]]]]:
        """The layers of the main file's scenario, and its cases with their own layers. Complains of what cannot be read."""
        place, shown = path.resolve(), source.name
        file = parse(source)
        self._reading.append((place, shown))
        layers = self._layers(file.items, place.parent, shown, True)
        cases = [(item, self._case(item, place.parent, shown)) for item in file.items if isinstance(item, tree.CaseDecl)]
        self._reading.pop()
        return layers, cases

    def _case(self, case: tree.CaseDecl, folder: Path, shown: str) -> list[Layer]:
        for item in case.items:
            if isinstance(item, tree.CaseDecl):
                self._complaints.add(
                    Code.DRN406,
                    "a case cannot stand inside a case",
                    item.name.span,
                    help=f"put it after `{case.name.text}`, as `case {item.name.text} extends {case.name.text}`",
                )
        return self._layers(case.items, folder, shown, True)

    def _layers(self, items: Iterable[tree.Item], folder: Path, shown: str, main: bool) -> list[Layer]:
        """The layers of used files, then one of these statements themselves."""
        layers: list[Layer] = []
        own: list[tree.Item | Rulebook] = []
        uses: list[tuple[Rulebook, Span]] = []
        for item in items:
            with self._complaints:
                if isinstance(item, tree.UseFile):
                    layers += [layer for layer in self._file(item, folder, shown) if layer not in layers]
                elif isinstance(item, tree.UseRulebook):
                    book = self._rulebook(item)
                    own.append(book)
                    uses.append((book, item.span))
                elif not isinstance(item, tree.CaseDecl) and (main or not isinstance(item, tree.Expect)):
                    own.append(item)
        return [*layers, Layer(tuple(own), main, tuple(uses))]

    # ------------------------------------------------------------ files of the project

    def _file(self, use: tree.UseFile, folder: Path, shown: str) -> list[Layer]:
        text, span = use.path.text, use.path.span
        place = _resolved(folder / text, text, span)
        if not place.is_relative_to(self._root):
            raise refused(Code.DRN504, f"`{text}` lies outside the project", span, help="a spec uses files of its own project only")
        if place == self._reading[-1][0]:
            raise refused(Code.DRN505, f"`{text}` is this file itself", span, help="take the line out")
        circle = [name for path, name in self._reading]
        if any(path == place for path, _ in self._reading):
            start = next(index for index, (path, _) in enumerate(self._reading) if path == place)
            way = " → ".join(f"`{os.path.basename(name)}`" for name in (*circle[start:], circle[start]))
            raise refused(Code.DRN505, f"files use each other in a circle: {way}", span, help="move what both need into a third file")
        if place not in self._used:
            if not os.path.exists(place):
                beside = sorted(each.name for each in place.parent.glob(f"*{SUFFIX}")) if place.parent.is_dir() else []
                near = nearest(place.name, beside)
                help = (
                    f"do you mean `{os.path.join(os.path.dirname(text), near)}`?"
                    if near
                    else f"the path is read from `{os.path.dirname(shown) or '.'}`, the folder of this file"
                )
                raise refused(Code.DRN503, f"there is no file `{text}`", span, help=help)
            if not os.path.isfile(place):
                raise refused(Code.DRN503, f"`{text}` is not a file", span, help="name a file in it" if place.is_dir() else "")
            name = os.path.normpath(os.path.join(os.path.dirname(shown), text))
            self._used[place] = []
            file = parse(read(place, name))
            self._reading.append((place, name))
            self._used[place] = self._layers(file.items, place.parent, name, False)
            self._reading.pop()
        return self._used[place]

    # ------------------------------------------------------------ rulebooks

    def _rulebook(self, use: tree.UseRulebook) -> Rulebook:
        name = use.name.text
        place = self._rulebooks / f"{name}{SUFFIX}"
        if name not in self._books:
            if not os.path.isfile(place):
                known = sorted(each.stem for each in self._rulebooks.glob(f"*{SUFFIX}"))
                raise unknown(
                    Code.DRN501, f"no rulebook is called `{name}`", use.name, known, f"there is {listed(known, 'and')}" if known else ""
                )
            self._books[name] = None
            self._books[name] = parse(read(place, place.name))
        file = self._books[name]
        if file is None:
            raise Refused()
        release = self._release(use, file)
        edition = (name, release)
        if edition not in self._editions:
            for item in file.items:
                if not isinstance(item, _IN_RULEBOOKS):
                    self._complaints.add(Code.DRN406, "this statement cannot stand in a rulebook", item.span, help="move it to the spec")
            items = tuple(
                i for i in file.items if isinstance(i, _IN_RULEBOOKS) and not (isinstance(i, tree.RuleDecl) and not in_release(i, release))
            )
            self._editions[edition] = Rulebook(name, release, items)
        return self._editions[edition]

    def _release(self, use: tree.UseRulebook, file: tree.File) -> str | None:
        """The release that is asked for. A rulebook lists those that it covers in a comment, `# releases: 1.34 1.35`."""
        known = releases_of(file)
        name = use.name.text
        if use.release is None:
            if known:
                raise refused(
                    Code.DRN502,
                    f"`{name}` differs from release to release: which one?",
                    use.span,
                    help=f"write `use {name} {known[-1]}`; there is {listed(known, 'and')}",
                )
            return None
        if not known:
            raise refused(Code.DRN502, f"`{name}` has no releases", use.release.span, help=f"write `use {name}`")
        if use.release.text not in known:
            raise refused(
                Code.DRN502,
                f"`{name}` does not cover release `{use.release.text}`",
                use.release.span,
                help=f"there is {listed(known, 'and')}",
            )
        return use.release.text


def read(path: Path, shown: str) -> Source:
    """The text of a file. Raises Refused if it is none."""
    from checkspec.text.read import read_source

    return read_source(path, shown)


def _resolved(path: Path, text: str, span: Span) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        raise refused(Code.DRN503, f"`{text}` is not the path of a file", span, help='write a path such as `use "base.drn"`') from None
