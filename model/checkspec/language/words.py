"""The words of the language, and how messages name what could stand somewhere. No terminal of the grammar is ever shown by its own name."""

from __future__ import annotations

from collections.abc import Iterable

from checkspec.language.grammar import tables

STATEMENTS = frozenset(
    {"USE", "CITE", "KIND", "QUANTITY", "RULE", "DEFINE", "ASSUME", "WITHOUT", "PROMISE", "OFFER", "OBSERVE", "EXPECT", "CASE"}
    | {"BOUNDARY", "POPULATION", "SOURCE"}
)
"""Terminals that begin a statement; a FIRST does too."""

OPERANDS = frozenset(
    {"LPAR", "NAME", "FIRST", "CALL", "_COUNT", "DURATION", "NUMBER", "TRUE", "FALSE", "NONE", "UNKNOWN", "NOT"}
    | {"EVERY", "SOME", "NO", "AT", "FROM", "UNTIL", "ALWAYS", "EVER", "SEEN", "IF"}
)
"""Terminals that begin a formula or a value."""

VERDICTS = ("holds", "holds vacuously", "fails", "refuted", "undetermined", "inconsistent", "unknown")

RESERVED = frozenset(
    {"use", "cite", "kind", "quantity", "population", "event", "state", "sees", "rule", "define", "assume", "without", "promise"}
    | {"offer", "extends", "observe", "expect", "case", "every", "some", "no", "other", "where", "and", "or"}
    | {"not", "if", "is", "none", "at", "from", "until", "always", "ever", "seen", "by", "before"}
    | {"after", "within", "true", "false", "unknown", "of", "on", "in", "via", "over", "through", "for"}
    | {"to"}
)
"""The words that can never be a name (a test compares them with the grammar)."""

PREPOSITIONS = frozenset({"of", "on", "in", "via", "over", "through", "for", "to"})

CALLED = {
    "$END": "the end of the file",
    "NAME": "a name",
    "FIRST": "a name",
    "CALL": "a name",
    "_COUNT": "a count",
    "PREPOSITION": "a phrase such as `on A`",
    "STRING": "a text in double quotes",
    "DURATION": "a duration",
    "NUMBER": "a number",
}
"""What a terminal is called that is no fixed spelling."""

CONTINUING = frozenset({"PLUS", "MINUS", "STAR", "DOT"})
"""What could nearly always go on; named only if nothing else could stand there."""

AT_MOST = 6


def listed(accepts: Iterable[str]) -> str:
    """What could stand somewhere: at most six things in a fixed order, statements and all that begins a formula summed up."""
    kinds = set(accepts)
    table = tables()
    spellings = {name: f"`{spelling}`" for spelling, name in (table.words | table.signs).items()}
    things: list[str] = []
    kinds -= CONTINUING if kinds - CONTINUING else set()
    if kinds >= STATEMENTS:
        kinds -= STATEMENTS | {"FIRST"}
        things.append("a statement")
    if "LPAR" in kinds:
        things.append("a formula" if "NOT" in kinds else "a value")
        kinds -= OPERANDS
    things += sorted({CALLED.get(kind) or spellings.get(kind, "") for kind in kinds} - {""}, key=lambda thing: (thing[0] == "`", thing))
    if len(things) > AT_MOST:
        return ", ".join(things[:AT_MOST]) + " and others"
    return " or ".join(part for part in (", ".join(things[:-1]), things[-1] if things else "") if part)
