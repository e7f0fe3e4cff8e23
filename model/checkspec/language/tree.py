"""The tree of a `.drn` text as written: names are not resolved, nothing is typed, every node has its span.

One class for each construct of `grammar/drn.lark`. Comments stand beside the items (`File.comments`), in the order of the text.
"""

from __future__ import annotations

from fractions import Fraction

from checkspec.text.node import Node, node
from checkspec.text.source import Source, Span


@node
class Name(Node):
    """A word that names something."""

    text: str
    span: Span


@node
class Text(Node):
    """A string in double quotes; `text` is without the quotes, `span` with them."""

    text: str
    span: Span


@node
class Comment(Node):
    """`# …` to the end of its line; `text` with the sign."""

    text: str
    span: Span


# ---------------------------------------------------------------- expressions


@node
class Path(Node):
    """`A`, `A.deleted`, `r.endpoint.service`: names joined by dots."""

    names: tuple[Name, ...]
    span: Span


@node
class Constant(Node):
    """A literal. `sort` is `duration` (value in seconds), `number`, `true`, `false`, `none` or `unknown`."""

    sort: str
    value: Fraction | None
    span: Span


@node
class Phrase(Node):
    """`on A`, `via proxy`, `of r.endpoint.service`."""

    preposition: str
    path: Path
    span: Span


@node
class Arithmetic(Node):
    """`left operator right` with `+`, `-` or `*`."""

    operator: str
    left: Expression
    right: Expression
    span: Span


@node
class CountOf(Node):
    """`count(k x on A where φ)`."""

    kind: Name
    variable: Name | None
    phrases: tuple[Phrase, ...]
    where: Expression | None
    span: Span


@node
class Call(Node):
    """`candidate(e, r)`, `min(a, b)`, `max(a, b)`."""

    name: Name
    arguments: tuple[Expression, ...]
    span: Span


@node
class Is(Node):
    """`subject is word`, `subject is not word`; the word may be `none`."""

    subject: Expression
    word: Name
    negated: bool
    span: Span


@node
class Compare(Node):
    """`left relation right`; relation is `before after by <= < = != >= >`."""

    relation: str
    left: Expression
    right: Expression
    span: Span


@node
class Within(Node):
    """`moment within bound after start`."""

    moment: Expression
    bound: Expression
    start: Expression
    span: Span


@node
class Not(Node):
    part: Expression
    span: Span


@node
class And(Node):
    parts: tuple[Expression, ...]
    span: Span


@node
class Or(Node):
    parts: tuple[Expression, ...]
    span: Span


@node
class If(Node):
    condition: Expression
    body: Expression
    span: Span


@node
class Quantified(Node):
    """`every | some | no  k x on A … where φ: ψ`; variable, phrases, where and body may be missing."""

    quantity: str
    kind: Name
    variable: Name | None
    phrases: tuple[Phrase, ...]
    where: Expression | None
    body: Expression | None
    span: Span


@node
class NoOther(Node):
    """`no other k on A where φ`: none besides the named ones."""

    kind: Name
    phrases: tuple[Phrase, ...]
    where: Expression | None
    span: Span


@node
class At(Node):
    instant: Expression
    body: Expression
    span: Span


@node
class During(Node):
    """`from start until end: body`; either bound may be missing, not both."""

    start: Expression | None
    end: Expression | None
    body: Expression
    span: Span


@node
class Always(Node):
    body: Expression
    span: Span


@node
class Ever(Node):
    body: Expression
    span: Span


@node
class SeenBy(Node):
    consumer: Path
    body: Expression
    span: Span


Expression = (
    Path | Constant | Arithmetic | CountOf | Call | Is | Compare | Within | Not | And | Or | If | Quantified | NoOther | At | During
    | Always | Ever | SeenBy
)


# ---------------------------------------------------------------- what there is, and its rules


@node
class TypeName(Node):
    """`duration`, `endpoint`, `duration?`, or a choice `Cluster | Local` (several names)."""

    names: tuple[Name, ...]
    optional: bool
    span: Span


@node
class FieldDecl(Node):
    name: Name
    type: TypeName
    default: Expression | None
    span: Span


@node
class ReferenceDecl(Node):
    """`on endpoint?` (the field is called `endpoint`) or `to reader: endpoint`."""

    preposition: str
    name: Name
    kind: Name
    optional: bool
    span: Span


@node
class EventDecl(Node):
    name: Name
    title: Text | None
    definition: Expression | None
    span: Span


@node
class StateDecl(Node):
    name: Name
    title: Text | None
    definition: Expression | None
    span: Span


@node
class SeesDecl(Node):
    kind: Name
    bound: Expression
    span: Span


@node
class Fate(Node):
    """`complete: received`, `lost: cut or refused`: when a member of a population counts as what."""

    name: Name
    formula: Expression
    span: Span


@node
class FatesDecl(Node):
    """`population { complete: received, lost: cut }` in a kind: for all populations of it."""

    fates: tuple[Fate, ...]
    span: Span


@node
class KindDecl(Node):
    name: Name
    title: Text | None
    members: tuple[FieldDecl | ReferenceDecl | EventDecl | StateDecl | SeesDecl | FatesDecl, ...]
    span: Span


@node
class Notice(Node):
    """`request: accepted, finished` inside the braces of a boundary."""

    kind: Name
    members: tuple[Name, ...]
    span: Span


@node
class BoundaryDecl(Node):
    """`boundary server "the server itself" { request: accepted }`: which events and states can be noticed there."""

    name: Name
    title: Text | None
    notices: tuple[Notice, ...]
    span: Span


@node
class RuleDecl(Node):
    """`rule "label" since 1.28 until 1.40 cite KD02, "F17": φ`; releases are kept as text."""

    label: Text
    since: Name | None
    until: Name | None
    cites: tuple[Name | Text, ...]
    formula: Expression
    span: Span


@node
class Parameter(Node):
    name: Name
    type: Name
    span: Span


@node
class DefineDecl(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    body: Expression
    span: Span


# ---------------------------------------------------------------- files


@node
class UseRulebook(Node):
    name: Name
    release: Name | None
    span: Span


@node
class UseFile(Node):
    path: Text
    span: Span


@node
class Cite(Node):
    """`cite KD02 "Virtual IPs, https://…"`: names a source."""

    name: Name
    text: Text
    span: Span


# ---------------------------------------------------------------- what is supposed, promised, observed, expected


@node
class Assignment(Node):
    """`preStop: 5s` inside the braces of an individual."""

    field: Name
    value: Expression
    span: Span


@node
class Individuals(Node):
    """`endpoint A, B of web on n { preStop: 5s }`."""

    kind: Name
    names: tuple[Name, ...]
    phrases: tuple[Phrase, ...]
    assignments: tuple[Assignment, ...]
    span: Span


@node
class PopulationDecl(Node):
    """`population old "title": request r on A where φ { complete: ψ }`; title, variable, phrases, where and fates may be missing."""

    name: Name
    title: Text | None
    kind: Name
    variable: Name | None
    phrases: tuple[Phrase, ...]
    where: Expression | None
    fates: tuple[Fate, ...]
    span: Span


@node
class Setting(Node):
    """`A.preStop: 15s`, `proxy.lag: unknown`."""

    path: Path
    value: Expression
    span: Span


@node
class QuantityDecl(Node):
    name: Name
    type: TypeName
    value: Expression | None
    span: Span


@node
class Assume(Node):
    label: Text | None
    formula: Expression
    span: Span


@node
class Without(Node):
    labels: tuple[Text, ...]
    span: Span


@node
class PromiseDecl(Node):
    name: Name
    title: Text | None
    formula: Expression
    span: Span


@node
class OfferDecl(Node):
    name: Name
    extends: Name | None
    title: Text | None
    items: tuple[Assume | Setting | PromiseDecl, ...]
    span: Span


@node
class Totals(Node):
    """`totals`: the source has numbers, and no identities."""

    span: Span


@node
class Complete(Node):
    """`complete request on A where φ: accepted, finished from T until T'`; phrases, where and the instants may be missing."""

    kind: Name
    phrases: tuple[Phrase, ...]
    where: Expression | None
    events: tuple[Name, ...]
    begins: Expression | None
    ends: Expression | None
    span: Span


@node
class SourceDecl(Node):
    """`source log "the supplier's log" at server { … }`."""

    name: Name
    title: Text | None
    boundary: Name
    declared: tuple[Totals | Complete, ...]
    span: Span


@node
class ObserveDecl(Node):
    name: Name
    title: Text | None
    at: Expression | None
    by: Name | Text | None
    formulas: tuple[Expression, ...]
    span: Span


@node
class Goal(Node):
    """`withdrawn` or `W.withdrawn` in an expectation."""

    offer: Name | None
    promise: Name
    span: Span


@node
class Expect(Node):
    """`expect W.withdrawn, q holds vacuously at now`; verdict `holds fails refuted undetermined inconsistent unknown`."""

    goals: tuple[Goal, ...]
    verdict: Name
    vacuously: bool
    at: tuple[Name, ...]
    span: Span


@node
class CaseDecl(Node):
    name: Name
    extends: Name | None
    title: Text | None
    items: tuple[Item, ...]
    span: Span


Item = (
    UseRulebook | UseFile | Cite | KindDecl | BoundaryDecl | RuleDecl | DefineDecl | Individuals | Setting | QuantityDecl | Assume
    | Without | PopulationDecl | PromiseDecl | OfferDecl | SourceDecl | ObserveDecl | Expect | CaseDecl
)


@node
class File(Node):
    source: Source
    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
