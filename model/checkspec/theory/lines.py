"""Single lines of a theory: rules, assumptions, values and defaults, each elaborated once for all cases in which it is the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable

from checkspec.language import tree
from checkspec.language.tree import Expression
from checkspec.text.codes import Code
from checkspec.text.source import Span
from checkspec.theory.comparisons import value_of
from checkspec.theory.complaints import Complaints, refused, unknown
from checkspec.theory.depth import shallow
from checkspec.theory.formulas import formula
from checkspec.theory.kinds import default_of
from checkspec.theory.names import Context, Value
from checkspec.theory.quantifiers import reference
from checkspec.theory.terms import individual, kind_of
from checkspec.theory.typed import (
    Absent,
    Compare,
    Constant,
    Field,
    FieldOf,
    Formula,
    Individual,
    Line,
    Quantity,
    Role,
    Same,
    Sort,
    Term,
    Type,
)
from checkspec.theory.vocabulary import Vocabulary


def statement(expression: Expression, context: Context) -> Formula:
    """The formula of a whole statement. Raises what is wrong with it, also if it is nested too deeply."""
    shallow(expression)
    return formula(expression, context)


def written(span: Span) -> str:
    """A stretch of text as a label: without comments, on one line."""
    return " ".join(re.sub(r"#[^\n]*", "", span.text).split())


class Lines:
    """Makes the lines of one scenario, and takes those over that were made before in the same scope."""

    def __init__(self, vocabulary: Vocabulary, complaints: Complaints) -> None:
        self._vocabulary = vocabulary
        self._complaints = complaints
        self.context = Context(vocabulary.spec)

    def once(self, key: Hashable, make: Callable[[], Line | None], of_book: bool = False) -> Line | None:
        """The line for `key`: made now, or before. None if it is refused, which is complained about."""
        known = self._vocabulary.book_lines if of_book else self._vocabulary.lines
        if key not in known:
            known[key] = None
            with self._complaints:
                known[key] = make()
        return known[key]

    def rule(self, item: tree.RuleDecl, sources: dict[str, str], of_book: bool) -> Line | None:
        """A rule; what it cites must be declared."""
        return self.once(id(item), lambda: self._rule(item, sources, of_book), of_book)

    def _rule(self, item: tree.RuleDecl, sources: dict[str, str], of_book: bool) -> Line:
        for cited in item.cites:
            if isinstance(cited, tree.Name) and cited.text not in sources:
                with self._complaints:
                    message = f"no source is called `{cited.text}`"
                    elsewhere = self._vocabulary.spec.unused(Code.DRN218, message, cited, "source")
                    raise elsewhere or unknown(Code.DRN218, message, cited, sources, f'declare it: `cite {cited.text} "…"`')
        formula = statement(item.formula, self._context(of_book))
        return Line(Role.RULE, item.label.text, formula, item.span, tuple(cited.text for cited in item.cites))

    def assumption(self, item: tree.Assume, of_book: bool = False, offer: str | None = None) -> Line | None:
        """An assumption; without a label its own text is the label."""

        def make() -> Line:
            label = written(item.formula.span) if item.label is None else item.label.text
            return Line(Role.ASSUMPTION, label, statement(item.formula, self._context(of_book)), item.span, offer=offer)

        return self.once((id(item), offer), make, of_book)

    def quantity(self, item: tree.QuantityDecl) -> Line | None:
        """The value of a quantity; None if it has none."""
        thing = self._vocabulary.spec.things.get(item.name.text)
        if item.value is None or not isinstance(thing, Quantity) or thing.span != item.name.span:
            return None
        value = item.value

        def make() -> Line | None:
            label = f"{item.name.text}: {written(value.span)}"
            if isinstance(value, tree.Constant) and value.sort == "unknown":
                return None
            if isinstance(value, tree.Constant) and value.sort == "none":
                if not thing.type.optional:
                    raise refused(
                        Code.DRN216,
                        f"`{thing.name}` is always there and cannot be `none`",
                        value.span,
                        help="leave the value out, and the search chooses one",
                    )
                return Line(Role.VALUE, label, Absent(thing, item.span), item.span)
            return Line(Role.VALUE, label, _equal(thing, thing.type, value_of(value, thing.type, self.context), item.span), item.span)

        return self.once(id(item), make)

    def value(self, subject: Individual, field: Field, expression: Expression, label: str, span: Span, offer: str | None) -> Line | None:
        """`subject.field: expression`. None if it is `unknown`."""

        def make() -> Line | None:
            shallow(expression)
            place = FieldOf(subject, field, span)
            if isinstance(expression, tree.Constant) and expression.sort == "unknown":
                return None
            if isinstance(expression, tree.Constant) and expression.sort == "none":
                if not field.type.optional:
                    raise refused(
                        Code.DRN216,
                        f"`{field.name}` is always there and cannot be `none`",
                        expression.span,
                        help="`unknown` lets the search choose it",
                    )
                meaning: Formula = Absent(place, span)
            else:
                meaning = _equal(place, field.type, value_of(expression, field.type, self.context), span)
            return Line(Role.VALUE, label, meaning, span, offer=offer, subject=subject, field=field)

        return self.once((id(expression), subject, offer), make)

    def phrase(self, subject: Individual, phrase: tree.Phrase) -> Line | None:
        """`request R on A`: the reference that the phrase gives."""

        def make() -> Line:
            target = individual(phrase.path, self.context, f"`{phrase.preposition} …`")
            field = reference(subject.kind, phrase, kind_of(target))
            meaning = Same(FieldOf(subject, field, phrase.span), target.term, False, phrase.span)
            return Line(Role.VALUE, f"{subject.name} {written(phrase.span)}", meaning, phrase.span, subject=subject, field=field)

        return self.once((id(phrase), subject), make)

    def default(self, subject: Individual, field: Field, declaration: tree.FieldDecl, of_book: bool) -> Line | None:
        """What holds of a named individual's field to which nothing was given."""
        assert declaration.default is not None
        expression = declaration.default

        def make() -> Line:
            me = Value(subject, Type(Sort.INDIVIDUAL, subject.kind))
            value = default_of(expression, field, Context(self._context(of_book).names, me=me))
            place, span = FieldOf(subject, field, declaration.span), declaration.span
            absent = isinstance(value, Constant) and value.type.sort is Sort.NONE
            meaning = Absent(place, span) if absent else _equal(place, field.type, value, span)
            label = f"{subject.name}.{field.name}: {written(expression.span)} (default)"
            return Line(Role.DEFAULT, label, meaning, span, subject=subject, field=field)

        return self.once((id(declaration), subject), make)

    def _context(self, of_book: bool) -> Context:
        return Context(self._vocabulary.book) if of_book else self.context


def _equal(place: Term, type_: Type, value: Term, span: Span) -> Formula:
    if type_.sort in (Sort.DURATION, Sort.COUNT, Sort.INSTANT):
        return Compare("=", place, value, "=", span)
    return Same(place, value, False, span)
