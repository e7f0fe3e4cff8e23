"""Why some mutants are noticed by nothing, and rightly so: `reasons.md`, read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from idle.mutants import SORTS, Mutant

REASONS = Path(__file__).with_name("reasons.md")
_REASON = re.compile(rf"- ({'|'.join(SORTS)})(?: `([^`]+)`)?: (.+)")


@dataclass(frozen=True, slots=True)
class Reason:
    """About the mutants of one sort of one subject: of those of which this part is gone, or (no `words`) of all. `…` is any text."""

    rulebook: str
    subject: str
    sort: str
    words: str
    why: str

    def is_about(self, mutant: Mutant) -> bool:
        said = mutant.part.replace("`", "").removeprefix("without ")
        meant = ".*".join(re.escape(each) for each in self.words.split("…")) if self.words else ".*"
        return (self.subject, self.sort) == (mutant.subject, mutant.sort) and re.fullmatch(meant, said) is not None

    @property
    def title(self) -> str:
        return f"{self.subject} {self.sort}{f' `{self.words}`' if self.words else ''}"


def read_reasons(text: str, rulebook: str) -> list[Reason]:
    """The reasons for a rulebook. Raises ValueError for a line that is none."""
    found = []
    book = subject = ""
    for paragraph in re.split(r"\n(?=- |#|\n)", text):
        said = " ".join(paragraph.split())
        if said.startswith("## "):
            book = said[3:]
        elif said.startswith("### "):
            subject = said[4:]
        elif said.startswith("- "):
            match = _REASON.fullmatch(said)
            if not match or not subject:
                raise ValueError(f"this is no reason: {said}")
            if book == rulebook:
                found.append(Reason(book, subject, match[1], match[2] or "", match[3]))
    return found
