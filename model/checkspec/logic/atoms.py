"""Atoms that need no witnesses: truth values, identities, absence, spans between moments."""

from __future__ import annotations

from checkspec.logic.scope import Scope
from checkspec.logic.smtlib import FALSE, TRUE, Script, both, choice, compared, disjunction, negation
from checkspec.logic.terms import Terms, absent
from checkspec.logic.witness import Someone
from checkspec.theory.typed import Constant, DefinedTerm, Field, FieldOf, Individual, Same, Sort, Term, Type, Variable


class Atoms:
    """Writes atoms; each text is exact, so its negation may be taken."""

    def __init__(self, terms: Terms, script: Script) -> None:
        self._terms = terms
        self._script = script

    def truth(self, term: Term, scope: Scope) -> str:
        match term:
            case Constant(value=value):
                return TRUE if value is True else FALSE
            case DefinedTerm(term=inner):
                return self.truth(inner, scope)
            case FieldOf(subject=subject, field=field):
                cases = self._terms.individuals(subject, scope)
                return disjunction(both(condition, *self._plain(someone, field)) for condition, someone in cases)
            case _:
                raise TypeError(f"no truth: {term}")

    def _plain(self, someone: Someone, field: Field) -> tuple[str, str]:
        """A field that is no number: that it is there, and its constant (a choice is the number of its name)."""
        name = f"{someone.name}.{field.name}"
        choices = field.type.sort is Sort.CHOICE
        constant = self._script.declare(name, "Int" if choices else "Bool")
        if (someone.number, field.name) not in self._terms.fields:
            self._terms.fields[someone.number, field.name] = (someone, field)
            if choices:
                self._script.require(f"(<= 0 {constant} {len(field.type.choices) - 1})")
        return self._script.declare(f"{name}?", "Bool") if field.type.optional else TRUE, constant

    def there(self, term: Term, scope: Scope) -> str:
        """That a term is not absent."""
        sort = type_of(term).sort
        if sort is Sort.INDIVIDUAL:
            return negation(absent(self._terms.individuals(term, scope)))
        if sort in (Sort.BOOL, Sort.CHOICE):
            if not isinstance(term, FieldOf):
                return TRUE
            cases = self._terms.individuals(term.subject, scope)
            return disjunction(both(condition, self._plain(someone, term.field)[0]) for condition, someone in cases)
        return self._terms.number(term, scope).exists

    def same(self, formula: Same, scope: Scope) -> str:
        left, right = formula.left, formula.right
        if type_of(left).sort is Sort.INDIVIDUAL:
            pairs = ((c, s, d, t) for c, s in self._terms.individuals(left, scope) for d, t in self._terms.individuals(right, scope))
            return disjunction(both(c, d) for c, s, d, t in pairs if (s is t) != formula.different)
        choices = type_of(left).choices or type_of(right).choices
        texts = []
        for condition, value in self._values(left, choices, scope):
            for further, other in self._values(right, choices, scope):
                texts.append(both(condition, further, compared("!=" if formula.different else "=", value, other)))
        return disjunction(texts)

    def _values(self, term: Term, choices: tuple[str, ...], scope: Scope) -> list[tuple[str, str]]:
        match term:
            case Constant(value=bool() as value):
                return [(TRUE, TRUE if value else FALSE)]
            case Constant(value=str() as value):
                return [(TRUE, str(choices.index(value)) if value in choices else "(- 1)")]
            case DefinedTerm(term=inner):
                return self._values(inner, choices, scope)
            case FieldOf(subject=subject, field=field):
                found = []
                for condition, someone in self._terms.individuals(subject, scope):
                    there, constant = self._plain(someone, field)
                    if field.type.choices and field.type.choices != choices:
                        constant = translated(constant, field.type.choices, choices)
                    found.append((both(condition, there), constant))
                return found
            case _:
                raise TypeError(f"no value: {term}")

    def within(self, moment: Term, bound: Term, start: Term, scope: Scope) -> str:
        m, b, s = (self._terms.number(term, scope) for term in (moment, bound, start))
        return both(m.exists, b.exists, s.exists, f"(<= 0.0 (- {m.value} {s.value}))", f"(<= (- {m.value} {s.value}) {b.value})")


def translated(constant: str, own: tuple[str, ...], wanted: tuple[str, ...]) -> str:
    """A choice's number in another list of names; -1 for a name that the other list has not."""
    text = "(- 1)"
    for index, name in enumerate(own):
        text = choice(f"(= {constant} {index})", str(wanted.index(name)) if name in wanted else "(- 1)", text)
    return text


def type_of(term: Term) -> Type:
    """The type of a term that is an individual, a choice or a truth value; for numbers only that they are numbers."""
    match term:
        case Variable(kind=kind) | Individual(kind=kind):
            return Type(Sort.INDIVIDUAL, kind)
        case FieldOf(field=field):
            return field.type
        case Constant(type=type):
            return type
        case DefinedTerm(term=inner):
            return type_of(inner)
        case _:
            return Type(Sort.DURATION)
