"""What happens to a text: read, or refused with places that are in it; anything else is a fault of ours."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from unicodedata import category

from checkspec.answer.limits import Limits
from checkspec.checking import outcome_of
from checkspec.report.diagnostics import diagnostic_text
from checkspec.report.outcome import Telling
from checkspec.report.prose import Paint
from checkspec.report.text import TextReport
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.theory.load import load

TOO_LONG = 10.0
"""Seconds that no text of a few kilobytes may take to be read."""


@dataclass(frozen=True)
class Fault:
    """What was wrong with the treatment of a text."""

    what: str


def read(path: Path) -> str | Fault:
    """`read`, or the code of the first error."""
    start = time.monotonic()
    try:
        load(path)
        said = "read"
    except Refused as refusal:
        said = refusal.diagnostics[0].code.name
        for each in refusal.diagnostics:
            if flaw := _flaw(each):
                return Fault(f"{each.code.name} {each.message!r}: {flaw}")
    except Exception as error:
        return Fault(f"{type(error).__name__}: {error}")
    return said if time.monotonic() - start < TOO_LONG else Fault("took too long")


def _flaw(each: Diagnostic) -> str:
    if not each.message:
        return "says nothing"
    size = len(each.span.source.text)
    if not 0 <= each.span.start <= each.span.end <= size + 1:
        return f"stands outside its text: {each.span.start} to {each.span.end} of {size}"
    if each.span.line < 1 or each.span.column < 1:
        return "has no line or column"
    shown = diagnostic_text(each, Paint(False))
    return "" if harmless(shown) else f"steers a terminal: {shown!r}"


def harmless(text: str) -> bool:
    """Whether a text cannot steer a terminal: no control characters but the line feed, nothing that changes the direction."""
    return not any(sign != "\n" and category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for sign in text)


def check(path: Path, seconds: float) -> str | Fault:
    """The whole way of a text, with a report."""
    start = time.monotonic()
    try:
        outcome = outcome_of(str(path), Limits(seconds), Telling(), lambda answer: None)
        report = "\n".join(TextReport(outcome, Paint(False), Telling(), time.monotonic() + 2).lines())
    except Exception as error:
        return Fault(f"{type(error).__name__}: {error}")
    if not harmless(report):
        return Fault(f"steers a terminal: {report!r}")
    return "checked" if time.monotonic() - start < seconds + TOO_LONG else Fault("took too long")
