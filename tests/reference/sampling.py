"""Worlds that the solver finds when it is asked for something unlikely: a few individuals, random settings and random further facts."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random

from checkspec.logic.question import Found, Question
from checkspec.meaning.evaluate import Program
from checkspec.meaning.world import World
from checkspec.theory.load import load
from checkspec.theory.typed import Theory
from reference.rulebook import RELEASE

EVENTS = {
    "endpoint": ("crashed", "evicted", "unselected", "deleted", "stopping", "closed", "exited", "recorded", "removed"),
    "request": (
        "disconnected", "abandoned", "sent", "selected", "turned-away", "accepted", "refused", "begun", "finished", "cut", "received",
    ),
    "node": ("shutdown", "lost", "noticed"),
    "connection": ("opened", "shut"),
    "hop": ("crashed", "stopping", "exited"),
}
SECONDS_ASKED = 10.0


def sample(seed: int) -> tuple[World, Theory, Program] | None:
    """A world that the rulebook allows, or None if the facts that were thrown do not fit together."""
    random = Random(seed)
    with tempfile.TemporaryDirectory() as name:
        spec = Path(name) / "sample.drn"
        spec.write_text(text(random), "utf-8")
        theory = load(spec).theories[0]
    program = Program(theory)
    question = Question(theory, program, time.monotonic() + SECONDS_ASKED, 2000)
    outcome = question.ask([question.claim(line) for line in theory.lines])
    return (outcome.world, theory, program) if isinstance(outcome, Found) else None


def text(random: Random) -> str:
    """A spec without promises; its worlds are to be explained."""
    there = {"endpoint": ["A", "B"][: random.choice((1, 2))], "request": ["R1", "R2"][: random.choice((0, 1, 2))]}
    lines = [f"use kubernetes {RELEASE}", f"service s {{ publishNotReadyAddresses: {random.choice(('true', 'false', 'false'))} }}"]
    if random.random() < 0.5:
        there["node"] = ["n"]
        lines.append(f"node n {{ shutdownGracePeriod: {random.choice((0, 2))}s }}")
    lines += [_endpoint(each, "node" in there, random) for each in there["endpoint"]]
    lag, selects = random.choice(("none", "0s", "2s")), random.choice(("as-kube-proxy", "ready-only"))
    lines.append(f"consumer p of s {{ lag: {lag}, selects: {selects} }}")
    if random.random() < 0.4:
        there["connection"] = ["c"]
        lines.append(f"connection c on A{random.choice(('', ' via p'))}")
    if random.random() < 0.3:
        there["hop"] = ["h"]
        lines.append("hop h for A { service: none }")
    lines += [_request(each, there, random) for each in there["request"]]
    lines += [f"assume no other {kind}" for kind in ("service", "node", "endpoint", "consumer", "balancer", "hop", "connection", "request")]
    lines += [_fact(there, random) for _ in range(random.choice((1, 2, 4)))]
    return "\n".join(lines) + "\n"


def _endpoint(name: str, nodes: bool, random: Random) -> str:
    place = " on n" if nodes and random.random() < 0.8 else ""
    on_signal = random.choice(("exits", "drains", "ignores"))
    settings = (
        "grace: unknown",
        f"terminationGracePeriodSeconds: {random.choice((2, 5, 30))}s",
        f"preStop: {random.choice((0, 0, 1, 7))}s",
        f"onSignal: {on_signal}",
        f"drain: {0 if on_signal == 'exits' else random.choice((0, 3, 60))}s",
        f"closes: {random.choice(('at-signal', 'after-signal', 'at-exit'))}",
    )
    asked = f"gracePeriodSeconds: {random.choice((0, 1, 40))}s" if random.random() < 0.4 else ""
    return f"endpoint {name} of s{place} {{ {', '.join(filter(None, (*settings, asked)))} }}"


def _request(name: str, there: dict[str, list[str]], random: Random) -> str:
    work, delivery = random.choice(("none", "0s", "2s", "9s")), random.choice((0, 0, 1))
    way = random.choice(("", " via p", " via p", " over c" if "connection" in there else " via p"))
    place = " on A" if way == "" else ""
    return f"request {name}{place}{way} {{ work: {work}, delivery: {delivery}s }}"


def _fact(there: dict[str, list[str]], random: Random) -> str:
    """One more fact about something that happens or does not."""
    def moment() -> tuple[str, str]:
        kind = random.choice([kind for kind in there if there[kind]])
        return random.choice(there[kind]), random.choice(EVENTS[kind])

    (who, what), (whom, other) = moment(), moment()
    form = random.random()
    if form < 0.3:
        return f"assume {who} is {random.choice(('', 'not '))}{what}"
    if form < 0.7 and (who, what) != (whom, other):
        return f"assume {who}.{what} {random.choice(('before', 'after', '<=', '='))} {whom}.{other}"
    if form < 0.85:
        state = random.choice(("ready", "serving", "listed", "podReady"))
        return f"assume at {who}.{what}: {random.choice(there['endpoint'])} is {random.choice(('', 'not '))}{state}"
    return f"assume {who} is {what} and {whom} is {other}"
