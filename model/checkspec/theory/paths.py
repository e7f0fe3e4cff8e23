"""Names joined by dots: which field, moment or state they lead to."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

from checkspec.language.tree import Expression, Name, Path
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Fix, Refused
from checkspec.text.node import Node, node
from checkspec.text.source import Span
from checkspec.theory.complaints import a, refused, unknown
from checkspec.theory.names import SELF, Context, Define, Observed, Value
from checkspec.theory.typed import Event, Field, FieldOf, Individual, Kind, ObservationInstant, Sort, State, Term, Type

INSTANT = Type(Sort.INSTANT)
DURATION = Type(Sort.DURATION)
COUNT = Type(Sort.COUNT)
BOOL = Type(Sort.BOOL)
_DURATION_TEXT = re.compile(r"(?:\d+(?:\.\d+)?(?:ms|s|m|h))+")


@node
class Change(Node):
    """A path that ends in an event or state of `subject`."""

    subject: Term
    kind: Kind
    member: Event | State
    span: Span


@node
class Word(Node):
    """A path that is a define without parameters."""

    define: Define
    span: Span


Found = Value | Change | Word


def look(path: Path, context: Context) -> Found:
    """Where a path leads. Raises with what is wrong with it."""
    found = _head(path, context)
    for index, name in enumerate(path.names[1:], 1):
        found = _step(found, path, index, name, context)
    return found


def member_of(kind: Kind, name: str) -> Field | Event | State | None:
    """The kind's member of that name."""
    return kind.fields.get(name) or kind.events.get(name) or kind.states.get(name)


def members(kind: Kind) -> list[str]:
    """The names of all members of a kind."""
    return [*kind.fields, *kind.events, *kind.states]


def is_bare(expression: Expression) -> bool:
    """Whether an expression is one word."""
    return isinstance(expression, Path) and len(expression.names) == 1


def shown(expression: Expression) -> str:
    """An expression for a message: as written, on one line, shortened."""
    text = " ".join(expression.span.text.split())
    return text if len(text) <= 40 else text[:39] + "…"


def sort_said(type_: Type) -> str:
    """`a duration`, `an endpoint`, `a count of requests`: what a term of this type is."""
    if type_.sort is Sort.INDIVIDUAL and type_.kind is not None:
        return a(type_.kind.name)
    if type_.sort is Sort.INSTANT:
        return "a moment"
    return str(type_.sort.value)


# ---------------------------------------------------------------- the first word


def _head(path: Path, context: Context) -> Found:
    name = path.names[0]
    if name.text in context.variables:
        return context.variables[name.text]
    if name.text == SELF:
        if context.me is None:
            raise refused(
                Code.DRN204,
                "`self` is the individual at hand, and there is none here",
                name.span,
                help="give the individual a name, as in `every request r …`",
            )
        return context.me
    own = None if context.at_hand is None else member_of(context.at_hand, name.text)
    other = _global(name, context)
    if own is not None and other is not None:
        _ambiguous(name, own, other, context)
    if own is not None and context.me is not None:
        return _part(context.me, own, name.span)
    if other is None:
        _nothing_called(name, context, len(path.names) > 1)
    if context.seen is not None and isinstance(other, Value) and other.type.sort is Sort.INSTANT:
        raise refused(
            Code.DRN304,
            f"`{name.text}` is an instant, and a consumer does not know when things happened",
            name.span,
            help="ask whether something has happened: `A is deleted`",
        )
    return other


def _global(name: Name, context: Context) -> Value | Word | None:
    thing = context.names.things.get(name.text)
    if isinstance(thing, Individual):
        return Value(thing, Type(Sort.INDIVIDUAL, thing.kind))
    if isinstance(thing, Observed):
        return Value(ObservationInstant(thing.name, name.span), INSTANT)
    if thing is not None:
        return Value(thing, thing.type, given=thing.given)
    define = context.names.defines.get(name.text)
    return Word(define, name.span) if define is not None and not define.declaration.parameters else None


def _part(subject: Value, member: Field | Event | State, span: Span) -> Value | Change:
    if isinstance(member, Field):
        return Value(FieldOf(subject.term, member, span), member.type)
    assert subject.type.kind is not None
    return Change(subject.term, subject.type.kind, member, span)


def _ambiguous(name: Name, own: Field | Event | State, other: Value | Word, context: Context) -> NoReturn:
    assert context.at_hand is not None
    what = "a define" if isinstance(other, Word) else "an instant" if other.type.sort is Sort.INSTANT else "a name of this file"
    raise refused(
        Code.DRN207,
        f"`{name.text}` is {_member_said(own)} of the {context.at_hand.name} at hand and also {what}",
        name.span,
        help=f"write `self.{name.text}` or give the other a name of its own",
    )


def _member_said(member: Field | Event | State) -> str:
    return "an event" if isinstance(member, Event) else "a state" if isinstance(member, State) else "a field"


def _nothing_called(name: Name, context: Context, dotted: bool) -> NoReturn:
    names, kind = context.names, context.at_hand
    if name.text in names.broken:
        raise Refused()
    if kind is not None:
        names.missing(kind, name)
    _unspaced_minus(
        name,
        lambda word: word in context.variables or word in names.things or (kind is not None and member_of(kind, word) is not None),
        f"nothing is called `{name.text}`",
    )
    if name.text in names.defines:
        raise refused(Code.DRN208, f"`{name.text}` is said of something", name.span, help=f"write `… is {name.text}` or `{name.text}(…)`")
    if name.text in names.populations:
        raise refused(
            Code.DRN208,
            f"`{name.text}` is a population, not one individual",
            name.span,
            help=f"say `every {name.text}: …`, `count({name.text} where …)`, or `… is {name.text}` of one",
        )
    if name.text in names.kinds:
        raise refused(
            Code.DRN208,
            f"`{name.text}` is a kind, not one individual",
            name.span,
            help=f"name an individual of it, or say `every {name.text} …`",
        )
    owner = next((each for each in names.kinds.values() if member_of(each, name.text) is not None), None)
    if owner is not None:
        member = member_of(owner, name.text)
        assert member is not None
        where = f"no {owner.name} is at hand" if kind is None else f"the individual at hand is {a(kind.name)}"
        inner = [word for word, value in context.variables.items() if value.type.kind is owner]
        named = [each.name for each in names.things.values() if isinstance(each, Individual) and each.kind is owner]
        example = next(iter([*reversed(inner), *named]), "…")
        said = f"{example}.{name.text}" if isinstance(member, Field) else f"{example} is {name.text}"
        moment = f", or `{example}.{name.text}` for the moment" if isinstance(member, Event) else ""
        raise refused(
            Code.DRN204,
            f"`{name.text}` is {_member_said(member)} of {owner.name}, and {where}",
            name.span,
            help=f"say whose it is: `{said}`{moment}",
        )
    message = f"nothing is called `{name.text}`"
    elsewhere = names.unused(Code.DRN204, message, name, "define")
    if elsewhere is None and kind is not None:
        elsewhere = names.unused(Code.DRN204, message, name, "member", kind.name)
    if elsewhere is not None:
        raise elsewhere
    own = [] if kind is None else members(kind)
    words = [each.name for each in names.defines.values() if not each.declaration.parameters]
    otherwise = ""
    if name.text in ("this", "it", "itself", "me"):
        otherwise = f"the individual at hand is `{SELF}`"
    elif dotted and kind is not None:
        otherwise = f"if it is to be {a(kind.name)}, name it behind the kind: `{kind.name} {name.text} …`"
    known = [*context.variables, *own, *names.things, *words]
    raise unknown(Code.DRN204, message, name, known, otherwise or ("" if known else f"declare it: its kind, and then `{name.text}`"))


# ---------------------------------------------------------------- what follows a dot


def _step(found: Found, path: Path, index: int, name: Name, context: Context) -> Found:
    if not isinstance(found, Value) or found.type.kind is None or found.type.sort is not Sort.INDIVIDUAL:
        raise _no_parts(found, path, index, name)
    kind = found.type.kind
    member = member_of(kind, name.text)
    if member is None:
        no_such_member(kind, name, _before(path, index), context)
    return _part(found, member, Span(path.span.source, path.span.start, name.span.end))


def _before(path: Path, index: int) -> str:
    return ".".join(each.text for each in path.names[:index])


def _no_parts(found: Found, path: Path, index: int, name: Name) -> Refused:
    before = _before(path, index)
    if isinstance(found, Word):
        return refused(Code.DRN206, f"`{before}` is a define and has no parts", name.span, help=f"say `{before}` alone")
    if isinstance(found, Change):
        what = "a moment" if isinstance(found.member, Event) else "a state"
        return refused(
            Code.DRN206,
            f"`{before}` is {what} and has no parts",
            name.span,
            help=f"say what is after `{path.names[index - 1].text}` of an individual",
        )
    return refused(Code.DRN206, f"`{before}` is {sort_said(found.type)} and has no parts", name.span, help=f"say `{before}` alone")


def no_such_member(kind: Kind, name: Name, subject: str, context: Context) -> NoReturn:
    """Raises: the kind has no member of that name."""
    context.names.missing(kind, name)
    message = f"no {kind.name} has `{name.text}`"
    _unspaced_minus(name, lambda word: member_of(kind, word) is not None or word in context.names.things, message)
    if name.text in context.names.defines:
        raise refused(Code.DRN208, f"`{name.text}` is a define and stands after `is`", name.span, help=f"write `{subject} is {name.text}`")
    elsewhere = context.names.unused(Code.DRN206, message, name, "member", kind.name)
    if elsewhere is not None:
        raise elsewhere
    owner = next((each for each in context.names.kinds.values() if member_of(each, name.text) is not None), None)
    otherwise = "" if owner is None else f"{a(owner.name)} has it"
    raise unknown(Code.DRN206, message, name, members(kind), otherwise)


def _unspaced_minus(name: Name, known: Callable[[str], bool], message: str) -> None:
    for index, sign in enumerate(name.text):
        if sign == "-":
            left, right = name.text[:index], name.text[index + 1 :]
            if known(left) and (_DURATION_TEXT.fullmatch(right) or known(right)):
                raise refused(
                    Code.DRN204,
                    f"{message}; a minus has spaces around it",
                    name.span,
                    help=f"write `{left} - {right}`",
                    fix=Fix(name.span, f"{left} - {right}"),
                )
