"""One method for each rule of `grammar/drn.lark` that makes a statement or a part of one. `build_formulas.py` has the formulas."""

from __future__ import annotations

from checkspec.language import tree
from checkspec.language.build_formulas import E, FormulaBuilder, Where, phrases_among, where_among
from checkspec.language.lexer import Token
from checkspec.text.source import Span

Member = tree.FieldDecl | tree.ReferenceDecl | tree.EventDecl | tree.StateDecl | tree.SeesDecl | tree.FatesDecl
Cited = tree.Name | tree.Text
Offered = tree.Assume | tree.Setting | tree.PromiseDecl


class Builder(FormulaBuilder):
    """Makes the tree of a source."""

    def start(self, span: Span, *items: tree.Item) -> list[tree.Item]:
        return list(items)

    # ------------------------------------------------------------ files

    def use_rulebook(self, span: Span, name: tree.Name, release: tree.Name | None) -> tree.UseRulebook:
        return tree.UseRulebook(name, release, span)

    def release(self, span: Span, *number: Token) -> tree.Name | None:
        return self._name(number[0]) if number else None

    since = until = release

    def use_file(self, span: Span, path: Token) -> tree.UseFile:
        return tree.UseFile(self._text(path), span)

    def cite(self, span: Span, name: tree.Name, text: Token) -> tree.Cite:
        return tree.Cite(name, self._text(text), span)

    # ------------------------------------------------------------ what there is, and its rules

    def kind(self, span: Span, name: tree.Name, title: tree.Text | None, *members: Member) -> tree.KindDecl:
        return tree.KindDecl(name, title, members, span)

    def field(self, span: Span, name: Token | tree.Name, type_: tree.TypeName, default: E | None) -> tree.FieldDecl:
        own = self._field(name)
        return tree.FieldDecl(own, type_, default, own.span.to(span))

    def _field(self, name: Token | tree.Name) -> tree.Name:
        """The name of a field: where a comma stands before it, the field begins behind the comma."""
        return name if isinstance(name, tree.Name) else self._name(name)

    def named(self, span: Span, name: tree.Name, optional: bool) -> tree.TypeName:
        return tree.TypeName((name,), optional, span)

    def choice(self, span: Span, *names: tree.Name) -> tree.TypeName:
        return tree.TypeName(names, False, span)

    def optional(self, span: Span, *sign: Token) -> bool:
        return bool(sign)

    def value(self, span: Span, *given: E) -> E | None:
        return given[0] if given else None

    definition = value

    def reference(self, span: Span, preposition: Token, *rest: tree.Name | bool) -> tree.ReferenceDecl:
        names = [part for part in rest if isinstance(part, tree.Name)]
        return tree.ReferenceDecl(preposition.text, names[0], names[-1], rest[-1] is True, span)

    def event(self, span: Span, name: tree.Name, title: tree.Text | None, definition: E | None) -> tree.EventDecl:
        return tree.EventDecl(name, title, definition, span)

    def state(self, span: Span, name: tree.Name, title: tree.Text | None, definition: E | None) -> tree.StateDecl:
        return tree.StateDecl(name, title, definition, span)

    def sees(self, span: Span, kind: tree.Name, bound: E) -> tree.SeesDecl:
        return tree.SeesDecl(kind, bound, span)

    def boundary(self, span: Span, name: tree.Name, title: tree.Text | None, *notices: tree.Notice) -> tree.BoundaryDecl:
        return tree.BoundaryDecl(name, title, notices, span)

    def notice(self, span: Span, kind: tree.Name, members: tuple[tree.Name, ...]) -> tree.Notice:
        return tree.Notice(kind, members, span)

    def counts_as(self, span: Span, fates: tuple[tree.Fate, ...]) -> tree.FatesDecl:
        return tree.FatesDecl(fates, span)

    def rule(
        self, span: Span, label: Token, since: tree.Name | None, until: tree.Name | None, cites: tuple[Cited, ...], formula: E
    ) -> tree.RuleDecl:
        return tree.RuleDecl(self._text(label), since, until, cites, formula, span)

    def cites(self, span: Span, *cited: tree.Name | Token) -> tuple[Cited, ...]:
        return tuple(self._cited(part) for part in cited)

    def _cited(self, part: tree.Name | Token) -> Cited:
        return part if isinstance(part, tree.Name) else self._text(part)

    def define(self, span: Span, name: tree.Name | Token, *rest: tree.Parameter | E) -> tree.DefineDecl:
        parameters = tuple(part for part in rest if isinstance(part, tree.Parameter))
        body = next(part for part in rest if not isinstance(part, tree.Parameter))
        return tree.DefineDecl(name if isinstance(name, tree.Name) else self._called(name), parameters, body, span)

    def parameter(self, span: Span, name: tree.Name, kind: tree.Name) -> tree.Parameter:
        return tree.Parameter(name, kind, span)

    # ------------------------------------------------------------ what is supposed, promised, observed, expected

    def individuals(
        self, span: Span, kind: Token, names: tuple[tree.Name, ...], *rest: tree.Phrase | tuple[tree.Assignment, ...]
    ) -> tree.Individuals:
        phrases = tuple(part for part in rest if isinstance(part, tree.Phrase))
        given = next(part for part in rest if isinstance(part, tuple))
        return tree.Individuals(self._name(kind), names, phrases, given, span)

    def names(self, span: Span, *names: tree.Name) -> tuple[tree.Name, ...]:
        return names

    def assignments(self, span: Span, *given: tree.Assignment) -> tuple[tree.Assignment, ...]:
        return given

    def assignment(self, span: Span, name: Token | tree.Name, value: E) -> tree.Assignment:
        own = self._field(name)
        return tree.Assignment(own, value, own.span.to(span))

    def population(
        self, span: Span, name: tree.Name, title: tree.Text | None, kind: tree.Name, variable: tree.Name | None,
        *rest: tree.Phrase | Where | tuple[tree.Fate, ...] | None,
    ) -> tree.PopulationDecl:
        fates = next(part for part in rest if isinstance(part, tuple))
        return tree.PopulationDecl(name, title, kind, variable, phrases_among(rest), where_among(rest), fates, span)

    def called(self, span: Span, *name: Token) -> tree.Name | None:
        return self._name(name[0]) if name else None

    def restriction(self, span: Span, *where: Where) -> Where | None:
        return where[0] if where else None

    def fates(self, span: Span, *fates: tree.Fate) -> tuple[tree.Fate, ...]:
        return fates

    def fate(self, span: Span, name: Token | tree.Name, formula: E) -> tree.Fate:
        return tree.Fate(self._field(name), formula, span)

    def setting(self, span: Span, first: Token, *rest: tree.Name | E) -> tree.Setting:
        names = (self._name(first), *(part for part in rest[:-1] if isinstance(part, tree.Name)))
        value = rest[-1]
        assert not isinstance(value, tree.Name)
        return tree.Setting(tree.Path(names, names[0].span.to(names[-1].span)), value, span)

    def quantity_(self, span: Span, name: tree.Name, type_: tree.TypeName, value: E | None) -> tree.QuantityDecl:
        return tree.QuantityDecl(name, type_, value, span)

    def assume(self, span: Span, label: tree.Text | None, formula: E) -> tree.Assume:
        return tree.Assume(label, formula, span)

    def label(self, span: Span, *text: Token) -> tree.Text | None:
        return self._text(text[0]) if text else None

    title = label

    def without(self, span: Span, labels: tuple[tree.Text, ...]) -> tree.Without:
        return tree.Without(labels, span)

    def labels(self, span: Span, *labels: Token) -> tuple[tree.Text, ...]:
        return tuple(map(self._text, labels))

    def promise(self, span: Span, name: tree.Name, title: tree.Text | None, formula: E) -> tree.PromiseDecl:
        return tree.PromiseDecl(name, title, formula, span)

    def extends(self, span: Span, *name: tree.Name) -> tree.Name | None:
        return name[0] if name else None

    def offer(self, span: Span, name: tree.Name, extends: tree.Name | None, title: tree.Text | None, *items: Offered) -> tree.OfferDecl:
        return tree.OfferDecl(name, extends, title, items, span)

    def source(
        self, span: Span, name: tree.Name, title: tree.Text | None, boundary: tree.Name, declared: tuple[tree.Totals | tree.Complete, ...]
    ) -> tree.SourceDecl:
        return tree.SourceDecl(name, title, boundary, declared, span)

    def declared(self, span: Span, *parts: tree.Totals | tree.Complete) -> tuple[tree.Totals | tree.Complete, ...]:
        return parts

    def totals(self, span: Span) -> tree.Totals:
        return tree.Totals(span)

    def complete(self, span: Span, kind: tree.Name, *rest: tree.Phrase | Where | tuple[tree.Name, ...] | E | None) -> tree.Complete:
        *restriction, events, begins, ends = rest
        phrases = tuple(part for part in restriction if isinstance(part, tree.Phrase))
        where = next((part.part for part in restriction if isinstance(part, Where)), None)
        assert isinstance(events, tuple)
        return tree.Complete(kind, phrases, where, events, begins, ends, span)  # type: ignore[arg-type]

    def begins(self, span: Span, *instant: E) -> E | None:
        return instant[0] if instant else None

    ends = begins

    def observe(
        self, span: Span, name: tree.Name, title: tree.Text | None, at: E | None, by: Cited | None, *formulas: E
    ) -> tree.ObserveDecl:
        return tree.ObserveDecl(name, title, at, by, formulas, span)

    def instant(self, span: Span, *at: E) -> E | None:
        return at[0] if at else None

    def by(self, span: Span, *cited: tree.Name | Token) -> Cited | None:
        return self._cited(cited[0]) if cited else None

    def expect(self, span: Span, goals: tuple[tree.Goal, ...], verdict: tuple[Token, ...], evidence: tuple[tree.Name, ...]) -> tree.Expect:
        return tree.Expect(goals, self._name(verdict[0]), len(verdict) > 1, evidence, span)

    def goals(self, span: Span, *goals: tree.Goal) -> tuple[tree.Goal, ...]:
        return goals

    def goal(self, span: Span, *names: tree.Name) -> tree.Goal:
        return tree.Goal(names[0] if len(names) == 2 else None, names[-1], span)

    def verdict(self, span: Span, *words: Token) -> tuple[Token, ...]:
        return words

    def evidence(self, span: Span, *names: tuple[tree.Name, ...]) -> tuple[tree.Name, ...]:
        return names[0] if names else ()

    def case(self, span: Span, name: tree.Name, extends: tree.Name | None, title: tree.Text | None, *items: tree.Item) -> tree.CaseDecl:
        return tree.CaseDecl(name, extends, title, items, span)
