"""The command line: arguments, streams and exit codes; nothing else is decided here."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from checkspec import __version__
from checkspec.arguments import audit_of, megabytes, processes, second_solver, seconds, turned_round
from checkspec.commands import Commands
from checkspec.text.codes import Code

if TYPE_CHECKING:
    from checkspec.report.outcome import Outcome
    from checkspec.theory.typed import Spec

SHOWN = 20
"""So many errors of a file are shown; a program that reads JSON gets all."""

_timeout = click.option(
    "--timeout", type=str, callback=seconds, default="60", show_default=True, metavar="SECONDS",
    help="Spend so long on each file, and a tenth of it on telling; past it the answer is UNKNOWN.",
)  # fmt: skip
_memory = click.option(
    "--memory", type=str, callback=megabytes, default="2000", show_default=True, metavar="MB",
    help="Let the solver take so much memory, in each process.",
)  # fmt: skip
_jobs = click.option(
    "--jobs", "-j", type=str, callback=processes, default=None, metavar="N",
    help="Decide so many promises at once, each in a process of its own.  [default: one more than there are processors]",
)  # fmt: skip
_color = click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True,
    help="Colour the report. Nothing is said by colour alone.",
)  # fmt: skip


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80, "terminal_width": 80})
@click.version_option(__version__, prog_name="checkspec", message="%(prog)s %(version)s")
def cli() -> None:
    """Check drain promises: for each, a proof that it holds or a world in which it is broken.

    A folder stands for every .drn file in it. A file named like a command is checked with `checkspec check FILE`.

    \b
    Exit codes:
      0   all as expected (where nothing is expected: every promise holds)
      1   a promise or an expectation is broken
      2   unusable input or arguments, no promise in any file, or the report
          or a question (--smt) could not be written
      3   undecided within the limits
      70  a fault of checkspec itself
      130 interrupted (Ctrl-C)
      141 the reader of the report went away, as in `checkspec FILE | true`
    """


@cli.command("check", short_help="Check files; the word may be left out.")
@click.argument("paths", nargs=-1, required=True, metavar="FILE|FOLDER…")
@click.option("--brief", is_flag=True, help="Print the matrix alone: verdicts without stories and reasons.")
@click.option("--all", "everything", is_flag=True, help="Of a file with cases, tell also of what no `expect` line names.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to write the report.")
@click.option("--smt", type=click.Path(file_okay=False), metavar="DIR", help="Write every question there, as SMT-LIB 2.6 for any solver.")
@click.option("--confirm", is_flag=True, help="Have cvc5 confirm each verdict that says there is no world (needs cvc5).")
@_timeout
@_memory
@_jobs
@_color
def check(
    paths: tuple[str, ...], brief: bool, everything: bool, form: str, smt: str | None, confirm: bool, timeout: float, memory: int,
    jobs: int | None, color: str,
) -> int:
    """Check files, and every .drn file in folders: each promise by design and with what was observed.

    \b
    For example:
      checkspec specs/drain/ops-drain-01.drn
      checkspec --brief specs/
    """
    from checkspec.answer.limits import Limits
    from checkspec.checking import outcomes_of
    from checkspec.report.outcome import Telling, exit_code
    from checkspec.report.prose import paint_for

    outcomes: list[Outcome] = []
    reports = Reports()
    telling = Telling(everything, brief and form == "text")
    second = second_solver() if confirm else ""
    audit = audit_of(smt, confirm) if smt or confirm else None
    found = outcomes_of(paths, Limits(timeout, memory), telling, jobs or _processors() + 1, audit)
    paint = paint_for(color, sys.stdout, os.environ)
    for outcome in found:
        outcomes.append(_complained(outcome, color))
        if form == "text":
            from checkspec.report.text import TextReport

            report = TextReport(outcome, paint, telling, time.monotonic() + max(1.0, timeout / 10), second)
            reports.add(list(report.lines()), outcome.promises)
    if form == "json":
        from checkspec.report.document import document

        _write([document(outcomes, __version__)])
    code = exit_code(outcomes)
    if code == 2 and not any(outcome.errors for outcome in outcomes):
        print("error: there is no promise in any file, so nothing was checked", file=sys.stderr)
    return code


@cli.command("why", short_help="Say why one promise holds, fails or is open.")
@click.argument("path", metavar="FILE")
@click.argument("promise", metavar="OFFER.PROMISE", required=False)
@click.option("--case", metavar="NAME", help="In this case of the file instead of its base.")
@click.option("--at", metavar="OBSERVATION", help="With what was observed up to there instead of by design.")
@_timeout
@_memory
@_color
def why(path: str, promise: str | None, case: str | None, at: str | None, timeout: float, memory: int, color: str) -> int:
    """Say why one promise holds, fails or is open.

    If it holds: each line that forces it, and the world in which it breaks without that line. If it fails: the least world in which it is
    broken. If what was observed leaves it open (with --at): the fewest further observations that would establish it, and that would
    refute it.

    A promise outside of an offer is named alone. The exit code is 0 whatever the verdict is; 2 if the input or the arguments cannot be
    used.

    \b
    For example:
      checkspec why specs/drain/ops-drain-01.drn W.withdrawn
      checkspec why specs/drain/ops-drain-01.drn C.complete --at later
    """
    from checkspec.answer.limits import Limits
    from checkspec.checking import chosen, counted, near, promises_of, settled
    from checkspec.report.prose import paint_for
    from checkspec.report.why import why_lines

    turned_round(path, promise)
    limits = Limits(timeout, memory)
    spec = _loaded(path, color)
    if spec is None:
        return 2
    if promise is None:
        raise click.UsageError(f"say which promise behind the file; {promises_of(spec)}")
    try:
        answer = chosen(spec, promise, case, at, limits)
    except LookupError as error:
        raise click.UsageError(str(error.args[0])) from None
    settling, populations = settled(answer, limits), counted(answer, limits)
    _write(why_lines(answer, near(answer, limits), settling, paint_for(color, sys.stdout, os.environ), path, populations))
    return 0


@cli.command("require", short_help="Say for which values a promise holds.")
@click.argument("path", metavar="FILE")
@click.argument("promise", metavar="OFFER.PROMISE")
@click.option(
    "--free", metavar="NAMES",
    help="Quantities and fields whose values are free, such as A.preStop,longest; what the file says of them is dropped.  "
    "[default: what the file leaves unknown]",
)  # fmt: skip
@click.option("--case", metavar="NAME", help="In this case of the file instead of its base.")
@click.option("--at", metavar="OBSERVATION", help="With what was observed up to there instead of by design.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to write the answer.")
@_timeout
@_memory
@_color
def require(
    path: str, promise: str, free: str | None, case: str | None, at: str | None, form: str, timeout: float, memory: int, color: str
) -> int:
    """Say for which values of some quantities and fields a promise holds, as a short formula; which values of the file to change least so
    that it does, and what that breaks; or, where no value does, what is missing.

    \b
    Exit codes:
      0   there are such values
      1   no value does
      2   unusable input or arguments
      3   undecided within the limits
    """
    from checkspec.answer.limits import Limits
    from checkspec.checking import required
    from checkspec.report.prose import paint_for

    spec = _loaded(path, color)
    if spec is None:
        return 2
    try:
        found = required(spec, promise, case, at, free, Limits(timeout, memory))
    except LookupError as error:
        raise click.UsageError(str(error.args[0])) from None
    if form == "json":
        from checkspec.report.require_data import requirement_document

        _write([requirement_document(found, path, __version__)])
    else:
        from checkspec.report.require import require_lines

        _write(require_lines(found, paint_for(color, sys.stdout, os.environ), path))
    return 0 if found.cells else 3 if found.limit else 1


@cli.command("ask", short_help="Ask the supplier what an offer leaves open.")
@click.argument("path", metavar="FILE")
@click.argument("offer", metavar="[OFFER]", required=False)
@click.option("--case", metavar="NAME", help="In this case of the file instead of its base.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to write them.")
@_color
def ask(path: str, offer: str | None, case: str | None, form: str, color: str) -> int:
    """Print what each promise of the offers names and what it leaves open, as questions for the supplier, each with what to write once it
    is answered: acceptance event, population, completion boundary, cutoff, the consumer's own observation, who observes, and values.

    \b
    Exit codes:
      0   nothing is left open
      1   something is
      2   unusable input or arguments, or no promise in the file

    \b
    For example:
      checkspec ask specs/drain/ops-drain-01.drn
      checkspec ask specs/drain/ops-drain-01.drn C
    """
    from checkspec.checking import inquired
    from checkspec.report.prose import paint_for

    spec = _loaded(path, color)
    if spec is None:
        return 2
    try:
        found = inquired(spec, offer, case)
    except LookupError as error:
        raise click.UsageError(str(error.args[0])) from None
    if form == "json":
        from checkspec.report.ask.data import inquiry_document

        _write([inquiry_document(found, path, __version__)])
    else:
        from checkspec.report.ask.text import ask_lines

        _write(ask_lines(found, paint_for(color, sys.stdout, os.environ), path))
    return 1 if found.questions else 0


@cli.command("explain", short_help="Say what the code of an error means, such as DRN101.")
@click.argument("code", metavar="CODE")
def explain(code: str) -> int:
    """Say what the code of an error or warning means, with a text that gets it and one that does not.

    \b
    For example:
      checkspec explain DRN101
    """
    from checkspec.report.explain import errors_page, explanation, plain

    code = f"DRN{code}" if code.isdecimal() else code
    known = next((each for each in Code if each.name == code.upper()), None)
    if known is None:
        likely = [each.name for each in Code if _differ_by_one(each.name, code.upper())]
        near = f", do you mean {' or '.join(likely)}?" if 0 < len(likely) <= 3 else ""
        raise click.UsageError(f"there is no code `{code}`{near or ';'} all codes stand in docs/errors.md")
    _write(plain(explanation(known, errors_page())))
    return 0


def _differ_by_one(name: str, other: str) -> bool:
    """By one digit, and not by the one that says what the code is about."""
    return name[:4] == other[:4] and len(name) == len(other) and sum(a != b for a, b in zip(name, other, strict=True)) == 1


def _processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Reports:
    """Writes reports with an empty line between them, none before there is a promise in one: where nothing is promised in any file,
    nothing was checked, and there is nothing to report."""

    def __init__(self) -> None:
        self._waiting: list[str] | None = []

    def add(self, lines: list[str], promises: bool) -> None:
        """Write a report, and those that waited for it; or let it wait. An empty one is nothing."""
        if self._waiting is None:
            _write(["", *lines] if lines else [])
            return
        if lines:
            self._waiting += [*([""] if self._waiting else []), *lines]
        if promises:
            _write(self._waiting)
            self._waiting = None


def _write(lines: Iterable[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    sys.stdout.write(text)
    sys.stdout.flush()


def _complained(outcome: Outcome, color: str) -> Outcome:
    """The outcome, once its errors and warnings are on stderr."""
    if outcome.errors or outcome.warnings:
        from checkspec.report.diagnostics import diagnostic_text
        from checkspec.report.prose import harmless, paint_for

        paint = paint_for(color, sys.stderr, os.environ)
        shown = [diagnostic_text(each, paint) for each in outcome.errors[:SHOWN]]
        shown += [diagnostic_text(each, paint) for each in outcome.warnings[:SHOWN]]
        if len(outcome.errors) > SHOWN:
            shown.append(f"{len(outcome.errors)} errors in {harmless(outcome.name)}; the first {SHOWN} are shown.")
        print("\n\n".join(shown) + "\n", file=sys.stderr)
    return outcome


def _loaded(path: str, color: str) -> Spec | None:
    """What a file says, with what there is to say about it on stderr; None if it is refused."""
    from checkspec.checking import refused
    from checkspec.litter import resume
    from checkspec.report.outcome import Outcome
    from checkspec.text.diagnostic import Refused
    from checkspec.theory.load import load

    try:
        spec = load(path)
    except Refused as refusal:
        _complained(refused(path, refusal), color)
        return None
    resume()
    _complained(Outcome(path, warnings=spec.warnings), color)
    return spec


def run(arguments: list[str]) -> int:
    """Do what the arguments say; the exit code. Raises KeyboardInterrupt, and OSError without a file's name if a stream fails, only."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = cli.main(arguments, prog_name="checkspec", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.Abort:
        raise KeyboardInterrupt from None
    except SystemExit:  # click's answer to a reader of the help that went away
        raise BrokenPipeError from None
    except click.ClickException as error:
        error.show()
        return 2
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None:
            raise
        from checkspec.text.write import Unwritten

        if isinstance(error, Unwritten):
            from checkspec.report.prose import harmless

            print(f"error: {harmless(str(error))}", file=sys.stderr)
            return 2
        from checkspec.faults import report_fault

        report_fault(error, None)
        return 70
