"""Typical slips: what is written from the habit of other languages, or of English.

Each function knows one; None means that it is another.
"""

from __future__ import annotations

import difflib
import re

from checkspec.language.lexer import FIRST, NAME
from checkspec.language.signs import unit_of
from checkspec.language.trouble import Trouble
from checkspec.language.words import PREPOSITIONS, RESERVED, STATEMENTS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.source import Span

TWO_SIGNS = {"==": "=", "=>": "", "=<": "<=", "<>": "!=", "||": "or", "{{": "{", "}}": "}", "->": ""}
FILLERS = frozenset({"should", "must", "will", "has", "have", "happens", "happened", "does", "was", "were", "that", "be"})
HABITS = {"all": "every", "each": "every", "any": "some", "exists": "some", "forall": "every", "none": "no", "there": "some"}
RELATIONS = frozenset({"<", "<=", "=", "!=", ">=", ">", "before", "after", "by"})
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


def two_signs(t: Trouble) -> Diagnostic | None:
    """`==`, `=>`, `||` and their like, of which the grammar knows only the parts."""
    text = t.source.text
    for start in (t.token.start, t.token.start - 1):
        pair = text[max(start, 0) : start + 2]
        instead = TWO_SIGNS.get(pair)
        if instead is None or (start < t.token.start and t.back(1).end != t.token.start):
            continue
        span = Span(t.source, start, start + 2)
        if not instead:
            return t.say(Code.DRN101, f"`{pair}` is no sign of the language", "write `if …: …`, or `>=` to compare", span=span)
        special = {"==": "one `=` compares", "{{": "one brace is enough", "}}": "one brace is enough"}
        return t.replace(Code.DRN101, special.get(pair, f"`{pair}` is written `{instead}`"), instead, span)
    return None


def spaced_duration(t: Trouble) -> Diagnostic | None:
    unit = unit_of(t.token.text)
    if t.back(1).type != "NUMBER" or unit is None or t.token.begins_line:
        return None
    span = Span(t.source, t.back(1).start, t.token.end)
    return t.replace(Code.DRN108, "a duration is written without a space", t.back(1).text + unit, span)


def release(t: Trouble) -> Diagnostic | None:
    if re.match(r"v[0-9]", t.token.text) and (t.back(2).type == "USE" or t.back(1).text in ("since", "until")):
        v = Span(t.source, t.token.start, t.token.start + 1)
        return t.replace(Code.DRN108, "a release is written without `v`", "", v, "delete `v`")
    if t.back(1).type == "NUMBER" and t.token.text == "." and t.ahead(1).type in ("NUMBER", "BAD"):
        span = Span(t.source, t.back(1).start, t.ahead(1).end)
        return t.replace(Code.DRN108, f"`{span.text}` is no number and no release", t.back(1).text, span)
    if t.back(2).type != "USE" or t.token.begins_line:
        return None
    if t.token.type == "STRING":
        return t.replace(Code.DRN108, "a release is written without quotes", t.token.text[1:-1])
    if t.token.text == ".":
        end = t.ahead(1).end
        start = t.back(1).start
        return t.replace(Code.DRN101, "the name of a file stands in quotes", f'"{t.source.text[start:end]}"', Span(t.source, start, end))
    return None


def after_its_formula(t: Trouble) -> Diagnostic | None:
    """`A is deleted at 5s`: the fix turns it round, if the formula before is a plain truth."""
    if t.token.text not in HEADS or not (t.back(2).text in ("is", "not", ".") or t.back(2).text in RELATIONS):
        return None
    message = f"`{t.token.text} …` stands before its formula, with a colon"
    if t.token.text not in ("at", "from", "until") or t.ahead(1).begins_line:
        return t.say(Code.DRN116, message, f"write `{HEADS[t.token.text]}: A is ready`")
    first = t.index - 1
    while t.tokens[first - 1].type in (NAME, FIRST) or t.tokens[first - 1].text in (".", "is", "not"):
        first -= 1
    last = t.index
    while not t.tokens[last + 1].begins_line and t.tokens[last + 1].text not in ("}", ")", "and", "or", ","):
        last += 1
    text = t.source.text
    instead = f"{text[t.token.start : t.tokens[last].end]}: {text[t.tokens[first].start : t.back(1).end]}"
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


def outside_a_kind(t: Trouble) -> Diagnostic | None:
    if t.token.text in ("event", "state", "sees") and "ASSUME" in t.accepts:
        return t.say(Code.DRN101, f"`{t.token.text}` stands inside the braces of a kind", f"write `kind … {{ {t.token.text} … }}`")
    return None


def parameter_without_kind(t: Trouble) -> Diagnostic | None:
    if t.token.text in (")", ",") and "COLON" in t.accepts and t.tokens[t.statement()].type == "DEFINE":
        return t.say(Code.DRN115, f"the kind of `{t.before}` is missing", f"write `{t.before}: endpoint`, with its kind", t.gap)
    return None


def comma_for_and(t: Trouble) -> Diagnostic | None:
    if t.token.text != "," or "AND" not in t.accepts or "COMMA" in t.accepts:
        return None
    last = t.ahead(1).begins_line or t.ahead(1).text == "}"
    return t.replace(Code.DRN117, "no comma stands after a formula", "" if last else " and")


def comma_between_phrases(t: Trouble) -> Diagnostic | None:
    if t.token.text != ",":
        return None
    if t.ahead(1).text in PREPOSITIONS:
        return t.replace(Code.DRN117, f"no comma stands before `{t.ahead(1).text} …`", "")
    first = t.tokens[t.statement()]
    if t.back(2).text in PREPOSITIONS and t.ahead(1).type == NAME and t.ahead(2).text in PREPOSITIONS and first.type == FIRST:
        span = Span(t.source, t.token.start, t.ahead(1).start)
        fix = Fix(span, f"\n{first.text} ")
        help = f"write `{first.text} {t.ahead(1).text} …` on a line of its own"
        return Diagnostic(Code.DRN101, "individuals that differ need a statement each", t.here, help=help, fix=fix)
    return None


def then(t: Trouble) -> Diagnostic | None:
    if t.token.text == "then":
        return t.replace(Code.DRN102, "`if` takes a colon, not `then`", ":", Span(t.source, t.back(1).end, t.token.end))
    if t.token.text == "implies":
        return t.say(Code.DRN101, "`implies` is no word of the language", "write `if …: …`")
    if t.token.text in ("else", "unless", "otherwise"):
        return t.say(Code.DRN101, f"`{t.token.text}` is no word of the language", "write a second `if …: …`, joined by `and`")
    return None


def colon_too_much(t: Trouble) -> Diagnostic | None:
    if t.token.text != ":":
        return None
    if t.back(1).text == "assume":
        return t.replace(Code.DRN117, "an assumption without a label takes no colon", "")
    if t.tokens[t.statement()].type == "EXPECT":
        return t.replace(Code.DRN117, "no colon stands before a verdict", "")
    if t.back(1).text == "where":
        return t.replace(Code.DRN117, "no colon stands after `where`", "")
    defined = t.tokens[t.statement()].type == "DEFINE" or t.back(2).text == "state"
    if defined and "EQUAL" in t.accepts and "COLON" not in t.accepts:
        return t.replace(Code.DRN101, "a definition has `=`, not a colon", " =")
    return None


def equals_for_colon(t: Trouble) -> Diagnostic | None:
    if t.token.text == "=" and t.back(2).type == "QUANTITY":
        type_ = "count" if t.ahead(1).type == "NUMBER" else "duration"
        return t.replace(Code.DRN115, "a quantity has a type before its value", f": {type_} =", Span(t.source, t.back(1).end, t.token.end))
    if t.token.text == "=" and "COLON" in t.accepts and "LPAR" not in t.accepts and not t.accepts & {"AND", "PLUS"}:
        return t.replace(Code.DRN102, "a colon stands here, not `=`", ":")
    return None


def said_again(t: Trouble) -> Diagnostic | None:
    if t.token.text in ("event", "state") and t.back(1).text == ",":
        span = Span(t.source, t.token.start, t.ahead(1).start)
        return t.replace(Code.DRN117, f"after a comma the word `{t.token.text}` is not said again", "", span)
    return None


def within_of(t: Trouble) -> Diagnostic | None:
    if t.token.text in ("of", "from", "to") and "AFTER" in t.accepts and "LESSTHAN" not in t.accepts:
        return t.replace(Code.DRN101, f"`within … {t.token.text}` leaves open on which side", "after", help="write `within … after …`")
    return None


def filler(t: Trouble) -> Diagnostic | None:
    if t.token.text in FILLERS and t.token.type in (NAME, FIRST):
        span = Span(t.source, t.token.start, t.ahead(1).start)
        return t.replace(Code.DRN117, f"`{t.token.text}` is not needed", "", span)
    return None


def capital(t: Trouble) -> Diagnostic | None:
    for token in (t.token, t.back(1), t.back(2)):
        lower = token.text.lower()
        if token.type in (NAME, FIRST) and lower in RESERVED and lower != token.text:
            return t.replace(Code.DRN101, "the words of the language have small letters", lower, t.span(token))
    return None


def other_language(t: Trouble) -> Diagnostic | None:
    """`all request on A`, `import "base.drn"`, `promis p: …`: the word before is the one to change."""
    for token in (t.back(1), t.back(2)):
        if token.type in (NAME, FIRST) and token.text in HABITS:
            return t.replace(Code.DRN101, f"`{token.text}` is no word of the language", HABITS[token.text], t.span(token))
    first = t.tokens[t.statement()]
    if first.type != FIRST or not 1 <= t.index - t.statement() <= 2 or not first.begins_line:
        return None
    if first.text in ("import", "include", "load") and t.token.type == "STRING":
        return t.replace(Code.DRN101, f"`{first.text}` is no word of the language", "use", t.span(first))
    near = difflib.get_close_matches(first.text, sorted(word.lower() for word in STATEMENTS), 1, 0.75)
    if not near:
        return None
    message = f"`{first.text}` is no word of the language"
    return t.replace(Code.DRN101, message, near[0], t.span(first), f"did you mean `{near[0]}`?")


def negative(t: Trouble) -> Diagnostic | None:
    if t.token.text == "-" and "LPAR" in t.accepts:
        return t.say(Code.DRN108, "a duration or a count is not negative", "to move a moment back, write `A.deleted - 5s`")
    return None


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


def quantifier_in_head(t: Trouble) -> Diagnostic | None:
    heads = {"every", "some", "no", "at", "from", "until", "always", "ever", "seen", "if"}
    if t.token.text in heads and "NOT" in t.accepts and "LPAR" in t.accepts and "EVERY" not in t.accepts:
        return t.say(Code.DRN116, f"inside a head `{t.token.text} …` stands in brackets", f"write `({t.token.text} …)`")
    return None
