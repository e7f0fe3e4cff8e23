"""Any formula as one English sentence, with one reading.

A sentence begins small and has no full stop, so that it can stand after a label. How it is to be read:
 - `before` and `after` are strict; what happens `before`, `after`, `no later than`, … something else happens, and so does that.
 - With no instant in force an event happens `at some time` or `never`, and `ever` to no individual; with one, `by then`.
 - `it is not true that` denies the whole statement: it is also so if what the statement speaks of never happens.
 - Brackets, `both … and …` and `either … or …` hold together what belongs together; a head (`for every …,` `at …,` `if …, then`) reaches as
   far as the brackets around it, or the end.
"""

from __future__ import annotations

from checkspec.report.names import Names, article
from checkspec.report.say_predicates import Predicates, Voice, drawn, word
from checkspec.report.say_terms import constant_text
from checkspec.text.lists import joined
from checkspec.theory import typed
from checkspec.theory.typed import Formula, Line, Role, Term


def say(formula: Formula) -> str:
    """The formula as a sentence. Never raises, one line, the same for the same formula."""
    return _Sentence(Names(formula)).clause(formula)


def say_then(formula: Formula) -> str:
    """The formula as a sentence about an instant that the reader knows: `P is not up by then`."""
    sentence = _Sentence(Names(formula))
    sentence.voice = Voice.THEN
    return sentence.clause(formula)


def say_term(term: Term) -> str:
    """The term as a noun: `A's preStop`, `the instant 5s after A is deleted`."""
    return _Sentence(Names(term)).term(term)


def say_line(line: Line) -> str:
    """A line as a reason: what was given, by default, by rule, supposed or observed."""
    match line.role:
        case Role.RULE:
            return f"{line.label} ({', '.join(line.cites)})" if line.cites else line.label
        case Role.VALUE:
            return _setting(line)
        case Role.DEFAULT:
            return f"{_setting(line)} by default"
        case Role.OBSERVED:
            return _observed(line.formula)
        case Role.COMPLETE:
            return f"absent from {line.label}: {_unstated(line.formula)}"
        case Role.ASSUMPTION:
            text = " ".join(line.formula.span.text.split())
            return line.label if not line.label or line.label == text else f"{line.label}: {say(line.formula)}"


def _setting(line: Line) -> str:
    """`proxy.lag is 0s`, `R1.consumer is none`, `longest is 20s`."""
    match line.formula:
        case typed.Compare("=", left, right) | typed.Same(left, right, False):
            value = constant_text(right.value, right.type.sort) if isinstance(right, typed.Constant) else say_term(right)
        case typed.Absent(left):
            value = "none"
        case typed.Flag(left):
            value = "true"
        case typed.Not(typed.Flag(left)):
            value = "false"
        case _:
            return say(line.formula)
    subject = f"{line.subject.name}.{line.field.name}" if line.subject is not None and line.field is not None else say_term(left)
    return f"{subject} is {value}"


def _observed(formula: Formula) -> str:
    """`observed at "now": R1 is not received by then`."""
    match formula:
        case typed.At(typed.ObservationInstant(name), body):
            return f'observed at "{name}": {say_then(body)}'
        case _:
            return f"observed: {say(formula)}"


def _unstated(formula: Formula) -> str:
    """`at "told", besides R1, no request on A is received by then`."""
    match formula:
        case typed.At(typed.ObservationInstant(name), typed.Quantified("no", variable, phrases, typed.And(parts), None, span)):
            stated = {part: part.right.name for part in parts if isinstance(part, typed.Same) and isinstance(part.right, typed.Individual)}
            stated = {part: who for part, who in stated.items() if part.different and part.left is variable}
            rest = tuple(part for part in parts if part not in stated)
            besides = f"besides {joined(stated.values())}, " if stated else ""
            where = rest[0] if len(rest) == 1 else typed.And(rest, span)
            return f'at "{name}", {besides}{say_then(typed.Quantified("no", variable, phrases, where, None, span))}'
        case typed.At(typed.ObservationInstant(name), body):
            return f'at "{name}", {say_then(body)}'
        case _:
            return say(formula)


class _Sentence(Predicates):
    """One sentence while it is made. `_coming` are the moments that are known to come, as said: `when r is selected`."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self._coming: frozenset[str] = frozenset()

    # ------------------------------------------------------------ how much holds together

    def clause(self, formula: Formula) -> str:
        """The formula where nothing follows and nothing else is joined to it."""
        match formula:
            case typed.And(parts) if len(parts) > 1:
                return self.joint(parts) or " and ".join(self._part(part) for part in parts)
            case typed.Or(parts) if len(parts) > 1:
                return f"either {' or '.join(self._part(part) for part in parts)}"
            case typed.And((part,)) | typed.Or((part,)) | typed.Ever(part):
                return self._in(Voice.ANYTIME, part) if isinstance(formula, typed.Ever) else self.clause(part)
            case typed.And() | typed.Or():
                return self._truth(isinstance(formula, typed.And))
            case typed.If(condition, body):
                premise = self.clause(condition) if isinstance(condition, typed.And) else self._part(condition)
                return f"if {premise}, then {self._given(condition, body)}"
            case typed.Quantified():
                return self._quantified(formula)
            case typed.NoOther(variable, phrases, where):
                return f"besides the named ones, {self._there_is('no', variable, phrases, where, None)}"
            case typed.At(instant, body):
                when = self.instant(instant)
                comes = (
                    ""
                    if isinstance(instant, typed.ObservationInstant | typed.Constant) or self.moment(instant) in self._coming
                    else " (which comes)"
                )
                return f"at {when}{comes}, {self._in(Voice.THEN, body)}"
            case typed.Always(body):
                return f"at every instant, {self._in(Voice.THEN, body)}"
            case typed.During(start, end, body):
                return f"at every instant {self._span(start, end)}, {self._in(Voice.THEN, body)}"
            case typed.SeenBy(consumer, body):
                return f"as far as {self.term(consumer)} then knows, {self._in(Voice.KNOWN, body)}"
            case typed.Not(part):
                return self._denial(part) or f"it is not true that {self._tail(part)}"
            case _:
                return self._atom(formula)

    def _part(self, formula: Formula) -> str:
        """The formula where something is joined to it."""
        match formula:
            case typed.And((_, _) as parts) if all(self._is_simple(part) for part in parts):
                return f"both {self.clause(parts[0])} and {self.clause(parts[1])}"
            case typed.Or(parts) if len(parts) > 1 and all(self._is_simple(part) for part in parts):
                return f"({self.clause(formula)})"
            case _:
                return self.clause(formula) if self._is_simple(formula) else f"({self.clause(formula)})"

    def _tail(self, formula: Formula) -> str:
        """The formula at the end of a head's scope: a further head needs no brackets."""
        if isinstance(formula, typed.And) and len(formula.parts) > 1:
            return self.joint(formula.parts) or self._part(formula)
        return self.clause(formula)

    def _is_simple(self, formula: Formula) -> bool:
        """A clause that nothing can be torn from."""
        match formula:
            case typed.Not(part):
                return self._denial(part) is not None
            case typed.And((part,)) | typed.Or((part,)) | typed.Ever(part):
                return self._is_simple(part)
            case typed.And(parts) | typed.Or(parts):
                return not parts
            case typed.Compare(left=left, right=right):
                return not any(isinstance(side, typed.CountOf) and side.where is not None for side in (left, right))
            case _:
                heads = (typed.If, typed.Quantified, typed.NoOther, typed.At, typed.Always, typed.During, typed.SeenBy)
                return not isinstance(formula, heads)

    def _in(self, voice: Voice, body: Formula) -> str:
        outer, self.voice = self.voice, voice
        said = self._tail(body)
        self.voice = outer
        return said

    def _span(self, start: Term | None, end: Term | None) -> str:
        """Which instants: `from when A is deleted onwards`, `before A is exited`, or no earlier than the one and before the other."""
        if end is None:
            return f"from {self.moment(start)} onwards" if start is not None else ""
        return f"{'' if start is None else f'no earlier than {self.moment(start)} and '}before {self.reference_point(end)}"

    # ------------------------------------------------------------ atoms

    def _truth(self, value: bool) -> str:
        return "nothing is required" if value else "the impossible is required"

    def _atom(self, formula: Formula) -> str:
        match formula:
            case typed.Truth(value):
                return self._truth(value)
            case typed.Happened(subject, event):
                return f"{self.term(subject)} {self.event(event.name, False)}"
            case typed.Holds(subject, state):
                return f"{self.term(subject)} is {state.name}"
            case typed.Flag(term):
                return f"{self.term(term)} is true"
            case typed.Compare():
                return self.compared(formula)
            case typed.Same(left, right, different):
                return f"{self.term(left)} is {'different from ' if different else ''}{self.term(right)}"
            case typed.Absent(term):
                return self._presence_of(term, False)
            case typed.Within(moment=moment):
                if isinstance(moment, typed.Moment):
                    return f"{self.term(moment.subject)} is {moment.event.name} {self.within(formula)}"
                return f"{self.instant(moment)} is {self.within(formula)}"
            case typed.Applied(arguments=arguments):
                return self._applied(word(formula), arguments, False)
            case _:
                return self.clause(formula)

    def _denial(self, part: Formula) -> str | None:
        """The denial of a statement that a plain `not` denies wholly; None if it takes `it is not true that`."""
        match part:
            case typed.Truth(value):
                return self._truth(not value)
            case typed.Happened(subject, event):
                return f"{self.term(subject)} {self.event(event.name, True)}"
            case typed.Holds(subject, state):
                return f"{self.term(subject)} is not {state.name}"
            case typed.Flag(term):
                return f"{self.term(term)} is not true"
            case typed.Absent(term):
                return self._presence_of(term, True)
            case typed.Applied(arguments=arguments):
                return self._applied(word(part), arguments, True)
            case _:
                return None

    def _presence_of(self, term: Term, there: bool) -> str:
        match term:
            case typed.Moment(subject, event):
                return f"{self.term(subject)} is {f'{event.name} at some time' if there else f'never {event.name}'}"
            case typed.FieldOf(typed.Variable() | typed.Individual() as subject, field):
                return f"{self.term(subject)} has {article(field.name) if there else 'no'} {field.name}"
            case typed.FieldOf(subject, field):
                return f"there is {article(field.name) if there else 'no'} {field.name} of {self.term(subject)}"
            case _:
                return f"{self.term(term)} is {'there' if there else 'not there'}"

    def _applied(self, name: str, arguments: tuple[Term, ...], negated: bool) -> str:
        if len(arguments) == 1:
            return f"{self.term(arguments[0])} is {'not ' if negated else ''}{name}"
        verb = "does not hold" if negated else "holds"
        return f"{name} {verb}" + (f" of ({', '.join(self.term(each) for each in arguments)})" if arguments else "")

    # ------------------------------------------------------------ individuals

    def _given(self, condition: Formula | None, body: Formula) -> str:
        """The body, knowing that the condition is true."""
        outer = self._coming
        self._coming |= frozenset(self._moments_of(condition))
        said = self._tail(body)
        self._coming = outer
        return said

    def _moments_of(self, condition: Formula | None) -> list[str]:
        """The moments that come if the condition is true."""
        match condition:
            case typed.And(parts):
                return [moment for part in parts for moment in self._moments_of(part)]
            case typed.Happened(subject, event, span):
                return [self.moment(typed.Moment(subject, event, span))]
            case typed.Compare(left=left, right=right):
                return [self.moment(side) for side in (left, right) if isinstance(side, typed.Moment)]
            case _:
                return []

    def _quantified(self, formula: typed.Quantified) -> str:
        quantity, variable, phrases, body = formula.quantity, formula.variable, formula.phrases, formula.body
        said_phrases = self.phrases(variable, phrases)
        among, where = drawn(formula.where, variable)
        none = quantity == "no"
        restriction = None if where is None else self._of(none, where, variable)
        plain = said_phrases is not None and (where is None or restriction is not None)
        if plain and body is None and quantity != "every" and where is not None:
            return f"{quantity} {self.names.introduce(variable)}{among}{said_phrases} {restriction}"
        if plain and body is not None:
            said = self._of(none, body, variable)
            if said is not None:
                that = "" if restriction is None else f" that {restriction}"
                return f"{quantity} {self.names.introduce(variable)}{among}{said_phrases}{that} {said}"
        if quantity != "every":
            return self._there_is("no" if quantity == "no" else "a", variable, phrases, formula.where, body)
        if body is None:
            return f"every {self._noun(variable, phrases, formula.where)} is there"
        said = self._given(where, body)
        return f"for every {self._noun(variable, phrases, formula.where)}, {said}"

    def _there_is(
        self, quantity: str, variable: typed.Variable, phrases: tuple[Formula, ...], where: Formula | None, body: Formula | None
    ) -> str:
        conditions = tuple(part for part in (where, body) if part is not None)
        condition = None if not conditions else conditions[0] if len(conditions) == 1 else typed.And(conditions, conditions[0].span)
        noun = self._noun(variable, phrases, condition, none=quantity == "no")
        return f"there is {quantity if quantity == 'no' else article(noun)} {noun}"

    def _of(self, none: bool, formula: Formula, variable: typed.Variable, several: bool = False) -> str | None:
        """The verb phrase of an individual, of several, or of none."""
        outer, self.none = self.none, none
        said = self.predicate(formula, variable, several)
        self.none = outer
        return said

    def _noun(
        self, variable: typed.Variable, phrases: tuple[Formula, ...], where: Formula | None, several: bool = False, none: bool = False
    ) -> str:
        """`request r on A that is accepted before A is deleted`; to be asked after what else is said of the variable."""
        said_phrases = self.phrases(variable, phrases)
        among, where = drawn(where, variable)
        if said_phrases is None:
            conjuncts = (*phrases, *(() if where is None else (where,)))
            where, said_phrases = typed.And(conjuncts, conjuncts[0].span), ""
        said_phrases = among + said_phrases
        if where is None:
            return f"{self.names.introduce(variable, several)}{said_phrases}"
        restriction = self._of(none, where, variable, several)
        if restriction is None:
            condition = self._tail(where)
            return f"{self.names.introduce(variable, several)}{said_phrases} such that {condition}"
        return f"{self.names.introduce(variable, several)}{said_phrases} that {restriction}"

    def counted(self, term: typed.CountOf) -> str:
        return self._noun(term.variable, (), term.where, several=True)
