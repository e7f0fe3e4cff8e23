"""From a model's values back to a world."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checkspec.logic.smtlib import FALSE, TRUE
from checkspec.logic.solver import Values
from checkspec.logic.terms import BEGINNING, Terms
from checkspec.logic.witness import Someone
from checkspec.meaning.world import Member, Value, World
from checkspec.theory.typed import Field, Sort, Theory

ZERO = Fraction(0)


class Decoded:
    """A world, and who is who in it. `names`, by number: what the unnamed are called that are known from another world."""

    def __init__(self, theory: Theory, terms: Terms, values: Values, names: Mapping[int, str] | None = None) -> None:
        self._terms = terms
        self._values = values
        self._samples: dict[int, dict[str, dict[Fraction, bool]]] = {}
        self.names: dict[int, str] = {}
        self.missing: list[tuple[Someone, Field]] = []
        known = names or {}
        taken = set(known.values())
        for someone in terms.pool.everybody:
            if self.true(someone.exists):
                name = someone.name if someone.named else known.get(someone.number) or next_name(someone.kind.name, taken)
                self.names[someone.number] = name
                taken.add(name)
        self._read_samples()
        self.world = World(
            beginning=self.number(BEGINNING.value),
            members=tuple(self._member(someone) for someone in terms.pool.everybody if someone.number in self.names),
            observations={o.name: self.number(f"|observation {o.name}|") for o in theory.observations},
            quantities={
                q.name: self.number(f"|quantity {q.name}|")
                for q in theory.quantities
                if not q.type.optional or (q.name in terms.quantities and self.true(f"|quantity {q.name}?|"))
            },
            knowledge=self._knowledge(),
        )
        self.members = dict(zip(self.names, self.world.members, strict=True))

    def true(self, truth: str) -> bool:
        """A truth that is a constant or a symbol."""
        return truth == TRUE or (truth != FALSE and self._values.get(truth, False) is True)

    def number(self, symbol: str) -> Fraction:
        return Fraction(self._values.get(symbol, ZERO))

    def _read_samples(self) -> None:
        for sample in self._terms.samples.values():
            if sample.someone.number in self.names and self.true(sample.instant.exists):
                states = self._samples.setdefault(sample.someone.number, {})
                states.setdefault(sample.state.name, {})[self.number(sample.instant.value)] = self.true(sample.symbol)

    def _member(self, someone: Someone) -> Member:
        kind = someone.kind
        events = {}
        for event in kind.events.values():
            if (someone.number, event.name) in self._terms.events and self.true(f"|{someone.name}.{event.name}?|"):
                events[event.name] = self.number(f"|{someone.name}.{event.name}|")
        states = {state.name: self._changes(someone, state.name) for state in kind.states.values() if state.definition is None}
        fields = {field.name: self._field(someone, field) for field in kind.fields.values()}
        return Member(self.names[someone.number], kind.name, someone.named is not None, fields, events, states)

    def _changes(self, someone: Someone, state: str) -> tuple[tuple[Fraction, bool], ...]:
        samples = sorted(self._samples.get(someone.number, {}).get(state, {}).items())
        changes: list[tuple[Fraction, bool]] = []
        begin = self.number(BEGINNING.value)
        for instant, value in samples:
            if not changes:
                first = min(begin, instant)
                changes.append((first, value or instant > first))  # before it is read it may be either: as where it is never read
            if changes[-1][1] != value:
                changes.append((instant, value))
        return tuple(changes) if changes else ((begin, True),)

    def _field(self, someone: Someone, field: Field) -> Value:
        name = f"{someone.name}.{field.name}"
        if field.type.sort is Sort.INDIVIDUAL:
            return self._target(someone, field)
        written = (someone.number, field.name) in self._terms.fields
        if field.type.optional and not (written and self.true(f"|{name}?|")):
            return None
        if field.type.sort is Sort.BOOL:
            return self.true(f"|{name}|")
        value = self.number(f"|{name}|") if written else ZERO
        return field.type.choices[int(value)] if field.type.sort is Sort.CHOICE else value

    def _target(self, someone: Someone, field: Field) -> Value:
        reference = someone.references.get(field.name)
        if reference is None:
            if field.type.optional:
                return None
            assert field.type.kind is not None
            for other in self._terms.pool.of(field.type.kind):
                if other.number in self.names:
                    return self.names[other.number]
            self.missing.append((someone, field))
            return None
        if reference.constant is None:
            return self.names[reference.cases[0][1].number] if reference.cases else None
        chosen = int(self.number(reference.constant))
        return next((self.names[target.number] for _, target in reference.cases if target.number == chosen), None)

    def _knowledge(self) -> dict[tuple[str, str], tuple[tuple[Fraction, Fraction], ...]]:
        found: dict[tuple[str, str], dict[Fraction, Fraction]] = {}
        for glance in self._terms.glances.values():
            if self.true(glance.known.exists):
                pair = (self.names[glance.consumer.number], self.names[glance.someone.number])
                found.setdefault(pair, {})[self.number(glance.instant.value)] = self.number(glance.known.value)
        return {pair: tuple(sorted(samples.items())) for pair, samples in found.items()}


def next_name(kind: str, taken: set[str]) -> str:
    """`request#1`, or the first such name that is not taken."""
    number = 1
    while f"{kind}#{number}" in taken:
        number += 1
    return f"{kind}#{number}"
