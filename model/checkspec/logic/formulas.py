"""Formulas: `write` gives a text that is true in every world in which the formula is (or, asked for, is not). Mirrors
`meaning/formulas.py` name by name.

Negation is pushed to the atoms and stops there. Polarity goes through derived states, defines and counts. Existentials become witnesses
(`witness.py`), universals guards with instances (`instances.py`); so the text may admit more worlds than there are, never fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from checkspec.logic.atoms import Atoms
from checkspec.logic.counts import Counts, closed, counted
from checkspec.logic.instances import Instances, OverIndividuals, OverInstants
from checkspec.logic.scope import Instant, Number, Scope
from checkspec.logic.smtlib import FALSE, TRUE, Script, both, compared, conjunction, disjunction, either, implication, negation
from checkspec.logic.terms import BEGINNING, Cases, Terms
from checkspec.logic.witness import Someone
from checkspec.theory.typed import (
    Absent,
    Always,
    And,
    Applied,
    At,
    Compare,
    CountOf,
    During,
    Ever,
    FieldOf,
    Flag,
    Formula,
    Happened,
    Holds,
    If,
    Individual,
    NoOther,
    Not,
    Or,
    Quantified,
    Same,
    SeenBy,
    Sort,
    Term,
    Truth,
    Variable,
    Within,
)
from checkspec.theory.walk import conjuncts

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


class Formulas:
    """Writes formulas into a script."""

    def __init__(self, terms: Terms, script: Script, instances: Instances, ranks: Mapping[Individual, int]) -> None:
        self._terms = terms
        self._pool = terms.pool
        self._script = script
        self._instances = instances
        self._atoms = Atoms(terms, script)
        self._counts = Counts(terms, script, instances, self.write)
        terms.tally = self._counts.tally
        self._guards = 0
        self._ranks = ranks
        self.outermost = 0  # how many times *some* was written outermost
        self.alike: dict[str, Individual] = {}  # by the truth that an individual can change places with those before it of its like

    @property
    def open_counts(self) -> bool:
        """Whether a count was written that may need more individuals than its witnesses."""
        return self._counts.open

    def write(self, formula: Formula, scope: Scope, positive: bool) -> str:
        """The text for `formula` (or its negation, if not `positive`) in a scope. Raises OutOfTime: one text can be very long."""
        self._script.on_time()
        match formula:
            case Truth(value=value):
                return TRUE if value == positive else FALSE
            case Not(part=part):
                return self.write(part, scope, not positive)
            case And(parts=parts):
                return self._junction([(part, positive) for part in parts], positive, scope)
            case Or(parts=parts):
                return self._junction([(part, positive) for part in parts], not positive, scope)
            case If(condition=condition, body=body):
                return self._junction([(condition, not positive), (body, positive)], not positive, scope)
            case Applied(formula=inner):
                return self.write(inner, scope, positive)
            case Ever(body=body):
                return self.write(body, scope.at(None), positive)
            case Happened():
                return self._by_cases(self._happened(formula, scope), positive)
            case Holds():
                return self._holds(formula, scope, positive)
            case Flag(term=term):
                return self._signed(self._atoms.truth(term, scope), positive)
            case Compare():
                return self._compare(formula, scope, positive)
            case Same():
                return self._signed(self._atoms.same(formula, scope), positive)
            case Absent(term=term):
                return self._signed(negation(self._atoms.there(term, scope)), positive)
            case Within(moment=moment, bound=bound, start=start):
                return self._signed(self._atoms.within(moment, bound, start, scope), positive)
            case Quantified():
                return self._quantified(formula, scope, positive)
            case NoOther():
                return self._no_other(formula, scope, positive)
            case At(instant=instant, body=body):
                when = self._terms.number(instant, scope)
                there = self._terms.instant(when, scope.generation, scope.claim)
                text = self.write(body, scope.at(there), positive)
                return both(when.exists, text) if positive else either(negation(when.exists), text)
            case Always(body=body):
                return self._throughout(formula, None, None, body, scope, positive)
            case During(start=start, end=end, body=body):
                return self._throughout(formula, start, end, body, scope, positive)
            case SeenBy(consumer=consumer, body=body):
                return self._seen(consumer, body, scope, positive)

    @staticmethod
    def _signed(text: str, positive: bool) -> str:
        return text if positive else negation(text)

    def _junction(self, parts: list[tuple[Formula, bool]], conjunctive: bool, scope: Scope) -> str:
        """Write parts until one decides."""
        texts: list[str] = []
        for part, positive in parts:
            text = self.write(part, scope, positive)
            if text == (FALSE if conjunctive else TRUE):
                return text
            texts.append(text)
        return conjunction(texts) if conjunctive else disjunction(texts)

    @staticmethod
    def _by_cases(cases: Iterable[str], positive: bool) -> str:
        return disjunction(cases) if positive else negation(disjunction(cases))

    # ------------------------------------------------------------ atoms

    def _vantage(self, someone: Someone, scope: Scope) -> Instant | None:
        """The instant at which someone is read: the one in force, or the consumer's as-of instant."""
        if scope.knower is not None and scope.instant is not None and someone.kind.name in scope.knower.kind.sees:
            return self._terms.glance(scope.knower, someone, scope.instant)
        return scope.instant

    def _happened(self, formula: Happened, scope: Scope) -> list[str]:
        texts = []
        for condition, someone in self._terms.individuals(formula.subject, scope):
            moment = self._terms.moment(someone, formula.event, scope)
            when = self._vantage(someone, scope)
            texts.append(both(condition, moment.exists, TRUE if when is None else f"(<= {moment.value} {when.value})"))
        return texts

    def _holds(self, formula: Holds, scope: Scope, positive: bool) -> str:
        texts = []
        for condition, someone in self._terms.individuals(formula.subject, scope):
            when = self._vantage(someone, scope)
            assert when is not None, "a state needs an instant"
            if formula.state.definition is not None:
                text = self.write(formula.state.definition, scope.within(someone, when), positive)
            else:
                text = self._signed(self._terms.sample(someone, formula.state, when), positive)
            texts.append(both(condition, text) if positive else either(negation(condition), text))
        return disjunction(texts) if positive else conjunction(texts)

    # ------------------------------------------------------------ comparisons and counts

    def _compare(self, formula: Compare, scope: Scope, positive: bool) -> str:
        left, right, operator = formula.left, formula.right, formula.operator
        if isinstance(right, CountOf) and not counted(left):
            left, right, operator = right, left, MIRRORED[operator]
        if isinstance(left, CountOf) and not counted(right):
            return self._counts.bounded(left, operator, self._terms.number(right, scope), scope, positive)
        first, second = self._terms.number(left, scope), self._terms.number(right, scope)
        return self._signed(both(first.exists, second.exists, compared(operator, first.value, second.value)), positive)

    # ------------------------------------------------------------ quantifiers

    def _guard(self) -> str:
        self._guards += 1
        return self._script.declare(f"all {self._guards}", "Bool")

    def _quantified(self, formula: Quantified, scope: Scope, positive: bool) -> str:
        restriction = [*formula.phrases, *([formula.where] if formula.where is not None else [])]
        body = [] if formula.body is None else [(formula.body, formula.quantity != "every")]
        parts = [(part, True) for part in restriction] + body
        variable = formula.variable
        if (formula.quantity == "some") == positive:
            return self._some(variable, parts, restriction, scope, named=True)

        def none(inner: Scope) -> str:
            return self._junction([(part, not sign) for part, sign in parts], False, inner)

        return self._all(formula, variable, scope, none)

    def _no_other(self, formula: NoOther, scope: Scope, positive: bool) -> str:
        restriction = [*formula.phrases, *([formula.where] if formula.where is not None else [])]
        if not positive:
            return self._some(formula.variable, [(part, True) for part in restriction], restriction, scope, named=False)

        def none(inner: Scope) -> str:
            return self._junction([(part, False) for part in restriction], False, inner)

        guard = self._all(formula, formula.variable, scope, none)
        if not restriction:
            self._script.require(implication(guard, closed(self._script, formula.variable.kind)))
        return guard

    def _all(self, node: Quantified | NoOther, variable: Variable, scope: Scope, write: Callable[[Scope], str]) -> str:
        guard = self._guard()

        def instance(someone: Someone) -> None:
            text = write(scope.bind(variable, someone))
            self._script.require(implication(both(guard, someone.exists), text))

        self._instances.individuals.append(OverIndividuals(guard, node, variable.kind, scope, instance))
        return guard

    def _some(self, variable: Variable, parts: list[tuple[Formula, bool]], restriction: list[Formula], scope: Scope, named: bool) -> str:
        """A witness: named, earlier, or its own."""
        given = self._given(variable, restriction, scope)  # first, for it may make somebody, who is then an earlier one
        earlier = [someone for someone in self._pool.of(variable.kind) if named or someone.named is None]
        outermost = not scope.bindings and scope.generation == 0
        self.outermost += outermost
        own = self._pool.witness(variable.kind, scope.generation + 1, given)
        texts = []
        for someone in [*earlier, own]:
            text = self._junction(parts, True, scope.bind(variable, someone))
            needed = negation(self._alike(someone.named)) if outermost and someone.named is not None else TRUE
            texts.append(both(someone.exists, needed, text))
        return disjunction(texts)

    def _alike(self, individual: Individual) -> str:
        """That it is enough to try those before an individual for the outermost *some* that is being written."""
        if self._ranks[individual] < self.outermost:
            return FALSE
        truth = self._script.declare(f"{individual.name} is alike", "Bool")
        self.alike[truth] = individual
        return truth

    def _given(self, variable: Variable, restriction: list[Formula], scope: Scope) -> dict[str, Someone]:
        """References that the restriction itself fixes: the own witness has no others."""
        given: dict[str, Someone] = {}
        for part in (each for said in restriction for each in conjuncts(said)):
            match part:
                case Same(left=FieldOf(subject=subject, field=field), right=right, different=False) if subject is variable:
                    pass
                case Same(left=right, right=FieldOf(subject=subject, field=field), different=False) if subject is variable:
                    pass
                case _:
                    continue
            if field.type.sort is not Sort.INDIVIDUAL or mentions(right, variable):
                continue
            cases: Cases = self._terms.individuals(right, scope)
            if len(cases) == 1 and cases[0][0] == TRUE:
                given.setdefault(field.name, cases[0][1])
        return given

    # ------------------------------------------------------------ instants and knowledge

    def _throughout(self, node: Always | During, start: Term | None, end: Term | None, body: Formula, scope: Scope, positive: bool) -> str:
        first = self._terms.number(start, scope) if start is not None else Number(BEGINNING.value)
        last = self._terms.number(end, scope) if end is not None else Number("0.0", FALSE)
        for bound in (start, end):
            if bound is not None:
                self._terms.instant(self._terms.number(bound, scope), scope.generation, scope.claim)

        def inside(instant: Instant) -> str:
            after = both(first.exists, f"(<= {first.value} {instant.value})", f"(<= {BEGINNING.value} {instant.value})")
            return both(after, either(negation(last.exists), f"(< {instant.value} {last.value})"))

        if not positive:
            self._guards += 1
            witness = self._terms.when(self._guards, scope.generation + 1)
            return both(inside(witness), self.write(body, scope.at(witness), False))
        guard = self._guard()

        def instance(instant: Instant) -> None:
            span = both(guard, inside(instant))
            self._script.require(implication(span, self.write(body, scope.at(instant), True)))

        self._instances.instants.append(OverInstants(guard, node, scope, instance))
        return guard

    def _seen(self, consumer: Term, body: Formula, scope: Scope, positive: bool) -> str:
        texts = []
        for condition, someone in self._terms.individuals(consumer, scope):
            inner = Scope(scope.claim, scope.bindings, scope.instant, someone, max(scope.generation, someone.generation))
            text = self.write(body, inner, positive)
            texts.append(both(condition, text) if positive else either(negation(condition), text))
        return disjunction(texts) if positive else conjunction(texts)


def mentions(term: Term, variable: Variable) -> bool:
    return term is variable or (isinstance(term, FieldOf) and mentions(term.subject, variable))
