"""What the lines of a question give outright: fields of named individuals that have a value whatever else is true."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from checkspec.logic.question import Claim
from checkspec.theory.typed import Compare, Constant, Field, FieldOf, Individual, Same


def pinned(claims: Iterable[Claim]) -> dict[str, Fraction]:
    """The values of symbols that the claims give by themselves, or by way of another such field.

    A choice or a truth value is given as its number.
    """
    values: dict[str, Fraction] = {}
    waiting: list[tuple[str, str]] = []
    for formula in (claim.formula for claim in claims):
        match formula:
            case Compare(operator="=", left=FieldOf() as given, right=right):
                pass
            case Same(left=FieldOf() as given, right=Constant() as right, different=False):
                pass
            case _:
                continue
        symbol = _symbol(given)
        if symbol is not None and isinstance(right, Constant):
            number = _value(right, given.field)
            if number is not None:
                values.setdefault(symbol, number)
        elif symbol is not None and isinstance(right, FieldOf) and (other := _symbol(right)) is not None:
            waiting.append((symbol, other))
    more = True
    while more:
        more = False
        for symbol, other in waiting:
            if other in values and symbol not in values:
                values[symbol] = values[other]
                more = True
    return values


def _symbol(term: FieldOf) -> str | None:
    return f"|{term.subject.name}.{term.field.name}|" if isinstance(term.subject, Individual) else None


def _value(constant: Constant, field: Field) -> Fraction | None:
    if isinstance(constant.value, str):
        return Fraction(field.type.choices.index(constant.value)) if constant.value in field.type.choices else None
    return Fraction(constant.value)
