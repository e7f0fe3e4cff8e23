"""Numbers of a least world: all on the coarsest grid, close to 0, then each as small as possible."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor

from checkspec.answer.descend import Ladder, descend
from checkspec.answer.footing import Footing, equal
from checkspec.logic.smtlib import both, conjunction, either, number
from checkspec.logic.terms import BEGINNING
from checkspec.text.node import Node, node

GRIDS = (1, 2, 10, 1000, 1000000)
SPANS = (60, 600, 3600, 86400, 31536000)
"""All instants and durations lie within so many seconds of 0, the first that is possible."""
EFFORT = 5_000_000
"""Of the solver, for one grid within one span. If it is spent, the world is shown as one that may not be the least."""


@node
class Numbers(Node):
    """The symbols of a world's numbers. `times`: when events happen; `observations`, and other instants that are no event's; `fields`:
    durations, counts and quantities that the world has to choose; `known`: the instants that consumers go by, each with the one at which
    they do; `parted`: pairs of times that are to differ; `given`: numbers that are on the grid as well, and that nobody chooses."""

    times: Sequence[str]
    observations: Sequence[str]
    fields: Sequence[str]
    known: Sequence[tuple[str, str]]
    parted: Sequence[tuple[str, str]]
    given: Sequence[Fraction]


def settle(numbers: Numbers, footing: Footing) -> None:
    """Fix all numbers. Raises Nowhere."""
    scale = _grid(numbers, footing)
    if scale is None:
        footing.reached = False
        return
    _begin(footing, scale)
    step = Fraction(1, scale)
    begin = footing.number(BEGINNING.value)
    instants = [Ladder(symbol, begin, step) for symbol in (*numbers.times, *numbers.observations)]
    descend([*instants, *(equal(symbol, "0.0") for symbol in numbers.fields)], footing)
    fields = [Ladder(symbol, Fraction(0), step) for symbol in numbers.fields]
    fresh = [equal(known, now) for known, now in numbers.known]
    ages = [Ladder(known, Fraction(0), step, below=now) for known, now in numbers.known]
    descend([*fields, *fresh, *ages], footing)


def _grid(numbers: Numbers, footing: Footing) -> int | None:
    """The coarsest grid on which all of them can be, within the narrowest span that has room for them, or the one after it; None if
    there is none. Whole numbers without bounds may keep a solver busy for ever, hence the spans and the effort."""
    symbols = [BEGINNING.value, *numbers.times, *numbers.observations, *numbers.fields, *(known for known, _ in numbers.known)]
    spans = [span for span in SPANS if all(abs(each) <= span for each in numbers.given)]
    bounds = [conjunction(f"(<= (- {span}.0) {symbol} {span}.0)" for symbol in symbols) for span in spans]

    def parted(scale: int) -> str:
        # what is apart on a grid is a step apart: that settles in a moment what halving intervals would not
        return conjunction(_step_apart(one, other, scale) for one, other in numbers.parted)

    def sought(scale: int, bound: str) -> bool:
        """Go to a grid. Whole numbers among reals are quicker as a rule; where that comes to no end, numbers of steps decide."""
        there = both(parted(scale), bound)
        text = both(_on_grid(symbols, scale), there)
        if not footing.go(text, EFFORT):
            if not footing.narrow.gave_up:
                return False
            values = footing.narrow.whole(scale, symbols, there, EFFORT)
            found = values is not None and footing.go(conjunction(f"(= {each} {number(value)})" for each, value in values.items()))
            footing.reached = footing.reached and not footing.narrow.gave_up
            if not found:
                return False
        footing.narrow.fix(text)
        return True

    narrowest: int | None = None
    for scale in GRIDS if bounds else ():
        if any((each * scale).denominator != 1 for each in numbers.given):
            continue
        if footing.go(both(_close_together(numbers, footing, scale), _on_grid(numbers.fields, scale), bounds[0]), EFFORT):
            footing.narrow.fix(both(_on_grid(symbols, scale), parted(scale), bounds[0]))
            return scale
        if narrowest is None:
            narrowest = next((index for index, bound in enumerate(bounds) if footing.narrow.possible(bound)), len(bounds))
        if any(sought(scale, bound) for bound in bounds[narrowest : narrowest + 2]):
            return scale
    return None


def _close_together(numbers: Numbers, footing: Footing, scale: int) -> str:
    """That all instants come in the order that they have now, each a step after the one before, an observation at the last event before
    it: a guess, which is often right."""
    instants = sorted({footing.number(symbol) for symbol in (BEGINNING.value, *numbers.times)})

    def place(symbol: str) -> str:
        return number(Fraction(bisect_right(instants, footing.number(symbol)) - 1, scale))

    symbols = (BEGINNING.value, *numbers.times, *numbers.observations, *(known for known, _ in numbers.known))
    return conjunction(f"(= {symbol} {place(symbol)})" for symbol in symbols)


def _begin(footing: Footing, scale: int) -> None:
    """The beginning at 0, else as late as possible before it."""
    begin = BEGINNING.value
    footing.grant([equal(begin, "0.0")])
    late = Fraction(0)
    while footing.number(begin) < 0:
        early = footing.number(begin)
        if late - early <= Fraction(1, scale):
            break
        middle = Fraction(floor((early + late) / 2 * scale), scale)
        if not footing.move(f"(<= {number(middle)} {begin})"):
            late = middle
    footing.narrow.fix(f"(= {begin} {number(footing.number(begin))})")


def _step_apart(one: str, other: str, scale: int) -> str:
    step = number(Fraction(1, scale))
    return either(f"(>= (- {one} {other}) {step})", f"(>= (- {other} {one}) {step})")


def _on_grid(symbols: Iterable[str], scale: int) -> str:
    return conjunction(f"(is_int {symbol})" if scale == 1 else f"(is_int (* {scale}.0 {symbol}))" for symbol in symbols)
