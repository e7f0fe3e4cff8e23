"""Files become sources, or are refused with a sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.read import LIMIT, read_source


def refused(path: Path) -> Diagnostic:
    with pytest.raises(Refused) as refusal:
        read_source(path, "shown.drn")
    (only,) = refusal.value.diagnostics
    assert only.span.source.name == "shown.drn"
    return only


def written(folder: Path, content: bytes) -> Path:
    path = folder / "given.drn"
    path.write_bytes(content)
    return path


def test_a_text_keeps_its_line_ends_and_loses_its_byte_order_mark(tmp_path: Path) -> None:
    source = read_source(written(tmp_path, b"\xef\xbb\xbfservice web\r\n# \xc3\xbc\n"), "shown.drn")
    assert (source.name, source.text) == ("shown.drn", "service web\r\n# ü\n")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"service web\n# \xc3\xbc \xe9\n", "2:5 DRN111 byte 18 of the file, 0xE9, is not UTF-8"),
        ("service web".encode("utf-16"), "1:1 DRN111 the file is UTF-16, not UTF-8"),
        (b"service web\n# a\0b", "2:4 DRN112 the file has a NUL character, so it is no text"),
        (b"(" * (LIMIT + 1), "1:1 DRN113 the file is larger than 2 MB"),
    ],
)
def test_bytes_that_are_no_text(tmp_path: Path, content: bytes, told: str) -> None:
    only = refused(written(tmp_path, content))
    assert f"{only.span.line}:{only.span.column} {only.code.name} {only.message}" == told


def test_a_file_of_the_greatest_size_is_read(tmp_path: Path) -> None:
    assert len(read_source(written(tmp_path, b"#" * LIMIT), "shown.drn").text) == LIMIT


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.drn", "there is no file `shown.drn`"),
        (".", "`shown.drn` is a folder"),
        ("a\0b.drn", "`shown.drn` cannot be read: embedded null byte"),
        ("x" * 5000, "`shown.drn` cannot be read: file name too long"),
    ],
)
def test_paths_that_lead_to_no_file(tmp_path: Path, name: str, message: str) -> None:
    only = refused(tmp_path / name)
    assert (only.code.name, only.message, str(only.span)) == ("DRN503", message, "shown.drn:1:1")


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = written(tmp_path, b"service web")
    path.chmod(0)
    assert refused(path).message == "`shown.drn` may not be read"
