"""Kinds from their declarations: first who has which members, then what the derived ones mean."""

from __future__ import annotations

from collections.abc import Iterable

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Fix, Note, Refused
from checkspec.text.node import Node, node
from checkspec.theory.comparisons import value_of
from checkspec.theory.complaints import Complaints, refused, unknown
from checkspec.theory.depth import shallow
from checkspec.theory.formulas import formula
from checkspec.theory.names import TYPES, Context, Fates, Names, Register, Value
from checkspec.theory.paths import sort_said
from checkspec.theory.populations import counted_as
from checkspec.theory.terms import as_instant, term
from checkspec.theory.typed import Constant, Event, Field, Kind, Sees, Sort, State, Term, Type

HABITS = {"int": "count", "integer": "count", "number": "count", "nat": "count", "seconds": "duration", "time": "duration"}
HABITS |= {"boolean": "bool", "truth": "bool", "flag": "bool"}
"""How the types are called elsewhere."""


@node
class KindText(Node):
    """One declaration, with the scope in which its definitions are read."""

    declaration: tree.KindDecl
    names: Names


def declare_kinds(declarations: Iterable[tree.KindDecl], kinds: dict[str, Kind], complaints: Complaints) -> None:
    """Make the kinds that are declared and not there yet, without members."""
    register = Register(complaints)
    for declaration in declarations:
        name = declaration.name
        if name.text not in kinds:
            if name.text in TYPES:
                complaints.add(Code.DRN203, f"`{name.text}` is a type and cannot be a kind", name.span, help="give the kind another name")
            register.declare(name, "kind")
            kinds[name.text] = Kind(name.text, declaration.span)
        if declaration.title is not None and not kinds[name.text].title:
            kinds[name.text].title = declaration.title.text


def type_of(written: tree.TypeName, names: Names) -> Type:
    """The type that is written. Raises if there is no such type."""
    if len(written.names) > 1:
        values = tuple(name.text for name in written.names)
        for index, name in enumerate(written.names):
            if name.text in values[:index]:
                raise refused(Code.DRN201, f"`{name.text}` is declared twice", name.span, help="each word of a choice stands once")
        return Type(Sort.CHOICE, choices=values, optional=written.optional)
    name = written.names[0]
    match name.text:
        case "bool":
            return Type(Sort.BOOL, optional=written.optional)
        case "duration":
            return Type(Sort.DURATION, optional=written.optional)
        case "count":
            return Type(Sort.COUNT, optional=written.optional)
    kind = names.kinds.get(name.text)
    if kind is None:
        if name.text in names.broken:
            raise Refused()
        message = f"no type or kind is called `{name.text}`"
        if name.text.lower() in HABITS:
            meant = HABITS[name.text.lower()]
            raise refused(Code.DRN205, message, name.span, help=f"do you mean `{meant}`?", fix=Fix(name.span, meant))
        if name.text in names.populations:
            return Type(Sort.INDIVIDUAL, names.kind(name))  # which says that it is none
        raise names.unused(Code.DRN205, message, name, "kind") or unknown(Code.DRN205, message, name, [*TYPES, *names.kinds])
    return Type(Sort.INDIVIDUAL, kind, optional=written.optional)


class Members:
    """Gives the kinds their members, and then the members their meanings."""

    def __init__(self, texts: list[KindText], complaints: Complaints) -> None:
        self._texts = texts
        self._complaints = complaints
        self._registers: dict[str, Register] = {}
        self._meanings: list[tuple[Kind, tree.FieldDecl | tree.EventDecl | tree.StateDecl, Names, Field | Event | State]] = []

    def declare(self) -> None:
        """All members with their types, none with its meaning yet."""
        for text in self._texts:
            kind = text.names.kinds[text.declaration.name.text]
            for member in text.declaration.members:
                if not isinstance(member, tree.SeesDecl | tree.FatesDecl):
                    self._member(kind, member, text.names)

    def _member(self, kind: Kind, member: tree.FieldDecl | tree.ReferenceDecl | tree.EventDecl | tree.StateDecl, names: Names) -> None:
        if not self._registers.setdefault(kind.name, Register(self._complaints)).declare(member.name, "member"):
            return
        name = member.name.text
        made: Field | Event | State
        try:
            match member:
                case tree.FieldDecl():
                    made = kind.fields[name] = Field(name, type_of(member.type, names), member.span)
                case tree.ReferenceDecl():
                    type_ = Type(Sort.INDIVIDUAL, names.kind(member.kind), optional=member.optional)
                    kind.fields[name] = Field(name, type_, member.span, member.preposition)
                    return
                case tree.EventDecl():
                    title = "" if member.title is None else member.title.text
                    made = kind.events[name] = Event(name, member.span, title)
                case tree.StateDecl():
                    title = "" if member.title is None else member.title.text
                    made = kind.states[name] = State(name, member.span, title)
            self._meanings.append((kind, member, names, made))
        except Refused as refusal:
            names.broken_members.setdefault(kind.name, set()).add(name)
            self._complaints.take(refusal)

    def define(self) -> None:
        """Defaults, definitions and bounds."""
        for kind, member, names, made in self._meanings:
            with self._complaints:
                me = Value(kind.self, Type(Sort.INDIVIDUAL, kind))
                meaning = member.default if isinstance(member, tree.FieldDecl) else member.definition
                if meaning is not None:
                    shallow(meaning)
                match member, made:
                    case tree.FieldDecl(), Field() if member.default is not None:
                        made.default = default_of(member.default, made, Context(names, me=me))
                    case tree.EventDecl(), Event() if member.definition is not None:
                        made.definition = as_instant(term(member.definition, Context(names, me=me)), member.definition)
                    case tree.StateDecl(), State() if member.definition is not None:
                        made.definition = formula(member.definition, Context(names, me=me, instant=True))
        for text in self._texts:
            kind = text.names.kinds[text.declaration.name.text]
            for seen in text.declaration.members:
                if isinstance(seen, tree.SeesDecl):
                    with self._complaints:
                        self._sees(kind, seen, text.names)

    def count(self, fates: dict[str, Fates]) -> None:
        """What counts as complete, and as lost, in populations of a kind."""
        for text in self._texts:
            for said in text.declaration.members:
                if isinstance(said, tree.FatesDecl):
                    counted_as(said.fates, text.names, fates.setdefault(text.declaration.name.text, {}), self._complaints)

    def see(self) -> None:
        """Whom consumers see, before any definition is read."""
        for text in self._texts:
            kind = text.names.kinds[text.declaration.name.text]
            for seen in text.declaration.members:
                if isinstance(seen, tree.SeesDecl) and seen.kind.text in text.names.kinds:
                    kind.sees.setdefault(seen.kind.text, Sees(text.names.kinds[seen.kind.text], kind.self, seen.span))

    def _sees(self, kind: Kind, seen: tree.SeesDecl, names: Names) -> None:
        target = names.kind(seen.kind)
        first = kind.sees[target.name]
        if first.span != seen.span:
            raise refused(
                Code.DRN201,
                f"what {kind.name} sees of {target.name} is declared twice",
                seen.span,
                help="keep one of the two",
                notes=(Note("it is declared here first", first.span),),
            )
        value = term(seen.bound, Context(names, me=Value(kind.self, Type(Sort.INDIVIDUAL, kind))))
        if value.type.sort is not Sort.DURATION:
            raise refused(
                Code.DRN210,
                f"`within` needs a duration, and `{seen.bound.span.text}` is {sort_said(value.type)}",
                seen.bound.span,
                help="write a duration, such as `5s`, or a field whose type is `duration`",
            )
        first.bound = value.term


def default_of(written: tree.Expression, field: Field, context: Context) -> Term:
    """The default of a field, over the individual at hand. A literal `none` is a constant of sort NONE."""
    if isinstance(written, tree.Constant) and written.sort in ("none", "unknown"):
        if written.sort == "unknown":
            raise refused(
                Code.DRN216, "a default is never `unknown`: a field without a default is", written.span, help="leave the default out"
            )
        if not field.type.optional:
            raise refused(
                Code.DRN216,
                f"`{field.name}` is always there and cannot be `none`",
                written.span,
                help="a `?` after the type makes it optional",
            )
        return Constant(False, Type(Sort.NONE), written.span)
    return value_of(written, field.type, context)
