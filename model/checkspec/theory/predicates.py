"""`subject is word`: events that have happened, states that hold, defines, and absence."""

from __future__ import annotations

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Fix, Refused
from checkspec.text.source import Span
from checkspec.theory.absence import absence
from checkspec.theory.complaints import a, refused, unknown
from checkspec.theory.defines import applied
from checkspec.theory.names import Context, Value
from checkspec.theory.paths import member_of, shown, sort_said
from checkspec.theory.terms import kind_of, term
from checkspec.theory.typed import (
    Absent,
    DefinedTerm,
    Event,
    Field,
    FieldOf,
    Formula,
    Greatest,
    Happened,
    Holds,
    Individual,
    Kind,
    Least,
    Minus,
    Moment,
    Not,
    Plus,
    Quantity,
    Sort,
    State,
    Term,
    Times,
)


def is_(expression: tree.Is, context: Context) -> Formula:
    """`subject is word`, `subject is not word`."""
    found = _absent(expression, context) if expression.word.text == "none" else _positive(expression, context)
    return Not(found, expression.span) if expression.negated else found


def holds_or_happened(subject: Term, kind: Kind, member: Event | State, span: Span, context: Context) -> Formula:
    """What `subject is member` says. Raises for a state with no instant in force, and for what is not seen."""
    if context.seen is not None and kind.name not in context.seen.sees:
        sees = ", ".join(a(each) for each in context.seen.sees)
        raise refused(Code.DRN303, f"{a(context.seen.name)} does not see {a(kind.name)}", span, help=f"{a(context.seen.name)} sees {sees}")
    if isinstance(member, Event):
        return Happened(subject, member, span)
    if not context.instant:
        raise refused(Code.DRN301, f"`{member.name}` needs an instant: a state changes", span, help="write `at …:` or `always:` before it")
    return Holds(subject, member, span)


def _absent(expression: tree.Is, context: Context) -> Formula:
    value = term(expression.subject, context)
    if isinstance(value.term, Plus | Minus | Times | Greatest | Least):
        raise _not_asked_whole(expression, context)
    optional = isinstance(value.term, Quantity) and value.term.type.optional
    if not optional and not isinstance(value.term, FieldOf | Moment | DefinedTerm):
        raise refused(
            Code.DRN216,
            f"`{shown(expression.subject)}` is always there",
            expression.subject.span,
            help="only a reference, a field or a moment can be absent",
        )
    return Absent(value.term, expression.span)


def _not_asked_whole(expression: tree.Is, context: Context) -> Refused:
    """What is worked out is absent because of its parts, and they are asked: of the least all, of anything else any."""
    said = absence(expression.subject, expression.negated, context)
    return refused(
        Code.DRN216,
        f"`{'is not' if expression.negated else 'is'} none` is not said of `{shown(expression.subject)}`, which is worked out",
        expression.subject.span,
        help=f"ask its parts: `{said}`" if said else "it is always there: take the question out",
        fix=Fix(expression.span, said) if said else None,
    )


def _positive(expression: tree.Is, context: Context) -> Formula:
    value = term(expression.subject, context)
    word = expression.word
    if value.type.sort is not Sort.INDIVIDUAL:
        if value.type.sort is Sort.CHOICE:
            raise _write(expression, f"`{shown(expression.subject)}` is a choice", f"{_sign(expression)} {word.text}")
        raise refused(
            Code.DRN210,
            f"`is` needs an individual before it, and `{shown(expression.subject)}` is {sort_said(value.type)}",
            expression.subject.span,
            help="an event is said of an individual: `A is deleted`" if value.type.sort is Sort.INSTANT else "compare it with `=` or `!=`",
        )
    kind = kind_of(value)
    member = member_of(kind, word.text)
    if isinstance(member, Event | State):
        return holds_or_happened(value.term, kind, member, expression.span, context)
    define = context.names.defines.get(word.text)
    if member is None and define is not None and len(define.parameters) == 1 and define.parameters[0][1] is kind:
        return applied(define, (value,), expression.span, context)
    population = context.names.populations.get(word.text)
    if member is None and population is not None and population.kind is kind:
        from checkspec.theory.populations import belongs

        return belongs(population, value, expression.span, context)
    raise _no_such_word(expression, kind, member, context)


def _no_such_word(expression: tree.Is, kind: Kind, member: Field | None, context: Context) -> Refused:
    word, subject, names = expression.word, shown(expression.subject), context.names
    if member is not None:
        if member.type.sort is Sort.BOOL:
            said = f"{'not ' if expression.negated else ''}{subject}.{word.text}"
            return refused(
                Code.DRN208, f"`{word.text}` is a field, not a state", word.span, help=f"write `{said}`", fix=Fix(expression.span, said)
            )
        return refused(Code.DRN208, f"`{word.text}` is a field, not a state", word.span, help=f"compare `{subject}.{word.text}`")
    thing = names.things.get(word.text) or context.variables.get(word.text)
    if isinstance(thing, Individual) or (isinstance(thing, Value) and thing.type.sort is Sort.INDIVIDUAL):
        return _write(expression, f"`{word.text}` is an individual", f"{_sign(expression)} {word.text}")
    names.missing(kind, word)
    if word.text in names.populations:
        whose = names.populations[word.text].kind.name
        message = f"`{word.text}` is a population of {whose}, and `{subject}` is {a(kind.name)}"
        return refused(Code.DRN212, message, word.span, help=f"say it of {a(whose)}")
    define = names.defines.get(word.text)
    if (define is not None and define.broken) or (define is None and word.text in names.broken):
        return Refused()
    if define is not None and len(define.parameters) == 1:
        wanted = define.parameters[0][1]
        return refused(
            Code.DRN212,
            f"`{word.text}` is said of {a(wanted.name)}, and `{subject}` is {a(kind.name)}",
            word.span,
            help=f"say it of {a(wanted.name)}",
        )
    if define is not None:
        said = f"{word.text}({', '.join(name for name, _ in define.parameters)})" if define.parameters else word.text
        return refused(Code.DRN212, f"`{word.text}` is not said of one individual", word.span, help=f"write `{said}`")
    chosen = next((each for each in kind.fields.values() if word.text in each.type.choices), None)
    if chosen is not None:
        said = f"{subject}.{chosen.name} {_sign(expression)} {word.text}"
        return refused(
            Code.DRN208, f"`{word.text}` is a value of `{chosen.name}`", word.span, help=f"write `{said}`", fix=Fix(expression.span, said)
        )
    own = [*kind.events, *kind.states, *names.populations]
    own += [each.name for each in names.defines.values() if [of for _, of in each.parameters] == [kind]]
    owner = next((each for each in names.kinds.values() if isinstance(member_of(each, word.text), Event | State)), None)
    otherwise = f"that is said of {a(owner.name)}" if owner is not None else ""
    message = f"no {kind.name} is ever `{word.text}`"
    for where in (("member", kind.name), ("define",)):
        elsewhere = names.unused(Code.DRN206, message, word, *where)
        if elsewhere is not None:
            return elsewhere
    return unknown(Code.DRN206, message, word, own, otherwise)


def _sign(expression: tree.Is) -> str:
    return "!=" if expression.negated else "="


def _write(expression: tree.Is, message: str, said: str) -> Refused:
    source = expression.span.source
    start = expression.subject.span.end
    gap = len(source.text[start:]) - len(source.text[start:].lstrip())
    span = Span(source, start + gap, expression.word.span.end)
    return refused(Code.DRN208, f"{message}, not a state", span, help=f"write `{said}`", fix=Fix(span, said))
