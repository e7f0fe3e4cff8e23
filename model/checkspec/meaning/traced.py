"""Numbers that remember what was asked of them.

A world is evaluated once more with its numbers as unknowns that have values. Whatever the evaluator asks of them (is this before that?) is
answered by the values and written down as a linear bound. Wherever all bounds are true, every question has the same answer, so the
evaluator goes the same way and comes to the same end: what is true in this world is true in all worlds within the bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from checkspec.meaning.linear import ZERO, Bound, bound
from checkspec.meaning.world import Member, Value, World
from checkspec.text.node import Node, node

Place = tuple[str, str]
"""A member's name and the name of its field; for a quantity the member is the empty name."""


class Trace:
    """The bounds under which everything asked so far is answered so, and the unknowns with their values."""

    def __init__(self) -> None:
        self.values: dict[int, Fraction] = {}
        self._bounds: dict[Bound, None] = {}
        self._asked: set[object] = set()
        self.looked: set[Place] = set()  # which fields of `watched` ones were read

    def unknown(self, value: Fraction) -> Traced:
        """A new unknown that has this value."""
        number = len(self.values)
        self.values[number] = value
        return Traced(self, ((number, 1),), ZERO, value)

    @property
    def bounds(self) -> list[Bound]:
        """In the order in which they were first asked for."""
        return list(self._bounds)

    def answer(self, left: Traced, right: Traced | Fraction | int, strict: bool) -> bool:
        """Whether `left <= right` (`left < right`), written down."""
        other = right if isinstance(right, Traced) else None
        value = left.value - (Fraction(right) if other is None else other.value)
        true = value < 0 if strict else value <= 0
        asked = (left.terms, left.constant, right if other is None else (other.terms, other.constant), strict)
        if asked not in self._asked:
            self._asked.add(asked)
            factors = left.terms if other is None else added(left.terms, other.terms, -1)
            made = bound(factors, left.constant - (Fraction(right) if other is None else other.constant), strict)
            if made.terms:
                self._bounds.setdefault(made if true else made.contrary)
        return true

    def equal(self, left: Traced, right: Traced | Fraction | int) -> bool:
        """Whether they are the same, written down: else, which is smaller."""
        if left.value == (right.value if isinstance(right, Traced) else right):
            return self.answer(left, right, False) and not self.answer(left, right, True)
        self.answer(left, right, True)
        return False


Factors = tuple[tuple[int, Fraction | int], ...]
"""Unknowns with their factors, none of them zero, in the order of the unknowns."""


def added(one: Factors, other: Factors, by: int) -> Factors:
    """`one + by * other`."""
    total = dict(one)
    for unknown, factor in other:
        total[unknown] = total.get(unknown, 0) + factor * by
    return tuple(sorted((unknown, factor) for unknown, factor in total.items() if factor))


class Traced(Fraction):
    """A number: a linear term over unknowns, and its value."""

    __slots__ = ("constant", "terms", "trace", "value")

    trace: Trace
    terms: Factors
    constant: Fraction
    value: Fraction

    def __new__(cls, trace: Trace, terms: Factors, constant: Fraction, value: Fraction) -> Traced:
        self = super().__new__(cls, 0)
        self.trace, self.terms, self.constant, self.value = trace, terms, constant, value
        return self

    # The evaluator compares numbers by numerators and denominators, for speed (`meaning/exact.py`).

    @property
    def numerator(self) -> Any:
        return self

    @property
    def denominator(self) -> int:
        return 1

    def _made(self, terms: Factors, constant: Fraction, value: Fraction) -> Fraction:
        return Traced(self.trace, terms, constant, value) if terms else constant

    def _plus(self, other: Any, factor: int) -> Fraction:
        if isinstance(other, Traced):
            constant, value = self.constant + factor * other.constant, self.value + factor * other.value
            return self._made(added(self.terms, other.terms, factor), constant, value)
        return self._made(self.terms, self.constant + factor * other, self.value + factor * other)

    def __add__(self, other: Any) -> Any:
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._plus(other, -1)

    def __rsub__(self, other: Any) -> Any:
        return (self * -1)._plus(other, 1)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Traced):
            raise TypeError("a product of two unknowns")  # elaboration excludes it
        if other == 1:
            return self
        factor = Fraction(other)
        terms = tuple((unknown, each * factor) for unknown, each in self.terms) if factor else ()
        return self._made(terms, self.constant * factor, self.value * factor)

    __rmul__ = __mul__

    def __lt__(self, other: Any) -> bool:
        return self.trace.answer(self, other, True)

    def __le__(self, other: Any) -> bool:
        return self.trace.answer(self, other, False)

    def __gt__(self, other: Any) -> bool:
        return not self.trace.answer(self, other, False)

    def __ge__(self, other: Any) -> bool:
        return not self.trace.answer(self, other, True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fraction | int):
            return NotImplemented
        return self.trace.equal(self, other)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash((self.terms, self.constant))  # of numbers alone: the same in every process

    def __repr__(self) -> str:
        return f"<about {self.value}>"


class Watched(dict[str, Value]):
    """Fields of a member that note which of them were read."""

    def __init__(self, fields: Mapping[str, Value], member: str, trace: Trace) -> None:
        super().__init__(fields)
        self._member = member
        self._trace = trace

    def get(self, name: str, default: Any = None) -> Any:
        self._trace.looked.add((self._member, name))
        return super().get(name, default)


class WatchedNumbers(dict[str, Fraction]):
    """Quantities that note which of them were read."""

    def __init__(self, quantities: Mapping[str, Fraction], trace: Trace) -> None:
        super().__init__(quantities)
        self._trace = trace

    def get(self, name: str, default: Any = None) -> Any:
        self._trace.looked.add(("", name))
        return super().get(name, default)


@node
class Followed(Node):
    """A world whose numbers are unknowns of the trace. `places`: by field or quantity, its unknown."""

    world: World
    trace: Trace
    places: dict[Place, int]


def followed(world: World, certain: Callable[[str, str], bool]) -> Followed:
    """The world with all its numbers as unknowns, but for those of the fields and quantities that are `certain` (see `Place`)."""
    trace = Trace()
    places: dict[Place, int] = {}

    def number(value: Fraction, place: Place | None = None) -> Fraction:
        if place is not None and certain(*place):
            return value
        made = trace.unknown(value)
        if place is not None:
            places[place] = made.terms[0][0]
        return made

    def field(member: Member, name: str, value: Value) -> Value:
        return number(value, (member.name, name)) if isinstance(value, Fraction) else value

    def traced(member: Member) -> Member:
        return Member(
            member.name,
            member.kind,
            member.named,
            Watched({name: field(member, name, value) for name, value in member.fields.items()}, member.name, trace),
            {name: number(instant) for name, instant in member.events.items()},
            {name: tuple((number(instant), value) for instant, value in changes) for name, changes in member.states.items()},
        )

    made = World(
        beginning=number(world.beginning),
        members=tuple(traced(member) for member in world.members),
        observations={name: number(instant) for name, instant in world.observations.items()},
        quantities=WatchedNumbers({name: number(value, ("", name)) for name, value in world.quantities.items()}, trace),
        knowledge={
            pair: tuple((number(instant), number(known)) for instant, known in samples) for pair, samples in world.knowledge.items()
        },
    )
    return Followed(made, trace, places)
