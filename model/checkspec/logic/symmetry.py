"""Named individuals that can change places.

Two named individuals of a kind can change places if everything that is said of the one is said of the other: then exchanging them turns a
world into a world. So where a line says that *some* individual does something, it is enough to try the first of those that can change
places (and for the n-th such line the first n: the others are still free to change places among themselves). What counts is what is said
in the claims of one question: another question of the same theory may leave out what is said of one of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from checkspec.text.node import node
from checkspec.theory.typed import Formula, Individual, Kind, Not, Role, Theory
from checkspec.theory.walk import conjuncts

Shape = tuple[object, ...]


@node
class Said:
    """What a formula says of each individual, as a shape for each of its parts. `alone`: of whom it says something together with another
    of the kind. (The formula is kept, so that its id stays its own.)"""

    formula: Formula
    shapes: tuple[tuple[Individual, Shape], ...]
    alone: frozenset[Individual]


class Symmetry:
    """Who can change places. `ranks`: for each named individual how many before it, in the file's order, could change places with it in
    some question."""

    def __init__(self, theory: Theory) -> None:
        self._individuals = theory.individuals
        self._known: dict[int, Said] = {}
        self._alone = {
            individual for kind in theory.kinds.values() for definition in _definitions(kind) for individual in _individuals(definition)
        }
        self._given = [line.formula for line in theory.lines if line.role is Role.VALUE]  # whatever is asked, references may be facts
        everything = dict.fromkeys(_everything(theory))
        self.ranks: dict[Individual, int] = {}
        self._like: dict[Individual, list[Individual]] = {}
        for group in self._groups(everything):
            for rank, individual in enumerate(group):
                self.ranks[individual] = rank
                self._like[individual] = group

    def among(self, formulas: Iterable[Formula], most: int) -> frozenset[Individual]:
        """Those who can change places with as many before them as there were of their like (`ranks`), or with `most`, if this is all that
        is said."""
        return frozenset(
            individual
            for group in self._groups([*self._given, *formulas])
            for rank, individual in enumerate(group)
            if self.ranks[individual] > 0 and min(self.ranks[individual], most) <= rank
        )

    def like(self, individuals: Iterable[Individual]) -> set[Individual]:
        """All that are of their like."""
        return {other for individual in individuals for other in self._like[individual]}

    def mentions(self, formula: Formula, individuals: set[Individual]) -> bool:
        """Whether a formula says something of one of them."""
        said = self._said(formula)
        return not individuals.isdisjoint(said.alone) or any(individual in individuals for individual, _ in said.shapes)

    def _groups(self, formulas: Iterable[Formula]) -> Iterator[list[Individual]]:
        """Those who can change places, in the file's order, if these formulas are all that is said."""
        counted: dict[Individual, Counter[Shape]] = {individual: Counter() for individual in self._individuals}
        alone = set(self._alone)
        for formula in formulas:
            said = self._said(formula)
            alone |= said.alone
            for individual, shape in said.shapes:
                counted[individual][shape] += 1
        groups: dict[tuple[object, ...], list[Individual]] = defaultdict(list)
        for individual in self._individuals:
            same = (individual,) if individual in alone else (individual.kind.name, frozenset(counted[individual].items()))
            groups[same].append(individual)
        yield from groups.values()

    def _said(self, formula: Formula) -> Said:
        known = self._known.get(id(formula))
        if known is None:
            known = self._known[id(formula)] = _said(formula)
        return known


def _said(formula: Formula) -> Said:
    shapes: list[tuple[Individual, Shape]] = []
    alone: set[Individual] = set()
    negated = isinstance(formula, Not)
    for part in conjuncts(formula.part if isinstance(formula, Not) else formula):
        mentioned = _individuals(part)
        for individual in mentioned:
            if any(other.kind is individual.kind and other is not individual for other in mentioned):
                alone.add(individual)
            else:
                shapes.append((individual, (negated, _shape(part, individual))))
    return Said(formula, tuple(shapes), frozenset(alone))


def _everything(theory: Theory) -> Iterator[Formula]:
    groups = (theory.lines, *(offer.lines for offer in theory.offers), *(observation.lines for observation in theory.observations))
    yield from dict.fromkeys(line.formula for line in dict.fromkeys(line for group in groups for line in group))
    for promise in theory.promises:
        yield promise.formula


def _definitions(kind: Kind) -> Iterator[object]:
    yield from (event.definition for event in kind.events.values() if event.definition is not None)
    yield from (state.definition for state in kind.states.values() if state.definition is not None)
    for sees in kind.sees.values():
        yield sees.bound


def _children(node: object) -> Iterable[object]:
    kind: type = node.__class__
    for name in _inside(kind):
        value = getattr(node, name)
        yield from value if isinstance(value, tuple) else (value,)


@cache
def _inside(kind: object) -> tuple[str, ...]:
    """The parts of a class of terms or formulas that may mention individuals; none of any other class."""
    parts: tuple[str, ...] = getattr(kind, "__match_args__", ())
    if "span" not in parts or kind is Kind:
        return ()
    return tuple(name for name in parts if name not in ("span", "event", "state", "field", "variable"))


def _individuals(node: object) -> set[Individual]:
    """Whom a term or formula names."""
    found: set[Individual] = set()
    within = [node]
    for each in within:  # it grows while it is gone through
        if isinstance(each, Individual):
            found.add(each)
            continue
        kind: type = each.__class__
        for name in _inside(kind):
            part = getattr(each, name)
            if part.__class__ is tuple:
                within += part
            else:
                within.append(part)
    return found


def _shape(node: object, individual: Individual) -> Shape:
    """The formula with a gap where the individual stands; two formulas of one shape say the same of whom they are about."""
    if node is individual:
        return ("it",)
    if isinstance(node, Individual | Kind):
        return (id(node),)
    if not hasattr(node, "span"):
        return (node,)
    own = tuple(id(getattr(node, name)) for name in ("event", "state", "field", "variable") if hasattr(node, name))
    return (type(node).__name__, own, *(_shape(child, individual) for child in _children(node)))
