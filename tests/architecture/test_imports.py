"""Which part may import which: text <- language <- theory <- {meaning, logic} <- answer <- {report, evidence, the command}."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "model" / "checkspec"
BELOW = {
    "text": set(),
    "language": {"text"},
    "theory": {"text", "language"},
    "meaning": {"text", "theory"},
    "logic": {"text", "theory", "meaning"},
    "answer": {"text", "theory", "meaning", "logic"},
    "report": {"text", "theory", "meaning", "answer"},
    "evidence": {"text", "theory", "meaning", "answer"},
}
"""The parts that each part may import besides itself. What stands directly in the package may import all of them."""

EXCEPTIONS = {"logic": {"meaning.world", "meaning.evaluate", "meaning.walk", "meaning.replay"}}
"""The parts that are peers: of these modules alone another may know."""

DECLARATIONS = {"language/tree.py", "theory/typed.py"}
"""Files that are nothing but a list of node classes: these may be longer."""

FILES = sorted(PACKAGE.rglob("*.py"))


def imported(tree: ast.AST, top_level: bool = False) -> Iterator[str]:
    """The dotted names of modules that are imported; `top_level`: only outside functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            yield node.module or ""
        elif not (top_level and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
            yield from imported(node, top_level)


def name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_imports_go_one_way(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    if len(parts) == 1 or parts[0] not in BELOW:
        return
    part, allowed = parts[0], BELOW[parts[0]] | {parts[0]}
    for module in imported(ast.parse(path.read_text("utf-8"))):
        words = module.split(".")
        if words[0] == "checkspec" and len(words) > 1:
            assert words[1] in allowed, f"{part} imports {module}"
            if words[1] in {"meaning", "logic"} and part in {"meaning", "logic"} - {words[1]}:
                assert ".".join(words[1:]) in EXCEPTIONS.get(part, set()), f"{part} imports {module}"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_heavy_libraries_stay_where_they_belong(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    part = path.relative_to(PACKAGE).parts[0]
    roots = {module.split(".")[0] for module in imported(tree)}
    assert "z3" not in roots or part == "logic", "z3 outside logic/"
    assert "lark" not in roots or part == "language", "lark outside language/"
    assert "networkx" not in {module.split(".")[0] for module in imported(tree, top_level=True)}, "networkx outside a function"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_files_stay_small(path: Path) -> None:
    limit = 600 if name(path) in DECLARATIONS else 400
    assert len(path.read_text("utf-8").splitlines()) <= limit
