"""Which instances a proposed world breaks: the evaluator says so, instance by instance."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from checkspec.logic.decode import Decoded
from checkspec.logic.instances import AtMost, Instances, OverIndividuals, OverInstants
from checkspec.logic.scope import Instant, Number, Scope
from checkspec.logic.smtlib import TRUE, number
from checkspec.logic.terms import Terms
from checkspec.logic.witness import Pool, Someone
from checkspec.meaning.evaluate import Evaluator
from checkspec.meaning.world import Member
from checkspec.theory.typed import NoOther, Variable

GROWTH = 3
"""How many times more instances are added each time that the same universal is broken again."""
NOWHERE = 1000
"""The generation of an instant that nothing in the question names."""


class Refinement:
    """One run of asking again. The more often a universal was broken, the more of its instances are added at a time, so that a
    question over many like individuals takes few rounds."""

    def __init__(self, pool: Pool, terms: Terms, instances: Instances) -> None:
        self._pool = pool
        self._terms = terms
        self._instances = instances
        self._often: dict[int, int] = {}  # by node: in how many rounds it was broken
        self._now: set[int] = set()

    def add(self, decoded: Decoded, evaluator: Evaluator, claims: set[str]) -> int | None:
        """Add instances of the claims' universals that are broken in the world. Returns the least generation among those
        added, or None if nothing could be added."""
        added: list[int] = []
        self._now = set()
        for universal in list(self._instances.individuals):
            if universal.scope.claim in claims and decoded.true(universal.guard) and self._present(universal.scope, decoded):
                added += self._individuals(universal, decoded, evaluator)
        for span in list(self._instances.instants):
            if span.scope.claim in claims and decoded.true(span.guard) and self._present(span.scope, decoded):
                added += self._instants(span, decoded, evaluator)
        for bound in list(self._instances.counts):
            if bound.scope.claim in (*claims, "") and decoded.true(bound.guard) and self._present(bound.scope, decoded):
                added += self._bound(bound, decoded)
        for node in self._now:
            self._often[node] = self._often.get(node, 0) + 1
        if not added:
            added += self._everything(claims, decoded)
        return min(added) if added else None

    @staticmethod
    def _present(scope: Scope, decoded: Decoded) -> bool:
        everybody = list(scope.bindings.values()) + ([scope.knower] if scope.knower is not None else [])
        return all(someone.number in decoded.members for someone in everybody)

    @staticmethod
    def _place(scope: Scope, decoded: Decoded) -> tuple[dict[Variable, Member], Fraction | None, Member | None]:
        bindings = {variable: decoded.members[someone.number] for variable, someone in scope.bindings.items()}
        instant = None if scope.instant is None else decoded.number(scope.instant.value)
        return bindings, instant, None if scope.knower is None else decoded.members[scope.knower.number]

    def _individuals(self, universal: OverIndividuals, decoded: Decoded, evaluator: Evaluator) -> list[int]:
        bindings, instant, knower = self._place(universal.scope, decoded)
        node = universal.node
        parts = [*node.phrases, *([node.where] if node.where is not None else [])]
        body = None if isinstance(node, NoOther) else node.body
        wanted = not isinstance(node, NoOther) and node.quantity != "every"
        broken: list[Someone] = []
        others: list[Someone] = []
        for someone in self._pool.of(universal.kind):
            if someone.number in universal.written or someone.number not in decoded.members:
                continue
            inner = {**bindings, node.variable: decoded.members[someone.number]}
            violated = all(evaluator.truth(part, inner, instant, knower) for part in parts) and (
                body is None or evaluator.truth(body, inner, instant, knower) == wanted
            )
            (broken if violated else others).append(someone)
        if not broken:
            return []
        self._now.add(id(node))
        often = self._often.get(id(node), 0) + 1
        wanted_now = GROWTH ** (often - 1) * (1 if universal.scope.bindings else GROWTH)
        chosen = [*broken, *others][: max(1, wanted_now)] if often > 1 else broken[:wanted_now]
        if universal.scope.bindings:
            self._instances.needed.setdefault(id(node), set()).update(s.number for s in chosen if s in broken)
        generation = universal.scope.generation
        return [max(generation, s.generation) for s in chosen if universal.instantiate(s)]

    def _bound(self, bound: AtMost, decoded: Decoded) -> list[int]:
        there = self._pool.of(bound.node.variable.kind)
        new = [someone for someone in there if someone.number in decoded.members and someone.number not in bound.written]
        bound.instantiate(new)
        return [max(bound.scope.generation, someone.generation) for someone in new]

    def _instants(self, span: OverInstants, decoded: Decoded, evaluator: Evaluator) -> list[int]:
        bindings, instant, _ = self._place(span.scope, decoded)
        failing = evaluator.failing_instants(span.node, bindings, instant)
        added: list[int] = []
        for value in failing[:8]:
            for candidate in self._known_as(value, decoded, evaluator):
                if self._instances.at(span, candidate):
                    added.append(max(span.scope.generation, candidate.generation))
        return added

    def _known_as(self, value: Fraction, decoded: Decoded, evaluator: Evaluator) -> Iterable[Instant]:
        """The question's instants that have this value in the world; failing that, one a bound after one of them, or the bare value."""
        there = [i for i in self._terms.instants.values() if decoded.true(i.exists)]
        same = [i for i in there if decoded.number(i.value) == value]
        return same or self._later(there, value, decoded, evaluator) or [Instant(number(value), TRUE, NOWHERE)]

    def _later(self, there: list[Instant], value: Fraction, decoded: Decoded, evaluator: Evaluator) -> list[Instant]:
        later: list[Instant] = []
        for consumer in self._pool.everybody:
            member = decoded.members.get(consumer.number)
            for sees in consumer.kind.sees.values() if member is not None else ():
                known = evaluator.bound(member, sees.kind.name) if member is not None else None
                if known is None:
                    continue
                bound = self._terms.number(sees.bound, Scope("", {consumer.kind.self: consumer}))
                for i in [i for i in there if decoded.number(i.value) + known == value]:
                    generation = max(i.generation, consumer.generation) + 1
                    later.append(self._terms.instant(Number(f"(+ {i.value} {bound.value})", i.exists), generation))
        return later

    def _everything(self, claims: set[str], decoded: Decoded) -> list[int]:
        """Nothing was found broken below a broken line: write all instances of its universals over who is there."""
        added = []
        for universal in list(self._instances.individuals):
            if universal.scope.claim in claims:
                for someone in self._pool.of(universal.kind):
                    if someone.number in decoded.members and universal.instantiate(someone):
                        added.append(max(universal.scope.generation, someone.generation))
        return added
