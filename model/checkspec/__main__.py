"""The `checkspec` command: what has to be quick, and what may go wrong at the very end."""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # `signal` loads `enum` first; until then an interrupt would get a traceback
import os
import sys

INTERRUPTED = 130


def _leave(*_: object) -> None:
    """End at once: so early there is nothing to tidy up, and a traceback through the imports helps nobody."""
    os._exit(INTERRUPTED)


if (__name__ == "__main__" or os.path.basename(sys.argv[0]).startswith("checkspec")) and (
    signal.getsignal(signal.SIGINT) is signal.default_int_handler
):
    signal.signal(signal.SIGINT, _leave)

import errno  # noqa: E402 (who interrupts from here on gets no traceback)

TYPE_CHECKING = False  # `typing` itself costs more than all the rest of `checkspec --version`
if TYPE_CHECKING:
    from typing import NoReturn


def command() -> NoReturn:
    """Run the command line, and end the process with its exit code."""
    from checkspec.litter import postpone

    postpone()
    code = main()
    try:  # noqa: SIM105 (to load contextlib takes time)
        sys.stderr.flush()
    except OSError:
        pass
    os._exit(code)  # to take the solver and all that it knows apart in good order would cost time and help nobody


def main() -> int:
    """Run the command line and return its exit code. `--version` loads nothing.

    Who interrupts gets 130, a reader that goes away 141, an output that takes no more 2 with one line on stderr.
    """
    from checkspec import __version__

    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        if sys.argv[1:] == ["--version"]:
            print(f"checkspec {__version__}")
            code = 0
        else:
            from checkspec.cli import run

            if signal.getsignal(signal.SIGINT) is _leave:
                signal.signal(signal.SIGINT, signal.default_int_handler)
            code = run(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget(sys.stdout.fileno())
        return 141
    except OSError as error:
        if error.filename is not None:
            raise
        return _unwritten(error.strerror or str(error))
    return code


def _unwritten(reason: str) -> int:
    """Say that the report could not be written, if that can be said; the exit code."""
    try:
        print(f"error: the report could not be written: {reason}", file=sys.stderr)
    except OSError:
        _forget(sys.stderr.fileno())
    if sys.stdout is not None:
        _forget(sys.stdout.fileno())
    return 2


def _forget(stream: int) -> None:
    """Let what is still to be written there go nowhere, so that Python does not stumble over it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


if __name__ == "__main__":
    command()
