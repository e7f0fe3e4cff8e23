"""What a consumer knows: each individual as it was at that individual's as-of instant.

Between samples the as-of instant at t is the greatest of that of the last sample, t less the consumer's bound, and the beginning; never
later than t. It never runs backwards.
"""

from __future__ import annotations

from fractions import Fraction

from checkspec.meaning.exact import last_by, less
from checkspec.meaning.frame import Compiler, Frame, with_bound
from checkspec.meaning.world import Member

NOTHING: tuple[tuple[Fraction, Fraction], ...] = ()


def sees(compiler: Compiler, consumer: Member, subject: Member) -> bool:
    """Whether the consumer's knowledge of the subject can be stale; otherwise it is as the subject is."""
    return subject.kind in compiler.kinds[consumer.kind].sees


def bound(compiler: Compiler, frame: Frame, consumer: Member, kind: str) -> Fraction | None:
    """How old the consumer's knowledge of that kind can be; None: no bound."""
    key = (consumer.name, kind)
    if key not in frame.bounds:
        consumer_kind = compiler.kinds[consumer.kind]
        frame.bounds[key] = with_bound(frame, consumer_kind.self, consumer, compiler.term(consumer_kind.sees[kind].bound), None)
    return frame.bounds[key]


def samples(frame: Frame, consumer: Member, subject: Member) -> tuple[tuple[Fraction, Fraction], ...]:
    """The consumer's samples of the subject, in order of time."""
    return frame.world.knowledge.get((consumer.name, subject.name), NOTHING)


def as_of(compiler: Compiler, frame: Frame, consumer: Member, subject: Member, instant: Fraction) -> Fraction:
    """The instant as of which the consumer knows the subject at `instant`."""
    if not sees(compiler, consumer, subject) or less(instant, frame.world.beginning):
        return instant
    if frame.looks is not None:
        frame.looks.add((consumer.name, subject.name, instant))
    latest = frame.world.beginning
    known = samples(frame, consumer, subject)
    position = last_by(known, instant)
    if position >= 0 and less(latest, known[position][1]):
        latest = known[position][1]
    oldest = bound(compiler, frame, consumer, subject.kind)
    if oldest is not None and less(latest, instant - oldest):
        latest = instant - oldest
    return instant if less(instant, latest) else latest
