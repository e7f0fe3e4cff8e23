"""What there is to say about one promise: each verdict with its reasons or its story."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf

from checkspec.answer.clock import TimeUp, until
from checkspec.answer.standing import Reconciliation
from checkspec.answer.verdict import Answer, Verdict
from checkspec.report.contradiction import contradiction, source_text
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
        now, late = None, False
        if answer.verdict in BROKEN and answer.broken is not None:
            try:
                with until(deadline):
                    now = _told(answer, teller)
            except TimeUp:
                late = True
        known = "" if now is None else _known_text(now, told, narrator)
        yield from _verdict_lines(", ".join(column_text(each.at) for each in alike), answer, known, paint)
        yield from _because_lines(answer, narrator.own)
        if known and answer.verdict is not Verdict.UNDETERMINED:
            yield from wrap(known, 4)
        if late:
            yield from wrap(UNTOLD, 4)
        if now is not None:
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


def _same_broken(now: Told, before: Sequence[Told]) -> Told | None:
    """The answer whose broken world was told before as that of this one is."""
    return next((known for known in before if known.broken.same_as(now.broken)), None)


def _same_both(now: Told, before: Sequence[Told]) -> Told | None:
    """The answer whose two worlds were told before as those of this one are."""
    return next((known for known in before if now.both is not None and known.both is not None and known.both.same_as(now.both)), None)


def _known_text(now: Told, before: Sequence[Told], narrator: Narrator) -> str:
    """Which worlds of an answer were told before, as a sentence, and if one was not, how it goes beside the other; nothing, if none was."""
    same, twins = _same_broken(now, before), _same_both(now, before)
    if same is None:
        return ""
    seen = narrator.when_observed(now.broken)
    if twins is not None:
        return f"They are the two worlds told above {column_text(twins.answer.at)}{seen}."
    what = "story" if same.both is None else "broken world"
    world = f"The {what} told above {column_text(same.answer.at)}{seen and seen + ','} breaks it"
    if now.broken.observed:
        world += f" ({narrator.as_observed(now.broken)})"
    if now.both is None:
        return f"{world}."
    if now.both.at_first:
        parts = "differs from the beginning"
    else:
        parts = "is the same but for what follows" if now.both.instant is None else f"parts from it at {duration_text(now.both.instant)}"
    return f"{world}; this one {parts} and keeps it:"


def _story_lines(now: Told, before: Sequence[Told], narrator: Narrator) -> Iterator[str]:
    """The worlds of an answer, as far as they were not told before."""
    if _same_broken(now, before) is None:
        yield ""
        yield from narrator.lines(now.broken, now.answer) if now.both is None else both_lines(narrator, now.both, now.answer)
    elif now.both is not None and _same_both(now, before) is None:
        yield ""
        yield from beside_lines(narrator, now.both, now.broken)


def _verdict_lines(columns: str, answer: Answer, known: str, paint: Paint) -> Iterator[str]:
    """`known`: what was told of it before."""
    lines = wrap(f"{columns[:1].upper()}{columns[1:]}: {verdict_text(answer)}{_meaning(answer, known)}", 2, 4)
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


def _meaning(answer: Answer, known: str) -> str:
    """What the verdict says, to stand after it. `known`: what was told of it before, a sentence; it stands
    here, unless reasons may."""
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
            fits = ". What was observed fits worlds that keep it and worlds that break it"
            return f"{fits}. {known}" if known else f"{fits}, such as:"
        case Verdict.INCONSISTENT if (clash := contradiction(answer)) is not None:
            return f". {clash.sentence[:1].upper()}{clash.sentence[1:]}, and none of it is taken for true:"
        case Verdict.INCONSISTENT:
            return ". No world fits what is stated; these lines clash:"
        case Verdict.UNKNOWN:
            return f". Not decided within the limits{': ' + answer.limit if answer.limit else ''}."


def _because_lines(answer: Answer, own: str) -> Iterator[str]:
    """The reasons; where sources contradict each other, first what they state, with their names."""
    clash = contradiction(answer)
    if clash is None:
        yield from reasons_lines(answer.reasons, own)
        return
    for observation, line in clash.stated:
        yield from wrap(f"- {source_text(observation)}{reason_text(line, own)}", 4, 6)
    if clash.because:
        yield from wrap("It cannot all be so, because", 4)
        yield from reasons_lines(clash.because, own)


def reasons_lines(lines: Iterable[Line], own: str) -> Iterator[str]:
    """Each line as a sentence, with what it is and its place."""
    for line in lines:
        yield from wrap(f"- {reason_text(line, own)}", 4, 6)


def reason_text(line: Line, own: str) -> str:
    """`rule: the grace period runs from the deletion (kubernetes.drn:88)`. A value and an observation say themselves what they are."""
    what = f"{ROLES[line.role]}: " if line.role in {Role.RULE, Role.ASSUMPTION} else ""
    return f"{what}{say_line(line)} ({place_text(line.span, own)})"
