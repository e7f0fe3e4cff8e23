"""What is said to be beyond notice is there: an entry whose line is gone, or has changed, is looked at anew."""

from __future__ import annotations

import pytest

from mutation.equivalent import EQUIVALENT, PACKAGE, Equivalent, definitions, plain, read_equivalent

SAID = """\
## meaning/some.py

- ``SIZE = 6``: speed.
- ``if a  is b:`` → ``if a is not b:``: a reason
  of two lines: this.
- def ``Some.cache``: nothing but a cache.
"""
ENTRIES = read_equivalent(EQUIVALENT.read_text("utf-8"))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.module}:{entry.line}")
def test_every_entry_is_about_the_source_of_today(entry: Equivalent) -> None:
    source = (PACKAGE / entry.module).read_text("utf-8")
    if entry.whole:
        assert any(entry.line in names for names in definitions(source).values())
    else:
        assert entry.line in {plain(line) for line in source.splitlines()}


def test_entries() -> None:
    size, same, cache = read_equivalent(SAID)
    assert same.why == "a reason of two lines: this."
    assert size.is_about("SIZE = 6", "SIZE = 7", [])
    assert same.is_about("    if a is b:  # why", "    if a is  not b:  # why", [])
    assert not same.is_about("    if a is b:", "    if not a is b:", [])
    assert cache.is_about("x", "y", ["Some", "Some.cache"])
    assert not cache.is_about("x", "y", ["Some"])
    with pytest.raises(ValueError, match="no entry"):
        read_equivalent("## a.py\n\n- `x`: y\n")
