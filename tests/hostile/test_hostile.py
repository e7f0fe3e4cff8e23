"""No text, however damaged, gets anything but an answer or an error with a place; and none reaches beyond its folder."""

from __future__ import annotations

import json
import subprocess
import sys
from ast import literal_eval
from pathlib import Path
from random import Random

import pytest
import z3

from cli.command import PLAIN, ROOT, checkspec
from hostile.mistakes import damaged, sources
from hostile.reading import Fault, check, harmless, read

TEXTS = 250
NAMES = {
    "page": "</script><img src=x onerror=alert(1)>",
    "shell": "$(touch /tmp/checkspec-was-here); `id` && rm -rf ~",
    "solver": "| ) (assert false) (check-sat) \\\\ |",
    "terminal": "\x1b[2J\x1b]0;owned\x07",
    "direction": "\u202egnorw\u2066",
    "long": "x" * 20_000,
    "not Latin": "выведено 撤回済み 🙂",
    "braces": "{0.__class__} %s %n ${x}",
}


def test_damaged_texts_are_read_or_refused(tmp_path: Path) -> None:
    known, faults, read_ones = sources(), [], 0
    for number in range(TEXTS):
        path = tmp_path / "text.drn"
        path.write_bytes(damaged(known, Random(f"test {number}")).encode("utf-8", "surrogatepass"))
        result = read(path)
        if result == "read":
            read_ones += 1
            if read_ones % 10 == 0:
                result = check(path, 1.0)
        if isinstance(result, Fault):
            faults.append((number, result.what))
    assert faults == []
    assert TEXTS / 50 < read_ones < TEXTS  # else the damage is too great, or none


SPEC = """use kubernetes 1.34
service web
endpoint A, B of web
consumer proxy of web
assume "NAME": A is deleted
offer W "NAME" {
  promise withdrawn: no request on A via proxy where selected after A.deleted
}
observe now "NAME" by "NAME" { A is terminating }
expect W.withdrawn fails
"""


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_titles_are_harmless_in_every_format(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.drn").write_text(SPEC.replace("NAME", name), "utf-8")
    text = checkspec("x.drn", cwd=tmp_path)
    assert (text.returncode, text.stderr) == (0, "")
    assert harmless(text.stdout)
    document = checkspec("--format", "json", "--smt", "out", "x.drn", cwd=tmp_path)
    assert document.stdout.isascii()
    assert not {"<", ">", "&", "\x1b"} & set(document.stdout)
    assert [each["verdict"] for each in json.loads(document.stdout)["files"][0]["verdicts"]] == ["FAILS", "UNDETERMINED"]
    files = list((tmp_path / "out").rglob("*.smt2"))
    assert len(files) == 4
    for file in files:
        solver = z3.Solver()
        solver.from_string(file.read_text("utf-8"))
        assert str(solver.check()) == "sat"
    assert not Path("/tmp/checkspec-was-here").exists()


WATCHED = """
import os, sys
seen = []
def watch(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        seen.append((event, os.path.realpath(os.fsdecode(arguments[0])), bool(arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))))
    elif event.startswith("socket.") or event in {"subprocess.Popen", "os.system", "os.exec", "os.remove", "os.rename", "shutil.rmtree"}:
        seen.append((event, str(arguments[:2]), True))
sys.addaudithook(watch)
from checkspec.cli import run
code = run(sys.argv[1:])
sys.stdout.flush()
print(*map(repr, seen), sep="\\n", file=sys.stderr)
os._exit(code)
"""


def test_nothing_is_reached_that_was_not_named(tmp_path: Path) -> None:
    """Files are read in the project's folder and in checkspec's own; nothing is written, no network, no other program."""
    (tmp_path / "secret.drn").write_text('assume "secret": A is deleted\n')
    project = tmp_path / "project"
    project.mkdir()
    (project / "link.drn").symlink_to(tmp_path / "secret.drn")
    for number, used in enumerate(['"../secret.drn"', '"/etc/passwd"', '"link.drn"', '"http://localhost/x.drn"', '"sub/../../secret.drn"']):
        (project / f"x{number}.drn").write_text(f"use kubernetes 1.34\nuse {used}\nservice web\nendpoint A of web\npromise p: A is ready\n")
    (project / "good.drn").write_text((ROOT / "specs" / "drain" / "ops-drain-01.drn").read_text("utf-8"))
    cache = tmp_path / "cache"
    environment = {**PLAIN, "PYTHONPATH": str(ROOT / "model"), "XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    named = [str(project / name) for name in ("good.drn", *(f"x{number}.drn" for number in range(5)))]
    command = [sys.executable, "-c", WATCHED, "--brief", "-j", "1", *named]
    subprocess.run(command, capture_output=True, text=True, env=environment, check=False)  # fills the cache
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert run.returncode == 2
    assert "W" in run.stdout and "secret" not in run.stdout
    seen = [literal_eval(line) for line in run.stderr.splitlines() if line.startswith("('")]
    allowed = [project, cache, ROOT / "model", ROOT / "grammar", ROOT / "docs", Path(sys.prefix), Path(sys.base_prefix)]
    roots = [str(path.resolve()) for path in allowed]
    assert seen
    assert [each for each in seen if each[2] or not each[1].startswith((*roots, "/proc/", "/sys/", "/usr/lib"))] == []
