"""Two worlds: beside the least world that breaks a promise, one that keeps it and is like it as long as it can be.

Like it up to an instant: it begins at the same instant, and everybody is there; what has happened by then has happened at the same time,
and nothing else has, also to nobody else; states that are read were so, and what was looked at was known as it was there. The wishes are,
in the order of time, to be like it up to each of its instants and up to but without the next one; then to have the same fields; then that
to each individual the same happens for ever; then those of the least world.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from checkspec.answer.footing import Footing, Wish, truth
from checkspec.answer.graft import grafted
from checkspec.answer.least import Least, sought
from checkspec.answer.likeness import Likeness, Step
from checkspec.logic.question import Claim, Question, line_of
from checkspec.logic.smtlib import TRUE, OutOfTime, both, number
from checkspec.meaning.replay import replay
from checkspec.meaning.world import World


def beside(question: Question, stated: Sequence[Claim], kept: Claim, broken: Least, made: Collection[str]) -> World | None:
    """A world in which all that is stated and the claim `kept` are true, like the broken one as long as it can be. `made`: the
    observations that count. None if no such world was reached in time."""
    if broken.names is None:
        return None
    names = broken.names

    def before(footing: Footing) -> list[Wish]:
        likeness = Likeness(question, broken.world, names, made)
        _as_long_as_possible(likeness, footing)
        return [*likeness.fields(), *likeness.lives()]

    def is_kept(world: World) -> bool:
        return replay(question.theory, map(line_of, [*stated, kept]), world, question.program) is None

    try:
        found = sought(question, stated, kept, before, names)
    except OutOfTime:
        return None
    return None if found is None else grafted(found.world, broken.world, made, is_kept)


def _as_long_as_possible(likeness: Likeness, footing: Footing) -> None:
    """Make facts of as many steps, from the first on, as can be facts together.

    That nothing else happens is said once for all steps, of a number that each of them bounds: said for each, it would cost more than
    all the rest.
    """
    steps, number_of = list(likeness.steps()), footing.narrow.number()
    guard, wishes = footing.narrow.literal(likeness.nothing_else_before(number_of)), []
    for step in steps:
        guard = footing.narrow.literal(both(guard, step.said, _bound(step, number_of)))
        wishes.append(truth(guard, True))
    footing.narrow.fix(likeness.upto(steps[: footing.granted(wishes).count(True)]))


def _bound(step: Step, symbol: str) -> str:
    return TRUE if step.instant is None else f"({'>' if step.after else '>='} {symbol} {number(step.instant)})"
