"""What is said of one individual: verb phrases (`is received at some time`) and noun phrases (`request on A that is …`).

A verb phrase leaves its subject out, so that a quantifier can lend it one. Where a formula is no plain statement about the individual,
there is no verb phrase, and the sentence takes the longer way (`for every request r such that …, …`).
"""

from __future__ import annotations

from enum import Enum

from checkspec.report.names import article
from checkspec.report.say_terms import TermWords, sort_of
from checkspec.theory import typed
from checkspec.theory.typed import Formula, Individual, Sort, Term, Variable

Subject = Variable | Individual


class Voice(Enum):
    """Which instant is in force where a sentence goes on."""

    ANYTIME = "none: an event happens at some time"
    THEN = "one: an event happens by then"
    KNOWN = "within somebody's knowledge"


OF_INSTANTS = {"<=": "no later than", ">=": "no earlier than", "!=": "at another instant than"}
OF_NUMBERS = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least", "=": "exactly", "!=": "other than"}


def subject_of(formula: Formula) -> Subject | None:
    """Whom a plain statement is about."""
    match formula:
        case typed.Happened(subject) | typed.Holds(subject) | typed.Applied(arguments=(subject,)):
            return subject if isinstance(subject, Subject) else None
        case typed.Compare(left=typed.Moment(subject)) | typed.Within(moment=typed.Moment(subject)):
            return subject if isinstance(subject, Subject) else None
        case typed.Not(part) if not isinstance(part, typed.Not):
            return subject_of(part)
        case _:
            return None


def word(formula: typed.Applied) -> str:
    """What is said of one: `local`, `in the population old`."""
    return f"in the population {formula.name}" if formula.population else formula.name


def drawn(where: Formula | None, variable: Variable) -> tuple[str, Formula | None]:
    """` of the population old`, if that is whom a condition begins with, and what is left of it."""
    match where:
        case typed.Applied(name=name, arguments=(subject,), population=True) if subject is variable:
            return f" of the population {name}", None
        case typed.And(parts) if parts:
            said, first = drawn(parts[0], variable)
            rest = (*(() if first is None else (first,)), *parts[1:])
            return (said, rest[0] if len(rest) == 1 else typed.And(rest, where.span)) if said else ("", where)
        case _:
            return "", where


class Predicates(TermWords):
    """Verb phrases and noun phrases. `voice` follows the sentence; `plural` verbs are for what a count counts.

    `none`: what is said is said of no individual.
    """

    voice = Voice.ANYTIME
    none = False

    def event(self, name: str, negated: bool, be: str = "is") -> str:
        """`is received at some time`, `is never received`; `is received by then`, `is not received by then`."""
        if self.voice is Voice.ANYTIME:
            return f"{be} never {name}" if negated else self._at_some_time(name, be)
        return f"{be} {'not ' if negated else ''}{name}{' by then' if self.voice is Voice.THEN else ''}"

    def _at_some_time(self, name: str, be: str = "is") -> str:
        """`is received at some time`; after `no`, where that could mean *at a time when none is*, `is ever received`."""
        return f"{be} ever {name}" if self.none else f"{be} {name} at some time"

    def related(self, operator: str, right: Term) -> str:
        """How one instant stands to another: `before A is deleted`, `no later than 5s after A is deleted`."""
        if operator in "<>":
            return f"{'before' if operator == '<' else 'after'} {self.reference_point(right)}"
        if operator != "=":
            return f"{OF_INSTANTS[operator]} {self.moment(right)}"
        match right:
            case typed.Moment():
                return f"at the very instant {self.moment(right)}"
            case typed.Plus() | typed.Minus():
                return f"exactly {self.moment(right)}"
            case _:
                return f"exactly at {self.moment(right)}"

    def within(self, formula: typed.Within) -> str:
        """`at least 0s and at most 5s after A is deleted`."""
        return f"at least 0s and at most {self.term(formula.bound)} after {self.reference_point(formula.start)}"

    def predicate(self, formula: Formula, variable: Subject, plural: bool = False) -> str | None:
        """The formula as a verb phrase about `variable`; None if it is not plainly about it."""
        be, have = ("are", "have") if plural else ("is", "has")
        match formula:
            case typed.Not(part):
                return self._denied(part, variable, be, have)
            case typed.And(parts) | typed.Or(parts) if len(parts) > 1:
                if any(isinstance(part, typed.And | typed.Or) for part in parts):
                    return None
                phrases = [self.predicate(part, variable, plural) for part in parts]
                if None in phrases:
                    return None
                said = [phrase for phrase in phrases if phrase is not None]
                return " and ".join(said) if isinstance(formula, typed.And) else f"either {' or '.join(said)}"
            case typed.Happened(subject, event) if subject is variable:
                return self.event(event.name, False, be)
            case typed.Holds(subject, state) if subject is variable:
                return f"{be} {state.name}"
            case typed.Applied(arguments=(subject,)) if subject is variable:
                return f"{be} {word(formula)}"
            case typed.Flag(typed.FieldOf(subject, field)) if subject is variable:
                return f"{have} {field.name} true"
            case typed.Absent(term):
                return self._presence(term, variable, False, be, have)
            case typed.Compare(operator, typed.Moment(subject, event), right) if subject is variable:
                return f"{be} {event.name} {self.related(operator, right)}"
            case typed.Compare(operator, typed.FieldOf(subject, field), right) if (
                subject is variable and field.type.sort is not Sort.INSTANT
            ):
                return f"{have} {article(field.name)} {field.name} of {OF_NUMBERS[operator]} {self.term(right)}"
            case typed.Within(moment=typed.Moment(subject, event)) if subject is variable:
                return f"{be} {event.name} {self.within(formula)}"
            case typed.Same(left, right, different) if left is variable:
                return f"{be} {'different from ' if different else ''}{self.term(right)}"
            case typed.Same(typed.FieldOf(subject, field), right, different) if subject is variable:
                if different:
                    return f"{have} {article(field.name)} {field.name} different from {self.term(right)}"
                return (
                    f"{be} {field.preposition} {self.term(right)}" if field.preposition else f"{have} the {field.name} {self.term(right)}"
                )
            case _:
                return None

    def _denied(self, part: Formula, variable: Subject, be: str, have: str) -> str | None:
        match part:
            case typed.Happened(subject, event) if subject is variable:
                return self.event(event.name, True, be)
            case typed.Holds(subject, state) if subject is variable:
                return f"{be} not {state.name}"
            case typed.Applied(arguments=(subject,)) if subject is variable:
                return f"{be} not {word(part)}"
            case typed.Absent(term):
                return self._presence(term, variable, True, be, have)
            case _:
                return None

    def _presence(self, term: Term, variable: Subject, there: bool, be: str, have: str) -> str | None:
        match term:
            case typed.FieldOf(subject, field) if subject is variable:
                return f"{have} {article(field.name) if there else 'no'} {field.name}"
            case typed.Moment(subject, event) if subject is variable:
                return self._at_some_time(event.name, be) if there else f"{be} never {event.name}"
            case _:
                return None

    def joint(self, parts: tuple[Formula, ...]) -> str | None:
        """`B is ready and is not terminating`, if all parts are plainly about one individual; else None."""
        subject = subject_of(parts[0])
        if subject is None or any(subject_of(part) is not subject for part in parts):
            return None
        phrases = [self.predicate(part, subject) for part in parts]
        said = [phrase for phrase in phrases if phrase is not None]
        return f"{self.term(subject)} {' and '.join(said)}" if len(said) == len(parts) else None

    def phrases(self, variable: Variable, phrases: tuple[Formula, ...]) -> str | None:
        """` on A via proxy`, to follow the noun; None if one of them is no reference of the variable's."""
        said = ""
        for phrase in phrases:
            match phrase:
                case typed.Same(typed.FieldOf(subject, field), right, False) if subject is variable:
                    said += f" {field.preposition or f'with the {field.name}'} {self.term(right)}"
                case _:
                    return None
        return said

    def number_compared(self, operator: str, left: Term, right: Term) -> str:
        """A comparison of two numbers, neither an instant."""
        word = {"=": "equals", "!=": "differs from"}.get(operator, f"is {OF_NUMBERS[operator]}")
        return f"{self.term(left)} {word} {self.term(right)}"

    def instants_compared(self, operator: str, left: Term, right: Term) -> str:
        """A comparison of two instants."""
        if isinstance(left, typed.Moment):
            return f"{self.term(left.subject)} is {left.event.name} {self.related(operator, right)}"
        return f"{self.instant(left)} is {self.related(operator, right)}"

    def compared(self, formula: typed.Compare) -> str:
        """Any comparison as a clause."""
        if Sort.INSTANT in (sort_of(formula.left), sort_of(formula.right)):
            return self.instants_compared(formula.operator, formula.left, formula.right)
        return self.number_compared(formula.operator, formula.left, formula.right)
