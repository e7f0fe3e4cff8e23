"""Several words as one part of a sentence."""

from __future__ import annotations

from collections.abc import Iterable


def joined(words: Iterable[str], last: str = "and") -> str:
    """`R1`, `R1 and R2`, `R1, R2 and R3`; nothing if there are none. `last`: what stands before the last one."""
    found = list(words)
    return "".join(found) if len(found) < 2 else f"{', '.join(found[:-1])} {last} {found[-1]}"
