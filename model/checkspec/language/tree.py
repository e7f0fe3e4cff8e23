"""The tree of a `.drn` text as written: names are not resolved, nothing is typed, every node has its span.

One class for each construct of `grammar/drn.lark`. Comments stand beside the items (`File.comments`), in the order of the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from checkspec.text.source import Source, Span


@dataclass(frozen=True, slots=True)
class Name:
    """A word that names something."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A string in double quotes; `text` is without the quotes, `span` with them."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Comment:
    """`# …` to the end of its line; `text` with the sign."""

    text: str
    span: Span


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Path:
    """`A`, `A.deleted`, `r.endpoint.service`: names joined by dots."""

    names: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal. `sort` is `duration` (value in seconds), `number`, `true`, `false`, `none` or `unknown`."""

    sort: str
    value: Fraction | None
    span: Span


@dataclass(frozen=True, slots=True)
class Phrase:
    """`on A`, `via proxy`, `of r.endpoint.service`."""

    preposition: str
    path: Path
    span: Span


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left operator right` with `+`, `-` or `*`."""

    operator: str
    left: Expression
    right: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class CountOf:
    """`count(k x on A where φ)`."""

    kind: Name
    variable: Name | None
    phrases: tuple[Phrase, ...]
    where: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """`candidate(e, r)`, `min(a, b)`, `max(a, b)`."""

    name: Name
    arguments: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Is:
    """`subject is word`, `subject is not word`; the word may be `none`."""

    subject: Expression
    word: Name
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Compare:
    """`left relation right`; relation is `before after by <= < = != >= >`."""

    relation: str
    left: Expression
    right: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Within:
    """`moment within bound after start`."""

    moment: Expression
    bound: Expression
    start: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    part: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    condition: Expression
    body: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Quantified:
    """`every | some | no  k x on A … where φ: ψ`; variable, phrases, where and body may be missing."""

    quantity: str
    kind: Name
    variable: Name | None
    phrases: tuple[Phrase, ...]
    where: Expression | None
    body: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class NoOther:
    """`no other k on A where φ`: none besides the named ones."""

    kind: Name
    phrases: tuple[Phrase, ...]
    where: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class At:
    instant: Expression
    body: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class During:
    """`from start until end: body`; either bound may be missing, not both."""

    start: Expression | None
    end: Expression | None
    body: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Always:
    body: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Ever:
    body: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class SeenBy:
    consumer: Path
    body: Expression
    span: Span


Expression = (
    Path | Constant | Arithmetic | CountOf | Call | Is | Compare | Within | Not | And | Or | If | Quantified | NoOther | At | During
    | Always | Ever | SeenBy
)


# ---------------------------------------------------------------- what there is, and its rules


@dataclass(frozen=True, slots=True)
class TypeName:
    """`duration`, `endpoint`, `duration?`, or a choice `Cluster | Local` (several names)."""

    names: tuple[Name, ...]
    optional: bool
    span: Span


@dataclass(frozen=True, slots=True)
class FieldDecl:
    name: Name
    type: TypeName
    default: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class ReferenceDecl:
    """`on endpoint?` (the field is called `endpoint`) or `to reader: endpoint`."""

    preposition: str
    name: Name
    kind: Name
    optional: bool
    span: Span


@dataclass(frozen=True, slots=True)
class EventDecl:
    name: Name
    title: Text | None
    definition: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class StateDecl:
    name: Name
    title: Text | None
    definition: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class SeesDecl:
    kind: Name
    bound: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class KindDecl:
    name: Name
    title: Text | None
    members: tuple[FieldDecl | ReferenceDecl | EventDecl | StateDecl | SeesDecl, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class RuleDecl:
    """`rule "label" since 1.28 until 1.40 cite KD02, "F17": φ`; releases are kept as text."""

    label: Text
    since: Name | None
    until: Name | None
    cites: tuple[Name | Text, ...]
    formula: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    name: Name
    type: Name
    span: Span


@dataclass(frozen=True, slots=True)
class DefineDecl:
    name: Name
    parameters: tuple[Parameter, ...]
    body: Expression
    span: Span


# ---------------------------------------------------------------- files


@dataclass(frozen=True, slots=True)
class UseRulebook:
    name: Name
    release: Name | None
    span: Span


@dataclass(frozen=True, slots=True)
class UseFile:
    path: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Cite:
    """`cite KD02 "Virtual IPs, https://…"`: names a source."""

    name: Name
    text: Text
    span: Span


# ---------------------------------------------------------------- what is supposed, promised, observed, expected


@dataclass(frozen=True, slots=True)
class Assignment:
    """`preStop: 5s` inside the braces of an individual."""

    field: Name
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Individuals:
    """`endpoint A, B of web on n { preStop: 5s }`."""

    kind: Name
    names: tuple[Name, ...]
    phrases: tuple[Phrase, ...]
    assignments: tuple[Assignment, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Setting:
    """`A.preStop: 15s`, `proxy.lag: unknown`."""

    path: Path
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class QuantityDecl:
    name: Name
    type: TypeName
    value: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Assume:
    label: Text | None
    formula: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Without:
    labels: tuple[Text, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class PromiseDecl:
    name: Name
    title: Text | None
    formula: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class OfferDecl:
    name: Name
    extends: Name | None
    title: Text | None
    items: tuple[Assume | Setting | PromiseDecl, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ObserveDecl:
    name: Name
    title: Text | None
    at: Expression | None
    by: Name | Text | None
    formulas: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Goal:
    """`withdrawn` or `W.withdrawn` in an expectation."""

    offer: Name | None
    promise: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Expect:
    """`expect W.withdrawn, q holds vacuously at now`; verdict `holds fails refuted undetermined inconsistent unknown`."""

    goals: tuple[Goal, ...]
    verdict: Name
    vacuously: bool
    at: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CaseDecl:
    name: Name
    extends: Name | None
    title: Text | None
    items: tuple[Item, ...]
    span: Span


Item = (
    UseRulebook | UseFile | Cite | KindDecl | RuleDecl | DefineDecl | Individuals | Setting | QuantityDecl | Assume | Without
    | PromiseDecl | OfferDecl | ObserveDecl | Expect | CaseDecl
)


@dataclass(frozen=True, slots=True)
class File:
    source: Source
    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
