"""Bad input: each with an error that names file, line and column, never a traceback, exit 2."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.command import checkspec

GOOD = """use kubernetes 1.34
service web
endpoint A of web
consumer proxy of web
promise withdrawn: no request on A via proxy where selected after A.deleted
"""

TEXTS: dict[str, tuple[str | bytes, str]] = {
    # name: (the file, where the error must point: "line:column", "line" or "")
    "not-utf-8": (b"use kubernetes 1.34\nservice \xff\xfe\n", "2:9"),
    "empty": ("", ""),
    "only-comments": ("# nothing\n\n", ""),
    "nul": ("use kubernetes 1.34\nservice w\x00eb\n", "2:10"),
    "unclosed-brace": (GOOD + "offer W {\n  promise p: no request on A\n", ""),
    "unclosed-string": (GOOD + 'assume "two endpoints: no other endpoint\n', "6:8"),
    "forgotten-colon": (GOOD + "promise second no request on A\n", "6"),
    "keyword-as-name": (GOOD + "endpoint every of web\n", "6:10"),
    "unknown-kind": (GOOD + "potato P of web\n", "6:1"),
    "unknown-field": (GOOD + "endpoint B of web { prestop: 5s }\n", "6:21"),
    "unknown-event": (GOOD + "promise second: A.delted before A.exited\n", "6:19"),
    "unknown-promise": (GOOD + "expect withdrawm holds\n", "6:8"),
    "unknown-observation": (GOOD + "expect withdrawn holds at noon\n", "6"),
    "unknown-label": (GOOD + 'case x "y" {\n  without "no such rule"\n}\n', "7"),
    "wrong-type": (GOOD + "endpoint B of web { preStop: true }\n", "6"),
    "negative-duration": (GOOD + "endpoint B of web { preStop: -5s }\n", "6"),
    "no-such-unit": (GOOD + "endpoint B of web { preStop: 5parsec }\n", "6"),
    "declared-twice": (GOOD + "endpoint A of web\n", "6:10"),
    "use-missing": ('use "nowhere.drn"\n' + GOOD, "1:5"),
    "use-outside": ('use "../../../../etc/passwd"\n' + GOOD, "1:5"),
    "use-itself": ('use "use-itself.drn"\n' + GOOD, "1:5"),
    "long-line": (GOOD + "# " + "x" * 5_000_000 + "\n)", ""),
    "long-line-broken": (GOOD + "promise q: " + "not " * 1_250_000 + "\n", ""),
    "nested-brackets": (GOOD + "promise q: " + "(" * 10_000 + "A is deleted" + ")" * 10_000 + "\n", ""),
    "nested-not": (GOOD + "promise q: " + "not " * 10_000 + "A is deleted\n", ""),
    "nested-if": (GOOD + "promise q: " + "if A is deleted: " * 10_000 + "A is deleted\n", ""),
}


@pytest.mark.parametrize("name", TEXTS)
def test_bad_text(name: str, tmp_path: Path) -> None:
    text, place = TEXTS[name]
    file = tmp_path / f"{name}.drn"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    run = checkspec(file.name, cwd=tmp_path)
    assert run.returncode == 2, run.stderr[-2000:]
    assert "Traceback" not in run.stderr
    assert run.stdout == ""
    found = re.search(rf"--> {re.escape(file.name)}:(\d+):(\d+)", run.stderr)
    assert found, run.stderr[:2000]
    if place:
        line, _, column = place.partition(":")
        assert found.group(1) == line, run.stderr
        assert not column or found.group(2) == column, run.stderr
    assert max(len(each) for each in run.stderr.splitlines()) < 400


@pytest.mark.parametrize("name", ["no-such.drn", "no-such-folder/"])
def test_missing(name: str, tmp_path: Path) -> None:
    run = checkspec(name, cwd=tmp_path)
    assert run.returncode == 2
    assert name in run.stderr
    assert "Traceback" not in run.stderr


def test_folder_without_specs(tmp_path: Path) -> None:
    (tmp_path / "empty" / ".git").mkdir(parents=True)
    (tmp_path / "empty" / ".git" / "hidden.drn").write_text(GOOD)
    run = checkspec("empty", cwd=tmp_path)
    assert run.returncode == 2
    assert "empty" in run.stderr and "Traceback" not in run.stderr


def test_folder_named_like_a_spec(tmp_path: Path) -> None:
    (tmp_path / "x.drn").mkdir()
    assert checkspec("x.drn", cwd=tmp_path).returncode == 2


def test_steering_characters_come_out_harmless(tmp_path: Path) -> None:
    (tmp_path / "x.drn").write_text(GOOD + "# \u202e\nendpoint B of web { \x1b[31m\u202e: 5s }\n", "utf-8")
    run = checkspec("x.drn", cwd=tmp_path)
    assert run.returncode == 2
    assert not set(run.stderr) & set("\x1b\u202e")


def test_a_file_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "good.drn").write_text(GOOD)
    (tmp_path / "bad.drn").write_text("endpoint {")
    run = checkspec("bad.drn", "good.drn", "missing.drn", cwd=tmp_path)
    assert run.returncode == 2
    assert "withdrawn" in run.stdout
    assert "bad.drn:1:" in run.stderr and "missing.drn" in run.stderr
