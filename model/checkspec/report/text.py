"""The report for people: the matrix, then what there is to say about each promise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from checkspec.answer.verdict import Answer, Verdict
from checkspec.report.coverage import coverage_text
from checkspec.report.matrix import Matrix, coloured, full_name, name_of, verdict_text
from checkspec.report.narrate import ROLES, Narrator, difference_text, place_text
from checkspec.report.outcome import Comparison, Outcome, Telling, code_of, comparisons
from checkspec.report.prose import Paint, harmless, wrap
from checkspec.report.say import say, say_line
from checkspec.report.story import Story, Teller
from checkspec.theory.typed import Line, Role, Theory

BROKEN = {Verdict.FAILS, Verdict.REFUTED, Verdict.UNDETERMINED}
FREE = "An event with no line beneath it may happen freely."


class TextReport:
    """Writes the report of one file: the matrix, and what is told."""

    def __init__(self, outcome: Outcome, paint: Paint, telling: Telling) -> None:
        self.outcome = outcome
        self.paint = paint
        self.telling = telling
        self.compared: list[Comparison] = list(comparisons(outcome))
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
        yield from self._misses()
        if not self.telling.nothing:
            for theory in self.outcome.theories:
                yield from self._scenario(theory)
        yield ""
        if self.free:
            yield self.paint.faint(FREE)
        yield from self._summary()

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
            text = f"Nothing is expected; {held} of {len(self.outcome.answers)} verdicts are HOLDS"
        else:
            text = "Nothing is promised"
        colour = self.paint.good if met == len(self.compared) else self.paint.bad
        yield from (colour(line) for line in wrap(f"{text}{undecided_text(self.outcome)}."))

    def _scenario(self, theory: Theory) -> Iterator[str]:
        answers = self.outcome.of(theory)
        tells = self.telling.tells
        answers = tuple(each for each in answers if tells(self.outcome.theories, theory, each.promise.name, each.at))
        if answers and len(self.outcome.theories) > 1:
            yield ""
            title = f' "{theory.title}"' if theory.title else ""
            yield self.paint.strong(harmless("== base" if theory.case is None else f"== case {theory.case}{title}"))
        teller, narrator = Teller(theory), Narrator(theory, self.paint, self.outcome.name)
        for _, group in groupby(answers, key=lambda answer: answer.promise):
            yield ""
            yield from promise_lines(list(group), teller, narrator, self.paint)
        self.free = self.free or narrator.free


def promise_lines(answers: list[Answer], teller: Teller, narrator: Narrator, paint: Paint) -> Iterator[str]:
    """One promise: what it says, and each verdict about it with its reasons or its story."""
    promise = answers[0].promise
    title = f'  "{promise.title}"' if promise.title else ""
    yield paint.strong(harmless(name_of(promise) + title))
    place = f"{promise.span.source.name}:{promise.span.line}"
    yield paint.place(f"  {harmless(place)}")
    yield from wrap(" ".join(promise.span.text.split()), 4, 6)
    yield from wrap(f"In words: {say(promise.formula)}.", 2, 4)
    told: list[tuple[Story, Answer]] = []
    for alike in _alike(answers):
        answer = alike[0]
        yield ""
        yield from _verdict_lines(", ".join(column_text(each.at) for each in alike), answer, paint)
        yield from reasons_lines(answer.reasons, narrator.own)
        if answer.verdict in BROKEN and answer.broken is not None:
            story = teller.tell(answer)
            same = next((before for known, before in told if known.same_as(story)), None)
            if same is None:
                yield ""
                yield from narrator.lines(story, answer)
            else:
                yield from wrap(f"the story told above {column_text(same.at)}{narrator.when_observed(story)}.", 4)
            told.append((story, answer))
            if answer.kept is not None:
                yield from wrap(difference_text(answer, story), 4)


def _verdict_lines(columns: str, answer: Answer, paint: Paint) -> Iterator[str]:
    lines = wrap(f"{columns[:1].upper()}{columns[1:]}: {verdict_text(answer)}{_meaning(answer)}", 2, 4)
    word = verdict_text(answer)
    if word in lines[0]:
        lines[0] = lines[0].replace(word, coloured(answer, word, paint), 1)
    yield from lines


def _alike(answers: Iterable[Answer]) -> list[list[Answer]]:
    """Answers about one promise, those that say the same put together."""
    groups: list[list[Answer]] = []
    for answer in answers:
        last = groups[-1][0] if groups else None
        if (
            last is not None
            and answer.broken is None
            and (last.verdict, last.vacuous, last.reasons, last.limit, last.broken)
            == (
                answer.verdict,
                answer.vacuous,
                answer.reasons,
                answer.limit,
                None,
            )
        ):
            groups[-1].append(answer)
        else:
            groups.append([answer])
    return groups


def column_text(at: str | None) -> str:
    return "by design" if at is None else f"at {at}"


def _meaning(answer: Answer) -> str:
    """What the verdict says, to stand after it."""
    match answer.verdict:
        case Verdict.HOLDS if answer.vacuous:
            because = ", because of" if answer.reasons else "."
            return f". What the promise speaks of happens in no world, so it is never put to the test{because}"
        case Verdict.HOLDS:
            because = ", because" if answer.reasons else ""
            return f" {coverage_text(answer)}{because}"
        case Verdict.FAILS if answer.in_every_world:
            return " in every world. Keeping it is excluded by these lines, and below is the least world:"
        case Verdict.FAILS:
            which = f"A world (perhaps not the least: {answer.limit})" if answer.limit else "The least world"
            return f". {which} in which all that is stated is true and the promise is broken:"
        case Verdict.REFUTED:
            return ". With what was observed no world keeps it. Keeping it is excluded by these lines:"
        case Verdict.UNDETERMINED:
            return ". What was observed fits worlds that keep it and worlds that break it, such as:"
        case Verdict.INCONSISTENT:
            return ". No world fits what is stated; these lines clash:"
        case Verdict.UNKNOWN:
            return f". Not decided within the limits{': ' + answer.limit if answer.limit else ''}."


def reasons_lines(lines: Iterable[Line], own: str) -> Iterator[str]:
    """Each line as a sentence, with what it is and its place."""
    for line in lines:
        yield from wrap(f"- {reason_text(line, own)}", 4, 6)


def reason_text(line: Line, own: str) -> str:
    """`rule: the grace period runs from the deletion (kubernetes.drn:88)`. A value and an observation say themselves what they are."""
    what = f"{ROLES[line.role]}: " if line.role in {Role.RULE, Role.ASSUMPTION} else ""
    return f"{what}{say_line(line)} ({place_text(line.span, own)})"


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
    return f"{text} (exit code 3)"


def miss_text(comparison: Comparison, own: str) -> str:
    """`W.withdrawn by design: expected HOLDS, got FAILS (line 30)`."""
    expectation, answer = comparison.expectation, comparison.answer
    case = "" if comparison.theory.case is None else f"case {comparison.theory.case}: "
    wanted = expectation.verdict + (" vacuously" if expectation.vacuous else "")
    got = "no answer" if answer is None else verdict_text(answer)
    place = place_text(expectation.span, own)
    name = full_name(expectation.offer, expectation.promise)
    return f"{case}{name} {column_text(expectation.at)}: expected {wanted}, got {got} ({place})"
