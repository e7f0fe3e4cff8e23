"""One scenario: the layers of a file, or of a case, put together to a theory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Note, Refused
from checkspec.text.node import fresh, record
from checkspec.text.source import Span
from checkspec.theory.complaints import Complaints, a, nearest, refused, there_is, unknown
from checkspec.theory.files import Layer, Rulebook, in_release, release_of
from checkspec.theory.lines import Lines, written
from checkspec.theory.names import Register
from checkspec.theory.paths import member_of
from checkspec.theory.typed import Field, Individual, Kind, Line, Role
from checkspec.theory.vocabulary import Vocabulary, rulebooks

Place = tuple[Individual, Field]
GIVEN_TWICE = "keep one of the two; a case or an offer may set the value anew"


@record
class Stated:
    """What is stated so far, in the file's order. The keys of `lines` are the place that a value is for, or the statement of an
    assumption. `failed`: labels of what was complained about."""

    rules: list[Line] = fresh(factory=list)
    lines: dict[object, Line] = fresh(factory=dict)
    dropped: list[str] = fresh(factory=list)
    sources: dict[str, str] = fresh(factory=dict)
    failed: set[str] = fresh(factory=set)


class Scenario:
    """Puts the layers together: rules, values, defaults, assumptions, and what `without` drops of them."""

    def __init__(self, layers: Sequence[Layer], vocabulary: Vocabulary, complaints: Complaints) -> None:
        self.layers = layers
        self.vocabulary = vocabulary
        self.lines = Lines(vocabulary, complaints)
        self.stated = Stated()
        self._complaints = complaints
        self._books = rulebooks(layers)
        self._fields = self._declared_fields()
        self._release = release_of(self._books)
        self._offered = {
            item.label.text: number
            for number, layer in reversed([*enumerate(layers)])
            for offer in layer.items
            if isinstance(offer, tree.OfferDecl)
            for item in offer.items
            if isinstance(item, tree.Assume) and item.label is not None
        }
        self._dropped_in: dict[str, int] = {}
        self.individuals: list[Individual] = []
        for layer in layers:
            self._cite(layer)
        for number, layer in enumerate(layers):
            self._layer(layer, number)

    def drops(self, label: str, number: int) -> bool:
        """Whether a `without` takes out an assumption of this label that an offer of layer `number` makes."""
        return self._dropped_in.get(label, -1) > number

    # ------------------------------------------------------------ layers

    def _cite(self, layer: Layer) -> None:
        own = [item for item in layer.items if not isinstance(item, Rulebook)]
        for items in (*(item.items for item in layer.items if isinstance(item, Rulebook)), own):
            register = Register(self._complaints)
            for each in items:
                if isinstance(each, tree.Cite) and register.declare(each.name, "source"):
                    self.stated.sources.setdefault(each.name.text, each.text.text)

    def _layer(self, layer: Layer, number: int) -> None:
        stated = self.stated
        earlier_books = {book for each in self.layers[:number] for book in each.items if isinstance(book, Rulebook)}
        settings = {id(item): self._place(item) for item in layer.items if isinstance(item, tree.Setting)}
        given: dict[Place, Span] = {}
        for item in layer.items:
            if isinstance(item, tree.Setting) and (place := settings[id(item)]) is not None:
                given.setdefault(place, item.path.span)
        without = [item for item in layer.items if isinstance(item, tree.Without)]
        seen: dict[Place, Span] = {}
        before = list(stated.lines), len(stated.rules)
        borrowed: dict[Rulebook, list[Line]] = {}
        for item in layer.items:
            match item:
                case Rulebook() if item not in earlier_books and item not in borrowed:
                    borrowed[item] = self._book(item)
                case tree.RuleDecl() if in_release(item, self._release):
                    self._rule(item, False)
                case tree.Individuals():
                    self._individuals(item, given, seen)
                case tree.QuantityDecl():
                    line = self.lines.quantity(item)
                    if line is not None:
                        stated.lines[id(item)] = line
                case tree.Assume():
                    self._assume(item, False)
                case tree.Setting() if settings[id(item)] is not None:
                    self._set(item, settings[id(item)], seen)
        earlier = [stated.lines[key] for key in before[0] if key in stated.lines] + stated.rules[: before[1]]
        for book in borrowed:
            others = [line for other, lines in borrowed.items() if other is not book for line in lines]
            for each in book.items:
                if isinstance(each, tree.Without):
                    self._without(each, [*earlier, *others], number)
        for drop in without:
            self._without(drop, [*earlier, *(line for lines in borrowed.values() for line in lines)], number)

    def _book(self, book: Rulebook) -> list[Line]:
        made: list[Line | None] = []
        for item in book.items:
            if isinstance(item, tree.RuleDecl):
                made.append(self._rule(item, True))
            elif isinstance(item, tree.Assume):
                made.append(self._assume(item, True))
        return [line for line in made if line is not None]

    def _rule(self, item: tree.RuleDecl, of_book: bool) -> Line | None:
        line = self.lines.rule(item, self.stated.sources, of_book)
        if line is None:
            self.stated.failed.add(item.label.text)
        else:
            self.stated.rules.append(line)
        return line

    def _assume(self, item: tree.Assume, of_book: bool) -> Line | None:
        line = self.lines.assumption(item, of_book)
        if line is None:
            self.stated.failed.add(written(item.formula.span) if item.label is None else item.label.text)
        else:
            self.stated.lines[id(item)] = line
        return line

    # ------------------------------------------------------------ individuals and their values

    def _declared_fields(self) -> dict[Kind, list[tuple[Field, tree.FieldDecl, bool]]]:
        """The fields with defaults of each kind, with their declarations; whether it stands in a rulebook."""
        found: dict[Kind, list[tuple[Field, tree.FieldDecl, bool]]] = {}
        own = [(item, False) for layer in self.layers for item in layer.items if isinstance(item, tree.KindDecl)]
        books = [(item, True) for book in self._books for item in book.items if isinstance(item, tree.KindDecl)]
        for declaration, of_book in (*books, *own):
            kind = self.vocabulary.kinds[declaration.name.text]
            for member in declaration.members:
                if isinstance(member, tree.FieldDecl) and member.default is not None:
                    made = kind.fields.get(member.name.text)
                    if made is not None and made.span == member.span and made.default is not None:
                        found.setdefault(kind, []).append((made, member, of_book))
        return found

    def _individuals(self, item: tree.Individuals, given: dict[Place, Span], seen: dict[Place, Span]) -> None:
        for name in item.names:
            subject = self.vocabulary.spec.things.get(name.text)
            if not isinstance(subject, Individual) or subject.span != name.span:
                continue
            self.individuals.append(subject)
            for phrase in item.phrases:
                line = self.lines.phrase(subject, phrase)
                if line is not None and line.field is not None:
                    self._give((subject, line.field), line, phrase.span, seen)
            for assignment in item.assignments:
                with self._complaints:
                    made = self.field(subject, assignment.field)
                    label = f"{subject.name}.{made.name}: {written(assignment.value.span)}"
                    line = self.lines.value(subject, made, assignment.value, label, assignment.span, None)
                    self._give((subject, made), line, assignment.span, seen)
            for made, declaration, of_book in self._fields.get(subject.kind, ()):
                if (subject, made) not in given and (subject, made) not in seen:
                    line = self.lines.default(subject, made, declaration, of_book)
                    if line is not None:
                        self.stated.lines[subject, made] = line

    def _set(self, item: tree.Setting, place: Place | None, seen: dict[Place, Span]) -> None:
        assert place is not None
        self._give(place, self.setting(item, place, None), item.span, seen)

    def _give(self, place: Place, line: Line | None, span: Span, seen: dict[Place, Span]) -> None:
        if place in seen:
            note = Note("it is given here first", seen[place])
            self._complaints.add(Code.DRN213, f"`{place[0].name}.{place[1].name}` is given twice", span, help=GIVEN_TWICE, notes=(note,))
            return
        seen[place] = span
        self.stated.lines.pop(place, None)
        if line is not None:
            self.stated.lines[place] = line

    def setting(self, item: tree.Setting, place: Place, offer: str | None) -> Line | None:
        """The line of a setting; None for `unknown`."""
        label = f"{place[0].name}.{place[1].name}: {written(item.value.span)}"
        return self.lines.value(*place, item.value, label, item.span, offer)

    def place(self, item: tree.Setting) -> Place:
        """What a setting is for. Raises if that is no field of an individual."""
        names = item.path.names
        spec = self.vocabulary.spec
        subject = spec.things.get(names[0].text)
        if not isinstance(subject, Individual):
            if names[0].text in spec.broken:
                raise Refused()
            known = [each.name for each in spec.things.values() if isinstance(each, Individual)]
            what = "nothing is" if subject is None else "no individual is"
            raise unknown(Code.DRN204, f"{what} called `{names[0].text}`", names[0], known)
        made = self.field(subject, names[1])
        if len(names) > 2:
            raise refused(
                Code.DRN206,
                f"`{item.path.span.text}` cannot be set: a setting is for a field of a named individual",
                item.path.span,
                help=f"give what `{'.'.join(each.text for each in names[:-1])}` leads to a name, and set the field of that",
            )
        return subject, made

    def _place(self, item: tree.Setting) -> Place | None:
        with self._complaints:
            return self.place(item)
        return None

    def field(self, subject: Individual, name: tree.Name) -> Field:
        """The field of an individual. Raises if it has none of that name."""
        kind = subject.kind
        found = kind.fields.get(name.text)
        if found is None:
            self.vocabulary.spec.missing(kind, name)
            member = member_of(kind, name.text)
            if member is not None:
                what = "an event" if name.text in kind.events else "a state"
                raise refused(
                    Code.DRN208, f"`{name.text}` is {what} and is not set", name.span, help="say with `assume` what is known of it"
                )
            message = f"no {kind.name} has a field `{name.text}`"
            elsewhere = self.vocabulary.spec.unused(Code.DRN206, message, name, "member", kind.name)
            owner = next((each for each in self.vocabulary.kinds.values() if name.text in each.fields), None)
            raise elsewhere or unknown(Code.DRN206, message, name, kind.fields, "" if owner is None else f"{a(owner.name)} has it")
        return found

    # ------------------------------------------------------------ what is dropped

    def _without(self, item: tree.Without, droppable: Sequence[Line], number: int) -> None:
        known = [line.label for line in droppable if line.role in (Role.RULE, Role.ASSUMPTION)]
        for label in item.labels:
            if label.text in self.stated.failed:
                continue
            if label.text not in known and self._offered.get(label.text, number) >= number:
                here = any(line.label == label.text for line in (*self.stated.rules, *self.stated.lines.values()))
                near = nearest(label.text, [*known, *self._offered])
                helps = "it stands in the same text: take it out there" if here else f"do you mean `{near}`?" if near else ""
                helps = helps or _labels(droppable, self._offered) or "nothing from elsewhere has a label: take the line out"
                message = (
                    f"there is nothing from elsewhere called `{label.text}`" if here else f"no rule or assumption is called `{label.text}`"
                )
                used = {book.name for book in self._books if book.release is not None}
                elsewhere = self.vocabulary.spec.shelf.missing(Code.DRN217, message, label.span, "label", label.text, used=used)
                self._complaints.take(elsewhere or refused(Code.DRN217, message, label.span, help=helps))
                continue
            gone = {line for line in droppable if line.label == label.text and line.role in (Role.RULE, Role.ASSUMPTION)}
            self.stated.rules = [line for line in self.stated.rules if line not in gone]
            self.stated.lines = {key: line for key, line in self.stated.lines.items() if line not in gone}
            self._dropped_in[label.text] = number
            if label.text not in self.stated.dropped:
                self.stated.dropped.append(label.text)


def _labels(lines: Sequence[Line], offered: Iterable[str]) -> str:
    """The labels that somebody wrote: those of the assumptions, or if there are none, those of the rules."""
    written = [line for line in lines if line.label and line.label != " ".join(line.formula.span.text.split())]
    supposed = [line.label for line in written if line.role is Role.ASSUMPTION]
    return there_is([*dict.fromkeys((*supposed, *offered))]) or there_is(
        [*dict.fromkeys(line.label for line in written if line.role is Role.RULE)]
    )
