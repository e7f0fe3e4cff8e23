"""Which rules are idle: each rule, default and definition of a rulebook is dropped or weakened, one at a time, and something must notice.

`python tests/idle/run.py [--rulebook NAME] [--only TEXT] [--jobs N]` prints for each mutant which expectation of `specs/` or of the rows of
`tests/conformance` is missed first, and at the end the mutants that nothing notices, each with its reason from `reasons.md`. The exit code
is 1 if one has no reason, or a reason is not needed. What was asked already is remembered in `.idle/`, by the contents of all that counts.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from checkspec.theory.files import RULEBOOKS, read
from idle.mutants import Mutant, mutants
from idle.reasons import REASONS, read_reasons
from idle.units import ROOT, Books, Trial, Unit, candidates, digest, examine, loads, parse_once, texts, words

MEMORY = ROOT / ".idle"
T = TypeVar("T")
R = TypeVar("R")


class Memory:
    """A file of answers by the contents of what was asked."""

    def __init__(self, name: str) -> None:
        self._path = MEMORY / f"{name}.json"
        self.known: dict[str, Any] = json.loads(self._path.read_text("utf-8")) if self._path.exists() else {}

    def keep(self, keys: set[str]) -> None:
        """Write it down; of what is not asked any more, only a thousand answers."""
        old = [key for key in self.known if key not in keys][:-1000]
        self._path.parent.mkdir(exist_ok=True)
        self._path.write_text(json.dumps({key: value for key, value in self.known.items() if key not in old}), "utf-8")


def well_formed(rulebook: str, source_text: str, found: Sequence[Mutant]) -> list[Mutant]:
    """The mutants less those that are no rulebook at all, and those that are another one once more."""
    kept: dict[str, Mutant] = {}
    for mutant in found:
        one_sided = re.match(r"[<>]= in ", mutant.part)
        if mutant.text != source_text and mutant.text not in kept and (not one_sided or loads(rulebook, mutant.text)):
            kept[mutant.text] = mutant
    return list(kept.values())


def machinery(rulebook: str) -> str:
    """All that an answer rests on besides the mutant and the text, as one word."""
    files = sorted([*(ROOT / "model").rglob("*.py"), *(ROOT / "grammar").glob("*.lark"), *RULEBOOKS.glob("*.drn")])
    return digest(*(path.read_text("utf-8") for path in files if path.stem != rulebook))


def near(source: str, mutant: Mutant) -> frozenset[str]:
    """The rules that mention what a mutant defines, also by way of other definitions."""
    if mutant.formula or mutant.subject.startswith("default"):
        return frozenset({mutant.subject})
    statements = re.split(r"\n(?=rule |define |  state |  event |kind )", source)
    names, rules = {mutant.subject.split()[1].split(".")[-1]}, set()
    for _ in range(4):
        for each in statements:
            if any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", each) for name in names):
                if match := re.match(r'rule "[^"]*"', each):
                    rules.add(match[0])
                elif match := re.match(r"(?:define|  state|  event) ([\w-]+)", each):
                    names.add(match[1])
    return frozenset(rules)


class Work:
    """All that is asked about one rulebook."""

    def __init__(self, rulebook: str, folder: Path) -> None:
        self.rulebook = rulebook
        self.source = read(RULEBOOKS / f"{rulebook}.drn", f"{rulebook}.drn")
        self.mutants = well_formed(rulebook, self.source.text, list(mutants(self.source)))
        self.texts = {each.name: each for each in texts(folder) if each.uses(rulebook)}
        self.units: list[Unit] = []
        self.words = {name: words(text.whole) for name, text in self.texts.items()}
        self.machinery = machinery(rulebook)
        self.probes = {number: each for number, each in enumerate(self.mutants) if each.formula and each.sort not in ("dropped", "weaker")}

    def examined(self, jobs: int) -> None:
        """Find the units."""
        memory = Memory(f"{self.rulebook}-units")
        numbers = digest(self.source.text, self.machinery, *(each.title for each in self.mutants))
        keys = {name: digest(numbers, text.whole) for name, text in self.texts.items()}
        new = [name for name, key in keys.items() if key not in memory.known]
        for name, found in zip(new, side_by_side(self.examine, new, jobs), strict=True):
            memory.known[keys[name]] = [
                [unit.theory, unit.promise, unit.seconds, sorted(unit.lines), sorted(unit.there), sorted(unit.broken)] for unit in found
            ]
        memory.keep(set(keys.values()))
        for name, key in keys.items():
            for theory, promise, seconds, lines, there, broken in memory.known[key]:
                self.units.append(Unit(name, theory, promise, seconds, frozenset(lines), frozenset(there), frozenset(broken)))

    def examine(self, name: str) -> list[Unit]:
        parse_once()
        return examine(self.texts[name], self.rulebook, self.source.text, self.probes)

    def name_of(self, unit: Unit) -> str:
        return f"{digest(self.texts[unit.file].whole)}:{unit.theory}:{unit.promise}"

    def key_of(self, mutant: Mutant) -> str:
        return digest(mutant.text, self.machinery)

    def tried(self, asked: tuple[int, dict[str, Any]]) -> dict[str, Any]:
        """Who notices a mutant; `asked`: its number, and what is known of it."""
        number, known = asked
        mutant, passed = self.mutants[number], set(known.get("passed", []))
        able = candidates(mutant, number, self.units, near(self.source.text, mutant), self.words)
        if "by" in known and known["by"] in {self.name_of(unit) for unit in able}:
            return known
        parse_once()
        with Books(self.rulebook, mutant.text) as books:
            trial = Trial(mutant, books)
            for unit in able:
                if self.name_of(unit) in passed:
                    continue
                undecided = len(trial.undecided)
                noticed = trial.noticed(self.texts[unit.file], unit)
                if noticed:
                    return {"by": self.name_of(unit), "notice": noticed, "passed": sorted(passed)}
                if len(trial.undecided) == undecided:
                    passed.add(self.name_of(unit))
        return {"passed": sorted(passed), "undecided": trial.undecided}


_WORK: Callable[[Any], Any]


def _begin(work: Callable[[Any], Any]) -> None:
    global _WORK
    _WORK = work


def _go(part: Any) -> Any:
    return _WORK(part)


def side_by_side(work: Callable[[T], R], parts: Sequence[T], jobs: int) -> Iterator[R]:
    """The results of parts of work, in their order, each as soon as it is there."""
    if jobs == 1 or len(parts) < 2:
        yield from map(work, parts)
        return
    with multiprocessing.get_context("fork").Pool(jobs, _begin, (work,), maxtasksperchild=25) as pool:
        yield from pool.imap(_go, parts)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Drops or weakens each rule, default and definition, and tells what notices it.")
    parser.add_argument("--rulebook", default="kubernetes")
    parser.add_argument("--only", default="", help="only mutants with this text in their title")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        work = Work(options.rulebook, Path(folder))
        print(f"what the promises of {len(work.texts)} texts rest on …", flush=True)
        work.examined(options.jobs)
        memory = Memory(f"{options.rulebook}-mutants")
        chosen = [number for number, mutant in enumerate(work.mutants) if options.only in mutant.title]
        print(f"{len(chosen)} mutants of {options.rulebook}.drn, {len(work.units)} promises that may notice them", flush=True)
        parts = [(number, memory.known.get(work.key_of(work.mutants[number]), {})) for number in chosen]
        survivors: list[tuple[Mutant, list[str]]] = []
        by_specs = by_rows = 0
        try:
            for number, result in zip(chosen, side_by_side(work.tried, parts, options.jobs), strict=True):
                mutant = work.mutants[number]
                memory.known[work.key_of(mutant)] = result
                notice = result.get("notice", "")
                print(f"{options.rulebook}.drn:{mutant.line} {mutant.title}\n    {notice or 'NOTHING NOTICES IT'}", flush=True)
                if number % 10 == 0:
                    memory.keep(set(memory.known))
                by_rows += notice.startswith("row ")
                by_specs += bool(notice) and not notice.startswith("row ")
                if not notice:
                    survivors.append((mutant, result["undecided"]))
        finally:
            memory.keep({work.key_of(mutant) for mutant in work.mutants})
        return summary(work, chosen, survivors, by_specs, by_rows, time.monotonic() - begin)


def summary(
    work: Work, chosen: Sequence[int], survivors: Sequence[tuple[Mutant, list[str]]], by_specs: int, by_rows: int, seconds: float
) -> int:
    """Print the survivors, each with its reason; the exit code."""
    asked = [work.mutants[number] for number in chosen]
    reasons = read_reasons(REASONS.read_text("utf-8"), work.rulebook) if REASONS.exists() else []
    bare = 0
    print(f"\n{len(asked)} mutants: {by_specs} noticed by specs, {by_rows} by rows, {len(survivors)} by nothing; {seconds:.0f} s")
    for mutant, undecided in survivors:
        why = next((reason.why for reason in reasons if reason.is_about(mutant)), "")
        bare += not why
        print(f"\n{work.rulebook}.drn:{mutant.line} {mutant.title}\n    {why or 'NO REASON'}")
        for place in undecided:
            print(f"    undecided in time: {place}")
    idle = [
        reason
        for reason in reasons
        if not any(reason.is_about(mutant) for mutant, _ in survivors)
        and (len(asked) == len(work.mutants) or any(reason.is_about(mutant) for mutant in asked))
    ]
    for reason in idle:
        print(f"\nthis reason has no survivor: {reason.title}")
    return 1 if bare or idle else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
