"""The report for people: the matrix, then what there is to say about each promise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import inf
from shlex import join

from checkspec.answer.verdict import Verdict
from checkspec.report.matrix import Matrix, verdict_text
from checkspec.report.outcome import Comparison, Outcome, Telling, code_of, comparisons
from checkspec.report.places import column_text, place_text
from checkspec.report.prose import Paint, harmless, wrap
from checkspec.theory.typed import Theory, full_name

FREE = "An event with no `by …` beneath it may happen then: no single line forces it."


class TextReport:
    """Writes the report of one file: the matrix, and what is told; past the deadline (of `time.monotonic()`) no more stories. `second`:
    the solver that was asked to confirm the verdicts, if one was."""

    def __init__(self, outcome: Outcome, paint: Paint, telling: Telling, deadline: float = inf, second: str = "") -> None:
        self.outcome = outcome
        self.paint = paint
        self.telling = telling
        self.compared: list[Comparison] = list(comparisons(outcome))
        self.deadline = deadline
        self.second = second
        self.free = False

    def lines(self) -> Iterator[str]:
        """The report, line by line; nothing for a file that could not be used."""
        if self.outcome.errors or self.outcome.fault:
            return
        yield from self._head()
        if not self.outcome.promises:
            yield from ("", *self._summary())
            return
        yield ""
        matrix = Matrix(self.outcome, self.paint, self.telling)
        yield from matrix.lines()
        if hidden := matrix.hidden():
            columns = "1 column" if hidden == 1 else f"{hidden} columns"
            yield from wrap(f"Not shown: {columns} of which nothing is expected (--all shows everything).")
        if len(self.outcome.theories) == 1:
            yield from self._populations(self.outcome.theories[0])
        yield from self._misses()
        if not self.telling.nothing:
            for theory in self.outcome.theories:
                yield from self._scenario(theory)
        yield ""
        if self.free:
            yield from (self.paint.faint(line) for line in wrap(FREE))
        yield from self._untold()
        yield from self._summary()
        if self.second:
            yield from wrap(self._confirmations())

    def _head(self) -> Iterator[str]:
        base = self.outcome.theories[0]
        yield self.paint.strong(harmless(self.outcome.name))
        if base.title:
            yield from wrap(base.title)
        if base.rulebooks:
            yield from wrap("uses " + ", ".join(base.rulebooks))
        for theory in self.outcome.theories:
            if theory.dropped:
                where = "" if theory.case is None else f"case {theory.case}: "
                yield from wrap(f"{where}without " + ", ".join(f'"{label}"' for label in theory.dropped), 0, 2)

    def _populations(self, theory: Theory) -> Iterator[str]:
        reconciled = [each for each in self.outcome.reconciled if each.theory is theory]
        if reconciled:
            from checkspec.report.populations import population_lines

            yield from population_lines(reconciled, self.outcome.name, self.paint)

    def _misses(self) -> Iterator[str]:
        missed = [comparison for comparison in self.compared if not comparison.met]
        if missed:
            yield ""
        for comparison in missed:
            yield from (self.paint.bad(line) for line in wrap("! " + miss_text(comparison, self.outcome.name), 0, 2))

    def _summary(self) -> Iterator[str]:
        met = sum(comparison.met for comparison in self.compared)
        if self.compared:
            text = f"{met} of {len(self.compared)} expectations met"
        elif self.outcome.promises:
            held = sum(answer.verdict is Verdict.HOLDS for answer in self.outcome.answers)
            text = f"Nothing is expected; {held} of {len(self.outcome.answers)} verdicts {'is' if held == 1 else 'are'} HOLDS"
        else:
            text = "Nothing is promised"
        colour = self.paint.good if met == len(self.compared) else self.paint.bad
        yield from (colour(line) for line in wrap(f"{text}{undecided_text(self.outcome)}."))

    def _untold(self) -> Iterator[str]:
        """How to be told the reasons and stories of a family of cases, if nothing is expected of any."""
        telling, outcome = self.telling, self.outcome
        if telling.nothing or telling.everything or outcome.expects or len(outcome.theories) == 1 or not outcome.answers:
            return
        yield from wrap("A file with cases tells the stories that its `expect` lines name; here are none. --all tells all, and this one:")
        answer = min(outcome.answers, key=lambda each: (each.verdict is Verdict.HOLDS, each.theory.case is None))
        words = ["checkspec", "why", outcome.name, answer.promise.full_name]
        words += [] if answer.theory.case is None else ["--case", answer.theory.case]
        words += [] if answer.at is None else ["--at", answer.at]
        yield "  " + harmless(join(words))

    def _confirmations(self) -> str:
        """What the second solver says."""
        said = [answer.confirmed for answer in self.outcome.answers if answer.confirmed is not None]
        open_ = [
            f"{each.promise.full_name} {column_text(each.at)}"
            for each in self.outcome.answers
            if each.confirmed is False
        ]
        if not said:
            return f"No verdict here says that there is no world, so {self.second} was asked nothing."
        text = f"{self.second} confirms {sum(said)} of the {len(said)} verdicts that say there is no world"
        return text + (f"; it did not come to an end with {', '.join(open_)}." if open_ else ".")

    def _scenario(self, theory: Theory) -> Iterator[str]:
        # these are loaded only where something is told
        from checkspec.report.narrate import Narrator
        from checkspec.report.promises import promise_lines
        from checkspec.report.story import Teller

        answers = self.outcome.of(theory)
        tells = self.telling.tells
        answers = tuple(each for each in answers if tells(self.outcome.theories, theory, each.promise.name, each.at))
        if answers and len(self.outcome.theories) > 1:
            yield ""
            title = f' "{theory.title}"' if theory.title else ""
            yield self.paint.strong(harmless("== base" if theory.case is None else f"== case {theory.case}{title}"))
            yield from self._populations(theory)
        teller, narrator = Teller(theory), Narrator(theory, self.paint, self.outcome.name)
        for _, group in groupby(answers, key=lambda answer: answer.promise):
            yield ""
            yield from promise_lines(list(group), teller, narrator, self.paint, self.deadline, self.outcome.reconciled)
        self.free = self.free or narrator.free


def undecided_text(outcome: Outcome) -> str:
    """Why the exit code of the file is 3, to stand after the summary; nothing if it is another."""
    if code_of(outcome) != 3:
        return ""
    compared = list(comparisons(outcome))
    missed = sum(comparison.undecided for comparison in compared)
    expected = {id(comparison.answer) for comparison in compared}
    others = sum(answer.verdict is Verdict.UNKNOWN and id(answer) not in expected for answer in outcome.answers)
    text = f", {missed} undecided" if missed else ""
    if others:
        of_which = " of which nothing is expected" if compared else ""
        text += f"; {others} {'verdict' if others == 1 else 'verdicts'}{of_which} {'is' if others == 1 else 'are'} UNKNOWN"
    limits = sorted({answer.limit for answer in outcome.answers if answer.verdict is Verdict.UNKNOWN and answer.limit})
    return f"{text} (exit code 3{': ' + ', '.join(limits) if limits else ''})"


def miss_text(comparison: Comparison, own: str) -> str:
    """`W.withdrawn by design: expected HOLDS, got FAILS (line 30)`."""
    expectation, answer = comparison.expectation, comparison.answer
    case = "" if comparison.theory.case is None else f"case {comparison.theory.case}: "
    wanted = expectation.verdict + (" vacuously" if expectation.vacuous else "")
    got = "no answer" if answer is None else verdict_text(answer)
    place = place_text(expectation.span, own)
    name = full_name(expectation.offer, expectation.promise)
    return f"{case}{name} {column_text(expectation.at)}: expected {wanted}, got {got} ({place})"
