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


class Run:
    """What a run has counted so far."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.counted: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.wrong = 0

    def text(self, text: Text, number: int, effort: Effort, folder: Path) -> None:
        """Compare one text, count, and tell at once what is wrong or slow."""
        try:
            found = compare(str(text), text.pinned, text.seed, effort)
        except Exception as error:
            found = Comparison(wrong=[f"{type(error).__name__}: {error}"])
        if found.refused:
            self.refused[found.refused] += 1
            return
        self.counted.update({key: getattr(found, key) for key in ("both", "one", "replayed", "worlds")})
        self.counted.update(texts=1, pinned=text.pinned, open=len(found.open), late=len(found.late))
        self.counted.update({"ms of the solver": int(1000 * found.seconds), "ms of looking": int(1000 * found.looking)})
        self.verdicts.update(found.verdicts)
        if found.late:
            print(f"slow: text {number}: {found.seconds:.1f} s {found.late[0]}", flush=True)
        if found.wrong:
            self.wrong += 1
            path = folder / f"{text.seed}.drn"
            path.write_text("".join(f"# {line}\n" for line in found.wrong) + str(text), encoding="utf-8")
            print(f"WRONG: text {number} ({path}): {found.wrong[0][:300]}", flush=True)

    def tell(self) -> None:
        print(f"{time.monotonic() - self.begun:.0f} s: {dict(self.counted)}", flush=True)
        told = f"verdicts: {dict(self.verdicts)}; refused: {dict(self.refused)}; texts with a disagreement: {self.wrong}"
        print(told, flush=True)


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
    run = Run()
    try:
        for number in range(arguments.first, arguments.theories, arguments.step):
            effort = effort_of(number, arguments.pieces, arguments.patience)
            run.text(text_of(arguments.seed, number), number, effort, arguments.folder)
            if number % 50 < arguments.step:
                gc.collect()  # what a solver holds is freed with its questions
            if number % 1000 < arguments.step <= number:
                run.tell()
    except KeyboardInterrupt:
        print("stopped")
    run.tell()
    return 1 if run.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
