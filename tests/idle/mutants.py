"""Rulebooks that say one thing less: each rule, default and definition dropped or weakened, one at a time.

A mutant is made from the parsed tree, by spans: a part of a conjunction gives way to `true`, a part of a disjunction to `false`, so
brackets stay where they are, and a rule keeps its label. Comments and layout play no part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checkspec.language import tree
from checkspec.language.parse import parse
from checkspec.text.source import Source, Span

DROPPED, WEAKER, STRICTER, CHANGED = "dropped", "weaker", "stricter", "changed"
SORTS = (DROPPED, WEAKER, STRICTER, CHANGED)


@dataclass(frozen=True, slots=True)
class Mutant:
    """`subject`: `rule "…"`, `default endpoint.preStop`, `state endpoint.ready`, … `sort`: DROPPED, WEAKER (there are more worlds: a part
    of what is demanded is gone), STRICTER (there are fewer: a part of a condition or an exception is gone) or CHANGED (neither for
    certain). `part`: what is gone, as written, or what stands there instead. `text`: the whole rulebook; `formula`: what the rule says
    now."""

    subject: str
    sort: str
    part: str
    text: str
    line: int
    formula: str = ""

    @property
    def title(self) -> str:
        return f"{self.subject} {self.sort}{f': {self.part}' if self.part else ''}"


@dataclass(frozen=True, slots=True)
class Cut:
    """`new` in the place of what stands at `span`. `effect`: 1 if it makes the formula weaker, -1 stricter, 0 neither for certain."""

    span: Span
    new: str
    effect: int
    part: str


def mutants(source: Source) -> Iterator[Mutant]:
    """Every mutant of a rulebook, in the order of its text."""
    for item in parse(source).items:
        match item:
            case tree.RuleDecl():
                yield from _of_formula(source, f"rule {item.label.span.text}", item.formula)
            case tree.Assume() if item.label is not None:
                yield from _of_formula(source, f"assume {item.label.span.text}", item.formula)
            case tree.DefineDecl():
                subject = f"define {item.name.text.rstrip('(')}"
                cuts = list(_cuts(item.body, 0)) or [Cut(item.body.span, "true", 0, f"without {_said(item.body.span)}")]
                yield from (_mutant(source, subject, cut) for cut in cuts)
            case tree.KindDecl():
                for member in item.members:
                    yield from _of_member(source, item.name.text, member)
            case _:
                pass


def _of_formula(source: Source, subject: str, formula: tree.Expression) -> Iterator[Mutant]:
    for cut in [Cut(formula.span, "true", 1, ""), *_cuts(formula, 1)]:
        mutant = _mutant(source, subject, cut)
        outside = len(source.text) - formula.span.end
        said = mutant.text[formula.span.start : len(mutant.text) - outside]
        yield Mutant(subject, mutant.sort if cut.part else DROPPED, cut.part, mutant.text, mutant.line, said)


def _of_member(source: Source, kind: str, member: tree.Node) -> Iterator[Mutant]:
    match member:
        case tree.FieldDecl(default=default) if default is not None:
            subject = f"default {kind}.{member.name.text}"
            yield _mutant(source, subject, Cut(Span(source, member.type.span.end, default.span.end), "", 0, ""), DROPPED)
            for value in _others(member.type, default):
                yield _mutant(source, subject, Cut(default.span, value, 0, f"{value} for {_said(default.span)}"))
        case tree.EventDecl(definition=definition) | tree.StateDecl(definition=definition) if definition is not None:
            subject = f"{'event' if isinstance(member, tree.EventDecl) else 'state'} {kind}.{member.name.text}"
            begin = (member.title or member.name).span.end
            yield _mutant(source, subject, Cut(Span(source, begin, definition.span.end), "", 0, ""), DROPPED)
            yield from (_mutant(source, subject, cut) for cut in (*_cuts(definition, 0), *_bounds(definition)))
        case tree.SeesDecl():
            late = Cut(member.bound.span, f"{member.bound.span.text} + 1s", 0, f"a second beyond {_said(member.bound.span)}")
            yield _mutant(source, f"knowledge {kind} of {member.kind.text}", late)
        case _:
            pass


def _mutant(source: Source, subject: str, cut: Cut, sort: str = "") -> Mutant:
    text = source.text[: cut.span.start] + cut.new + source.text[cut.span.end :]
    return Mutant(subject, sort or {1: WEAKER, -1: STRICTER, 0: CHANGED}[cut.effect], cut.part, text, cut.span.line)


def _others(type_: tree.TypeName, default: tree.Expression) -> list[str]:
    """Other values of the type: each other one, of a number the next on both sides."""
    said = default.span.text
    names = [name.text for name in type_.names]
    if len(names) > 1:
        return [name for name in names if name != said]
    if names == ["bool"]:
        return [value for value in ("true", "false") if value != said]
    if not isinstance(default, tree.Constant) or default.value is None:
        return ["0s"] if names == ["duration"] else ["0"]
    unit = "s" if names == ["duration"] else ""
    return [f"{value}{unit}" for value in (default.value - 1, default.value + 1) if value >= 0 and value.denominator == 1]


# ---------------------------------------------------------------- what can be cut out of a formula


def _cuts(formula: tree.Expression, sign: int) -> Iterator[Cut]:
    """Each part that can be taken out. `sign`: 1 if the whole gets weaker when this formula does, -1 if stricter, 0 if that
    is not known."""
    match formula:
        case tree.And():
            for part in formula.parts:
                yield _without(part, "true", sign)
                yield from _cuts(part, sign)
        case tree.Or():
            for part in formula.parts:
                yield _without(part, "false", -sign)
                yield from _cuts(part, sign)
        case tree.Not():
            yield from _cuts(formula.part, -sign)
        case tree.If():
            yield from _condition(formula.condition, -sign)
            yield from _cuts(formula.body, sign)
        case tree.Quantified():
            inner = sign if formula.quantity == "some" else -sign
            for phrase in formula.phrases:
                yield Cut(phrase.span, "", inner, f"without {_said(phrase.span)}")
            if formula.where is not None:
                yield from _condition(formula.where, inner)
            if formula.body is not None:
                yield from _cuts(formula.body, -sign if formula.quantity == "no" else sign)
        case tree.At() | tree.During() | tree.Always() | tree.Ever() | tree.SeenBy():
            yield from _cuts(formula.body, sign)
        case tree.Compare():
            if formula.relation == "=" and sign > 0:
                yield from _one_sided(formula)
            yield from _bounds(formula)
        case _:
            pass


def _condition(formula: tree.Expression, sign: int) -> Iterator[Cut]:
    """Parts of a condition; of one that has none, the whole."""
    if not isinstance(formula, tree.And | tree.Or):
        yield _without(formula, "true", sign)
    yield from _cuts(formula, sign)


def _without(part: tree.Expression, neutral: str, effect: int) -> Cut:
    return Cut(part.span, neutral, effect, f"without {_said(part.span)}")


def _one_sided(formula: tree.Compare) -> Iterator[Cut]:
    """One bound in place of two. Individuals, choices and truth values have none, so such a text is refused: see `loads`."""
    between = Span(formula.span.source, formula.left.span.end, formula.right.span.start)
    for relation in ("<=", ">="):
        yield Cut(between, between.text.replace("=", relation, 1), 1, f"{relation} in {_said(formula.span)}")


def _bounds(term: tree.Expression) -> Iterator[Cut]:
    """Parts of sums, of `min(…)` and of `max(…)`, anywhere in a comparison or a definition of a moment."""
    match term:
        case tree.Compare():
            yield from _bounds(term.left)
            yield from _bounds(term.right)
        case tree.Arithmetic():
            if term.operator in "+-":
                rest = Span(term.span.source, term.left.span.end, term.right.span.end)
                yield Cut(term.span, term.left.span.text, 0, f"without {_said(rest)}")
            yield from _bounds(term.left)
            yield from _bounds(term.right)
        case tree.Call() if term.name.text.rstrip("(") in ("min", "max"):
            for part in term.arguments:
                others = ", ".join(each.span.text for each in term.arguments if each is not part)
                yield Cut(term.span, f"{term.name.text.rstrip('(')}({others})", 0, f"without {_said(part.span)} in {_said(term.span)}")
                yield from _bounds(part)
        case _:
            pass


def _said(span: Span) -> str:
    return "`" + re.sub(r"\s+", " ", span.text).strip() + "`"
