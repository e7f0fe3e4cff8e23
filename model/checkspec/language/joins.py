"""Formulas whose parts are joined or ordered in another way than the language has it.

Each function knows one way; None means that it is another.
"""

from __future__ import annotations

from checkspec.language.lexer import FIRST, NAME
from checkspec.language.trouble import RELATIONS, Trouble
from checkspec.language.words import PREPOSITIONS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.source import Span

OPERAND = frozenset({NAME, FIRST, "DURATION", "NUMBER"})
HEADS = {"at": "at …", "from": "from …", "until": "until …", "seen": "seen by …", "always": "always", "ever": "ever"}


def mixed(t: Trouble) -> Diagnostic | None:
    other = {"and": "OR", "or": "AND"}.get(t.token.text)
    if other is None or other not in t.accepts:
        return None
    return t.say(
        Code.DRN107, "`and` and `or` are mixed here", "brackets must say which belongs together: `(… and …) or …` or `… and (… or …)`"
    )


def no_other_in_the_middle(t: Trouble) -> Diagnostic | None:
    """`no other request and …`: the fix puts it in brackets."""
    if t.token.text not in ("and", "or"):
        return None
    for index in range(t.index - 1, 0, -1):
        token = t.tokens[index]
        if token.text == "other" and t.tokens[index - 1].text == "no":
            start, end = t.tokens[index - 1].start, t.back(1).end
            fix = Fix(Span(t.source, start, end), f"({t.source.text[start:end]})")
            message = "`no other …` reaches to the end of its statement"
            return Diagnostic(Code.DRN116, message, t.here, help="put it last, or in brackets", fix=fix)
        if token.type not in (NAME, FIRST) and token.text not in PREPOSITIONS and token.text != ".":
            return None
    return None


def after_its_formula(t: Trouble) -> Diagnostic | None:
    """`A is deleted at 5s`: the fix turns it round, if the formula before is a plain truth."""
    bare = t.back(1).type in (NAME, FIRST) and t.back(2).text in (":", "where", "and", "or") and "AND" in t.accepts
    if t.token.text not in HEADS or not (t.back(2).text in ("is", "not", ".") or t.back(2).text in RELATIONS or bare):
        return None
    message = f"`{t.token.text} …` stands before its formula, with a colon"
    if bare or t.token.text not in ("at", "from", "until") or t.ahead(1).begins_line:
        return t.say(Code.DRN116, message, f"write `{HEADS[t.token.text]}: A is ready`")
    first = t.index - 1
    while t.tokens[first - 1].type in (NAME, FIRST) or t.tokens[first - 1].text in (".", "is", "not"):
        first -= 1
    last = t.index
    while not t.tokens[last + 1].begins_line and t.tokens[last + 1].text not in ("}", ")", "and", "or", ","):
        last += 1
    text = t.source.text
    instead = f"{text[t.token.start : t.tokens[last].end]}: {text[t.tokens[first].start : t.back(1).end]}"
    if "\n" in instead:
        return t.say(Code.DRN116, message, f"write `{HEADS[t.token.text]}: A is ready`")
    fix = Fix(Span(t.source, t.tokens[first].start, t.tokens[last].end), instead)
    return Diagnostic(Code.DRN116, message, t.here, help=f"write `{instead}`", fix=fix)


def without_its_colon(t: Trouble) -> Diagnostic | None:
    """`observe o { A is ready at 5s }`: here `at` begins a further formula, which lacks its body."""
    if "COLON" not in t.accepts or not (t.token.text in ("}", ")") or t.ends_statement):
        return None
    for steps in (2, 4):
        token = t.back(steps)
        if token.text in ("at", "from", "until"):
            help = f"write `{token.text} …: A is ready`"
            return t.say(Code.DRN116, f"`{token.text} …` stands before its formula, with a colon", help, t.span(token))
    return None


def within_of(t: Trouble) -> Diagnostic | None:
    if t.token.text in ("of", "from", "to") and "AFTER" in t.accepts and "LESSTHAN" not in t.accepts:
        return t.replace(Code.DRN101, f"`within … {t.token.text}` leaves open on which side", "after", help="write `within … after …`")
    return None


def negative(t: Trouble) -> Diagnostic | None:
    """`preStop: -5s`, `assume A.x = -5s`."""
    if t.token.text != "-" or "LPAR" not in t.accepts:
        return None
    given = "NOT" not in t.accepts and (t.back(1).text == ":" or (t.back(1).text == "=" and t.back(3).text == ":"))
    number = given and t.ahead(1).type in ("DURATION", "NUMBER")
    help = f"write `{t.ahead(1).text}`" if number else "to move a moment back, write `A.deleted - 5s`"
    return t.say(Code.DRN108, "a duration or a count is not negative", help)


def chained(t: Trouble) -> Diagnostic | None:
    if t.token.text not in RELATIONS or t.back(1).text in RELATIONS:
        return None
    index = t.index - 1
    while index > t.begin and (t.tokens[index].type in OPERAND or t.tokens[index].text in (".", "+", "-", "*")):
        index -= 1
    if t.tokens[index].text in RELATIONS:
        return t.say(Code.DRN101, "comparisons do not chain", "write `a <= b and b <= c`")
    return None


def is_missing(t: Trouble) -> Diagnostic | None:
    """`A not ready`, `A ready`."""
    if "IS" not in t.accepts or t.back(1).type not in (NAME, FIRST) or t.token.begins_line:
        return None
    if t.token.text == "not" or (t.token.type == NAME and t.ahead(1).text not in (".", ":")):
        return t.replace(Code.DRN115, f"`is` is missing before `{t.token.text}`", " is", t.gap, "insert `is`")
    return None


def is_a_value(t: Trouble) -> Diagnostic | None:
    is_ = t.back(1) if t.back(1).text == "is" else t.back(2) if t.back(1).text == "not" and t.back(2).text == "is" else None
    if is_ is None or t.token.type not in ("TRUE", "FALSE", "DURATION", "NUMBER", "UNKNOWN"):
        return None
    sign = "=" if t.back(1) is is_ else "!="
    span = Span(t.source, is_.start, t.back(1).end)
    return t.replace(Code.DRN101, f"`is` tells a state; a value has `{sign}`", sign, span, f"write `{sign} {t.token.text}`")


def is_a_word(t: Trouble) -> Diagnostic | None:
    """`A.deleted is before B.deleted`, `A is on n1`, `A is always ready`, and `L is on`, where `on` was meant for a state."""
    negated = t.back(1).text == "not"
    is_ = t.back(2) if negated else t.back(1)
    if is_.text != "is" or not t.is_word or t.token.begins_line:
        return None
    word = t.token.text
    if word in (*RELATIONS, "within"):
        if negated:
            return t.say(Code.DRN101, f"`is not` does not stand before `{word}`", f"write `not (… {word} …)`", t.span(is_))
        return t.replace(Code.DRN117, f"`is` is not needed before `{word}`", "", Span(t.source, is_.start, t.token.start))
    if word in HEADS:
        said = f"{t.tokens[t.index - 3 if negated else t.index - 2].text} is {'not ' if negated else ''}{t.ahead(1).text}"
        said = said if word in ("always", "ever") and t.ahead(1).type == NAME else "A is ready"
        return t.say(Code.DRN116, f"`{word} …` stands before its formula, with a colon", f"write `{HEADS[word]}: {said}`")
    if word in PREPOSITIONS and t.ahead(1).type == NAME and not t.ahead(1).begins_line:
        subject = t.tokens[t.index - 3 if negated else t.index - 2].text
        other = t.ahead(1).text
        said = f"{subject}.{t.declared_as(other) or '…'} {'!=' if negated else '='} {other}"
        return t.say(Code.DRN101, f"`is` tells a state, and `{word} …` a reference", f"compare the reference by its name: `{said}`")
    help = "a state or an event has another name, such as `A is ready`"
    return t.say(Code.DRN105, f"`{word}` is a word of the language and cannot be a name", help)


def quantifier_in_head(t: Trouble) -> Diagnostic | None:
    heads = {"every", "some", "no", "at", "from", "until", "always", "ever", "seen", "if"}
    if t.token.text in heads and "NOT" in t.accepts and "LPAR" in t.accepts and "EVERY" not in t.accepts:
        return t.say(Code.DRN116, f"inside a head `{t.token.text} …` stands in brackets", f"write `({t.token.text} …)`")
    return None
