"""Writes docs/field.md from `specs/field/`: of each report what went wrong, where it stands, the verdicts that its spec expects, the moral.

The first three lines of a spec there are comments: what happens, `Report:` and where it is told, `Moral:` and what to take away.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from checkspec.language import tree
from checkspec.language.parse import parse
from checkspec.text.source import Source
from docs.blocks import ROOT

PAGE = ROOT / "docs" / "field.md"
SPECS = sorted((ROOT / "specs" / "field").glob("*.drn"))
_HEAD = re.compile(r"# (?P<happens>.*)\n# Report: (?P<report>.*)\n# Moral: (?P<moral>.*)\n")
_INTRODUCTION = """\
# The field: what really loses requests

<!-- written by `python tests/docs/field.py` from specs/field -->

Public reports of requests that were lost while something left, each as a short spec: what was believed, the world in which it is broken,
what repairs it, and what stays false all the same. The verdicts below are those that the specs expect, and the tests hold them to it; the
story of each, and the lines that carry what holds, stand in the report beside the spec (`specs/field/NAME.out`).
"""


def page() -> str:
    """The whole page."""
    return "\n".join([_INTRODUCTION, *map(_section, SPECS)])


def _section(spec: Path) -> str:
    text = spec.read_text("utf-8")
    head = _HEAD.match(text)
    assert head, f"{spec.name}: the first line says what happens, the second begins with `Report:`, the third with `Moral:`"
    number, title = re.match(r"(fc-\d+)-(.*)", spec.stem).groups()  # type: ignore[union-attr]
    heading = f"## {number.upper()} {title.replace('-', ' ')}"
    return "\n".join([heading, "", head["happens"], "", *_table(parse(Source(spec.name, text))), "", f"*{_sentence(head['moral'])}*", "",
                      f"[`{spec.name}`](../specs/field/{spec.name}), after {head['report']}", ""])  # fmt: skip


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _table(file: tree.File) -> list[str]:
    """One row for each promise of which something is expected, with what it says; one column for each case."""
    titles: dict[str, str] = {}
    verdicts: dict[str, dict[str, str]] = {}
    columns: list[tuple[str, str]] = []
    cases: list[tuple[str, str, tuple[tree.Item, ...]]] = [("as it was", "", file.items)]
    cases += [(item.name.text, item.title.text if item.title else "", item.items) for item in file.items if isinstance(item, tree.CaseDecl)]
    for name, title, items in cases:
        for item in items:
            if isinstance(item, tree.PromiseDecl) and item.title:
                titles[item.name.text] = item.title.text
            if isinstance(item, tree.Expect):
                if (name, title) not in columns:
                    columns.append((name, title))
                for goal in item.goals:
                    told = item.verdict.text.upper() + (" vacuously" if item.vacuously else "")
                    told += f" at {', '.join(at.text for at in item.at)}" if item.at else ""
                    cells = verdicts.setdefault(goal.promise.text, {})
                    cells[name] = f"{cells[name]}, {told}" if name in cells else told
    rows = [f"| {' | '.join(['', *(name for name, _ in columns)])} |", "|---" * (len(columns) + 1) + "|"]
    for promise, cells in verdicts.items():
        said = f"`{promise}` {titles.get(promise, '')}".strip()
        rows.append(f"| {' | '.join([said, *(cells.get(name, '') for name, _ in columns)])} |")
    return [*rows, *(["", *(f"- {name}: {title}" for name, title in columns if title)] if any(title for _, title in columns) else [])]


def main() -> None:
    """Rewrite and tell."""
    now = page()
    changed = not PAGE.exists() or PAGE.read_text("utf-8") != now
    PAGE.write_text(now, "utf-8")
    print(f"changed  {PAGE.relative_to(ROOT)}" if changed else f"{PAGE.relative_to(ROOT)} is as it was")


if __name__ == "__main__":
    main()
