"""What an answer is. Plain data: made by `answer/decide.py`, read by every report."""

from __future__ import annotations

from enum import Enum

from checkspec.meaning.world import World
from checkspec.text.node import Node, node
from checkspec.theory.typed import Line, Promise, Theory


class Verdict(Enum):
    """The six answers, each with what it says. K: is there a world with everything stated and the promise kept? B: … broken?"""

    HOLDS = "in every world in which all that is stated is true, the promise is kept"
    FAILS = "there is a world in which all that is stated is true and the promise is broken"
    REFUTED = "what was observed leaves only worlds in which the promise is broken"
    UNDETERMINED = "what was observed leaves worlds in which the promise is kept and worlds in which it is broken"
    INCONSISTENT = "no world fits what is stated and observed"
    UNKNOWN = "not decided within the limits"


@node
class Answer(Node):
    """One verdict.

    `at`: the observation up to which evidence counts; None is by design. `vacuous`: holds, but is put to the test in no world.
    `reasons`: for HOLDS the lines that force it, for INCONSISTENT those that clash, for REFUTED (and FAILS in every world) those
    that exclude keeping it; in the file's order. `broken`: the least world in which the promise is broken (FAILS, REFUTED, UNDETERMINED).
    `kept`: a world in which it is kept and that is like the broken one as long as can be (UNDETERMINED; None if none was reached in time).
    `in_every_world`: FAILS whatever happens. `tie`: the promise breaks only if two events fall on one instant. `limit`: for UNKNOWN, what
    stopped the search; beside a world, why it may not be the least. `confirmed`: whether a second solver was asked and also finds that
    there is no world where this verdict says so (None: it was not asked, or the verdict says no such thing).
    """

    theory: Theory
    promise: Promise
    at: str | None
    verdict: Verdict
    vacuous: bool = False
    in_every_world: bool = False
    reasons: tuple[Line, ...] = ()
    broken: World | None = None
    kept: World | None = None
    tie: bool = False
    limit: str = ""
    confirmed: bool | None = None
