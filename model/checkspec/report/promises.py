"""What there is to say about one promise: each verdict with its reasons or its story."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from checkspec.answer.clock import TimeUp, until
from checkspec.answer.standing import Reconciliation
from checkspec.answer.verdict import Answer, Verdict
from checkspec.report.coverage import coverage_text
from checkspec.report.matrix import coloured, verdict_text
from checkspec.report.narrate import ROLES, Narrator
from checkspec.report.parted import Parted, parted
from checkspec.report.places import column_text, place_text
from checkspec.report.prose import Paint, harmless, wrap
from checkspec.report.quantities import duration_text
from checkspec.report.say import say, say_line
from checkspec.report.sides import beside_lines, both_lines
from checkspec.report.story import Story, Teller
from checkspec.report.totals import total_lines
from checkspec.text.node import Node, node
from checkspec.theory.typed import Line, Role

BROKEN = {Verdict.FAILS, Verdict.REFUTED, Verdict.UNDETERMINED}

UNTOLD = "The world is found, but its story is left out: the time limit was over before it was told (--timeout gives more)."


def promise_lines(
    answers: list[Answer], teller: Teller, narrator: Narrator, paint: Paint, deadline: float = inf,
    reconciled: Iterable[Reconciliation] = (),
) -> Iterator[str]:
    """One promise: what it says, and each verdict about it with its reasons or its story. No story is told past the deadline (of
    `time.monotonic()`). `reconciled`: the populations, whose totals over other sets are told beside the stories."""
    promise = answers[0].promise
    title = f'  "{promise.title}"' if promise.title else ""
    yield paint.strong(harmless(promise.full_name + title))
    place = f"{promise.span.source.name}:{promise.span.line}"
    yield paint.place(f"  {harmless(place)}")
    yield from wrap(" ".join(promise.span.text.split()), 4, 6)
    yield from wrap(f"In words: {say(promise.formula)}.", 2, 4)
    told: list[Told] = []
    for alike in _alike(answers):
        answer = alike[0]
        yield ""
        yield from _verdict_lines(", ".join(column_text(each.at) for each in alike), answer, paint)
        yield from reasons_lines(answer.reasons, narrator.own)
        if answer.verdict in BROKEN and answer.broken is not None:
            try:
                with until(deadline):
                    now = _told(answer, teller)
            except TimeUp:
                yield from wrap(UNTOLD, 4)
                continue
            yield from _story_lines(now, told, narrator)
            told.append(now)
            yield from total_lines(answer, reconciled, narrator.own)


@node
class Told(Node):
    """The worlds of an answer as they are told: the broken one, and beside it the kept one, if there is one."""

    answer: Answer
    broken: Story
    both: Parted | None


def _told(answer: Answer, teller: Teller) -> Told:
    broken = teller.tell(answer)
    if answer.kept is None:
        return Told(answer, broken, None)
    names = [observation.name for observation in answer.theory.observations]
    return Told(answer, broken, parted(*teller.tell_both(answer), made=names[: names.index(answer.at) + 1] if answer.at else []))


def _story_lines(now: Told, before: Sequence[Told], narrator: Narrator) -> Iterator[str]:
    """The worlds of an answer, as far as they were not told before."""
    same = next((known for known in before if known.broken.same_as(now.broken)), None)
    if same is None:
        yield ""
        yield from narrator.lines(now.broken, now.answer) if now.both is None else both_lines(narrator, now.both, now.answer)
        return
    above = f"told above {column_text(same.answer.at)}{narrator.when_observed(now.broken)}"
    world = "the story" if same.both is None else "the broken world"
    if now.both is None:
        yield from wrap(f"{world} {above}.", 4)
        return
    twin = next((known for known in before if known.both is not None and known.both.same_as(now.both)), None)
    if twin is not None:
        above = f"told above {column_text(twin.answer.at)}{narrator.when_observed(now.broken)}"
        yield from wrap(f"the two worlds {above}.", 4)
        return
    parts = "is the same but for this" if now.both.instant is None else f"parts from it at {duration_text(now.both.instant)}"
    yield from wrap(f"{world} {above}, which breaks it, and one that {parts} and keeps it:", 4)
    yield ""
    yield from beside_lines(narrator, now.both, now.broken)


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
