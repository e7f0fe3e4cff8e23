"""A limit of wall clock on any work, also on such as never looks at a clock."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LONGEST = 10_000_000.0
"""Seconds; some systems take no more for a timer."""


class TimeUp(Exception):
    """The time for a piece of work is over."""


@contextmanager
def until(deadline: float) -> Iterator[None]:
    """Raise TimeUp in the work inside once `deadline` (of `time.monotonic()`) is past. Work of the solver is not broken off (it has
    limits of its own). Outside the main thread, and on systems without interval timers, only work not begun in time is refused."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeUp
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(_: int, __: FrameType | None) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, min(left, LONGEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
