"""Whether the model can do what a world says, and if not, what it cannot.

The world decides what the model leaves open: each event happens when the world says so, each observer knows what it knows there. Where
the world wants what may not happen now, or does not want what must, the model is at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from checkspec.meaning.evaluate import Evaluator, Program
from checkspec.meaning.world import Member, World
from checkspec.theory.typed import Theory
from reference.choices import Impossible
from reference.cluster import Cluster
from reference.config import (
    BalancerConfig,
    Config,
    ConnectionConfig,
    ConsumerConfig,
    HopConfig,
    NodeConfig,
    PodConfig,
    RequestConfig,
    ServiceConfig,
)
from reference.flaws import flaws
from reference.pods import Pod

BEYOND = frozenset({"slow hook"})
"""What the model can do besides, as far as it leaves more open."""


def explain(world: World, theory: Theory, program: Program) -> str | None:
    """None if the model can do what the world says; else the difference."""
    try:
        _follow(world, theory, program)
    except Impossible as difference:
        return difference.key
    return None


def _follow(world: World, theory: Theory, program: Program) -> None:
    second = _second(world)
    config = _config(world, second)
    config.beyond = BEYOND
    for flaw in flaws(_that_count(config, world)):
        raise Impossible("the configuration", *flaw.split(": ", 1))
    script = Script(world, Evaluator(world, theory, program), second)
    cluster = Cluster(config, script, {pod.name: script.state_at(pod.name, "podReady", config.beginning) for pod in config.pods})
    now: int | None = config.beginning
    last = config.beginning
    while now is not None:
        script.now = last = now
        _step(cluster, world, now)
        ahead = [each for each in (*script.instants, *cluster.deadlines()) if each > now]
        now = min(ahead, default=None)
    script.now = last + second
    script.closing = True
    _step(cluster, world, script.now)
    _compare(world, cluster, second)


def _step(cluster: Cluster, world: World, now: int) -> None:
    """A step. A Pod that cannot close or end then, and had another grace than the world says, had too short a one there."""
    try:
        cluster.step(now)
    except Impossible as difference:
        pod = cluster.pods.get(difference.who)
        if pod is not None and difference.key.startswith(("endpoint.exited", "endpoint.closed")) and pod.did("stopping"):
            _compare_grace(pod, world)
        raise


def _compare_grace(pod: Pod, world: World) -> None:
    if pod.config.grace != world.member(pod.name).fields["grace"] * pod.second:  # type: ignore[operator]
        raise Impossible(pod.name, "endpoint.grace", "cannot be so short")


def _that_count(config: Config, world: World) -> Config:
    """Without the references of what never was: of a connection that is not opened, a request that is not sent or reaches nobody."""
    events = {member.name: member.events for member in world.members}
    opened = [each for each in config.connections if "opened" in events[each.name]]
    sent = [each for each in config.requests if "sent" in events[each.name]]
    reaching = [replace(each, endpoint=None) if "turned-away" in events[each.name] else each for each in sent]
    return replace(config, connections=opened, requests=reaching)


class Script:
    """The choices of a world."""

    def __init__(self, world: World, evaluator: Evaluator, second: int) -> None:
        self.now = 0
        self.closing = False
        self._world = world
        self._evaluator = evaluator
        self._second = second
        self._members = {member.name: member for member in world.members}
        self._at = {(member.name, event): int(when * second) for member in world.members for event, when in member.events.items()}
        changes = {int(when * second) for member in world.members for row in member.states.values() for when, _ in row}
        self.instants = sorted({*self._at.values(), *changes})

    def happens(self, who: str, kind: str, event: str, may: bool, must: bool = False, owed: bool = False) -> bool:
        wanted = self._at.get((who, event)) == self.now
        if wanted and not may:
            raise Impossible(who, f"{kind}.{event}", "cannot happen then" + self._where(who, event), self.now)
        if must and not wanted:
            raise Impossible(who, f"{kind}.{event}", "has to happen then" + self._because(who, event), self.now)
        if owed and self.closing:
            raise Impossible(who, f"{kind}.{event}", "has to happen sooner or later")
        return wanted

    def state_at(self, who: str, state: str, now: int) -> bool:
        row = self._members[who].states[state]
        return next((value for when, value in reversed(row) if when * self._second <= now), row[0][1])

    def ready(self, who: str, before: bool, may_change: bool, must_be: bool | None) -> bool:
        wanted = self.state_at(who, "podReady", self.now)
        if wanted is (not before) and not may_change and must_be is not wanted:
            raise Impossible(who, "endpoint.podReady", "cannot change then" + self._where(who, "podReady"), self.now)
        if must_be is not None and wanted is not must_be:
            raise Impossible(who, "endpoint.podReady", "has to be false then", self.now)
        return wanted

    def stated(self, who: str, what: str, before: bool) -> bool:
        return self.state_at(who, what, self.now)

    def grace(self, who: str, options: Sequence[tuple[int, int]]) -> int:
        """The world's, if it can be that now. It may be one that becomes shorter later; then it is the longest at first."""
        wanted = self._number(self._members[who].fields["grace"])
        if any(least <= wanted <= most for least, most in options):
            return wanted
        longer = [most for _, most in options if most > wanted]
        if not longer:
            raise Impossible(who, "endpoint.grace", "cannot be so long" + self._where(who, "grace"), self.now)
        return max(longer)

    def powers_off(self, who: str, may: bool) -> bool:
        """Never: a process that ends with its node's power is told as one that ends by itself."""
        return False

    def synced(self, who: str, must: bool) -> bool:
        """Always: that the controller was late shows in what its observers know."""
        return True

    def as_of(self, who: str, subject: str, earliest: int, versions: Sequence[int]) -> int:
        known = self._evaluator.as_of(self._members[who], self._members[subject], Fraction(self.now, self._second)) * self._second
        if known < earliest:
            raise Impossible(who, "consumer.knowledge", "cannot be so old", self.now)
        return int(known // 1)

    def pick(self, who: str, candidates: Sequence[str], may_fail: bool) -> str | None:
        member = self._members[who]
        chosen = member.fields["endpoint"] if "turned-away" not in member.events else None
        if chosen is None and not may_fail:
            raise Impossible(who, f"{member.kind}.turned-away", "there are candidates", self.now)
        if chosen is not None and chosen not in candidates:
            raise Impossible(who, f"{member.kind}.endpoint", "is no candidate", self.now)
        return str(chosen) if chosen is not None else None

    def _where(self, who: str, event: str) -> str:
        """What has happened before and keeps this from happening, where the rulebook is known to let it happen all the same."""
        fields = self._members[who].fields
        if self._members[who].kind == "endpoint" and event != "evicted" and self._before(fields["node"], "lost"):
            return " (its node is lost)"
        if event == "abandoned" and self._before(fields["endpoint"], "exited"):
            return " (its server has ended)"
        return " (it was given up)" if event == "begun" and self._before(who, "abandoned") else ""

    def _before(self, who: object, event: str) -> bool:
        return self._at.get((str(who), event), self.now + 1) <= self.now

    def _because(self, who: str, event: str) -> str:
        """What the application of a Pod does at the stop signal, where its end is in question."""
        return f" (it {self._members[who].fields['onSignal']})" if event == "exited" and "onSignal" in self._members[who].fields else ""

    def _number(self, value: object) -> int:
        assert isinstance(value, Fraction | int)
        return int(value * self._second)


def _compare(world: World, cluster: Cluster, second: int) -> None:
    """What the world says has happened, and nothing else."""
    things = [*cluster.nodes.values(), *cluster.pods.values(), *cluster.hops, *cluster.connections.values(), *cluster.requests.values()]
    for thing in things:
        member = world.member(thing.name)
        for event, when in member.events.items():
            if thing.at.get(event) != when * second:
                raise Impossible(thing.name, f"{thing.kind}.{event}", "cannot happen then")
        for event in thing.at:
            if event not in member.events:
                raise Impossible(thing.name, f"{thing.kind}.{event}", "has to happen then")
    for pod in cluster.pods.values():
        if pod.did("stopping"):
            _compare_grace(pod, world)


def _second(world: World) -> int:
    """So many ticks to a second that everything falls on one."""
    numbers = [world.beginning]
    for member in world.members:
        numbers += [each for each in (*member.fields.values(), *member.events.values()) if _is_number(each)]  # type: ignore[misc]
        numbers += [when for row in member.states.values() for when, _ in row]
    return lcm(*(Fraction(each).denominator for each in numbers))


def _is_number(value: object) -> bool:
    return isinstance(value, Fraction | int) and not isinstance(value, bool)


def _config(world: World, second: int) -> Config:
    config = Config(second, beginning=int(world.beginning * second), controller_lag=0)
    for member in world.members:
        row = _Row(member, second)
        match member.kind:
            case "service":
                policies = (row.text("internalTrafficPolicy"), row.text("externalTrafficPolicy"))
                publish, selector, accessible = (
                    bool(row.fields[each]) for each in ("publishNotReadyAddresses", "selector", "externallyAccessible")
                )
                config.services.append(ServiceConfig(member.name, publish, *policies, selector, accessible))
            case "node":
                config.nodes.append(NodeConfig(member.name, row.length("shutdownGracePeriod")))
            case "endpoint":
                config.pods.append(
                    PodConfig(
                        member.name, row.text("service"), row.maybe("node"), row.length("terminationGracePeriodSeconds"),
                        row.length("gracePeriodSeconds"), row.length("preStop"), row.text("onSignal"), row.length("drain"),
                        row.text("closes"),
                    )
                )
            case "consumer":
                lag = row.length("lag") if row.fields["lag"] is not None else None
                config.consumers.append(ConsumerConfig(member.name, row.text("service"), row.maybe("node"), row.text("selects"), lag))
            case "balancer":
                config.balancers.append(BalancerConfig(member.name, row.text("service"), row.length("detection")))
            case "hop":
                config.hops.append(HopConfig(member.name, row.maybe("service"), row.maybe("endpoint")))
            case "connection":
                sender = row.text("origin"), row.text("address")
                config.connections.append(ConnectionConfig(member.name, row.text("endpoint"), row.maybe("consumer"), *sender))
            case "request":
                work = row.length("work") if row.fields["work"] is not None else None
                config.requests.append(
                    RequestConfig(
                        member.name, row.maybe("endpoint"), row.maybe("consumer"), row.maybe("connection"), row.maybe("balancer"),
                        row.text("origin"), row.text("address"), work, row.length("delivery"),
                    )
                )
    return config


class _Row:
    """A member's fields, read."""

    def __init__(self, member: Member, second: int) -> None:
        self.fields = member.fields
        self._second = second

    def text(self, name: str) -> str:
        return str(self.fields[name])

    def maybe(self, name: str) -> str | None:
        value = self.fields[name]
        return None if value is None else str(value)

    def length(self, name: str) -> int:
        value = self.fields[name]
        assert isinstance(value, Fraction | int)
        return int(value * self._second)
