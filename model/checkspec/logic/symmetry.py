"""Named individuals that can change places.

Two named individuals of a kind can change places if everything that is said of the one is said of the other: then exchanging them turns a
world into a world. So where a line says that *some* individual does something, it is enough to try the first of those that can change
places (and for the n-th such line the first n: the others are still free to change places among themselves).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from checkspec.theory.typed import And, Formula, Individual, Kind, Theory

Shape = tuple[object, ...]


def ranks(theory: Theory) -> dict[Individual, int]:
    """For each named individual how many before it, in the file's order, can change places with it."""
    said: dict[Individual, Counter[Shape]] = {individual: Counter() for individual in theory.individuals}
    alone: set[Individual] = set()
    for formula in _everything(theory):
        for part in _conjuncts(formula):
            mentioned = _individuals(part)
            for individual in mentioned:
                if any(other.kind is individual.kind and other is not individual for other in mentioned):
                    alone.add(individual)
                else:
                    said[individual][_shape(part, individual)] += 1
    for kind in theory.kinds.values():
        alone |= {individual for definition in _definitions(kind) for individual in _individuals(definition)}
    seen: dict[tuple[str, frozenset[tuple[Shape, int]]], int] = defaultdict(int)
    found: dict[Individual, int] = {}
    for individual in theory.individuals:
        if individual in alone:
            found[individual] = 0
        else:
            key = (individual.kind.name, frozenset(said[individual].items()))
            found[individual] = seen[key]
            seen[key] += 1
    return found


def _everything(theory: Theory) -> Iterator[Formula]:
    groups = (theory.lines, *(offer.lines for offer in theory.offers), *(observation.lines for observation in theory.observations))
    yield from (line.formula for line in dict.fromkeys(line for group in groups for line in group))
    for promise in theory.promises:
        yield promise.formula


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    if isinstance(formula, And):
        for part in formula.parts:
            yield from _conjuncts(part)
    else:
        yield formula


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
