"""From a path to a spec: the one entrance to the theory."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from checkspec.language.parse import parse
from checkspec.language.tree import Assume
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.source import Source, Span
from checkspec.theory.complaints import Complaints
from checkspec.theory.elaborate import Elaboration
from checkspec.theory.files import RULEBOOKS, SUFFIX, Files, project_root, read
from checkspec.theory.shelf import Shelf
from checkspec.theory.typed import Spec


def load(path: str | Path, root: Path | None = None, rulebooks: Path = RULEBOOKS) -> Spec:
    """The spec in a file: its base scenario and its cases.

    `root`: the folder that used files must lie in; by default the nearest one above the file that holds a project. `rulebooks`: the
    folder of the rulebooks. The spec carries the warnings. Raises Refused with everything that is wrong, file by file in the order of
    the text.
    """
    shown, place = str(path), Path(path)
    return _load(read(place, shown), place, root, rulebooks)


def load_with_pages(path: str | Path, root: Path | None = None, rulebooks: Path = RULEBOOKS) -> Spec | None:
    """The spec in a file as if it used besides all rulebooks that suppose things and rule nothing, as far as it can; None if it can use
    none."""
    place = Path(path)
    source, found = read(place, str(path)), None
    for page in sorted(rulebooks.glob(f"*{SUFFIX}")):
        if all(isinstance(item, Assume) for item in parse(read(page, page.name)).items):
            more = Source(source.name, f"{source.text}\nuse {page.stem}\n")
            with suppress(Refused):
                found, source = _load(more, place, root, rulebooks), more
    return found


def _load(source: Source, place: Path, root: Path | None, rulebooks: Path) -> Spec:
    shown, complaints = source.name, Complaints()
    try:
        files = Files((project_root(place.resolve()) if root is None else root).resolve(), complaints, rulebooks)
        base, cases = files.main(source, place)
        complaints.raise_if_any()
        theories = Elaboration(base, cases, complaints, Shelf(rulebooks)).theories()
    except RecursionError:
        raise Refused(
            Diagnostic(
                Code.DRN901,
                "this text is nested too deeply to be read",
                Span(source, 0, 0),
                help="give parts names of their own with `define`",
            )
        ) from None
    complaints.raise_if_any()
    return Spec(shown, theories, complaints.found)
