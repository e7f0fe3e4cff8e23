"""The evaluator against the solver: what one text's verdicts must be, by looking at worlds, and what they are."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from checkspec.answer.decide import answers, asked
from checkspec.answer.limits import Limits
from checkspec.answer.vacuity import trigger
from checkspec.answer.verdict import Answer, Verdict
from checkspec.logic.plain import obstacle
from checkspec.logic.question import Claim, Excluded, Open, Outcome, Question
from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.replay import replay
from checkspec.meaning.world import World
from checkspec.text.diagnostic import Refused
from checkspec.theory.load import load
from checkspec.theory.typed import Formula, Line, Not, Role, Theory
from fuzz.worlds import Scope, Seen, explore

LIMITS = Limits(1.0, 1500)
TOO_LONG = {"timeout", "memory"}


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is looked at. `told`: also the least worlds. `larger`: also with one unnamed individual more of each kind.
    `patience`: seconds for a plain question that ran into the limits, asked anew and alone; without it, nothing is said of those."""

    pieces: int = 3000
    told: bool = False
    larger: bool = False
    patience: float = 0.0
    limits: Limits = LIMITS


@dataclass(slots=True)
class Comparison:
    """What comparing one text gave. `wrong`: each disagreement as a sentence. `both`: verdicts that were checked in both directions;
    `one`: in one. `late`: plain questions that ran into the limits."""

    refused: str = ""
    wrong: list[str] = field(default_factory=list)
    verdicts: dict[str, int] = field(default_factory=dict)
    both: int = 0
    one: int = 0
    replayed: int = 0
    worlds: int = 0
    late: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    seconds: float = 0.0
    looking: float = 0.0


def compare(text: str, pinned: bool, seed: int, effort: Effort) -> Comparison:
    """Compare all scenarios of a text."""
    found = Comparison()
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        path = Path(folder) / "given.drn"
        path.write_text(text, encoding="utf-8")
        try:
            theories = load(path).theories
        except Refused as refusal:
            found.refused = refusal.diagnostics[0].code.name
            return found
    for theory in theories:
        _compare(theory, text, pinned, seed, effort, found)
    return found


def scope_of(text: str, effort: Effort) -> Scope:
    """The scope that is complete for a pinned text: how far its instants reach."""
    backwards = " - " in text
    pluses = text.count(" + ")
    return Scope(
        beginnings=(1, 0, -1) if backwards else (1, 0),
        first=-1 if backwards else 0,
        last=min(6, (3 if "observe" in text else 2) + pluses + 2 * text.count(") * 1s")),
        pieces=effort.pieces,
    )


def exact(text: str, pinned: bool) -> bool:
    """Whether a text's worlds on the grid are all that matter: knowledge may change between whole seconds, which `always` could notice."""
    return pinned and not ("seen by" in text and any(word in text for word in ("always:", "from ", "until ")) and sees_throughout(text))


def sees_throughout(text: str) -> bool:
    for line in text.splitlines():
        if "seen by" in line and not line.startswith('rule "grid'):
            before = line[: line.rindex("seen by")]
            if any(word in before for word in ("always:", "from ", "until ")):
                return True
    return any("seen by" in line and line.startswith(("define", "  state")) for line in text.splitlines())


def _compare(theory: Theory, text: str, pinned: bool, seed: int, effort: Effort, found: Comparison) -> None:
    begun = time.monotonic()
    got = list(answers(theory, effort.limits, lambda promise, at: effort.told))
    spent = time.monotonic() - begun
    found.seconds += spent
    begun = time.monotonic()
    promises = asked(theory)
    scope = scope_of(text, effort)
    results = [explore(theory, promises, scope, None if pinned else Random(seed))]
    if effort.larger:
        larger = replace(scope, extra=2, times=(1, 2, 3), spans=(0, 1, 2), counts=(0, 1, 2), beginnings=(1, 0, -1, -3), first=-1, last=5)
        results.append(explore(theory, promises, larger, Random(seed)))
    found.looking += time.monotonic() - begun
    found.worlds += sum(result.worlds for result in results)
    names = [None, *(observation.name for observation in theory.observations)]
    for answer in got:
        found.verdicts[answer.verdict.name] = found.verdicts.get(answer.verdict.name, 0) + 1
        column = names.index(answer.at)
        both = exact(text, pinned) and results[0].exhausted
        for index, result in enumerate(results):
            seen = result.found[answer.promise, column]
            wrong = contradiction(answer, seen, both and index == 0)
            if not wrong and both and index == 0 and spent < effort.limits.timeout / 2:
                wrong = timidity(theory, answer, seen, effort)
            for world in (seen.kept, seen.broken, seen.tested):
                flaw = None if world is None else replay(theory, _stated(theory, answer), world)
                if flaw is not None:
                    wrong = f"what was found by looking is no such world: {flaw.sentence}: {shown(world)}"
            if wrong:
                found.wrong.append(f"{_label(answer)}: {wrong}")
        found.both += both
        found.one += not both
        _replayed(theory, answer, found)
        _decided(theory, answer, effort, found)


def contradiction(answer: Answer, seen: Seen, both: bool) -> str:
    """What is wrong with an answer, given what was found; nothing if it may be right. `both`: there are no other worlds."""
    design = answer.at is None
    said = answer.verdict
    if said is Verdict.UNKNOWN:
        return ""
    broken, kept = seen.broken is not None, seen.kept is not None
    if broken and said in (Verdict.HOLDS, Verdict.INCONSISTENT):
        return f"{said.name}, and there is a world in which it is broken: {shown(seen.broken)}"
    if kept and said in (Verdict.REFUTED, Verdict.INCONSISTENT):
        return f"{said.name}, and there is a world in which it is kept: {shown(seen.kept)}"
    if kept and answer.in_every_world:
        return f"FAILS in every world, and there is a world in which it is kept: {shown(seen.kept)}"
    if seen.tested is not None and answer.vacuous:
        return f"HOLDS vacuously, and there is a world in which it is put to the test: {shown(seen.tested)}"
    if both:
        right = expected(kept, broken, design)
        if said is not right:
            return f"{said.name}, and by looking at every world it is {right.name}"
    return ""


def timidity(theory: Theory, answer: Answer, seen: Seen, effort: Effort) -> str:
    """What an answer does not say though there is no other world and the question alone is decided: that the promise is broken in every
    world, or put to the test in none."""
    if answer.verdict is Verdict.FAILS and seen.kept is None and not answer.in_every_world:
        claim, missing = answer.promise.formula, "FAILS in every world"
    elif answer.verdict is Verdict.HOLDS and seen.tested is None and not answer.vacuous:
        claim, missing = trigger(answer.promise.formula), "HOLDS vacuously"
    else:
        return ""
    if isinstance(_alone(theory, answer, claim, effort), Excluded):
        return f"by looking at every world it {missing}, and the question alone says so too"
    return ""


def expected(kept: bool, broken: bool, design: bool) -> Verdict:
    """The table of verdicts."""
    if broken:
        return Verdict.FAILS if design else Verdict.UNDETERMINED if kept else Verdict.REFUTED
    return Verdict.HOLDS if kept else Verdict.INCONSISTENT


def _replayed(theory: Theory, answer: Answer, found: Comparison) -> None:
    """The world that is shown is one, of all that is stated, and the promise is broken in it; one beside it keeps it."""
    if answer.kept is not None:
        promised = Line(Role.ASSUMPTION, "the promise", answer.promise.formula, answer.promise.span)
        flaw = replay(theory, [*_stated(theory, answer), promised], answer.kept)
        if flaw is not None:
            found.wrong.append(f"{_label(answer)}: the world that keeps it does not replay: {flaw.sentence}: {shown(answer.kept)}")
    if answer.broken is None:
        return
    found.replayed += 1
    promise = answer.promise.formula
    contrary = Line(Role.ASSUMPTION, "the contrary", Not(promise, promise.span), promise.span)
    flaw = replay(theory, [*_stated(theory, answer), contrary], answer.broken)
    if flaw is not None:
        found.wrong.append(f"{_label(answer)}: the world shown does not replay: {flaw.sentence}: {shown(answer.broken)}")
    if Evaluator(answer.broken, theory).truth(promise):
        found.wrong.append(f"{_label(answer)}: the promise is kept in the world shown: {shown(answer.broken)}")


def _decided(theory: Theory, answer: Answer, effort: Effort, found: Comparison) -> None:
    """A plain question is never UNKNOWN but for the limits."""
    if answer.verdict is not Verdict.UNKNOWN:
        return
    lines = _stated(theory, answer)
    promise = answer.promise.formula
    for contrary in (promise, Not(promise, promise.span)):
        if obstacle(theory, [*(line.formula for line in lines), contrary]) is not None:
            found.open.append(f"{_label(answer)}: {answer.limit}")
        elif answer.limit not in TOO_LONG or effort.patience:
            outcome = _alone(theory, answer, contrary, effort)
            if isinstance(outcome, Open):
                place = found.late if outcome.why in TOO_LONG else found.wrong
                place.append(f"{_label(answer)}: a plain question is open: {outcome.why}")


def _alone(theory: Theory, answer: Answer, formula: Formula, effort: Effort) -> Outcome:
    """Whether there is a world of all that is stated and a formula; a question for itself."""
    question = Question(theory, Program(theory), time.monotonic() + (effort.patience or 3.0), effort.limits.memory)
    return question.ask([*(question.claim(line) for line in _stated(theory, answer)), Claim(formula)])


def _stated(theory: Theory, answer: Answer) -> Sequence[Line]:
    """All that counts as true in the answer's column."""
    names = [observation.name for observation in theory.observations]
    last = 0 if answer.at is None else names.index(answer.at) + 1
    return [*theory.lines_for(answer.promise.offer), *(line for observation in theory.observations[:last] for line in observation.lines)]


def _label(answer: Answer) -> str:
    case = f"{answer.theory.case}: " if answer.theory.case else ""
    offer = f"{answer.promise.offer}." if answer.promise.offer else ""
    return f"{case}{offer}{answer.promise.name}{f' at {answer.at}' if answer.at else ''}"


def shown(world: World | None) -> str:
    """A world in one line."""
    if world is None:
        return "none"
    told = [f"beginning {world.beginning}"]
    for member in world.members:
        values = [f"{name}={value}" for name, value in member.fields.items()]
        values += [f"{name}@{instant}" for name, instant in member.events.items()]
        values += [name + ":" + ",".join(f"{i}{'+' if v else '-'}" for i, v in changes) for name, changes in member.states.items()]
        told.append(f"{member.name}({' '.join(values)})")
    told += [f"{name}@{instant}" for name, instant in world.observations.items()]
    told += [f"{name}={value}" for name, value in world.quantities.items()]
    told += [f"{c} knows {s}: {','.join(f'{i}→{k}' for i, k in samples)}" for (c, s), samples in world.knowledge.items()]
    return "; ".join(told)

