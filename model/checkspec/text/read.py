"""Reading a file as a source. Every file that cannot be one is refused with a sentence and, where there is one, a place."""

from __future__ import annotations

from pathlib import Path

from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.source import Source, Span

LIMIT = 2_000_000
"""Bytes. The largest spec that was written by hand has 20,000."""


def read_source(path: Path, shown: str) -> Source:
    """The text of a file under the name `shown`, without a byte order mark; line ends stay as they are.

    Raises Refused for what is missing, no file, unreadable, larger than LIMIT, not UTF-8 or binary.
    """
    data = _bytes(path, shown)
    if len(data) > LIMIT:
        raise _refused(Code.DRN113, f"the file is larger than {LIMIT // 1_000_000} MB", shown, help="divide it, and `use` its parts")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise _refused(Code.DRN111, "the file is UTF-16, not UTF-8", shown, help="save it as UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        readable = data.decode("utf-8", "replace")
        offset = len(data[: error.start].decode("utf-8"))
        message = f"byte {error.start + 1} of the file, 0x{data[error.start]:02X}, is not UTF-8"
        raise _refused(Code.DRN111, message, shown, readable, offset, "save it as UTF-8") from None
    text = text.removeprefix("\ufeff")
    nul = text.find("\0")
    if nul >= 0:
        raise _refused(
            Code.DRN112, "the file has a NUL character, so it is no text", shown, text, nul, "delete it, or name the file that was meant"
        )
    return Source(shown, text)


def _bytes(path: Path, shown: str) -> bytes:
    """At most one byte more than LIMIT."""
    try:
        if path.is_dir():
            raise _refused(Code.DRN503, f"`{shown}` is a folder", shown, help="name a file in it")
        with path.open("rb") as file:
            return file.read(LIMIT + 1)
    except FileNotFoundError:
        near = _near(path)
        help = f"do you mean `{near}`?" if near else "the path is read from the folder in which checkspec runs"
        raise _refused(Code.DRN503, f"there is no file `{shown}`", shown, help=help) from None
    except PermissionError:
        raise _refused(Code.DRN503, f"`{shown}` may not be read", shown, help="its permissions forbid it") from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise _refused(Code.DRN503, f"`{shown}` cannot be read: {reason}", shown) from None


def _near(path: Path) -> str:
    """The path of a spec in the same folder whose name is like the one of a file that is not there, or that lacks its ending."""
    from difflib import get_close_matches

    try:
        beside = sorted(each.stem for each in path.parent.glob("*.drn"))
    except OSError:
        return ""
    found = [path.name] if path.name in beside else get_close_matches(path.stem, beside, 1, 0.7)
    return str(path.parent / f"{found[0]}.drn") if found else ""


def _refused(code: Code, message: str, shown: str, text: str = "", offset: int = 0, help: str = "") -> Refused:
    source = Source(shown, text)
    return Refused(Diagnostic(code, message, Span(source, offset, min(offset + 1, len(text))), help=help))
