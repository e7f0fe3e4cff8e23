"""What a promise requires: the region, how it was checked, the least change, what that breaks, what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from checkspec.answer.require.free import Free
from checkspec.answer.require.requirement import Requirement
from checkspec.answer.require.space import Cell, Fact, Literal, Side, Space
from checkspec.meaning.linear import Bound, opposite
from checkspec.meaning.world import Value
from checkspec.report.assumptions import assumption_text
from checkspec.report.places import column_text, place_text
from checkspec.report.prose import WIDTH, Paint, columns, harmless, pad, wrap
from checkspec.report.quantities import duration_text, number_text
from checkspec.report.say import say
from checkspec.report.say_terms import constant_text
from checkspec.theory.typed import Compare, Line, Quantified, Quantity, Role, Sort


def require_lines(found: Requirement, paint: Paint, own: str) -> Iterator[str]:
    """The answer in full."""
    promise = found.promise
    title = f'  "{promise.title}"' if promise.title else ""
    yield paint.strong(harmless(promise.full_name + title))
    yield paint.place(f"  {harmless(f'{promise.span.source.name}:{promise.span.line}')}")
    yield from wrap(" ".join(promise.span.text.split()), 4, 6)
    yield from wrap(f"In words: {say(promise.formula)}.", 2, 4)
    yield ""
    yield "  Free:"
    yield from _free_lines(found.free, own)
    yield ""
    yield from _region_lines(found, paint)
    if found.cells:
        yield ""
        yield from _checked_lines(found)
        yield ""
        yield from _change_lines(found, own, paint)
    elif not found.limit and not found.barren:
        yield ""
        yield from _missing_lines(found, own) if found.wider is None else _wider_lines(found.wider, own)


def _free_lines(free: Sequence[Free], own: str) -> Iterator[str]:
    width = max(len(each.name) for each in free)
    for each in free:
        yield from wrap(f"{pad(each.name, width)}  {_now_text(each, own)}", 4, width + 6)


def _now_text(free: Free, own: str) -> str:
    """`now 2s (line 9)`."""
    if free.line is None:
        return "unknown"
    where = place_text(free.line.span, own)
    value = value_text(free, free.given) if free.known else " ".join(free.line.label.split(": ", 1)[-1].removesuffix(" (default)").split())
    return f"now {value} ({'by default, ' if free.line.role is Role.DEFAULT else ''}{where})"


def _region_lines(found: Requirement, paint: Paint) -> Iterator[str]:
    place = column_text(found.at) if found.theory.case is None else f"in case {found.theory.case}, {column_text(found.at)}"
    start = f"{place[:1].upper()}{place[1:]}"
    if not found.cells:
        if found.limit:
            yield from wrap(f"{start}: {paint.doubtful('UNKNOWN')}. Not decided within the limits: {found.limit}.", 2, 4)
        elif found.barren:
            says = "what is stated contradicts itself whatever the values. `checkspec check` shows the lines that clash."
            yield from wrap(f"{start}: {paint.bad('no value does')}; {says}", 2, 4)
        else:
            says = "Whatever the values, there is a world in which the promise is broken, or there is none at all."
            yield from wrap(f"{start}: {paint.bad('no value does')}. {says}", 2, 4)
        return
    vacuously = " vacuously (it is put to the test in no world)" if found.vacuous else ""
    holds = f"{start} it {paint.good('HOLDS')}{vacuously}"
    if found.cells == ((),):
        yield from wrap(f"{holds} whatever the values.", 2, 4)
        return
    how = "exactly where" if found.exact else "where"
    yield from wrap(f"{holds} {how}", 2, 4)
    yield ""
    yield from (f"    {line}" for line in region_lines(found.free, found.cells))
    if not found.exact:
        yield ""
        yield from wrap(f"This is sufficient; it may hold elsewhere too. The search came to no end: {found.limit}.", 2, 4)


def _checked_lines(found: Requirement) -> Iterator[str]:
    probes = found.probes
    whole = found.cells == ((),)
    told = f"Checked: {'without these values' if whole else 'with this as one assumption more'}, the promise HOLDS"
    if probes is not None and probes.inside:
        told += f"; so it does at {probes.inside} points {'' if whole else 'inside '}picked at random"
        told += f", and at none of {probes.outside} outside" if probes.outside else ""
    yield from wrap(f"{told}.", 2, 4)


def _change_lines(found: Requirement, own: str, paint: Paint) -> Iterator[str]:
    now = f"As the file stands: {found.now.name}."
    if found.change is None:
        yield from wrap(f"{now} No change of a few values on whole milliseconds was found.", 2, 4)
        return
    if not found.change:
        yield from wrap(f"{now} Nothing has to be changed.", 2, 4)
        return
    yield from wrap(f"{now} The least change after which it HOLDS:", 2, 4)
    yield ""
    yield from _written_lines(found, own)
    for promise, verdict in found.breaks:
        yield ""
        yield from wrap(f"{paint.bad('But it breaks')} {promise.full_name}, which holds as the file stands: {verdict.name} then.", 2, 4)


def _wider_lines(found: Requirement, own: str) -> Iterator[str]:
    yield from wrap("What is missing: values of the file that are not free. The least change of all of them after which it HOLDS:", 2, 4)
    yield ""
    yield from _written_lines(found, own)


def _written_lines(found: Requirement, own: str) -> Iterator[str]:
    assert found.change is not None
    written = [(setting_text(found.free[index], value), found.free[index]) for index, value in found.change.items()]
    width = max(len(text) for text, _ in written)
    for text, free in written:
        now = _now_text(free, own).removeprefix("now ")
        if free.line is not None and free.line.role is Role.DEFAULT:
            now = f"{now.split(' (')[0]}, the default"
        instead = "not given so far" if free.line is None else f"in place of {now}"
        yield f"    {pad(text, width)}  # {instead}"


def _missing_lines(found: Requirement, own: str) -> Iterator[str]:
    if not found.missing:
        yield from wrap(
            "What is missing was not found within the limits: neither one supposition more, nor several of those that were tried "
            "together. `checkspec why` tells a world in which the promise is broken.", 2, 4,
        )  # fmt: skip
        return
    several = len(found.missing) > 1
    yield from wrap(f"What is missing{', one of these' if several else ''}:", 2, 4)
    for each in found.missing:
        yield ""
        for said in each.said:
            lines = wrap(assumption_text(said), 4, 6)
            where = f"# {place_text(said.span, own)}" if isinstance(said, Line) else ""
            if where and columns(lines[-1]) + 2 + columns(where) <= WIDTH:
                lines[-1] += f"  {where}"
            elif where:
                lines.append(f"      {where}")
            yield from lines
        if any(isinstance(said, Quantified) and isinstance(said.body, Compare) for said in each.said):
            yield from wrap("(1s stands for any bound: write a quantity in its place, and name it in --free)", 4, 6)
        if each.replaces is not None:
            yield from wrap(f"(in place of {each.replaces.label}, {place_text(each.replaces.span, own)})", 4, 6)
        if each.cells == ((),):
            yield from wrap("With it the promise HOLDS whatever the values.", 4, 6)
        else:
            yield from wrap(f"With {'it' if len(each.said) == 1 else 'all of it'} the promise HOLDS where", 4, 6)
            yield from (f"      {line}" for line in region_lines(found.free, each.cells))


# ---------------------------------------------------------------- the language


def region_lines(free: Sequence[Free], cells: Sequence[Cell]) -> list[str]:
    """The region as one formula of the language, a bound a line."""
    if len(cells) == 1:
        return _cell_lines(free, cells[0], "", "")
    lines: list[str] = []
    for place, cell in enumerate(cells):
        start = "or " if place else ""
        lines += _cell_lines(free, cell, f"{start}(", ")") if len(cell) > 1 else _cell_lines(free, cell, start, "")
    return lines


def _cell_lines(free: Sequence[Free], cell: Cell, start: str, end: str) -> list[str]:
    texts = cell_texts(free, cell)
    lines = [f"{start}{texts[0]}", *(f"{' ' * len(start)}and {text}" for text in texts[1:])]
    lines[-1] += end
    return lines


def cell_texts(free: Sequence[Free], cell: Cell) -> list[str]:
    """Each literal; two bounds that leave one value as an equation."""
    bounds = [each for each in cell if isinstance(each, Bound) and not each.strict]
    equal = {each for each in bounds if _opposite(each) in cell or _is_nothing(free, each)}
    texts = []
    for each in cell:
        if each not in equal:
            texts.append(literal_text(free, each))
        elif isinstance(each, Bound) and each.terms[0][1] > 0:
            texts.append(literal_text(free, each).replace(" <= ", " = "))
    return texts


def _is_nothing(free: Sequence[Free], bound: Bound) -> bool:
    """Whether a number that is not negative is to be at most nothing."""
    ((index, factor), *others) = bound.terms
    return not others and factor > 0 and bound.constant == 0 and free[index].least == 0


def _opposite(bound: Bound) -> Bound:
    return Bound(opposite(bound.terms), -bound.constant, bound.strict)


def literal_text(free: Sequence[Free], literal: Literal) -> str:
    """`A.preStop >= proxy.lag + 2s`, `A.onSignal = drains`, `proxy.lag is none`."""
    if isinstance(literal, Fact):
        return _fact_text(free[literal.unknown], literal)
    left, operator, right = Space.sides(_decimal(literal))
    sorts = {free[index].type.sort for index, _ in literal.terms}
    return f"{_side_text(free, left, sorts)} {operator} {_side_text(free, right, sorts)}"


def _fact_text(free: Free, fact: Fact) -> str:
    if fact.value is None:
        return f"{free.name} is {'' if fact.so else 'not '}none"
    if free.type.sort is Sort.BOOL and not free.type.optional:
        return f"{free.name} = {constant_text(fact.value == fact.so, Sort.BOOL)}"
    value = constant_text(fact.value, free.type.sort)
    others = [each for each in free.type.choices if each != fact.value]
    if not fact.so and len(others) == 1 and not free.type.optional:
        return f"{free.name} = {others[0]}"
    return f"{free.name} = {value}" if fact.so else f"not ({free.name} = {value})" if free.type.optional else f"{free.name} != {value}"


def _decimal(bound: Bound) -> Bound:
    """The bound with a constant that has a decimal."""
    rest = bound.constant.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    return Bound(tuple((index, factor * rest) for index, factor in bound.terms), bound.constant * rest, bound.strict)


def _side_text(free: Sequence[Free], side: Side, sorts: set[Sort]) -> str:
    terms, constant = side
    texts = [_term_text(free[index], Fraction(factor), sorts) for index, factor in terms]
    if constant or not texts:
        texts.append(number_text(constant) if sorts == {Sort.COUNT} else duration_text(constant))
    return " + ".join(texts)


def _term_text(free: Free, factor: Fraction, sorts: set[Sort]) -> str:
    """`2 * A.preStop`; a count among durations is one of so many seconds."""
    if free.type.sort is Sort.COUNT and sorts != {Sort.COUNT}:
        return f"{free.name} * {duration_text(factor)}"
    return free.name if factor == 1 else f"{number_text(factor)} * {free.name}"


def value_text(free: Free, value: Value) -> str:
    """A value as the language writes it."""
    return "none" if value is None else constant_text(value, free.type.sort)


def setting_text(free: Free, value: Value) -> str:
    """The line that gives a value."""
    text = value_text(free, value)
    if isinstance(free.term, Quantity):
        return f"quantity {free.name}: {free.type.sort.name.lower()}{'?' if free.type.optional else ''} = {text}"
    return f"{free.name}: {text}"

