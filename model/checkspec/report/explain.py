"""What a diagnostic code means: its section of the errors page, which the wheel carries, or at least its title."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from checkspec.report.prose import wrap
from checkspec.text.codes import Code


def explanation(code: Code, page: str) -> str:
    """The section of `page` (docs/errors.md) about `code`; without one, the code's own sentence."""
    section = re.search(rf"^(#+) +`?{code.name}\b.*$", page, re.MULTILINE)
    if section is None:
        return f"{code.name}: {code.title}"
    level = len(section.group(1))
    end = re.search(rf"^#{{1,{level}}} ", page[section.end() :], re.MULTILINE)
    return page[section.start() : section.end() + end.start() if end else len(page)].strip()


def plain(section: str) -> list[str]:
    """A section as lines for a terminal: its heading without signs, its paragraphs wrapped, its texts indented."""
    lines: list[str] = []
    for number, part in enumerate(re.split(r"^```(.*)$", section, flags=re.MULTILINE)):
        if number % 4 == 1:  # what follows the opening fence: `drn wrong` or `drn`
            lines += ["Wrong:" if part.endswith("wrong") else "Right:", ""]
        elif number % 4 == 2:
            lines += [*(f"  {line}".rstrip() for line in part.strip("\n").split("\n")), ""]
        elif number % 4 == 0:
            for paragraph in filter(None, part.strip().split("\n\n")):
                text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(paragraph.split()))
                lines += [*wrap(re.sub("^#+ +", "", text)), ""]
    return lines[:-1]


def errors_page() -> str:
    """The text of docs/errors.md, from the installed package or the checkout; empty if neither has it."""
    installed = files("checkspec") / "docs" / "errors.md"
    if installed.is_file():
        return installed.read_text("utf-8")
    checkout = Path(str(files("checkspec"))).parent.parent / "docs" / "errors.md"
    return checkout.read_text("utf-8") if checkout.is_file() else ""
