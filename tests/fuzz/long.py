"""A long run: many generated texts, the evaluator against the solver. `python tests/fuzz/long.py --theories 10000 --seed 1`"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.compare import Comparison, Effort, compare
from fuzz.generate import Text, generate


def text_of(seed: int, number: int) -> Text:
    """The text of that number in a run: pinned and free in turn."""
    return generate(seed * 1_000_000 + number, number % 2 == 0)


def effort_of(number: int, pieces: int, patience: float = 0.0) -> Effort:
    return Effort(pieces, told=number % 5 == 0, larger=number % 2 == 1 or number % 7 == 0, patience=patience)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--theories", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first text")
    parser.add_argument("--step", type=int, default=1, help="take every n-th text only, so that runs can share the work")
    parser.add_argument("--pieces", type=int, default=4000, help="how many pieces of worlds are put in place for a text, at most")
    parser.add_argument("--patience", type=float, default=5.0, help="seconds for a plain question that ran into the limits")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/checkspec-fuzz"), help="where texts with disagreements are put")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    counted: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    begun = time.monotonic()
    wrong = 0
    for number in range(arguments.first, arguments.first + arguments.theories, arguments.step):
        text = text_of(arguments.seed, number)
        try:
            found = compare(str(text), text.pinned, text.seed, effort_of(number, arguments.pieces, arguments.patience))
        except Exception as error:
            found = Comparison(wrong=[f"{type(error).__name__}: {error}"])
        if found.refused:
            refused[found.refused] += 1
            continue
        for key in ("both", "one", "replayed", "worlds"):
            counted[key] += getattr(found, key)
        counted["texts"] += 1
        counted["pinned"] += text.pinned
        if number % 50 == 0:
            gc.collect()  # what a solver holds is freed with its questions
        counted["open"] += len(found.open)
        counted["late"] += len(found.late)
        counted["milliseconds of the solver"] += int(1000 * found.seconds)
        counted["milliseconds of looking"] += int(1000 * found.looking)
        verdicts.update(found.verdicts)
        if found.late:
            print(f"slow: text {number}: {found.seconds:.1f} s {'; '.join(found.late)}", flush=True)
        if found.wrong:
            wrong += 1
            path = arguments.folder / f"{arguments.seed}-{number}.drn"
            path.write_text("".join(f"# {line}\n" for line in found.wrong) + str(text), encoding="utf-8")
            print(f"WRONG: text {number} ({path}): {found.wrong[0][:300]}", flush=True)
    print(f"{time.monotonic() - begun:.0f} s, seed {arguments.seed}: {dict(counted)}")
    print(f"verdicts: {dict(verdicts)}; refused: {dict(refused)}; texts with a disagreement: {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
