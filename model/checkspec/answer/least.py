"""The least world: one world for a question, whatever the solver proposes first.

In this order: no unnamed individual rather than one; each event, in the file's order, never rather than once; references to nobody, else
to the first who is there; choices their first value, truth values false; no two events (of up to 24) at one instant; all instants on
whole seconds, else halves, tenths, milliseconds, microseconds, and within a minute of 0, else ten minutes, an hour, a day, a year; the
beginning at 0, else as late as possible before it; each time in the file's order as small as possible; knowledge fresh; states true. Each
wish is granted if all earlier ones and the question allow it. The solver is asked only where the world at hand leaves a wish open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import floor

from checkspec.logic.narrow import Narrow
from checkspec.logic.question import Claim, Found, Question
from checkspec.logic.smtlib import FALSE, TRUE, OutOfTime, both, conjunction, disjunction, either, negation, number
from checkspec.logic.solver import Values
from checkspec.logic.terms import BEGINNING
from checkspec.logic.witness import Someone
from checkspec.meaning.world import World
from checkspec.theory.typed import Sort

ATTEMPTS = 12
"""How often a least world that does not replay is sought anew with the instances that it broke."""
GRIDS = (1, 2, 10, 1000, 1000000)
SPANS = (60, 600, 3600, 86400, 31536000)
"""All instants and durations lie within so many seconds of 0, the first that is possible."""
EFFORT = 5_000_000
"""Of the solver, for one grid within one span. If it is spent, the world is shown as one that may not be the least."""
STEPS = 9
"""So many of the smallest values are tried one by one."""
MOST_TOGETHER = 24
"""Up to so many events are kept apart from each other, pair by pair."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A text that is wished true, and whether it is so in a model."""

    text: str
    granted: Callable[[Values], bool]


@dataclass(frozen=True, slots=True)
class Least:
    """`tie`: two events fall on one instant in it, and only because the promise would be kept otherwise."""

    world: World
    tie: bool = False
    reached: bool = True  # False: time or effort was spent before, and there may be a lesser world


def least(question: Question, stated: Sequence[Claim], claim: Claim, found: Found) -> Least:
    """The least world in which all that is stated and the claim are true; `found` is one. If time runs out, `found` itself."""
    try:
        return _sought(question, stated, claim) or Least(found.world, reached=False)
    except OutOfTime:
        return Least(found.world, reached=False)


def _sought(question: Question, stated: Sequence[Claim], claim: Claim) -> Least | None:
    search = question.search([*stated, claim])
    for _ in range(ATTEMPTS):
        narrow = question.narrowed(stated, claim)
        try:
            values = narrow.model()
            if values is None:
                return None
            descent = Descent(question, narrow, values)
            model = descent.run()
        finally:
            narrow.end()
        outcome = question.examine(model, search)
        if isinstance(outcome, Found):
            return Least(outcome.world, descent.tie, descent.reached)
        if outcome is not None:
            return None
    return None


class Descent:
    """One way down, through the instances that are written. `tie` is known once it has run."""

    def __init__(self, question: Question, narrow: Narrow, values: Values) -> None:
        self._question = question
        self._narrow = narrow
        self._values = values
        self._parted: list[tuple[str, str]] = []
        self.tie = False
        self.reached = True

    def run(self) -> Values:
        """Fix everything, wish by wish; returns the least model."""
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
        self._grant([*self._references(there), *self._choices()])
        times = [time for time, happens in events if self._true(happens)]
        if len(times) <= MOST_TOGETHER:
            self._part(times)
        observations = [f"|observation {o.name}|" for o in self._question.theory.observations]
        fields = self._numbers()
        glances = [glance for glance in terms.glances.values() if self._true(glance.known.exists)]
        scale = self._grid([BEGINNING.value, *times, *observations, *fields, *(glance.known.value for glance in glances)])
        self.reached = self.reached and scale is not None
        if scale is not None:
            self._begin(scale)
            self._minimise([*times, *observations], self._number(BEGINNING.value), scale)
            self._grant([equal(symbol, "0.0") for symbol in fields])
            self._minimise(fields, Fraction(0), scale)
        self._grant([equal(glance.known.value, glance.instant.value) for glance in glances])
        samples = [s for s in terms.samples.values() if self._true(s.someone.exists) and self._true(s.instant.exists)]
        self._grant([truth(sample.symbol, True) for sample in samples])
        return self._values

    def _part(self, times: list[str]) -> None:
        """Keep events apart. A pair that falls together although what is stated would let it fall apart (with the same events
        happening) does so for the claim's sake alone."""
        pairs = list(combinations(times, 2))
        granted = self._granted([apart(one, other) for one, other in pairs])
        self._parted = [pair for pair, is_granted in zip(pairs, granted, strict=True) if is_granted]
        together = [pair for pair in pairs if pair not in self._parted]
        self.tie = self._narrow.model(disjunction(apart(*pair).text for pair in together), claimed=False) is not None
        self._narrow.fix(conjunction(apart(*pair).text for pair in self._parted))

    # ------------------------------------------------------------ wishes

    def _true(self, truth: str) -> bool:
        return truth == TRUE or self._values.get(truth, False) is True

    def _number(self, symbol: str) -> Fraction:
        return Fraction(self._values.get(symbol, 0))

    def _better(self, text: str) -> Values | None:
        return self._narrow.model(text)

    def _granted(self, wishes: list[Wish]) -> list[bool]:
        """Which wishes are granted, in their order, each if the facts and the wishes granted before allow it.

        One refusal often settles all: no model is better in this order than the one at hand. If there is a better one twice over, all that
        are open are tried together, and halved when that is refused: refusals cost the solver little, models much.
        """
        for _ in range(2):
            granted = [wish.granted(self._values) for wish in wishes]
            better = FALSE
            for wish, is_granted in zip(reversed(wishes), reversed(granted), strict=True):
                better = both(wish.text, better) if is_granted else either(wish.text, better)
            values = self._better(better)
            if values is None:
                return granted
            self._values = values
        settled: list[str] = []

        def grant(part: list[Wish]) -> list[bool]:
            if not all(wish.granted(self._values) for wish in part):
                values = self._better(conjunction([*settled, *(wish.text for wish in part)]))
                if values is None and len(part) == 1:
                    settled.append(negation(part[0].text))
                    return [False]
                if values is None:
                    half = len(part) // 2
                    return grant(part[:half]) + grant(part[half:])
                self._values = values
            settled.extend(wish.text for wish in part)
            return [True] * len(part)

        return grant(wishes)

    def _grant(self, wishes: list[Wish]) -> None:
        granted = self._granted(wishes)
        self._narrow.fix(
            conjunction(wish.text if is_granted else negation(wish.text) for wish, is_granted in zip(wishes, granted, strict=True))
        )

    def _references(self, there: list[Someone]) -> list[Wish]:
        """References that nobody set: to nobody, else to the first that is there."""
        wishes = []
        for someone in there:
            for reference in someone.references.values():
                if reference.constant is not None:
                    targets = [0] + [target.number for _, target in reference.cases if self._true(target.exists)]
                    wishes += [equal(reference.constant, str(number)) for number in targets]
        return wishes

    def _choices(self) -> list[Wish]:
        """Fields that are no numbers: absent, a choice's first value, else its second; false."""
        wishes = []
        for someone, field in self._question.terms.fields.values():
            symbol = f"|{someone.name}.{field.name}|"
            if not self._true(someone.exists):
                continue
            if field.type.sort is Sort.CHOICE:
                wishes += [equal(symbol, str(index)) for index in range(len(field.type.choices) - 1)]
            elif field.type.sort is Sort.BOOL:
                wishes.append(truth(symbol, False))
        return wishes

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
        """The coarsest grid on which all of them can be, within the narrowest span that has room for them, or the one after it; None if
        there is none. Whole numbers without bounds may keep a solver busy for ever, hence the spans and the effort."""
        bounds = [conjunction(f"(<= (- {span}.0) {symbol} {span}.0)" for symbol in symbols) for span in SPANS]
        narrowest = next((index for index, bound in enumerate(bounds) if self._better(bound) is not None), len(bounds))
        for scale in GRIDS:
            # what is apart on a grid is a step apart: that settles in a moment what halving intervals would not
            steps = conjunction(step_apart(one, other, scale) for one, other in self._parted)
            for bound in bounds[narrowest : narrowest + 2]:
                text = both(on_grid(symbols, scale), steps, bound)
                values = self._narrow.model(text, effort=EFFORT)
                self.reached = self.reached and not self._narrow.gave_up
                if values is not None:
                    self._values = values
                    self._narrow.fix(text)
                    return scale
        return None

    def _begin(self, scale: int) -> None:
        """The beginning at 0, else as late as possible before it."""
        begin = BEGINNING.value
        self._grant([equal(begin, "0.0")])
        late = Fraction(0)
        while self._number(begin) < 0:
            early = self._number(begin)
            if late - early <= Fraction(1, scale):
                break
            middle = Fraction(floor((early + late) / 2 * scale), scale)
            values = self._better(f"(<= {number(middle)} {begin})")
            if values is None:
                late = middle
            else:
                self._values = values
        self._narrow.fix(f"(= {begin} {number(self._number(begin))})")

    def _minimise(self, symbols: list[str], least: Fraction, scale: int) -> None:
        """Each as small as possible, in their order; none can be below `least`. Small values are tried from below (a refusal costs
        little), then by halves."""
        step = Fraction(1, scale)
        for symbol in symbols:
            if self._number(symbol) > least and self._at_most(symbol, self._number(symbol) - step):
                low = least - step
                for steps in range(STEPS):
                    low = least + steps * step
                    if self._number(symbol) <= low or self._at_most(symbol, low):
                        break
                else:
                    self._halve(symbol, low, scale)
            self._narrow.fix(f"(= {symbol} {number(self._number(symbol))})")

    def _at_most(self, term: str, value: Fraction) -> bool:
        values = self._better(f"(<= {term} {number(value)})")
        if values is not None:
            self._values = values
        return values is not None

    def _halve(self, symbol: str, low: Fraction, scale: int) -> None:
        """Bring a number that cannot be `low` or less down to its least value on the grid."""
        while self._number(symbol) - low > Fraction(1, scale):
            middle = Fraction(floor((self._number(symbol) + low) / 2 * scale), scale)
            if not self._at_most(symbol, middle):
                low = middle


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


def step_apart(one: str, other: str, scale: int) -> str:
    step = number(Fraction(1, scale))
    return either(f"(>= (- {one} {other}) {step})", f"(>= (- {other} {one}) {step})")


def on_grid(symbols: Iterable[str], scale: int) -> str:
    return conjunction(f"(is_int {symbol})" if scale == 1 else f"(is_int (* {scale}.0 {symbol}))" for symbol in symbols)
