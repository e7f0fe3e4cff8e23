"""Statements: what can be true or false in a world."""

from __future__ import annotations

from collections.abc import Sequence

from checkspec.language import tree
from checkspec.language.tree import Expression
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Fix, Refused
from checkspec.theory.comparisons import compared, within
from checkspec.theory.complaints import a, refused, several
from checkspec.theory.defines import applied, called
from checkspec.theory.names import Context, Value
from checkspec.theory.paths import Change, look, shown, sort_said
from checkspec.theory.predicates import holds_or_happened, is_
from checkspec.theory.terms import as_instant, individual, kind_of, term
from checkspec.theory.typed import (
    Always,
    And,
    At,
    During,
    Event,
    Ever,
    Flag,
    Formula,
    If,
    Individual,
    Not,
    Or,
    SeenBy,
    Sort,
    Term,
    Truth,
)


def formula(expression: Expression, context: Context) -> Formula:
    """The statement that an expression makes. Raises, with all that is wrong in it, if it makes none."""
    span = expression.span
    match expression:
        case tree.Path():
            return _path(expression, context)
        case tree.Is():
            return is_(expression, context)
        case tree.Compare():
            return compared(expression, context)
        case tree.Within():
            return within(expression, context)
        case tree.Not():
            return Not(formula(expression.part, context), span)
        case tree.And():
            return And(_joined(expression.parts, context), span)
        case tree.Or():
            return Or(_joined(expression.parts, context), span)
        case tree.If():
            condition, body = _all((expression.condition, expression.body), context)
            return If(condition, body, span)
        case tree.Quantified() | tree.NoOther():
            from checkspec.theory.quantifiers import no_other, quantified

            return quantified(expression, context) if isinstance(expression, tree.Quantified) else no_other(expression, context)
        case tree.At() | tree.During() | tree.Always() | tree.Ever():
            return _timed(expression, context)
        case tree.SeenBy():
            return _seen(expression, context)
        case tree.Call() if expression.name.text not in ("min", "max"):
            return called(expression, context)
        case tree.Constant() if expression.sort in ("true", "false"):
            return Truth(expression.sort == "true", span)
        case _:
            value = term(expression, context)
            raise refused(Code.DRN208, f"`{shown(expression)}` is {sort_said(value.type)}, not a statement", span, help="compare it")


def _all(parts: Sequence[Expression], context: Context) -> tuple[Formula, ...]:
    return tuple(several(lambda part=part: formula(part, context) for part in parts))  # type: ignore[misc]


def _joined(parts: Sequence[Expression], context: Context) -> tuple[Formula, ...]:
    """What `and` or `or` joins. A bare word that means nothing here was perhaps meant of whom the part before speaks."""

    def read(index: int) -> Formula:
        try:
            return formula(parts[index], context)
        except Refused as refusal:
            raise _of_the_same(parts[:index], parts[index], refusal, context) or refusal from None

    return tuple(several(lambda index=index: read(index) for index in range(len(parts))))  # type: ignore[misc]


def _of_the_same(before: Sequence[Expression], part: Expression, refusal: Refused, context: Context) -> Refused | None:
    """`B is ready and not terminating`: the refusal with `B is not terminating` as its help; None if that could not be said."""
    word = part.part if isinstance(part, tree.Not) else part
    said = next((each for each in reversed(before) if isinstance(each, tree.Is)), None)
    if said is None or not isinstance(word, tree.Path) or len(word.names) > 1 or not refusal.diagnostics:
        return None
    told = refusal.diagnostics[0]
    if told.code is not Code.DRN204:
        return None
    denied = isinstance(part, tree.Not)
    whole = tree.Is(said.subject, word.names[0], denied, part.span)
    try:
        formula(whole, context.at_instant(True))
    except Refused:
        return None
    subject = shown(said.subject)
    better = f"{subject} is {'not ' if denied else ''}{word.names[0].text}"
    if said.negated and not denied:
        return refused(told.code, told.message, told.span, help=f"write `{better}`, or `{subject} is not {word.names[0].text}`")
    return refused(told.code, told.message, told.span, help=f"write `{better}`", fix=Fix(part.span, better))


def _path(path: tree.Path, context: Context) -> Formula:
    found = look(path, context)
    text = path.span.text
    if isinstance(found, Change):
        if len(path.names) == 1:
            return holds_or_happened(found.subject, found.kind, found.member, path.span, context)
        said = f"{text.rpartition('.')[0].strip()} is {found.member.name}"
        what = f"`{text}` is a moment" if isinstance(found.member, Event) else f"`{found.member.name}` is a state"
        raise refused(Code.DRN208, f"{what}, not a statement", path.span, help=f"write `{said}`", fix=Fix(path.span, said))
    if not isinstance(found, Value):
        return applied(found.define, (), path.span, context)
    if found.type.sort is Sort.BOOL:
        return Flag(found.term, path.span)
    if found.type.sort is not Sort.INDIVIDUAL:
        raise refused(Code.DRN208, f"`{text}` is {sort_said(found.type)}, not a statement", path.span, help="compare it")
    if isinstance(found.term, Individual):
        raise refused(Code.DRN208, f"`{text}` is an individual, not a statement", path.span, help=f"say something of it: `{text} is …`")
    raise refused(
        Code.DRN208,
        f"`{text}` is {sort_said(found.type)}, not a statement",
        path.span,
        help=f"to say that there is one, write `{text} is not none`",
    )


def _timed(expression: tree.At | tree.During | tree.Always | tree.Ever, context: Context) -> Formula:
    span = expression.span
    if context.seen is not None:
        word = span.text.split(None, 1)[0].rstrip(":")
        raise refused(
            Code.DRN304,
            f"`{word} …` cannot stand inside `seen by`: what is known is known at one instant",
            span,
            help=f"put `seen by …:` inside `{word} …:`",
        )
    match expression:
        case tree.Always():
            return Always(formula(expression.body, context.at_instant(True)), span)
        case tree.Ever():
            return Ever(formula(expression.body, context.at_instant(False)), span)
        case tree.At():
            parts = several((lambda: _instant(expression.instant, context), lambda: formula(expression.body, context.at_instant(True))))
            return At(parts[0], parts[1], span)  # type: ignore[arg-type]
        case tree.During():
            parts = several(
                (
                    lambda: _instant(expression.start, context),
                    lambda: _instant(expression.end, context),
                    lambda: formula(expression.body, context.at_instant(True)),
                )
            )
            return During(parts[0], parts[1], parts[2], span)  # type: ignore[arg-type]


def _instant(expression: Expression | None, context: Context) -> Term | None:
    return None if expression is None else as_instant(term(expression, context), expression)


def _seen(expression: tree.SeenBy, context: Context) -> SeenBy:
    if context.seen is not None:
        raise refused(
            Code.DRN304,
            "`seen by` cannot stand inside `seen by`: nobody's knowledge of another's knowledge can be said",
            expression.span,
            help="close the first `seen by …` with a bracket, and join the two with `and`",
        )
    consumer = individual(expression.consumer, context, "`seen by`")
    kind = kind_of(consumer)
    if not kind.sees:
        raise refused(
            Code.DRN303,
            f"{a(kind.name)} sees nothing",
            expression.consumer.span,
            help=f"`kind {kind.name} {{ sees … within … }}` says what",
        )
    if not context.instant:
        raise refused(
            Code.DRN302,
            f"`seen by {expression.consumer.span.text}` needs an instant: what is known changes",
            expression.span,
            help="write `at …:` or `always:` before it",
        )
    return SeenBy(consumer.term, formula(expression.body, context.seen_by(kind)), expression.span)
