"""Comparisons: of numbers, of instants, and of things that are only equal or not."""

from __future__ import annotations

from checkspec.language import tree
from checkspec.language.tree import Expression, Path
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Fix, Refused
from checkspec.text.source import Span
from checkspec.theory.absence import absence
from checkspec.theory.complaints import a, listed, nearest, refused, several
from checkspec.theory.names import Context, Value
from checkspec.theory.paths import BOOL, is_bare, look, shown, sort_said
from checkspec.theory.terms import NUMBERS, as_count, as_duration, as_instant, folded, populations, term, whole, with_unit, without_unit
from checkspec.theory.typed import Compare, Constant, Formula, Same, Sort, Term, Type, Within

TRUTHS = {"yes": "true", "true": "true", "enabled": "true", "no": "false", "false": "false", "disabled": "false"}
OPERATORS = {"before": "<", "after": ">", "by": "<="}


def compared(expression: tree.Compare, context: Context) -> Formula:
    """`left relation right`."""
    _no_literal_none(expression, context)
    left, right = _sides(expression, context)
    relation = expression.relation
    sorts = {left.type.sort, right.type.sort}
    if Sort.INSTANT not in sorts and relation in OPERATORS:
        _without_moments(expression, left, right)
    if sorts <= set(NUMBERS):
        terms = _numbers(expression, left, right)
        return Compare(OPERATORS.get(relation, relation), *terms, relation, expression.span)
    if len(sorts) == 2:
        without_unit(left, expression.left)
        without_unit(right, expression.right)
        raise refused(
            Code.DRN210,
            f"`{shown(expression.left)}` is {sort_said(left.type)} and `{shown(expression.right)}` is "
            f"{sort_said(right.type)}: they do not compare",
            expression.span,
            help=_like_with_like(left, right),
        )
    if relation not in ("=", "!="):
        raise refused(
            Code.DRN210,
            f"`{shown(expression.left)}` is {sort_said(left.type)}: only `=` and `!=` compare it",
            expression.span,
            help="write `=` or `!=`",
        )
    if left.type.kind is not right.type.kind and left.type.kind is not None and right.type.kind is not None:
        raise refused(
            Code.DRN210,
            f"{a(left.type.kind.name)} is never {a(right.type.kind.name)}",
            expression.span,
            help=f"compare it with {a(left.type.kind.name)}",
        )
    if left.type.choices != right.type.choices and set(left.type.choices) != set(right.type.choices):
        raise refused(
            Code.DRN210,
            f"`{shown(expression.left)}` and `{shown(expression.right)}` are choices between different words",
            expression.span,
            help=f"the words of the first are {listed(left.type.choices, 'and')}",
        )
    return Same(left.term, right.term, relation == "!=", expression.span)


def within(expression: tree.Within, context: Context) -> Within:
    """`moment within bound after start`."""
    moment, bound, start = several(
        (
            lambda: as_instant(term(expression.moment, context), expression.moment),
            lambda: as_duration(term(expression.bound, context), expression.bound),
            lambda: as_instant(term(expression.start, context), expression.start),
        )
    )
    return Within(moment, bound, start, expression.span)


def value_of(expression: Expression, wanted: Type, context: Context) -> Term:
    """The value of a field or quantity of type `wanted`. Raises if it is none."""
    if wanted.sort is Sort.CHOICE and isinstance(expression, Path) and is_bare(expression):
        value = _choice(expression, wanted, context)
    elif wanted.sort is Sort.BOOL and isinstance(expression, Path) and expression.span.text.lower() in TRUTHS:
        said = TRUTHS[expression.span.text.lower()]
        message = f"`{expression.span.text}` is no truth value"
        raise refused(Code.DRN210, message, expression.span, help=f"write `{said}`", fix=Fix(expression.span, said))
    else:
        value = term(expression, context)
    match wanted.sort:
        case Sort.DURATION:
            return as_duration(value, expression)
        case Sort.COUNT:
            return as_count(value, expression)
    if value.type.sort is not wanted.sort or value.type.kind is not wanted.kind or set(value.type.choices) != set(wanted.choices):
        choices = f": {listed(wanted.choices)}" if wanted.choices else ""
        raise refused(
            Code.DRN210,
            f"{sort_said(wanted)} is wanted here, and `{shown(expression)}` is {sort_said(value.type)}",
            expression.span,
            help=f"write one of them{choices}" if choices else "write `true` or `false`" if wanted == BOOL else "",
        )
    return value.term


# ---------------------------------------------------------------- both sides


def _sides(expression: tree.Compare, context: Context) -> tuple[Value, Value]:
    left, right = expression.left, expression.right
    if isinstance(right, Path) and is_bare(right) and (choices := _choices(left, context)) is not None:
        return term(left, context), _choice(right, choices, context)
    if isinstance(left, Path) and is_bare(left) and (choices := _choices(right, context)) is not None:
        return _choice(left, choices, context), term(right, context)
    first, second = several((lambda: term(left, context), lambda: term(right, context)))
    return first, second


def _choices(expression: Expression, context: Context) -> Type | None:
    """The type of a path that is a choice; None of anything else."""
    if not isinstance(expression, Path):
        return None
    try:
        found = look(expression, context)
    except Refused:
        return None
    return found.type if isinstance(found, Value) and found.type.sort is Sort.CHOICE else None


def _choice(path: Path, type_: Type, context: Context) -> Value:
    """A word beside a choice: one of its values before anything else of that name."""
    word = path.names[0]
    type_ = Type(Sort.CHOICE, choices=type_.choices)
    if word.text in type_.choices:
        return Value(Constant(word.text, type_, word.span), type_)
    try:
        return term(path, context)
    except Refused:
        near = nearest(word.text, type_.choices)
        raise refused(
            Code.DRN210,
            f"`{word.text}` is not one of {listed(type_.choices)}",
            word.span,
            help=f"do you mean `{near}`?" if near else "write one of them",
            fix=Fix(word.span, near) if near else None,
        ) from None


def _numbers(expression: tree.Compare, left: Value, right: Value) -> tuple[Term, Term]:
    match left.type.sort, right.type.sort:
        case Sort.COUNT, Sort.COUNT:
            populations(left.type.kind, right.type.kind, expression.span)
            whole(left, expression.left)
            whole(right, expression.right)
            if left.type.kind is not None or right.type.kind is not None:
                return folded(left).term, folded(right).term
        case (Sort.COUNT, _) | (_, Sort.COUNT):
            without_unit(left, expression.left)
            without_unit(right, expression.right)
            with_unit(expression.left if left.type.sort is Sort.DURATION else expression.right)
            raise refused(
                Code.DRN210,
                f"`{shown(expression.left)}` is {sort_said(left.type)} and `{shown(expression.right)}` is "
                f"{sort_said(right.type)}: they do not compare",
                expression.span,
                help=_like_with_like(left, right),
            )
        case (Sort.INSTANT, _) | (_, Sort.INSTANT):
            return as_instant(left, expression.left), as_instant(right, expression.right)
    return left.term, right.term


def _like_with_like(left: Value, right: Value) -> str:
    """What to compare instead, where an individual stands against something else: one of its parts."""
    if {left.type.sort, right.type.sort} == {Sort.INDIVIDUAL, Sort.INSTANT}:
        return "say which moment of the individual: `A.deleted`"
    if Sort.INDIVIDUAL in (left.type.sort, right.type.sort):
        return "an individual compares with an individual; to compare a part of it, name the part: `A.preStop`"
    if Sort.COUNT in (left.type.sort, right.type.sort) and {left.type.sort, right.type.sort} <= set(NUMBERS):
        return "compare a count with a count or a plain number, and a time with a time"
    return f"{sort_said(left.type)} compares with {sort_said(left.type)}, {sort_said(right.type)} with {sort_said(right.type)}"


def _without_moments(expression: tree.Compare, left: Value, right: Value) -> None:
    sign = OPERATORS[expression.relation]
    if left.type.sort in NUMBERS and right.type.sort in NUMBERS:
        if left.type.sort is not right.type.sort:
            without_unit(left, expression.left)
            without_unit(right, expression.right)
        raise refused(
            Code.DRN306,
            f"`{expression.relation}` compares moments, and `{shown(expression.left)}` is {sort_said(left.type)}",
            expression.span,
            help=f"write `{sign}`",
            fix=_sign_fix(expression, sign),
        )
    other = expression.left if left.type.sort not in NUMBERS else expression.right
    value = left if left.type.sort not in NUMBERS else right
    raise refused(
        Code.DRN210,
        f"`{expression.relation}` compares moments, and `{shown(other)}` is {sort_said(value.type)}",
        other.span,
        help=f"say which of its moments: `{shown(other)}.…`" if value.type.sort is Sort.INDIVIDUAL else "compare it with `=` or `!=`",
    )


def _sign_fix(expression: tree.Compare, sign: str) -> Fix | None:
    source = expression.span.source
    start = source.text.find(expression.relation, expression.left.span.end, expression.right.span.start)
    return None if start < 0 else Fix(Span(source, start, start + len(expression.relation)), sign)


def _no_literal_none(expression: tree.Compare, context: Context) -> None:
    for side, other in ((expression.left, expression.right), (expression.right, expression.left)):
        if isinstance(side, tree.Constant) and side.sort == "none":
            denied = expression.relation == "!="
            said = absence(other, denied, context)
            if not said:
                term(other, context)
                help = "only a reference, a field or a moment can be absent"
                raise refused(Code.DRN216, f"`{shown(other)}` is always there", other.span, help=help)
            raise refused(
                Code.DRN216,
                "`none` is not compared",
                expression.span,
                help=f"write `{said}`",
                fix=Fix(expression.span, said) if expression.relation in ("=", "!=") else None,
            )
