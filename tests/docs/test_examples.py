"""What README and docs show is what checkspec does: commands are run, specs are read, Python is run.

`python tests/docs/refresh.py` writes today's outputs into the pages.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checkspec.language.parse import parse
from checkspec.text.source import Source
from cli.command import checkspec
from docs.blocks import PAGES, ROOT, Block, blocks
from docs.refresh import refreshed

BLOCKS = [(page, block) for page in PAGES for block in blocks(page.read_text("utf-8"))]


SPECS = [
    pytest.param(block, id=f"{page.relative_to(ROOT)}:{block.line}") for page, block in BLOCKS if block.words == ["drn"]
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_and_programs_print_what_the_page_shows(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text == refreshed(text), "`python tests/docs/refresh.py` writes the new outputs"


@pytest.mark.parametrize("block", SPECS)
def test_specs_are_read(block: Block) -> None:
    parse(Source("block.drn", block.text))


CHECKED = {"README.md", "semantics.md"}
"""Pages whose specs have expectations."""


@pytest.mark.parametrize("block", [block for page, block in BLOCKS if page.name in CHECKED and block.words == ["drn"]])
def test_specs_with_expectations_are_as_they_expect(block: Block, tmp_path: Path) -> None:
    (tmp_path / "spec.drn").write_text(block.text, "utf-8")
    run = checkspec("--brief", "spec.drn", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")


def test_every_kind_of_block_is_known() -> None:
    assert {block.words[0] for _, block in BLOCKS if block.words} <= {"console", "drn", "json", "python", "sh", "text"}
    assert [page for page, block in BLOCKS if not block.words] == []


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
