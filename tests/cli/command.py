"""Runs the command as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLAIN = {key: value for key, value in os.environ.items() if key not in {"NO_COLOR", "FORCE_COLOR", "CHECKSPEC_TRACEBACK"}}


def checkspec(*arguments: str | Path, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """One run of `checkspec`, with what it printed."""
    return subprocess.run(
        [sys.executable, "-m", "checkspec", *map(str, arguments)],
        cwd=cwd,
        env={**PLAIN, "PYTHONPATH": str(ROOT / "model"), **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )
