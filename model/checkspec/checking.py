"""From paths to answers: the one place where reading and deciding meet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from checkspec.answer.clock import TimeUp, until
from checkspec.answer.limits import Limits
from checkspec.answer.room import room
from checkspec.answer.standing import Reconciliation
from checkspec.answer.verdict import Answer, Verdict
from checkspec.faults import report_fault
from checkspec.litter import resume
from checkspec.meaning.world import World
from checkspec.paths import specs
from checkspec.progress import Progress
from checkspec.report.outcome import Outcome, Telling
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.node import node
from checkspec.text.source import Source, Span
from checkspec.text.write import Unwritten
from checkspec.theory.typed import Line, Promise, Spec, Theory

if TYPE_CHECKING:
    from checkspec.answer.audit import Audit
    from checkspec.answer.decide import Decision
    from checkspec.answer.require.requirement import Requirement
    from checkspec.answer.settling import Settling
    from checkspec.report.ask.inquiry import Inquiry

T = TypeVar("T")
READING = 5.0
"""Seconds that a file may be read in any case, so that with little time its verdicts are still UNKNOWN one by one."""
SPARE = 1.5
"""So many times the memory of the solver may be taken by all that is done for a promise, or for reading a file."""
LEAST_ROOM = 500
"""MB that may be taken in any case, so that with little memory for the solver verdicts are still UNKNOWN one by one."""
SLACK = 0.5
"""Seconds past the deadline for the search to end by itself, with what it has found until then."""


def answers_of(spec: Spec, limits: Limits, telling: Telling, jobs: int = 1, audit: Audit | None = None) -> Iterator[Answer]:
    """The answers of all scenarios of a spec, in the file's order, each as soon as it is found.

    The scenarios share the time limit; one that finds none left is answered with UNKNOWN. What is not told has no reasons and worlds.
    `jobs`: so many promises are decided at once, each in a process of its own; the answers are the same for any number. `audit`: what is
    to be done with the questions besides.
    """
    return (each for each in _found(spec, limits, telling, jobs, audit, False) if isinstance(each, Answer))


def _found(
    spec: Spec, limits: Limits, telling: Telling, jobs: int, audit: Audit | None, counted: bool
) -> Iterator[Answer | Reconciliation]:
    """The answers; then, if they are to be `counted`, the populations of each scenario."""
    from checkspec.answer.audit import NOBODY
    from checkspec.answer.decide import Decision, asked

    deadline = monotonic() + limits.timeout
    todo: list[Work] = []
    first: Decision | None = None
    for theory in spec.theories:

        def told(promise: Promise, at: str | None, theory: Theory = theory) -> bool:
            return telling.tells(spec.theories, theory, promise.name, at)

        decision = Decision(theory, deadline, limits.memory, told, audit or NOBODY)
        first = first or decision
        todo += [Work(partial(decision.of, promise), partial(decision.undecided, promise)) for promise in asked(theory)]
    for theory in spec.theories if counted else ():
        shown = telling.counts(spec.theories, theory)
        if theory.populations and shown:
            todo.append(_counting(theory, shown, deadline, limits.memory))
    if jobs > 1 and hasattr(os, "fork"):
        if len(spec.theories) == 1 and len(todo) > 1 and first is not None:
            first.prepare()
        yield from _side_by_side(spec, todo, jobs, deadline, limits.memory)
        return
    for work in todo:
        yield from _within(work, deadline, limits.memory)


@node
class Work:
    """What is to be done, and what there is instead if something stops it; both are lists of what was found."""

    done: Callable[[], Sequence[Answer | Reconciliation]]
    stopped: Callable[[str], Sequence[Answer | Reconciliation]]


def _counting(theory: Theory, shown: tuple[str, ...], deadline: float, memory: int) -> Work:
    from checkspec.answer.reconcile import reconciled, uncounted

    def done() -> Sequence[Reconciliation]:
        return reconciled(theory, Limits(max(deadline - monotonic(), 0.001), memory), shown)

    return Work(done, partial(uncounted, theory, shown))


def _within(work: Work, deadline: float, memory: int) -> list[Answer | Reconciliation]:
    """What a piece of work finds; undecided if it is not there soon after the deadline, or within the memory and a little more, whatever it
    is that takes so much."""
    try:
        with until(max(deadline, monotonic()) + SLACK), room(max(memory * SPARE, LEAST_ROOM)):
            return [*work.done()]
    except TimeUp:
        return [*work.stopped("timeout")]
    except MemoryError:
        return [*work.stopped("memory")]


def _side_by_side(spec: Spec, todo: list[Work], jobs: int, deadline: float, memory: int) -> Iterator[Answer | Reconciliation]:
    from checkspec.processes import Lost, SideBySide
    from checkspec.wire import Wire

    wire = Wire(spec.theories)
    works = [partial(_within, work, deadline, memory) for work in todo]
    with SideBySide(jobs, wire.pack, wire.unpack) as processes:
        for work, found in zip(todo, processes.results(works), strict=True):
            yield from work.stopped("its process was killed") if isinstance(found, Lost) else found


def outcomes_of(
    paths: Iterable[str], limits: Limits, telling: Telling, jobs: int = 1, audit: Callable[[str], Audit] | None = None
) -> Iterator[Outcome]:
    """What checking each file gave; `audit`: by the file's name, see `answers_of`. A fault of ours in one file is reported on stderr and
    does not hide the others; what the audit cannot write does: raises Unwritten."""
    for path, unusable in specs(paths):
        if unusable:
            yield Outcome(
                path, errors=(Diagnostic(Code.DRN503, unusable, Span(Source(path, ""), 0, 0), help="name a folder with specs, or a file"),)
            )
            continue
        with Progress() as progress:
            progress.about(path)
            try:
                outcome = outcome_of(path, limits, telling, progress.found, jobs, audit(path) if audit else None)
            except Unwritten:
                raise
            except Exception as error:
                outcome = Outcome(path, fault=report_fault(error, path))
        yield outcome


def outcome_of(
    path: str, limits: Limits, telling: Telling, watch: Callable[[Answer], None], jobs: int = 1, audit: Audit | None = None
) -> Outcome:
    """What checking one file gave: its answers, or why it could not be read. `watch` hears of each answer as it is found."""
    from checkspec.theory.load import load

    start, reading = monotonic(), max(limits.timeout, READING)
    try:
        with until(start + reading), room(max(limits.memory * SPARE, LEAST_ROOM)):
            spec = load(path)
    except Refused as refusal:
        return refused(path, refusal)
    except TimeUp:
        return _unread(path, f"{reading:g} seconds", "a greater --timeout gives it more time")
    except MemoryError:
        return _unread(path, f"{max(limits.memory * SPARE, LEAST_ROOM):g} MB", "a greater --memory gives it more room")
    finally:
        resume()
    limits = Limits(max(start + limits.timeout - monotonic(), 0.001), limits.memory)
    found: list[Answer] = []
    counted: list[Reconciliation] = []
    for each in _found(spec, limits, telling, jobs, audit, True):
        if isinstance(each, Answer):
            watch(each)
            found.append(each)
        else:
            counted.append(each)
    return Outcome(path, spec.theories, tuple(found), warnings=spec.warnings, reconciled=tuple(counted))


def refused(path: str, refusal: Refused) -> Outcome:
    """A file that could not be used."""
    found = refusal.diagnostics
    errors, warnings = (tuple(each for each in found if each.code.warns is warns) for warns in (False, True))
    return Outcome(path, errors=errors, warnings=warnings)


def _unread(path: str, limit: str, help: str) -> Outcome:
    message = f"the file was not read within {limit}"
    return Outcome(path, errors=(Diagnostic(Code.DRN902, message, Span(Source(path, ""), 0, 0), help=help),))


def chosen(spec: Spec, name: str, case: str | None, at: str | None, limits: Limits) -> Answer:
    """The answer about one promise (`O.p`, or `p` where that is clear). Raises LookupError with a sentence if there is no such."""
    from checkspec.answer.decide import answers

    theory, promise = _asked(spec, name, case, at)
    alone = replace(theory, promises=(replace(promise, inherited=False),))
    return next(answer for answer in answers(alone, limits, lambda asked, column: column == at) if answer.at == at)


def promises_of(spec: Spec) -> str:
    """The promises of a file, for who named none: `` there is `W.withdrawn` ``."""
    from checkspec.theory.complaints import there_is

    return there_is([*dict.fromkeys(each.full_name for theory in spec.theories for each in theory.promises)]) or "there is none in it"


def counted(answer: Answer, limits: Limits) -> list[Reconciliation]:
    """The populations at the observation that an answer is about."""
    if answer.at is None or not answer.theory.populations:
        return []
    from checkspec.answer.reconcile import reconciled

    return reconciled(answer.theory, limits, (answer.at,))


def near(answer: Answer, limits: Limits) -> Iterator[tuple[Line, World | None, str]]:
    """For each reason of a promise that holds, the least world in which it breaks without that line; None: there is none, or it is not
    known, and why."""
    from checkspec.answer.decide import near_worlds

    if answer.verdict is Verdict.HOLDS and not answer.vacuous:
        yield from near_worlds(answer.theory, answer.promise, answer.at, limits)


def settled(answer: Answer, limits: Limits) -> Settling | None:
    """What would settle an answer that is UNDETERMINED; None for any other."""
    from checkspec.answer.settling import settling

    if answer.verdict is not Verdict.UNDETERMINED or answer.at is None:
        return None
    return settling(answer.theory, answer.promise, answer.at, limits)


def required(spec: Spec, name: str, case: str | None, at: str | None, free: str | None, limits: Limits) -> Requirement:
    """What a promise requires of what is free (names of the language, with commas; None: all that is unknown). Raises LookupError with a
    sentence if there is no such promise, or something named cannot be free."""
    from checkspec.answer.require.names import places_named
    from checkspec.answer.require.requirement import Asking, undecided
    from checkspec.theory.load import load_with_pages

    def paged() -> Theory | None:
        with_pages = load_with_pages(spec.name)
        return None if with_pages is None else next(each for each in with_pages.theories if each.case == theory.case)

    theory, promise = _asked(spec, name, case, at)
    places = places_named(theory, promise, free)
    found = undecided(theory, promise, at, places, "timeout")
    try:
        with until(monotonic() + limits.timeout + SLACK), room(max(limits.memory * SPARE, LEAST_ROOM)):
            asking = Asking(theory, promise, at, places, limits)
            found = asking.region()
            return found if found.cells or found.limit or found.barren else asking.amended(found, paged)
    except TimeUp:
        return found
    except MemoryError:
        return found if found.decided else undecided(theory, promise, at, places, "memory")


def inquired(spec: Spec, offer: str | None, case: str | None) -> Inquiry:
    """What the promises of a file leave open, or those of one offer with all that it takes over. Raises LookupError with a sentence if
    there is no such offer or case, or no promise."""
    from checkspec.report.ask.inquiry import inquiry

    theory = _case(spec, case)
    promises = [each for each in theory.promises if (not each.inherited if offer is None else each.offer == offer)]
    if offer is not None:
        _pick([each for each in theory.offers if each.name == offer], [each.name for each in theory.offers], "offer", offer)
    if not promises:
        raise LookupError("there is no promise in it, so there is nothing to ask")
    return inquiry(theory, spec.theories[0], promises)


def _case(spec: Spec, case: str | None) -> Theory:
    return _pick([each for each in spec.theories if each.case == case], [each.case or "" for each in spec.theories], "case", case or "")


def _asked(spec: Spec, name: str, case: str | None, at: str | None) -> tuple[Theory, Promise]:
    """The scenario and the promise that are meant. Raises LookupError with a sentence if there is no such, or no such observation."""
    theory = _case(spec, case)
    promise = _promise(theory, name)
    if at is not None and all(observation.name != at for observation in theory.observations):
        raise LookupError(_unknown("observation", at, [observation.name for observation in theory.observations]))
    return theory, promise


def _promise(theory: Theory, name: str) -> Promise:
    full = {promise.full_name: promise for promise in theory.promises}
    bare = [promise for promise in theory.promises if promise.name == name and not promise.inherited]
    found = [full[name]] if name in full else bare
    if len(found) > 1:
        raise LookupError(f"more than one offer promises `{name}`: {', '.join(key for key, each in full.items() if each in found)}")
    return _pick(found, list(full), "promise", name)


def _pick(found: list[T], known: list[str], what: str, name: str) -> T:
    if not found:
        raise LookupError(_unknown(what, name, known))
    return found[0]


def _unknown(what: str, name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    likely = get_close_matches(name, [each for each in known if each], 1, 0.6)
    options = f"; do you mean `{likely[0]}`?" if likely else f"; there is {', '.join(f'`{each}`' for each in known if each) or 'none'}"
    return f"there is no {what} `{name}`{options}"
