"""What compiled code runs over: one world's tables, who is bound, and whose knowledge counts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

from checkspec.meaning.world import Member, World
from checkspec.theory.typed import Formula, Kind, Term, Theory, Variable

Instant = Fraction | None
"""The instant in force, or None."""

Denoted = Fraction | bool | str | Member | None
"""What a term denotes: a number, a truth value, a choice, an individual, or None (absent)."""


class NoInstantInForce(ValueError):
    """A state, or somebody's knowledge, was asked for with no instant in force. Elaboration refuses such a text."""


class Frame:
    """One world while something is evaluated in it.

    `bound`, `knower` change during an evaluation; the rest is fixed, or filled in when first asked for (`moments` of derived events by
    member and event, `bounds` of knowledge by consumer and kind, None for no bound). `looks`: where that is wanted, who has looked at
    whom, and when.
    """

    __slots__ = ("bound", "bounds", "by_kind", "by_name", "knower", "looks", "moments", "world")

    def __init__(self, world: World, theory: Theory) -> None:
        self.world = world
        self.by_name: dict[str, Member] = {member.name: member for member in world.members}
        kinds: dict[str, list[Member]] = {name: [] for name in theory.kinds}
        for member in world.members:
            kinds.setdefault(member.kind, []).append(member)
        self.by_kind: dict[str, tuple[Member, ...]] = {name: tuple(members) for name, members in kinds.items()}
        self.bound: dict[Variable, Member] = {}
        self.knower: Member | None = None
        self.looks: set[tuple[str, str, Fraction]] | None = None
        self.moments: dict[tuple[str, str], Fraction | None] = {}
        self.bounds: dict[tuple[str, str], Fraction | None] = {}


TermCode = Callable[[Frame, Instant], Any]
"""A compiled term: from a frame and the instant in force to what it denotes (`Denoted`; untyped so that callers need no casts)."""

FormulaCode = Callable[[Frame, Instant], bool]
"""A compiled formula."""

ChangesCode = Callable[[Frame, set[Fraction]], None]
"""Adds every instant at which the truth of a formula may change as the instant in force moves on."""


class Compiler(Protocol):
    """What the compiling functions ask of the program. `seen`: the text stands within `seen by`, so the frame's knower counts."""

    kinds: dict[str, Kind]

    def term(self, term: Term, seen: bool = False) -> TermCode: ...

    def formula(self, formula: Formula, seen: bool = False) -> FormulaCode: ...

    def changes(self, node: Term | Formula, seen: bool = False) -> ChangesCode | None:
        """None: nothing in it depends on the instant in force."""
        ...


def with_bound(frame: Frame, variable: Variable, member: Member, code: Callable[[Frame, Any], Any], argument: Any) -> Any:
    """Run `code(frame, argument)` with `variable` bound to `member`."""
    bound = frame.bound
    outer = bound.get(variable)
    bound[variable] = member
    result = code(frame, argument)
    if outer is not None:
        bound[variable] = outer
    return result
