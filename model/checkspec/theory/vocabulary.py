"""The words of a scenario: its kinds with their members, its defines and its names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from checkspec.language import tree
from checkspec.language.values import varied
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Note
from checkspec.text.node import fresh, record
from checkspec.text.source import Span
from checkspec.theory.boundaries import boundaries
from checkspec.theory.complaints import Complaints
from checkspec.theory.cycles import check_kinds
from checkspec.theory.declared import Boundary
from checkspec.theory.defines import check
from checkspec.theory.files import Layer, Rulebook
from checkspec.theory.kinds import KindText, Members, declare_kinds, type_of
from checkspec.theory.likeness import warn_of_slips
from checkspec.theory.names import Define, Names, Observed, Register
from checkspec.theory.paths import member_of
from checkspec.theory.populations import check as check_population
from checkspec.theory.populations import check_fates, declare
from checkspec.theory.shelf import Shelf
from checkspec.theory.typed import Individual, Kind, Line, Quantity, Sort

BUILT_IN = ("min", "max", "count")


@record
class Vocabulary:
    """`book`: the scope of the rulebooks, which knows no name of the spec; `spec`: the scope of the spec.

    `boundaries`: by name, those of the rulebooks first. `book_lines`, `lines`: what was elaborated in these scopes, by the statement; None:
    in vain.
    """

    book: Names
    spec: Names
    register: Register
    book_lines: dict[object, Line | None] = fresh(factory=dict)
    lines: dict[object, Line | None] = fresh(factory=dict)
    boundaries: dict[str, Boundary] = fresh(factory=dict)

    @property
    def kinds(self) -> dict[str, Kind]:
        return self.spec.kinds


def build(layers: Sequence[Layer], complaints: Complaints, shelf: Shelf) -> Vocabulary:
    """The vocabulary of a scenario from nothing. `shelf`: where words are looked up that nothing declares."""
    kinds: dict[str, Kind] = {}
    made = Vocabulary(Names(kinds, shelf), Names(kinds, shelf), Register(complaints))
    books = [item for book in rulebooks(layers) for item in book.items]
    own = [item for layer in layers for item in layer.items]
    texts = [KindText(item, made.book) for item in books if isinstance(item, tree.KindDecl)]
    texts += [KindText(item, made.spec) for item in own if isinstance(item, tree.KindDecl)]
    declare_kinds((text.declaration for text in texts), kinds, complaints)
    warn_of_slips(layers, complaints)
    made.book.broken_members = made.spec.broken_members
    members = Members(texts, complaints)
    members.declare()
    members.see()
    for names, items in ((made.book, books), (made.spec, own)):
        if names is made.spec:
            _declare_populations(own, made, complaints)
        for item in items:
            if isinstance(item, tree.DefineDecl):
                _define(item, names, made.register, complaints)
        if names is made.book:
            made.spec.defines.update(made.book.defines)
            made.spec.broken |= made.book.broken
    members.count(made.spec.fates)
    made.book.fates = made.spec.fates
    _declare(own, made, complaints)
    _check_populations(own, made.spec, complaints)
    for define in made.spec.defines.values():
        with complaints:
            check(define)
    members.define()
    for name, fates in made.spec.fates.items():
        check_fates(kinds[name], fates, complaints)
    check_kinds(kinds, complaints)
    made.boundaries = boundaries((*books, *own), made.spec, complaints)
    return made


def extended(base: Vocabulary, layers: Sequence[Layer], added: Sequence[Layer], complaints: Complaints) -> Vocabulary:
    """The vocabulary of a case: `layers` are all of its layers, `added` those beyond the scenario that `base` is of. What can be
    shared with it is."""
    items = [item for layer in added for item in layer.items]
    inner = [part for item in items if isinstance(item, Rulebook) for part in item.items]
    if any(isinstance(item, tree.KindDecl | tree.BoundaryDecl | tree.DefineDecl) for item in (*items, *inner)):
        return build(layers, complaints, base.spec.shelf)
    said = (tree.Individuals, tree.QuantityDecl, tree.SourceDecl, tree.ObserveDecl, tree.PopulationDecl)
    if not any(isinstance(item, said) for item in items):
        return base
    spec = Names(base.kinds, base.spec.shelf, base.spec.defines, dict(base.spec.things), set(base.spec.broken), base.spec.broken_members)
    spec.sources |= base.spec.sources
    spec.populations.update(base.spec.populations)
    spec.fates.update(base.spec.fates)
    made = Vocabulary(base.book, spec, base.register.copy(), base.book_lines, boundaries=base.boundaries)
    _declare_populations(items, made, complaints)
    _declare(items, made, complaints)
    _check_populations(items, spec, complaints)
    return made


def rulebooks(layers: Iterable[Layer]) -> list[Rulebook]:
    """The rulebooks that layers use, each once, in their order."""
    return list(dict.fromkeys(item for layer in layers for item in layer.items if isinstance(item, Rulebook)))


def _define(item: tree.DefineDecl, names: Names, register: Register, complaints: Complaints) -> None:
    if item.name.text in BUILT_IN:
        complaints.add(
            Code.DRN203,
            f"`{item.name.text}` has its meaning in the language and cannot be a define",
            item.name.span,
            help="give the define another name",
        )
        return
    if not register.declare(item.name, "define"):
        return
    with complaints:
        own = Register(complaints)
        names.broken.add(item.name.text)
        parameters = [(each.name.text, names.kind(each.type)) for each in item.parameters if own.declare(each.name, "parameter")]
        if len(parameters) < len(item.parameters):
            return
        if len(parameters) == 1 and (member := member_of(parameters[0][1], item.name.text)) is not None:
            note = Note(f"`{member.name}` of {parameters[0][1].name} is declared here", member.span)
            complaints.add(
                Code.DRN201,
                f"`{item.name.text}` is already said of {parameters[0][1].name}",
                item.name.span,
                help="give the define another name",
                notes=(note,),
            )
            return
        names.broken.discard(item.name.text)
        names.defines[item.name.text] = Define(item, names, tuple(parameters))


def _declare_populations(items: Iterable[tree.Item | Rulebook], made: Vocabulary, complaints: Complaints) -> None:
    for item in items:
        if isinstance(item, tree.PopulationDecl):
            declare(item, made.spec, made.register, complaints)


def _check_populations(items: Iterable[tree.Item | Rulebook], names: Names, complaints: Complaints) -> None:
    for item in items:
        if isinstance(item, tree.PopulationDecl) and (text := names.populations.get(item.name.text)) is not None:
            with complaints:
                check_population(text)


def _declare(items: Iterable[tree.Item | Rulebook], made: Vocabulary, complaints: Complaints) -> None:
    """Individuals, quantities, sources and observations."""
    spec = made.spec
    for item in items:
        if isinstance(item, tree.SourceDecl):
            if item.name.text not in spec.sources:
                (spec.sources if made.register.declare(item.name, "source") else spec.broken).add(item.name.text)
        elif isinstance(item, tree.ObserveDecl):
            if made.register.declare(item.name, "observation"):
                spec.things[item.name.text] = Observed(item.name.text, item.name.span)
        elif isinstance(item, tree.QuantityDecl):
            if isinstance(known := spec.things.get(item.name.text), Quantity):
                complaints.add(Code.DRN201, *_again(item, known))
            elif made.register.declare(item.name, "quantity"):
                spec.broken.add(item.name.text)
                with complaints:
                    type_ = type_of(item.type, spec)
                    if type_.sort not in (Sort.DURATION, Sort.COUNT):
                        complaints.add(
                            Code.DRN210,
                            "a quantity is a `duration` or a `count`",
                            item.type.span,
                            help="for anything else declare a kind with a field",
                        )
                        continue
                    spec.broken.discard(item.name.text)
                    spec.things[item.name.text] = Quantity(item.name.text, type_, item.name.span, _reckoned(item.value))
        elif isinstance(item, tree.Individuals):
            _individuals(item, made, complaints)


def _again(item: tree.QuantityDecl, known: Quantity) -> tuple[str, Span, str, None, tuple[Note, ...]]:
    name, value = item.name.text, "…" if item.value is None else item.value.span.text
    given = re.match(r"\s*:\s*[^=\n]*=\s*([^\n#}]*[^\s#}])", known.span.source.text[known.span.end :])
    help = f"keep one of the two; {varied(name, item.type.span.text, given[1] if given else '…', value)}"
    return f"`{name}` is declared twice", item.name.span, help, None, (Note(f"`{name}` is declared here first", known.span),)


def _reckoned(value: tree.Expression | None) -> Fraction | None:
    """What a value comes to that is written in numbers alone; None for any other."""
    match value:
        case tree.Constant(value=number):
            return number
        case tree.Arithmetic(operator=operator, left=left, right=right):
            first, second = _reckoned(left), _reckoned(right)
            if first is None or second is None:
                return None
            return first + second if operator == "+" else first - second if operator == "-" else first * second
        case _:
            return None


def _individuals(item: tree.Individuals, made: Vocabulary, complaints: Complaints) -> None:
    spec = made.spec
    kind = spec.kinds.get(item.kind.text)
    if kind is None:
        first = item.names[0].text
        if first in spec.kinds:
            complaints.add(
                Code.DRN205,
                f"no kind is called `{item.kind.text}`",
                item.kind.span,
                help=f"to say that there are no others, write `assume no other {first}`",
            )
            return
        with complaints:
            spec.kind(item.kind)
    for name in item.names:
        if not made.register.declare(name, item.kind.text):
            continue
        if kind is None:
            spec.broken.add(name.text)
        else:
            spec.things[name.text] = Individual(name.text, kind, name.span)
