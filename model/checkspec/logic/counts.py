"""Counts: at least n is n witnesses, at most n is no n + 1."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Protocol

from checkspec.logic.instances import AtMost, Instances
from checkspec.logic.scope import Number, Scope
from checkspec.logic.smtlib import FALSE, TRUE, Script, both, choice, compared, conjunction, disjunction, either, implication, negation
from checkspec.logic.terms import Terms, greatest, least
from checkspec.logic.witness import Someone
from checkspec.theory.typed import CountOf, DefinedTerm, Formula, Greatest, Least, Minus, Plus, Term, Times

OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
MOST_WITNESSES = 40
"""A lower bound on a count beyond this is left open above it (`more` individuals, which no world shown may need)."""
OPERATOR: dict[type, str] = {Plus: "+", Minus: "-", Times: "*"}
FEW = "few"
"""The guard under which no count needs individuals beyond its witnesses."""


class Write(Protocol):
    """Writes a formula, or its negation."""

    def __call__(self, formula: Formula, scope: Scope, positive: bool) -> str: ...


class Counts:
    """Writes comparisons of counts. `open` is set once a count was written that may need more individuals than its witnesses."""

    def __init__(self, terms: Terms, script: Script, instances: Instances, write: Write) -> None:
        self._terms = terms
        self._pool = terms.pool
        self._script = script
        self._instances = instances
        self._write = write
        self._guards = 0
        self.open = False

    def bounded(self, count: CountOf, operator: str, bound: Number, formula: Formula, scope: Scope, positive: bool) -> str:
        """`count operator bound`: at least n is n witnesses, at most n is no n + 1."""
        if not positive:
            operator = OPPOSITE[operator]
        parts = {"=": (">=", "<="), "!=": ("<", ">")}.get(operator, (operator,))
        texts = [
            self._at_least(count, part, bound, scope) if part in (">", ">=") else self._at_most(count, part, bound, formula, scope)
            for part in parts
        ]
        text = disjunction(texts) if operator == "!=" else conjunction(texts)
        return both(bound.exists, text) if positive else either(negation(bound.exists), text)

    def _at_least(self, count: CountOf, operator: str, bound: Number, scope: Scope) -> str:
        wanted = literal(bound.value)
        needed = MOST_WITNESSES + 1 if wanted is None else floor(wanted) + (1 if operator == ">" else 0)
        if wanted is not None and wanted != floor(wanted) and operator == ">=":
            needed += 1
        if needed <= 0:
            return TRUE
        generation = scope.generation + 1
        candidates = list(self._pool.of(count.variable.kind))
        candidates += [self._pool.witness(count.variable.kind, generation) for _ in range(min(needed, MOST_WITNESSES if wanted else 3))]
        terms = [self._member(count, someone, scope) for someone in candidates]
        if needed > MOST_WITNESSES:
            terms.append(self._more())
        return compared(operator, total(terms), bound.value)

    def _more(self) -> str:
        """Individuals beyond the witnesses; none under the guard `few`."""
        self.open = True
        self._guards += 1
        more = self._script.declare(f"more {self._guards}", "Int")
        self._script.require(f"(>= {more} 0)")
        self._script.require(implication(self._script.declare(FEW, "Bool"), f"(= {more} 0)"))
        return f"(to_real {more})"

    def _member(self, count: CountOf, someone: Someone, scope: Scope) -> str:
        counts = both(someone.exists, self._counts(count, someone, scope, True))
        return choice(counts, "1.0", "0.0")

    def _counts(self, count: CountOf, someone: Someone, scope: Scope, positive: bool) -> str:
        if count.where is None:
            return TRUE if positive else FALSE
        return self._write(count.where, scope.bind(count.variable, someone), positive)

    def _at_most(self, count: CountOf, operator: str, bound: Number, formula: Formula, scope: Scope) -> str:
        self._guards += 1
        guard = self._script.declare(f"bound {self._guards}", "Bool")

        def write() -> None:
            everybody = self._pool.of(count.variable.kind)
            terms = [choice(both(s.exists, negation(self._counts(count, s, scope, False))), "1.0", "0.0") for s in everybody]
            self._script.require(implication(guard, compared(operator, total(terms), bound.value)))

        self._instances.counts.append(AtMost(guard, count, formula, scope, write))
        return guard

    def tally(self, term: Term, formula: Formula, scope: Scope) -> Number:
        """A term with counts in it where no bound is given: a number between what is there and what may be."""
        if not isinstance(term, CountOf):
            match term:
                case DefinedTerm(term=inner):
                    return self.tally(inner, formula, scope)
                case Plus(left=left, right=right) | Minus(left=left, right=right) | Times(left=left, right=right):
                    first, second = self.tally(left, formula, scope), self.tally(right, formula, scope)
                    return Number(f"({OPERATOR[type(term)]} {first.value} {second.value})", both(first.exists, second.exists))
                case Least(terms=terms):
                    return least([self.tally(part, formula, scope) for part in terms])
                case Greatest(terms=terms):
                    return greatest([self.tally(part, formula, scope) for part in terms])
                case _:
                    return self._terms.number(term, scope)
        self._guards += 1
        tally = Number(f"(to_real {self._script.declare(f'count {self._guards}', 'Int')})")
        self._script.require(compared(">=", tally.value, "0.0"))
        unbounded = Number(tally.value)
        self._script.require(self._at_least(term, ">=", unbounded, scope))
        self._script.require(self._at_most(term, "<=", unbounded, formula, scope))
        return tally


def literal(text: str) -> Fraction | None:
    """The number that a literal says, None for anything else."""
    try:
        return Fraction(text.removesuffix(".0"))
    except ValueError:
        return None


def total(terms: list[str]) -> str:
    kept = [term for term in terms if term != "0.0"]
    if not kept:
        return "0.0"
    return kept[0] if len(kept) == 1 else f"(+ {' '.join(kept)})"


def counted(term: Term) -> bool:
    """Whether a count of a population occurs in a number."""
    match term:
        case CountOf():
            return True
        case DefinedTerm(term=inner):
            return counted(inner)
        case Plus(left=left, right=right) | Minus(left=left, right=right) | Times(left=left, right=right):
            return counted(left) or counted(right)
        case Least(terms=terms) | Greatest(terms=terms):
            return any(counted(part) for part in terms)
        case _:
            return False
