"""Rewrites the exact reports beside the specs from what checkspec prints today, and says which changed.

Each `specs/**/NAME.drn` has `NAME.out`: the bytes of `checkspec specs/…/NAME.drn` run in the project's root folder.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def report(spec: Path) -> str:
    """What checkspec prints for the spec; its complaints too."""
    run = subprocess.run(
        [sys.executable, "-m", "checkspec", "--color", "never", str(spec.relative_to(ROOT))],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return run.stdout + run.stderr


def main() -> None:
    """Rewrite and tell."""
    changed = 0
    for spec in sorted((ROOT / "specs").rglob("*.drn")):
        out = spec.with_suffix(".out")
        before = out.read_text("utf-8") if out.exists() else None
        now = report(spec)
        if now != before:
            out.write_text(now, "utf-8")
            changed += 1
            print(("new      " if before is None else "changed  ") + str(out.relative_to(ROOT)))
    print(f"{changed} reports rewritten" if changed else "every report is as it was")


if __name__ == "__main__":
    main()
