"""What a population is once it is read: plain data, beside the typed tree. `populations.py` makes it."""

from __future__ import annotations

from checkspec.text.node import node
from checkspec.text.source import Span
from checkspec.theory.typed import Formula, Individual, Kind, Quantified


@node
class Share:
    """What is said of one named individual that may belong to a population: whether it does, and (with an instant in force) when it
    counts as complete and when as lost."""

    individual: Individual
    belongs: Formula
    complete: Formula
    lost: Formula


@node
class Population:
    """A set of individuals of one kind, fixed by moments. `everybody`: `every request where self is old`, without a body; `complete`
    and `lost` as written. Where it is quantified over or counted, its formula stands in place of its name."""

    name: str
    title: str
    everybody: Quantified
    shares: tuple[Share, ...]
    complete: str
    lost: str
    span: Span

    @property
    def kind(self) -> Kind:
        """Of what it is a set."""
        return self.everybody.variable.kind
