"""Statements that are begun in another way than they go on: a reference or a value behind a name, dashes of lists, half a comparison.

Each function knows one such slip; None means that it is another.
"""

from __future__ import annotations

from checkspec.language.lexer import FIRST, NAME, Token
from checkspec.language.trouble import RELATIONS, Trouble
from checkspec.language.words import PREPOSITIONS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.source import Span

NAMES = (NAME, FIRST)
VALUES = ("NUMBER", "DURATION", "TRUE", "FALSE", "NONE", "UNKNOWN", "STRING")
MOMENTS = RELATIONS | {"at", "from", "until"}


def dash(t: Trouble) -> Diagnostic | None:
    """`- endpoint A of web`, and `endpoint:` with a list below, as in YAML."""
    if t.token.text == ":" and t.back(1).type == FIRST and t.ahead(1).text == "-" and t.ahead(1).begins_line:
        help = f"write them behind the kind, as in `{t.before} A, B`"
        return t.say(Code.DRN101, "individuals are no list with dashes", help, Span(t.source, t.back(1).start, t.token.end))
    if t.token.text == "-" and t.token.begins_line and not t.wants_operand and t.ahead(1).type not in ("NUMBER", "DURATION"):
        return t.replace(Code.DRN117, "a line does not begin with a dash", "", Span(t.source, t.token.start, t.ahead(1).start))
    return None


def reference_with_a_colon(t: Trouble) -> Diagnostic | None:
    """`endpoint C: web`, where `endpoint` is a kind and `C` its new individual."""
    name, kind, value = t.back(1), t.back(2), t.ahead(1)
    if t.token.text != ":" or name.type != NAME or kind.type != FIRST or value.type != NAME or value.begins_line:
        return None
    if t.declared_as(kind.text) or not t.declared_as(value.text):
        return None
    said = f"{kind.text} {name.text} of {value.text}"
    help = f"write `{said}`, with the preposition of the reference"
    fix = Fix(Span(t.source, name.end, value.start), " of ")
    return Diagnostic(Code.DRN101, "what an individual belongs to stands behind a preposition", t.here, help=help, fix=fix)


def fields_without_braces(t: Trouble) -> Diagnostic | None:
    """`endpoint C of web preStop: 5s`."""
    if t.token.type != NAME or t.ahead(1).text != ":" or "LBRACE" not in t.accepts or t.head.type != FIRST or t.token.begins_line:
        return None
    value = t.ahead(2)
    alone = value.type in (*VALUES, NAME) and (t.ahead(3).begins_line or t.ahead(3).text == "")
    if not alone:
        return t.say(Code.DRN101, "the fields of an individual stand in braces", f"write `{{ {t.token.text}: … }}`")
    said = t.source.text[t.token.start : value.end]
    return t.replace(Code.DRN101, "the fields of an individual stand in braces", f"{{ {said} }}", Span(t.source, t.token.start, value.end))


def moment_without_a_dot(t: Trouble) -> Diagnostic | None:
    """`… after A deleted`, `at A deleted: …`, where `A` is an individual."""
    name = t.back(1)
    if t.token.type != NAME or t.token.begins_line or name.type != NAME or t.back(2).text not in MOMENTS:
        return None
    if not t.declared_as(name.text) or t.declared_as(t.token.text) or t.ahead(1).text in (".", "is"):
        return None
    said = f"{name.text}.{t.token.text}"
    return t.replace(Code.DRN115, "a moment is said with a dot", said, Span(t.source, name.start, t.token.end))


def is_for_colon(t: Trouble) -> Diagnostic | None:
    """`every request on A is received`."""
    if t.token.text != "is" or not {"WHERE", "COLON"} <= t.accepts or t.token.begins_line or t.ahead(1).text in (*PREPOSITIONS, "none"):
        return None
    span = Span(t.source, t.back(1).end, t.token.end)
    return t.replace(Code.DRN102, "what holds of each stands behind a colon, without `is`", ":", span)


def truth_of_a_truth(t: Trouble) -> Diagnostic | None:
    """`B is ready = true`."""
    truth = t.ahead(1)
    if t.token.text != "=" or t.back(2).text not in ("is", "not") or truth.type not in ("TRUE", "FALSE"):
        return None
    span = Span(t.source, t.back(1).end, truth.end)
    if truth.type == "TRUE":
        return t.replace(Code.DRN117, "what `is` says is true or false by itself", "", span, "delete `= true`")
    return t.say(Code.DRN101, "what `is` says is true or false by itself", f"write `is not {t.before}`, without `= false`", span)


def moment_at(t: Trouble) -> Diagnostic | None:
    """`A.deleted at 5s`."""
    if t.token.text != "at" or t.back(2).text != "." or "EQUAL" not in t.accepts:
        return None
    first = t.index - 3
    while t.tokens[first - 1].text == ".":
        first -= 2
    if t.tokens[first - 1].text in (*RELATIONS, "+", "-", "*", "within"):
        return None
    return t.replace(Code.DRN101, "when a moment is, is said with `=`", "=")


def by_design(t: Trouble) -> Diagnostic | None:
    """`expect p holds by design`, `expect p vacuously holds`."""
    if t.token.text == "by" and t.ahead(1).text == "design" and t.head.type == "EXPECT":
        span = Span(t.source, t.back(1).end, t.ahead(1).end)
        return t.replace(Code.DRN117, "without `at` the expectation is about the design", "", span, "delete `by design`")
    if t.token.text == "vacuously" and "HOLDS" in t.accepts and t.ahead(1).text == "holds":
        span = Span(t.source, t.token.start, t.ahead(1).end)
        return t.replace(Code.DRN109, "`vacuously` stands behind `holds`", "holds vacuously", span)
    return None


def half_a_comparison(t: Trouble) -> Diagnostic | None:
    """`A.preStop > 5s and < 10s`, `5s < A.preStop < 10s`: the fix says again what is compared."""
    if t.token.text not in RELATIONS or t.ahead(1).begins_line:
        return None
    joined = t.back(1).text in ("and", "or")
    end = t.index - 2 if joined else t.index - 1
    start = _side(t, end)
    if start is None or t.tokens[start - 1].text not in RELATIONS:
        return None
    if not joined:
        middle = t.source.text[t.tokens[start].start : t.tokens[end].end]
        help = f"insert `and {middle}` before it"
        return Diagnostic(Code.DRN101, "comparisons do not chain", t.here, help=help, fix=Fix(t.gap, f" and {middle}"))
    first = _side(t, start - 2)
    if first is None:
        return None
    left = t.source.text[t.tokens[first].start : t.tokens[start - 2].end]
    return t.replace(Code.DRN115, "a comparison has two sides", f" {left}", t.gap, f"insert `{left}`")


def _side(t: Trouble, end: int) -> int | None:
    """The index of the first token of the path or the value that ends there; None if it is more than that."""
    token: Token = t.tokens[end]
    if token.type in ("NUMBER", "DURATION"):
        start = end
    elif token.type in NAMES:
        start = end
        while t.tokens[start - 1].text == ".":
            start -= 2
    else:
        return None
    return None if t.tokens[start - 1].text in ("+", "-", "*") else start


def so_long_after(t: Trouble) -> Diagnostic | None:
    """`A.exited 5s after A.deleted`."""
    if t.token.type != "DURATION" or t.ahead(1).text not in ("after", "before") or "EQUAL" not in t.accepts:
        return None
    sign = "+" if t.ahead(1).text == "after" else "-"
    help = f"write `= … {sign} {t.token.text}`, or `within {t.token.text} after …` for a bound"
    return t.say(Code.DRN101, f"how long {t.ahead(1).text} is said with a sum or with `within`", help)


def every_other(t: Trouble) -> Diagnostic | None:
    """`every other endpoint: …`."""
    if t.token.text != "other" or t.back(1).text not in ("every", "some"):
        return None
    kind = t.ahead(1).text if t.ahead(1).type == NAME else "endpoint"
    help = f"say which one is left out, as in `{t.before} {kind} x where x != A`"
    return t.say(Code.DRN101, "`other` stands behind `no` only", help)


def individual_with_a_phrase(t: Trouble) -> Diagnostic | None:
    """`assume A on n1`, where `A` is an individual."""
    if t.token.text not in PREPOSITIONS or t.back(1).type not in NAMES or "IS" not in t.accepts or not t.declared_as(t.before):
        return None
    other = t.ahead(1).text
    said = f"{t.before}.{t.declared_as(other) or '…'} = {other}"
    return t.say(Code.DRN101, "what an individual refers to is compared by the name of the reference", f"write `{said}`")


def until_or_from(t: Trouble) -> Diagnostic | None:
    """`before A.deleted: …` and `after A.deleted: …`, for the span up to a moment and the one from it on."""
    if not t.wants_operand or t.token.text not in ("before", "after"):
        return None
    if not any(t.ahead(steps).text == ":" for steps in range(1, 8)):
        return None
    head = "until" if t.token.text == "before" else "from"
    return t.replace(Code.DRN101, f"a span begins with `from` or `until`, not with {t.shown}", head)


def between(t: Trouble) -> Diagnostic | None:
    """`between A.deleted and A.exited: …`."""
    first = t.back(1)
    if first.text != "between" or t.token.type not in NAMES or first.begins_line:
        return None
    joined = next((t.ahead(steps) for steps in range(1, 8) if t.ahead(steps).text == "and"), None)
    if joined is None:
        return None
    said = f"from {t.source.text[t.token.start : joined.start].strip()} until"
    return t.replace(Code.DRN101, "a span is said with `from … until …`", said, Span(t.source, first.start, joined.end))
