"""Whatever is broken in a text, what is said is written for its author."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from checkspec.language.grammar import tables
from checkspec.language.lexer import lex
from checkspec.language.parse import parse
from checkspec.text.diagnostic import Refused
from checkspec.text.source import Source
from unit.theory.reading import DRAFTS

TEXTS = sorted(DRAFTS.rglob("*.drn"))
TERMINALS = {name for name, _ in tables().patterns} | set(tables().words.values()) | set(tables().signs.values()) | {"FIRST", "BAD", "$END"}
INTERNAL = re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, sorted(TERMINALS))) + r"|__ANON_\d+)(?![\w-])")


def broken(text: str, choice: random.Random, times: int) -> Iterator[str]:
    """The text with a token left out, exchanged for another or with one more; or cut off."""
    tokens, _ = lex(text)
    others = [*tables().words, *tables().signs, "A", "5s", "7", '"t"', "x.y", "f(", "count(", "@", "é", '"', "'"]
    for _ in range(times):
        token = choice.choice(tokens[:-1])
        other = choice.choice(others)
        yield choice.choice(
            [
                text[: token.start] + text[token.end :],
                text[: token.start] + other + text[token.end :],
                text[: token.start] + f"{other} " + text[token.start :],
                text[: token.end],
            ]
        )


@pytest.mark.parametrize("path", TEXTS, ids=[path.stem for path in TEXTS])
def test_a_broken_text_is_answered_in_good_style(path) -> None:  # type: ignore[no-untyped-def]
    for text in broken(path.read_text(encoding="utf-8"), random.Random(path.stem), 60):
        try:
            parse(Source("test.drn", text))
        except Refused as refusal:
            for each in refusal.diagnostics:
                assert 0 <= each.span.start <= each.span.end <= len(text)
                for sentence in (each.message, each.help, each.label):
                    assert not INTERNAL.search(re.sub(r"`[^`]*`", "", sentence)), sentence
                    assert not sentence.endswith(".") and "\n" not in sentence
                    assert sentence[:1] == sentence[:1].lower()
