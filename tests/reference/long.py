"""The same comparison as the tests make, for as long as one likes: `python tests/reference/long.py --runs 10000`.

Prints what was seen, and ends with 1 if something was that `differences.py` does not explain.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

if __name__ == "__main__":
    ROOT = Path(__file__).resolve().parents[2]
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "model")]

from reference.differences import ALLOWED, FORBIDDEN
from reference.findings import Findings, broken_beyond, broken_by, near, runs
from reference.rulebook import rules
from reference.scopes import SCOPES


def main() -> int:
    """Look and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=10000, help="random runs; the other numbers follow")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--all", action="store_true", help="every world of the small scopes, not a sample (some minutes)")
    options = parser.parse_args()
    began = time.monotonic()
    bad = _runs(options.runs, options.first) + _beyond(options.runs) + _worlds(options.runs, options.first, options.all)
    print(f"{bad} unexplained, {time.monotonic() - began:.0f} s")
    return 1 if bad else 0


def _runs(count: int, first: int) -> int:
    broken = broken_by(runs(count, first=first), rules())
    print(f"{count} runs: {'every rule is kept in each' if not broken else 'rules are broken'}")
    _list(broken)
    return len(broken)


def _beyond(count: int) -> int:
    bad = 0
    print("what the rulebook leaves out, and the rules that forbid it:")
    for entry in FORBIDDEN:
        found = broken_beyond(entry, rules(), at_least=count // 20, at_most=max(count, 4000))
        bad += found != entry.rules
        print(f"  {entry.name}: {'as listed' if found == entry.rules else sorted(found ^ entry.rules)}")
    return bad


def _worlds(count: int, first: int, every: bool) -> int:
    findings = Findings()
    for name, (worlds, some) in SCOPES.items():
        before = findings.worlds, findings.allowed
        findings.look(worlds(None if every else Random(first + 2), max(some, count // 2)), rules())
        print(f"{name}: {findings.worlds - before[0]} worlds, {findings.allowed - before[1]} of them allowed")
    before = findings.worlds, findings.allowed
    findings.look(near(count // 5, 8, rules(), first), rules())
    print(f"near runs: {findings.worlds - before[0]} worlds, {findings.allowed - before[1]} of them allowed")
    before = findings.worlds, findings.allowed
    findings.sample(range(first, first + count // 40))
    print(f"from the solver: {findings.worlds - before[0]} worlds")
    print("allowed, and impossible in the model:")
    _list(findings.impossible)
    print("possible in the model, and forbidden:")
    _list(findings.forbidden)
    unseen = [each.key for each in ALLOWED if each.key not in findings.impossible]
    print(f"never seen: {', '.join(unseen)}" if unseen else "every entry of the list was seen")
    print(f"not felt: {', '.join(sorted(rules().labels - set(findings.felt)))}")
    for each in sorted(findings.unexplained):
        print(f"UNEXPLAINED {each}")
    return len(findings.unexplained)


def _list(found: Counter[str]) -> None:
    for what, times in found.most_common():
        print(f"  {times:6} {what}")


if __name__ == "__main__":
    sys.exit(main())
