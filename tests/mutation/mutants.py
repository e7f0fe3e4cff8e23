"""Mutants of the evaluator and the encoder: cosmic-ray's operators, one change at a time, less those that nobody could learn from.

Left out before anything is counted: annotations, which are never evaluated; a replacement by an operator that its operands do not have (it
is noticed by the first call, whatever the tests say); what is no program; and what `equivalent.md` names, each with its reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from mutation.equivalent import PACKAGE, Equivalent, definitions

LEFT_OUT = {"__init__.py", "second.py", "narrow.py"}
"""`second.py` asks cvc5, which only `--confirm` does. `narrow.py` goes down to the least world once the verdict stands; what it finds is
replayed, and where it is not the least, the exact reports of the specs show it."""

ARITHMETIC = "Add|Sub|Mul|Div|FloorDiv"
COMPARING = "Eq|NotEq|Lt|LtE|Gt|GtE"
OPERATORS = re.compile(
    rf"core/(ReplaceBinaryOperator_({ARITHMETIC})_({ARITHMETIC})|ReplaceBinaryOperator_(BitOr|BitAnd)_(BitOr|BitAnd|BitXor|Sub)"
    rf"|ReplaceComparisonOperator_({COMPARING})_({COMPARING})|ReplaceComparisonOperator_(Is_IsNot|IsNot_Is)"
    r"|ReplaceUnaryOperator_(USub_UAdd|Delete_USub|Delete_Not)|AddNot|Replace(True|False|And|Or|Break|Continue)With\w+"
    r"|ExceptionReplacer|NumberReplacer|RemoveDecorator|ZeroIterationForLoop)"
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One operator at one of its places in a module. `start`: the line and column where what it changes begins."""

    module: str
    operator: str
    occurrence: int
    start: tuple[int, int]

    @property
    def path(self) -> Path:
        return PACKAGE / self.module

    @property
    def line(self) -> int:
        return self.start[0]

    @property
    def title(self) -> str:
        return f"model/checkspec/{self.module}:{self.line} {self.operator.removeprefix('core/')}"

    def text(self, source: str) -> str | None:
        """The module with the change in it; None if it is no program, or changes nothing."""
        mutated = mutate_code(source, get_operator(self.operator)(), self.occurrence)
        if mutated is None or mutated == source:
            return None
        try:
            compile(mutated, self.module, "exec")
        except SyntaxError:
            return None
        return str(mutated)


def modules() -> list[str]:
    """The evaluator's and the encoder's modules, as `meaning/terms.py`."""
    paths = [path for folder in ("meaning", "logic") for path in sorted((PACKAGE / folder).glob("*.py"))]
    return [f"{path.parent.name}/{path.name}" for path in paths if path.name not in LEFT_OUT]


def annotations(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """From where to where (line, column) the annotations of a module go."""
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.arg(annotation=annotation) | ast.AnnAssign(annotation=annotation):
                found.append(annotation)
            case ast.FunctionDef(returns=returns):
                found.append(returns)
    return [
        ((each.lineno, each.col_offset), (each.end_lineno or each.lineno, each.end_col_offset or 0)) for each in found if each is not None
    ]


def mutants(module: str, source: str) -> Iterator[Mutant]:
    """All changes to a module, but for annotations."""
    inside = annotations(source)
    nodes = list(ast_nodes(get_ast(source)))
    for name in operator_names():
        if OPERATORS.fullmatch(name):
            operator = get_operator(name)()
            places = [start for node in nodes for start, _ in operator.mutation_positions(node)]
            for occurrence, start in enumerate(places):
                if not any(first <= start < last for first, last in inside):
                    yield Mutant(module, name, occurrence, start)


def left_out(mutant: Mutant, source: str, mutated: str, known: Iterable[Equivalent]) -> Equivalent | None:
    """The entry that says why nothing can notice a mutant, if there is one."""
    was, now = source.splitlines()[mutant.line - 1], mutated.splitlines()[mutant.line - 1]
    around = definitions(source).get(mutant.line, [])
    return next((each for each in known if each.module == mutant.module and each.is_about(was, now, around)), None)
