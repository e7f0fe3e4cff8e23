"""Answers on their way from one process to another that has the same theory: what they refer to in it goes by its place."""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence

from checkspec.answer.standing import Reconciliation
from checkspec.answer.verdict import Answer
from checkspec.theory.typed import Theory

Finding = Answer | Reconciliation


class Wire:
    """What was found of some theories as bytes and back. Both ends must have been made of the same theories, in the same order."""

    def __init__(self, theories: Sequence[Theory]) -> None:
        self._things: list[object] = []
        for theory in theories:
            self._things += [theory, *theory.promises, *theory.lines, *theory.populations, *theory.individuals]
            for offer in theory.offers:
                self._things += offer.lines
            for observation in theory.observations:
                self._things += observation.lines
        self._places = {id(thing): place for place, thing in enumerate(self._things)}

    def pack(self, found: list[Finding]) -> bytes:
        buffer = io.BytesIO()
        _Pickler(buffer, self._places).dump(found)
        return buffer.getvalue()

    def unpack(self, content: bytes) -> list[Finding]:
        found = _Unpickler(io.BytesIO(content), self._things).load()
        assert isinstance(found, list)
        return found


class _Pickler(pickle.Pickler):
    def __init__(self, buffer: io.BytesIO, places: dict[int, int]) -> None:
        super().__init__(buffer, protocol=5)
        self._places = places

    def persistent_id(self, thing: object) -> int | None:
        return self._places.get(id(thing))


class _Unpickler(pickle.Unpickler):
    def __init__(self, buffer: io.BytesIO, things: list[object]) -> None:
        super().__init__(buffer)
        self._things = things

    def persistent_load(self, place: int) -> object:
        return self._things[place]
