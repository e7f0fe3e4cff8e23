"""Arguments, streams and exit codes of the command."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.command import PLAIN, checkspec

HEAD = """kind endpoint { event deleted, exited }
kind request { on endpoint  event selected, received }
endpoint A
rule "exits after deletion": every endpoint where exited: deleted and deleted by exited
"""
KEPT = HEAD + "promise ordered: every endpoint where exited: deleted\n"
BROKEN = HEAD + "promise withdrawn: no request on A where selected after A.deleted\n"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (KEPT, 0),
        (BROKEN, 1),
        (BROKEN + "expect withdrawn fails\n", 0),
        (KEPT + "expect ordered fails\n", 1),
        (BROKEN + 'case x "y" { expect withdrawn holds }\n', 1),
        (HEAD, 2),
        (HEAD + "promise", 2),
    ],
)
def test_exit_codes(text: str, code: int, tmp_path: Path) -> None:
    write(tmp_path, "x.drn", text)
    run = checkspec("x.drn", cwd=tmp_path)
    assert run.returncode == code, run.stdout + run.stderr


def test_undecided_is_3(tmp_path: Path) -> None:
    write(tmp_path, "x.drn", KEPT)
    run = checkspec("--timeout", "0.000001", "x.drn", cwd=tmp_path)
    assert run.returncode == 3, run.stdout + run.stderr
    assert "UNKNOWN" in run.stdout
    write(tmp_path, "y.drn", KEPT + "expect ordered unknown\n")
    assert checkspec("--timeout", "0.000001", "y.drn", cwd=tmp_path).returncode == 0


def test_the_last_line_says_why_the_code_is_3(tmp_path: Path) -> None:
    def last(text: str) -> str:
        write(tmp_path, "x.drn", text)
        run = checkspec("--timeout", "0.000001", "--brief", "x.drn", cwd=tmp_path)
        return " ".join(run.stdout.splitlines()[-2:]).strip()

    two = KEPT + "promise again: every endpoint where exited: deleted\n"
    assert last(two) == "Nothing is expected; 0 of 2 verdicts are HOLDS; 2 verdicts are UNKNOWN (exit code 3: timeout)."
    assert last(KEPT + "expect ordered holds\n") == "0 of 1 expectations met, 1 undecided (exit code 3: timeout)."
    one = "1 of 1 expectations met; 1 verdict of which nothing is expected is UNKNOWN (exit code 3: timeout)."
    assert last(two + "expect ordered unknown\n").replace("  ", " ") == one
    assert last(KEPT + "expect ordered unknown\n") == "1 of 1 expectations met."


def test_where_nothing_is_promised_there_is_no_report(tmp_path: Path) -> None:
    write(tmp_path, "a.drn", HEAD)
    write(tmp_path, "b.drn", KEPT)
    for arguments in (["a.drn"], ["--brief", "a.drn"]):
        run = checkspec(*arguments, cwd=tmp_path)
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr == "error: there is no promise in any file, so nothing was checked\n"
    run = checkspec("--brief", "a.drn", "b.drn", "a.drn", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("a.drn\n\nNothing is promised.\n\nb.drn\n")


def test_the_gravest_code_wins(tmp_path: Path) -> None:
    write(tmp_path, "a.drn", KEPT)
    write(tmp_path, "b.drn", BROKEN)
    write(tmp_path, "c.drn", "promise")
    assert checkspec("a.drn", "b.drn", cwd=tmp_path).returncode == 1
    assert checkspec("a.drn", "b.drn", "c.drn", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [[], ["--no-such-option", "x.drn"], ["--timeout", "0", "x.drn"], ["--timeout", "nan", "x.drn"], ["--timeout", "soon", "x.drn"],
     ["--memory", "-1", "x.drn"], ["--format", "yaml", "x.drn"], ["--color", "pink", "x.drn"], ["why", "x.drn"], ["explain"],
     ["explain", "DRN000"], ["why", "x.drn", "nothing"], ["why", "x.drn", "ordered", "--case", "none"],
     ["why", "x.drn", "ordered", "--at", "noon"]],
    ids=" ".join,
)  # fmt: skip
def test_bad_arguments(arguments: list[str], tmp_path: Path) -> None:
    write(tmp_path, "x.drn", KEPT)
    run = checkspec(*arguments, cwd=tmp_path)
    assert run.returncode == 2
    assert "rror" in run.stderr and "Traceback" not in run.stderr
    assert run.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--timeout soon x.drn", "write, for example, `--timeout 60`"), ("--timeout inf x.drn", "`--timeout 60`"),
        ("--timeout nan x.drn", "`--timeout 60`"), ("--timeout -1 x.drn", "`--timeout 60`"), ("--timeout 1e300 x.drn", "`--timeout 60`"),
        ("--timeout 2m x.drn", "as in `--timeout 120`"), ("--memory 2G x.drn", "as in `--memory 2000`"),
        ("--memory 1.5 x.drn", "`--memory 2000`"), ("--memory nan x.drn", "`--memory 2000`"), ("--memory -1 x.drn", "`--memory 2000`"),
        ("--jobs 0 x.drn", "`--jobs 2`"), ("wy x.drn ordered", "did you mean `checkspec why …`?"),
        ("expain DRN101", "did you mean `checkspec explain …`?"), ("chekc x.drn", "did you mean `checkspec check …`?"),
        ("--breif x.drn", "--brief"), ("help", "write `checkspec --help`"), ("version", "write `checkspec --version`"),
        ("why x.drn", "there is `ordered`"), ("why ordered x.drn", "write `checkspec why x.drn ordered`"),
        ("x", "do you mean `x.drn`?"), ("y.drn", "the folder in which checkspec runs"),
    ],
)  # fmt: skip
def test_what_to_write_instead(arguments: str, told: str, tmp_path: Path) -> None:
    write(tmp_path, "x.drn", KEPT)
    run = checkspec(*arguments.split(), cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert told in run.stderr.splitlines()[-1 if run.stderr.startswith("Usage") else -2]


def test_the_world_of_a_promise_does_not_hang_on_what_was_asked_before_it(tmp_path: Path) -> None:
    """Side by side each promise is asked alone; one after the other, the question of the second one has what the first one needed."""
    write(
        tmp_path,
        "x.drn",
        "use kubernetes 1.34\nuse calm\nservice web\n"
        "endpoint A of web { preStop: 5s, onSignal: drains, drain: 60s, closes: at-signal }\nassume A is deleted\n"
        "promise p1: every request on A where received: begun\npromise p2: from A.deleted until A.exited: A is serving\n",
    )
    alone, after = (checkspec("--jobs", str(jobs), "x.drn", cwd=tmp_path).stdout for jobs in (2, 1))
    assert alone == after


def test_folders_are_searched_in_order_and_hidden_ones_passed_over(tmp_path: Path) -> None:
    for name in ("b/x.drn", "a/y.drn", "a/.hidden/z.drn", ".git/w.drn", "c.drn", "c.txt"):
        write(tmp_path, name, KEPT)
    run = checkspec("--format", "json", ".", "c.drn", "./c.drn", cwd=tmp_path)
    files = [os.path.normpath(each["file"]) for each in json.loads(run.stdout)["files"]]
    assert files[:3] == ["a/y.drn", "b/x.drn", "c.drn"]


@pytest.mark.parametrize("name", ["why", "explain", "check"])
def test_a_file_named_like_a_command_can_be_checked(name: str, tmp_path: Path) -> None:
    write(tmp_path, name, KEPT)
    for arguments in ([name], [f"./{name}"], ["check", name], ["--", name], ["--brief", name]):
        run = checkspec(*arguments, cwd=tmp_path)
        assert run.returncode == 0, (arguments, run.stderr)
        assert "ordered" in run.stdout


def test_version_and_help_are_light() -> None:
    for option in ("--version", "--help"):
        script = (
            f"import sys; sys.argv = ['checkspec', {option!r}]\n"
            "from checkspec.__main__ import main; main()\n"
            "print(sorted({'z3', 'lark', 'networkx'} & set(sys.modules)), file=sys.stderr)"
        )
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=PLAIN)
        assert run.stderr == "[]\n"
        assert run.stdout
    assert re.fullmatch(r"checkspec \d+\.\d+\.\d+\n", checkspec("--version").stdout)


def test_help_names_what_there_is() -> None:
    text = checkspec("--help").stdout
    for word in ("why", "explain", "--brief", "--format", "--timeout", "--memory", "--color", "70", "130", "141"):
        assert word in text
    for command in ("check", "why", "explain"):
        own = checkspec(command, "-h").stdout
        assert "For example:" in own and f"checkspec {command}"[:9] in own
        text += own
    assert max(map(len, text.splitlines())) <= 80


def test_import_is_light() -> None:
    script = "import sys, checkspec; print(sorted({'z3', 'lark', 'networkx', 'click'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "[]\n"


def test_api(tmp_path: Path) -> None:
    import checkspec as api

    answers = api.check(write(tmp_path, "x.drn", KEPT))
    assert [(answer.promise.name, answer.at, answer.verdict) for answer in answers] == [("ordered", None, api.Verdict.HOLDS)]
    with pytest.raises(api.Refused):
        api.check(tmp_path / "none.drn")
    with pytest.raises(AttributeError):
        _ = api.nothing
    assert set(api.__all__) <= set(dir(api))


def test_colour(tmp_path: Path) -> None:
    write(tmp_path, "x.drn", BROKEN)

    def coloured(*arguments: str, **environment: str) -> bool:
        return "\x1b[" in checkspec(*arguments, "x.drn", cwd=tmp_path, **environment).stdout

    assert not coloured()
    assert coloured(FORCE_COLOR="1")
    assert not coloured(FORCE_COLOR="1", NO_COLOR="1")
    assert coloured("--color", "always", NO_COLOR="1")
    assert not coloured("--color", "never", FORCE_COLOR="1")


def test_colour_carries_no_meaning(tmp_path: Path) -> None:
    write(tmp_path, "x.drn", BROKEN)
    plain = checkspec("x.drn", cwd=tmp_path).stdout
    painted = checkspec("--color", "always", "x.drn", cwd=tmp_path).stdout
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain


def test_brief_is_the_matrix_alone(tmp_path: Path) -> None:
    write(tmp_path, "x.drn", BROKEN)
    run = checkspec("--brief", "x.drn", cwd=tmp_path)
    assert run.returncode == 1
    assert "FAILS" in run.stdout and len(run.stdout.splitlines()) < 8


def test_interrupt(tmp_path: Path) -> None:
    write(tmp_path, "x.drn", BROKEN)
    script = "import signal, sys, time, checkspec.checking as c\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    script += "c.outcome_of = lambda *a: time.sleep(60)\n"
    script += "from checkspec.__main__ import main\n"
    script += "sys.argv = ['checkspec', 'x.drn']\nprint('ready', flush=True)\nsys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=PLAIN
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=20)
    assert process.returncode == 130
    assert complaint.strip() == ""


def test_an_interrupt_while_the_command_is_loaded() -> None:
    script = "import os, signal, sys\nsys.argv = [{!r}]\nimport checkspec.__main__\nos.kill(os.getpid(), signal.SIGINT)"
    runs = [
        subprocess.run(
            [sys.executable, "-c", script.format(name)],
            capture_output=True,
            env=PLAIN,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # who runs the tests in the background ignores it
        )
        for name in ("checkspec", "mine")
    ]
    assert (runs[0].returncode, runs[0].stderr) == (130, b"")
    assert runs[1].returncode != 130 and b"KeyboardInterrupt" in runs[1].stderr


def test_progress_on_a_terminal_only(tmp_path: Path) -> None:
    write(tmp_path, "x.drn", BROKEN)
    script = "import sys, time, checkspec.checking as c\nc.outcome_of = lambda *a: time.sleep(1.6) or c.Outcome('x.drn')\n"
    script += "from checkspec.__main__ import main\nsys.argv = ['checkspec', 'x.drn']\nsys.exit(main())"
    command = [sys.executable, "-c", script]
    assert "checking" not in subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=PLAIN, check=False).stderr
    reader, writer = os.openpty()
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=writer, env=PLAIN)
    os.close(writer)
    process.wait(timeout=20)
    shown = os.read(reader, 10_000).decode()
    os.close(reader)
    assert "checking x.drn: 0 answers, 1 s" in shown
    assert shown.index("checking") < shown.rindex("\r\x1b[K")


def test_a_fault_of_ours_is_70_and_hides_nothing(tmp_path: Path) -> None:
    write(tmp_path, "a.drn", KEPT)
    write(tmp_path, "b.drn", KEPT)
    script = (
        "import sys, checkspec.checking as c\nreal = c.outcome_of\n"
        "def broken(path, *rest):\n    if path == 'a.drn': raise KeyError('nobody')\n    return real(path, *rest)\n"
        "c.outcome_of = broken\nfrom checkspec.__main__ import main\nsys.argv = ['checkspec', 'a.drn', 'b.drn']\nsys.exit(main())"
    )

    def run(**environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, env={**PLAIN, **environment})

    quiet = run()
    assert quiet.returncode == 70
    assert "ordered" in quiet.stdout
    assert "nobody" in quiet.stderr and "report" in quiet.stderr and "Traceback" not in quiet.stderr
    assert "Traceback" in run(CHECKSPEC_TRACEBACK="1").stderr


def test_why(tmp_path: Path) -> None:
    write(tmp_path, "x.drn", KEPT)
    run = checkspec("why", "x.drn", "ordered", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "exits after deletion" in run.stdout and "Without" in run.stdout


def test_a_code_that_is_none_is_answered_with_those_that_are_near() -> None:
    for code, told in (("DRN999", "there is no code `DRN999`; all"), ("DRN903", "`DRN903`, do you mean DRN901 or DRN902? all")):
        run = checkspec("explain", code)
        assert run.returncode == 2
        assert f"{told} codes stand in docs/errors.md" in run.stderr


def test_explain() -> None:
    run = checkspec("explain", "drn101")
    assert run.returncode == 0
    assert "DRN101" in run.stdout


def test_the_same_bytes_on_each_run(tmp_path: Path) -> None:
    write(tmp_path, "x.drn", BROKEN)
    runs = {checkspec("x.drn", cwd=tmp_path, PYTHONHASHSEED=seed).stdout for seed in ("0", "1", "2")}
    assert len(runs) == 1
