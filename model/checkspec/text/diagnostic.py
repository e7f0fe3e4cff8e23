"""Errors as values: what is wrong, where, and what to write instead. Only `report/` renders them."""

from __future__ import annotations

from checkspec.text.codes import Code
from checkspec.text.node import Node, node
from checkspec.text.source import Span


@node
class Note(Node):
    """A further sentence, with its own place where it has one."""

    message: str
    span: Span | None = None


@node
class Fix(Node):
    """A replacement of `span` by `text`; an empty span inserts, an empty text deletes."""

    span: Span
    text: str


@node
class Diagnostic(Node):
    """One error or warning.

    `message`: lower case, no final period, user input in backticks. `label` stands under the caret. `help` says what
    to write instead, in words; `fix` is the same as data, for editors. `cause`: what several have in common, of which only the first
    is told.
    """

    code: Code
    message: str
    span: Span
    label: str = ""
    notes: tuple[Note, ...] = ()
    help: str = ""
    fix: Fix | None = None
    cause: str = ""


class Refused(Exception):
    """Input that cannot be used. Carries every diagnostic that was found, in the order of the text; warnings may be among them."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(f"{d.span}: {d.code.name}: {d.message}" for d in diagnostics))
        self.diagnostics = diagnostics
