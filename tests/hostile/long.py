"""A long run: many damaged texts are read, some of them checked as well. `python tests/hostile/long.py --texts 100000 --seed 1`"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile.mistakes import damaged, sources
from hostile.reading import Fault, check, read


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=50, help="check every n-th text that is read, with a report")
    parser.add_argument("--folder", type=Path, default=Path("build/hostile"), help="where texts with faults are put")
    arguments = parser.parse_args()
    known = sources()
    said: Counter[str] = Counter()
    faults = readable = 0
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "text.drn"
        for number in range(arguments.texts):
            text = damaged(known, Random(f"{arguments.seed} {number}"))
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            result = read(path)
            if result == "read":
                readable += 1
                if readable % arguments.every == 0:
                    result = check(path, 2.0)
            if isinstance(result, Fault):
                faults += 1
                arguments.folder.mkdir(parents=True, exist_ok=True)
                (arguments.folder / f"{arguments.seed}-{number}.drn").write_bytes(path.read_bytes())
                print(f"text {number}: {result.what[:300]}", flush=True)
            else:
                said[result] += 1
    print(f"{arguments.texts} texts, {faults} faults; " + ", ".join(f"{what} {count}" for what, count in said.most_common()))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
