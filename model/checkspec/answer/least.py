"""The least world: one world for a question, whatever the solver proposes first.

In this order: no unnamed individual rather than one; each event, in the file's order, never rather than once; no two events at one
instant; all instants on whole seconds, else halves, tenths, milliseconds; the beginning at 0, else as late as possible before it; each time
in the file's order as small as possible; knowledge fresh; states true. Each wish is granted if all earlier ones and the
question allow it. The solver is asked only whether *some* world is better in this order than the one at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import floor

from checkspec.logic.question import Claim, Found, Question
from checkspec.logic.smtlib import FALSE, TRUE, both, conjunction, disjunction, either, negation, number
from checkspec.logic.solver import Values
from checkspec.logic.terms import BEGINNING
from checkspec.meaning.world import World
from checkspec.theory.typed import Sort

ATTEMPTS = 12
"""How often a least world that does not replay is sought anew with the instances that it broke."""
GRIDS = (1, 2, 10, 1000)
SMALL = (8, 40, 200)
MOST_TOGETHER = 24
"""Up to so many events are kept apart from each other, pair by pair."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A text that is wished true, and whether it is so in a model."""

    text: str
    granted: Callable[[Values], bool]


@dataclass(frozen=True, slots=True)
class Least:
    """`tie`: events fall on one instant in it that what is stated would let fall apart; so without such a tie there is no world."""

    world: World
    tie: bool = False


def least(question: Question, stated: Sequence[Claim], claim: Claim, found: Found) -> Least:
    """The least world in which all that is stated and the claim are true; `found` is a world of the question. If time runs out, the
    best so far that replayed."""
    claims = [*stated, claim]
    start = question.ask(claims)
    best = start if isinstance(start, Found) else found
    for _ in range(ATTEMPTS):
        search = Descent(question, claims, best.values)
        outcome = question.ask(claims, search.run())
        if not isinstance(outcome, Found):
            break
        best = outcome
        if outcome.first:
            return Least(outcome.world, search.coinciding != FALSE and isinstance(question.ask(stated, [search.parted()]), Found))
    return Least(best.world)


class Descent:
    """One way down, through the instances that are written."""

    def __init__(self, question: Question, claims: Sequence[Claim], values: Values) -> None:
        self._question = question
        self._claims = claims
        self._values = values
        self._under: list[str] = []
        self.coinciding = FALSE

    def run(self) -> list[str]:
        """Fix everything, wish by wish; returns the guards of what was fixed."""
        terms, pool = self._question.terms, self._question.pool
        self._grant([truth(someone.exists, False) for someone in pool.everybody if someone.named is None])
        there = [someone for someone in pool.everybody if self._true(someone.exists)]
        events = [
            (f"|{someone.name}.{event.name}|", f"|{someone.name}.{event.name}?|")
            for someone in there
            for event in someone.kind.events.values()
            if (someone.number, event.name) in terms.events
        ]
        self._grant([truth(happens, False) for _, happens in events])
        times = [time for time, happens in events if self._true(happens)]
        if len(times) <= MOST_TOGETHER:
            self._grant([apart(one, other) for one, other in combinations(times, 2)])
            happens = dict(events)
            pairs = [pair for pair in combinations(times, 2) if self._number(pair[0]) == self._number(pair[1])]
            self.coinciding = disjunction(both(happens[one], happens[other], apart(one, other).text) for one, other in pairs)
        observations = [f"|observation {o.name}|" for o in self._question.theory.observations]
        fields = self._numbers()
        glances = [g for g in terms.glances.values() if self._true(g.known.exists)]
        grid = [BEGINNING.value, *times, *observations, *fields, *(g.known.value for g in glances)]
        scale = self._grid(grid)
        self._begin(scale)
        self._shrink([*times, *observations, *fields])
        self._minimise([*times, *observations, *fields], scale)
        self._grant([equal(glance.known.value, glance.instant.value) for glance in glances])
        self._grant([truth(s.symbol, True) for s in terms.samples.values() if self._true(s.someone.exists) and self._true(s.instant.exists)])
        return self._under

    def parted(self) -> str:
        """The guard under which two of the coinciding events fall apart."""
        return self._question.suppose(self.coinciding)

    # ------------------------------------------------------------ wishes

    def _true(self, truth: str) -> bool:
        return truth == TRUE or self._values.get(truth, False) is True

    def _number(self, symbol: str) -> Fraction:
        return Fraction(self._values.get(symbol, 0))

    def _fix(self, text: str) -> None:
        if text != TRUE:
            self._under.append(self._question.suppose(text))

    def _better(self, text: str) -> Values | None:
        if text == FALSE:
            return None
        guard = self._question.suppose(text)
        return self._question.model(self._claims, [*self._under, guard])

    def _grant(self, wishes: list[Wish]) -> None:
        """Grant wishes in their order: as long as a model grants an earlier one at the price of later ones alone, take it."""
        while True:
            granted = [wish.granted(self._values) for wish in wishes]
            better = FALSE
            for wish, is_granted in zip(reversed(wishes), reversed(granted), strict=True):
                better = both(wish.text, better) if is_granted else either(wish.text, better)
            values = self._better(better)
            if values is None:
                break
            self._values = values
        self._fix(conjunction(w.text if is_granted else negation(w.text) for w, is_granted in zip(wishes, granted, strict=True)))

    # ------------------------------------------------------------ numbers

    def _numbers(self) -> list[str]:
        """Durations and counts that a world has to choose, in the file's order."""
        found = []
        for someone, field in self._question.terms.fields.values():
            symbol = f"|{someone.name}.{field.name}|"
            if field.type.sort in (Sort.DURATION, Sort.COUNT, Sort.INSTANT) and self._true(someone.exists):
                if field.type.optional:
                    self._grant([truth(f"|{someone.name}.{field.name}?|", True)])
                    if not self._true(f"|{someone.name}.{field.name}?|"):
                        continue
                found.append((someone.number, list(someone.kind.fields).index(field.name), symbol))
        quantities = [f"|quantity {name}|" for name in self._question.terms.quantities]
        return [symbol for _, _, symbol in sorted(found)] + quantities

    def _grid(self, symbols: list[str]) -> int | None:
        """The coarsest grid on which all of them can be; None if there is none."""
        for scale in GRIDS:
            if all((self._number(symbol) * scale).denominator == 1 for symbol in symbols):
                text = on_grid(symbols, scale)
            else:
                text = on_grid(symbols, scale)
                values = self._better(text)
                if values is None:
                    continue
                self._values = values
            self._fix(text)
            return scale
        return None

    def _begin(self, scale: int | None) -> None:
        begin = BEGINNING.value
        self._grant([equal(begin, "0.0")])
        if self._number(begin) == 0:
            return
        self._grant([Wish(f"(<= {begin} 0.0)", lambda values: Fraction(values.get(begin, 0)) <= 0)])
        self._smallest(f"(- 0.0 {begin})" if self._number(begin) < 0 else begin, scale)

    def _smallest(self, term: str, scale: int | None) -> None:
        negative = term.startswith("(- 0.0")
        symbol = term.split()[-1].rstrip(")") if negative else term

        def measure() -> Fraction:
            return -self._number(symbol) if negative else self._number(symbol)

        self._halve(term, measure, scale)
        self._fix(f"(= {term} {number(measure())})")

    def _halve(self, term: str, measure: Callable[[], Fraction], scale: int | None, prefix: str = TRUE) -> None:
        """Bring a term that is not negative down to its least value on the grid."""
        low = Fraction(-1, scale or 1)  # not possible
        while scale is not None and measure() - low > Fraction(1, scale):
            middle = Fraction(floor((measure() + low) / 2 * scale), scale)
            values = self._better(both(prefix, f"(<= {term} {number(middle)})"))
            if values is None:
                low = middle
            else:
                self._values = values

    def _shrink(self, symbols: list[str]) -> None:
        """Start from a model with small numbers, if there is one: fewer steps down."""
        largest = max((self._number(symbol) for symbol in symbols), default=Fraction(0))
        for bound in SMALL:
            if largest <= bound:
                return
            values = self._better(conjunction(f"(<= {symbol} {number(Fraction(bound))})" for symbol in symbols))
            if values is not None:
                self._values = values
                return

    def _since_beginning(self, symbol: str) -> Fraction:
        return self._number(symbol) - self._number(BEGINNING.value)

    def _minimise(self, symbols: list[str], scale: int | None) -> None:
        """Each as small as possible, in their order."""
        while scale is not None:
            better = FALSE
            for symbol in reversed(symbols):
                value = number(self._number(symbol))
                better = either(f"(< {symbol} {value})", both(f"(= {symbol} {value})", better))
            before = {symbol: self._number(symbol) for symbol in symbols}
            values = self._better(better)
            if values is None:
                break
            self._values = values
            first = next(symbol for symbol in symbols if self._number(symbol) < before[symbol])
            earlier = symbols[: symbols.index(first)]
            prefix = conjunction(f"(= {symbol} {number(self._number(symbol))})" for symbol in earlier)
            if before[first] - self._number(first) > 1 or self._number(first) > 1:
                self._halve(f"(- {first} {BEGINNING.value})", partial(self._since_beginning, first), scale, prefix)
        self._fix(conjunction(f"(= {symbol} {number(self._number(symbol))})" for symbol in symbols))


def truth(symbol: str, wanted: bool) -> Wish:
    def granted(values: Values) -> bool:
        return (symbol == TRUE or values.get(symbol, False) is True) == wanted

    return Wish(symbol if wanted else negation(symbol), granted)


def equal(one: str, other: str) -> Wish:
    def value(values: Values, text: str) -> Fraction:
        return Fraction(values.get(text, 0)) if text.startswith("|") else Fraction(text)

    return Wish(f"(= {one} {other})", lambda values: value(values, one) == value(values, other))


def apart(one: str, other: str) -> Wish:
    return Wish(f"(not (= {one} {other}))", lambda values: values.get(one, 0) != values.get(other, 0))


def on_grid(symbols: Iterable[str], scale: int) -> str:
    return conjunction(f"(is_int {symbol})" if scale == 1 else f"(is_int (* {scale}.0 {symbol}))" for symbol in symbols)
