"""Changes that nothing can notice, and rightly so: `equivalent.md`, read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "model" / "checkspec"
EQUIVALENT = Path(__file__).with_name("equivalent.md")
_ENTRY = re.compile(r"- (def )?`` ?(.+?) ?``(?: → `` ?(.+?) ?``)?: (.+)")


def plain(line: str) -> str:
    """A line of code without what does not matter: how it is indented and spaced, and a comment at its end."""
    return " ".join(re.sub(r"\s{2,}# .*", "", line.strip()).split())


@dataclass(frozen=True, slots=True)
class Equivalent:
    """`line`: a line of code, or (`whole`) the name of a function or class; `into`: what the change makes of the line, if only that is
    meant."""

    module: str
    whole: bool
    line: str
    into: str
    why: str

    def is_about(self, was: str, now: str, around: Iterable[str]) -> bool:
        if self.whole:
            return self.line in around
        return plain(was) == self.line and self.into in ("", plain(now))


def read_equivalent(text: str) -> list[Equivalent]:
    """The entries. Raises ValueError for one that is none."""
    found = []
    module = ""
    for paragraph in re.split(r"\n(?=- |#|\n)", text):
        said = " ".join(paragraph.split())
        if said.startswith("## "):
            module = said[3:]
        elif said.startswith("- "):
            match = _ENTRY.fullmatch(said)
            if not match or not module:
                raise ValueError(f"this is no entry: {said}")
            found.append(Equivalent(module, bool(match[1]), match[2], match[3] or "", match[4]))
    return found


def definitions(source: str) -> dict[int, list[str]]:
    """For each line of a module the functions and classes around it, as `Solver`, `Solver.check`."""
    around: dict[int, list[str]] = {}

    def visit(node: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(node):
            name = outer
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{outer}.{child.name}".lstrip(".")
                for line in range(child.lineno, (child.end_lineno or child.lineno) + 1):
                    around.setdefault(line, []).append(name)
            visit(child, name)

    visit(ast.parse(source), "")
    return around
