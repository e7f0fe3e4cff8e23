"""Asks what a promise requires, and sets values in a text."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema

import checkspec as package
from checkspec.answer.limits import Limits
from checkspec.checking import required
from checkspec.report.require_data import requirement_document
from checkspec.theory.load import load
from cli.command import ROOT

SCHEMA = json.loads((ROOT / "docs" / "require.schema.json").read_text("utf-8"))
SECONDS = {"ms": Fraction(1, 1000), "s": Fraction(1), "m": Fraction(60), "h": Fraction(3600)}


def commands(spec: Path) -> Iterator[tuple[str, str]]:
    """The promise and what is free of each command that a spec's comment shows."""
    for line in re.findall(r"^# \$ checkspec require (.*)$", spec.read_text("utf-8"), re.MULTILINE):
        _, promise, option, free = shlex.split(line)
        assert option == "--free"
        yield promise, free


def asked(path: Path, promise: str, free: str | None, at: str | None = None, case: str | None = None) -> dict[str, Any]:
    """What the promise requires, as the document says it."""
    found = required(load(path), promise, case, at, free, Limits())
    document = json.loads(requirement_document(found, path.name, package.__version__))
    jsonschema.validate(document, SCHEMA)
    data: dict[str, Any] = document["require"]
    return data


def within(region: list[list[str]], point: Mapping[str, Fraction | str]) -> bool:
    """Whether a point lies in a region, by what the bounds say: the language is near enough to Python."""
    return any(all(_true(bound, point) for bound in cell) for cell in region)


def _true(bound: str, point: Mapping[str, Fraction | str]) -> bool:
    left, operator, right = re.fullmatch(r"(.*?) (<=|>=|<|>|=|!=) (.*)", bound).groups()  # type: ignore[union-attr]
    one, other = _value(left, point), _value(right, point)
    return {
        "<=": lambda: one <= other, ">=": lambda: one >= other, "<": lambda: one < other, ">": lambda: one > other,
        "=": lambda: one == other, "!=": lambda: one != other,
    }[operator]()  # fmt: skip


def _value(side: str, point: Mapping[str, Fraction | str]) -> Any:
    if side not in point and re.fullmatch(r"[A-Za-z][\w-]*", side):
        return side  # a choice or a truth value
    total: Any = Fraction(0)
    for part in side.split(" + "):
        product: Any = Fraction(1)
        for factor in part.split(" * "):
            if isinstance(point.get(factor), str):
                return point[factor]
            product *= point[factor] if factor in point else number(factor)
        total += product
    return total


def number(text: str) -> Fraction:
    """`1m30s`, `250ms`, `3`."""
    parts = re.findall(r"([0-9.]+)(ms|s|m|h)?", text)
    return sum((Fraction(value) * SECONDS.get(unit, Fraction(1)) for value, unit in parts), Fraction(0))


def written(value: Fraction | str) -> str:
    """A duration as the language writes it."""
    return value if isinstance(value, str) else f"{int(value * 1000)}ms"


def with_region(text: str, free: list[str], region: list[list[str]]) -> str:
    """The text without values for what is free, and with the region as an assumption, in a case `probe` at its end."""
    for name in free:
        text = re.sub(rf"^quantity {name}: (\w+) = .*$", rf"quantity {name}: \1", text, flags=re.MULTILINE)
    settings = "\n".join(f"  {name}: unknown" for name in free if "." in name)
    cells = " or ".join(f"({' and '.join(cell)})" for cell in region)
    return f"{text}\ncase probe {{\n{settings}\n  assume {cells}\n}}\n"


def with_values(text: str, point: Mapping[str, Fraction | str]) -> str:
    """The text with these values: fields in a case `probe` at its end, quantities where they stand."""
    for name, value in point.items():
        if "." not in name:
            text = re.sub(rf"^quantity {name}: (\w+).*$", rf"quantity {name}: \1 = {written(value)}", text, flags=re.MULTILINE)
    settings = "\n".join(f"  {name}: {written(value)}" for name, value in point.items() if "." in name)
    return f"{text}\ncase probe {{\n{settings}\n}}\n"
