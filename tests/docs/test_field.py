"""docs/field.md is what `specs/field/` says, and every spec there names a public report and expects both what breaks and what holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.field import PAGE, SPECS, page


def test_the_page_is_the_one_that_the_specs_make() -> None:
    assert PAGE.read_text("utf-8") == page(), "`python tests/docs/field.py` writes it"


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_each_report_is_named_and_told_to_its_end(spec: Path) -> None:
    text = spec.read_text("utf-8")
    assert re.search(r"^# Report: \S+/\S+#\d+", text, re.MULTILINE)
    assert re.search(r"^ *expect .* (fails|refuted)\b", text, re.MULTILINE)
    assert re.search(r"^ *expect .* holds\b(?! vacuously)", text, re.MULTILINE)
