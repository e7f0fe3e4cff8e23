"""The small signs and words that join others, left out or exchanged: dots, commas, quotes, `at`, `where`.

Each function knows one such slip; None means that it is another.
"""

from __future__ import annotations

import difflib

from checkspec.language.grammar import tables
from checkspec.language.lexer import BAD, FIRST, NAME, Token
from checkspec.language.trouble import RELATIONS, Trouble
from checkspec.language.words import PREPOSITIONS, VERDICTS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.source import Span

NAMES = (NAME, FIRST)
MOMENTS = RELATIONS | {"at", "from", "until"}
COMPARED = {"exceeds": ">", "longer": ">", "more": ">", "greater": ">", "larger": ">", "less": "<", "shorter": "<", "smaller": "<"}
COMPARED |= {"fewer": "<", "equals": "=", "equal": "="}
WHERE = ("when", "which", "that", "with", "having", "such", "whose", "while")


def dot(t: Trouble) -> Diagnostic | None:
    """`R1 accepted before …`, `… after A is deleted`, `R1 is accepted before …`, `expect C complete fails`."""
    moment = "a moment is said with a dot"
    if t.token.type == NAME and not t.token.begins_line and t.back(1).type in NAMES:
        if t.back(1).text == "count" and "IS" in t.accepts:
            last = t.ahead(2) if t.ahead(1).text in PREPOSITIONS and t.ahead(2).type == NAME else t.token
            said = t.source.text[t.token.start : last.end]
            return t.replace(Code.DRN101, "what is counted stands in brackets", f"count({said})", Span(t.source, t.back(1).start, last.end))
        if t.ahead(1).text in (*RELATIONS, "within") and "IS" in t.accepts:
            return _dot(t, t.back(1), t.token, moment)
        if t.ahead(1).text in VERDICTS and "HOLDS" in t.accepts:
            return _dot(t, t.back(1), t.token, "a promise of an offer is said with a dot")
    if t.token.text == "is" and t.back(1).type in NAMES and t.back(2).text in MOMENTS and t.ahead(1).type == NAME:
        return _dot(t, t.back(1), t.ahead(1), moment)
    if t.token.text in (*RELATIONS, "within") and t.back(2).text == "is" and t.back(1).type == NAME and t.back(3).type in NAMES:
        return _dot(t, t.back(3), t.back(1), moment)
    return None


def dot_of_a_setting(t: Trouble) -> Diagnostic | None:
    """`proxy lag: 2s`."""
    if t.token.text == ":" and t.back(1).type == NAME and t.back(2).type == FIRST and t.back(2).begins_line and not t.back(1).begins_line:
        return _dot(t, t.back(2), t.back(1), "a setting has a dot before the field")
    return None


def _dot(t: Trouble, first: Token, last: Token, message: str) -> Diagnostic:
    said = f"{first.text}.{last.text}"
    return t.replace(Code.DRN115, message, said, Span(t.source, first.start, last.end))


def comma_for_and(t: Trouble) -> Diagnostic | None:
    """`endpoint A and B`, `at now and later`."""
    if t.token.text == "and" and "COMMA" in t.accepts and "AND" not in t.accepts:
        return t.replace(Code.DRN101, "a list has commas, not `and`", ",", Span(t.source, t.back(1).end, t.token.end))
    return None


def braces(t: Trouble) -> Diagnostic | None:
    """`consumer p of web ( lag: 0s )`, `observe now: …`."""
    if t.token.text in ("(", ":") and "LBRACE" in t.accepts and not t.accepts & {"COLON", "AND", "LPAR"}:
        return t.replace(Code.DRN101, f"a brace stands here, not {t.shown}", "{" if t.token.text == "(" else " {", help="write `{ … }`")
    return None


def unquoted_label(t: Trouble) -> Diagnostic | None:
    """`assume two endpoints: …`, `without B-stays`, `observe now by the supplier { … }`."""
    begin = t.statement()
    first = begin + 1
    kind = t.tokens[begin].type
    if t.back(2).text == "by" and t.tokens[begin].type == "OBSERVE":
        first, kind = t.index - 1, "BY"
    last = first
    while t.tokens[last].type == NAME and not t.tokens[last].begins_line:
        last += 1
    follows = {"ASSUME": ":", "RULE": ":", "BY": "{", "WITHOUT": None}.get(kind, "")
    if kind == "WITHOUT" and t.tokens[last].type == "STRING":
        return None
    if follows == "" or last == first or not first <= t.index <= last or follows not in (None, t.tokens[last].text):
        return None
    span = Span(t.source, t.tokens[first].start, t.tokens[last - 1].end)
    what = "a source in words" if kind == "BY" else "a label"
    return t.replace(Code.DRN101, f"{what} stands in quotes", f'"{span.text}"', span)


def extends_too_late(t: Trouble) -> Diagnostic | None:
    """`offer C "…" extends W`: the fix puts the text behind."""
    if t.token.text != "extends" or t.back(1).type != "STRING":
        return None
    name, text = t.ahead(1).text, t.back(1).text
    fix = Fix(Span(t.source, t.back(1).start, t.ahead(1).end), f"extends {name} {text}")
    return Diagnostic(Code.DRN101, "`extends` stands before the text in quotes", t.here, help=f"write `extends {name} {text}`", fix=fix)


def verdict_out_of_place(t: Trouble) -> Diagnostic | None:
    """`expect p at now holds`."""
    if t.token.text == "at" and "HOLDS" in t.accepts and t.ahead(2).text in VERDICTS:
        span = Span(t.source, t.token.start, t.ahead(2).end)
        instead = f"{t.ahead(2).text} at {t.ahead(1).text}"
        return t.replace(Code.DRN101, "the verdict stands before `at`", instead, span)
    return None


def at_is_missing(t: Trouble) -> Diagnostic | None:
    """`expect p holds now`."""
    if t.token.type == NAME and "AT" in t.accepts and "EVERY" not in t.accepts and t.tokens[t.statement()].type == "EXPECT":
        return t.replace(Code.DRN115, f"`at` is missing before {t.shown}", " at", t.gap)
    return None


def where(t: Trouble) -> Diagnostic | None:
    """`every request on A when accepted: …`, and without any word there: a colon further on is then that of the body."""
    if t.token.type == NAME and {"WHERE", "COLON"} <= t.accepts and not t.token.begins_line and t.token.text not in WHERE:
        index = t.index + 1
        while not t.tokens[index].begins_line and t.tokens[index].text not in (":", "}", ")", ","):
            index += 1
        if t.tokens[index].text == ":" and not t.tokens[index].begins_line:
            return t.replace(Code.DRN115, f"`where` is missing before {t.shown}", " where", t.gap)
    if t.token.text in WHERE and "WHERE" in t.accepts and not t.token.begins_line:
        return t.replace(Code.DRN101, "the condition of a quantifier begins with `where`", "where")
    return None


def whose_field(t: Trouble) -> Diagnostic | None:
    """`preStop: 30s` as a statement, and `endpoint: B of web`."""
    begins = t.back(1).begins_line or t.back(2).text == "{"
    if t.token.text == ":" and t.back(1).type == FIRST and begins and (t.wants_name or t.accepts == {"DOT"}):
        if t.ahead(2).text in PREPOSITIONS:
            return t.replace(Code.DRN117, f"no colon stands after the kind `{t.before}`", "")
        help = f"write `A.{t.before}: …`, with the individual that is meant, or `promise {t.before}: …`"
        return t.say(Code.DRN115, f"a setting says whose `{t.before}` it is", help, t.span(t.back(1)))
    return None


def quantifier_is_missing(t: Trouble) -> Diagnostic | None:
    """`promise p: not request on A`, `assume R1 on A`."""
    if t.token.text not in PREPOSITIONS or t.back(1).type not in NAMES or "IS" not in t.accepts:
        return None
    if t.back(2).text == "not":
        return t.replace(Code.DRN101, f"`not {t.before} …` is said with `no`", "no", t.span(t.back(2)))
    help = f"write `no {t.before} {t.token.text} …`; of one individual say, for example, `R1.endpoint = A`"
    return t.say(Code.DRN115, f"`{t.token.text} …` belongs to a kind, with `every`, `some` or `no` before it", help)


def compared_in_words(t: Trouble) -> Diagnostic | None:
    """`work exceeds 5s`, `work is longer than 5s`."""
    if t.token.text in COMPARED and "IS" in t.accepts:
        last = t.ahead(1) if t.ahead(1).text == "than" else t.token
        return _sign(t, t.token, last, COMPARED[t.token.text])
    if t.token.text == "than" and t.back(1).text in COMPARED:
        return _sign(t, t.back(2) if t.back(2).text == "is" else t.back(1), t.token, COMPARED[t.back(1).text])
    return None


def _sign(t: Trouble, first: Token, last: Token, sign: str) -> Diagnostic:
    return t.replace(Code.DRN101, f"a comparison of numbers is said with `{sign}`", sign, Span(t.source, first.start, last.end))


def name_from_a_digit(t: Trouble) -> Diagnostic | None:
    """`endpoint 2 of web`."""
    from_a_digit = t.token.type in ("NUMBER", "DURATION", BAD) and t.token.text[0].isdigit()
    if from_a_digit and t.wants_name and t.back(1).text not in (".", ":", "is", "not"):
        return t.say(Code.DRN101, "a name begins with a letter", f"write, for example, `n{t.token.text}`")
    return None


def bound_as_value(t: Trouble) -> Diagnostic | None:
    """`proxy.lag: > 2s`."""
    if t.token.text in RELATIONS and t.back(1).text == ":" and t.wants_operand and "NOT" not in t.accepts:
        return t.say(Code.DRN101, "a setting gives one value, no bound", f"give none, and write `assume A.preStop {t.token.text} …`")
    return None


def parted_sign(t: Trouble) -> Diagnostic | None:
    """`< =`."""
    if t.token.text == "=" and t.back(1).text in ("<", ">"):
        sign = t.back(1).text + "="
        return t.replace(Code.DRN101, f"`{sign}` has no space inside", sign, Span(t.source, t.back(1).start, t.token.end))
    return None


def contraction(t: Trouble) -> Diagnostic | None:
    """`B isn't ready`."""
    if t.token.text in ("isn", "aren", "wasn", "doesn") and t.source.text[t.token.end : t.token.end + 2] in ("'t", "’t"):
        return t.replace(Code.DRN101, "a denial is said with `is not`", "is not", Span(t.source, t.token.start, t.token.end + 2))
    return None


def misspelt_word(t: Trouble) -> Diagnostic | None:
    """`offer C extend W`: a word that is near to one that could stand here."""
    if t.token.type != NAME or t.token.begins_line:
        return None
    could = [spelling for spelling, name in tables().words.items() if name in t.accepts]
    near = difflib.get_close_matches(t.token.text, sorted(could), 1, 0.8)
    return t.replace(Code.DRN101, f"{t.shown} is no word of the language", near[0], help=f"did you mean `{near[0]}`?") if near else None
