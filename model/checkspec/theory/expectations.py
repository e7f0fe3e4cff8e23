"""What a file, or a case, says should come out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Fix, Note, Refused
from checkspec.text.source import Span
from checkspec.theory.complaints import Complaints, listed, refused, unknown
from checkspec.theory.typed import Expectation, Observation, Offer, Promise

NO_OFFER = "no offer is made here; without one a promise is named alone, as in `expect p holds`"
NO_OBSERVATION = "nothing is observed here; without `at` the expectation is about the design"
NO_PROMISE = "nothing is promised here"


def expectations(
    items: Iterable[tree.Expect],
    offers: Sequence[Offer],
    promises: Sequence[Promise],
    observations: Sequence[Observation],
    broken: set[str],
    complaints: Complaints,
) -> tuple[Expectation, ...]:
    """One expectation for each promise and observation that is named. `broken`: offers and promises that were complained about."""
    found: list[Expectation] = []
    first: dict[tuple[str | None, str, str | None], Span] = {}
    seen = [each.name for each in observations]
    for item in items:
        columns: list[tuple[str | None, Span]] = [(None, item.span)] if not item.at else []
        for name in item.at:
            with complaints:
                if name.text not in seen:
                    raise unknown(Code.DRN403, f"no observation is called `{name.text}`", name, seen, "" if seen else NO_OBSERVATION)
                columns.append((name.text, name.span))
        for goal in item.goals:
            with complaints:
                promise = _promise(goal, offers, promises, broken)
                for at, span in columns:
                    key = (promise.offer, promise.name, at)
                    if key in first:
                        place = goal.span if len(item.goals) > 1 else span
                        raise refused(
                            Code.DRN404,
                            f"something is expected of `{goal.span.text}` twice",
                            place,
                            help="keep one of the two",
                            notes=(Note("it is expected here first", first[key]),),
                        )
                    first[key] = item.span
                    found.append(Expectation(promise.offer, promise.name, at, item.verdict.text.upper(), item.vacuously, item.span))
    return tuple(found)


def _promise(goal: tree.Goal, offers: Sequence[Offer], promises: Sequence[Promise], broken: set[str]) -> Promise:
    name = goal.promise
    offer = None if goal.offer is None else goal.offer.text
    for each in promises:
        if each.name == name.text and each.offer == offer:
            return each
    if goal.span.text in broken or name.text in broken or offer in broken:
        raise Refused()
    if goal.offer is None:
        homes = [each for each in promises if each.name == name.text and not each.inherited]
        if homes:
            said = listed(each.full_name for each in homes)
            fix = Fix(name.span, homes[0].full_name) if len(homes) == 1 else None
            raise refused(Code.DRN401, f"`{name.text}` is promised in an offer", name.span, help=f"write {said}", fix=fix)
        own = [each.full_name for each in promises if each.offer == name.text]
        if own:
            raise refused(
                Code.DRN401, f"`{name.text}` is an offer, not a promise", name.span, help=f"say which of its promises: {listed(own)}"
            )
        known = [each.full_name for each in promises]
        raise unknown(Code.DRN401, f"no promise is called `{name.text}`", name, known, "" if known else NO_PROMISE)
    made = [each.name for each in offers]
    if goal.offer.text not in made:
        raise unknown(Code.DRN402, f"no offer is called `{goal.offer.text}`", goal.offer, made, "" if made else NO_OFFER)
    own = [each.name for each in promises if each.offer == offer]
    raise unknown(Code.DRN401, f"`{offer}` promises no `{name.text}`", name, own, "" if own else NO_PROMISE)
