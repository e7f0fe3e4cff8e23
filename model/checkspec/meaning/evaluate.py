"""The evaluator: what is true in a world. The reference meaning of the language; it knows no solver."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checkspec.meaning.formulas import compile_formula
from checkspec.meaning.frame import ChangesCode, Denoted, FormulaCode, Frame, TermCode
from checkspec.meaning.instants import InstantsCode, compile_changes, instants_in
from checkspec.meaning.knowledge import as_of, bound
from checkspec.meaning.named import named_instants
from checkspec.meaning.terms import compile_term, moment_of
from checkspec.meaning.walk import Expression, free_variables
from checkspec.meaning.world import Member, World
from checkspec.theory.typed import Always, During, Formula, Kind, Term, Theory, Variable

Named = tuple[tuple[Term, tuple[Variable, ...]], ...]


class Program:
    """The terms and formulas of a theory, each compiled once, for any number of worlds.

    The caches go by a node's identity (to hash a tree costs more than to read it) and keep the node, so that its id stays its own.
    """

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.kinds: dict[str, Kind] = theory.kinds
        self._terms: dict[tuple[int, bool], tuple[Term, TermCode]] = {}
        self._formulas: dict[tuple[int, bool], tuple[Formula, FormulaCode]] = {}
        self._changes: dict[tuple[int, bool], tuple[Expression, ChangesCode | None]] = {}
        self._instants: dict[tuple[int, bool], tuple[Formula, InstantsCode]] = {}
        self._named: dict[int, tuple[Formula, Named]] = {}

    def named(self, formula: Formula) -> Named:
        """The instants that a formula names (`named_instants`), each with the variables that are free in it."""
        known = self._named.get(id(formula))
        if known is None:
            named = tuple((term, free_variables(term)) for term in named_instants(formula))
            known = self._named[id(formula)] = (formula, named)
        return known[1]

    def term(self, term: Term, seen: bool = False) -> TermCode:
        """The code of a term."""
        known = self._terms.get((id(term), seen))
        if known is None:
            known = self._terms[id(term), seen] = (term, compile_term(self, term, seen))
        return known[1]

    def formula(self, formula: Formula, seen: bool = False) -> FormulaCode:
        """The code of a formula; `seen` if it stands within `seen by`."""
        known = self._formulas.get((id(formula), seen))
        if known is None:
            known = self._formulas[id(formula), seen] = (formula, compile_formula(self, formula, seen))
        return known[1]

    def changes(self, node: Expression, seen: bool = False) -> ChangesCode | None:
        """The code that collects where the truth of a formula may change; None if it never does."""
        known = self._changes.get((id(node), seen))
        if known is None:
            known = self._changes[id(node), seen] = (node, compile_changes(self, node, seen))
        return known[1]

    def instants(self, formula: Always | During, seen: bool = False) -> InstantsCode:
        """The code that says where the body has to be asked."""
        known = self._instants.get((id(formula), seen))
        if known is None:
            known = self._instants[id(formula), seen] = (formula, instants_in(self, formula, seen))
        return known[1]


class Evaluator:
    """One world of a theory. `program`: the theory's, if there is one already; worlds of one theory should share it.

    Bindings lead from variables to members of this world, for the variables that are free in what is asked.
    """

    def __init__(self, world: World, theory: Theory, program: Program | None = None) -> None:
        self.world = world
        self.program = Program(theory) if program is None else program
        self._frame = Frame(world, theory)

    def member(self, name: str) -> Member:
        """The member of that name. Raises KeyError if there is none."""
        return self._frame.by_name[name]

    def truth(
        self,
        formula: Formula,
        bindings: Mapping[Variable, Member] | None = None,
        instant: Fraction | None = None,
        knower: Member | None = None,
    ) -> bool:
        """Whether the formula is true, with that instant in force, and in the knowledge of `knower` if there is one.

        Raises NoInstantInForce if it reads a state with no instant in force (elaboration refuses such a text).
        """
        return self.program.formula(formula, knower is not None)(self._prepared(bindings, knower), instant)

    def value(
        self,
        term: Term,
        bindings: Mapping[Variable, Member] | None = None,
        instant: Fraction | None = None,
        knower: Member | None = None,
    ) -> Denoted:
        """What the term denotes; None: absent."""
        value: Denoted = self.program.term(term, knower is not None)(self._prepared(bindings, knower), instant)
        return value

    def moment(self, member: Member, event: str) -> Fraction | None:
        """When the event of that name, free or derived, happens to a member; None: never."""
        kind = self.program.kinds[member.kind]
        return moment_of(self.program, kind.events[event], kind)(self._prepared(None, None), member)

    def bound(self, consumer: Member, kind: str) -> Fraction | None:
        """How old the consumer's knowledge of that kind can be; None: no bound."""
        return bound(self.program, self._prepared(None, None), consumer, kind)

    def as_of(self, consumer: Member, subject: Member, instant: Fraction) -> Fraction:
        """The instant as of which the consumer knows the subject at `instant`."""
        return as_of(self.program, self._prepared(None, None), consumer, subject, instant)

    def looks(self, formula: Formula) -> frozenset[tuple[str, str, Fraction]]:
        """Whose knowledge of whom is asked, and at which instants, to tell whether the formula is true: the names of the two. Knowledge
        that cannot be old is not among them."""
        found: set[tuple[str, str, Fraction]] = set()
        self._frame.looks = found
        try:
            self.truth(formula)
        finally:
            self._frame.looks = None
        return frozenset(found)

    def critical_instants(
        self,
        formula: Always | During,
        bindings: Mapping[Variable, Member] | None = None,
        instant: Fraction | None = None,
        knower: Member | None = None,
    ) -> list[Fraction]:
        """The instants of the span that decide: its first, and those after it at which the body's truth may change; in order of time."""
        return sorted(self.program.instants(formula, knower is not None)(self._prepared(bindings, knower), instant))

    def failing_instants(
        self,
        formula: Always | During,
        bindings: Mapping[Variable, Member] | None = None,
        instant: Fraction | None = None,
        knower: Member | None = None,
    ) -> list[Fraction]:
        """The critical instants at which the body is false, in order of time; none if and only if the formula is true."""
        critical = self.critical_instants(formula, bindings, instant, knower)
        return [each for each in critical if not self.truth(formula.body, bindings, each, knower)]

    def _prepared(self, bindings: Mapping[Variable, Member] | None, knower: Member | None) -> Frame:
        self._frame.bound = dict(bindings) if bindings else {}
        self._frame.knower = knower
        return self._frame
