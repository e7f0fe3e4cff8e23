"""Rewrites the exact reports beside the specs from what checkspec prints today, and says which changed.

Each `specs/**/NAME.drn` has `NAME.out`: the bytes of `checkspec specs/…/NAME.drn` run in the project's root folder. Where its comment shows
another command (`# $ checkspec require …`), `NAME.require` has what that prints.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


_COMMAND = re.compile(r"^# \$ checkspec (require .*)$", re.MULTILINE)


def printed(*arguments: str) -> str:
    """What the command prints; its complaints too."""
    run = subprocess.run(
        [sys.executable, "-m", "checkspec", *arguments, "--color", "never"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return run.stdout + run.stderr


def reports(spec: Path) -> Iterator[tuple[Path, str]]:
    """The files beside a spec, and what is to stand in them."""
    yield spec.with_suffix(".out"), printed(str(spec.relative_to(ROOT)))
    for command in _COMMAND.findall(spec.read_text("utf-8")):
        yield spec.with_suffix(".require"), printed(*shlex.split(command))


def main() -> None:
    """Rewrite and tell."""
    changed = 0
    for spec in sorted((ROOT / "specs").rglob("*.drn")):
        for out, now in reports(spec):
            before = out.read_text("utf-8") if out.exists() else None
            if now != before:
                out.write_text(now, "utf-8")
                changed += 1
                print(("new      " if before is None else "changed  ") + str(out.relative_to(ROOT)))
    print(f"{changed} reports rewritten" if changed else "every report is as it was")


if __name__ == "__main__":
    main()
