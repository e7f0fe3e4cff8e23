"""Scripts: what is handed out, and that writing ends at the deadline."""

from __future__ import annotations

import math
import time

import pytest

from checkspec.logic.smtlib import OutOfTime, Script


def test_each_reader_gets_what_is_new_to_it() -> None:
    script = Script(math.inf)
    first = script.declare("a", "Bool")
    script.require(first)
    text, cursor = script.since((0, 0))
    assert text == "(declare-fun |a| () Bool)\n(assert |a|)"
    assert script.since(cursor) == ("", cursor)
    script.require(f"(not {first})")
    assert script.since(cursor)[0] == "(assert (not |a|))"
    assert script.since((0, 0))[0] == script.text()


def test_writing_ends_at_the_deadline() -> None:
    """Where hundreds of individuals are written about, the time goes into writing; so the limit has to hold there too."""
    script = Script(time.monotonic() - 1)
    with pytest.raises(OutOfTime):
        script.require("false")
