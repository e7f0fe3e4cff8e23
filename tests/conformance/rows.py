"""The rows of the tables beside this file: which are asked, and the question that each becomes.

`python tests/conformance/rows.py FILE.json…` asks the rows of any tables of the same form and prints those that get another answer;
`--show NAME FILE.json` prints the text of one row.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from checkspec.answer.limits import Limits
from checkspec.checking import answers_of
from checkspec.report.outcome import Outcome, Telling, comparisons
from checkspec.theory.load import load
from conformance import hints, pods, proxies
from conformance.text import Data

HERE = Path(__file__).parent
FILES = sorted((HERE / "data").glob("*.json"))
LIMITS = Limits(60.0, 2000)

ASKED: dict[str, Callable[[Data, Data], str]] = {
    "conditions": pods.conditions,
    "membership": pods.membership,
    "missingNode": pods.missing_node,
    "publishBulk": pods.publish_bulk,
    "hints": hints.hints,
    "categorize": proxies.categorize,
    "flows": proxies.flows,
    "healthCheck": proxies.health_check,
    "udpFlows": proxies.udp_flow,
    "routeMatrix": proxies.route,
}
"""Groups of tables, and what makes a question of a row of each. A group `supplement` has rows of several forms."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a group, and the text that asks what upstream says about it."""

    group: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Unasked:
    """A row that is not asked, and why."""

    group: str
    name: str
    reason: str


def rows(path: Path) -> Iterator[Row | Unasked]:
    """Every row of a file of tables."""
    tables = json.loads(path.read_text("utf-8"))
    unasked = tables.get("notAsked", {})
    for name, group in tables["groups"].items():
        for row in _matrix(group) if "rows" in group else group["cases"]:
            if name in unasked or name not in {*ASKED, "supplement"}:
                yield Unasked(name, row["id"], unasked.get(name, ""))
            else:
                yield Row(name, row["id"], _asker(name, row)(row, group) + "\n")


def misses(text: str, folder: Path) -> list[str]:
    """What a text expects and does not get. It is checked as a user's spec is, for its verdicts alone."""
    path = folder / "row.drn"
    path.write_text(text, "utf-8")
    spec = load(path)
    outcome = Outcome(str(path), spec.theories, tuple(answers_of(spec, LIMITS, Telling(nothing=True))))
    said = []
    for each in comparisons(outcome):
        if not each.met:
            got = each.answer and each.answer.verdict.name + (" vacuously" if each.answer.vacuous else "")
            said.append(f"{each.theory.case or ''} {each.expectation.promise}: expected {each.expectation.verdict}, got {got}".strip())
    assert any(theory.expectations for theory in spec.theories)
    return said


def _asker(group: str, row: Data) -> Callable[[Data, Data], str]:
    if group != "supplement":
        return ASKED[group]
    return proxies.categorize if "endpoints" in row else pods.conditions


def _matrix(group: Data) -> Iterator[Data]:
    """Each row of the matrix in each configuration, less what the configuration changes of it."""
    for config in group["configs"]:
        changed = {(each["from"], each["to"], each["service"]): each for each in config["overrides"]}
        for number, plain in enumerate(group["rows"]):
            key = (plain["from"], plain["to"], plain["service"])
            row = {**plain, **changed.get(key, {})}
            twin = any((each["from"], each["to"], each["service"]) == key for each in group["rows"][:number])
            name = "-".join(["from", row["from"], "to", row["to"], "of", row["service"], *(["again"] if twin else [])])
            yield {**row, "id": f"{config['id']}-{name}", "config": config, "service": group["services"][row["service"]]}


def main(arguments: list[str]) -> int:
    show = arguments[1] if arguments[:1] == ["--show"] else None
    asked = missed = unasked = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in arguments[2:] if show else arguments:
            for row in rows(Path(path)):
                if isinstance(row, Unasked):
                    unasked += 1
                elif show is not None:
                    print(row.text if row.name == show else "", end="")
                else:
                    asked += 1
                    found = misses(row.text, Path(folder))
                    missed += bool(found)
                    print("".join(f"{row.group} {row.name}: {each}\n" for each in found), end="", flush=True)
    if show is None:
        print(f"{asked} rows asked, {missed} with another answer; {unasked} not asked")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
