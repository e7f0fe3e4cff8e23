"""Questions for others: each as a file that any solver reads, and each claim that there is no world put to a second solver."""

from __future__ import annotations

import re
import time
from pathlib import Path

from checkspec import __version__
from checkspec.logic.question import Excluded, Found, Outcome
from checkspec.logic.second import second_opinion
from checkspec.logic.solver import Result
from checkspec.text.node import Node, node
from checkspec.text.write import write_asked
from checkspec.theory.typed import Promise, Theory

ASKED = {
    "kept": "all that is stated is true and the promise is kept",
    "broken": "all that is stated is true and the promise is broken",
    "tested": "all that is stated is true and the promise is put to the test",
}
"""What worlds a question asks for, by its name."""
LOGIC = "QF_UFLIRA"
LEAST = 5.0
"""Seconds that a second solver has in any case."""


class Disagreement(Exception):
    """Two solvers answer a question differently: a fault of one of them, or of ours."""


@node
class Audit(Node):
    """What is to be done with questions. `folder`: where they are written (None: nowhere); `confirm`: whether a second solver is asked."""

    name: str
    folder: Path | None = None
    confirm: bool = False

    def __bool__(self) -> bool:
        return self.folder is not None or self.confirm

    def of(self, theory: Theory, promise: Promise, at: str | None, asked: str, outcome: Outcome, text: str, deadline: float) -> bool | None:
        """Write a question, and have it confirmed if its answer is that there is no world. True: it is confirmed; False: it is not,
        for want of time; None: nobody was asked. Raises Disagreement, and Unwritten if the file cannot be written."""
        status = "sat" if isinstance(outcome, Found) else "unsat" if isinstance(outcome, Excluded) else "unknown"
        whole = smt_text(self.name, theory, promise, at, asked, status, text)
        if self.folder is not None:
            write_asked(self.folder / file_name(self.name, theory, promise, at, asked), whole.encode())
        if not self.confirm or status != "unsat":
            return None
        opinion = second_opinion(whole, max(deadline - time.monotonic(), LEAST))
        if opinion is Result.SAT:
            where = f"{promise.full_name}, {'by design' if at is None else at}"
            raise Disagreement(f"z3 excludes every world in which {ASKED[asked]} ({where}), and cvc5 finds one")
        return opinion is Result.UNSAT


NOBODY = Audit("")


def smt_text(name: str, theory: Theory, promise: Promise, at: str | None, asked: str, status: str, text: str) -> str:
    """A whole SMT-LIB 2.6 file. `text`: its declarations and assertions; `status`: what the answer is said to be."""
    case = "" if theory.case is None else f", case {theory.case}"
    lines = [
        f"; checkspec {__version__}: {plain(name)}{case}, promise {promise.full_name}, {'by design' if at is None else f'at {at}'}",
        f"; Is there a world in which {ASKED[asked]}?",
        "(set-info :smt-lib-version 2.6)",
        f"(set-logic {LOGIC})",
        f"(set-info :status {status})",
        text,
        "(check-sat)",
    ]
    return "\n".join(lines) + "\n"


def file_name(name: str, theory: Theory, promise: Promise, at: str | None, asked: str) -> Path:
    """Where a question stands in the folder: folders as they lead to the spec, a file for each question."""
    way = [part if part != ".." else "up" for part in Path(name).with_suffix("").parts if part != Path(name).anchor]
    return Path(*way) / ("_".join([theory.case or "base", promise.full_name, at or "design", asked]) + ".smt2")


def plain(text: str) -> str:
    """The text with nothing in it that could end a comment."""
    return re.sub(r"[^\w./-]+", "-", text)
