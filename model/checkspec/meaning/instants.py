"""Where a truth may change, so that `always` and `from … until` need ask at finitely many instants.

Everything is right-continuous and changes at finitely many instants. `changes` collects, for a formula, a set of instants between which
its truth is constant: the moments and state changes of exactly those individuals that it speaks of. Within `seen by` these appear when the
consumer's as-of instant reaches them at the latest (its bound later), or at a sample of its knowledge.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from checkspec.meaning.exact import less
from checkspec.meaning.frame import ChangesCode, Compiler, Frame, Instant, TermCode, with_bound
from checkspec.meaning.knowledge import bound, samples, sees
from checkspec.meaning.terms import kind_of, moment_of
from checkspec.meaning.walk import Expression, binds, parts
from checkspec.meaning.world import Member
from checkspec.theory import typed

InstantsCode = Callable[[Frame, Instant], list[Fraction]]
"""The instants of a span at which its body has to be asked, each once, the span's first one first."""


def instants_in(compiler: Compiler, formula: typed.Always | typed.During, seen: bool) -> InstantsCode:
    """Where `formula.body` has to be asked. No instant if the start is given and absent, or the span is empty."""
    collect = compiler.changes(formula.body, seen)
    given_start, given_end = (formula.start, formula.end) if isinstance(formula, typed.During) else (None, None)
    start = None if given_start is None else compiler.term(given_start, seen)
    end = None if given_end is None else compiler.term(given_end, seen)

    def instants(frame: Frame, t: Instant) -> list[Fraction]:
        first = frame.world.beginning
        if start is not None:
            given = start(frame, t)
            if given is None:
                return []
            if less(first, given):
                first = given
        last = None if end is None else end(frame, t)
        if last is not None and not less(first, last):
            return []
        found: set[Fraction] = set()
        if collect is not None:
            collect(frame, found)
        return [first, *(each for each in found if less(first, each) and (last is None or less(each, last)))]

    return instants


def compile_changes(compiler: Compiler, node: Expression, seen: bool) -> ChangesCode | None:
    """Collects where the truth (or a count's value) may change as the instant in force moves on. None: it never does."""
    match node:
        case typed.Always() | typed.Ever():
            return None  # they do not look at the instant in force
        case typed.At(instant=instant):
            return compiler.changes(instant, seen)
        case typed.During(start=start, end=end):
            return _union([compiler.changes(each, seen) for each in (start, end) if each is not None])
        case typed.Happened() | typed.Holds():
            own = _of_event(compiler, node) if isinstance(node, typed.Happened) else _of_state(compiler, node)
            return own if own is None or not seen else _known(compiler, compiler.term(node.subject, seen), own)
        case typed.SeenBy():
            return _seen_by(compiler, node, seen)
        case _:
            inner = _union([compiler.changes(part, seen) for part in parts(node)])
            variable = binds(node)
            return inner if variable is None or inner is None else _for_each(variable, inner)


def _union(codes: list[ChangesCode | None]) -> ChangesCode | None:
    kept = [code for code in codes if code is not None]
    if len(kept) < 2:
        return kept[0] if kept else None

    def union(frame: Frame, into: set[Fraction]) -> None:
        for code in kept:
            code(frame, into)

    return union


def _of_event(compiler: Compiler, formula: typed.Happened) -> ChangesCode:
    subject = compiler.term(formula.subject)
    moment = moment_of(compiler, formula.event, kind_of(formula.subject))

    def of_event(frame: Frame, into: set[Fraction]) -> None:
        member = subject(frame, None)
        when = None if member is None else moment(frame, member)
        if when is not None:
            into.add(when)

    return of_event


def _of_state(compiler: Compiler, formula: typed.Holds) -> ChangesCode | None:
    subject = compiler.term(formula.subject)
    name, definition = formula.state.name, formula.state.definition
    if definition is None:

        def of_free_state(frame: Frame, into: set[Fraction]) -> None:
            member = subject(frame, None)
            if member is not None:
                into.update(instant for instant, _ in member.states[name])

        return of_free_state
    meaning = compiler.changes(definition)
    if meaning is None:
        return None
    inner, myself = meaning, kind_of(formula.subject).self

    def of_derived_state(frame: Frame, into: set[Fraction]) -> None:
        member = subject(frame, None)
        if member is not None:
            with_bound(frame, myself, member, inner, into)

    return of_derived_state


def _known(compiler: Compiler, subject: TermCode, own: ChangesCode) -> ChangesCode:
    """When the frame's knower can come to know a change of the subject."""

    def known(frame: Frame, into: set[Fraction]) -> None:
        member: Member | None = subject(frame, None)
        knower = frame.knower
        if member is None or knower is None:
            return
        if not sees(compiler, knower, member):
            own(frame, into)
            return
        into.update(instant for instant, _ in samples(frame, knower, member))
        oldest = bound(compiler, frame, knower, member.kind)
        if oldest is not None:
            changes: set[Fraction] = set()
            own(frame, changes)
            into.update(instant + oldest for instant in changes)

    return known


def _seen_by(compiler: Compiler, formula: typed.SeenBy, seen: bool) -> ChangesCode | None:
    consumer, found = compiler.term(formula.consumer, seen), compiler.changes(formula.body, True)
    if found is None:
        return None
    inner = found

    def seen_by(frame: Frame, into: set[Fraction]) -> None:
        member = consumer(frame, None)
        if member is not None:
            outer, frame.knower = frame.knower, member
            inner(frame, into)
            frame.knower = outer

    return seen_by


def _for_each(variable: typed.Variable, inner: ChangesCode) -> ChangesCode:
    kind = variable.kind.name

    def for_each(frame: Frame, into: set[Fraction]) -> None:
        for member in frame.by_kind[kind]:
            with_bound(frame, variable, member, inner, into)

    return for_each
