"""A fault of checkspec itself: said in a few lines that can be reported."""

from __future__ import annotations

import os
import sys

from checkspec import __version__


class Fault(Exception):
    """A fault in another process, in the words of `fault_text`."""


def fault_text(error: BaseException) -> str:
    """What went wrong, in one line: the error and where in checkspec it arose."""
    if isinstance(error, Fault):
        return str(error)
    from traceback import extract_tb

    place = next((f for f in reversed(extract_tb(error.__traceback__)) if "checkspec" in f.filename), None)
    where = f" in {os.sep.join(place.filename.split(os.sep)[-3:])}:{place.lineno} ({place.name})" if place is not None else ""
    return f"{type(error).__name__}: {error}{where}"


def report_fault(error: BaseException, path: str | None) -> str:
    """Say on stderr what to report (with CHECKSPEC_TRACEBACK=1 the traceback too), and return it in one line."""
    import platform

    from checkspec.report.prose import harmless

    text = fault_text(error)
    if os.environ.get("CHECKSPEC_TRACEBACK") == "1":
        from traceback import print_exception

        print_exception(error)
    about = "" if path is None else f"the file {path}, "
    lines = [
        f"checkspec: a fault of ours: {text[:500]}",
        f"Please report this with {about}your command line, and: checkspec {__version__}, "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}.",
        "CHECKSPEC_TRACEBACK=1 shows where it arose.",
    ]
    print("\n".join(harmless(line) for line in lines), file=sys.stderr)
    return text
