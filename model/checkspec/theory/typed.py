"""The one typed tree. After elaboration nothing in it is unresolved, ill-typed or without a position.

Numbers are exact: instants, durations and counts are `Fraction`s, times in seconds on the record's clock (`0s` is its origin,
not the beginning of time). Declarations compare by identity; the terms and formulas that mention them hold the objects themselves.

How a formula is read (docs/semantics.md has the whole story):
 - An atom that names an event that never happens, or goes through an absent reference or value, is *false*. Negation stops
   at the atom: `Not(Compare(...))` is then true.
 - One instant may be in force. `At`, `Always`, `During` set it, `Ever` lifts it. `Holds` needs one; `Happened` means
   "by that instant", or "at some time" without one.
 - `SeenBy` reads `Holds` and `Happened` of an individual at that individual's as-of instant; a derived state or event wholly so.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING

from checkspec.text.diagnostic import Diagnostic
from checkspec.text.node import Node, fresh, node, record
from checkspec.text.source import Span

if TYPE_CHECKING:
    from checkspec.theory.declared import Boundary, Source
    from checkspec.theory.population import Population


class Sort(Enum):
    """What a term denotes."""

    INSTANT = "an instant"
    DURATION = "a duration"
    COUNT = "a count"
    BOOL = "a truth value"
    CHOICE = "a choice"
    INDIVIDUAL = "an individual"
    NONE = "none"


@node
class Type(Node):
    """`kind`: of an individual, or the population that a count counts (None: a bare number). `optional`: may be absent."""

    sort: Sort
    kind: Kind | None = None
    choices: tuple[str, ...] = ()
    optional: bool = False


# ---------------------------------------------------------------- declarations


@record
class Field:
    """A field or reference. A reference has a type of sort INDIVIDUAL and the preposition by which it is said, if any."""

    name: str
    type: Type
    span: Span
    preposition: str | None = None
    default: Term | None = None  # over the kind's `self`

    def __repr__(self) -> str:
        return f"<field {self.name}>"


@record
class Event:
    """Happens at most once per individual. With a definition (a term over `self`) exactly then, or never if that is absent."""

    name: str
    span: Span
    title: str = ""
    definition: Term | None = None

    def __repr__(self) -> str:
        return f"<event {self.name}>"


@record
class State:
    """Free (may change at any instant, finitely often), or with a definition (a formula over `self`) derived."""

    name: str
    span: Span
    title: str = ""
    definition: Formula | None = None

    def __repr__(self) -> str:
        return f"<state {self.name}>"


@record
class Sees:
    """A consumer knows every individual of `kind` only as it was at most `bound` ago. A bound that is absent is no bound."""

    kind: Kind
    bound: Term  # over the consumer's `self`
    span: Span


@record
class Kind:
    """A sort of individual. `self` is the variable that defaults, definitions and bounds are written over."""

    name: str
    span: Span
    title: str
    self: Variable
    fields: dict[str, Field]
    events: dict[str, Event]
    states: dict[str, State]
    sees: dict[str, Sees]  # by the name of the kind seen

    def __init__(self, name: str, span: Span, title: str = "") -> None:
        self.name, self.span, self.title = name, span, title
        self.self = Variable("self", self, span)
        self.fields, self.events, self.states, self.sees = {}, {}, {}, {}

    def __repr__(self) -> str:
        return f"<kind {self.name}>"


# ---------------------------------------------------------------- terms


@record
class Variable:
    """An individual bound by a quantifier, a count, or (`self`) a kind. Unique object for each binding place. `written`: has a
    name in the text; an anonymous one (`every request on A …`) does not."""

    name: str
    kind: Kind
    span: Span
    written: bool = True

    def __repr__(self) -> str:
        return f"<{self.name}: {self.kind.name}>"


@record
class Individual:
    """A named individual."""

    name: str
    kind: Kind
    span: Span

    def __repr__(self) -> str:
        return f"<{self.kind.name} {self.name}>"


@record
class Quantity:
    """A number with a name, of the whole spec; its value, if given, is a line of the theory. `given`: that value, if it is written in
    numbers alone."""

    name: str
    type: Type
    span: Span
    given: Fraction | None = None


@node
class FieldOf(Node):
    """`subject.field`; absent if the subject is, or if the field is optional and absent."""

    subject: Term
    field: Field
    span: Span


@node
class Moment(Node):
    """`subject.event`: when it happens; absent if never."""

    subject: Term
    event: Event
    span: Span


@node
class ObservationInstant(Node):
    """`later`: the instant of the observation of that name. It exists in every column; only its contents are withheld."""

    name: str
    span: Span


@node
class Beginning(Node):
    """The unknown instant at or before everything. Not writable; used by generated lines."""

    span: Span


@node
class Constant(Node):
    """A literal: `Fraction` for numbers, `bool`, or the `str` of a choice."""

    value: Fraction | bool | str
    type: Type
    span: Span


@node
class Plus(Node):
    left: Term
    right: Term
    span: Span


@node
class Minus(Node):
    left: Term
    right: Term
    span: Span


@node
class Times(Node):
    """A product with at most one factor that the search may choose."""

    left: Term
    right: Term
    span: Span


@node
class Least(Node):
    """`min(…)`: of the arguments that are there; absent only if all are."""

    terms: tuple[Term, ...]
    span: Span


@node
class Greatest(Node):
    """`max(…)`: absent if any argument is."""

    terms: tuple[Term, ...]
    span: Span


@node
class CountOf(Node):
    """How many individuals of the variable's kind satisfy `where` (phrases are conjuncts of it; None: all)."""

    variable: Variable
    where: Formula | None
    span: Span


@node
class DefinedTerm(Node):
    """A `define` without parameters that is a moment or number: `name` as written, `term` its meaning."""

    name: str
    term: Term
    span: Span


Term = (
    Variable | Individual | Quantity | FieldOf | Moment | ObservationInstant | Beginning | Constant | Plus | Minus | Times | Least
    | Greatest | CountOf | DefinedTerm
)


# ---------------------------------------------------------------- formulas


@node
class Truth(Node):
    value: bool
    span: Span


@node
class Happened(Node):
    """`subject is event`: by the instant in force, or at some time. Within `seen by`: by the as-of instant."""

    subject: Term
    event: Event
    span: Span


@node
class Holds(Node):
    """`subject is state` at the instant in force (or as-of instant)."""

    subject: Term
    state: State
    span: Span


@node
class Flag(Node):
    """A term of sort BOOL used as a formula; false if absent."""

    term: Term
    span: Span


@node
class Compare(Node):
    """Numbers: `operator` is `< <= > >= = !=`; `word` is how it was written (`before after by …`). False if a side is absent."""

    operator: str
    left: Term
    right: Term
    word: str
    span: Span


@node
class Same(Node):
    """Individuals, choices or truth values: `=`, or `!=` if `different`. False if a side is absent."""

    left: Term
    right: Term
    different: bool
    span: Span


@node
class Absent(Node):
    """`term is none`: the reference, value or event is not there (also if what it belongs to is not)."""

    term: Term
    span: Span


@node
class Within(Node):
    """`0 <= moment - start <= bound`; false if one of the three is absent."""

    moment: Term
    bound: Term
    start: Term
    span: Span


@node
class Not(Node):
    part: Formula
    span: Span


@node
class And(Node):
    parts: tuple[Formula, ...]
    span: Span


@node
class Or(Node):
    parts: tuple[Formula, ...]
    span: Span


@node
class If(Node):
    condition: Formula
    body: Formula
    span: Span


@node
class Quantified(Node):
    """`quantity` is `every`, `some` or `no`. `phrases` (as `Same` formulas) and `where` restrict, `body` is what is said:

    every: all x with phrases and where satisfy body (always there). some: an x with phrases, where and body. no: no such x.
    """

    quantity: str
    variable: Variable
    phrases: tuple[Formula, ...]
    where: Formula | None
    body: Formula | None
    span: Span


@node
class NoOther(Node):
    """No individual of the variable's kind besides the named ones satisfies phrases and where."""

    variable: Variable
    phrases: tuple[Formula, ...]
    where: Formula | None
    span: Span


@node
class At(Node):
    """The instant exists, and `body` holds there."""

    instant: Term
    body: Formula
    span: Span


@node
class During(Node):
    """`body` at every instant from `start` on (None: the beginning; absent: no instant) until before `end` (None or absent: for ever)."""

    start: Term | None
    end: Term | None
    body: Formula
    span: Span


@node
class Always(Node):
    """`body` at every instant from the beginning on."""

    body: Formula
    span: Span


@node
class Ever(Node):
    """Lifts the instant in force."""

    body: Formula
    span: Span


@node
class SeenBy(Node):
    """`body` in the knowledge of the consumer at the instant in force; false if the consumer is absent."""

    consumer: Term
    body: Formula
    span: Span


@node
class Applied(Node):
    """A `define` used as a formula: `candidate(e, r)` or `r is local`; `formula` is its body with the arguments in place. `population`:
    the word is one, `R1 is old`, and the formula says who belongs to it."""

    name: str
    arguments: tuple[Term, ...]
    formula: Formula
    span: Span
    population: bool = False


Formula = (
    Truth | Happened | Holds | Flag | Compare | Same | Absent | Within | Not | And | Or | If | Quantified | NoOther | At | During | Always
    | Ever | SeenBy | Applied
)


# ---------------------------------------------------------------- a theory: one scenario (the file's base, or one case)


class Role(Enum):
    """Where a line comes from; each line can be among the reasons of an answer."""

    RULE = "rule"
    ASSUMPTION = "assumption"
    VALUE = "value"  # of a field or quantity, given
    DEFAULT = "default"  # of a named individual's field, used because nothing was given
    OBSERVED = "observed"
    COMPLETE = "complete"  # of an observation: what its source, declared complete, does not state


@node
class Line:
    """One thing that is taken to be true. `label`: how a report names it (a rule's or assumption's label, `proxy.lag: 0s`, …).

    `subject` and `field` are set for VALUE and DEFAULT lines of individuals. `offer` names the offer that states it, if one does.
    """

    role: Role
    label: str
    formula: Formula
    span: Span
    cites: tuple[str, ...] = ()
    offer: str | None = None
    subject: Individual | None = None
    field: Field | None = None


@node
class Promise:
    """`inherited`: taken over from an offer that `offer` extends (then `origin` is the offer that wrote it)."""

    name: str
    title: str
    formula: Formula
    span: Span
    offer: str | None = None
    origin: str | None = None
    inherited: bool = False

    @property
    def full_name(self) -> str:
        """`C.complete`; outside an offer the name alone."""
        return full_name(self.offer, self.name)


def full_name(offer: str | None, promise: str) -> str:
    """How a promise is named in an expectation and in every report: `C.complete`."""
    return promise if offer is None else f"{offer}.{promise}"


@node
class Offer:
    """`lines`: all that holds when its promises are asked: the theory's lines less those that it sets anew, and its own (with
    those of the offers it extends). `changed`: it has assumptions or settings beyond the offer it extends."""

    name: str
    title: str
    lines: tuple[Line, ...]
    changed: bool
    span: Span


@node
class Observation:
    """In the file's order; the lines of all earlier ones hold as well. `lines` are already wrapped in `At(instant, …)`; a given
    `at T` is one more line (instant = T), and so is "not before the observation before". `declared`: its source, if that is declared."""

    name: str
    title: str
    source: str
    lines: tuple[Line, ...]
    span: Span
    declared: Source | None = None


@node
class Expectation:
    """`at` None: by design. `verdict` in capitals (`HOLDS`, …); `vacuous` only for `holds vacuously`."""

    offer: str | None
    promise: str
    at: str | None
    verdict: str
    vacuous: bool
    span: Span


@node
class Theory:
    """A scenario: everything that one row of answers is about. `case` None: the file's base.

    `lines`: rules, then the spec's values, defaults and assumptions, in the file's order. `dropped`: labels of rules and
    assumptions that a `without` took out. `complete`: by kind, when one of it counts as complete, said of the kind's `self`.
    """

    case: str | None
    title: str
    kinds: dict[str, Kind]
    individuals: tuple[Individual, ...]
    quantities: tuple[Quantity, ...]
    lines: tuple[Line, ...]
    offers: tuple[Offer, ...]
    promises: tuple[Promise, ...]
    observations: tuple[Observation, ...]
    expectations: tuple[Expectation, ...]
    dropped: tuple[str, ...]
    rulebooks: tuple[str, ...]  # `kubernetes 1.34`
    sources: dict[str, str]  # what `cite NAME "…"` says, by name
    boundaries: tuple[Boundary, ...] = ()
    declared: tuple[Source, ...] = ()
    populations: tuple[Population, ...] = ()
    complete: dict[str, Formula] = fresh(factory=dict)

    def lines_for(self, offer: str | None) -> tuple[Line, ...]:
        """The lines that hold for the promises of `offer` (None: promises outside an offer)."""
        for candidate in self.offers:
            if candidate.name == offer:
                return candidate.lines
        return self.lines

    def named(self, kind: Kind) -> Iterator[Individual]:
        """The named individuals of a kind, in the file's order."""
        return (individual for individual in self.individuals if individual.kind is kind)


@node
class Spec:
    """A file after elaboration: its base scenario first, then its cases in the file's order. `warnings`: what may not be meant."""

    name: str
    theories: tuple[Theory, ...]
    warnings: tuple[Diagnostic, ...] = ()
