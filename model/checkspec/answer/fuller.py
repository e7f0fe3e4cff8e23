"""A world in which as much as possible is so."""

from __future__ import annotations

from collections.abc import Sequence

from checkspec.answer.footing import Footing, Nowhere, truth
from checkspec.logic.question import Claim, Found, Question
from checkspec.logic.smtlib import OutOfTime
from checkspec.meaning.world import World

ATTEMPTS = 12
"""How often it is sought anew with the instances that a proposed world broke."""


def fuller(question: Question, stated: Sequence[Claim], goal: Claim, wishes: Sequence[Claim]) -> World | None:
    """A world in which all that is stated and the goal are true, and of the wishes each that can be with those before it. None if it was
    not found in time."""
    try:
        for _ in range(ATTEMPTS):
            texts = [question.text_for(wish) for wish in wishes]
            narrow = question.narrowed(stated, goal)
            try:
                footing = Footing(narrow)
                granted = footing.granted([truth(text, True) for text in texts])
                values = footing.values
            except Nowhere:
                return None
            finally:
                narrow.end()
            claims = [wish for wish, is_granted in zip(wishes, granted, strict=True) if is_granted]
            outcome = question.examine(values, question.search([*stated, goal, *claims]))
            if isinstance(outcome, Found):
                return outcome.world
            if outcome is not None:
                return None
    except OutOfTime:
        pass
    return None
