"""The `checkspec` command: what has to be quick, and what may go wrong at the very end."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run the command line and return its exit code. `--version` loads nothing."""
    from checkspec import __version__

    if sys.argv[1:] == ["--version"]:
        print(f"checkspec {__version__}")
        return 0
    try:
        from checkspec.cli import run

        code = run(sys.argv[1:])
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)  # to take the solver and all it knows apart in good order would cost time and help nobody
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


if __name__ == "__main__":
    sys.exit(main())
