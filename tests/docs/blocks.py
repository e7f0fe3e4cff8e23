"""The fenced blocks of a Markdown page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").rglob("*.md"))]
_FENCE = re.compile(r"^```(?P<words>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """`words`: what stands behind the opening fence, such as `drn wrong`. `line`: that of the opening fence."""

    words: list[str]
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    """Every fenced block, in order."""
    return [Block(match["words"].split(), match["text"], page.count("\n", 0, match.start()) + 1) for match in _FENCE.finditer(page)]
