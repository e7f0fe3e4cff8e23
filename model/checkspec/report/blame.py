"""Where a formula breaks in a world: who its variables stand for, which atoms decide, and at which instant."""

from __future__ import annotations

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

    `instant`: the one in force, if one is. `bindings`: who the variables stand for.
    """

    formula: Formula
    value: bool
    instant: Fraction | None
    bindings: Bindings


@node
class Blame(Node):
    """Why a formula is false, or true. `grounds`: the atoms that make it so. `decisive`: those of them that are what it asks for in the
    end, one if it is false. `instant`: the latest instant that these speak of; None if they speak of none."""

    grounds: tuple[Ground, ...]
    decisive: tuple[Ground, ...]
    instant: Fraction | None

    @property
    def last(self) -> Ground:
        return self.decisive[-1]

    @property
    def concerned(self) -> set[str]:
        """The names of those who make it so."""
        return {member.name for ground in self.decisive for member in ground.bindings.values()}


def blame(evaluator: Evaluator, formula: Formula) -> Blame:
    """Why `formula`, which is false in the evaluator's world, is false."""
    grounds = grounds_of(evaluator, formula, False, {}, None)
    return Blame(tuple(grounds), (grounds[-1],), latest(evaluator, grounds[-1]))


def latest(evaluator: Evaluator, ground: Ground) -> Fraction | None:
    """The latest instant that a ground speaks of: the one in force or a moment of its own. For an event that never happens, the
    last event of the individual to which it does not happen."""
    instants = [] if ground.instant is None else [ground.instant]
    for term in _instants(ground.formula):
        if all(variable in ground.bindings for variable in free_variables(term)):
            value = evaluator.value(term, ground.bindings, ground.instant)
            if isinstance(value, Fraction):
                instants.append(value)
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
                return [ground for part in several for ground in deeper(part, value)]
            return deeper(next(part for part in several if true(part) is value), value)
        case If(condition=condition, body=body):
            if not value:
                return [*deeper(condition, True), *([] if isinstance(body, Truth) else deeper(body, False))]
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
                grounds = [ground for part in asked_of(formula) for ground in deeper(part, True, also=witness)]
                if formula.body is not None:
                    grounds += deeper(formula.body, formula.quantity != "every", also=witness)
                return grounds or [Ground(formula, value, instant, witness)]
        case _:
            pass
    return [Ground(formula, value, instant, bindings)]


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
