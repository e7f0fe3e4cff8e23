"""Arguments that cannot be used, and what to write instead: numbers, names of commands, folders, a solver that is not there."""

from __future__ import annotations

import difflib
import math
import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from checkspec.answer.audit import Audit

UNITS = {"ms": 0.001, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600}
SIZES = {"m": 1, "mb": 1, "mib": 1, "g": 1000, "gb": 1000, "gib": 1024}
LONGEST = 1_000_000
LARGEST = 1_000_000
COMMANDS = {"help": "--help", "version": "--version"}


def seconds(_: click.Context, __: click.Parameter, value: object) -> float:
    """A time above 0 in seconds. Raises with what to write instead."""
    found = _number(str(value))
    if found is not None and 0 < found <= LONGEST:
        return found
    unit = re.fullmatch(r"([0-9.]+) *([a-z]+)", str(value).lower())
    amount = (_number(unit[1]) or 0) * UNITS.get(unit[2], 0) if unit else 0
    if 0 < amount <= LONGEST:
        raise click.BadParameter(f"`{value}` has a unit; write the seconds alone, as in `--timeout {amount:g}`")
    raise click.BadParameter(f"`{value}` is no number of seconds above 0 and up to {LONGEST}; write, for example, `--timeout 60`")


def megabytes(_: click.Context, __: click.Parameter, value: object) -> int:
    """A size of at least 1 MB. Raises with what to write instead."""
    size = re.fullmatch(r"([0-9]+) *([a-z]+)", str(value).lower())
    amount = int(size[1]) * SIZES.get(size[2], 0) if size else 0
    if 1 <= amount <= LARGEST:
        raise click.BadParameter(f"`{value}` has a unit; write the megabytes alone, as in `--memory {amount}`")
    return _whole(str(value), "whole number of megabytes", "--memory 2000")


def processes(_: click.Context, __: click.Parameter, value: object) -> int | None:
    """How many promises at once, if that is said. Raises with what to write instead."""
    return None if value is None else _whole(str(value), "whole number", "--jobs 2")


def _whole(value: str, what: str, example: str) -> int:
    found = _number(value)
    if found is None or found != int(found) or not 1 <= found <= LARGEST:
        raise click.BadParameter(f"`{value}` is no {what} from 1 to {LARGEST}; write, for example, `{example}`")
    return int(found)


def _number(text: str) -> float | None:
    """A finite number that is written plainly; None for anything else."""
    try:
        found = float(text)
    except ValueError:
        return None
    return found if math.isfinite(found) and text.isascii() and "_" not in text else None


def misspelt(first: str, commands: Sequence[str], ctx: click.Context) -> None:
    """Raises if the first argument is near the name of a command, and no file's."""
    if first in commands or first.startswith("-") or os.path.exists(first) or os.sep in first or "." in first:
        return
    if first in COMMANDS:
        raise click.UsageError(f"there is no command `{first}`; write `checkspec {COMMANDS[first]}`", ctx)
    near = difflib.get_close_matches(first.lower(), commands, 1, 0.6)
    if near:
        raise click.UsageError(f"there is no command and no file `{first}`; did you mean `checkspec {near[0]} …`?", ctx)


def turned_round(path: str, promise: str | None) -> None:
    """Raises if the promise stands where the file belongs."""
    if promise is not None and not os.path.exists(path) and os.path.isfile(promise):
        raise click.UsageError(f"the file stands before the promise: write `checkspec why {promise} {path}`")


def second_solver() -> str:
    """The name and version of the second solver. Raises if it is not there."""
    from checkspec.logic.second import NoSecondSolver, version

    try:
        return f"cvc5 {version()}"
    except NoSecondSolver:
        raise click.UsageError("--confirm needs cvc5; `pip install cvc5` brings it") from None


def audit_of(folder: str | None, confirm: bool) -> Callable[[str], Audit]:
    """What is to be done with the questions of a file, by its name. Raises if the folder cannot be used."""
    from pathlib import Path

    from checkspec.answer.audit import Audit

    if folder is not None:
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.BadParameter(f"{folder} cannot be made: {error.strerror}", param_hint="'--smt'") from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise click.BadParameter(f"{folder} cannot be written to", param_hint="'--smt'")
    return lambda name: Audit(name, None if folder is None else Path(folder), confirm)
