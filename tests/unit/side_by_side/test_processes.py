"""Work side by side gives what work in a row gives, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import checkspec
from checkspec.faults import Fault
from checkspec.processes import Lost, SideBySide

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")


def processes(number: int) -> SideBySide[str]:
    return SideBySide(number, str.encode, bytes.decode)


def slow(text: str, seconds: float) -> Callable[[], str]:
    def work() -> str:
        time.sleep(seconds)
        return text

    return work


@pytest.mark.parametrize("number", [1, 2, 5])
def test_results_come_in_order(number: int) -> None:
    works = [slow(str(index), 0.02 * (4 - index)) for index in range(5)]
    with processes(number) as side:
        assert list(side.results(works)) == ["0", "1", "2", "3", "4"]


def test_a_long_result_comes_whole() -> None:
    with processes(2) as side:
        assert [len(str(each)) for each in side.results([lambda: "x" * 3_000_000, lambda: "y"])] == [3_000_000, 1]


def test_what_is_killed_is_lost_and_hides_nothing() -> None:
    def killed() -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        return "never"

    with processes(2) as side:
        assert list(side.results([slow("a", 0), killed, slow("c", 0)])) == ["a", Lost(), "c"]


def test_a_fault_says_where_it_arose() -> None:
    def wrong() -> str:
        raise KeyError("nobody")

    with processes(2) as side, pytest.raises(Fault, match="KeyError: 'nobody'"):
        list(side.results([wrong]))


def test_nothing_is_left_behind() -> None:
    with processes(3) as side:
        results = side.results([slow("a", 0), slow("b", 60), slow("c", 60)])
        assert next(results) == "a"
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_processes_end_with_the_one_that_began_them(tmp_path: Path) -> None:
    reading, writing = os.pipe()  # its end is seen when nobody holds it any more
    parent = os.fork()
    if not parent:
        os.close(reading)
        with processes(2) as side:
            list(side.results([slow("a", 60)]))
        os._exit(0)
    os.close(writing)
    time.sleep(0.3)
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    start = time.monotonic()
    assert os.read(reading, 1) == b""
    os.close(reading)
    assert time.monotonic() - start < 30  # the work itself would take twice as long


@pytest.mark.parametrize("name", ["ops-drain-01", "two-offers", "contradiction"])
def test_answers_are_the_same_for_any_number_of_jobs(name: str) -> None:
    path = ROOT / "specs" / "drain" / f"{name}.drn"
    alone, together = checkspec.check(path), checkspec.check(path, jobs=3)

    def plain(answers: tuple[checkspec.Answer, ...]) -> object:
        reasons = [[(line.span.source.name, line.span.start) for line in each.reasons] for each in answers]
        return [(each.promise.name, each.at, each.verdict, each.vacuous, each.broken, each.tie) for each in answers], reasons

    assert plain(alone) == plain(together)
    assert all(answer.promise in answer.theory.promises for answer in together)
