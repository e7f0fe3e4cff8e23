"""A limit of memory on any work, also on such as the solver knows nothing of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEGABYTE = 1 << 20
STATM = Path("/proc/self/statm")


@contextmanager
def room(megabytes: float) -> Iterator[None]:
    """Let the work inside take so much memory beyond what is taken now; then it raises MemoryError. Systems that do not say how much is
    taken, or hold no limits, hold none."""
    try:
        import resource

        taken = int(STATM.read_text().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = taken + int(megabytes * MEGABYTE)
    known = [limit for limit in (wanted, soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(known), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
