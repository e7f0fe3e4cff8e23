"""Populations: sets of individuals of one kind that are fixed by moments. Each use of a name is written out, as a define's is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Note, Refused
from checkspec.text.source import Span
from checkspec.theory.complaints import Complaints, a, listed, refused, several, unknown
from checkspec.theory.depth import shallow
from checkspec.theory.fixed import settled
from checkspec.theory.formulas import formula
from checkspec.theory.names import SELF, Context, Fates, Names, PopulationText, Register, Value
from checkspec.theory.paths import member_of
from checkspec.theory.population import Population, Share
from checkspec.theory.quantifiers import phrases
from checkspec.theory.typed import (
    And,
    Applied,
    Formula,
    Individual,
    Kind,
    Quantified,
    Sort,
    Truth,
    Type,
    Variable,
)

COMPLETE, LOST = "complete", "lost"


def declare(item: tree.PopulationDecl, names: Names, register: Register, complaints: Complaints) -> None:
    """Make the name known, unless it means something else already."""
    name = item.name
    if name.text in names.kinds:
        note = Note("the kind is declared here", names.kinds[name.text].span)
        complaints.add(Code.DRN201, f"`{name.text}` is a kind", name.span, help="give the population another name", notes=(note,))
        return
    if not register.declare(name, "population"):
        return
    names.broken.add(name.text)
    with complaints:
        kind = names.kind(item.kind)
        if (member := member_of(kind, name.text)) is not None:
            note = Note(f"`{member.name}` of {kind.name} is declared here", member.span)
            complaints.add(
                Code.DRN201,
                f"`{name.text}` is already said of {kind.name}",
                name.span,
                help="give the population another name",
                notes=(note,),
            )
            return
        if item.variable is not None and item.variable.text == SELF:
            raise refused(
                Code.DRN203,
                f"`{SELF}` is the individual at hand and cannot be a name",
                item.variable.span,
                help="leave it out, or give it another name",
            )
        names.broken.discard(name.text)
        names.populations[name.text] = PopulationText(item, names, kind)


def check(text: PopulationText) -> None:
    """Read the condition once. Raises at the first time only, and where it is used while it is read."""
    item = text.declaration
    if text.reading:
        raise refused(
            Code.DRN211,
            f"`{text.name}` is said to be fixed by itself",
            item.name.span,
            help="say who belongs to it without its name",
        )
    if text.checked:
        return
    text.checked = text.reading = True
    text.broken = True
    member = Variable(item.kind.text, text.kind, item.kind.span, written=False)
    try:
        if item.where is not None:
            shallow(item.where)
        settled(text.name, _condition(text, Value(member, Type(Sort.INDIVIDUAL, text.kind))), member, item.name.span)
        text.broken = False
    except Refused as refusal:
        raise Refused(*map(_by_moments, refusal.diagnostics)) from None
    finally:
        text.reading = False


def _by_moments(said: Diagnostic) -> Diagnostic:
    """What is said of a state without an instant, where there can never be one but that of an `at`."""
    if said.code is not Code.DRN301:
        return said
    message = f"`{said.span.text}` is a state, and a population is fixed by moments"
    return replace(said, code=Code.DRN309, message=message, help="say at which moment it holds: `(at A.deleted: …)`")


def belongs(text: PopulationText, who: Value, span: Span, context: Context) -> Applied:
    """`who is old`: the condition, of that individual."""
    check(text)
    if text.broken:
        raise Refused()
    if context.seen is not None:
        raise refused(
            Code.DRN304,
            f"`{text.name}` is fixed by moments, and a consumer does not know when things happened",
            span,
            help=f"inside `seen by` speak of {a(text.kind.name)} and its states",
        )
    return Applied(text.name, (who.term,), _condition(text, who), span, population=True)


def _condition(text: PopulationText, who: Value) -> Formula:
    item, context = text.declaration, _about(text.names, who, text.declaration)
    assert isinstance(who.term, Variable | Individual)
    subject = who.term
    parts = several(
        (
            lambda: phrases(item.phrases, subject, Context(text.names)),
            lambda: () if item.where is None else (formula(item.where, context),),
        )
    )
    found = tuple(part for several_ in parts for part in several_)
    return found[0] if len(found) == 1 else And(found, item.span) if found else Truth(True, item.span)


def _about(names: Names, who: Value, item: tree.PopulationDecl | None, instant: bool = False) -> Context:
    context = Context(names, instant=instant)
    return context.about(who) if item is None or item.variable is None else context.bind(item.variable.text, who)


# ---------------------------------------------------------------- what counts as complete, and as lost


def counted_as(fates: Iterable[tree.Fate], names: Names, into: Fates, complaints: Complaints) -> None:
    """Take in what is said of a kind's populations. Complains of what is said twice, or of anything else."""
    for fate in fates:
        with complaints:
            _known(fate, into)
            into[fate.name.text] = (fate.formula, names)


def check_fates(kind: Kind, fates: Fates, complaints: Complaints) -> None:
    """Complain of what a kind says wrongly of its populations."""
    for expression, names in fates.values():
        with complaints:
            shallow(expression)
            formula(expression, Context(names, me=Value(kind.self, Type(Sort.INDIVIDUAL, kind)), instant=True))


def counted_complete(kinds: Mapping[str, Kind], fates: Mapping[str, Fates], complaints: Complaints) -> dict[str, Formula]:
    """By kind, when one of it counts as complete, said of the kind's `self`."""
    found: dict[str, Formula] = {}
    for name, said in fates.items():
        if COMPLETE in said:
            kind, (expression, names) = kinds[name], said[COMPLETE]
            with complaints:
                found[name] = formula(expression, Context(names, me=Value(kind.self, Type(Sort.INDIVIDUAL, kind)), instant=True))
    return found


def _known(fate: tree.Fate, before: Fates) -> None:
    if fate.name.text not in (COMPLETE, LOST):
        message = f"a member of a population counts as `{COMPLETE}` or as `{LOST}`, not as `{fate.name.text}`"
        raise unknown(Code.DRN206, message, fate.name, (COMPLETE, LOST), f"write {listed((COMPLETE, LOST))}")
    if fate.name.text in before:
        raise refused(Code.DRN201, f"`{fate.name.text}` is said twice", fate.name.span, help="keep one of the two")


def population(text: PopulationText, individuals: Sequence[Individual]) -> Population:
    """The population in a scenario with these individuals. Raises what is wrong with it."""
    item, kind = text.declaration, text.kind
    own: Fates = {}
    for fate in item.fates:
        _known(fate, own)
        shallow(fate.formula)
        own[fate.name.text] = (fate.formula, text.names)
    said: Fates = {**text.names.fates.get(kind.name, {}), **own}
    if COMPLETE not in said:
        raise refused(
            Code.DRN310,
            f"nothing says when {a(kind.name)} of `{text.name}` is complete",
            item.name.span,
            help=_example(kind),
        )

    def read(name: str, who: Value) -> Formula:
        if name not in said:
            return Truth(False, item.span)
        expression, names = said[name]
        return formula(expression, _about(names, who, item if name in own else None, instant=True))

    variable = Variable(kind.name, kind, item.kind.span, written=False)
    whoever = Value(variable, Type(Sort.INDIVIDUAL, kind))
    several((lambda: read(COMPLETE, whoever), lambda: read(LOST, whoever)))
    shares = []
    for each in individuals:
        if each.kind is kind:
            who = Value(each, Type(Sort.INDIVIDUAL, kind))
            shares.append(Share(each, belongs(text, who, item.span, Context(text.names)), read(COMPLETE, who), read(LOST, who)))
    where = belongs(text, whoever, item.span, Context(text.names))
    title = "" if item.title is None else item.title.text
    complete, lost = (" ".join(said[name][0].span.text.split()) if name in said else "" for name in (COMPLETE, LOST))
    return Population(text.name, title, Quantified("every", variable, (), where, None, item.span), tuple(shares), complete, lost, item.span)


def _example(kind: Kind) -> str:
    event = next(reversed(kind.events), None) or next(iter(kind.states), None)
    return f"say it in braces: `{{ complete: {event} }}`" if event is not None else "say it in braces: `{ complete: … }`"
