"""From a syntax error to a sentence: which of the known slips it is, else what is missing, else what could stand there."""

from __future__ import annotations

import difflib
from dataclasses import replace

from checkspec.language import careless, declared, habits, joins, joints, needless, slips
from checkspec.language.implied import arrow
from checkspec.language.lexer import BAD, END, FIRST, NAME
from checkspec.language.signs import explain_sign
from checkspec.language.trouble import CLOSING, RELATIONS, Trouble
from checkspec.language.values import quantity_anew
from checkspec.language.words import STATEMENTS, VERDICTS, listed
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.source import Span


def explain(t: Trouble) -> Diagnostic:
    """The diagnostic of a syntax error. Its place is the one to change, which may be before the token that was refused.

    A slip is believed only if the text gets further with its fix; an open bracket is reported even so.
    """
    if t.token.type == BAD and joints.name_from_a_digit(t) is None:
        return explain_sign(t)
    for rule in ORDER:
        found = rule(t)
        if found is None:
            continue
        if found.fix is None or t.helps(found.fix):
            return found
        if found.code is Code.DRN103:
            return replace(found, fix=None)
    could = listed(t.accepts)
    return t.say(Code.DRN101, f"{t.shown} cannot stand here", f"here could stand {could}" if could else "")


NAMING = {"PROMISE", "OFFER", "OBSERVE", "CASE", "KIND", "DEFINE", "QUANTITY", "POPULATION", "EVENT", "STATE"}
"""Words behind which stands the name of something new."""


def verdict(t: Trouble) -> Diagnostic | None:
    if "VACUOUSLY" in t.accepts and difflib.get_close_matches(t.token.text, ["vacuously"], 1, 0.7):
        return t.replace(Code.DRN109, f"`{t.token.text}` is no part of a verdict", "vacuously")
    if "HOLDS" not in t.accepts or t.token.text in (".", ","):
        return None
    if t.token.text in ("is", "should", "must", "will") and t.ahead(1).text.rstrip("s") + "s" in (*VERDICTS, "holds"):
        return t.replace(Code.DRN117, f"`{t.token.text}` is not needed", "", Span(t.source, t.token.start, t.ahead(1).start))
    message = f"{t.shown} is no verdict" if t.token.type in (NAME, FIRST) else f"a verdict is missing after `{t.before}`"
    span = t.here if t.token.type in (NAME, FIRST) else t.gap
    near = difflib.get_close_matches(t.token.text.lower(), VERDICTS, 1, 0.6)
    if near and t.token.type in (NAME, FIRST):
        return t.replace(Code.DRN109, message, near[0])
    return t.say(Code.DRN109, message, f"write one of {', '.join(f'`{word}`' for word in VERDICTS)}", span=span)


def word_as_name(t: Trouble) -> Diagnostic | None:
    """A reserved word where a name must stand: after `endpoint`, after a dot, before the colon of a field."""
    token = t.token
    if token.type == "PREPOSITION" and t.ahead(1).text == ":" and {"FIRST", "RBRACE"} <= t.accepts:
        return _reserved(t)
    if token.text == ":" and t.back(1).type == "PREPOSITION" and t.wants_name:
        return _reserved(Trouble(t.source, t.tokens, t.begin, t.index - 1, t.accepts))
    if not t.is_word or t.back(1).text == "is":
        return None
    after_dot = t.back(1).text == "." and NAME in t.accepts
    field = FIRST in t.accepts and t.ahead(1).text == ":" and t.wants_name
    begun = t.wants_name and not t.ends_statement and not t.accepts & {"COLON", "COMMA", "WHERE"}
    called = t.wants_name and t.back(1).type in NAMING
    named = t.wants_name and t.back(1).type == FIRST and not (token.begins_line and t.ends_statement)
    assigned = FIRST in t.accepts and "RBRACE" in t.accepts and t.ahead(1).text == ":" and not t.ends_statement
    return _reserved(t) if after_dot or field or begun or called or named or assigned else None


def _reserved(t: Trouble) -> Diagnostic:
    help = f"choose another, such as `the-{t.token.text}`"
    return t.say(Code.DRN105, f"`{t.token.text}` is a word of the language and cannot be a name", help)


def name_is_missing(t: Trouble) -> Diagnostic | None:
    """`promise "title": …`, `event "text"`."""
    if not t.wants_name or t.accepts & {"COLON", "RBRACE"} or t.back(1).text == ".":
        return None
    if t.token.type == "STRING" or t.token.text in (":", "{"):
        help = "the name comes first, then the text in quotes" if t.token.type == "STRING" else f"write a name before {t.shown}"
        return t.say(Code.DRN115, f"a name is missing after `{t.before}`", help, t.gap)
    return None


def operand_is_missing(t: Trouble) -> Diagnostic | None:
    too_early = t.ends_statement or t.token.text in ("}", ")", ",", ":", "and", "or") or t.token.text in RELATIONS
    if not t.wants_operand or not too_early:
        return None
    what, such = ("a formula", "`A is ready`") if "NOT" in t.accepts else ("a value", "`5s` or `A.deleted`")
    return t.say(Code.DRN115, f"{what} is missing after `{t.before}`", f"{what} is, for example, {such}", t.gap)


def bracket(t: Trouble) -> Diagnostic | None:
    """A bracket or brace that is never closed is reported where it was opened."""
    opened = t.opened()
    if t.token.text in ("}", ")"):
        if not opened or all(CLOSING[t.tokens[index].text[-1]] != t.token.text for index in opened):
            return t.replace(Code.DRN103, f"this `{t.token.text}` was never opened", "")
        if CLOSING[t.tokens[opened[-1]].text[-1]] != t.token.text:
            return _never_closed(t, opened[-1])
        return None
    if not opened:
        return None
    if t.tokens[opened[-1]].text != "{" and "RPAR" in t.accepts and t.token.text in ("=", ":", "{"):
        return _never_closed(t, opened[-1])
    if t.token.type != END and t.token.type not in STATEMENTS:
        return None
    if t.tokens[opened[-1]].text == "{" and t.is_closed(opened[-1]):
        head = Trouble(t.source, t.tokens, t.begin, opened[-1], frozenset()).head
        if head.type == "CASE" or (head.type == "OFFER" and t.token.type in ("ASSUME", "PROMISE")):
            return None
        return t.say(Code.DRN101, f"{t.shown} cannot stand inside the braces of `{head.text}`", "close the braces before it")
    return _never_closed(t, opened[-1])


def brace_before_a_name(t: Trouble) -> Diagnostic | None:
    """`offer W {` … `endpoint A of web`: the line could be a setting as far as `endpoint`, but the brace is what is wrong.

    The line must not stand further in than the one that opens the brace, and the brace must have no partner in the whole text.
    """
    first = t.line(t.index)
    if t.tokens[first].type != FIRST or first < t.begin:
        return None
    before = Trouble(t.source, t.tokens, t.begin, first, t.accepts)
    opened = before.opened()
    if not opened or t.tokens[opened[-1]].text != "{" or t.is_closed(opened[0]):
        return None
    columns = [t.source.position(t.tokens[index].start)[1] for index in (first, t.line(opened[-1]))]
    return _never_closed(before, opened[-1]) if columns[0] <= columns[1] else None


def _never_closed(t: Trouble, opening: int) -> Diagnostic:
    token = t.tokens[opening]
    sign = token.text[-1]
    span = Span(t.source, token.end - 1, token.end)
    inside = "" if t.token.type == END else f"; {t.shown} cannot stand inside it"
    closing = CLOSING[sign]
    fix = Fix(t.gap, closing if closing == ")" else "\n}")
    return Diagnostic(Code.DRN103, f"this `{sign}` is never closed{inside}", span, help=f"write `{closing}` before {t.shown}", fix=fix)


def comma(t: Trouble) -> Diagnostic | None:
    """`{ preStop: 5s drain: 3s }` and `endpoint A B of web` lack a comma."""
    if t.token.type != NAME or "COMMA" not in t.accepts or t.token.begins_line:
        return None
    in_braces = "RBRACE" in t.accepts and t.ahead(1).text == ":"
    in_list = t.back(1).type in (NAME, FIRST) and not t.accepts & {"COLON", "AND", "HOLDS"}
    if not in_braces and not in_list:
        return None
    return t.replace(Code.DRN101, f"a comma is missing before {t.shown}", ",", t.gap)


def colon(t: Trouble) -> Diagnostic | None:
    """A forgotten colon is reported where it was forgotten: behind the head."""
    if "COLON" not in t.accepts or t.token.text in (":", ")", "}", ",") or t.token.text in RELATIONS:
        return None
    if t.token.type == END or t.token.type in STATEMENTS:
        return t.say(Code.DRN115, f"a colon and what belongs after it are missing after `{t.before}`", "write `: …`", t.gap)
    return t.replace(Code.DRN102, f"a colon is missing before {t.shown}", ":", t.gap)


def middle_of_line(t: Trouble) -> Diagnostic | None:
    if t.token.type != NAME or FIRST not in t.accepts:
        return None
    message = f"{t.shown} cannot begin a statement in the middle of a line"
    if t.ahead(1).text in (".", ":"):
        fix = Fix(Span(t.source, t.back(1).end, t.token.start), "\n")
        return Diagnostic(Code.DRN101, message, t.here, help="begin a new line before it", fix=fix)
    if "ASSUME" in t.accepts and t.ahead(1).type == NAME and not t.ahead(1).begins_line:
        fix = Fix(Span(t.source, t.back(1).end, t.token.start), "\n")
        if t.helps(fix):
            return Diagnostic(Code.DRN101, message, t.here, help="begin a new line before it", fix=fix)
    return t.say(Code.DRN101, message, "a colon or a word is missing before it, or a new line")


def incomplete(t: Trouble) -> Diagnostic | None:
    """The statement before ends too soon."""
    if not t.ends_statement or "$END" in t.accepts:
        return None
    could = listed(t.accepts)
    return t.say(Code.DRN115, f"something is missing after `{t.before}`", f"here could stand {could}" if could else "", span=t.gap)


ORDER = (
    brace_before_a_name,
    habits.full_stop,
    habits.field_after_an_event,
    arrow,
    habits.complete_for,
    habits.source_at,
    slips.two_signs,
    needless.twice,
    careless.dash,
    careless.until_or_from,
    careless.between,
    careless.half_a_comparison,
    careless.moment_at,
    careless.truth_of_a_truth,
    careless.by_design,
    careless.so_long_after,
    careless.every_other,
    careless.reference_with_a_colon,
    declared.manifest,
    declared.use,
    declared.member_of_a_kind,
    declared.definition,
    declared.rule_without_label,
    declared.observation,
    declared.name_of_several_words,
    declared.reference_in_braces,
    declared.assumed_setting,
    joints.parted_sign,
    joins.mixed,
    joins.no_other_in_the_middle,
    slips.spaced_duration,
    habits.decimal_comma,
    habits.parted_duration,
    slips.release,
    joins.after_its_formula,
    joins.without_its_colon,
    slips.outside_a_kind,
    slips.parameter_without_kind,
    habits.comma_in_a_kind,
    slips.comma_between_phrases,
    habits.comma_for_colon,
    slips.comma_for_and,
    joints.comma_for_and,
    quantity_anew,
    slips.then,
    slips.colon_too_much,
    slips.equals_for_colon,
    joins.within_of,
    habits.from_to,
    habits.number_of,
    habits.when_for_if,
    habits.moment_turned_round,
    habits.is_missing_in_a_head,
    habits.statement_with_is,
    joints.verdict_out_of_place,
    careless.moment_without_a_dot,
    declared.individual_last,
    declared.in_an_offer,
    joints.dot,
    verdict,
    joints.at_is_missing,
    slips.filler,
    slips.capital,
    slips.other_language,
    joints.dot_of_a_setting,
    joints.unquoted_label,
    joints.extends_too_late,
    needless.is_before_a_bare_word,
    joints.where,
    joints.whose_field,
    joints.bound_as_value,
    needless.quoted_value,
    joints.braces,
    needless.not_needed_before,
    joints.compared_in_words,
    careless.individual_with_a_phrase,
    careless.is_for_colon,
    careless.fields_without_braces,
    joints.quantifier_is_missing,
    needless.kind_before_a_name,
    needless.assume_in_an_observation,
    needless.name_in_quotes,
    joints.name_from_a_digit,
    joints.contraction,
    joints.misspelt_word,
    joins.is_a_value,
    joins.is_a_word,
    word_as_name,
    name_is_missing,
    joins.negative,
    operand_is_missing,
    joins.quantifier_in_head,
    joins.chained,
    comma,
    bracket,
    habits.colon_without_a_head,
    colon,
    joins.is_missing,
    middle_of_line,
    incomplete,
)
"""The first that knows the case speaks: particular slips before general ones."""
