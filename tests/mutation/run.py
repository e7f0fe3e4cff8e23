"""The evaluator and the encoder made wrong in one place, many times over, and whether the tests notice.

`python tests/mutation/run.py [--sample N] [--seed S] [--only TEXT]` takes N mutants (0: all), always the same for one seed, and runs for
each the tests of `SUITE` until one fails. It prints each mutant with what killed it, and at the end the rate and the survivors. The exit
code is 1 if fewer than nine of ten were killed.

A mutant is never on disk: the tests run in a process of their own, forked from this one, into which the module is loaded from the changed
text. What was killed once is remembered in `build/mutation/`, by the contents of the changed module; what survived is tried again.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import importlib.abc
import importlib.util
import json
import os
import random
import re
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

import pytest
import z3

import checkspec.theory.load as loading
from mutation.equivalent import EQUIVALENT, PACKAGE, read_equivalent
from mutation.mutants import Mutant, left_out, modules, mutants

ROOT = PACKAGE.parents[1]
FOLDER = ROOT / "build" / "mutation"
MEMORY = 4 << 30
SUITE = (
    "tests/unit/meaning/test_atoms.py",
    "tests/unit/meaning/test_time.py",
    "tests/unit/meaning/test_knowledge.py",
    "tests/unit/meaning/test_replay.py",
    "tests/unit/logic",
    "tests/kernel/test_kernel.py::test_verdicts",
    "tests/fuzz/test_traps.py::test_traps_are_passed",
    "tests/kernel/test_kernel.py::test_a_clash_is_a_smallest_set",
    "tests/kernel/test_kernel.py::test_what_breaks_at_one_instant_only_says_so",
    "tests/kernel/test_worlds.py::test_broken_worlds_replay",
    "tests/fuzz/test_traps.py::test_disagreements_do_not_come_back",
    "tests/unit/meaning/test_constancy.py",
    "tests/fuzz/test_generated.py::test_evaluator_and_solver_agree[13]",
    "tests/fuzz/test_generated.py::test_evaluator_and_solver_agree[10]",
)
"""From quick to slow. Not the encoders that are wrong on purpose (`tests/fuzz/mutants.py`): these notice any change of the source."""
SLOW = ("k10", "k13")
"""Cases of the kernel that take longer than all the others together."""
PATIENCE = 15.0
"""Seconds for a question of the kernel's: the others take one or two, and a mutant that asks without end shall not have two minutes."""


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module of the model in another text than the one on disk."""

    def __init__(self, mutant: Mutant, text: str) -> None:
        self._name = "checkspec." + mutant.module.removesuffix(".py").replace("/", ".")
        self._path, self._text = str(mutant.path), text

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self, origin=self._path) if name == self._name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._text, self._path, "exec"), module.__dict__)


def tests(mutant: Mutant | None, text: str, output: int) -> int:
    """Run the suite in this process, with the mutant if there is one. The exit code."""
    os.dup2(output, 1)
    os.dup2(output, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if mutant is not None:
        sys.meta_path.insert(0, Changed(mutant, text))
    cases = importlib.import_module("kernel.cases")
    cases.LIMITS = replace(cases.LIMITS, timeout=PATIENCE)
    but = " and ".join(f"not {each}" for each in SLOW)
    suite = [each for each in SUITE if mutant is None or "unit/meaning" not in each or mutant.module.startswith("meaning")]
    return int(pytest.main([f"--rootdir={ROOT}", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", but, *suite]))


def apart(work: Callable[[int], int], timeout: float) -> tuple[int, str, float]:
    """Do work in a process of its own, given where to print. Its exit code (-1: it was stopped after `timeout` seconds), what it printed,
    and how long it took."""
    path = FOLDER / "output"
    begin = time.monotonic()
    with path.open("w+b") as output:
        child = os.fork()
        if child == 0:
            code = 70
            try:
                os.setsid()
                code = work(output.fileno())
            finally:
                os._exit(code)
        status: int | None = None
        while status is None and time.monotonic() - begin < timeout:
            ended, found = os.waitpid(child, os.WNOHANG)
            status = os.waitstatus_to_exitcode(found) if ended else None
            time.sleep(0.02)
        if status is None:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
        printed = path.read_text("utf-8", "replace")
    return -1 if status is None else status, printed, time.monotonic() - begin


def killer(code: int, printed: str) -> str:
    """What noticed a mutant, from what the tests printed."""
    if code < 0:
        return "it came to no end" if code == -1 else f"signal {-code}"
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", printed, re.MULTILINE)
    return found[1].removeprefix("tests/") if found else "the tests do not begin"


def chosen(number: int, seed: int, only: str) -> Iterator[tuple[Mutant, str, str]]:
    """The mutants to try, each with the source of its module and the changed one."""
    sources = {module: (PACKAGE / module).read_text("utf-8") for module in modules()}
    known = read_equivalent(EQUIVALENT.read_text("utf-8"))
    everything = [each for module, source in sources.items() for each in mutants(module, source)]
    everything = [each for each in everything if only in each.title]
    random.Random(seed).shuffle(everything)
    print(f"{len(everything)} places", flush=True)
    counted: Counter[str] = Counter()
    for mutant in everything:
        source = sources[mutant.module]
        text = mutant.text(source)
        if text is None:
            counted["no program"] += 1
        elif left_out(mutant, source, text, known):
            counted["equivalent"] += 1
        else:
            counted["tried"] += 1
            yield mutant, source, text
            if counted["tried"] == number:
                break
    print(", ".join(f"{count} {what}" for what, count in sorted(counted.items())))


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Makes the evaluator and the encoder wrong, and tells what notices it.")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only mutants with this text in their title")
    options = parser.parse_args(arguments)
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    memory = FOLDER / "killed.json"
    killed: dict[str, str] = json.loads(memory.read_text("utf-8")) if memory.exists() else {}
    for path in [*ROOT.glob("tests/kernel/*.drn"), *ROOT.glob("tests/fuzz/*/*.drn")]:
        loading.load(path)  # the grammar, and whatever else reading needs, is there for every mutant
    code, printed, whole = apart(lambda output: tests(None, "", output), 1200.0)
    if code:
        print(f"the tests fail as it is:\n{printed}")
        return 2
    print(f"the tests take {whole:.0f} s ({z3.get_version_string()})", flush=True)
    survivors: list[tuple[Mutant, str, str]] = []
    tried, begin = 0, time.monotonic()
    for mutant, source, text in chosen(options.sample, options.seed, options.only):
        key = sha256(f"{mutant.module}\n{text}".encode()).hexdigest()[:16]
        tried += 1
        seconds = 0.0
        if key not in killed:
            code, printed, seconds = apart(lambda output, m=mutant, t=text: tests(m, t, output), 60.0 + whole)  # type: ignore[misc]
            if code:
                killed[key] = killer(code, printed)
                memory.write_text(json.dumps(killed), "utf-8")
            else:
                survivors.append((mutant, source, text))
        print(f"{mutant.title}\n    {seconds:.1f} s: {killed.get(key, 'SURVIVED')}", flush=True)
    for mutant, source, text in survivors:
        print(f"\n{mutant.title}")
        for line in list(difflib.unified_diff(source.splitlines(), text.splitlines(), n=1, lineterm=""))[3:]:
            print(f"    {line}")
    rate = (tried - len(survivors)) / tried if tried else 1.0
    print(f"\n{tried} mutants: {tried - len(survivors)} killed, {len(survivors)} survived, {rate:.1%}; {time.monotonic() - begin:.0f} s")
    return 0 if rate >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
