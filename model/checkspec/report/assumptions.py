"""A supposition as a line of the language."""

from __future__ import annotations

from fractions import Fraction

from checkspec.report.say_terms import constant_text
from checkspec.theory.typed import (
    Always,
    Compare,
    Constant,
    FieldOf,
    Formula,
    Happened,
    Holds,
    Individual,
    Line,
    NoOther,
    Not,
    Quantified,
    Same,
    Term,
)


def assumption_text(said: Formula | Line) -> str:
    """`A.onSignal: drains`, `assume always: B is ready`, `assume no other hop`. A line that stands somewhere, in its own words. Raises
    TypeError for what is no supposition."""
    if isinstance(said, Line):
        return " ".join(said.span.text.split())
    match said:
        case Same(left=FieldOf(subject=Individual(name=name), field=field), right=Constant(value=value)) | Compare(
            left=FieldOf(subject=Individual(name=name), field=field), right=Constant(value=value)
        ):
            assert isinstance(value, Fraction | bool | str)
            return f"{name}.{field.name}: {constant_text(value, field.type.sort)}"
        case Always(body=Holds(subject=who, state=state)):
            return f"assume always: {_name(who)} is {state.name}"
        case Always(body=Not(part=Holds(subject=who, state=state))):
            return f"assume always: {_name(who)} is not {state.name}"
        case NoOther(variable=variable):
            return f"assume no other {variable.kind.name}"
        case Quantified(variable=variable, body=Not(part=Happened(event=event))):
            return f"assume every {variable.kind.name}: not {event.name}"
        case Quantified(variable=variable, body=Compare(left=FieldOf(field=field), right=Constant(value=Fraction() as bound))):
            return f"assume every {variable.kind.name}: {field.name} <= {constant_text(bound, field.type.sort)}"
        case _:
            raise TypeError(f"no supposition: {said}")


def _name(subject: Term) -> str:
    assert isinstance(subject, Individual)
    return subject.name
