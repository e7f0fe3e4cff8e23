"""Whether a question is plain: then its instances have a model if and only if there is a world, and the search must end.

The graph: from the kind of a universal variable (or from *instants*, for `always` and spans) to the kind of an existential below it;
from a kind to the kind of a reference that nobody set; from a kind to *instants*, since events are instants. Only what can be there
counts: kinds of named individuals, of existentials outside universals, and what these lead to. A question is plain if this graph
has no cycle, no `seen by` stands under an `always`, and counts over open kinds are compared with numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

from checkspec.logic.counts import counted
from checkspec.theory.typed import (
    Always,
    And,
    Applied,
    At,
    Compare,
    Constant,
    CountOf,
    DefinedTerm,
    During,
    Ever,
    FieldOf,
    Formula,
    Happened,
    Holds,
    If,
    Moment,
    NoOther,
    Not,
    Or,
    Quantified,
    SeenBy,
    Sort,
    Theory,
)

INSTANTS = "instants"


def obstacle(theory: Theory, formulas: Iterable[Formula]) -> str | None:
    """Why the question of these formulas is not plain, as a phrase (`instants → endpoint → instants`); None if it is plain."""
    graph = Graph(theory)
    everything = list(formulas)
    graph.close(everything)
    for formula in everything:
        graph.walk(formula, True, ())
    return graph.trouble or graph.cycle()


class Graph:
    """What leads to what."""

    def __init__(self, theory: Theory) -> None:
        self._edges: dict[str, set[str]] = {}
        self._present = {individual.kind.name for individual in theory.individuals} | {INSTANTS}
        self._closed: set[str] = set()
        self._done: set[tuple[int, bool, tuple[str, ...]]] = set()
        self.trouble: str | None = None
        for kind in theory.kinds.values():
            if kind.events or kind.states:
                self._edge(kind.name, INSTANTS)

    def close(self, formulas: Iterable[Formula]) -> None:
        """Kinds that `no other` closes have no further individuals."""
        for formula in formulas:
            match formula:
                case NoOther(variable=variable, phrases=(), where=None):
                    self._closed.add(variable.kind.name)
                case And(parts=parts):
                    self.close(parts)
                case _:
                    pass

    def _edge(self, start: str, end: str) -> None:
        self._edges.setdefault(start, set()).add(end)

    def _exists(self, kind: str, above: tuple[str, ...]) -> None:
        if kind in self._closed:
            return
        if not above:
            self._present.add(kind)
        for universal in above:
            self._edge(universal, kind)

    def walk(self, formula: object, positive: bool, above: tuple[str, ...]) -> None:
        """Add the edges of a formula or term in a place of that polarity, below these universals."""
        if (id(formula), positive, above) in self._done:
            return
        self._done.add((id(formula), positive, above))
        match formula:
            case Not(part=part):
                self.walk(part, not positive, above)
            case If(condition=condition, body=body):
                self.walk(condition, not positive, above)
                self.walk(body, positive, above)
            case Quantified() | NoOther():
                self._quantified(formula, positive, above)
            case Always(body=body) | During(body=body):
                if positive and looks(body):
                    self.trouble = self.trouble or "`seen by` under `always`"
                self.walk(body, positive, (*above, INSTANTS) if positive and INSTANTS not in above else above)
            case Compare(left=left, right=right) if counted(left) or counted(right):
                bounded = isinstance(left, Constant) or isinstance(right, Constant)
                for side in (left, right):
                    if bounded and isinstance(side, CountOf):
                        self._counted(side.variable.kind.name, side.where, above)
                    else:
                        self.walk(side, positive, above)
            case CountOf(variable=variable, where=where):
                if variable.kind.name not in self._closed:
                    self.trouble = self.trouble or "a count that is not compared with a number"
                self._counted(variable.kind.name, where, above)
            case FieldOf(subject=subject, field=field) if field.type.sort is Sort.INDIVIDUAL and field.type.kind is not None:
                subject_kind = kind_of(subject)
                if subject_kind is not None and field.type.kind.name not in self._closed:
                    self._edge(subject_kind, field.type.kind.name)
                self.walk(subject, positive, above)
            case Holds(subject=subject, state=state):
                self.walk(state.definition, positive, above)
                self.walk(subject, positive, above)
            case Happened(subject=subject, event=event) | Moment(subject=subject, event=event):
                self.walk(event.definition, positive, above)
                self.walk(subject, positive, above)
            case And() | Or() | At() | Ever() | SeenBy() | Applied():
                self._parts(formula, positive, above)
            case None:
                pass
            case _:
                self._parts(formula, positive, above)

    def _quantified(self, formula: Quantified | NoOther, positive: bool, above: tuple[str, ...]) -> None:
        kind = formula.variable.kind.name
        universal = (isinstance(formula, NoOther) or formula.quantity != "some") == positive
        if universal:
            below = above if kind in above else (*above, kind)
        else:
            self._exists(kind, above)
            below = above
        restriction = positive if isinstance(formula, Quantified) and formula.quantity == "some" else not positive
        for part in (*formula.phrases, formula.where):
            self.walk(part, restriction, below)
        if isinstance(formula, Quantified):
            self.walk(formula.body, positive if formula.quantity != "no" else not positive, below)

    def _counted(self, kind: str, where: Formula | None, above: tuple[str, ...]) -> None:
        self._exists(kind, above)
        below = above if kind in above else (*above, kind)
        self.walk(where, True, below)
        self.walk(where, False, below)

    def _parts(self, node: object, positive: bool, above: tuple[str, ...]) -> None:
        for name in getattr(node, "__slots__", ()):
            value = getattr(node, name)
            if name in ("span", "word", "operator", "event", "state", "field", "variable"):
                continue
            for part in value if isinstance(value, tuple) else (value,):
                if hasattr(part, "span"):
                    self.walk(part, positive, above)

    def cycle(self) -> str | None:
        """The first cycle that can be reached from what is there, in the order of names."""
        path: list[str] = []
        finished: set[str] = set()

        def visit(node: str) -> list[str] | None:
            if node in path:
                return [*path[path.index(node) :], node]
            if node in finished:
                return None
            path.append(node)
            for target in sorted(self._edges.get(node, ())):
                found = visit(target)
                if found:
                    return found
            finished.add(path.pop())
            return None

        for start in sorted(self._present):
            found = visit(start)
            if found:
                return " → ".join(found)
        return None


def looks(formula: object) -> bool:
    """Whether `seen by` occurs in a formula, also through defines and derived states."""
    match formula:
        case SeenBy():
            return True
        case Holds(state=state) if state.definition is not None:
            return looks(state.definition)
        case _:
            names = ("part", "parts", "condition", "body", "where", "formula")
            inner = [getattr(formula, name) for name in names if hasattr(formula, name)]
            return any(looks(part) for value in inner for part in (value if isinstance(value, tuple) else (value,)))


def kind_of(term: object) -> str | None:
    """The kind of a term that denotes an individual."""
    if isinstance(term, FieldOf):
        return term.field.type.kind.name if term.field.type.kind is not None else None
    if isinstance(term, DefinedTerm):
        return kind_of(term.term)
    kind = getattr(term, "kind", None)
    return kind.name if kind is not None else None
