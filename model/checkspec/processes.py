"""Work done side by side: each piece in a process of its own, forked from this one, so that it begins with all that is known here."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from select import select
from threading import Thread
from typing import Generic, TypeVar

from checkspec.faults import Fault, fault_text
from checkspec.text.node import Node, fresh, node, record
from checkspec.text.write import Unwritten

T = TypeVar("T")
CHUNK = 1 << 20


@node
class Lost(Node):
    """In place of a result: the process ended without one, so something killed it."""


@record
class Running:
    """A process at work, and what it has sent so far."""

    pid: int
    pipe: int
    received: bytearray = fresh(factory=bytearray)
    ended: bool = False


class SideBySide(Generic[T]):
    """Results of pieces of work, in their order, at most `number` at once. `pack` and `unpack`: a result as bytes and back.

    While it is entered there may be processes; none is left behind, also if this one is killed.
    """

    def __init__(self, number: int, pack: Callable[[T], bytes], unpack: Callable[[bytes], T]) -> None:
        self._number = number
        self._pack = pack
        self._unpack = unpack
        self._running: dict[int, Running] = {}  # by the number of the piece
        self._life, self._mine = os.pipe()  # nobody writes: it ends when this process does

    def __enter__(self) -> SideBySide[T]:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._running.values():
            if not process.ended:
                os.kill(process.pid, signal.SIGKILL)
                os.waitpid(process.pid, 0)
                os.close(process.pipe)
        os.close(self._life)
        os.close(self._mine)

    def results(self, works: Sequence[Callable[[], T]]) -> Iterator[T | Lost]:
        """Each result as soon as it and all before it are there. Raises Unwritten if a piece of work did, and Fault if it raised
        anything else."""
        begun = 0
        for index in range(len(works)):
            while True:
                while begun < len(works) and sum(not each.ended for each in self._running.values()) < self._number:
                    self._running[begun] = self._begin(works[begun])
                    begun += 1
                if self._running[index].ended:
                    break
                self._listen()
            yield self._result(self._running.pop(index))

    def _begin(self, work: Callable[[], T]) -> Running:
        reading, writing = os.pipe()
        gc.freeze()
        pid = os.fork()
        if pid:
            os.close(writing)
            return Running(pid, reading)
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to all; the parent ends its children
            os.close(self._mine)
            Thread(target=self._end_with_parent, daemon=True).start()
            try:
                payload = b"+" + self._pack(work())
            except Unwritten as error:
                payload = b"!" + str(error).encode("utf-8", "surrogateescape")
            except Exception as error:
                payload = b"-" + fault_text(error).encode("utf-8", "backslashreplace")
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(payload)
        finally:
            os._exit(0)

    def _end_with_parent(self) -> None:
        os.read(self._life, 1)
        os._exit(0)

    def _listen(self) -> None:
        """Wait until something was sent, and take it."""
        by_pipe = {process.pipe: process for process in self._running.values() if not process.ended}
        for pipe in select(list(by_pipe), [], [])[0]:
            process = by_pipe[pipe]
            part = os.read(pipe, CHUNK)
            process.received += part
            if not part:
                process.ended = True
                os.close(pipe)
                os.waitpid(process.pid, 0)

    def _result(self, process: Running) -> T | Lost:
        kind, payload = process.received[:1], bytes(process.received[1:])
        if kind == b"!":
            raise Unwritten(payload.decode("utf-8", "surrogateescape"))
        if kind == b"-":
            raise Fault(payload.decode("utf-8", "replace"))
        return self._unpack(payload) if kind == b"+" else Lost()
