"""Defines: vocabulary that is expanded where it is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from checkspec.language import tree
from checkspec.language.tree import Expression
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Fix, Note, Refused
from checkspec.text.source import Span
from checkspec.theory.complaints import a, refused, several, unknown
from checkspec.theory.depth import shallow
from checkspec.theory.names import Context, Define, Value
from checkspec.theory.paths import Change, Word, look, shown, sort_said
from checkspec.theory.terms import NUMBERS, term
from checkspec.theory.typed import Applied, DefinedTerm, Event, Formula, Sort, Type, Variable

DEEPEST = 12
HEAVIEST = 2000
"""Limits of what one use may expand to; far beyond any text that a person writes."""


def check(define: Define, outer: tuple[Define, ...] = ()) -> None:
    """Read the body once, with an instant taken to be in force, and find out what sort of word it is. Raises at the first time only."""
    if define.checked:
        return
    if len(outer) > DEEPEST:
        raise refused(
            Code.DRN901, f"defines are nested more than {DEEPEST} deep here", define.declaration.name.span, help="write some of them out"
        )
    variables = {
        name: Value(Variable(name, kind, define.declaration.name.span), Type(Sort.INDIVIDUAL, kind)) for name, kind in define.parameters
    }
    try:
        shallow(define.declaration.body)
        context = Context(define.names, variables, None, True, None, (*outer, define))
        define.is_term = _is_value(define.declaration.body, context)
        if define.is_term and define.parameters:
            raise refused(
                Code.DRN212,
                f"`{define.name}` has parameters and is a value",
                define.declaration.body.span,
                help="a define with parameters is a statement; a value is defined without any",
            )
        _body(define, context)
    except Refused:
        define.broken = True
        raise
    finally:
        define.checked = True


def applied(define: Define, arguments: Sequence[Value], span: Span, context: Context) -> Applied:
    """A define used as a statement, with its arguments in place."""
    _usable(define, context)
    if define.is_term:
        raise refused(Code.DRN208, f"`{define.name}` is a value, not a statement", span, help="compare it")
    formula = _expanded(define, arguments, span, context)
    assert not isinstance(formula, Value)
    return Applied(define.name, tuple(argument.term for argument in arguments), formula, span)


def defined(define: Define, span: Span, context: Context) -> Value:
    """A define used as a value."""
    _usable(define, context)
    if not define.is_term:
        raise refused(
            Code.DRN208, f"`{define.name}` is a statement, not a value", span, help=f"say `{define.name}` alone, without comparing it"
        )
    value = _expanded(define, (), span, context)
    assert isinstance(value, Value)
    return Value(DefinedTerm(define.name, value.term, span), value.type, value.number)


def called(call: tree.Call, context: Context) -> Applied:
    """`candidate(e, r)`."""
    name = call.name
    define = context.names.defines.get(name.text)
    if define is None:
        if name.text in context.names.broken:
            raise Refused()
        if len(call.arguments) == 1 and any(name.text in (*kind.events, *kind.states) for kind in context.names.kinds.values()):
            said = f"{shown(call.arguments[0])} is {name.text}"
            message = f"`{name.text}` is no define"
            raise refused(Code.DRN208, message, call.span, help=f"write `{said}`", fix=Fix(call.span, said))
        message = f"no define is called `{name.text}`"
        elsewhere = context.names.unused(Code.DRN204, message, name, "define")
        raise elsewhere or unknown(Code.DRN204, message, name, [*context.names.defines, "min", "max"])
    _usable(define, context)
    values = several(lambda each=each: term(each, context) for each in call.arguments)  # type: ignore[misc]
    if not define.parameters:
        raise refused(
            Code.DRN212, f"`{name.text}` has no parameters", call.span, help=f"write `{name.text}`", fix=Fix(call.span, name.text)
        )
    if len(values) != len(define.parameters):
        wanted = ", ".join(f"{each}: {kind.name}" for each, kind in define.parameters)
        raise refused(
            Code.DRN212,
            f"`{name.text}({wanted})` is given {len(values)} argument{'s' * (len(values) != 1)}",
            call.span,
            help=f"write `{name.text}({', '.join(each for each, _ in define.parameters)})`",
        )
    for value, argument, (parameter, kind) in zip(values, call.arguments, define.parameters, strict=True):
        if value.type.kind is not kind or value.type.sort is not Sort.INDIVIDUAL:
            raise refused(
                Code.DRN212,
                f"`{parameter}` of `{name.text}` is {a(kind.name)}, and `{shown(argument)}` is {sort_said(value.type)}",
                argument.span,
                help=f"give it {a(kind.name)}",
            )
    return applied(define, values, call.span, context)


# ---------------------------------------------------------------- expansion


def _usable(define: Define, context: Context) -> None:
    """Raises if the define cannot be used here: it is broken, or its own body leads back to it."""
    if define in context.expanding:
        circle = context.expanding[context.expanding.index(define) :]
        for each in circle:
            each.broken = True
        names = " → ".join(f"`{each.name}`" for each in (*circle, define))
        raise refused(
            Code.DRN211,
            f"`{define.name}` is defined by itself: {names}",
            define.declaration.name.span,
            help="write one of them without the others",
        )
    check(define, context.expanding)
    if define.broken:
        raise Refused()
    parent = context.expanding[-1] if context.expanding else None
    if parent is not None and not parent.checked:
        parent.weight += define.weight
        if parent.weight > HEAVIEST:
            raise refused(
                Code.DRN901,
                f"`{parent.name}` stands for more than {HEAVIEST} other defines",
                parent.declaration.name.span,
                help="each use is written out: use fewer, or let a state be free and say in a rule what is true of it",
            )


def _expanded(define: Define, arguments: Sequence[Value], span: Span, context: Context) -> Value | Formula:
    variables: Mapping[str, Value] = dict(zip((name for name, _ in define.parameters), arguments, strict=True))
    inner = Context(define.names, variables, None, context.instant, context.seen, (*context.expanding, define))
    try:
        return _body(define, inner)
    except Refused as refusal:
        note = Note(f"`{define.name}` is used here", span)
        raise Refused(*(replace(each, notes=(*each.notes, note)) for each in refusal.diagnostics)) from None


def _body(define: Define, context: Context) -> Value | Formula:
    if define.is_term:
        value = term(define.declaration.body, context)
        if value.type.sort not in NUMBERS:
            raise refused(
                Code.DRN210,
                f"`{define.name}` is {sort_said(value.type)}",
                define.declaration.body.span,
                help="a define is a statement, a moment or a number",
            )
        return value
    from checkspec.theory.formulas import formula

    return formula(define.declaration.body, context)


def _is_value(body: Expression, context: Context) -> bool:
    match body:
        case tree.Path():
            found = look(body, context)
            if isinstance(found, Change):
                return isinstance(found.member, Event)
            if isinstance(found, Word):
                _usable(found.define, context)
                return found.define.is_term
            return found.type.sort is not Sort.BOOL
        case tree.Constant():
            return body.sort not in ("true", "false")
        case tree.Arithmetic() | tree.CountOf():
            return True
        case tree.Call():
            return body.name.text in ("min", "max")
        case _:
            return False
