"""`every`, `some`, `no`, `no other` and `count`, and the phrases (`on A`) that restrict them."""

from __future__ import annotations

from checkspec.language import tree
from checkspec.language.tree import Expression, Name, Phrase
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Note
from checkspec.text.source import Span
from checkspec.theory.complaints import a, refused, several
from checkspec.theory.formulas import formula
from checkspec.theory.names import SELF, Context, Value
from checkspec.theory.paths import shown
from checkspec.theory.terms import individual, kind_of
from checkspec.theory.typed import And, CountOf, Field, FieldOf, Formula, Individual, Kind, NoOther, Quantified, Same, Sort, Type, Variable


def quantified(expression: tree.Quantified, context: Context) -> Quantified:
    """`every request on A where …: …`"""
    if expression.quantity == "every" and expression.body is None:
        raise refused(
            Code.DRN308,
            f"`{shown(expression)}` says nothing about them",
            expression.span,
            help="add a colon and what holds of each, as in `every request on A: received`",
        )
    variable, inner, among = _bound(expression.kind, expression.variable, context)
    restriction, where, body = several(
        (
            lambda: phrases(expression.phrases, variable, context),
            lambda: _optional(expression.where, inner),
            lambda: _optional(expression.body, inner),
        )
    )
    assert isinstance(restriction, tuple) and not isinstance(where, tuple) and not isinstance(body, tuple)
    return Quantified(expression.quantity, variable, restriction, _both(among, where), body, expression.span)


def no_other(expression: tree.NoOther, context: Context) -> NoOther:
    """`no other request on A where …`"""
    variable, inner, among = _bound(expression.kind, None, context)
    restriction, where = several((lambda: phrases(expression.phrases, variable, context), lambda: _optional(expression.where, inner)))
    assert isinstance(restriction, tuple) and not isinstance(where, tuple)
    return NoOther(variable, restriction, _both(among, where), expression.span)


def count(expression: tree.CountOf, context: Context) -> Value:
    """`count(request on A where …)`"""
    variable, inner, among = _bound(expression.kind, expression.variable, context)
    restriction, where = several((lambda: phrases(expression.phrases, variable, context), lambda: _optional(expression.where, inner)))
    assert isinstance(restriction, tuple) and not isinstance(where, tuple)
    parts = tuple(part for part in (among, *restriction, where) if part is not None)
    whole = None if not parts else parts[0] if len(parts) == 1 else And(parts, expression.span)
    return Value(CountOf(variable, whole, expression.span), Type(Sort.COUNT, variable.kind))


def phrases(said: tuple[Phrase, ...], variable: Variable | Individual, context: Context) -> tuple[Formula, ...]:
    """What phrases say of a variable. They are read outside of it: in `some endpoint on self` the `self` is the one around."""

    def one(phrase: Phrase) -> Formula:
        target = individual(phrase.path, context, f"`{phrase.preposition} …`")
        field = reference(variable.kind, phrase, kind_of(target))
        return Same(FieldOf(variable, field, phrase.span), target.term, False, phrase.span)

    return tuple(several(lambda phrase=phrase: one(phrase) for phrase in said))  # type: ignore[misc]


def reference(kind: Kind, phrase: Phrase, target: Kind) -> Field:
    """The reference of `kind` that a phrase means: by its preposition and by what it leads to. Raises if there is none, or two."""
    said = [each for each in kind.fields.values() if each.preposition is not None]
    fitting = [each for each in said if each.preposition == phrase.preposition and each.type.kind is target]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        both = " and ".join(f"`{each.name}`" for each in fitting)
        raise refused(
            Code.DRN209,
            f"`{phrase.preposition} …` may be {both} of {a(kind.name)}",
            phrase.span,
            help=f"say which: `where {fitting[0].name} = {phrase.path.span.text}`",
        )
    ways = ", ".join(f"`{each.preposition}` {a(each.type.kind.name)}" for each in said if each.type.kind is not None)
    raise refused(
        Code.DRN209,
        f"{a(kind.name)} is not `{phrase.preposition}` {a(target.name)}",
        phrase.span,
        help=f"{a(kind.name)} is {ways}" if ways else f"{a(kind.name)} has no phrases",
    )


def _bound(said: Name, name: Name | None, context: Context) -> tuple[Variable, Context, Formula | None]:
    """The variable of a quantifier over a kind or a population, how its parts are read, and that it belongs to the population."""
    population = context.names.population(said)
    kind = context.names.kind(said) if population is None else population.kind
    if name is None:
        variable = Variable(kind.name, kind, said.span, written=False)
        value = Value(variable, Type(Sort.INDIVIDUAL, kind))
        inner = context.about(value)
    elif name.text == SELF:
        raise refused(
            Code.DRN203, f"`{SELF}` is the individual at hand and cannot be a name", name.span, help="leave it out, or give it another name"
        )
    else:
        _not_hiding(name, context)
        variable = Variable(name.text, kind, name.span)
        value = Value(variable, Type(Sort.INDIVIDUAL, kind))
        inner = context.bind(name.text, value)
    if population is None:
        return variable, inner, None
    from checkspec.theory.populations import belongs

    return variable, inner, belongs(population, value, said.span, context)


def _both(among: Formula | None, where: Formula | None) -> Formula | None:
    if among is None or where is None:
        return where if among is None else among
    return And((among, where), among.span.to(where.span))


def _not_hiding(name: Name, context: Context) -> None:
    """Complain about a variable that hides another one."""
    outer = context.variables.get(name.text)
    if outer is not None:
        place = getattr(outer.term, "span", None)
        raise refused(
            Code.DRN207,
            f"the variable `{name.text}` hides another one of that name",
            name.span,
            help="give one of the two another name: inside, the other cannot be named",
            notes=(Note(f"the other `{name.text}` stands here", place),) if isinstance(place, Span) else (),
        )


def _optional(expression: Expression | None, context: Context) -> Formula | None:
    return None if expression is None else formula(expression, context)
