"""The `checkspec` command: what has to be quick, and what may go wrong at the very end."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # `typing` itself costs more than all the rest of `checkspec --version`
if TYPE_CHECKING:
    from typing import NoReturn


def command() -> NoReturn:
    """Run the command line, and end the process with its exit code."""
    code = main()
    sys.stderr.flush()
    os._exit(code)  # to take the solver and all that it knows apart in good order would cost time and help nobody


def main() -> int:
    """Run the command line and return its exit code; stdout is flushed. `--version` loads nothing."""
    from checkspec import __version__

    try:
        if sys.argv[1:] == ["--version"]:
            print(f"checkspec {__version__}")
            code = 0
        else:
            from checkspec.cli import run

            code = run(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return code


if __name__ == "__main__":
    command()
