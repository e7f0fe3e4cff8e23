"""The one place that knows z3: text in, values and cores out."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction

import z3

NOT = "(not "

z3.Context.owner = False  # of a context whose making is broken off: z3 asks for it when it takes the object apart


class Result(Enum):
    SAT = "a model"
    UNSAT = "no model"
    UNKNOWN = "not decided"


class Values:
    """A model: the value of each constant by its quoted symbol, read when it is asked for."""

    def __init__(self, model: z3.ModelRef, declarations: Declarations) -> None:
        self._model = model
        self._declarations = declarations
        self._known: dict[str, Fraction | int | None] = {}

    def get(self, symbol: str, default: Fraction | int) -> Fraction | int:
        """The value, or `default` if the model leaves it open (then it does not matter)."""
        if symbol not in self._known:
            self._known[symbol] = self._read(symbol)
        value = self._known[symbol]
        return default if value is None else value

    def _read(self, symbol: str) -> Fraction | bool | None:
        declaration = self._declarations.of(symbol)
        if declaration is None:
            return None
        context = self._model.ctx.ref()
        value = z3.Z3_model_get_const_interp(context, self._model.model, declaration)
        if not value:
            return None
        if self._declarations.sorts[symbol] == "Bool":
            return bool(z3.Z3_get_bool_value(context, value) == z3.Z3_L_TRUE)
        text = z3.Z3_get_numeral_string(context, value)
        return Fraction(int(text)) if text.isdigit() else Fraction(text)


class Declarations:
    """The solver's own objects for the constants of a script, made once each. `sorts`: by quoted symbol, `Bool`, `Real` or `Int`."""

    def __init__(self, sorts: Mapping[str, str], context: z3.Context) -> None:
        self.sorts = sorts
        self._context = context
        self._made: dict[str, z3.FuncDecl] = {}
        self._kept: list[z3.FuncDeclRef] = []
        self._by_name = {"Bool": z3.BoolSort(context), "Real": z3.RealSort(context), "Int": z3.IntSort(context)}

    def of(self, symbol: str) -> z3.FuncDecl | None:
        """The constant's declaration; None if the script has no such constant."""
        known = self._made.get(symbol)
        if known is None and symbol in self.sorts:
            context = self._context.ref()
            name = z3.Z3_mk_string_symbol(context, symbol[1:-1])
            known = z3.Z3_mk_func_decl(context, name, 0, (z3.Sort * 0)(), self._by_name[self.sorts[symbol]].ast)
            self._kept.append(z3.FuncDeclRef(known, self._context))
            self._made[symbol] = known
        return known


class Literals:
    """The solver's own objects for guards and their negations, made once each. `known`: by the guard as it is written; `names`: how the
    guard is written, by the solver's number."""

    def __init__(self, context: z3.Context) -> None:
        self.known: dict[str, z3.Ast] = {}
        self.names: dict[int, str] = {}
        self._context = context
        self._kept: list[z3.BoolRef] = []

    def make(self, name: str) -> z3.Ast:
        """One that is not known yet."""
        negated = name.startswith(NOT)
        guard = z3.Bool((name[len(NOT) : -1] if negated else name).strip("|"), self._context)
        literal = z3.Not(guard) if negated else guard
        self._kept.append(literal)
        self.names[literal.get_id()] = name
        self.known[name] = literal.ast
        return self.known[name]


class Solver:
    """An incremental z3 solver in a context of its own, so that nothing of one question reaches another. `beside`: another solver of the
    same question, whose context it shares.

    `deadline`: a value of `time.monotonic()`; `memory`: MB. Past either, `check` answers UNKNOWN.
    """

    def __init__(self, sorts: Mapping[str, str], deadline: float, memory: int, beside: Solver | None = None) -> None:
        self._context: z3.Context = z3.Context() if beside is None else beside._context
        self._solver = z3.SimpleSolver(ctx=self._context)
        self._solver.set("random_seed", 0)
        self._solver.set("max_memory", memory)
        self.memory = memory
        self.deadline = deadline
        self._declarations: Declarations = Declarations(sorts, self._context) if beside is None else beside._declarations
        self._literals: Literals = Literals(self._context) if beside is None else beside._literals
        self._limits = z3.ParamsRef(self._context)
        self._timeout, self._rlimit = (z3.Z3_mk_string_symbol(self._context.ref(), name) for name in ("timeout", "rlimit"))
        self._exhausted = ""
        self.why = ""

    def add(self, text: str) -> None:
        """Add assertions; the text declares what it uses. If there is no memory for them, every further answer is UNKNOWN."""
        try:
            self._solver.from_string(text)
        except z3.Z3Exception as error:
            if "cancel" in str(error):
                raise KeyboardInterrupt from None  # z3 takes the signal itself
            if "memory" not in str(error):
                raise
            self._exhausted = "memory"

    def push(self) -> None:
        self._solver.push()

    def pop(self) -> None:
        self._solver.pop()

    def check(self, guards: Sequence[str] = (), effort: int = 0) -> Result:
        """Whether there is a model in which the guards (quoted symbols, or their negations) are true. `effort`: the solver's own count of
        steps after which it gives up with UNKNOWN (0: none), the same on every machine."""
        left = self.deadline - time.monotonic()
        if left <= 0 or self._exhausted:
            self.why = self._exhausted or "timeout"
            return Result.UNKNOWN
        # for every check, since to set them may change the course of the search: when they are set must not hang on the clock;
        # and never before the deadline: a check that is broken off before that was interrupted
        self._limit(int(left * 1000) + 1, effort)
        before = self._steps() if effort else 0
        known, make = self._literals.known, self._literals.make
        literals = [known[name] if name in known else make(name) for name in guards]
        try:
            # the low-level calls, here and below: with a hundred guards the wrappers of z3's Python interface cost more than z3 itself
            answer = z3.Z3_solver_check_assumptions(
                self._context.ref(), self._solver.solver, len(literals), (z3.Ast * len(literals))(*literals)
            )
        except z3.Z3Exception as error:
            self.why = "memory" if "memory" in str(error) else str(error)
            return Result.UNKNOWN
        if answer == z3.Z3_L_TRUE:
            return Result.SAT
        if answer == z3.Z3_L_FALSE:
            return Result.UNSAT
        self.why = self._solver.reason_unknown()
        if effort and self._steps() - before >= effort:
            self.why = "effort"
        elif "interrupted" in self.why or (self.why == "canceled" and time.monotonic() < self.deadline):
            raise KeyboardInterrupt  # z3 takes the signal itself and only says that it was canceled
        self.why = {"canceled": "timeout", "max. memory exceeded": "memory"}.get(self.why, self.why)
        return Result.UNKNOWN

    def _limit(self, milliseconds: int, effort: int) -> None:
        context = self._context.ref()
        z3.Z3_params_set_uint(context, self._limits.params, self._timeout, min(milliseconds, 2**32 - 1))
        z3.Z3_params_set_uint(context, self._limits.params, self._rlimit, effort)
        z3.Z3_solver_set_params(context, self._solver.solver, self._limits.params)

    def _steps(self) -> int:
        """The solver's own count of steps so far."""
        return next((int(value) for key, value in self._solver.statistics() if key == "rlimit count"), 0)

    def values(self) -> Values:
        """The model of the last check."""
        return Values(self._solver.model(), self._declarations)

    def core(self) -> frozenset[str]:
        """The guards that the last UNSAT rests on."""
        context = self._context.ref()
        core = z3.AstVector(z3.Z3_solver_get_unsat_core(context, self._solver.solver), self._context)
        guards = [z3.Z3_ast_vector_get(context, core.vector, place) for place in range(len(core))]
        return frozenset(self._literals.names[z3.Z3_get_ast_id(context, guard)] for guard in guards)


