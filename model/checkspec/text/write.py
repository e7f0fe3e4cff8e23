"""Writing files whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


class Unwritten(Exception):
    """Something that was asked for could not be written, and that is no fault of checkspec. Its text says what, and why not."""


def write_asked(path: Path, content: bytes) -> None:
    """`write_whole` for a file that the user asked for. Raises Unwritten."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise Unwritten(f"{path} could not be written: {error.strerror or error}") from None


def write_whole(path: Path, content: bytes) -> None:
    """Write beside and rename, so that nobody ever reads half a file under this name, whenever the process is killed. Makes the folder
    if there is none. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
