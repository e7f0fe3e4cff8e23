"""Counts: at least n is n witnesses, at most n is no n + 1."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Protocol

from checkspec.logic.instances import AtMost, Instances
from checkspec.logic.scope import Number, Scope
from checkspec.logic.smtlib import FALSE, TRUE, Script, both, choice, compared, conjunction, disjunction, either, implication, negation
from checkspec.logic.terms import Terms
from checkspec.logic.witness import Someone
from checkspec.theory.typed import CountOf, DefinedTerm, Formula, Greatest, Kind, Least, Minus, Plus, Term, Times

OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
MOST_WITNESSES = 40
"""A lower bound on a count beyond this is left open above it (`more` individuals, which no world shown may need)."""
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
        self._tallies: dict[tuple[object, ...], Number] = {}
        self.open = False

    def bounded(self, count: CountOf, operator: str, bound: Number, scope: Scope, positive: bool) -> str:
        """`count operator bound`: at least n is n witnesses, at most n is no n + 1."""
        if not positive:
            operator = OPPOSITE[operator]
        parts = {"=": (">=", "<="), "!=": ("<", ">")}.get(operator, (operator,))
        texts = [
            self._at_least(count, part, bound, scope) if part in (">", ">=") else self._at_most(count, part, bound, scope)
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
            terms.append(self._more(count.variable.kind))
        return compared(operator, total(terms), bound.value)

    def _more(self, kind: Kind) -> str:
        """Individuals beyond the witnesses; none under the guard `few`, and none of a kind that is closed."""
        self.open = True
        self._guards += 1
        more = self._script.declare(f"more {self._guards}", "Int")
        self._script.require(f"(>= {more} 0)")
        self._script.require(implication(either(self._script.declare(FEW, "Bool"), closed(self._script, kind)), f"(= {more} 0)"))
        return f"(to_real {more})"

    def _member(self, count: CountOf, someone: Someone, scope: Scope) -> str:
        counts = both(someone.exists, self._counts(count, someone, scope, True))
        return choice(counts, "1.0", "0.0")

    def _counts(self, count: CountOf, someone: Someone, scope: Scope, positive: bool) -> str:
        if count.where is None:
            return TRUE if positive else FALSE
        return self._write(count.where, scope.bind(count.variable, someone), positive)

    def _at_most(self, count: CountOf, operator: str, bound: Number, scope: Scope) -> str:
        self._guards += 1
        guard = self._script.declare(f"bound {self._guards}", "Bool")

        def term(someone: Someone) -> str:
            return choice(both(someone.exists, negation(self._counts(count, someone, scope, False))), "1.0", "0.0")

        def write(terms: list[str]) -> None:
            self._script.require(implication(guard, compared(operator, total(terms), bound.value)))

        write([])
        self._instances.counts.append(AtMost(guard, count, scope, term, write))
        return guard

    def tally(self, count: CountOf, scope: Scope) -> Number:
        """A count where no bound is given: a number between what is there and what may be."""
        bound = tuple((id(variable), someone.number) for variable, someone in scope.bindings.items())
        instant = scope.instant.value if scope.instant is not None else ""
        knower = scope.knower.number if scope.knower is not None else 0
        key = (id(count), bound, instant, knower, scope.claim)
        if key not in self._tallies:
            self._guards += 1
            tally = self._tallies[key] = Number(f"(to_real {self._script.declare(f'count {self._guards}', 'Int')})")
            self._script.require(compared(">=", tally.value, "0.0"))
            self._script.require(self._at_least(count, ">=", tally, scope))
            self._script.require(self._at_most(count, "<=", tally, scope))
        return self._tallies[key]


def closed(script: Script, kind: Kind) -> str:
    """The truth that there are no unnamed individuals of a kind."""
    return script.declare(f"no other {kind.name}", "Bool")


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
