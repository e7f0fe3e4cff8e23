"""Who may be there: the named individuals, and witnesses that stand for unnamed ones.

An existential becomes a witness of its own for each assignment of the universals above it. It need not exist; if it does, it
differs from all others. A reference without a value is such an existential. What a choice may fall on is fixed when it is made:
the named individuals, the witnesses made *earlier*, and its own; never a later one. (In any world, number the choices as they
were made; the own individual of a choice is used only if what is chosen is neither named nor the choice of a smaller number.)
"""

from __future__ import annotations

from collections.abc import Mapping

from checkspec.logic.smtlib import TRUE, Script, both, disjunction, implication
from checkspec.text.node import Node, fresh, node, record
from checkspec.theory.typed import Absent, Field, FieldOf, Individual, Kind, Role, Same, Sort, Theory


@record
class Someone:
    """An individual of the question. `exists`: TRUE or the symbol that says so. `generation`: 0 for named ones, else one more than
    the greatest generation in the assignment that it was made for."""

    name: str
    kind: Kind
    number: int
    named: Individual | None
    exists: str
    generation: int
    references: dict[str, Reference] = fresh(factory=dict)


@node
class Reference(Node):
    """Where a reference may lead: `cases` pairs a condition with whom; at most one condition holds, none if it is absent."""

    cases: tuple[tuple[str, Someone], ...]
    constant: str | None  # the integer that holds the number of the choice; None if it is given


class Pool:
    """Everybody in the question, in the order of their making."""

    def __init__(self, theory: Theory, script: Script) -> None:
        self._script = script
        self.everybody: list[Someone] = []
        self._by_kind: dict[str, list[Someone]] = {name: [] for name in theory.kinds}
        self._by_individual: dict[Individual, Someone] = {}
        for individual in theory.individuals:
            someone = self._add(individual.name, individual.kind, individual, TRUE, 0)
            self._by_individual[individual] = someone
        self._give(theory)

    def _add(self, name: str, kind: Kind, named: Individual | None, exists: str, generation: int) -> Someone:
        someone = Someone(name, kind, len(self.everybody) + 1, named, exists, generation)
        self.everybody.append(someone)
        self._by_kind[kind.name].append(someone)
        return someone

    def _give(self, theory: Theory) -> None:
        """References that every offer states alike are facts of the text, not choices."""
        lines = {line for offer in theory.offers for line in offer.lines} | set(theory.lines)
        settings: dict[tuple[Individual, Field], list[Individual | None]] = {}
        for line in lines:
            if line.role is not Role.VALUE or line.subject is None or line.field is None or line.field.type.sort is not Sort.INDIVIDUAL:
                continue
            match line.formula:
                case Same(left=FieldOf(), right=Individual() as target, different=False):
                    settings.setdefault((line.subject, line.field), []).append(target)
                case Absent():
                    settings.setdefault((line.subject, line.field), []).append(None)
        everywhere = set(theory.lines).intersection(*(offer.lines for offer in theory.offers)) if theory.offers else set(theory.lines)
        stated = {(line.subject, line.field) for line in everywhere}
        for (subject, reference), targets in settings.items():
            if len(targets) == 1 and (subject, reference) in stated:
                given = targets[0]
                cases = ((TRUE, self._by_individual[given]),) if given is not None else ()
                self._by_individual[subject].references[reference.name] = Reference(cases, None)

    def named(self, individual: Individual) -> Someone:
        return self._by_individual[individual]

    def of(self, kind: Kind) -> tuple[Someone, ...]:
        """Everybody of a kind so far."""
        return tuple(self._by_kind[kind.name])

    def witness(self, kind: Kind, generation: int, given: Mapping[str, Someone] | None = None) -> Someone:
        """A new one, which need not exist. `given`: references that it has if it exists."""
        name = f"{kind.name}#{sum(1 for other in self._by_kind[kind.name] if not other.named) + 1}"
        someone = self._add(name, kind, None, self._script.declare(name, "Bool"), generation)
        for reference, target in (given or {}).items():
            someone.references[reference] = Reference(((TRUE, target),), None)
            self._script.require(implication(someone.exists, target.exists))
        return someone

    def reference(self, someone: Someone, reference: Field) -> Reference:
        """Where `someone.reference` leads; chosen among those there are and one of its own when first asked for.

        Its own is two generations further, so that what is said of it is written on demand alone: most references never lead there."""
        known = someone.references.get(reference.name)
        if known is not None:
            return known
        kind = reference.type.kind
        assert kind is not None
        constant = self._script.declare(f"{someone.name}.{reference.name}", "Int")
        candidates = [*self._by_kind[kind.name], self.witness(kind, someone.generation + 2)]
        cases = tuple((f"(= {constant} {candidate.number})", candidate) for candidate in candidates)
        somewhere = disjunction([condition for condition, _ in cases] + ([f"(= {constant} 0)"] if reference.type.optional else []))
        self._script.require(implication(someone.exists, somewhere))
        for condition, candidate in cases:
            self._script.require(implication(both(someone.exists, condition), candidate.exists))
        known = Reference(cases, constant)
        someone.references[reference.name] = known
        return known


