"""The parser's tables, made by lark from `grammar/drn.lark` and kept in the user's cache directory.

Lark reads the grammar and computes the LALR(1) tables; what is kept are plain lists, so that a run that finds them needs no lark
(importing it takes four times as long as parsing a usual spec). Nothing here raises because of a cache: a folder that cannot be
written, a file cut short or another process at the same work only cost the time to make the tables anew.
"""

from __future__ import annotations

import marshal
import os
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import astuple
from functools import cache
from pathlib import Path

from checkspec import __version__
from checkspec.text.node import Node, node
from checkspec.text.write import write_whole

FORMAT = 2
DROP, KEEP, INLINE = 0, 1, 2
Source = tuple[int, str, tuple[int, ...], str]
"""What tables are made of: of which format, by which checkspec and Python, from which text."""


@node
class Tables(Node):
    """All that lexing and parsing need, as plain values.

    `patterns`: (terminal, expression) in the order in which they are tried; `words` and `signs`: spelling -> terminal.
    `rules`: (name, what becomes of each part, whether a lone part passes through, the symbol it makes).
    `states`: symbol -> next state if not negative, else `~rule` to reduce.
    """

    patterns: list[tuple[str, str]]
    words: dict[str, str]
    signs: dict[str, str]
    rules: list[tuple[str, tuple[int, ...], bool, str]]
    states: list[dict[str, int]]
    start: int
    end: int


def grammar_text() -> str:
    """The grammar: inside an installed package, or at the root of a checkout."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package, package.parents[1]):
        with suppress(OSError):
            return (folder / "grammar" / "drn.lark").read_text(encoding="utf-8")
    raise FileNotFoundError("grammar/drn.lark")


@cache
def tables() -> Tables:
    """The tables, from the cache or made anew and then kept."""
    text = grammar_text()
    source: Source = (FORMAT, __version__, tuple(sys.version_info[:3]), text)
    folder = cache_folder()
    if folder is None:
        return make_tables(text)
    path = folder / f"grammar-{zlib.crc32(repr(source).encode()):08x}"
    kept = _load(path, source)
    if kept is None:
        kept = make_tables(text)
        _save(path, source, kept)
    return kept


def cache_folder() -> Path | None:
    """Where tables may be kept; None if the user has no home."""
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return (Path(given) if given else Path.home() / ".cache") / "checkspec"
    except RuntimeError:
        return None


def _load(path: Path, source: Source) -> Tables | None:
    """What was kept for a source; None if there is nothing, if it is damaged, or if it was made of something else."""
    try:
        content = path.read_bytes()
        checksum, payload = content[:4], content[4:]
        if zlib.crc32(payload).to_bytes(4) != checksum:
            return None
        of, made = marshal.loads(payload)
        return Tables(*made) if of == source else None
    except (OSError, ValueError, EOFError, TypeError):
        return None


def _save(path: Path, source: Source, made: Tables) -> None:
    payload = marshal.dumps((source, astuple(made)))
    with suppress(OSError):
        write_whole(path, zlib.crc32(payload).to_bytes(4) + payload)


def make_tables(text: str, strict: bool = False) -> Tables:
    """The tables of a grammar; `strict` refuses every conflict and every collision of terminals (and takes a second)."""
    from lark import Lark, Token
    from lark.lexer import Lexer, PatternRE
    from lark.parsers.lalr_analysis import Shift

    class Unasked(Lexer):
        """A lexer that is never asked: lark checks its own for collisions, which takes a second."""

        __future_interface__ = 2

        def __init__(self, conf: object) -> None:
            pass

        def lex(self, lexer_state: object, parser_state: object) -> Iterator[Token]:
            raise AssertionError

    class Kept:
        """Has lark keep the terminals that `lexer.py` makes of others."""

        always_accept = ("NAME", "FIRST")

        def process(self, stream: Iterator[Token]) -> Iterator[Token]:
            return stream

    lexer = "contextual" if strict else Unasked
    made = Lark(text, parser="lalr", lexer=lexer, postlex=Kept(), maybe_placeholders=False, strict=strict)
    regular = sorted((t for t in made.terminals if isinstance(t.pattern, PatternRE)), key=lambda t: -t.priority)
    plain = [(str(t.pattern.value), str(t.name)) for t in made.terminals if not isinstance(t.pattern, PatternRE)]
    numbers = {rule: number for number, rule in enumerate(made.rules)}
    rules = []
    for rule in made.rules:
        keeps = tuple(
            INLINE
            if not symbol.is_term and symbol.name.startswith("_")
            else KEEP
            if not symbol.is_term or rule.options.keep_all_tokens or not symbol.filter_out  # type: ignore[attr-defined]
            else DROP
            for symbol in rule.expansion
        )
        name = str(rule.alias or rule.origin.name)
        rules.append((name, keeps, bool(rule.options.expand1 and not rule.alias), str(rule.origin.name)))
    table = made.parser.parser._parse_table
    order = {state: number for number, state in enumerate(sorted(table.states))}
    states = [
        {
            str(symbol): order[target] if action is Shift else ~numbers[target]
            for symbol, (action, target) in sorted(table.states[state].items(), key=lambda entry: str(entry[0]))
        }
        for state in sorted(table.states)
    ]
    return Tables(
        patterns=[(str(t.name), str(t.pattern.to_regexp())) for t in regular],
        words={spelling: name for spelling, name in plain if re.fullmatch(r"[a-z]+", spelling)},
        signs={spelling: name for spelling, name in plain if not re.fullmatch(r"[a-z]+", spelling)},
        rules=rules,
        states=states,
        start=order[table.start_states["start"]],
        end=order[table.end_states["start"]],
    )
