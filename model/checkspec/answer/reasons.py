"""Which lines force an answer: the smallest set that is first in the file's order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checkspec.logic.question import Claim, Excluded, Outcome


def smallest(
    ask: Callable[[Sequence[Claim]], Outcome], fixed: Sequence[Claim], lines: Sequence[Claim], core: Sequence[Claim]
) -> tuple[Claim, ...]:
    """The lines that together with `fixed` exclude every world, none of them superfluous; of all such sets the one whose last line
    comes first, then whose last but one does, and so on. `core` is one that is known to suffice; `ask`
    asks whether claims can be true together."""
    place = {claim: index for index, claim in enumerate(lines)}

    def up_to_last(claims: Sequence[Claim]) -> list[Claim]:
        last = max((place[claim] for claim in claims if claim in place and claim not in needed), default=-1)
        return [claim for claim in lines[: last + 1] if claim not in needed]

    needed: list[Claim] = []
    rest = up_to_last(core)
    while rest:
        outcome = ask([*fixed, *rest[:-1], *needed])
        if isinstance(outcome, Excluded):
            rest = up_to_last(outcome.core)
        else:
            needed.append(rest.pop())
    return tuple(sorted(needed, key=lambda claim: place[claim]))
