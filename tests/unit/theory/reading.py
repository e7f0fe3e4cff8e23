"""Small texts as specs, typed nodes as short words, and what is said about texts that are refused."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from checkspec.text.diagnostic import Diagnostic, Refused
from checkspec.text.source import Span
from checkspec.theory import typed
from checkspec.theory.load import load
from checkspec.theory.typed import Formula, Spec, Theory

DRAFTS = Path(__file__).parent / "drafts"
RULEBOOKS = DRAFTS / "rulebooks"

KINDS = """\
kind service {
  open: bool = false
  mode: Cluster | Local = Cluster
}
kind endpoint {
  of service
  on node?
  preStop: duration = 5s
  total: duration = preStop + 1s
  limit: duration?
  cores: count
  event deleted, exited
  event due = deleted + preStop
  state ready
  state serving = ready and not deleted
}
kind node { event lost }
kind consumer {
  of service
  lag: duration?
  mode: Cluster | Local
  sees endpoint within lag
}
kind request {
  on endpoint
  via consumer?
  work: duration
  event sent, received
}
"""
"""A little world of its own, for tests that need one; each test appends to it."""

NAMED = """\
service web
endpoint A, B of web
consumer proxy of web { lag: 0s }
request R1, R2 on A via proxy
"""
HEAD = KINDS + NAMED


def spec(text: str, others: dict[str, str] | None = None, rulebooks: Path = RULEBOOKS) -> Spec:
    """The spec of a text, with other files beside it."""
    with TemporaryDirectory() as folder:
        return _loaded(Path(folder), text, others or {}, rulebooks)


def base(text: str) -> Theory:
    """The base scenario of a text that follows `HEAD`."""
    return spec(HEAD + text).theories[0]


def refusal(text: str, others: dict[str, str] | None = None, rulebooks: Path = RULEBOOKS) -> tuple[Diagnostic, ...]:
    """What is said about a text that must be refused."""
    try:
        spec(text, others, rulebooks)
    except Refused as refused:
        return refused.diagnostics
    raise AssertionError("the text was not refused")


def complaints(text: str) -> list[str]:
    """`CODE message` of everything that is said about a text that follows `HEAD`."""
    return [f"{each.code.name} {each.message}" for each in refusal(HEAD + text)]


def complaint(text: str) -> str:
    """The only thing that is said about a text that follows `HEAD`."""
    [only] = complaints(text)
    return only


def _loaded(folder: Path, text: str, others: dict[str, str], rulebooks: Path) -> Spec:
    (folder / "pyproject.toml").touch()
    for name, other in others.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(other, encoding="utf-8")
    main = folder / "main.drn"
    main.write_text(text, encoding="utf-8")
    return load(main, rulebooks=rulebooks)


def assumed(text: str) -> str:
    """The shape of the last assumption of a text that follows `HEAD`."""
    return shape([line for line in base(text).lines if line.role is typed.Role.ASSUMPTION][-1].formula)


def labels(theory: Theory, role: typed.Role, offer: str | None = None) -> list[str]:
    """The labels of the lines of one role, in their order."""
    return [line.label for line in theory.lines_for(offer) if line.role is role]


def line(theory: Theory, label: str) -> Formula:
    """The formula of the line of that label."""
    [only] = [each for each in theory.lines if each.label == label]
    return only.formula


def shape(node: object) -> str:
    """A typed node in short: its class and its parts, declarations by their names, places left out."""
    if isinstance(node, typed.Variable | typed.Individual | typed.Quantity | typed.Field | typed.Event | typed.State | typed.Kind):
        return node.name
    if isinstance(node, typed.Constant):
        return _number(node.value) if isinstance(node.value, Fraction) and not isinstance(node.value, bool) else str(node.value)
    if isinstance(node, typed.FieldOf):
        return f"{shape(node.subject)}.{node.field.name}"
    if isinstance(node, typed.Moment):
        return f"{shape(node.subject)}.{node.event.name}"
    if isinstance(node, typed.ObservationInstant):
        return f"@{node.name}"
    if isinstance(node, tuple):
        return f"[{' '.join(shape(part) for part in node)}]"
    if is_dataclass(node) and not isinstance(node, type):
        parts = [getattr(node, each.name) for each in fields(node) if each.name != "population"]
        return f"{type(node).__name__}({' '.join(shape(part) for part in parts if not isinstance(part, Span))})"
    return str(node)


def _number(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else str(value)
