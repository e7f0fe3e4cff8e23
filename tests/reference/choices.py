"""What the model leaves open, and who decides it.

Each part of the model says at every step, for everything that could happen to it next, whether that may happen now, must happen now, or
is owed sooner or later. Somebody else decides within that: chance (`chance.py`), or a world that is to be explained (`acceptor.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Impossible(Exception):
    """The model cannot do what the world says. `what`: the kind and the event, `why`: may not, must, owed, … ; together they name
    the difference."""

    def __init__(self, who: str, what: str, why: str, now: int | None = None) -> None:
        super().__init__(f"{who}: {what}: {why}" + ("" if now is None else f" (tick {now})"))
        self.who = who
        self.key = f"{what}: {why}"


class Choices(Protocol):
    """The decisions. `who` is an individual's name, `kind` its kind."""

    def happens(self, who: str, kind: str, event: str, may: bool, must: bool = False, owed: bool = False) -> bool:
        """Whether it happens now. `owed`: it has to, at some time from now on, if nothing comes in between."""
        ...

    def ready(self, who: str, before: bool, may_change: bool, must_be: bool | None) -> bool:
        """What the Ready condition of a Pod is from now on."""
        ...

    def stated(self, who: str, what: str, before: bool) -> bool:
        """What others write of it from now on, where the controller does not."""
        ...

    def grace(self, who: str, options: Sequence[tuple[int, int]]) -> int:
        """The grace in effect: within one of these spans."""
        ...

    def powers_off(self, who: str, may: bool) -> bool:
        """Whether a node's power goes now, and with it all that runs there."""
        ...

    def synced(self, who: str, must: bool) -> bool:
        """Whether the slice controller looks at this Pod now and writes what it sees."""
        ...

    def as_of(self, who: str, subject: str, earliest: int, versions: Sequence[int]) -> int:
        """How old what `who` knows of `subject` is: one of the versions that is not older than `earliest`."""
        ...

    def pick(self, who: str, candidates: Sequence[str], may_fail: bool) -> str | None:
        """Which of the candidates is selected; None: none is."""
        ...


class Thing:
    """An individual to which events happen, each at most once."""

    def __init__(self, name: str, kind: str, choices: Choices) -> None:
        self.name = name
        self.kind = kind
        self.choices = choices
        self.at: dict[str, int] = {}

    def did(self, event: str) -> bool:
        """Whether it has happened."""
        return event in self.at

    def ask(self, now: int, event: str, may: bool, must: bool = False, owed: bool = False) -> bool:
        """Let it happen now, if it is decided so; whether it did."""
        if event in self.at or not self.choices.happens(self.name, self.kind, event, may, must, owed):
            return False
        self.at[event] = now
        return True
