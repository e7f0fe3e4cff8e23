"""Ordinary writing: `when`, a comma behind a condition, a full stop, a decimal comma, `number of`, `from … to`.

Each function knows one such habit; None means that it is another.
"""

from __future__ import annotations

from checkspec.language.lexer import END, FIRST, NAME
from checkspec.language.signs import unit_of
from checkspec.language.trouble import RELATIONS, Trouble
from checkspec.language.words import PREPOSITIONS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.source import Span

NAMES = (NAME, FIRST)
NUMBERS = ("NUMBER", "DURATION")
VALUES = (*NUMBERS, "TRUE", "FALSE", "NONE", "UNKNOWN")
BEFORE_A_MOMENT = ("before", "after", "by", "at", "from", "until", "<", "<=", ">=", ">")
HEADED = ("at", "from", "until", "always", "ever", "seen", "if", "every", "some", "no")
THOUSAND = 3


def when_for_if(t: Trouble) -> Diagnostic | None:
    """`assume when A is deleted: A is exited`."""
    word = t.back(1)
    begins = t.back(2).text in ("assume", ":", "and", "or", "(") or t.back(2).type == "STRING"
    if word.text not in ("when", "whenever", "once") or word.type != NAME or not begins or t.token.begins_line:
        return None
    if t.token.type != NAME and t.token.text not in ("(", "not"):
        return None
    return t.replace(Code.DRN101, f"`{word.text} …` is said with `if …: …`", "if", t.span(word))


def comma_for_colon(t: Trouble) -> Diagnostic | None:
    """`if A is deleted, A is exited`: the head has no colon yet, and none comes. Such a colon might be that of a head further on."""
    if t.token.text != "," or "COLON" not in t.accepts or "COMMA" in t.accepts or t.ahead(1).type == END or _colon_comes(t):
        return None
    if t.ahead(1).text == "}" or t.ahead(1).text in PREPOSITIONS:
        return None
    end = t.ahead(1).end if t.ahead(1).text == "then" else t.token.end
    return t.replace(Code.DRN102, "a colon stands here, not a comma", ":", Span(t.source, t.token.start, end))


def colon_without_a_head(t: Trouble) -> Diagnostic | None:
    """`assume A is deleted: A is exited`."""
    if t.token.text != ":" or "AND" not in t.accepts or t.accepts & {"COLON", "RPAR"} or t.head.type not in ("ASSUME", "PROMISE", "RULE"):
        return None
    return t.say(Code.DRN101, "this `:` stands behind no head", "a condition is written `if …: …`")


def _colon_comes(t: Trouble) -> bool:
    """Whether a colon follows in the statement that belongs to no other head than the one at hand."""
    depth = 0
    for index in range(t.index + 1, len(t.tokens)):
        token = t.tokens[index]
        depth += token.text.endswith("(") - (token.text == ")")
        if depth < 0 or token.text == "}" or Trouble(t.source, t.tokens, t.begin, index, t.accepts).ends_statement:
            return False
        if depth == 0 and token.text in HEADED:
            return False
        if depth == 0 and token.text == ":":
            return True
    return False


def is_missing_in_a_head(t: Trouble) -> Diagnostic | None:
    """`every request r where r accepted: …`, `if A deleted: …`: the colon comes later, so it is not what is missing."""
    if not {"IS", "COLON"} <= t.accepts or t.token.type != NAME or t.token.begins_line or not _colon_comes(t):
        return None
    if t.back(2).text not in ("where", "if", "and", "or", "not", "(") or not _is_somebody(t, t.before):
        return None
    if t.ahead(1).text in (".", "is", "within") or t.ahead(1).text in RELATIONS:
        return None
    return t.replace(Code.DRN115, f"`is` is missing before {t.shown}", " is", t.gap, "insert `is`")


def moment_turned_round(t: Trouble) -> Diagnostic | None:
    """`before deleted A`, `after deleted of A`: the fix says `A.deleted`."""
    whose = t.ahead(1) if t.token.text == "of" else t.token
    if whose.type != NAME or t.back(1).type != NAME or t.back(2).text not in BEFORE_A_MOMENT or whose.begins_line:
        return None
    after = t.tokens[t.tokens.index(whose) + 1]
    if after.text in ("is", ".", "not", "within") or after.text in RELATIONS or not _is_somebody(t, whose.text):
        return None
    span = Span(t.source, t.back(1).start, whose.end)
    return t.replace(Code.DRN115, "a moment is said with a dot", f"{whose.text}.{t.back(1).text}", span)


def _is_somebody(t: Trouble, name: str) -> bool:
    """Whether the text uses the name as one individual's: declares it, binds it, refers to it, or says something of it."""
    for index, token in enumerate(t.tokens):
        if token.text == name and token.type in NAMES:
            bound = t.tokens[index - 2].text in ("every", "some", "no") or t.tokens[index - 1].type == "PREPOSITION"
            if bound or t.tokens[index + 1].text in (".", "is"):
                return True
    return bool(t.declared_as(name))


def decimal_comma(t: Trouble) -> Diagnostic | None:
    """`1,5s`. With three digits behind it the comma may part thousands."""
    index = t.index if t.token.text == "," else t.index - 1
    if not 1 <= index < len(t.tokens) - 1:
        return None
    left, sign, right = t.tokens[index - 1 : index + 2]
    if sign.text != "," or left.type != "NUMBER" or right.type not in NUMBERS or not left.end == sign.start == right.start - 1:
        return None
    span = Span(t.source, left.start, right.end)
    said = f"{left.text}.{right.text}"
    message = "a number has a point, not a comma"
    if len(right.text.rstrip("mhs")) == THOUSAND:
        return t.say(Code.DRN108, message, f"write `{said}`, or `{left.text}{right.text}`", span)
    return t.replace(Code.DRN108, message, said, span)


def parted_duration(t: Trouble) -> Diagnostic | None:
    """`1m 30s`, `1h 30 min`."""
    if t.back(1).type != "DURATION" or t.token.type not in NUMBERS or t.token.begins_line:
        return None
    unit = unit_of(t.ahead(1).text)
    if t.token.type == "NUMBER" and (unit is None or t.ahead(1).begins_line):
        return None
    last, rest = (t.token, t.token.text) if t.token.type == "DURATION" else (t.ahead(1), f"{t.token.text}{unit}")
    span = Span(t.source, t.back(1).start, last.end)
    return t.replace(Code.DRN108, "a duration is written without a space", t.back(1).text + rest, span)


def from_to(t: Trouble) -> Diagnostic | None:
    """`from A.deleted to A.exited: …`."""
    if t.token.text == "to" and "UNTIL" in t.accepts:
        return t.replace(Code.DRN101, "a span is said with `from … until …`", "until")
    return None


def full_stop(t: Trouble) -> Diagnostic | None:
    """`assume A is deleted.`: the point is refused, or where a name could follow, what comes after it."""
    for point, after in ((t.token, t.ahead(1)), (t.back(1), t.token)):
        if point.text == "." and (after.begins_line or after.text == "}"):
            return t.replace(Code.DRN117, "no full stop is needed", "", t.span(point))
    return None


def number_of(t: Trouble) -> Diagnostic | None:
    """`number of request on A`, `the number of …`: the fix puts it in brackets, if it is plain where it ends."""
    of = next((index for index in (t.index, t.index + 1) if index < len(t.tokens) and t.tokens[index].text == "of"), 0)
    if not of or t.tokens[of - 1].text not in ("number", "count", "amount") or t.tokens[of + 1].type != NAME:
        return None
    first = of - 2 if t.tokens[of - 2].text == "the" else of - 1
    if not first <= t.index - 1:
        return None
    last = of + 1
    while t.tokens[last + 1].type in (NAME, "PREPOSITION", "DOT") and not t.tokens[last + 1].begins_line:
        last += 1
    counted = t.source.text[t.tokens[of + 1].start : t.tokens[last].end]
    span = Span(t.source, t.tokens[first].start, t.tokens[last].end)
    message = "how many there are is said with `count(…)`"
    if t.tokens[last + 1].text == "where":
        return t.say(Code.DRN101, message, f"write `count({counted} where …)`", span)
    return t.replace(Code.DRN101, message, f"count({counted})", span)


def statement_with_is(t: Trouble) -> Diagnostic | None:
    """`A.preStop is 5s` is a setting, `A is deleted` and `if …: …` are assumptions, and in braces `preStop is 5s` is a field."""
    if t.token.text in HEADED and t.token.begins_line and {"ASSUME", "FIRST"} <= t.accepts and t.token.type not in t.accepts:
        fix = Fix(Span(t.source, t.token.start, t.token.start), "assume ")
        help = f"write `assume {t.token.text} …`"
        return Diagnostic(Code.DRN115, "what is supposed is said with `assume`", t.here, help=help, fix=fix)
    between = t.tokens[t.statement() : t.index]
    if t.token.text != "is" or t.head.type != FIRST or any(token.begins_line for token in between[1:]):
        return None
    if any(token.type not in NAMES for token in between[::2]) or any(token.text != "." for token in between[1::2]) or not len(between) % 2:
        return None
    opened = t.opened()
    in_statements = not opened or t.tokens[t.line(opened[-1])].type in ("CASE", "OFFER")
    if (t.ahead(1).type in VALUES and len(between) > 1) or (not in_statements and "COLON" in t.accepts):
        span = Span(t.source, t.back(1).end, t.token.end)
        return t.replace(Code.DRN101, "a value is given with a colon, not `is`", ":", span, "write `:`")
    last = t.ahead(2) if t.ahead(1).text == "not" else t.ahead(1)
    if not in_statements or last.type != NAME:
        return None
    said = " ".join(t.source.text[t.head.start : last.end].split())
    fix = Fix(Span(t.source, t.head.start, t.head.start), "assume ")
    return Diagnostic(Code.DRN115, "what is supposed is said with `assume`", t.span(t.head), help=f"write `assume {said}`", fix=fix)


def comma_in_a_kind(t: Trouble) -> Diagnostic | None:
    """`kind pod { n: count, event up }`, `kind pod { event a, state b }`: after a comma the list before goes on."""
    if t.token.text == "," and t.ahead(1).text in ("event", "state", "sees") and _in_a_kind(t):
        return t.replace(Code.DRN117, f"no comma stands before `{t.ahead(1).text} …`", "")
    if t.token.text not in ("event", "state", "sees") or t.back(1).text != "," or not _in_a_kind(t):
        return None
    listed = _list_at_hand(t)
    if t.token.text == listed:
        span = Span(t.source, t.token.start, t.ahead(1).start)
        help = f"delete this `{t.token.text}`, or the comma before it"
        return t.replace(Code.DRN117, f"after a comma the word `{t.token.text}` is not said again", "", span, help)
    return t.replace(Code.DRN117, f"no comma stands before `{t.token.text} …`", "", t.span(t.back(1)))


def field_after_an_event(t: Trouble) -> Diagnostic | None:
    """`kind pod { event up` and on the next line `size: duration`."""
    if not _in_a_kind(t):
        return None
    begin = t.index
    if t.token.text == ":" and t.back(1).type in NAMES and (t.back(2).text == "," or t.back(1).begins_line):
        begin -= 1
    elif not (t.token.type in NAMES and t.ahead(1).text == ":") and not (t.token.type == "PREPOSITION" and t.ahead(1).type == NAME):
        return None
    word = _list_at_hand(t)
    if not word:
        return None
    what = "reference" if t.tokens[begin].type == "PREPOSITION" else "field"
    said = f"{t.tokens[begin].text}{' ' if what == 'reference' else ''}{t.tokens[begin + 1].text}{' …' if what == 'field' else ''}"
    message = f"in a kind a {what} stands before the events, states and `sees`"
    first = next(token for token in t.tokens[t.opened()[-1] :] if token.text in ("event", "state", "sees"))
    help = f"put `{said}` before `{first.text} …` on line {t.span(first).line}"
    return t.say(Code.DRN101, message, help, t.span(t.tokens[begin]))


def _in_a_kind(t: Trouble) -> bool:
    opened = t.opened()
    if len(opened) != 1 or t.tokens[opened[0]].text != "{":
        return False
    return any(token.type == "KIND" for token in t.tokens[max(opened[0] - 3, t.begin) : opened[0]])


def _list_at_hand(t: Trouble) -> str:
    """`event`, `state` or `sees`, whichever was said last in the kind; an empty text among its fields."""
    said = [token.text for token in t.tokens[t.opened()[-1] : t.index] if token.text in ("event", "state", "sees")]
    return said[-1] if said else ""


def complete_for(t: Trouble) -> Diagnostic | None:
    """`complete for request: …`, `complete every request: …`."""
    if t.back(1).text != "complete" or t.token.text not in ("for", "of", "on", "in", "every") or not t.wants_name:
        return None
    span = Span(t.source, t.token.start, t.ahead(1).start)
    return t.replace(Code.DRN117, f"`{t.token.text}` is not needed", "", span)


def source_at(t: Trouble) -> Diagnostic | None:
    """`source log in server`, `source log of server`; a source has one boundary."""
    if t.tokens[t.statement()].text != "source":
        return None
    if "AT" in t.accepts and t.token.text in ("of", "on", "in", "for", "via", "by", "from") and t.ahead(1).type == NAME:
        return t.replace(Code.DRN101, "where a source stands is said with `at`", "at")
    if t.token.text == "," and t.back(2).text == "at":
        return t.say(Code.DRN101, "a source stands at one boundary", "declare a second source for the other")
    return None
