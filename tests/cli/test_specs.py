"""Every spec is as it expects, and its exact report stands beside it (`make promote` accepts a new one)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from cli.command import ROOT, checkspec
from promote import reports

SPECS = sorted((ROOT / "specs").rglob("*.drn"))
SCHEMA = json.loads((ROOT / "docs" / "schema.json").read_text("utf-8"))


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: str(path.relative_to(ROOT / "specs")))
def test_the_report_is_the_one_beside_it(spec: Path) -> None:
    for beside, now in reports(spec):
        assert now == beside.read_text("utf-8"), "`make promote` accepts the new report"


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: str(path.relative_to(ROOT / "specs")))
def test_every_spec_is_as_it_expects(spec: Path) -> None:
    """By the exact report, which is compared above."""
    last = spec.with_suffix(".out").read_text("utf-8").splitlines()[-1]
    told = re.fullmatch(r"(\d+) of (\d+) expectations met\.", last)
    assert told is not None and int(told[1]) == int(told[2]) > 0


def test_the_document_of_specs() -> None:
    some = [f"specs/{name}.drn" for name in ("drain/ops-drain-01", "drain/two-offers", "evidence/two-sources", "evidence/population-seed")]
    run = checkspec("--format", "json", *some)
    assert run.stderr == ""
    data = json.loads(run.stdout)
    jsonschema.validate(data, SCHEMA)
    assert [each["expectations"]["misses"] for each in data["files"] if each["expectations"]["missed"]] == []
    assert run.returncode == 0
    assert [each["file"] for each in data["files"]] == some


def test_errors_in_the_document(tmp_path: Path) -> None:
    (tmp_path / "bad.drn").write_text("endpoint {\n")
    run = checkspec("--format", "json", "bad.drn", "missing.drn", cwd=tmp_path)
    data = json.loads(run.stdout)
    jsonschema.validate(data, SCHEMA)
    assert run.returncode == 2
    assert [each["error"][0]["line"] for each in data["files"]] == [1, 1]
