"""A second opinion: the same question, as plain SMT-LIB, to a solver that shares nothing with the first. Only here is cvc5 known."""

from __future__ import annotations

from checkspec.logic.solver import Result


class NoSecondSolver(Exception):
    """cvc5 is not installed."""


def version() -> str:
    """The version of cvc5. Raises NoSecondSolver if there is none."""
    try:
        import cvc5
    except ImportError:
        raise NoSecondSolver from None
    return str(cvc5.__version__)


def second_opinion(text: str, seconds: float) -> Result:
    """What cvc5 says of an SMT-LIB 2.6 text with one `(check-sat)`, within so many seconds. Raises NoSecondSolver."""
    version()
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    symbols = parser.getSymbolManager()
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, symbols).strip() or said
    return {"sat": Result.SAT, "unsat": Result.UNSAT}.get(said, Result.UNKNOWN)
