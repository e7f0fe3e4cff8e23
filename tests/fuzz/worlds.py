"""All worlds of a small scope on a grid of whole seconds, by the evaluator alone: this file and what it imports know no solver.

A world is put together piece by piece (a field, an event, a state of one individual at a time), and a line is asked as soon as
everything that it can depend on is there. What no line and no promise depends on is left as it is: events that never happen, the first
value of a field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from random import Random

from checkspec.answer.vacuity import trigger
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.named import named_instants
from checkspec.meaning.terms import kind_of
from checkspec.meaning.walk import Expression, free_variables, parts
from checkspec.meaning.world import Member, Value, World
from checkspec.theory import typed
from checkspec.theory.typed import Formula, Individual, Kind, Line, Promise, Sort, Term, Theory

Feature = tuple[str, ...]
"""`f`, `e`, `s` with a member (or `*kind`) and a member's field, event or state; `k` consumer, subject; `q`, `o` with a name; `b`."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What is tried. `extra`: unnamed individuals of each kind, at most. `first`, `last`: between
    these knowledge may change. `pieces`: how many pieces are put in place before giving up."""

    extra: int = 1
    times: tuple[int, ...] = (1, 2)
    spans: tuple[int, ...] = (0, 1)
    counts: tuple[int, ...] = (0, 1)
    beginnings: tuple[int, ...] = (1, 0, -1)
    observed: tuple[int, ...] = (1, 2, 3)
    first: int = -1
    last: int = 5
    pieces: int = 5000


@dataclass(slots=True)
class Seen:
    """What was found for one promise in one column: worlds in which it is kept, broken, put to the test."""

    kept: World | None = None
    broken: World | None = None
    tested: World | None = None

    @property
    def complete(self) -> bool:
        return None not in (self.kept, self.broken, self.tested)


@dataclass(slots=True)
class Result:
    """`found`: by promise and column (0: by design). `exhausted`: every world of the scope was looked at, or enough were found."""

    found: dict[tuple[Promise, int], Seen] = field(default_factory=dict)
    exhausted: bool = True
    worlds: int = 0


def explore(theory: Theory, promises: Sequence[Promise], scope: Scope, random: Random | None = None) -> Result:
    """The worlds of a theory. `random`: tries the pieces in an order at random, so that giving up early leaves a fair sample."""
    result = Result()
    program = Program(theory)
    for offer in dict.fromkeys(promise.offer for promise in promises):
        own = [promise for promise in promises if promise.offer == offer]
        _Search(theory, program, theory.lines_for(offer), own, scope, random, result).run()
    return result


class _Search:
    """The worlds of one offer's lines."""

    def __init__(
        self, theory: Theory, program: Program, lines: Sequence[Line], promises: Sequence[Promise], scope: Scope, random: Random | None,
        result: Result,
    ) -> None:
        self._theory = theory
        self._program = program
        self._promises = promises
        self._scope = scope
        self._random = random
        self._result = result
        self._pieces = scope.pieces
        self._lines = [_Said(theory, line.formula) for line in lines]
        self._observed = [[_Said(theory, line.formula) for line in observation.lines] for observation in theory.observations]
        self._asked = [(_Said(theory, p.formula), _Said(theory, trigger(p.formula))) for p in promises]
        for promise in promises:
            for column in range(len(theory.observations) + 1):
                result.found[promise, column] = Seen()

    def run(self) -> None:
        kinds = list(self._theory.kinds.values())
        sizes = [range(self._scope.extra + 1) for _ in kinds]
        for numbers in product(*sizes):
            if self._done():
                return
            _Population(self, dict(zip((kind.name for kind in kinds), numbers, strict=True))).run()
            if self._pieces <= 0:
                self._result.exhausted = False
                return

    def _done(self) -> bool:
        return all(self._result.found[p, column].complete for p in self._promises for column in range(len(self._theory.observations) + 1))

    def spend(self) -> bool:
        """Whether there is something left to spend, and something left to find."""
        self._pieces -= 1
        return self._pieces > 0

    def look(self, world: World) -> bool:
        """Note what a world of all lines shows. Whether everything is found."""
        self._result.worlds += 1
        evaluator = Evaluator(world, self._theory, self._program)
        last = 0
        for said in self._observed:
            if not all(each.holds(evaluator) for each in said):
                break
            last += 1
        for promise, (formula, tested) in zip(self._promises, self._asked, strict=True):
            wanted = [self._result.found[promise, column] for column in range(last + 1)]
            if all(seen.complete for seen in wanted):
                continue
            early = formula.early(evaluator)
            truth = not early and evaluator.truth(formula.formula)
            put = not tested.early(evaluator) and evaluator.truth(tested.formula)
            for seen in wanted:
                if not early and truth and seen.kept is None:
                    seen.kept = copied(world)
                if not early and not truth and seen.broken is None:
                    seen.broken = copied(world)
                if put and seen.tested is None:
                    seen.tested = copied(world)
        return self._done()

    def ordered(self, values: Iterable[object]) -> list[object]:
        found = list(values)
        if self._random is not None:
            self._random.shuffle(found)
        return found


class _Said:
    """A formula with what it can depend on and the instants that it names."""

    def __init__(self, theory: Theory, formula: Formula) -> None:
        self.formula = formula
        self.features = features(theory, formula)
        self._named = [(term, free_variables(term)) for term in named_instants(formula)]

    def early(self, evaluator: Evaluator) -> bool:
        """Whether an instant that the formula names is before the beginning, whomever its variables stand for."""
        for term, variables in self._named:
            people = [[m for m in evaluator.world.members if m.kind == variable.kind.name] for variable in variables]
            for chosen in product(*people):
                instant = evaluator.value(term, dict(zip(variables, chosen, strict=True)))
                if isinstance(instant, Fraction | int) and instant < evaluator.world.beginning:
                    return True
        return False

    def holds(self, evaluator: Evaluator) -> bool:
        return evaluator.truth(self.formula) and not self.early(evaluator)


@dataclass(slots=True)
class _Piece:
    """Something to be put in place: its values, and how to put one there."""

    values: Callable[[], Iterable[object]]
    put: Callable[[object], None]
    checks: list[Callable[[Evaluator], bool]] = field(default_factory=list)


class _Population:
    """The worlds with a given number of unnamed individuals of each kind."""

    def __init__(self, search: _Search, extra: dict[str, int]) -> None:
        self._search = search
        self._theory = search._theory
        self._scope = search._scope
        self._members: dict[str, Member] = {}
        for individual in self._theory.individuals:
            self._add(individual.name, individual.kind, True)
        for kind in self._theory.kinds.values():
            for number in range(extra[kind.name]):
                self._add(f"{kind.name}#{number + 1}", kind, False)
        self._events: dict[str, Fraction] = {}
        self._observations = {observation.name: Fraction(self._scope.observed[0]) for observation in self._theory.observations}
        self._quantities: dict[str, Fraction] = {}
        for quantity in self._theory.quantities:
            self._quantities[quantity.name] = Fraction(0)
        self._knowledge: dict[tuple[str, str], tuple[tuple[Fraction, Fraction], ...]] = {}
        self._world = World(Fraction(0), tuple(self._members.values()), self._observations, self._quantities, self._knowledge)

    def _add(self, name: str, kind: Kind, named: bool) -> None:
        states = {state.name: ((Fraction(0), False),) for state in kind.states.values() if state.definition is None}
        self._members[name] = Member(name, kind.name, named, {}, {}, states)

    def run(self) -> None:
        for member in self._members.values():
            for each in self._theory.kinds[member.kind].fields.values():
                values = self._values(each.type)
                if not values:
                    return  # nobody is there to whom a reference must lead
                member.fields[each.name] = values[0]
        checks = self._checks()
        wanted: list[Feature] = [("b",)]
        for needed, _ in sorted(checks, key=lambda check: len(check[0])):
            wanted += sorted(needed)
        for said in (*self._search._asked, *self._search._observed):
            for each in said:
                wanted += sorted(self._concrete(each.features))
        order = list(dict.fromkeys(wanted))
        order = [each for each in order if each[0] != "k"] + [each for each in order if each[0] == "k"]
        pieces = [self._piece(each) for each in order]
        places = {each: index for index, each in enumerate(order)}
        first: list[Callable[[Evaluator], bool]] = []
        for needed, check in checks:
            last = max((places[each] for each in needed), default=-1)
            (pieces[last].checks if last >= 0 else first).append(check)
        evaluator = Evaluator(self._world, self._theory, self._search._program)
        if all(check(evaluator) for check in first):
            self._descend(pieces, 0)

    def _descend(self, pieces: list[_Piece], depth: int) -> bool:
        """Whether to go on."""
        if depth == len(pieces):
            return not self._search.look(self._world)
        piece = pieces[depth]
        for value in self._search.ordered(piece.values()):
            if not self._search.spend():
                return False
            piece.put(value)
            if piece.checks:
                evaluator = Evaluator(self._world, self._theory, self._search._program)
                if not all(check(evaluator) for check in piece.checks):
                    continue
            if not self._descend(pieces, depth + 1):
                return False
        return True

    # ------------------------------------------------------------ what must hold

    def _checks(self) -> list[tuple[set[Feature], Callable[[Evaluator], bool]]]:
        checks: list[tuple[set[Feature], Callable[[Evaluator], bool]]] = []
        for said in self._search._lines:
            checks.append((self._concrete(said.features), said.holds))
        for member in self._members.values():
            kind = self._theory.kinds[member.kind]
            for event in kind.events.values():
                if event.definition is not None:
                    needed = self._concrete(features(self._theory, event.definition)) | {("b",)}
                    checks.append((needed, self._not_early(member, event.name)))
            for sees in kind.sees.values():
                needed = self._concrete(features(self._theory, sees.bound))
                checks.append((needed, self._not_negative(member, sees.kind.name)))
        return checks

    @staticmethod
    def _not_early(member: Member, event: str) -> Callable[[Evaluator], bool]:
        def check(evaluator: Evaluator) -> bool:
            moment = evaluator.moment(member, event)
            return moment is None or moment >= evaluator.world.beginning

        return check

    @staticmethod
    def _not_negative(member: Member, kind: str) -> Callable[[Evaluator], bool]:
        def check(evaluator: Evaluator) -> bool:
            bound = evaluator.bound(member, kind)
            return bound is None or bound >= 0

        return check

    def _concrete(self, wanted: set[Feature]) -> set[Feature]:
        found: set[Feature] = set()
        for each in wanted:
            places = [self._of(part) if part.startswith("*") else [part] for part in each[1:]]
            for names in product(*places):
                found.add((each[0], *names))
        return found

    def _of(self, kind: str) -> list[str]:
        return [member.name for member in self._members.values() if member.kind == kind[1:]]

    # ------------------------------------------------------------ pieces

    def _piece(self, feature: Feature) -> _Piece:
        match feature:
            case ("b",):
                return _Piece(lambda: [Fraction(value) for value in self._scope.beginnings], self._begin)
            case ("q", name):
                quantity = next(each for each in self._theory.quantities if each.name == name)
                values = self._values(quantity.type)
                return _Piece(lambda: values, lambda value: self._quantities.__setitem__(name, value))  # type: ignore[arg-type]
            case ("o", name):
                return _Piece(lambda: self._since_beginning(self._scope.observed), lambda value: self._observe(name, value))
            case ("f", name, each):
                member = self._members[name]
                choices = self._values(self._theory.kinds[member.kind].fields[each].type)
                return _Piece(lambda: choices, lambda value: member.fields.__setitem__(each, value))  # type: ignore[arg-type]
            case ("e", name, each):
                member = self._members[name]
                return _Piece(lambda: [None, *self._since_beginning(self._scope.times)], lambda value: self._happen(member, each, value))
            case ("s", name, each):
                member = self._members[name]
                return _Piece(self._histories, lambda value: member.states.__setitem__(each, value))  # type: ignore[arg-type]
            case ("k", consumer, subject):
                pair = (consumer, subject)
                return _Piece(lambda: self._memories(*pair), lambda value: self._knowledge.__setitem__(pair, value))  # type: ignore[arg-type]
        raise AssertionError(feature)

    def _begin(self, value: object) -> None:
        assert isinstance(value, Fraction)
        self._world = replace(self._world, beginning=value)
        self._knowledge.clear()

    def _observe(self, name: str, value: object) -> None:
        assert isinstance(value, Fraction)
        self._observations[name] = value

    @staticmethod
    def _happen(member: Member, event: str, value: object) -> None:
        if isinstance(value, Fraction):
            member.events[event] = value
        else:
            member.events.pop(event, None)

    def _since_beginning(self, times: Iterable[int]) -> list[Fraction]:
        return [Fraction(time) for time in times if time >= self._world.beginning]

    def _values(self, of: typed.Type) -> list[Value]:
        absent: list[Value] = [None] if of.optional else []
        match of.sort:
            case Sort.BOOL:
                return [*absent, False, True]
            case Sort.CHOICE:
                return [*absent, *of.choices]
            case Sort.INDIVIDUAL:
                assert of.kind is not None
                return [*absent, *(member.name for member in self._members.values() if member.kind == of.kind.name)]
            case Sort.COUNT:
                return [*absent, *map(Fraction, self._scope.counts)]
            case _:
                return [*absent, *map(Fraction, self._scope.spans)]

    def _histories(self) -> list[object]:
        """A state: its value before the first time of the grid, and from each time of the grid on."""
        instants = [self._world.beginning, *(time for time in map(Fraction, self._scope.times) if time > self._world.beginning)]
        return [tuple(zip(instants, values, strict=True)) for values in product((False, True), repeat=len(instants))]

    def _memories(self, consumer: str, subject: str) -> Iterator[object]:
        """Every as-of function on whole seconds that never runs backwards, within the consumer's bound."""
        self._knowledge.pop((consumer, subject), None)
        evaluator = Evaluator(self._world, self._theory, self._search._program)
        bound = evaluator.bound(self._members[consumer], self._members[subject].kind)
        start = max(int(self._world.beginning), self._scope.first)

        def after(instant: int, least: int) -> Iterator[tuple[tuple[Fraction, Fraction], ...]]:
            if instant > self._scope.last:
                yield ()
                return
            oldest = max(least, start if bound is None else max(start, -int(-(instant - bound) // 1)))
            for known in range(min(oldest, instant), instant + 1):
                for rest in after(instant + 1, known):
                    yield ((Fraction(instant), Fraction(known)), *rest)

        return after(start, start)


def features(theory: Theory, node: Expression) -> set[Feature]:
    """What the value of a term or formula can depend on; members by kind where it is not said who."""
    found: set[Feature] = set()
    _gather(theory, node, found, set())
    return found


def _gather(theory: Theory, node: Expression, found: set[Feature], visited: set[int]) -> None:
    if id(node) in visited:
        return
    visited.add(id(node))
    match node:
        case typed.FieldOf(subject=subject, field=field):
            found.add(("f", _who(subject), field.name))
        case typed.Moment(subject=subject, event=event) | typed.Happened(subject=subject, event=event):
            if event.definition is None:
                found.add(("e", _who(subject), event.name))
            else:
                _gather(theory, event.definition, found, visited)
        case typed.Holds(subject=subject, state=state):
            if state.definition is None:
                found.add(("s", _who(subject), state.name))
                found.add(("b",))
            else:
                _gather(theory, state.definition, found, visited)
        case typed.Quantity(name=name):
            found.add(("q", name))
        case typed.ObservationInstant(name=name):
            found.add(("o", name))
        case typed.Beginning() | typed.Always() | typed.During() | typed.At():
            found.add(("b",))
        case typed.SeenBy(consumer=consumer):
            found.add(("b",))
            for sees in kind_of(consumer).sees.values():
                found.add(("k", _who(consumer), f"*{sees.kind.name}"))
                _gather(theory, sees.bound, found, visited)
        case _:
            pass
    for part in parts(node):
        _gather(theory, part, found, visited)


def _who(subject: Term) -> str:
    return subject.name if isinstance(subject, Individual) else f"*{kind_of(subject).name}"


def copied(world: World) -> World:
    """A world that stays as it is."""
    members = tuple(replace(m, fields=dict(m.fields), events=dict(m.events), states=dict(m.states)) for m in world.members)
    return World(world.beginning, members, dict(world.observations), dict(world.quantities), dict(world.knowledge))
