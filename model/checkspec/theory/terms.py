"""Values: literals, paths, sums, products, the least and the greatest."""

from __future__ import annotations

import re
from fractions import Fraction

from checkspec.language import tree
from checkspec.language.tree import Expression
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Fix, Refused
from checkspec.text.source import Span
from checkspec.theory.complaints import a, refused, several
from checkspec.theory.names import Context, Value
from checkspec.theory.paths import BOOL, COUNT, DURATION, INSTANT, Word, is_bare, look, shown, sort_said
from checkspec.theory.typed import (
    Constant,
    DefinedTerm,
    Event,
    Greatest,
    Kind,
    Least,
    Minus,
    Moment,
    Plus,
    Sort,
    Term,
    Times,
    Type,
)

VALUE_IS = "a value is a moment, a duration, a count, a field or an individual"
INSTANT_IS = "write a moment such as `A.deleted`, the name of an observation, or a time such as `30s`"
DURATION_IS = "write a duration such as `5s`, a field, or a difference such as `A.exited - A.deleted`"
NUMBERS = (Sort.INSTANT, Sort.DURATION, Sort.COUNT)


def term(expression: Expression, context: Context) -> Value:
    """The value that an expression denotes. Raises if it denotes none."""
    match expression:
        case tree.Path():
            return _path(expression, context)
        case tree.Constant():
            return _constant(expression)
        case tree.Arithmetic():
            left, right = several((lambda: term(expression.left, context), lambda: term(expression.right, context)))
            return _arithmetic(expression, left, right)
        case tree.CountOf():
            from checkspec.theory.quantifiers import count

            return count(expression, context)
        case tree.Call() if expression.name.text in ("min", "max"):
            return _extremum(expression, [*several(lambda each=each: term(each, context) for each in expression.arguments)])  # type: ignore[misc]
        case tree.Call():
            from checkspec.theory.defines import called

            called(expression, context)
            raise refused(Code.DRN210, f"`{shown(expression)}` is a statement, not a value", expression.span, help=VALUE_IS)
        case _:
            raise refused(Code.DRN210, "a value is wanted here, not a statement", expression.span, help=VALUE_IS)


def individual(expression: Expression, context: Context, what: str) -> Value:
    """An individual. Raises if the expression is something else; `what` says what needs one."""
    value = term(expression, context)
    if value.type.sort is not Sort.INDIVIDUAL:
        raise refused(
            Code.DRN210,
            f"{what} needs an individual, and `{shown(expression)}` is {sort_said(value.type)}",
            expression.span,
            help="write the name of one",
        )
    return value


def kind_of(value: Value) -> Kind:
    """The kind of an individual."""
    if value.type.kind is None:
        raise Refused()
    return value.type.kind


def as_instant(value: Value, expression: Expression) -> Term:
    """The value as an instant: a literal duration is one on the record's clock. Raises for anything else."""
    if value.type.sort is Sort.INSTANT:
        return value.term
    if value.type.sort is Sort.DURATION and value.number is not None:
        constant = Constant(value.number, INSTANT, expression.span)
        return DefinedTerm(value.term.name, constant, value.term.span) if isinstance(value.term, DefinedTerm) else constant
    if value.type.sort is Sort.DURATION:
        raise refused(
            Code.DRN306,
            f"`{shown(expression)}` is a duration, not an instant",
            expression.span,
            help=f"add it to a moment, as in `A.deleted + {shown(expression)}`",
        )
    without_unit(value, expression)
    raise refused(
        Code.DRN210, f"an instant is wanted here, and `{shown(expression)}` is {sort_said(value.type)}", expression.span, help=INSTANT_IS
    )


def as_duration(value: Value, expression: Expression) -> Term:
    """The value as a duration that is not negative as far as the text tells. Raises for anything else."""
    if value.type.sort is Sort.INSTANT:
        raise refused(Code.DRN306, f"`{shown(expression)}` is a moment, and a duration is wanted here", expression.span, help=DURATION_IS)
    if value.type.sort is not Sort.DURATION:
        without_unit(value, expression)
        raise refused(
            Code.DRN210,
            f"a duration is wanted here, and `{shown(expression)}` is {sort_said(value.type)}",
            expression.span,
            help=DURATION_IS,
        )
    if value.number is not None and value.number < 0:
        raise refused(
            Code.DRN215,
            f"`{shown(expression)}` is negative, and no duration is",
            expression.span,
            help="write `0s` or more; to move a moment back, subtract from it",
        )
    return value.term


def as_count(value: Value, expression: Expression) -> Term:
    """The value as a count. Raises for anything else."""
    if value.type.sort is not Sort.COUNT:
        with_unit(expression)
        raise refused(
            Code.DRN210,
            f"a count is wanted here, and `{shown(expression)}` is {sort_said(value.type)}",
            expression.span,
            help="write a number, or `count(…)`",
        )
    whole(value, expression)
    return value.term


def whole(value: Value, expression: Expression, factor: bool = False) -> None:
    """Raises if a count is known to be negative or a fraction. `factor`: it stands in a product."""
    if value.number is not None and (value.number < 0 or value.number.denominator != 1):
        what = "negative" if value.number < 0 else "a fraction"
        help = "write a whole number, `0` or more"
        if factor:
            help = "counts are not divided: multiply the other side with a whole number instead"
        raise refused(Code.DRN215, f"`{shown(expression)}` is {what}, and no count is", expression.span, help=help)


def folded(value: Value) -> Value:
    """The value as a literal, where quantities that have values make up the rest of it: for places that need a number."""
    if value.number is not None or value.given is None:
        return value
    return Value(Constant(value.given, value.type, value.term.span), value.type, value.given, value.given)


def without_unit(value: Value, expression: Expression) -> None:
    """Raises if a bare number stands where a time is wanted."""
    if value.type.sort is Sort.COUNT and value.number is not None:
        text = shown(expression)
        fix = Fix(expression.span, f"{text}s") if isinstance(expression, tree.Constant) else None
        raise refused(
            Code.DRN307, f"`{text}` of what?", expression.span, help=f"write `{text}s`" if fix else "write it with its unit", fix=fix
        )


def with_unit(expression: Expression) -> None:
    """Raises if a literal duration stands where a plain number is wanted."""
    number = re.match(r"[0-9]+(?=[a-z]+$)", expression.span.text) if isinstance(expression, tree.Constant) else None
    if number is not None:
        message = f"`{expression.span.text}` has a unit, and no count has one"
        raise refused(Code.DRN210, message, expression.span, help=f"write `{number[0]}`", fix=Fix(expression.span, number[0]))


def populations(left: Kind | None, right: Kind | None, span: Span) -> Kind | None:
    """What two counts count together. Raises if they count different things."""
    if left is None or right is None or left is right:
        return left if right is None else right
    raise refused(
        Code.DRN305,
        f"one {left.name} and one {right.name} are different populations: their counts do not mix",
        span,
        help="each compares with a plain number",
    )


# ---------------------------------------------------------------- the sorts of expression


def _path(path: tree.Path, context: Context) -> Value:
    found = look(path, context)
    if isinstance(found, Value):
        return found
    if isinstance(found, Word):
        from checkspec.theory.defines import defined

        return defined(found.define, path.span, context)
    text = path.span.text
    if not isinstance(found.member, Event):
        subject = "…" if is_bare(path) else text.rpartition(".")[0].strip()
        raise refused(
            Code.DRN208,
            f"`{found.member.name}` is a state, not a value",
            path.span,
            help=f"a state is said with `is`: `{subject} is {found.member.name}`; a moment of its own has only an event",
        )
    if context.seen is not None:
        raise refused(
            Code.DRN304,
            f"`{text}` is a moment, and a consumer does not know when things happened",
            path.span,
            help=f"inside `seen by` say `… is {found.member.name}`",
        )
    return Value(Moment(found.subject, found.member, path.span), INSTANT)


def _constant(constant: tree.Constant) -> Value:
    span = constant.span
    match constant.sort:
        case "duration" if constant.value is not None:
            return Value(Constant(constant.value, DURATION, span), DURATION, constant.value, constant.value)
        case "number" if constant.value is not None:
            return Value(Constant(constant.value, COUNT, span), COUNT, constant.value, constant.value)
        case "true" | "false":
            return Value(Constant(constant.sort == "true", BOOL, span), BOOL)
        case "none":
            raise refused(Code.DRN216, "`none` is not a value to reckon or compare with", span, help="write `… is none` or `… is not none`")
        case _:
            raise refused(Code.DRN216, f"`{span.text}` can only be what a field is set to", span, help="as in `A.preStop: unknown`")


def _arithmetic(expression: tree.Arithmetic, left: Value, right: Value) -> Value:
    for value, side in ((left, expression.left), (right, expression.right)):
        if value.type.sort not in NUMBERS:
            raise refused(
                Code.DRN210,
                f"`{expression.operator}` needs numbers, and `{shown(side)}` is {sort_said(value.type)}",
                side.span,
                help="write a moment, a duration or a count",
            )
    if expression.operator == "*":
        return _product(expression, left, right)
    sign = 1 if expression.operator == "+" else -1
    number = None if left.number is None or right.number is None else left.number + sign * right.number
    given = None if left.given is None or right.given is None else left.given + sign * right.given
    build = Plus if sign == 1 else Minus
    span = expression.span
    match left.type.sort, right.type.sort:
        case Sort.COUNT, Sort.COUNT:
            whole(left, expression.left)
            whole(right, expression.right)
            kind = populations(left.type.kind, right.type.kind, span)
            if kind is not None:
                left, right = folded(left), folded(right)
            return Value(build(left.term, right.term, span), Type(Sort.COUNT, kind), number, given)
        case (Sort.COUNT, _) | (_, Sort.COUNT):
            without_unit(left, expression.left)
            without_unit(right, expression.right)
            if Sort.INSTANT not in (left.type.sort, right.type.sort):
                with_unit(expression.left if left.type.sort is Sort.DURATION else expression.right)
            raise refused(
                Code.DRN210,
                f"{sort_said(left.type)} and {sort_said(right.type)} do not add",
                span,
                help="multiply the count with a duration first, as in `2 * 5s`",
            )
        case Sort.DURATION, Sort.DURATION:
            return Value(build(left.term, right.term, span), DURATION, number, given)
        case Sort.INSTANT, Sort.INSTANT if sign == 1:
            raise refused(Code.DRN306, "two moments do not add", span, help="the time between them is a difference: `A.exited - A.deleted`")
        case Sort.INSTANT, Sort.INSTANT:
            return Value(Minus(left.term, right.term, span), DURATION)
        case Sort.DURATION, Sort.INSTANT if sign == -1:
            return Value(Minus(as_instant(left, expression.left), right.term, span), DURATION)
        case _:
            return Value(build(left.term, right.term, span), INSTANT)


def _product(expression: tree.Arithmetic, left: Value, right: Value) -> Value:
    for value, side in ((left, expression.left), (right, expression.right)):
        if value.type.sort is Sort.INSTANT:
            raise refused(
                Code.DRN306,
                f"`{shown(side)}` is a moment and cannot be multiplied",
                side.span,
                help="multiply a duration, such as the difference of two moments",
            )
    if left.type.sort is right.type.sort is Sort.DURATION:
        raise refused(Code.DRN210, "two durations cannot be multiplied", expression.span, help="one factor is a plain number")
    if left.number is None and right.number is None:
        left, right = folded(left), folded(right)
    if left.number is None and right.number is None:
        raise refused(
            Code.DRN214,
            f"`{shown(expression.left)}` and `{shown(expression.right)}` may both be anything: their product is out of reach",
            expression.span,
            help="write one of the factors as a number, or give a quantity among them its value; a case for each small count does the same",
        )
    number = None if left.number is None or right.number is None else left.number * right.number
    given = None if left.given is None or right.given is None else left.given * right.given
    result = Times(left.term, right.term, expression.span)
    if Sort.DURATION in (left.type.sort, right.type.sort):
        return Value(result, DURATION, number, given)
    whole(left, expression.left, factor=True)
    whole(right, expression.right, factor=True)
    return Value(result, Type(Sort.COUNT, populations(left.type.kind, right.type.kind, expression.span)), number, given)


def _extremum(call: tree.Call, values: list[Value]) -> Value:
    name = call.name.text
    for value, side in zip(values, call.arguments, strict=True):
        if value.type.sort not in NUMBERS:
            raise refused(
                Code.DRN210,
                f"`{name}` needs numbers, and `{shown(side)}` is {sort_said(value.type)}",
                side.span,
                help="write a moment, a duration or a count",
            )
    sorts = {value.type.sort for value in values}
    if Sort.INSTANT in sorts:
        terms, type_ = [as_instant(value, side) for value, side in zip(values, call.arguments, strict=True)], INSTANT
    elif sorts == {Sort.COUNT}:
        kind: Kind | None = None
        for value, side in zip(values, call.arguments, strict=True):
            whole(value, side)
            kind = populations(kind, value.type.kind, call.span)
        terms, type_ = [value.term for value in values], Type(Sort.COUNT, kind)
    else:
        for value, side in zip(values, call.arguments, strict=True):
            if value.type.sort is Sort.COUNT:
                without_unit(value, side)
                raise refused(
                    Code.DRN210,
                    f"`{name}` compares durations here, and `{shown(side)}` is {a('count')}",
                    side.span,
                    help="give it a unit, or multiply it with a duration",
                )
        terms, type_ = [value.term for value in values], DURATION
    pick = min if name == "min" else max
    numbers: list[Fraction] = [value.number for value in values if value.number is not None]
    number = pick(numbers) if len(numbers) == len(values) and type_.sort is not Sort.INSTANT else None
    return Value((Least if name == "min" else Greatest)(tuple(terms), call.span), type_, number)
