"""When Python looks for objects that only hold each other.

What is made while the program is loaded and a spec is read lives on, and to look through it again and again while it grows takes a
twentieth of the time before the first question.
"""

from __future__ import annotations

import gc


def postpone() -> None:
    """Do not look for litter until `resume`. For a process that is ours: it holds for all of it."""
    gc.disable()


def resume() -> None:
    """If it was postponed: look for litter again, but never among what is there now."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
