"""Declarations as other languages write them: kinds, defines, observations, cases, `use` lines, and manifests.

Each function knows one such slip; None means that it is another.
"""

from __future__ import annotations

import difflib

from checkspec.language.lexer import FIRST, NAME
from checkspec.language.trouble import Trouble
from checkspec.language.words import PREPOSITIONS
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.source import Span

NAMES = (NAME, FIRST)
CALLED = ("PROMISE", "OFFER", "OBSERVE", "CASE")
HEADS = ("EVERY", "SOME", "NO", "AT", "FROM", "UNTIL", "ALWAYS", "EVER", "SEEN", "IF", "NOT")


def manifest(t: Trouble) -> Diagnostic | None:
    """`kind: Service`, `apiVersion: v1`, and `service:` with its parts on the next lines."""
    name = t.back(1)
    if t.token.text != ":" or not name.begins_line or t.opened():
        return None
    if name.type == "KIND" or name.text in ("apiVersion", "metadata", "spec"):
        help = "declare what there is with its kind and its name, as in `endpoint A of web`"
        return t.say(Code.DRN101, "this is no manifest", help, Span(t.source, name.start, t.token.end))
    if name.type == FIRST and t.ahead(1).begins_line and t.ahead(1).type in NAMES and t.ahead(2).text == ":":
        help = f"write its name behind it, and its fields in braces: `{name.text} x {{ … }}`"
        return t.say(Code.DRN101, "an individual is declared without a colon", help, Span(t.source, name.start, t.token.end))
    return None


def reference_in_braces(t: Trouble) -> Diagnostic | None:
    """`endpoint C { of: web }`."""
    if t.token.text not in PREPOSITIONS or t.ahead(1).text != ":" or not {"FIRST", "RBRACE"} <= t.accepts or t.back(1).text != "{":
        return None
    if t.back(2).type not in NAMES or t.tokens[t.line(t.index - 1)].type != FIRST:
        return None
    help = f"write `{t.token.text} {t.ahead(2).text}` before the `{{`"
    return t.say(Code.DRN101, "a reference stands before the braces, without a colon", help, Span(t.source, t.token.start, t.ahead(1).end))


def member_of_a_kind(t: Trouble) -> Diagnostic | None:
    """`state: ready`, `ready: state`, `grace: 5s`, `grace: duration default 5s`, `phase: Running or Failed`, `phase: Running, Failed`."""
    opened = t.opened()
    if len(opened) != 1 or t.tokens[t.line(opened[0])].type != "KIND":
        return None
    if t.token.text == ":" and t.back(1).type in ("EVENT", "STATE"):
        return t.replace(Code.DRN117, f"no colon stands after `{t.before}`", "")
    if t.back(1).text == ":" and t.token.type in ("EVENT", "STATE"):
        help = f"write `{t.token.text} {t.back(2).text}`, behind the fields"
        return t.say(Code.DRN101, f"the word `{t.token.text}` stands before the name", help)
    if t.back(1).text == ":" and t.token.type in ("DURATION", "NUMBER", "TRUE", "FALSE"):
        type_ = {"DURATION": "duration", "NUMBER": "count"}.get(t.token.type, "bool")
        return t.replace(Code.DRN115, "a field has a type before its value", f" {type_} =", t.gap, f"write `{type_} = {t.token.text}`")
    if t.token.text == "default" and "EQUAL" in t.accepts:
        return t.replace(Code.DRN101, "a default is said with `=`", "=")
    if t.token.text == "or" and "VBAR" in t.accepts:
        return t.replace(Code.DRN101, "between the words of a choice stands `|`", "|")
    if t.token.text in ("}", ",") and t.accepts == {"COLON"}:
        help = f"write `{t.before}: duration`; a choice has `|` between its words, and events stand behind `event`"
        return t.say(Code.DRN115, f"the type of `{t.before}` is missing", help, t.gap)
    return None


def definition(t: Trouble) -> Diagnostic | None:
    """`define gone(endpoint e) = …`, `define gone (e: endpoint) = …`, `define gone(e: endpoint) e is exited`."""
    if t.head.type != "DEFINE":
        return None
    if t.token.text == "(" and t.back(2).type == "DEFINE" and t.back(1).end < t.token.start:
        span = Span(t.source, t.back(1).end, t.token.start)
        return t.replace(Code.DRN117, "no space stands before the bracket", "", span)
    if t.token.type == NAME and t.back(1).type == NAME and "COLON" in t.accepts and t.ahead(1).text in (",", ")"):
        said = f"{t.token.text}: {t.before}"
        return t.replace(Code.DRN101, "the name of a parameter stands before its kind", said, Span(t.source, t.back(1).start, t.token.end))
    if t.accepts == {"EQUAL"} and t.token.type in (NAME, "EVERY", "SOME", "NO", "NOT", "AT", "IF", "CALL", "LPAR"):
        return t.replace(Code.DRN115, f"`=` is missing before {t.shown}", " =", t.gap, "insert `=`")
    return None


def rule_without_label(t: Trouble) -> Diagnostic | None:
    """`rule every endpoint where deleted: exited`."""
    if t.back(1).type == "RULE" and t.token.type in ("EVERY", "SOME", "NO", "ALWAYS", "AT", "IF", "COLON"):
        help = 'write `rule "…": …`' if t.token.text == ":" else f'write `rule "…": {t.token.text} …`'
        return t.say(Code.DRN115, "a rule has a label, by which reports name it", help, t.gap)
    return None


def name_of_several_words(t: Trouble) -> Diagnostic | None:
    """`case slow proxy { … }`, `promise my promise: …`; and `promise p every …`, without the colon."""
    if t.back(2).type not in CALLED or t.back(1).type not in NAMES or t.token.begins_line or not t.token.text[:1].isalpha():
        return None
    if t.back(2).type == "PROMISE" and t.token.type in HEADS:
        return t.replace(Code.DRN102, f"a colon is missing before {t.shown}", ":", t.gap)
    last = t.index
    while t.tokens[last + 1].text[:1].isalpha() and not t.tokens[last + 1].begins_line:
        last += 1
    if t.tokens[last + 1].text not in ("{", ":") or difflib.get_close_matches(t.token.text, ("is", "extends", "at", "by"), 1, 0.75):
        return None
    said = "-".join(token.text for token in t.tokens[t.index - 1 : last + 1])
    return t.replace(Code.DRN101, "a name is one word", said, Span(t.source, t.back(1).start, t.tokens[last].end))


def observation(t: Trouble) -> Diagnostic | None:
    """`observe at 5s { … }`, `observe now A is deleted`, `observe now { A: deleted }`, `observe now at 12:30 { … }`."""
    if t.back(1).type == "OBSERVE" and t.token.text in ("at", "by"):
        return t.replace(Code.DRN115, "a name is missing after `observe`", " now", t.gap, "insert a name, such as `now`")
    if t.token.text == ":" and t.back(1).type == "NUMBER" and t.ahead(1).type == "NUMBER" and t.ahead(1).start == t.token.end:
        span = Span(t.source, t.back(1).start, t.ahead(1).end)
        return t.say(Code.DRN108, "a time of day cannot be said", "write how long after the origin of the record, such as `12m30s`", span)
    if t.back(2).type == "OBSERVE" and t.token.type == NAME and "LBRACE" in t.accepts:
        return t.say(Code.DRN101, "what is observed stands in braces", f"write `observe {t.before} {{ … }}`")
    opened = t.opened()
    if not opened or t.tokens[t.line(opened[-1])].type != "OBSERVE":
        return None
    if t.token.text == ":" and t.back(1).type in NAMES and t.ahead(1).type == NAME and t.declared_as(t.before):
        return t.replace(Code.DRN101, "what somebody is, is said with `is`", " is", Span(t.source, t.back(1).end, t.token.end))
    return None


def use(t: Trouble) -> Diagnostic | None:
    """`use "kubernetes" 1.34`, `use kubernetes:1.34`, `use calm, topology`."""
    if t.back(2).type != "USE":
        return None
    if t.back(1).type == "STRING" and t.token.type == "NUMBER" and not t.token.begins_line:
        return t.replace(Code.DRN101, "the name of a rulebook has no quotes", t.before[1:-1], t.span(t.back(1)))
    if t.token.text in (":", "=") and t.ahead(1).type == "NUMBER":
        span = Span(t.source, t.back(1).end, t.ahead(1).start)
        return t.replace(Code.DRN101, "a release stands behind the name, with a space between", " ", span, "write a space")
    if t.token.text in (",", "and") and t.ahead(1).type == NAME:
        fix = Fix(Span(t.source, t.back(1).end, t.ahead(1).start), "\nuse ")
        help = f"write `use {t.ahead(1).text}` on the next line"
        return Diagnostic(Code.DRN101, "each rulebook has a `use` of its own", t.here, help=help, fix=fix)
    return None


def in_an_offer(t: Trouble) -> Diagnostic | None:
    """`offer W { endpoint C of web }`."""
    opened = t.opened()
    if not opened or t.tokens[t.line(opened[-1])].type != "OFFER" or t.accepts != {"DOT"}:
        return None
    if t.token.type != NAME or t.back(1).type != FIRST or t.declared_as(t.before):
        return None
    help = f"declare `{t.before} {t.token.text}` before the offer; in it stand `assume`, settings and `promise`"
    return t.say(Code.DRN101, "an offer declares nobody", help, Span(t.source, t.back(1).start, t.token.end))


def assumed_setting(t: Trouble) -> Diagnostic | None:
    """`assume A.preStop: 5s`."""
    if t.token.text != ":" or t.back(2).text != "." or t.head.type != "ASSUME" or "AND" not in t.accepts:
        return None
    if t.ahead(1).type not in ("DURATION", "NUMBER", "TRUE", "FALSE", "NONE", "UNKNOWN") or t.index - t.statement() not in (4, 6):
        return None
    first = t.tokens[t.statement() + 1]
    help = "delete `assume`; or write `=` for the colon"
    fix = Fix(Span(t.source, t.back(1).end, t.token.end), " =")
    return Diagnostic(Code.DRN101, "a setting stands without `assume`", Span(t.source, t.head.start, first.start), help=help, fix=fix)


def individual_last(t: Trouble) -> Diagnostic | None:
    """`assume ready A`."""
    if t.token.type != NAME or t.back(1).type != NAME or "IS" not in t.accepts or t.token.begins_line:
        return None
    if not t.declared_as(t.token.text) or t.declared_as(t.before) or t.ahead(1).text in (".", "is"):
        return None
    said = f"{t.token.text} is {t.before}"
    return t.replace(Code.DRN115, "the individual stands first", said, Span(t.source, t.back(1).start, t.token.end))
