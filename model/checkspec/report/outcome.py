"""What checking a file gave, how it compares with what the file expects, and the exit code that follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checkspec.answer.standing import Reconciliation
from checkspec.answer.verdict import Answer, Verdict
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic
from checkspec.text.node import Node, node
from checkspec.theory.typed import Expectation, Theory


@node
class Outcome(Node):
    """One file. `errors`: why it could not be used (then there are no answers). `fault`: what went wrong in checkspec itself.
    `warnings`: what may not be meant; it changes nothing else. `reconciled`: how its populations stand at its observations."""

    name: str
    theories: tuple[Theory, ...] = ()
    answers: tuple[Answer, ...] = ()
    errors: tuple[Diagnostic, ...] = ()
    fault: str = ""
    warnings: tuple[Diagnostic, ...] = ()
    reconciled: tuple[Reconciliation, ...] = ()

    def of(self, theory: Theory) -> tuple[Answer, ...]:
        """The answers of one scenario."""
        return tuple(answer for answer in self.answers if answer.theory is theory)

    @property
    def expects(self) -> bool:
        """Whether the file says anywhere what it expects."""
        return any(theory.expectations for theory in self.theories)

    @property
    def promises(self) -> bool:
        """Whether there is anything to check in the file."""
        return any(theory.promises for theory in self.theories)


@node
class Telling(Node):
    """Which answers a report explains. Of a family of cases those that an expectation names, of any other file all; `everything`: all of
    a family too; `nothing`: none."""

    everything: bool = False
    nothing: bool = False

    def tells(self, theories: tuple[Theory, ...], theory: Theory, promise: str, at: str | None) -> bool:
        """Whether the answer about a promise at an observation (None: by design) of a scenario is explained."""
        if self.nothing or self.everything or len(theories) == 1:
            return not self.nothing
        return any(each.promise == promise and each.at == at for each in theory.expectations)

    def counts(self, theories: tuple[Theory, ...], theory: Theory) -> tuple[str, ...]:
        """The observations at which the populations of a scenario are counted: of a family of cases those at which an answer is
        explained, of any other file all, also in its matrix alone."""
        observed = tuple(each.name for each in theory.observations)
        if len(theories) == 1:
            return observed
        return tuple(at for at in observed if any(self.tells(theories, theory, each.name, at) for each in theory.promises))


@node
class Comparison(Node):
    """An expectation beside the answer to it; `answer` None: there is none."""

    theory: Theory
    expectation: Expectation
    answer: Answer | None

    @property
    def met(self) -> bool:
        return self.answer is not None and meets(self.answer, self.expectation)

    @property
    def undecided(self) -> bool:
        """Missed only because nothing was decided."""
        return not self.met and (self.answer is None or self.answer.verdict is Verdict.UNKNOWN)


def meets(answer: Answer, expectation: Expectation) -> bool:
    """Whether the answer is the expected one.

    A promise that holds vacuously meets only `holds vacuously`. `refuted` by design is met by a promise that fails in every world.
    """
    if expectation.verdict == "REFUTED" and answer.verdict is Verdict.FAILS and answer.at is None:
        return answer.in_every_world
    if answer.verdict.name != expectation.verdict:
        return False
    return answer.verdict is not Verdict.HOLDS or answer.vacuous == expectation.vacuous


def answer_to(theory: Theory, answers: Iterable[Answer], expectation: Expectation) -> Answer | None:
    """The answer that an expectation is about. One about an inherited promise that was not asked again is about the original."""
    places = [expectation.offer]
    for promise in theory.promises:
        if promise.inherited and promise.offer == expectation.offer and promise.name == expectation.promise:
            places.append(promise.origin)
    known = list(answers)
    for offer in places:
        for answer in known:
            if (answer.promise.offer, answer.promise.name, answer.at) == (offer, expectation.promise, expectation.at):
                return answer
    return None


def comparisons(outcome: Outcome) -> Iterator[Comparison]:
    """Each expectation of the file, in its order, beside its answer."""
    for theory in outcome.theories:
        answers = outcome.of(theory)
        for expectation in theory.expectations:
            yield Comparison(theory, expectation, answer_to(theory, answers, expectation))


def expected_of(answer: Answer, offered: Iterable[Comparison]) -> Comparison | None:
    """The expectation about an answer, if there is one."""
    return next((comparison for comparison in offered if comparison.answer is answer), None)


def code_of(outcome: Outcome) -> int:
    """The exit code for one file: 70 our fault, 2 unusable, 1 not as expected, 3 undecided (or not even read in time), 0 as expected.

    Where a file expects nothing, every promise is expected to hold. An UNKNOWN that nobody expected is undecided, not a miss.
    """
    if outcome.fault:
        return 70
    if outcome.errors:
        return 3 if all(error.code is Code.DRN902 for error in outcome.errors) else 2
    compared = list(comparisons(outcome))
    wrong = any(not comparison.met and not comparison.undecided for comparison in compared)
    open_ = any(comparison.undecided for comparison in compared)
    open_ = open_ or any(answer.confirmed is False for answer in outcome.answers)
    for answer in outcome.answers:
        expected = expected_of(answer, compared)
        if answer.verdict is Verdict.UNKNOWN and (expected is None or not expected.met):
            open_ = True
        elif answer.verdict is not Verdict.HOLDS and not outcome.expects:
            wrong = True
    return 1 if wrong else 3 if open_ else 0


def exit_code(outcomes: Iterable[Outcome]) -> int:
    """The exit code for all files: the gravest, in the order 70, 2, 1, 3, 0; 2 if there was no promise in any file."""
    seen = list(outcomes)
    codes = {code_of(outcome) for outcome in seen}
    if not any(outcome.promises or code_of(outcome) == 3 for outcome in seen):
        codes.add(2)
    return next(code for code in (70, 2, 1, 3, 0) if code in codes or code == 0)
