"""Which files a command line means."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

SUFFIX = ".drn"


def specs(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each file to check with "", or a path that cannot be used with the reason. Folders are searched; no file comes twice."""
    seen: set[str] = set()
    for path in paths:
        if not os.path.isdir(path):
            found = [path]
        else:
            found = list(in_folder(path))
            if not found:
                yield path, f"there is no `{SUFFIX}` file in the folder"
        for each in found:
            if each not in seen:
                seen.add(each)
                yield each, ""


def in_folder(folder: str) -> Iterator[str]:
    """Every spec in a folder and its subfolders, in order of their paths; hidden folders are passed over."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [os.path.join(place, name) for name in names if name.endswith(SUFFIX) and not name.startswith(".")]
    yield from sorted(found, key=lambda path: path.split(os.sep))
