"""What can notice that a rulebook says one thing less: each promise, with its expectations, of each spec and of each row of the tables."""

from __future__ import annotations

import hashlib
import re
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import checkspec.theory.files
from checkspec.answer.decide import Decision, asked
from checkspec.answer.verdict import Answer, Verdict
from checkspec.language.parse import parse
from checkspec.logic.question import Claim, Excluded, Found, Outcome
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.world import World
from checkspec.report.outcome import meets
from checkspec.text.diagnostic import Refused
from checkspec.text.source import Source
from checkspec.theory.files import RULEBOOKS
from checkspec.theory.load import load
from checkspec.theory.typed import Expectation, Line, Promise, Role, Spec, Theory
from conformance.rows import FILES, Row, rows
from idle.mutants import DROPPED, Mutant

ROOT = Path(__file__).resolve().parents[2]
PROBE = "probe"
"""Under this label the rules of all mutants stand beside those of the rulebook, to be asked whether they are true in a world."""
MEMORY = 2000
LIKELIEST = 60
"""So many promises of rows are asked about a mutant."""
Vocabulary = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Text:
    """A file with expectations. `name`: how it is told; `whole`: its text with those that it uses."""

    name: str
    path: str
    whole: str

    def uses(self, rulebook: str) -> bool:
        return re.search(rf"^\s*use {rulebook}\b", self.whole, re.MULTILINE) is not None


@dataclass(frozen=True, slots=True)
class Unit:
    """One promise of one scenario, with what checking it rests on: `lines` that were needed to exclude worlds, `there` that were stated at
    all, and the numbers of the mutants that are not true in a world that was found (`broken`)."""

    file: str
    theory: int
    promise: int
    seconds: float
    lines: frozenset[str]
    there: frozenset[str]
    broken: frozenset[int]


# ---------------------------------------------------------------- the texts


def texts(folder: Path) -> list[Text]:
    """Every spec, and every row of the tables as a file in `folder`."""
    found = [text_of(path) for path in sorted((ROOT / "specs").rglob("*.drn"))]
    for table in FILES:
        for row in rows(table):
            if isinstance(row, Row):
                place = folder / f"{row.group}-{row.name}.drn"
                place.write_text(row.text, "utf-8")
                found.append(text_of(place, f"row {row.group} {row.name}"))
    return found


def text_of(path: Path, name: str = "") -> Text:
    whole = [path.read_text("utf-8")]
    used = [path]
    for _ in range(9):
        used = [each.parent / other for each in used for other in re.findall(r'^\s*use "([^"]+)"', each.read_text("utf-8"), re.MULTILINE)]
        whole += [each.read_text("utf-8") for each in used]
    return Text(name or str(path.relative_to(ROOT)), str(path), "\n".join(whole))


# ---------------------------------------------------------------- loading


@cache
def _parsed(name: str, text: str) -> object:
    return parse(Source(name, text))


def parse_once() -> None:
    """From now on this process parses no text twice."""

    def parsed(source: Source) -> object:
        return _parsed(source.name, source.text)

    vars(checkspec.theory.files)["parse"] = parsed


class Books:
    """A folder of rulebooks in which one has another text."""

    def __init__(self, rulebook: str, text: str) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.path = Path(self._folder.name)
        for book in RULEBOOKS.glob("*.drn"):
            (self.path / book.name).write_text(text if book.stem == rulebook else book.read_text("utf-8"), "utf-8")

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


BESIDE = {"probes": ("consumers",)}
"""Pages that a page asks for besides `kubernetes`."""


def loads(rulebook: str, text: str) -> bool:
    """Whether a rulebook with this text is well formed."""
    with Books(rulebook, text) as books:
        spec = books / "spec.txt"
        pages = () if rulebook == "kubernetes" else (*BESIDE.get(rulebook, ()), rulebook)
        page = "".join(f"use {each}\n" for each in pages)
        spec.write_text(f"use kubernetes 1.35\n{page}service web\nendpoint e of web\npromise p: e is deleted\n", "utf-8")
        try:
            load(spec, rulebooks=books)
        except Refused:
            return False
    return True


# ---------------------------------------------------------------- asking


class Watched(Decision):
    """Remembers what was excluded, and by which lines, and the worlds that were found."""

    def __init__(self, theory: Theory, seconds: float) -> None:
        super().__init__(theory, time.monotonic() + seconds, MEMORY, lambda promise, at: False)
        self.lines: set[str] = set()
        self.found: dict[int, World] = {}
        self.program = self._program

    def _ask(self, stated: Sequence[Claim], *more: Claim) -> Outcome:
        outcome = super()._ask(stated, *more)
        if isinstance(outcome, Excluded):
            self.lines |= {key_of(claim.line) for claim in outcome.core if claim.line is not None}
        elif isinstance(outcome, Found):
            self.found[id(outcome.world)] = outcome.world
        return outcome


def key_of(line: Line) -> str:
    """A line as the subject of a mutant."""
    if line.role is Role.DEFAULT and line.subject is not None and line.field is not None:
        return f"default {line.subject.kind.name}.{line.field.name}"
    return f'{"rule" if line.role is Role.RULE else "assume"} "{line.label}"'


def about(theory: Theory, promise: Promise) -> list[Expectation]:
    """The expectations that the answers about a promise meet or miss."""
    places = {(promise.offer, promise.name)}
    offers = {(each.offer, each.name) for each in asked(theory)}
    for other in theory.promises:
        if other.inherited and other.name == promise.name and other.origin == promise.offer and (other.offer, other.name) not in offers:
            places.add((other.offer, other.name))
    return [each for each in theory.expectations if (each.offer, each.promise) in places]


def missed(theory: Theory, promise: Promise, answers: Iterable[Answer]) -> Iterator[tuple[Expectation, Answer]]:
    """The expectations about a promise that are not met, each with its answer."""
    by_column = {answer.at: answer for answer in answers}
    for each in about(theory, promise):
        if not meets(by_column[each.at], each):
            yield each, by_column[each.at]


def examine(text: Text, rulebook: str, source: str, probes: dict[int, Mutant]) -> list[Unit]:
    """The units of a text, with the rulebook as it is. Raises AssertionError if an expectation is not met to begin with."""
    beside = "".join(f'\nrule "{PROBE} {number}": {each.formula}\n' for number, each in probes.items())
    with Books(rulebook, source + beside) as books:
        spec = load(text.path, rulebooks=books)
    found = []
    for index, whole in enumerate(spec.theories):
        theory = _plain(whole)
        probed = [(int(line.label.split()[1]), line.formula) for line in whole.lines if line.label.startswith(PROBE)]
        for number, promise in enumerate(asked(theory)):
            if not about(theory, promise):
                continue
            begin = time.process_time()
            decision = Watched(theory, 300.0)
            answers = decision.of(promise)
            seconds = time.process_time() - begin
            assert not list(missed(theory, promise, answers)), f"{text.name} {theory.case} {promise.name} is not as it expects"
            there = frozenset(key_of(line) for line in theory.lines_for(promise.offer))
            broken = _broken(decision.found.values(), whole, decision.program, probed)
            found.append(Unit(text.name, index, number, round(seconds, 3), frozenset(decision.lines), there, broken))
    return found


def _plain(theory: Theory) -> Theory:
    """The theory less the probes."""
    def kept(lines: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(line for line in lines if not line.label.startswith(PROBE))

    offers = tuple(replace(offer, lines=kept(offer.lines)) for offer in theory.offers)
    return replace(theory, lines=kept(theory.lines), offers=offers)


def _broken(worlds: Iterable[World], theory: Theory, program: Program, probes: Sequence[tuple[int, object]]) -> frozenset[int]:
    """The numbers of the probes that are not true in all of these worlds."""
    found: set[int] = set()
    for world in worlds:
        evaluator = Evaluator(world, theory, program)
        found |= {number for number, formula in probes if number not in found and not evaluator.truth(formula)}  # type: ignore[arg-type]
    return frozenset(found)


# ---------------------------------------------------------------- noticing


class Trial:
    """A mutant before those who may notice it. Each text is read once."""

    def __init__(self, mutant: Mutant, books: Path) -> None:
        self.mutant = mutant
        self._books = books
        self._specs: dict[str, Spec] = {}
        self.undecided: list[str] = []

    def noticed(self, text: Text, unit: Unit) -> str:
        """Which expectation is missed, or why the text is refused; "" if it is as before."""
        try:
            if text.name not in self._specs:
                self._specs[text.name] = load(text.path, rulebooks=self._books)
        except Refused as refused:
            return f"{text.name} is refused: {refused.diagnostics[0].message}"
        theory = self._specs[text.name].theories[unit.theory]
        promise = asked(theory)[unit.promise]
        decision = Watched(theory, max(5.0, 10 * unit.seconds))
        case = f" case {theory.case}" if theory.case else ""
        for expectation, answer in missed(theory, promise, decision.of(promise)):
            name = f"{expectation.offer}.{expectation.promise}" if expectation.offer else expectation.promise
            place = f"{text.name}{case}: {name}{f' at {expectation.at}' if expectation.at else ''}"
            if answer.verdict is Verdict.UNKNOWN:
                self.undecided.append(place)
                continue
            vacuously = " vacuously" if answer.vacuous else ""
            return f"{place}, expected {expectation.verdict.lower()}, {answer.verdict.name.lower()}{vacuously}"
        return ""


def candidates(mutant: Mutant, number: int, units: Iterable[Unit], near: frozenset[str], vocabulary: Vocabulary) -> list[Unit]:
    """Those who may notice a mutant, the likeliest first. `near`: the rules that mention it; `vocabulary`: the words of each text.

    Of a rule, nobody else can: what was excluded without it is excluded still, and a world in which the mutant is true, too, is a world
    still. The same is true of a default that is dropped. A definition, or another default, may count anywhere. Where there are many, only
    the likeliest are asked; so a survivor may be one too many, and what is noticed is noticed.
    """
    changed = mutant.subject.startswith("default")
    part = mutant.part.removeprefix("without ")
    said = words(f"{part} {mutant.formula}" if mutant.formula else mutant.subject if changed else f"{mutant.subject} {part}")
    rare = {word: 1 / (1 + sum(word in each for each in vocabulary.values())) for word in said}

    def unlikely(unit: Unit) -> tuple[bool, float, bool, float]:
        likeness = sum(rare[word] for word in said & vocabulary[unit.file])
        related = mutant.subject in unit.lines or unit.lines & near
        return unit.file.startswith("row "), -round(likeness, 2), not related, unit.seconds

    if mutant.formula:
        able = [each for each in units if mutant.subject in each.lines or number in each.broken]
    elif changed:
        able = [each for each in units if mutant.subject in (each.lines if mutant.sort == DROPPED else each.there)]
    else:
        able = list(units)
    return _first(sorted(able, key=unlikely))


def _first(units: Iterable[Unit]) -> list[Unit]:
    """All promises of specs, and some of rows."""
    units = list(units)
    row = [each for each in units if each.file.startswith("row ")]
    return [each for each in units if each not in row] + row[:LIKELIEST]


def words(text: str) -> frozenset[str]:
    """The words of a text that may tell one from another."""
    return frozenset(re.findall(r"[A-Za-z][\w-]{2,}", text))


def digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]
