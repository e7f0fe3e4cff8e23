"""Characters that no token begins with, and what to write instead."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from checkspec.language.trouble import Trouble, short
from checkspec.language.values import quotient, semicolon
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix
from checkspec.text.source import Span

SIGNS = {
    "//": ("comments begin with `#`", "#"),
    "/*": ("comments begin with `#`, each on its line", "#"),
    "&&": ("`&&` is written `and`", "and"),
    "&": ("`&` is written `and`", "and"),
    "!": ("`!` is written `not`", "not "),
    "¬": ("`¬` is written `not`", "not "),
    "∧": ("`∧` is written `and`", "and"),
    "∨": ("`∨` is written `or`", "or"),
    "≤": ("`≤` is written `<=`", "<="),
    "≥": ("`≥` is written `>=`", ">="),
    "≠": ("`≠` is written `!=`", "!="),
    "−": ("a minus is written `-`, with spaces around it", "-"),
    "–": ("a minus is written `-`, with spaces around it", "-"),
    "×": ("`×` is written `*`", "*"),
}
"""What a place begins with -> what to say, what to write. The longer first."""

QUOTES = "'‘’“”„«»`"
UNITS = {"sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
         "hour": "h", "hours": "h", "hr": "h", "hrs": "h", "msec": "ms", "msecs": "ms", "millisecond": "ms", "milliseconds": "ms",
         "ms": "ms", "s": "s", "m": "m", "h": "h", "S": "s", "M": "m", "H": "h", "MS": "ms"}  # fmt: skip
DAYS = ("d", "day", "days")


def unit_of(word: str) -> str | None:
    """The unit of the language that a word means, if any."""
    return UNITS.get(word) or UNITS.get(word.lower())


def explain_sign(t: Trouble) -> Diagnostic:
    """What to say of a token of type BAD."""
    text = t.token.text
    rest = t.source.text[t.token.start :]
    if text[0] == '"':
        return _open_string(t)
    if text[0] in QUOTES:
        return _quotes(t)
    if text[0].isascii() and text[0].isdigit():
        return _number(t)
    if text[0] == ";":
        return semicolon(t)
    for start, (message, instead) in SIGNS.items():
        if rest.startswith(start):
            return t.replace(Code.DRN106, message, instead, Span(t.source, t.token.start, t.token.start + len(start)))
    return _character(t, text[0])


def _open_string(t: Trouble) -> Diagnostic:
    """A string without its end: it probably ends before the colon, if there is one."""
    content = t.token.text.rstrip()
    colon = content.find(":")
    end = t.token.start + (colon if colon > 0 else len(content))
    fix = Fix(Span(t.source, end, end), '"')
    help = 'a text ends on its line, with `"`'
    return Diagnostic(Code.DRN104, "this string is not closed on its line", t.here, help=help, fix=fix)


def _quotes(t: Trouble) -> Diagnostic:
    """Another pair of quotes: both are replaced where the second is found on the line."""
    rest = t.source.text[t.token.start :].split("\n", 1)[0]
    found = re.match(f'[{QUOTES}]([^{QUOTES}"\r]*)[{QUOTES}]', rest)
    length = found.end() if found else 1
    instead = f'"{found[1]}"' if found else '"'
    return t.replace(Code.DRN106, "texts have straight double quotes", instead, Span(t.source, t.token.start, t.token.start + length))


def _number(t: Trouble) -> Diagnostic:
    text = short(t.token.text)
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([A-Za-z]+)", text)
    if t.back(2).type == "USE" or t.back(1).text in ("since", "until"):
        release = re.match(r"[0-9]+\.[0-9]+", text)
        if release:
            return t.replace(Code.DRN108, f"a release has two numbers, `{text}` has more", release[0])
    if found and found[2].lower() in DAYS:
        hours = Fraction(found[1]) * 24
        instead = f"{hours.numerator // hours.denominator}h" if hours.denominator == 1 else ""
        message = f"`{text}` is no duration: the units are ms, s, m and h"
        return t.replace(Code.DRN108, message, instead) if instead else t.say(Code.DRN108, message, "write it in hours, such as `24h`")
    unit = unit_of(found[2]) if found else None
    if found and unit:
        return t.replace(Code.DRN108, f"`{text}` is no duration: the units are ms, s, m and h", found[1] + unit)
    if re.fullmatch(r"[0-9.]+", text):
        return t.say(Code.DRN108, f"`{text}` is no number", help="a number looks like `20` or `1.5`")
    return t.say(Code.DRN108, f"`{text}` is no duration", help="a duration looks like `30s`, `250ms`, `5m`, `2h` or `1m30s`")


def _character(t: Trouble, sign: str) -> Diagnostic:
    category = unicodedata.category(sign)
    if category == "Zs":
        return t.replace(Code.DRN106, f"this is a special space, U+{ord(sign):04X}", " ", help="write an ordinary space")
    if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        message = f"an invisible character, U+{ord(sign):04X}, cannot stand outside texts and comments"
        return t.replace(Code.DRN112, message, "", help="delete it")
    if category[0] in "LMN":
        help = "names have the letters a to z and A to Z, digits, `_`, and `-` between words; texts in quotes may have any letter"
        return t.say(Code.DRN106, f"`{sign}` cannot stand in a name", help)
    if sign == "/":
        return quotient(t)
    if sign == "%":
        return t.say(Code.DRN106, "a share cannot be said", "write a count or a duration")
    if sign in "[]":
        return t.say(Code.DRN106, f"`{sign}` is no sign of the language", "lists have commas alone, groups have `(` and `)`")
    return t.say(Code.DRN106, f"`{sign}` is no sign of the language", "take it out, or put it into a text in quotes or a comment")
