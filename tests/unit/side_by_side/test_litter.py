"""Looking for litter is put off while a spec is read, in our own process only, and taken up again whatever became of the spec."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from checkspec.answer.limits import Limits
from checkspec.checking import outcome_of
from checkspec.litter import postpone, resume
from checkspec.report.outcome import Telling


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def test_what_is_there_is_not_looked_through_again() -> None:
    postpone()
    assert not gc.isenabled()
    resume()
    assert gc.isenabled() and gc.get_freeze_count() > 0


def test_nothing_is_done_for_whom_it_was_not_put_off() -> None:
    before = gc.get_freeze_count()
    resume()
    assert gc.get_freeze_count() == before


@pytest.mark.parametrize("text", ["this is no spec", "use kubernetes\n"])
def test_it_is_taken_up_after_any_spec(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.drn"
    path.write_text(text)
    postpone()
    outcome_of(str(path), Limits(), Telling(), lambda answer: None)
    assert gc.isenabled()
