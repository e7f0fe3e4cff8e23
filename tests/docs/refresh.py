"""Rewrites the outputs in README and docs from what checkspec prints today, and says which pages changed.

A `console` block is one command, `$ checkspec …` or `$ python …`, and all that it prints when it is run in the project's root folder. A
`text` block directly below a `python` block is what that program prints.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cli.command import ROOT, checkspec
from docs.blocks import PAGES

_CONSOLE = re.compile(r"^```console\n\$ (?P<program>checkspec|python) (?P<arguments>.*)\n(?P<output>(?:.*\n)*?)```$", re.MULTILINE)
_PROGRAM = re.compile(r"(?P<program>^```python\n(?P<text>(?:.*\n)*?)```\n\n```text\n)(?P<output>(?:.*\n)*?)```$", re.MULTILINE)


def refreshed(page: str) -> str:
    """The page with today's outputs."""
    return _PROGRAM.sub(_program, _CONSOLE.sub(_console, page))


def _console(match: re.Match[str]) -> str:
    arguments = shlex.split(match["arguments"])
    run = checkspec(*arguments, COLUMNS="80") if match["program"] == "checkspec" else _python(*arguments)
    return f"```console\n$ {match['program']} {match['arguments']}\n{run.stdout}{run.stderr}```"


def _program(match: re.Match[str]) -> str:
    run = _python("-c", match["text"])
    assert run.returncode == 0, run.stderr
    return f"{match['program']}{run.stdout}```"


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False)


def main() -> None:
    """Rewrite and tell."""
    changed = 0
    for page in PAGES:
        text = page.read_text("utf-8")
        if (now := refreshed(text)) != text:
            page.write_text(now, "utf-8")
            changed += 1
            print(f"changed  {page.relative_to(ROOT)}")
    print(f"{changed} pages rewritten" if changed else "every page is as it was")


if __name__ == "__main__":
    main()
