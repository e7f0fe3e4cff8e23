"""Terms: whom and how much. Mirrors `meaning/terms.py`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from checkspec.logic.scope import Instant, Number, Scope
from checkspec.logic.smtlib import FALSE, TRUE, Script, both, choice, compared, disjunction, either, implication, negation, number
from checkspec.logic.witness import Pool, Someone
from checkspec.text.node import Node, node
from checkspec.theory.typed import (
    Beginning,
    Constant,
    CountOf,
    DefinedTerm,
    Event,
    Field,
    FieldOf,
    Greatest,
    Individual,
    Least,
    Minus,
    Moment,
    ObservationInstant,
    Plus,
    Quantity,
    Sort,
    State,
    Term,
    Times,
    Variable,
)

Cases = tuple[tuple[str, Someone], ...]

BEGINNING = Instant("|beginning|", TRUE, 0)


@node
class Sample(Node):
    """A free state read at an instant; `symbol` is its truth there."""

    someone: Someone
    state: State
    instant: Instant
    symbol: str


@node
class Glance(Node):
    """A consumer's knowledge of someone at an instant; `known` is the as-of instant."""

    consumer: Someone
    someone: Someone
    instant: Instant
    known: Instant


class Terms:
    """Writes terms, and keeps what was read: instants, samples, glances, fields. `tally` counts a population; the formulas set it."""

    tally: Callable[[CountOf, Scope], Number]

    def __init__(self, pool: Pool, script: Script) -> None:
        self.pool = pool
        self.script = script
        self.instants: dict[str, Instant] = {}
        self._worked_out: dict[tuple[str, str], Instant] = {}  # by a number and the truth that it is there
        self._begun: set[tuple[str, str]] = set()  # instants that lie in time, with the claim that names them
        self.whens: list[str] = []  # those of them that nothing else sets
        self.events: dict[tuple[int, str], tuple[Someone, Event]] = {}
        self.fields: dict[tuple[int, str], tuple[Someone, Field]] = {}
        self.quantities: dict[str, Quantity] = {}
        self._moments: dict[tuple[int, str], Number] = {}
        self._sighted: set[int] = set()
        self.samples: dict[tuple[int, str, str], Sample] = {}
        self.glances: dict[tuple[int, int, str], Glance] = {}
        self.read: set[tuple[int, str]] = set()  # whose states were read, since the set was last emptied
        self._derived: set[tuple[int, str]] = set()
        self._truths: dict[str, str] = {}
        self._paths: dict[tuple[Cases, str], Cases] = {}
        script.declare("beginning", "Real")
        self.register(BEGINNING)

    def register(self, instant: Instant) -> None:
        self.instants.setdefault(instant.value, instant)

    def _named(self, truth: str) -> str:
        """A truth that can be read off a model: a constant, or a symbol defined as it."""
        if truth.startswith("(") and truth not in self._truths:
            symbol = self.script.declare(f"truth {len(self._truths)}", "Bool")
            self.script.require(f"(= {symbol} {truth})")
            self._truths[truth] = symbol
        return self._truths.get(truth, truth)

    # ------------------------------------------------------------ whom

    def individuals(self, term: Term, scope: Scope) -> Cases:
        """Whom a term of sort INDIVIDUAL may denote, each with its condition; absent if none applies."""
        match term:
            case Variable():
                return ((TRUE, scope.bindings[term]),)
            case Individual():
                return ((TRUE, self.pool.named(term)),)
            case FieldOf(subject=subject, field=field):
                return self._through(self.individuals(subject, scope), field)
            case _:
                raise TypeError(f"no individual: {term}")

    def _through(self, subjects: Cases, field: Field) -> Cases:
        """Whom a reference of one of the subjects may lead to. Each target once; a condition that has grown gets a name, so that paths
        of several steps do not multiply."""
        if len(subjects) == 1 and subjects[0][0] == TRUE:
            return self.pool.reference(subjects[0][1], field).cases
        key = (subjects, field.name)
        known = self._paths.get(key)
        if known is None:
            ways: dict[Someone, list[str]] = {}
            for condition, someone in subjects:
                for further, target in self.pool.reference(someone, field).cases:
                    ways.setdefault(target, []).append(both(condition, further))
            known = self._paths[key] = tuple((self._named(disjunction(conditions)), target) for target, conditions in ways.items())
        return known

    # ------------------------------------------------------------ how much

    def number(self, term: Term, scope: Scope) -> Number:
        """An instant, duration or count."""
        match term:
            case Constant(value=value):
                assert isinstance(value, Fraction)
                return Number(number(value))
            case FieldOf(subject=subject, field=field):
                return self._by_cases([(c, self._field(s, field)) for c, s in self.individuals(subject, scope)])
            case Moment(subject=subject, event=event):
                return self._by_cases([(c, self.moment(s, event, scope)) for c, s in self.individuals(subject, scope)])
            case ObservationInstant(name=name):
                return Number(self.observation(name).value)
            case Beginning():
                return Number(BEGINNING.value)
            case Quantity():
                return self._quantity(term)
            case Plus(left=left, right=right):
                return self._arithmetic("+", left, right, scope)
            case Minus(left=left, right=right):
                return self._arithmetic("-", left, right, scope)
            case Times(left=left, right=right):
                return self._arithmetic("*", left, right, scope)
            case Greatest(terms=terms):
                return greatest([self.number(part, scope) for part in terms])
            case Least(terms=terms):
                return least([self.number(part, scope) for part in terms])
            case DefinedTerm(term=inner):
                return self.number(inner, scope)
            case CountOf():
                return self.tally(term, scope)
            case _:
                raise TypeError(f"no number: {term}")

    @staticmethod
    def _by_cases(cases: list[tuple[str, Number]]) -> Number:
        if not cases:
            return Number("0.0", FALSE)
        if len(cases) == 1:
            condition, only = cases[0]
            return only if condition == TRUE else Number(only.value, both(condition, only.exists))
        value = cases[-1][1].value
        for condition, candidate in reversed(cases[:-1]):
            value = choice(condition, candidate.value, value)
        return Number(value, disjunction(both(condition, candidate.exists) for condition, candidate in cases))

    def _arithmetic(self, operator: str, left: Term, right: Term, scope: Scope) -> Number:
        first, second = self.number(left, scope), self.number(right, scope)
        return Number(f"({operator} {first.value} {second.value})", both(first.exists, second.exists))

    def _field(self, someone: Someone, field: Field) -> Number:
        name = f"{someone.name}.{field.name}"
        counts = field.type.sort is Sort.COUNT
        symbol = self.script.declare(name, "Int" if counts else "Real")
        exists = self.script.declare(f"{name}?", "Bool") if field.type.optional else TRUE
        if (someone.number, field.name) not in self.fields:
            self.fields[someone.number, field.name] = (someone, field)
            self.script.require(f"(>= {symbol} 0{'' if counts else '.0'})")
        return Number(f"(to_real {symbol})" if counts else symbol, exists)

    def _quantity(self, quantity: Quantity) -> Number:
        name = f"quantity {quantity.name}"
        counts = quantity.type.sort is Sort.COUNT
        symbol = self.script.declare(name, "Int" if counts else "Real")
        exists = self.script.declare(f"{name}?", "Bool") if quantity.type.optional else TRUE
        if quantity.name not in self.quantities:
            self.quantities[quantity.name] = quantity
            if quantity.type.sort is not Sort.INSTANT:
                self.script.require(f"(>= {symbol} 0{'' if counts else '.0'})")
        return Number(f"(to_real {symbol})" if counts else symbol, exists)

    # ------------------------------------------------------------ when

    def observation(self, name: str) -> Instant:
        instant = Instant(self.script.declare(f"observation {name}", "Real"), TRUE, 0)
        if instant.value not in self.instants:
            self.script.require(f"(<= {BEGINNING.value} {instant.value})")
            self.register(instant)
        return instant

    def moment(self, someone: Someone, event: Event, scope: Scope) -> Number:
        """When an event of someone happens, and whether it does."""
        if event.definition is not None:
            moment = self.number(event.definition, scope.within(someone, None))
            if (someone.number, event.name) not in self._derived:
                self._derived.add((someone.number, event.name))
                exists = both(someone.exists, moment.exists)
                self.instant(Number(moment.value, exists), someone.generation)
            return moment
        known = self._moments.get((someone.number, event.name))
        if known is None:
            name = f"{someone.name}.{event.name}"
            symbol, happens = self.script.declare(name, "Real"), self.script.declare(f"{name}?", "Bool")
            known = self._moments[someone.number, event.name] = Number(symbol, happens)
            self.events[someone.number, event.name] = (someone, event)
            self.script.require(f"(<= {BEGINNING.value} {symbol})")
            self.register(Instant(symbol, self._named(both(someone.exists, happens)), someone.generation))
            self.script.require(implication(self.quiet(someone), negation(happens)))
        return known

    def quiet(self, someone: Someone) -> str:
        """The guard under which nothing happens to someone."""
        return self.script.declare(f"{someone.name} is quiet", "Bool")

    def instant(self, moment: Number, generation: int, claim: str = TRUE) -> Instant:
        """A number used as an instant: it gets a symbol, and time begins at or before it, under the guard of the line that names it."""
        value, exists = moment.value, self._named(moment.exists)
        if value.startswith("|"):
            known = self.instants.get(value)
            return known if known is not None and known.exists == exists else Instant(value, exists, generation)
        known = self._worked_out.get((value, exists))
        if known is None:
            symbol = self.script.declare(f"instant {len(self.instants)}", "Real")
            self.script.require(f"(= {symbol} {value})")
        else:  # the same number once more: an instant for each place would breed instants where every instant is asked
            symbol = known.value
            generation = min(generation, known.generation)
        if (symbol, claim) not in self._begun:
            self._begun.add((symbol, claim))
            self.script.require(implication(both(claim, exists), f"(<= {BEGINNING.value} {symbol})"))
        instant = self.instants[symbol] = self._worked_out[value, exists] = Instant(symbol, exists, generation)
        return instant

    def when(self, number: int, generation: int) -> Instant:
        """A new instant, at which something has to be so."""
        instant = Instant(self.script.declare(f"when {number}", "Real"), TRUE, generation)
        self.whens.append(instant.value)
        self.register(instant)
        return instant

    def sample(self, someone: Someone, state: State, instant: Instant) -> str:
        """The truth of a free state of someone at an instant."""
        key = (someone.number, state.name, instant.value)
        known = self.samples.get(key)
        self.read.add(key[:2])
        if known is None:
            function = self.script.declare(f"{someone.name}.{state.name}", "Bool", "Real")
            symbol = self.script.declare(f"{someone.name}.{state.name} {len(self.samples)}", "Bool")
            self.script.apply(symbol, function, instant.value)
            known = self.samples[key] = Sample(someone, state, instant, symbol)
        return known.symbol

    def glance(self, consumer: Someone, someone: Someone, instant: Instant) -> Instant:
        """The instant as of which the consumer knows someone: at most its bound ago, not before the beginning, never running backwards."""
        key = (consumer.number, someone.number, instant.value)
        known = self.glances.get(key)
        if known is not None:
            return known.known
        function = self.script.declare(f"{consumer.name} knows {someone.name}", "Real", "Real")
        symbol = self.script.declare(f"{consumer.name} knows {someone.name} {len(self.glances)}", "Real")
        self.script.apply(symbol, function, instant.value)
        bound = self.number(consumer.kind.sees[someone.kind.name].bound, Scope("", {consumer.kind.self: consumer}))
        fresh = implication(bound.exists, f"(>= {symbol} (- {instant.value} {bound.value}))")
        lawful = both(f"(<= {symbol} {instant.value})", f"(<= {BEGINNING.value} {symbol})", fresh)
        self.script.require(implication(f"(<= {BEGINNING.value} {instant.value})", lawful))
        self.script.require(implication(f"(< {instant.value} {BEGINNING.value})", f"(= {symbol} {instant.value})"))
        generation = max(consumer.generation, someone.generation, instant.generation + 1)
        as_of = Instant(symbol, self._named(both(consumer.exists, someone.exists, instant.exists)), generation)
        self.glances[key] = Glance(consumer, someone, instant, as_of)
        self.register(as_of)
        return as_of

    def sight(self, consumer: Someone) -> None:
        """Write, once, that what a consumer knows lies at most so far back, and that this is not below nothing, whether it looks or not."""
        if consumer.number in self._sighted:
            return
        self._sighted.add(consumer.number)
        for sees in consumer.kind.sees.values():
            bound = self.number(sees.bound, Scope("", {consumer.kind.self: consumer}))
            self.script.require(implication(both(consumer.exists, bound.exists), f"(>= {bound.value} 0.0)"))

    def agree(self, one: Sample, other: Sample) -> None:
        """Write that a state has one truth at an instant, between two samples of it, for those to whom functions are not told
        (`Script.since`); see `order`."""
        self.script.require(f"(=> (= {one.instant.value} {other.instant.value}) (= {one.symbol} {other.symbol}))")

    def order(self, one: Glance, other: Glance) -> None:
        """Write that knowledge never runs backwards between two glances of a consumer at someone. Glances are many and pairs more, so
        this is written for pairs that a proposed world breaks."""
        earlier = f"(=> (<= {one.instant.value} {other.instant.value}) (<= {one.known.value} {other.known.value}))"
        later = f"(=> (<= {other.instant.value} {one.instant.value}) (<= {other.known.value} {one.known.value}))"
        self.script.require(both(earlier, later))


def absent(cases: Cases) -> str:
    """That a reference leads nowhere."""
    return negation(disjunction(condition for condition, _ in cases))


def greatest(parts: list[Number]) -> Number:
    """`max`: absent if any argument is."""
    found = parts[0]
    for part in parts[1:]:
        value = choice(compared(">=", found.value, part.value), found.value, part.value)
        found = Number(value, both(found.exists, part.exists))
    return found


def least(parts: list[Number]) -> Number:
    """`min`: of the arguments that are there."""
    found = parts[0]
    for part in parts[1:]:
        smaller = choice(compared("<=", found.value, part.value), found.value, part.value)
        value = choice(found.exists, choice(part.exists, smaller, found.value), part.value)
        found = Number(value, either(found.exists, part.exists))
    return found
