"""A formal checker for drain promises: what `checkspec` says on the command line, as typed data.

    import checkspec

    for answer in checkspec.check("specs/drain/ops-drain-01.drn"):
        print(answer.promise.name, answer.at or "by design", answer.verdict.name)

Nothing heavy is loaded until `check` is called or a name below is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` itself costs more than all the rest of `checkspec --version`
if TYPE_CHECKING:
    from os import PathLike

    from checkspec.answer.limits import Limits as Limits
    from checkspec.answer.verdict import Answer as Answer
    from checkspec.answer.verdict import Verdict as Verdict
    from checkspec.meaning.world import World as World
    from checkspec.text.diagnostic import Refused as Refused

__version__ = "0.1.0"
__all__ = ["Answer", "Limits", "Refused", "Verdict", "World", "__version__", "check"]


def check(path: str | PathLike[str], *, timeout: float = 60.0, memory: int = 2000, jobs: int = 1) -> tuple[Answer, ...]:
    """Every answer for the spec at `path`: its base first, then its cases, each promise by design and at each observation.

    Raises `Refused`, with every diagnostic that was found, for input that cannot be used. A question that is not decided within
    `timeout` seconds (for the whole spec) or `memory` megabytes is answered with `Verdict.UNKNOWN`. With more `jobs` than one, so many
    promises are decided at once, each in a process forked from this one (which must have no other threads then, and a system that forks).
    """
    from os import fspath

    from checkspec.answer.limits import Limits
    from checkspec.checking import answers_of
    from checkspec.report.outcome import Telling
    from checkspec.theory.load import load

    return tuple(answers_of(load(fspath(path)), Limits(timeout, memory), Telling(everything=True), jobs))


def __getattr__(name: str) -> object:
    """Loads an exported class when it is first asked for."""
    from importlib import import_module

    homes = {
        "Answer": "checkspec.answer.verdict",
        "Limits": "checkspec.answer.limits",
        "Refused": "checkspec.text.diagnostic",
        "Verdict": "checkspec.answer.verdict",
        "World": "checkspec.meaning.world",
    }
    if name not in homes:
        raise AttributeError(f"module 'checkspec' has no attribute {name!r}")
    return getattr(import_module(homes[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
