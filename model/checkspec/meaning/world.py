"""Worlds: what can be the case. Plain data, exact numbers, no solver."""

from __future__ import annotations

from fractions import Fraction

from checkspec.text.node import Node, fresh, node

Value = Fraction | bool | str | None
"""A field's value: a number, a truth value, a choice, the name of the member that a reference leads to, or None (absent)."""


@node
class Member(Node):
    """An individual of a world.

    `name`: as the spec names it, or for an unnamed one `request#1` (`kind#n`, counted in the world). `fields`: every field of the kind.
    `events`: the free events that happen, with their instants. `states`: each free state as its changes, in order of time, at least one
    `(instant, value)`; the value holds from that instant on, and the first also before it.
    """

    name: str
    kind: str
    named: bool
    fields: dict[str, Value] = fresh(factory=dict)
    events: dict[str, Fraction] = fresh(factory=dict)
    states: dict[str, tuple[tuple[Fraction, bool], ...]] = fresh(factory=dict)


@node
class World(Node):
    """Finitely many individuals, a beginning at or before every event, and what each consumer knows. A quantity that is absent is not
    among `quantities`.

    `knowledge`: by (consumer, individual) the samples `(instant, as-of instant)` in order of time. Between samples the as-of instant at
    t is the greatest of: that of the last sample, t less the consumer's bound (if it has one), and the beginning; never later than t.
    """

    beginning: Fraction
    members: tuple[Member, ...]
    observations: dict[str, Fraction] = fresh(factory=dict)
    quantities: dict[str, Fraction] = fresh(factory=dict)
    knowledge: dict[tuple[str, str], tuple[tuple[Fraction, Fraction], ...]] = fresh(factory=dict)

    def member(self, name: str) -> Member:
        """The member of that name. Raises KeyError if there is none."""
        for candidate in self.members:
            if candidate.name == name:
                return candidate
        raise KeyError(name)
