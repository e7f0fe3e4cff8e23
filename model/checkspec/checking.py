"""From paths to answers: the one place where reading and deciding meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from time import monotonic
from typing import TypeVar

from checkspec.answer.limits import Limits
from checkspec.answer.verdict import Answer, Verdict
from checkspec.faults import report_fault
from checkspec.meaning.world import World
from checkspec.paths import specs
from checkspec.progress import Progress
from checkspec.report.outcome import Outcome, Telling
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.source import Source, Span
from checkspec.theory.typed import Line, Promise, Spec, Theory

T = TypeVar("T")


def answers_of(spec: Spec, limits: Limits, telling: Telling) -> Iterator[Answer]:
    """The answers of all scenarios of a spec, in the file's order, each as soon as it is found.

    The scenarios share the time limit; one that finds none left is answered with UNKNOWN. What is not told has no reasons and worlds.
    """
    from checkspec.answer.decide import answers

    end = monotonic() + limits.timeout
    for theory in spec.theories:

        def told(promise: Promise, at: str | None, theory: Theory = theory) -> bool:
            return telling.tells(spec.theories, theory, promise.name, at)

        yield from answers(theory, Limits(max(end - monotonic(), 0.001), limits.memory), told)


def outcomes_of(paths: Iterable[str], limits: Limits, telling: Telling) -> Iterator[Outcome]:
    """What checking each file gave. A fault of ours in one file is reported on stderr and does not hide the others."""
    for path, unusable in specs(paths):
        if unusable:
            yield Outcome(
                path, errors=(Diagnostic(Code.DRN503, unusable, Span(Source(path, ""), 0, 0), help="name a folder with specs, or a file"),)
            )
            continue
        with Progress() as progress:
            progress.about(path)
            try:
                outcome = outcome_of(path, limits, telling, progress.found)
            except Exception as error:
                outcome = Outcome(path, fault=report_fault(error, path))
        yield outcome


def outcome_of(path: str, limits: Limits, telling: Telling, watch: Callable[[Answer], None]) -> Outcome:
    """What checking one file gave: its answers, or why it could not be read. `watch` hears of each answer as it is found."""
    from checkspec.theory.load import load

    try:
        spec = load(path)
    except Refused as refusal:
        return Outcome(path, errors=refusal.diagnostics)
    found = []
    for answer in answers_of(spec, limits, telling):
        watch(answer)
        found.append(answer)
    return Outcome(path, spec.theories, tuple(found))


def chosen(spec: Spec, name: str, case: str | None, at: str | None, limits: Limits) -> Answer:
    """The answer about one promise (`O.p`, or `p` where that is clear). Raises LookupError with a sentence if there is no such."""
    from checkspec.answer.decide import answers

    theory = _pick([each for each in spec.theories if each.case == case], [each.case or "" for each in spec.theories], "case", case or "")
    promise = _promise(theory, name)
    if at is not None and all(observation.name != at for observation in theory.observations):
        raise LookupError(_unknown("observation", at, [observation.name for observation in theory.observations]))
    alone = replace(theory, promises=(replace(promise, inherited=False),))
    return next(answer for answer in answers(alone, limits, lambda asked, column: column == at) if answer.at == at)


def near(answer: Answer, limits: Limits) -> Iterator[tuple[Line, World | None]]:
    """For each reason of a promise that holds, the least world in which it breaks without that line; None: none was found."""
    from checkspec.answer.decide import near_worlds

    if answer.verdict is Verdict.HOLDS and not answer.vacuous:
        yield from near_worlds(answer.theory, answer.promise, answer.at, limits)


def _promise(theory: Theory, name: str) -> Promise:
    full = {(f"{promise.offer}.{promise.name}" if promise.offer else promise.name): promise for promise in theory.promises}
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
