"""Texts that somebody might write by mistake or out of malice: specs of the project, with words taken away, doubled, exchanged, put in."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
PIECE = re.compile(r'"[^"\n]*"?|#[^\n]*|[\w-]+|\s+|[^\w\s]')
ODD = [
    "{", "}", "(", ")", ":", ",", "=", "<=", "!=", "*", "-", "?", '"', "'", "|", "\\", ";", "#", ".", "..", "\n", "\t", "\0",
    "\x1b[31m", "\u202e", "\u2028", "\ufeff", "\ud800", "ü", "日本", "🙂", "0", "0s", "-1s", "1e9", "1.5.5s", "9" * 400 + "s", "1ms",
    "1h", "none", "true", "unknown", "self", "every", "no", "some", "other", "where", "at", "from", "until", "within", "always",
    "ever", "seen", "by", "of", "on", "before", "after", "if", "and", "or", "not", "is", "count", "min", "max", "kind", "rule",
    "define", "state", "event", "offer", "case", "extends", "without", "promise", "expect", "observe", "use", "cite", "quantity",
    "boundary", "population", "source", "complete", "totals", "server", "caller",
    "endpoint", "request", "consumer", "A", "B", "R1", "deleted", "ready", "received", "kubernetes", "1.34", "x" * 5000,
    "../../../etc/passwd", "/etc/passwd", "http://localhost/x.drn", "<script>alert(1)</script>", "$(touch /tmp/x)", "`id`",
    "(assert false)", "|a|", "%s%n", "{0.__class__}",
]  # fmt: skip
"""Words and signs that are put in: of the language, of others, and such as terminals, shells, pages and solvers might obey."""


def sources() -> list[str]:
    """The texts that are damaged: all specs, and the rulebooks."""
    folders = [ROOT / "specs", ROOT / "tests" / "kernel", ROOT / "tests" / "fuzz" / "traps", ROOT / "model" / "checkspec" / "rulebooks"]
    return [path.read_text("utf-8") for folder in folders for path in sorted(folder.rglob("*.drn"))]


def damaged(sources: list[str], random: Random) -> str:
    """One text: a source, or a piece of one, with up to six mistakes; often with one alone, so that some are read for all that."""
    pieces = PIECE.findall(random.choice(sources))
    if len(pieces) > 400 and random.random() < 0.3:
        start = random.randrange(len(pieces) - 300)
        pieces = pieces[start : start + random.randint(5, 300)]
    for _ in range(random.choice([1, 1, 1, 2, 3, 6])):
        place = random.randrange(len(pieces) + 1)
        match random.randrange(9):
            case 0:
                del pieces[place : place + random.randint(1, 3)]
            case 1:
                pieces[place:place] = pieces[place : place + random.randint(1, 8)]
            case 2:
                pieces.insert(place, random.choice(ODD))
            case 3 if pieces:
                pieces[place - 1] = random.choice(ODD)
            case 4 | 7 | 8 if pieces:
                pieces[place - 1] = random.choice(pieces)
            case 5:
                pieces[place:place] = PIECE.findall(random.choice(sources))[: random.randint(1, 40)]
            case _:
                pieces[place:] = pieces[place:][::-1] if random.random() < 0.1 else pieces[place:][: random.randint(0, 100)]
    return "".join(pieces)
