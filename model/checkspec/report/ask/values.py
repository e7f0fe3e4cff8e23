"""Values on which a promise may hang and that nobody gave: only defaults, or not known at all."""

from __future__ import annotations

from collections.abc import Sequence

from checkspec.report.ask.question import VALUES, Part, Question, Write
from checkspec.text.lists import joined
from checkspec.theory.complaints import a
from checkspec.theory.completion import Completion
from checkspec.theory.typed import (
    Compare,
    Constant,
    Field,
    FieldOf,
    Flag,
    Individual,
    Line,
    Not,
    Promise,
    Quantity,
    Role,
    Same,
    Sort,
    Term,
    Theory,
)
from checkspec.theory.walk import nodes

FREE = (Sort.DURATION, Sort.COUNT, Sort.BOOL, Sort.CHOICE)
SAMPLES = {Sort.DURATION: "30s", Sort.COUNT: "1", Sort.BOOL: "true"}


def value_part(theory: Theory, promise: Promise, completion: Completion | None, consumers: Sequence[Individual]) -> Part | None:
    """The values of those whom the promise names and to whom they lead, of the members, and of quantities."""
    lines = theory.lines_for(promise.offer)
    given = {(line.subject, line.field): line for line in lines if line.subject is not None and line.field is not None}
    members = None if completion is None else completion.kind
    who = [each for each in _involved(promise, consumers, given) if each.kind is not members]
    named: list[str] = []
    defaults: list[Write] = []
    unknown: list[Write] = []
    sees = [seen.bound for each in who for seen in each.kind.sees.values()]
    bounds = {each.field for bound in sees for each in nodes(bound) if isinstance(each, FieldOf)}
    supposed = _supposed(lines)
    for each in who:
        for field in each.kind.fields.values():
            if field.type.sort not in FREE or field in bounds:
                continue
            line = given.get((each, field))
            if line is None:
                unknown += [] if (each, field) in supposed or _reckoned(theory, field) else [_sample(each, field)]
            elif line.role is Role.VALUE:
                named.append(f"{' '.join(line.label.split())} (line {line.span.line})")
            else:
                defaults += _default(each, field, line)
    questions = _asked(defaults, unknown)
    questions += [] if completion is None else _bounds(theory, promise, completion)
    questions += _quantities(theory, promise, lines)
    return Part(VALUES, "; ".join(named), tuple(questions)) if named or questions else None


def _involved(promise: Promise, consumers: Sequence[Individual], given: dict[tuple[Individual, Field], Line]) -> list[Individual]:
    """Whom the promise names, its consumers, and to whom those refer."""
    found = dict.fromkeys([each for each in nodes(promise.formula) if isinstance(each, Individual)] + list(consumers))
    waiting = list(found)
    while waiting:
        one = waiting.pop(0)
        for (subject, _), line in given.items():
            other = line.formula.right if subject is one and isinstance(line.formula, Same) else None
            if isinstance(other, Individual) and other not in found:
                found[other] = None
                waiting.append(other)
    return list(found)


def _supposed(lines: Sequence[Line]) -> set[tuple[Term, Field]]:
    """The values of which assumptions speak."""
    found = (each for line in lines if line.role is Role.ASSUMPTION for each in nodes(line.formula))
    return {(each.subject, each.field) for each in found if isinstance(each, FieldOf)}


def _reckoned(theory: Theory, field: Field) -> bool:
    """Whether rules say what it is by other values, so that nobody can give it."""
    compared = (each for line in theory.lines if line.role is Role.RULE for each in nodes(line.formula) if isinstance(each, Compare))
    return any(
        each.operator == "=" and isinstance(each.left, FieldOf) and each.left.field is field and not isinstance(each.right, Constant)
        for each in compared
    )


def _sample(who: Individual, field: Field) -> Write:
    """A line that says its value. What was set to `unknown` is not set again where it was."""
    name, choices = f"{who.name}.{field.name}", field.type.choices
    value = choices[0] if choices else SAMPLES[field.type.sort]
    note = f"or {joined(choices[1:], 'or')}" if choices[1:] else "for example"
    return Write(f"{name}: {value}" if field.default is None else f"assume {name} = {value}", None, note)


def _default(who: Individual, field: Field, line: Line) -> list[Write]:
    """The line that gives the default in its own words."""
    match line.formula:
        case Compare(right=Constant()) | Same(right=Constant()) | Flag() | Not(part=Flag()):
            return [Write(" ".join(line.label.removesuffix(" (default)").split()))]
        case Compare(right=FieldOf(subject=subject, field=other)) if subject is who:
            return [Write(f"{who.name}.{field.name}: {who.name}.{other.name}")]
        case _:
            return []


def _asked(defaults: list[Write], unknown: list[Write]) -> list[Question]:
    found = []
    if defaults:
        text = "Are these values the ones in use? Nobody gave them, so they are only the defaults"
        found.append(Question(VALUES, text, tuple(defaults), listed=True))
    if unknown:
        text = "What are these values? Nothing says so, and what is promised has to hold whatever they are"
        found.append(Question(VALUES, text, tuple(unknown), listed=True))
    return found


def _bounds(theory: Theory, promise: Promise, completion: Completion) -> list[Question]:
    """Durations of the members that nothing bounds."""
    lines = [each for each in theory.lines_for(promise.offer) if each.role is Role.ASSUMPTION]
    bounded = {each.field for line in lines for each in nodes(line.formula) if isinstance(each, FieldOf)}
    kind = completion.kind
    found = []
    for field in kind.fields.values():
        if field.type.sort is Sort.DURATION and field.default is None and field not in bounded and not _reckoned(theory, field):
            text = f"How long is the {field.name} of {a(kind.name)} at most? Nothing bounds it."
            found.append(Question(VALUES, text, (Write(f"assume every {kind.name}: {field.name} <= 30s", None, "for example"),)))
    return found


def _quantities(theory: Theory, promise: Promise, lines: Sequence[Line]) -> list[Question]:
    given = {_quantity(line) for line in lines if line.role in (Role.VALUE, Role.ASSUMPTION)}
    formulas = (promise.formula, *(line.formula for line in lines))
    used = {each for formula in formulas for each in nodes(formula) if isinstance(each, Quantity)}
    found = []
    for each in theory.quantities:
        if each in used and each not in given:
            write = Write(f"assume {each.name} = {SAMPLES[each.type.sort]}", None, "for example")
            found.append(Question(VALUES, f"What is {each.name}? It has no value (line {each.span.line}).", (write,)))
    return found


def _quantity(line: Line) -> Term | None:
    said = line.formula
    return said.left if isinstance(said, Compare) and said.operator == "=" and isinstance(said.left, Quantity) else None
