"""What a diagnostic code means: its section of the errors page, which the wheel carries, or at least its title."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from checkspec.text.codes import Code


def explanation(code: Code, page: str) -> str:
    """The section of `page` (docs/errors.md) about `code`; without one, the code's own sentence."""
    section = re.search(rf"^(#+) +`?{code.name}\b.*$", page, re.MULTILINE)
    if section is None:
        return f"{code.name}: {code.title}"
    level = len(section.group(1))
    end = re.search(rf"^#{{1,{level}}} ", page[section.end() :], re.MULTILINE)
    return page[section.start() : section.end() + end.start() if end else len(page)].strip()


def errors_page() -> str:
    """The text of docs/errors.md, from the installed package or the checkout; empty if neither has it."""
    installed = files("checkspec") / "docs" / "errors.md"
    if installed.is_file():
        return installed.read_text("utf-8")
    checkout = Path(str(files("checkspec"))).parent.parent / "docs" / "errors.md"
    return checkout.read_text("utf-8") if checkout.is_file() else ""
