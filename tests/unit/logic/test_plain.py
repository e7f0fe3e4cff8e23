"""Which questions are plain, and what stands in the way of those that are not (docs/semantics.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkspec.logic.plain import obstacle
from checkspec.theory.load import load

KINDS = """kind label { size: count }
kind node { event made }
kind pod {
  on node
  event born, due = max(born, born + 1s)
  state ready
  state fine = some label l where l.size > 1
  state good = fine
}
kind watcher { lag: duration  sees pod within lag }
kind hat { on hat? }
kind shoe { on shoe }
label L
shoe S
watcher W { lag: 1s }
define above(l: label) = some label m where m.size > l.size
define top(l: label) = if W.lag = 1s: (every label m: m.size < l.size)
define glimpse = seen by W: every pod: ready
"""
PLAIN = (
    "every label l: l.size = 1",
    "some label l: every label m: m.size > l.size",
    "some label l where above(l)",
    "not (every label l: above(l))",
    "no label l where above(l)",
    "no label l where l.size = 1: above(l)",
    "if (every label l: above(l)): W.lag = 1s",
    "every label l: some pod p where p is born",
    "always: every pod: ready",
    "not (always: not (some pod: ready))",
    "not (always: seen by W: every pod: ready)",
    "some pod p where p is born; always: every pod p: p is good",
    "count(label where size = 2) >= 2",
    "some pod p where p is born; every pod p: at p.born: p is fine",
    "some pod p where p is born; every pod p: p.born < p.due",
    "every pod p: some pod q where q.born > p.due",  # nobody need be there
    "every hat h: h.hat is none",
    "every shoe s: s.shoe = S; no other shoe",
    "some hat h: h.hat is none; no other hat",
    "no other label; every label l: above(l)",
    "(no other label) and (every label l: above(l))",
    "no other label; count(label where size = 2) < L.size",
    "some pod p where p is born; every pod p: p.node is made; every node n: some pod p where p.node = n; no other pod",
)
LABELS = "label → label"
NOT_PLAIN = {
    "every label l: above(l)": LABELS,
    "no label l where not above(l)": LABELS,
    "no label l where top(l)": LABELS,
    "not (some label l where not above(l))": LABELS,
    "no label l where l.size = 1: not above(l)": LABELS,
    "if W.lag = 1s: (every label l: above(l))": LABELS,
    "every label l: count(label m where m.size = 2) = 1": LABELS,
    "no other label where size = 1; every label l: above(l)": LABELS,
    "some hat h: h.hat is none": "hat → hat",
    "every shoe s: s.shoe = S": "shoe → shoe",
    "always: some pod: ready": "instants → pod → instants",
    "always: some pod p where p is good": "instants → pod → instants",
    "some pod p where p is born; every node n: some pod p where p.node = n": "pod → node → pod",
    "always: seen by W: every pod: ready": "`seen by` under `always`",
    "always: glimpse": "`seen by` under `always`",
    "always: every label l where above(l): glimpse": "`seen by` under `always`",
    "count(label where size = 2) < L.size": "a count that is not compared with a number",
    "every label l: count(label m where m.size = 2) >= l.size": "a count that is not compared with a number",
}


def way(tmp_path: Path, *lines: str) -> str | None:
    """What stands in the way of a world in which all lines are true."""
    file = tmp_path / "spec.drn"
    file.write_text(KINDS + "".join(f"assume {line}\n" for line in lines) + "promise nothing: W.lag = 1s\n")
    (theory,) = load(file).theories
    return obstacle(theory, [line.formula for line in theory.lines])


@pytest.mark.parametrize("line", PLAIN)
def test_plain(tmp_path: Path, line: str) -> None:
    assert way(tmp_path, *line.split("; ")) is None


@pytest.mark.parametrize(("line", "cycle"), NOT_PLAIN.items())
def test_not_plain(tmp_path: Path, line: str, cycle: str) -> None:
    assert way(tmp_path, *line.split("; ")) == cycle
