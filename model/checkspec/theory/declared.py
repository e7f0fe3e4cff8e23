"""Who can notice what: boundaries, and the sources that stand at them. As in `typed.py`, nothing here is unresolved."""

from __future__ import annotations

from checkspec.text.node import Node, node, record
from checkspec.text.source import Span
from checkspec.theory.typed import Event, Kind, Quantified, State, Term


@record
class Boundary:
    """A place where something is noticed: `members` are the events and states that a record made there can speak of, with their kinds."""

    name: str
    span: Span
    title: str
    members: dict[Event | State, Kind]

    def __repr__(self) -> str:
        return f"<boundary {self.name}>"


@node
class Complete(Node):
    """A source's record is whole for `events` of `population` (`no k on A where φ`), of those from `begins` (None: the beginning) until
    before `ends` (None: up to and with each of its observations)."""

    population: Quantified
    events: tuple[Event, ...]
    begins: Term | None
    ends: Term | None
    span: Span


@node
class Source(Node):
    """Who observes, and where. `totals`: it has numbers without identities. `span`: its name, where it is declared first; `whole`: that
    declaration."""

    name: str
    title: str
    boundary: Boundary
    totals: bool
    complete: tuple[Complete, ...]
    span: Span
    whole: Span

    @property
    def shown(self) -> str:
        return self.title or self.name
