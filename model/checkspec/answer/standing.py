"""How a population stands at an observation. Plain data: made by `answer/reconcile.py`, read by every report.

In a world a member is *complete* at an instant, or else *lost* by then, or else neither so far. The evidence is all that is stated and was
observed up to there (an offer's own assumptions aside); a member counts as complete or as lost if it is so in every world of the evidence,
and as *unfinished* if it is complete in none, and not lost in all. Of all others it is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator

from checkspec.meaning.walk import Expression, parts
from checkspec.text.node import Node, node
from checkspec.theory.population import Population
from checkspec.theory.typed import CountOf, Individual, Line, Theory

COMPLETE, UNFINISHED, LOST, OUTSIDE = "complete", "unfinished", "lost", "outside"
WAYS = (COMPLETE, UNFINISHED, LOST, OUTSIDE)
"""How a named individual may stand to a population; `outside`: it does not belong to it."""


@node
class Standing(Node):
    """`ways`: how the individual may stand, in the order of `WAYS`. `undecided`: there may be others, for the search was stopped."""

    individual: Individual
    ways: tuple[str, ...]
    undecided: bool = False

    @property
    def settled(self) -> str | None:
        """As what it counts; None if that is not known. Who is unfinished may be lost already: then both are among its `ways`."""
        if self.undecided or (len(self.ways) > 1 and self.ways != (UNFINISHED, LOST)):
            return None
        return self.ways[0]


@node
class Total(Node):
    """A count that an observation (`at`) states in `line`, the one of that `place` there: it may count somebody who is not in the
    population."""

    at: str
    line: Line
    place: int

    @property
    def count(self) -> CountOf:
        """The count itself."""
        return list(counts(self.line.formula))[self.place]


@node
class Reconciliation(Node):
    """`standings`: of each named individual that may belong to the population, in the file's order. `further`: whether there may be members
    without a name (None: not decided); if not, `reasons` are the lines that exclude them. `totals`: those observed over another set.
    `clash`: no world fits what is stated and observed, so there is nothing to count. `limit`: what stopped the search, if anything did."""

    theory: Theory
    population: Population
    at: str
    standings: tuple[Standing, ...] = ()
    further: bool | None = None
    reasons: tuple[Line, ...] = ()
    totals: tuple[Total, ...] = ()
    clash: bool = False
    limit: str = ""

    @property
    def most(self) -> int:
        """How many of the named ones may belong to it."""
        return len(self.standings)

    @property
    def least(self) -> int:
        """How many of them surely do."""
        return sum(OUTSIDE not in each.ways and not each.undecided for each in self.standings)

    def those(self, way: str) -> tuple[Standing, ...]:
        """The members that count so."""
        return tuple(each for each in self.standings if each.settled == way)

    @property
    def unknown(self) -> tuple[Standing, ...]:
        """Those of whom it is not known how they stand, or whether they belong to it at all."""
        return tuple(each for each in self.standings if each.settled is None)


def counts(formula: Expression) -> Iterator[CountOf]:
    """The counts in a formula, in the order of the text."""
    if isinstance(formula, CountOf):
        yield formula
    for part in parts(formula):
        yield from counts(part)
