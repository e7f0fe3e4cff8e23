"""What there is to say about one promise: each verdict with its reasons or its story."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from checkspec.answer.clock import TimeUp, until
from checkspec.answer.verdict import Answer, Verdict
from checkspec.report.coverage import coverage_text
from checkspec.report.matrix import coloured, verdict_text
from checkspec.report.narrate import ROLES, Narrator, difference_text
from checkspec.report.places import column_text, place_text
from checkspec.report.prose import Paint, harmless, wrap
from checkspec.report.say import say, say_line
from checkspec.report.story import Story, Teller
from checkspec.theory.typed import Line, Role

BROKEN = {Verdict.FAILS, Verdict.REFUTED, Verdict.UNDETERMINED}

UNTOLD = "The world is found, but its story is left out: the time limit was over before it was told (--timeout gives more)."


def promise_lines(answers: list[Answer], teller: Teller, narrator: Narrator, paint: Paint, deadline: float = inf) -> Iterator[str]:
    """One promise: what it says, and each verdict about it with its reasons or its story. No story is told past the deadline (of
    `time.monotonic()`)."""
    promise = answers[0].promise
    title = f'  "{promise.title}"' if promise.title else ""
    yield paint.strong(harmless(promise.full_name + title))
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
            try:
                with until(deadline):
                    story = teller.tell(answer)
            except TimeUp:
                yield from wrap(UNTOLD, 4)
                continue
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
        if last is not None and answer.broken is None and (last.verdict, last.vacuous, last.reasons, last.limit, last.broken) == (
            answer.verdict,
            answer.vacuous,
            answer.reasons,
            answer.limit,
            None,
        ):
            groups[-1].append(answer)
        else:
            groups.append([answer])
    return groups


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
