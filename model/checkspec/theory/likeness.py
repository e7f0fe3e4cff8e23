"""Kinds whose names are so much like that of an imported one that a slip of the pen may have made them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from checkspec.language import tree
from checkspec.text.codes import Code
from checkspec.text.diagnostic import Diagnostic, Fix, Note, Refused
from checkspec.theory.complaints import Complaints
from checkspec.theory.files import Layer, Rulebook

SHORT = 5
"""Names of fewer letters, such as `node` and `mode`, are near each other too often."""


def warn_of_slips(layers: Sequence[Layer], complaints: Complaints) -> None:
    """Warns of each kind of a file that is one slip away from a kind which it did not declare itself: a rulebook's or a used file's."""
    known: dict[str, tree.Name] = {}
    for layer in layers:
        books = [item for book in layer.items if isinstance(book, Rulebook) for item in book.items]
        known |= {each.name.text: each.name for each in _kinds(books)}
        own = [each.name for each in _kinds(layer.items) if each.name.text not in known]
        for name in own:
            for other in known.values():
                if one_slip_apart(name.text, other.text):
                    complaints.take(Refused(_warning(name, other)))
        known |= {name.text: name for name in own}


def one_slip_apart(word: str, other: str) -> bool:
    """Whether one letter too many, too few or wrong, or two neighbours in each other's place, make one word of the other."""
    short, long = sorted((word, other), key=len)
    if len(long) < SHORT or len(long) - len(short) > 1 or word == other:
        return False
    start = next((place for place, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    rest, longer = short[start:], long[start:]
    if len(rest) < len(longer):
        return rest == longer[1:]
    return rest[1:] == longer[1:] or (rest[:2] == longer[1::-1] and rest[2:] == longer[2:])


def _kinds(items: Iterable[object]) -> Iterable[tree.KindDecl]:
    return (item for item in items if isinstance(item, tree.KindDecl))


def _warning(name: tree.Name, other: tree.Name) -> Diagnostic:
    return Diagnostic(
        Code.DRN601,
        f"`{name.text}` is a new kind, and there is the kind `{other.text}`",
        name.span,
        notes=(Note(f"`{other.text}` is declared here", other.span),),
        help=f"if `{other.text}` is meant, write so; if not, a name less like it is harder to mistake",
        fix=Fix(name.span, other.text),
    )
