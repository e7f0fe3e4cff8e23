"""Typical slips in words and signs, from the habit of other languages or of English.

Each function knows one; None means that it is another.
"""

from __future__ import annotations

import difflib
import re

from checkspec.language.lexer import FIRST, NAME
from checkspec.language.signs import unit_of
from checkspec.language.trouble import Trouble, short
from checkspec.language.words import PREPOSITIONS, RESERVED, STATEMENTS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.source import Span

TWO_SIGNS = {"==": "=", "=<": "<=", "<>": "!=", "||": "or", "{{": "{", "}}": "}"}
FILLERS = {"should": "", "must": "", "will": "", "happens": "", "happened": "", "does": "", "that": ""}
FILLERS |= {"was": "is ", "were": "is ", "has": "is ", "have": "is ", "are": "is ", "gets": "is ", "be": ""}
HABITS = {"all": "every", "each": "every", "any": "some", "exists": "some", "forall": "every", "none": "no", "there": "some"}
HABITS |= {"never": "not", "forever": "always", "eventually": "ever"}
STATED = {"using": "use", "import": "use", "include": "use", "load": "use", "require": "use", "requires": "use"}
STATED |= {"assumption": "assume", "assuming": "assume", "suppose": "assume", "given": "assume", "premise": "assume"}
STATED |= {"drop": "without", "remove": "without", "omit": "without", "except": "expect", "expected": "expect", "verify": "expect"}
STATED |= {"guarantee": "promise", "scenario": "case", "variant": "case", "let": "define", "type": "kind", "param": "quantity"}
STATED |= {"observation": "observe", "observed": "observe"}


def two_signs(t: Trouble) -> Diagnostic | None:
    """`==`, `=>`, `||` and their like, of which the grammar knows only the parts."""
    text = t.source.text
    for start in (t.token.start, t.token.start - 1):
        pair = text[max(start, 0) : start + 2]
        instead = TWO_SIGNS.get(pair)
        if instead is None or (start < t.token.start and t.back(1).end != t.token.start):
            continue
        span = Span(t.source, start, start + 2)
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
        duration = re.fullmatch(r"([0-9]+\.[0-9]+)([A-Za-z]+)", span.text)
        if duration is not None and (meant := unit_of(duration[2])) is not None:
            return t.replace(Code.DRN108, f"`{span.text}` is no duration: the units are ms, s, m and h", duration[1] + meant, span)
        return t.replace(Code.DRN108, f"`{short(span.text)}` is no number and no release", t.back(1).text, span)
    if t.back(2).type != "USE" or t.token.begins_line:
        return None
    joined = re.fullmatch(r"([A-Za-z-]+?)-?([0-9]+)", t.before)
    if joined and t.token.text == "." and t.ahead(1).type == "NUMBER":
        instead = f"{joined[1]} {joined[2]}.{t.ahead(1).text}"
        span = Span(t.source, t.back(1).start, t.ahead(1).end)
        return t.replace(Code.DRN108, "a release stands behind the name, with a space between", instead, span)
    if t.token.type == "STRING":
        return t.replace(Code.DRN108, "a release is written without quotes", t.token.text[1:-1])
    if t.token.text == ".":
        end = t.ahead(1).end
        start = t.back(1).start
        return t.replace(Code.DRN101, "the name of a file stands in quotes", f'"{t.source.text[start:end]}"', Span(t.source, start, end))
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
    last = t.ahead(1).begins_line or t.ahead(1).text == "}" or t.ahead(1).type in STATEMENTS
    return t.replace(Code.DRN117, "no comma stands after a formula", "" if last else " and")


def comma_between_phrases(t: Trouble) -> Diagnostic | None:
    if t.token.text in PREPOSITIONS and t.back(1).text == "," and t.ahead(1).type == NAME:
        return t.replace(Code.DRN117, f"no comma stands before `{t.token.text} …`", "", t.span(t.back(1)))
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


def filler(t: Trouble) -> Diagnostic | None:
    if t.token.text in FILLERS and t.token.type in (NAME, FIRST):
        span = Span(t.source, t.token.start, t.ahead(1).start)
        instead = FILLERS[t.token.text]
        message = f"`{t.token.text}` is said with `is`" if instead else f"`{t.token.text}` is not needed"
        return t.replace(Code.DRN117, message, instead, span)
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
    begins = first.begins_line or t.tokens[max(t.statement() - 1, 0)].text == "{"
    if first.type != FIRST or not 1 <= t.index - t.statement() <= 2 or not begins:
        return None
    if first.text in STATED:
        return t.replace(Code.DRN101, f"`{first.text}` is no word of the language", STATED[first.text], t.span(first))
    near = difflib.get_close_matches(first.text, sorted(word.lower() for word in STATEMENTS), 1, 0.75)
    if not near or near[0] == first.text:  # `source`, which is a name elsewhere
        return None
    message = f"`{first.text}` is no word of the language"
    return t.replace(Code.DRN101, message, near[0], t.span(first), f"did you mean `{near[0]}`?")
