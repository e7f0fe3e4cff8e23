"""Promises of completion that leave open whom they are about, or where it is noticed: warned of at every check.

What else such a promise may leave open is a question for `checkspec ask`: docs/decisions/0017-what-a-promise-leaves-open.md says why.
"""

from __future__ import annotations

from collections.abc import Sequence

from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix, Refused
from checkspec.text.lists import joined
from checkspec.theory.boundaries import noticed
from checkspec.theory.complaints import Complaints
from checkspec.theory.completion import Completion, completion_of
from checkspec.theory.typed import Expectation, Promise, Theory
from checkspec.theory.wording import with_population


def warn_of_the_open(theories: Sequence[Theory], complaints: Complaints) -> None:
    """Warns of each promise of completion whose members no event makes; whose members no moment fixes, though it is asked at an
    observation; or whose event can be noticed at none of the boundaries. `theories`: those of a file, first that without its cases, whose
    promises can name nothing else."""
    known = {promise.span for promise in theories[0].promises}
    expected = [each for theory in theories for each in theory.expectations]
    for theory in theories:
        for promise in theory.promises:
            completion = None if promise.inherited else completion_of(promise.formula)
            if completion is not None:
                observed = bool(theory.observations) and _is_asked_at_one(promise, expected)
                warning = _warning(theory, theories[0] if promise.span in known else theory, promise, completion, observed)
                if warning is not None:
                    complaints.take(Refused(warning))


def _is_asked_at_one(promise: Promise, expected: Sequence[Expectation]) -> bool:
    """Whether its verdict at an observation is expected; where nothing is expected, all are asked for."""
    return not expected or any(each.promise == promise.name and each.at is not None for each in expected)


def _warning(theory: Theory, scope: Theory, promise: Promise, completion: Completion, observed: bool) -> Diagnostic | None:
    known = completion.kind.name in theory.complete
    endless = known and not completion.fixed and (not completion.counted or observed)
    places = theory.boundaries
    unseen = [event for event in completion.events if places and not any(noticed(event, each) for each in places)]
    if not (endless or (known and unseen)):
        return None
    open_, fix = [], None
    if not completion.counted:
        open_.append("no acceptance event")
    if not completion.fixed:
        open_.append("no population that moments fix")
    if unseen:
        open_.append("no boundary where that is noticed")
    if completion.cutoff is None:
        open_.append("no cutoff")
    if endless:
        text = with_population(scope, promise, completion)
        help = f"write `{text}`" if text else "say by which moment which event of a member comes, as in `accepted before A.deleted`"
        fix = Fix(promise.span, text) if text else None
    else:
        kind, event = completion.kind.name, unseen[0].name
        help = f"say where it is noticed, as in `boundary {places[0].name} {{ {kind}: {event} }}`"
    return Diagnostic(
        Code.DRN604,
        f"`{promise.name}` promises completion and names {joined(open_)}",
        completion.everybody.span,
        help=f"{help}; `checkspec ask` puts each as a question to the supplier",
        fix=fix,
    )
