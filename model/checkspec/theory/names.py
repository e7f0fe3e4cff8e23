"""What words mean: the declared names of a scope, and the context in which an expression is read."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checkspec.language.tree import DefineDecl, Expression, Name, PopulationDecl
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Note, Refused
from checkspec.text.node import Node, fresh, node, record
from checkspec.text.source import Span
from checkspec.theory.complaints import Complaints, refused, unknown
from checkspec.theory.shelf import Shelf
from checkspec.theory.typed import Individual, Kind, Quantity, Term, Type

SELF = "self"
TYPES = ("bool", "duration", "count")


@node
class Value(Node):
    """A term with its type. `number`: what a literal (or a sum or product of literals) is; None if it is not known from the text.
    `given`: the same, where quantities with values count as literals too."""

    term: Term
    type: Type
    number: Fraction | None = None
    given: Fraction | None = None


@node
class Observed(Node):
    """The name of an observation: its instant."""

    name: str
    span: Span


@record
class Define:
    """A word of the vocabulary. `names`: the scope in which its body is read. `checked`: its body was read once; `broken`: in vain.

    `is_term`: it is a moment or number, not a formula. `weight`: how many expansions one use of it takes.
    """

    declaration: DefineDecl
    names: Names
    parameters: tuple[tuple[str, Kind], ...] = ()
    checked: bool = False
    broken: bool = False
    is_term: bool = False
    weight: int = 1

    @property
    def name(self) -> str:
        return self.declaration.name.text


@record
class PopulationText:
    """A population as declared. `names`: the scope in which it is read. `checked`: it was read once; `broken`: in vain. `reading`: it is
    being read, so that it cannot be used."""

    declaration: PopulationDecl
    names: Names
    kind: Kind
    checked: bool = False
    broken: bool = False
    reading: bool = False

    @property
    def name(self) -> str:
        return self.declaration.name.text


Fates = dict[str, tuple[Expression, "Names"]]
"""When a member of a population counts as `complete`, and when as `lost`, each with the scope in which it is read."""

Thing = Individual | Quantity | Observed


@record
class Names:
    """One scope. `shelf`: the rulebooks that there are, used or not. `sources`: the names of those who observe; in a formula they mean
    nothing. `fates`: by kind, what holds for populations that do not say it themselves. `broken`: names whose declaration was complained
    about; nothing more is said where they are used."""

    kinds: dict[str, Kind]
    shelf: Shelf
    defines: dict[str, Define] = fresh(factory=dict)
    things: dict[str, Thing] = fresh(factory=dict)
    broken: set[str] = fresh(factory=set)
    broken_members: dict[str, set[str]] = fresh(factory=dict)
    sources: set[str] = fresh(factory=set)
    populations: dict[str, PopulationText] = fresh(factory=dict)
    fates: dict[str, Fates] = fresh(factory=dict)

    def kind(self, name: Name) -> Kind:
        """The kind of that name. Raises if there is none."""
        found = self.kinds.get(name.text)
        if found is None:
            if name.text in self.broken:
                raise Refused()
            if name.text in self.populations:
                kind = self.populations[name.text].kind.name
                raise refused(
                    Code.DRN205, f"`{name.text}` is a population of {kind}, and a kind is wanted here", name.span, help=f"write `{kind}`"
                )
            message = f"no kind is called `{name.text}`"
            raise self.unused(Code.DRN205, message, name, "kind") or unknown(
                Code.DRN205, message, name, self.kinds, "" if self.kinds else self.shelf.first_step(name.text)
            )
        return found

    def population(self, name: Name) -> PopulationText | None:
        """The population of that name; None if it is a kind. Raises if it is neither, or was complained about."""
        found = self.populations.get(name.text)
        if found is None and name.text not in self.kinds and name.text not in self.broken and self.populations:
            message = f"no kind or population is called `{name.text}`"
            raise self.unused(Code.DRN205, message, name, "kind") or unknown(Code.DRN205, message, name, [*self.kinds, *self.populations])
        return found

    def unused(self, code: Code, message: str, name: Name, *where: str) -> Refused | None:
        """`message`, if a rulebook that is not used declares the name; `where`: as what (`"kind"`, `"member"` and of which kind)."""
        return self.shelf.missing(code, message, name.span, *where, name.text)

    def missing(self, kind: Kind, name: Name) -> None:
        """Raises if the kind's member of that name is one whose declaration was complained about."""
        if name.text in self.broken_members.get(kind.name, ()):
            raise Refused()


@node
class Context(Node):
    """How an expression is read.

    `me`: the individual at hand, whose members bare words are. `instant`: one is in force. `seen`: the kind in whose knowledge
    the expression is read. `expanding`: the defines in whose bodies it stands, outermost first.
    """

    names: Names
    variables: Mapping[str, Value] = fresh(factory=dict)
    me: Value | None = None
    instant: bool = False
    seen: Kind | None = None
    expanding: tuple[Define, ...] = ()

    def at_instant(self, instant: bool) -> Context:
        """The same with an instant in force, or without one."""
        if instant == self.instant:
            return self
        return Context(self.names, self.variables, self.me, instant, self.seen, self.expanding)

    def bind(self, name: str, value: Value) -> Context:
        """The same with a named variable."""
        return Context(self.names, {**self.variables, name: value}, self.me, self.instant, self.seen, self.expanding)

    def about(self, me: Value) -> Context:
        """The same with another individual at hand."""
        return Context(self.names, self.variables, me, self.instant, self.seen, self.expanding)

    def seen_by(self, kind: Kind) -> Context:
        """The same in the knowledge of a consumer."""
        return Context(self.names, self.variables, self.me, self.instant, kind, self.expanding)

    @property
    def at_hand(self) -> Kind | None:
        """The kind of the individual at hand."""
        return None if self.me is None else self.me.type.kind


class Register:
    """The names declared in one namespace, with their places. Complains of a name declared twice and of names that differ only by
    capital letters."""

    def __init__(self, complaints: Complaints) -> None:
        self._complaints = complaints
        self._first: dict[str, Name] = {}
        self._folded: dict[str, Name] = {}

    def copy(self) -> Register:
        """A register that knows the same names."""
        made = Register(self._complaints)
        made._first, made._folded = dict(self._first), dict(self._folded)
        return made

    def declare(self, name: Name, what: str) -> bool:
        """Whether the name is free; if not, that was complained about. `what`: a noun for the message, such as `offer`."""
        if name.text == SELF:
            self._complaints.add(
                Code.DRN203, f"`{SELF}` is the individual at hand and cannot be a name", name.span, help=f"give the {what} another name"
            )
            return False
        first = self._first.get(name.text)
        if first is not None:
            note = Note(f"`{name.text}` is declared here first", first.span)
            self._complaints.add(
                Code.DRN201,
                f"`{name.text}` is declared twice",
                name.span,
                help=f"give this {what} another name, or take it out",
                notes=(note,),
            )
            return False
        twin = self._folded.get(name.text.lower())
        if twin is not None:
            note = Note(f"`{twin.text}` is declared here", twin.span)
            self._complaints.add(
                Code.DRN202,
                f"`{name.text}` and `{twin.text}` differ only by capital letters",
                name.span,
                help=f"give the {what} another name: aloud the two are the same",
                notes=(note,),
            )
        self._first[name.text] = name
        self._folded.setdefault(name.text.lower(), name)
        return True
