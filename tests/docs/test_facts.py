"""docs/facts.md has exactly the facts that the rulebooks cite, and each of its rows names sources that it lists."""

from __future__ import annotations

import re

from docs.blocks import ROOT

PAGE = (ROOT / "docs" / "facts.md").read_text("utf-8")
FACTS, SOURCES = PAGE.split("## The sources")
ROWS = [[cell.strip() for cell in row.strip("|").split("|")] for row in re.findall(r"^\| F\d+ .*$", FACTS, re.MULTILINE)]


def number(fact: str) -> int:
    return int(fact.removeprefix("F"))


def test_exactly_the_cited_facts_have_a_row() -> None:
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "model" / "checkspec" / "rulebooks").glob("*.drn"))]
    cited = {fact for text in texts for fact in re.findall(r"\bF\d+\b", text)}
    assert [row[0] for row in ROWS] == sorted(cited, key=number)


def test_every_row_says_where_it_comes_from() -> None:
    known = set(re.findall(r"^\| ([\w-]+) \|", SOURCES, re.MULTILINE)) - {"short"}
    used = set()
    for fact, says, source in ROWS:
        assert says, fact
        names = {re.sub(r" `.*`", "", part).strip() for part in source.split(";")}
        inferred = {name for name in names if name.startswith("inferred")}
        assert names - inferred <= known, fact
        used |= names - inferred
        for other in re.findall(r"\bF\d+\b", source):
            assert other in {row[0] for row in ROWS}, fact
    assert used == known


def test_facts_that_facts_name_have_rows() -> None:
    assert set(re.findall(r"\bF\d+\b", FACTS)) == {row[0] for row in ROWS}
