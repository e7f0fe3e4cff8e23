"""How long things take, as ratios of whole processes taken side by side. Run by `make bench`; no test.

Each round runs every command once, in turn, so that a busy moment of the machine hits all of them; the median of the rounds' ratios counts.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
SEED = ROOT / "specs" / "drain" / "ops-drain-01.drn"
COMMAND = Path(sys.executable).parent / "checkspec"
ROUNDS = 9

BARE, IMPORTS, VERSION, HELP, FULL, BRIEF, SMALL, LARGE, LARGE_FULL = (
    "bare", "imports", "version", "help", "full", "brief", "small", "large", "largefull"
)  # fmt: skip
RATIOS = [
    ("checkspec --version / python -c pass", VERSION, BARE, 5.0),
    ("checkspec --help / python -c pass", HELP, BARE, None),
    ("checkspec SEED / import z3, lark", FULL, IMPORTS, 8.0),
    ("checkspec --brief SEED / import z3, lark", BRIEF, IMPORTS, 3.0),
    ("20 endpoints, 200 requests / 2 and 2", LARGE, SMALL, 3.0),
    ("the same with stories", LARGE_FULL, FULL, 3.0),
]


def seed_with(seed: Path, endpoints: int, requests: int) -> str:
    """The seed's spec with so many endpoints and requests in all: further names like `B` and `R2`."""
    names = "".join(f", B{number}" for number in range(3, endpoints + 1))
    more = "".join(f", R{number}" for number in range(3, requests + 1))
    text = seed.read_text("utf-8")
    grown = text.replace("endpoint A, B of", f"endpoint A, B{names} of", 1).replace("request R1, R2 on", f"request R1, R2{more} on", 1)
    assert (endpoints, requests) == (2, 2) or grown.count(",") > text.count(","), "the seed's spec is written otherwise"
    return grown


def seconds(command: list[str]) -> float:
    """Wall clock of one whole process."""
    start = perf_counter()
    run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1, 3):
        raise SystemExit(f"{' '.join(command)}: exit {run.returncode}\n{run.stderr.decode()[:2000]}")
    return perf_counter() - start


def main() -> None:
    """Measure and print; another spec of the seed's shape may be given as an argument."""
    seed = Path(sys.argv[1]) if len(sys.argv) > 1 else SEED
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "small.drn").write_text(seed_with(seed, 2, 2), "utf-8")
        (folder / "large.drn").write_text(seed_with(seed, 20, 200), "utf-8")
        checkspec = str(COMMAND)
        commands = {
            BARE: [sys.executable, "-c", "pass"],
            IMPORTS: [sys.executable, "-c", "import z3, lark"],
            VERSION: [checkspec, "--version"],
            HELP: [checkspec, "--help"],
            FULL: [checkspec, str(seed)],
            BRIEF: [checkspec, "--brief", str(seed)],
            SMALL: [checkspec, "--brief", str(folder / "small.drn")],
            LARGE: [checkspec, "--brief", str(folder / "large.drn")],
            LARGE_FULL: [checkspec, str(folder / "large.drn")],
        }
        for command in commands.values():
            seconds(command)  # warm the caches
        rounds = [{key: seconds(command) for key, command in commands.items()} for _ in range(ROUNDS)]
    print(f"medians of {ROUNDS} rounds, whole processes\n")
    for key in commands:
        print(f"  {key:9} {median(each[key] for each in rounds) * 1000:8.1f} ms")
    print()
    for title, above, below, limit in RATIOS:
        ratio = median(each[above] / each[below] for each in rounds)
        verdict = "" if limit is None else f"at most {limit:g}: {'ok' if ratio <= limit else 'TOO SLOW'}"
        print(f"  {title:42} {ratio:6.2f}   {verdict}")


if __name__ == "__main__":
    main()
