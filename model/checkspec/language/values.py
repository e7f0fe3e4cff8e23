"""Values and lists of them, written as elsewhere: semicolons, a division, a quantity that is to have another value in a case.

Each function knows one such slip.
"""

from __future__ import annotations

from fractions import Fraction

from checkspec.language.lexer import END, FIRST, NAME, Token
from checkspec.language.trouble import Trouble
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic
from checkspec.text.source import Span

NAMES = (NAME, FIRST)
DECIMALS = 6


def semicolon(t: Trouble) -> Diagnostic:
    """`{ preStop: 5s; grace: 3s }` wants a comma, `A.preStop: 5s; B.preStop: 6s` a new line, and at the end of a line it is too much."""
    after = t.ahead(1)
    if after.type not in NAMES or after.begins_line:
        return t.replace(Code.DRN106, "no semicolon is needed", "")
    if "COMMA" in t.accepts and after.type == NAME:
        return t.replace(Code.DRN106, "between the parts of a list stands a comma, not a semicolon", ",")
    space = Span(t.source, t.token.start, after.start)
    return t.replace(Code.DRN106, "statements are not parted by semicolons", "\n", space, "begin a new line here instead")


def quotient(t: Trouble) -> Diagnostic:
    """`A.preStop / 2`: the fix says `0.5 * A.preStop`, where the divisor has such an inverse and no count is divided."""
    message, divisor = "there is no division", t.ahead(1)
    first = _operand(t)
    if first is not None and divisor.type == "NUMBER" and Fraction(divisor.text) and not t.tokens[first].type.startswith("_COUNT"):
        inverse = 1 / Fraction(divisor.text)
        places = next((n for n in range(DECIMALS + 1) if (inverse * 10**n).denominator == 1), None)
        if places is not None:
            divided = t.source.text[t.tokens[first].start : t.back(1).end]
            said = f"{float(inverse):.{places}f} * {divided}"
            if t.tokens[first - 1].text == "*":
                said = f"({said})"
            return t.replace(Code.DRN106, message, said, Span(t.source, t.tokens[first].start, divisor.end))
    plain = divisor.type == "NUMBER" and Fraction(divisor.text)
    times = f"`{divisor.text} * …`" if plain else "`2 * …`"
    return t.say(Code.DRN106, message, f"multiply the other side instead, as in {times}")


def _operand(t: Trouble) -> int | None:
    """The index of the first token of what stands before `/`: a path, a value or a bracket; None if it is something else."""
    index = t.index - 1
    if index < 0:
        return None
    if t.tokens[index].text == ")":
        depth = 0
        for place in range(index, -1, -1):
            token = t.tokens[place]
            depth += (token.text == ")") - (token.type != "STRING" and token.text.endswith("("))
            if depth == 0:
                return place
        return None
    if t.tokens[index].type in ("DURATION", "NUMBER"):
        return index
    if t.tokens[index].type not in NAMES:
        return None
    while t.tokens[index - 1].text == "." and t.tokens[index - 2].type in NAMES:
        index -= 2
    return index


def quantity_anew(t: Trouble) -> Diagnostic | None:
    """`case x { patience: 5s }`, `patience: 5s` on a line of its own, and with `=`: the value of a quantity is its own for good."""
    name = t.back(1)
    if t.token.text not in (":", "=") or name.type not in NAMES:
        return None
    if (name.type == NAME and t.back(2).type != "QUANTITY") or not _is_quantity(t, name):
        return None
    opened = t.opened()
    in_offer = bool(opened) and t.tokens[t.line(opened[-1])].type == "OFFER"
    value = t.ahead(1).text if t.ahead(1).type in ("DURATION", "NUMBER") else "…"
    declared = _declaration(t, name.text)
    if declared is None:
        help = f"give it where it is declared: `quantity {name.text}: duration = {value}`"
    else:
        help = varied(name.text, *declared, value, in_offer)
    return t.say(Code.DRN101, f"the quantity `{name.text}` has its value where it is declared, and nowhere else", help, t.span(name))


def varied(name: str, type_: str, given: str, value: str, in_offer: bool = False) -> str:
    """What to write so that a quantity has another value in a case or an offer."""
    bare = f"to vary it, write `quantity {name}: {type_}` without a value"
    if in_offer:
        return f"{bare}, and `assume {name} = {value}` in each offer"
    return f'{bare}, below it `assume "{name}": {name} = {given}`, and in the case `without "{name}"` and `assume {name} = {value}`'


def _is_quantity(t: Trouble, name: Token) -> bool:
    """Whether the name is that of a quantity which is declared elsewhere in the text."""
    return any(a.type == "QUANTITY" and b.text == name.text and b is not name for a, b in zip(t.tokens, t.tokens[1:], strict=False))


def _declaration(t: Trouble, name: str) -> tuple[str, str] | None:
    """The type of the quantity and the value that it is given; None if it is given none that is one word."""
    for index, token in enumerate(t.tokens[:-5]):
        if token.type == "QUANTITY" and t.tokens[index + 1].text == name and t.tokens[index + 4].text == "=":
            given: Token = t.tokens[index + 5]
            return (t.tokens[index + 3].text, given.text) if given.type != END else None
    return None
