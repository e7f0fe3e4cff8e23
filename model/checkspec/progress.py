"""A line on the terminal while work takes longer than a second; nothing anywhere else."""

from __future__ import annotations

import sys
from threading import Event, Thread
from time import monotonic
from types import TracebackType

AFTER = 1.0
"""Seconds of work before anything shows."""


class Progress:
    """While it is entered, stderr's last line says what is being done and for how long. On a terminal only."""

    def __init__(self) -> None:
        self._about = ""
        self._found = 0
        self._done = Event()
        self._start = monotonic()
        self._thread: Thread | None = None

    def __enter__(self) -> Progress:
        if sys.stderr.isatty():
            self._thread = Thread(target=self._show, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()

    def about(self, name: str) -> None:
        """From now on the work is about `name`."""
        self._about = name

    def found(self, _: object) -> None:
        """One more answer."""
        self._found += 1

    def _show(self) -> None:
        from checkspec.report.prose import harmless

        shown = False
        wait = AFTER
        while not self._done.wait(wait):
            wait = 0.5
            shown = True
            line = f"checking {harmless(self._about)}: {self._found} answers, {monotonic() - self._start:.0f} s"
            sys.stderr.write("\r\x1b[K" + line[:78])
            sys.stderr.flush()
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
