"""Where a formula breaks in a world: who its variables stand for, which atoms decide, and at which instant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from checkspec.meaning.evaluate import Evaluator
from checkspec.meaning.walk import free_variables, parts
from checkspec.meaning.world import Member
from checkspec.text.node import Node, node
from checkspec.theory.typed import (
    Always,
    And,
    Applied,
    At,
    Beginning,
    Compare,
    DefinedTerm,
    During,
    Ever,
    FieldOf,
    Formula,
    Greatest,
    Happened,
    If,
    Least,
    Minus,
    Moment,
    Not,
    ObservationInstant,
    Or,
    Plus,
    Quantified,
    Sort,
    Term,
    Truth,
    Variable,
)

Bindings = dict[Variable, Member]


@node
class Ground(Node):
    """An atom (or a quantified formula that cannot be taken apart) with the truth value that it has there.

    `instant`: the one in force, if one is. `bindings`: who the variables stand for. `decides`: whether it is among what is asked for in
    the end: not what singles out of whom something is asked, nor what it is asked on condition of.
    """

    formula: Formula
    value: bool
    instant: Fraction | None
    bindings: Bindings
    decides: bool = True


@node
class Blame(Node):
    """Why a formula is false, or true. `grounds`: the atoms that make it so. `decisive`: those of them that are what it asks for in the
    end, never none. `instant`: the latest instant that these speak of; None if they speak of none."""

    grounds: tuple[Ground, ...]
    decisive: tuple[Ground, ...]
    instant: Fraction | None

    @property
    def concerned(self) -> set[str]:
        """The names of those who make it so."""
        return {member.name for ground in self.decisive for member in ground.bindings.values()}


def blame(evaluator: Evaluator, formula: Formula) -> Blame:
    """Why `formula`, which is false in the evaluator's world, is false."""
    grounds = grounds_of(evaluator, formula, False, {}, None)
    decisive = [ground for ground in grounds if ground.decides]
    return Blame(tuple(grounds), tuple(decisive), latest_of(evaluator, decisive))


def latest_of(evaluator: Evaluator, grounds: Iterable[Ground]) -> Fraction | None:
    """The latest instant that grounds speak of; None if they speak of none. Of several, a comparison counts from when on it is false, so
    that the one that is false last decides."""
    found = list(grounds)
    instants = [latest(evaluator, ground, soon=len(found) > 1) for ground in found]
    return max((instant for instant in instants if instant is not None), default=None)


def latest(evaluator: Evaluator, ground: Ground, soon: bool = False) -> Fraction | None:
    """The latest instant that a ground speaks of: the one in force or a moment of its own. For an event that never happens, the
    last event of the individual to which it does not happen. `soon`: for a false comparison of two moments, the one from which on it is
    false."""
    instants = [] if ground.instant is None else [ground.instant]
    if isinstance(ground.formula, At):  # its instant never comes
        return ground.instant
    said = [
        value
        for term in _instants(ground.formula)
        if all(variable in ground.bindings for variable in free_variables(term))
        and isinstance(value := evaluator.value(term, ground.bindings, ground.instant), Fraction)
    ]
    match ground.formula, said if soon and not ground.value else []:
        case Compare(operator="="), [left, right]:
            said = [min(left, right)]
        case Compare(operator=">" | ">="), [left, _]:
            said = [left]
        case _:
            pass
    instants += said
    if isinstance(ground.formula, Happened):
        member = evaluator.value(ground.formula.subject, ground.bindings, ground.instant)
        if isinstance(member, Member):
            own = evaluator.moment(member, ground.formula.event.name)
            if own is not None and (ground.value or ground.instant is None):
                instants.append(own)
            elif ground.instant is None:
                instants += member.events.values()
    return max(instants, default=None)


def _instants(node: Formula | Term) -> list[Term]:
    """The terms of an atom that denote instants, outermost only: a sum is one instant, not its parts."""
    found: list[Term] = []
    for part in parts(node):
        if denotes_instant(part):
            found.append(part)  # type: ignore[arg-type]
        else:
            found += _instants(part)
    return found


def denotes_instant(node: Formula | Term) -> bool:
    """Whether `node` is a term of sort INSTANT."""
    match node:
        case Moment() | ObservationInstant() | Beginning():
            return True
        case DefinedTerm(term=term):
            return denotes_instant(term)
        case Plus(left=left, right=right):
            return denotes_instant(left) or denotes_instant(right)
        case Minus(left=left, right=right):
            return denotes_instant(left) and not denotes_instant(right)
        case Least(terms=terms) | Greatest(terms=terms):
            return any(denotes_instant(term) for term in terms)
        case FieldOf(field=field):
            return field.type.sort is Sort.INSTANT
        case _:
            return False


def grounds_of(evaluator: Evaluator, formula: Formula, value: bool, bindings: Bindings, instant: Fraction | None) -> list[Ground]:
    """The atoms that give `formula` its `value`, in the order of the text, never none."""

    def deeper(part: Formula, wanted: bool, at: Fraction | None = instant, also: Bindings = bindings) -> list[Ground]:
        return grounds_of(evaluator, part, wanted, also, at)

    def true(part: Formula) -> bool:
        return evaluator.truth(part, bindings, instant)

    match formula:
        case Not(part=part):
            return deeper(part, not value)
        case Applied(formula=meaning):
            return deeper(meaning, value)
        case Ever(body=body):
            return deeper(body, value, None)
        case And(parts=several) | Or(parts=several):
            if isinstance(formula, And) is value:
                found = [deeper(part, value) for part in several]
                return [ground for each in found for ground in _asides(each, not value or each is found[-1])]
            return deeper(next(part for part in several if true(part) is value), value)
        case If(condition=condition, body=body):
            if not value:
                bare = isinstance(body, Truth)
                return [*_asides(deeper(condition, True), bare), *([] if bare else deeper(body, False))]
            return deeper(body, True) if true(body) else deeper(condition, False)
        case At(instant=term, body=body):
            when = evaluator.value(term, bindings, instant)
            if isinstance(when, Fraction):
                return deeper(body, value, when)
        case Always(body=body) | During(body=body):
            if not value:
                return deeper(body, False, evaluator.failing_instants(formula, bindings, instant)[0])
        case Quantified():
            witness = _witness(evaluator, formula, value, bindings, instant)
            if witness is not None:
                asked = [deeper(part, True, also=witness) for part in asked_of(formula)]
                said = [] if formula.body is None else deeper(formula.body, formula.quantity != "every", also=witness)
                decisive = said or (asked[-1] if asked else [])
                grounds = [ground for several in asked for ground in _asides(several, several is decisive)]
                return [*grounds, *said] or [Ground(formula, value, instant, witness)]
        case _:
            pass
    return [Ground(formula, value, instant, bindings)]


def _asides(grounds: Sequence[Ground], decide: bool) -> list[Ground]:
    """The grounds, that decide nothing unless they are said to."""
    return list(grounds) if decide else [replace(ground, decides=False) for ground in grounds]


def _witness(evaluator: Evaluator, formula: Quantified, value: bool, bindings: Bindings, instant: Fraction | None) -> Bindings | None:
    """The first individual that decides: the exception to `every` or `no`, the example of `some`. None if it takes all to decide."""
    if (formula.quantity == "some") is not value:
        return None
    said = [] if formula.body is None else [formula.body]
    for member in evaluator.world.members:
        if member.kind == formula.variable.kind.name:
            bound = {**bindings, formula.variable: member}
            if all(evaluator.truth(part, bound, instant) for part in asked_of(formula)) and all(
                evaluator.truth(part, bound, instant) is (formula.quantity != "every") for part in said
            ):
                return bound
    return None


def asked_of(formula: Quantified) -> list[Formula]:
    """What singles out of whom a quantified formula speaks."""
    return [*formula.phrases, *([] if formula.where is None else [formula.where])]
