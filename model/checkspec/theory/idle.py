"""What says nothing though it seems to: a span without an instant, releases that choose nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checkspec.language import tree
from checkspec.language.tree import Expression
from checkspec.text.codes import Code
from checkspec.text.node import Node
from checkspec.text.source import Span
from checkspec.theory.complaints import Complaints
from checkspec.theory.files import Layer, in_order

LEAVES = (Span, tree.Name, tree.Text)


def warn_of_the_idle(layers: Iterable[Layer], release: str | None, complaints: Complaints) -> None:
    """Warns of the rules of these layers whose releases choose nothing (`release`: the one that was chosen), and of empty spans."""
    for layer in layers:
        for item in layer.items:
            if isinstance(item, tree.RuleDecl):
                _releases(item, release, complaints)
            if isinstance(item, Node) and "until" in _text(item):
                for span in _spans(item):
                    _empty(span, complaints)


def _text(item: object) -> str:
    span = getattr(item, "span", None)
    return span.text if isinstance(span, Span) else ""


def _releases(rule: tree.RuleDecl, release: str | None, complaints: Complaints) -> None:
    since, until = rule.since, rule.until
    if since is not None and until is not None and not in_order(since.text, until.text):
        complaints.add(
            Code.DRN602,
            f"no release is from `{since.text}` up to and with `{until.text}`: this rule never counts",
            since.span.to(until.span),
            help=f"write `since {until.text} until {since.text}`, or take one of the two out",
        )
    elif release is None and (bound := since or until) is not None:
        said = f"{'since' if bound is since else 'until'} {bound.text}"
        complaints.add(
            Code.DRN602,
            f"`{said}` chooses nothing, for no release is chosen: this rule always counts",
            bound.span,
            help="leave it out, or choose a release with the `use` line of a rulebook that has releases",
        )


def _spans(part: object) -> Iterator[tree.During]:
    if isinstance(part, tree.During):
        yield part
    if isinstance(part, Node) and not isinstance(part, LEAVES):
        for name in part.__match_args__:
            value = getattr(part, name)
            for each in value if value.__class__ is tuple else (value,):
                yield from _spans(each)


def _empty(during: tree.During, complaints: Complaints) -> None:
    start, end = during.start, during.end
    if start is None or end is None:
        return
    same = _read(start) == _read(end)
    numbers = [each.value for each in (start, end) if isinstance(each, tree.Constant) and each.value is not None]
    if not same and (len(numbers) < 2 or numbers[0] < numbers[1]):
        return
    first, last = (" ".join(each.span.text.split()) for each in (start, end))
    complaints.add(
        Code.DRN603,
        f"the span from `{first}` until `{last}` {'begins where it ends' if same else 'ends before it begins'}: it has no instant",
        start.span.to(end.span),
        help=f"of one instant it is said with `at {first}: …`" if same else f"write `from {last} until {first}: …`",
    )


def _read(instant: Expression) -> object:
    """What two instants have in common that are the same however they are written."""
    if isinstance(instant, tree.Constant):
        return instant.value
    return [each.text for each in instant.names] if isinstance(instant, tree.Path) else instant.span.text.split()
