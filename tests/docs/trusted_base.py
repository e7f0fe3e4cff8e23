"""How many lines each part has that an answer rests on: lines that are neither empty nor a comment, with docstrings."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "model" / "checkspec"
FOR_REGIONS = {"linear.py", "traced.py"}
"""Files beside the evaluator that no verdict rests on."""
PARTS = [
    ("reading: text/, language/, grammar", [*MODEL.glob("text/*.py"), *MODEL.glob("language/*.py"), ROOT / "grammar" / "drn.lark"]),
    ("elaboration: theory/", [*MODEL.glob("theory/*.py")]),
    ("the meaning: meaning/", [each for each in MODEL.glob("meaning/*.py") if each.name not in FOR_REGIONS]),
    ("the encoder: logic/", [*MODEL.glob("logic/*.py")]),
    ("the table of verdicts: answer/decide.py", [MODEL / "answer" / "decide.py"]),
    ("the rulebook: kubernetes.drn", [MODEL / "rulebooks" / "kubernetes.drn"]),
]


def lines(path: Path) -> int:
    """Lines of a file that say something."""
    sign = "//" if path.suffix == ".lark" else "#"
    return sum(bool(line.strip()) and not line.strip().startswith(sign) for line in path.read_text("utf-8").splitlines())


if __name__ == "__main__":
    for name, paths in PARTS:
        print(f"{sum(map(lines, paths)):6}  {name}")
