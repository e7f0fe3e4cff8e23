"""Formulas: when each is true. One small function for each construct compiles it to a closure."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checkspec.meaning.exact import COMPARISONS, at_most, last_by
from checkspec.meaning.frame import Compiler, FormulaCode, Frame, Instant, NoInstantInForce, with_bound
from checkspec.meaning.instants import instants_in
from checkspec.meaning.knowledge import as_of
from checkspec.meaning.terms import kind_of, moment_of
from checkspec.theory import typed
from checkspec.theory.typed import Formula, Variable


def compile_formula(compiler: Compiler, formula: Formula, seen: bool) -> FormulaCode:
    """The code of a formula. `seen`: it stands within `seen by`, so states and events are read at the as-of instant of the knower."""
    match formula:
        case typed.Truth(value):
            return lambda frame, t: value
        case typed.Happened():
            return _happened(compiler, formula, seen)
        case typed.Holds():
            return _holds(compiler, formula, seen)
        case typed.Flag(term):
            flag = compiler.term(term, seen)
            return lambda frame, t: flag(frame, t) is True
        case typed.Compare():
            return _compare(compiler, formula, seen)
        case typed.Same():
            return _same(compiler, formula, seen)
        case typed.Absent(term):
            value_of = compiler.term(term, seen)
            return lambda frame, t: value_of(frame, t) is None
        case typed.Within():
            return _within(compiler, formula, seen)
        case typed.Not(part):
            denied = compiler.formula(part, seen)
            return lambda frame, t: not denied(frame, t)
        case typed.And(parts):
            return _conjunction([compiler.formula(part, seen) for part in parts])
        case typed.Or(parts):
            return _disjunction([compiler.formula(part, seen) for part in parts])
        case typed.If(condition, body):
            premise, conclusion = compiler.formula(condition, seen), compiler.formula(body, seen)
            return lambda frame, t: not premise(frame, t) or conclusion(frame, t)
        case typed.Quantified():
            return _quantified(compiler, formula, seen)
        case typed.NoOther():
            return _no_other(compiler, formula, seen)
        case typed.At():
            return _at(compiler, formula, seen)
        case typed.During() | typed.Always():
            return _throughout(compiler, formula, seen)
        case typed.Ever(body):
            lifted = compiler.formula(body, seen)
            return lambda frame, t: lifted(frame, None)
        case typed.SeenBy():
            return _seen_by(compiler, formula, seen)
        case typed.Applied(formula=meaning):
            return compiler.formula(meaning, seen)


# ---------------------------------------------------------------- atoms


def _happened(compiler: Compiler, formula: typed.Happened, seen: bool) -> FormulaCode:
    """By the instant in force, or at some time; within `seen by`, by the as-of instant."""
    subject = compiler.term(formula.subject, seen)
    moment = moment_of(compiler, formula.event, kind_of(formula.subject))

    def happened(frame: Frame, t: Instant) -> bool:
        member = subject(frame, t)
        when = None if member is None else moment(frame, member)
        return when is not None and (t is None or at_most(when, t))

    def known_to_have_happened(frame: Frame, t: Instant) -> bool:
        member = subject(frame, t)
        when = None if member is None else moment(frame, member)
        if member is None or when is None:
            return False
        if t is None or frame.knower is None:
            raise NoInstantInForce(formula.event.name)
        return at_most(when, as_of(compiler, frame, frame.knower, member, t))

    return known_to_have_happened if seen else happened


def _holds(compiler: Compiler, formula: typed.Holds, seen: bool) -> FormulaCode:
    """At the instant in force; within `seen by`, at the as-of instant. A derived state is read wholly at that one instant."""
    subject = compiler.term(formula.subject, seen)
    name, definition = formula.state.name, formula.state.definition
    myself = kind_of(formula.subject).self
    meaning = None if definition is None else compiler.formula(definition)

    def holds(frame: Frame, t: Instant) -> bool:
        if t is None:
            raise NoInstantInForce(name)
        member = subject(frame, t)
        if member is None:
            return False
        if seen and frame.knower is not None:
            t = as_of(compiler, frame, frame.knower, member, t)
        if meaning is not None:
            return bool(with_bound(frame, myself, member, meaning, t))
        changes = member.states[name]
        value: bool = changes[max(last_by(changes, t), 0)][1]
        return value

    return holds


def _compare(compiler: Compiler, formula: typed.Compare, seen: bool) -> FormulaCode:
    """False if a side is absent."""
    left, right = compiler.term(formula.left, seen), compiler.term(formula.right, seen)
    true_of = COMPARISONS[formula.operator]

    def compare(frame: Frame, t: Instant) -> bool:
        a = left(frame, t)
        if a is None:
            return False
        b = right(frame, t)
        return b is not None and true_of(a, b)

    return compare


def _same(compiler: Compiler, formula: typed.Same, seen: bool) -> FormulaCode:
    """False if a side is absent. An individual has one name, and nobody else has it."""
    left, right, different = compiler.term(formula.left, seen), compiler.term(formula.right, seen), formula.different

    def same(frame: Frame, t: Instant) -> bool:
        a = left(frame, t)
        if a is None:
            return False
        b = right(frame, t)
        return b is not None and (a is b or getattr(a, "name", a) == getattr(b, "name", b)) is not different

    return same


def _within(compiler: Compiler, formula: typed.Within, seen: bool) -> FormulaCode:
    """`0 <= moment - start <= bound`; false if one of the three is absent."""
    moment, bound, start = (compiler.term(term, seen) for term in (formula.moment, formula.bound, formula.start))

    def within(frame: Frame, t: Instant) -> bool:
        later, earlier, longest = moment(frame, t), start(frame, t), bound(frame, t)
        if later is None or earlier is None or longest is None:
            return False
        return at_most(earlier, later) and at_most(later - earlier, longest)

    return within


# ---------------------------------------------------------------- connectives and quantifiers


def _conjunction(codes: Sequence[FormulaCode]) -> FormulaCode:
    """True if all are, asked in order until one is not."""
    if len(codes) == 1:
        return codes[0]
    if len(codes) == 2:
        first, second = codes
        return lambda frame, t: first(frame, t) and second(frame, t)

    def every(frame: Frame, t: Instant) -> bool:
        return all(code(frame, t) for code in codes)

    return every


def _disjunction(codes: Sequence[FormulaCode]) -> FormulaCode:
    """True if one is, asked in order until one is."""
    if len(codes) == 2:
        first, second = codes
        return lambda frame, t: first(frame, t) or second(frame, t)

    def some(frame: Frame, t: Instant) -> bool:
        return any(code(frame, t) for code in codes)

    return some


def _restriction(compiler: Compiler, phrases: tuple[Formula, ...], where: Formula | None, body: Formula | None, seen: bool) -> FormulaCode:
    parts = [*phrases, *([] if where is None else [where]), *([] if body is None else [body])]
    return _conjunction([compiler.formula(part, seen) for part in parts])


def _somebody(variable: Variable, satisfies: FormulaCode, only_unnamed: bool = False) -> FormulaCode:
    """Whether a member of the variable's kind (an unnamed one) satisfies."""
    kind = variable.kind.name

    def somebody(frame: Frame, t: Instant) -> bool:
        bound = frame.bound
        outer = bound.get(variable)
        found = False
        for member in frame.by_kind[kind]:
            if only_unnamed and member.named:
                continue
            bound[variable] = member
            if satisfies(frame, t):
                found = True
                break
        if outer is not None:
            bound[variable] = outer
        return found

    return somebody


def _quantified(compiler: Compiler, formula: typed.Quantified, seen: bool) -> FormulaCode:
    """`every` is: nobody restricted so fails the body. `no` is: not some."""
    if formula.quantity == "some":
        return _somebody(formula.variable, _restriction(compiler, formula.phrases, formula.where, formula.body, seen))
    if formula.quantity == "no":
        somebody = _somebody(formula.variable, _restriction(compiler, formula.phrases, formula.where, formula.body, seen))
        return lambda frame, t: not somebody(frame, t)
    if formula.body is None:
        return lambda frame, t: True
    body = compiler.formula(formula.body, seen)
    restricted = _restriction(compiler, formula.phrases, formula.where, None, seen)
    exception = _somebody(formula.variable, lambda frame, t: restricted(frame, t) and not body(frame, t))
    return lambda frame, t: not exception(frame, t)


def _no_other(compiler: Compiler, formula: typed.NoOther, seen: bool) -> FormulaCode:
    other = _somebody(formula.variable, _restriction(compiler, formula.phrases, formula.where, None, seen), only_unnamed=True)
    return lambda frame, t: not other(frame, t)


# ---------------------------------------------------------------- instants and knowledge


def _at(compiler: Compiler, formula: typed.At, seen: bool) -> FormulaCode:
    instant, body = compiler.term(formula.instant, seen), compiler.formula(formula.body, seen)

    def at(frame: Frame, t: Instant) -> bool:
        when: Fraction | None = instant(frame, t)
        return when is not None and body(frame, when)

    return at


def _throughout(compiler: Compiler, formula: typed.Always | typed.During, seen: bool) -> FormulaCode:
    """`body` at every instant of the span: it suffices to ask where its truth may change, and where the span begins."""
    body = compiler.formula(formula.body, seen)
    instants = instants_in(compiler, formula, seen)

    def throughout(frame: Frame, t: Instant) -> bool:
        return all(body(frame, when) for when in instants(frame, t))

    return throughout


def _seen_by(compiler: Compiler, formula: typed.SeenBy, seen: bool) -> FormulaCode:
    """False if the consumer is absent."""
    consumer, body = compiler.term(formula.consumer, seen), compiler.formula(formula.body, True)

    def seen_by(frame: Frame, t: Instant) -> bool:
        if t is None:
            raise NoInstantInForce("seen by")
        member = consumer(frame, t)
        if member is None:
            return False
        outer, frame.knower = frame.knower, member
        answer = body(frame, t)
        frame.knower = outer
        return answer

    return seen_by
