"""Small scopes: every combination of a few things on a grid of whole seconds, allowed or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random

from checkspec.meaning.world import Member, Value, World

When = int | Fraction | None
"""Seconds, or never."""


def _thing(name: str, kind: str, fields: dict[str, Value], events: dict[str, When] | None = None) -> Member:
    seconds = {event: Fraction(when) for event, when in (events or {}).items() if when is not None}
    numbers = {field: Fraction(value) if type(value) is int else value for field, value in fields.items()}
    return Member(name, kind, False, numbers, seconds)


def _service(publish: bool = False, policy: str = "Cluster", name: str = "s", accessible: bool = True) -> Member:
    fields: dict[str, Value] = {"publishNotReadyAddresses": publish, "internalTrafficPolicy": policy, "externalTrafficPolicy": policy}
    fields |= {"selector": True, "externallyAccessible": accessible}
    return _thing(name, "service", fields)


def _pod(name: str, events: dict[str, When], ready: Sequence[tuple[int | Fraction, bool]] = ((0, True),), **fields: Value) -> Member:
    usual: dict[str, Value] = {
        "service": "s", "node": None, "terminationGracePeriodSeconds": 1, "gracePeriodSeconds": 1, "preStop": 0, "grace": 1,
        "onSignal": "ignores", "drain": 0, "closes": "at-exit",
    }
    member = _thing(name, "endpoint", {**usual, **fields}, events)
    member.states["podReady"] = tuple((Fraction(when), value) for when, value in ready)
    member.states["statedReady"], member.states["statedTerminating"] = ((Fraction(0), True),), ((Fraction(0), False),)
    return member


def _request(events: dict[str, When], **fields: Value) -> Member:
    usual: dict[str, Value] = {
        "endpoint": "A", "consumer": None, "connection": None, "balancer": None, "origin": "pod", "address": "clusterIP",
        "work": 1, "delivery": 0,
    }
    return _thing("R", "request", {**usual, **fields}, events)


def _consumer(name: str = "p", service: str = "s", node: str | None = None, selects: str = "as-kube-proxy") -> Member:
    return _thing(name, "consumer", {"service": service, "node": node, "selects": selects, "lag": None})


def _some(random: Random | None, count: int, *choices: Sequence[object]) -> Iterator[tuple[object, ...]]:
    """So many of the combinations, by chance; every one without a chance."""
    if random is None:
        yield from product(*choices)
    else:
        for _ in range(count):
            yield tuple(random.choice(each) for each in choices)


# ---------------------------------------------------------------- the scopes


def selections(random: Random | None, count: int) -> Iterator[World]:
    """Two endpoints, a proxy that may know old things, and whom it selects."""
    pods = tuple(product((True, False), (None, 1)))
    senders = (("pod", "clusterIP"), ("pod", "clusterIP"), ("pod", "nodePort"), ("stray-pod", "loadBalancer"))
    outcomes = (("A", "B", None), (True, False))
    ways = (pods, pods, (False, True), ("Cluster", "Local"), ("n", None), ("as-kube-proxy", "ready-only"), (0, 2), senders, *outcomes)
    for a, b, publish, policy, place, selects, known, sender, chosen, kept in _some(random, count, *ways):
        way = dict(zip(("origin", "address"), sender, strict=True))  # type: ignore[call-overload]
        (a_ready, a_deleted), (b_ready, b_deleted) = a, b  # type: ignore[misc, attr-defined]
        outcome = {"sent": 2, "selected": 2 if chosen else None, "accepted": 2 if chosen else None, "turned-away": None if chosen else 2}
        members = (
            _service(bool(publish), str(policy)),
            _thing("n", "node", {"shutdownGracePeriod": 0}),
            _leaving("A", a_ready, a_deleted, "n"),
            _leaving("B", b_ready, b_deleted, None if place is None else str(place)),
            _consumer(node="n", selects=str(selects)),
            _opened(chosen, way) if kept and chosen else _request(outcome, **way, endpoint=chosen, consumer="p", work=None),  # type: ignore
        )
        samples = ((Fraction(2), Fraction(int(known))),)  # type: ignore[call-overload]
        yield World(Fraction(0), members, knowledge={("p", "A"): samples, ("p", "B"): samples})


def _opened(endpoint: object, way: dict[str, Value]) -> Member:
    """A connection that the proxy opens then."""
    fields: dict[str, Value] = {"endpoint": str(endpoint), "consumer": "p", **way}
    return _thing("c", "connection", fields, {"opened": 2})


def balanced(random: Random | None, count: int) -> Iterator[World]:
    """A balancer before a node whose endpoint is ready only at times."""
    senders = (("pod", "clusterIP"), ("pod", "nodePort"), ("stray-pod", "nodePort"), ("outside", "loadBalancer"))
    ways = (("Cluster", "Local"), senders, (True, False), (True, False), (0, 1, 2), (0, 2), ("A", None))
    for policy, sender, first, then, known, seen, chosen in _some(random, count, *ways):
        outcome = {"sent": 2, "selected": 2 if chosen else None, "accepted": 2 if chosen else None, "turned-away": None if chosen else 2}
        members = (
            _service(False, str(policy)),
            _thing("n", "node", {"shutdownGracePeriod": 0}),
            _pod("A", {}, ((0, bool(first)), (1, bool(then))), node="n"),
            _consumer(node="n"),
            _thing("b", "balancer", {"service": "s", "detection": 2}),
            _request(outcome, endpoint=chosen, consumer="p", balancer="b", origin=sender[0], address=sender[1], work=None),  # type: ignore[arg-type]
        )
        of_node, of_pod = Fraction(int(known)), Fraction(int(seen))  # type: ignore[call-overload]
        yield World(
            Fraction(0), members, knowledge={("b", "p"): ((Fraction(2), of_node),), ("p", "A"): ((Fraction(2), of_pod),)}
        )


def _leaving(name: str, ready: bool, deleted: When, node: str | None) -> Member:
    """A Pod that is deleted, if it is, and ends long after the request is sent."""
    end = None if deleted is None else 60
    events = {"deleted": deleted, "stopping": deleted and 3, "closed": end, "exited": end, "recorded": end, "removed": end}
    fields: dict[str, Value] = {"node": node, "terminationGracePeriodSeconds": 57, "gracePeriodSeconds": 57, "grace": 57}
    return _pod(name, events, ((0, ready),) if end is None else ((0, ready), (end, False)) if ready else ((0, False),), **fields)


def ends(random: Random | None, count: int) -> Iterator[World]:
    """One endpoint without a node, from its deletion to its removal."""
    classes = tuple(product(("exits", "drains", "ignores"), ("at-signal", "after-signal", "at-exit"), (0, 1)))
    grid = (None, 0, 1, 2, 3)
    ways = (classes, (None, 0), (None, 0, 1), grid, ("never", "then", "before"), grid, (None, 1, 3), (None, 0, 3), (True, False))
    for kind, deleted, stopping, exited, crashes, closed, recorded, removed, ready in _some(random, count, *ways):
        on_signal, closes, asked = kind  # type: ignore[misc, attr-defined]
        events = {
            "deleted": deleted, "stopping": stopping, "exited": exited, "closed": closed, "recorded": recorded, "removed": removed,
            "crashed": {"never": None, "then": exited, "before": 0}[str(crashes)],
        }
        row = ((0, True), (recorded, False)) if ready and recorded is not None else ((0, bool(ready)),)
        fields: dict[str, Value] = {"gracePeriodSeconds": asked, "grace": asked, "onSignal": on_signal, "closes": closes}
        yield World(Fraction(0), (_service(), _pod("A", events, row, **fields)))  # type: ignore[arg-type]


def nodes(random: Random | None, count: int) -> Iterator[World]:
    """One endpoint on a node that may be shut down, lost and marked."""
    ends = ((None, False), (2, True), (2, False), (4, True), (4, False))
    rows = (((0, True),), ((0, False),), ((0, False), (2, True)), *(((0, True), (end, False)) for end in (1, 2, 3, 4)))
    ways = (
        ((0, None), (0, 0), (1, 0)), (None, 1), (None, 1, 3),
        (0, 1, 2), (None, 0, 2), (None, 1), (None, 0, 2), ends, (None, 4), (None, 4), rows,
    )
    for power, lost, noticed, grace, deleted, evicted, stopping, end, recorded, removed, row in _some(random, count, *ways):
        (period, shutdown), (exited, crashes) = power, end  # type: ignore[misc, attr-defined]
        events = {
            "deleted": deleted, "evicted": evicted, "stopping": stopping, "exited": exited, "crashed": exited if crashes else None,
            "closed": exited, "recorded": recorded, "removed": removed,
        }
        node = _thing("n", "node", {"shutdownGracePeriod": period}, {"shutdown": shutdown, "lost": lost, "noticed": noticed})  # type: ignore
        fields: dict[str, Value] = {"node": "n", "gracePeriodSeconds": 2, "grace": grace}  # type: ignore[dict-item]
        yield World(Fraction(0), (_service(), node, _pod("A", events, row, **fields)))  # type: ignore[arg-type]


def answers(random: Random | None, count: int) -> Iterator[World]:
    """One request that is accepted at 0 s, by a server that may crash, behind a hop that may end."""
    grid = (None, 0, 1, 2)
    ways = ((None, 2), (None, 1), (None, 0, 1, 2), (0, 1), grid, (False, True), grid, (False, True), grid, grid)
    for crashed, ended, work, delivery, begun, finishes, cut, arrives, disconnected, abandoned in _some(random, count, *ways):
        finished = (1 if work is None else work) if finishes else None
        pod = {"crashed": crashed, "exited": crashed, "closed": crashed, "recorded": crashed}
        events = {
            "sent": 0, "accepted": 0, "begun": begun, "finished": finished, "cut": cut, "disconnected": disconnected,
            "abandoned": abandoned, "received": (finished or 0) + delivery if arrives else None,  # type: ignore[operator]
        }
        row = ((0, True),) if crashed is None else ((0, True), (2, False))
        hop = _thing("h", "hop", {"service": None, "endpoint": "A"}, {"stopping": ended, "exited": ended})  # type: ignore[dict-item]
        request = _request(events, work=work, delivery=delivery)  # type: ignore[arg-type]
        yield World(Fraction(0), (_service(), _pod("A", pod, row), hop, request))  # type: ignore[arg-type]


def drains(random: Random | None, count: int) -> Iterator[World]:
    """One request at a server that is being stopped, and when the server ends."""
    late = Fraction(9, 2)
    ways = (
        (0, 2), ("drains", "ignores", "exits"), (0, 1, 5), (None, 1, 2, 3, 4, late), (None, 2, 3), (None, 3), (None, 2, 4), (0, 1),
        (None, 6), ("at-signal", "at-signal", "at-exit"),
    )
    for hook, on_signal, drain, exited, closed, work, finished, direct, evicted, closes in _some(random, count, *ways):
        end = exited
        pod = {"deleted": 0, "stopping": 0, "exited": exited, "closed": closed or exited, "recorded": end, "removed": end}
        pod["evicted"] = evicted
        sent = 1 if direct else 0
        done = finished if work is not None else None
        events = {
            "sent": sent, "accepted": sent, "begun": done, "finished": done, "received": done, "cut": exited if done is None else None,
        }
        row = ((0, True),) if end is None else ((0, True), (end, False))
        fields: dict[str, Value] = {"preStop": hook, "grace": 3, "gracePeriodSeconds": 3, "onSignal": on_signal, "drain": drain}  # type: ignore
        fields["closes"] = str(closes) if closed is not None else "at-exit"
        server = _pod("A", pod, row, **fields)  # type: ignore[arg-type]
        yield World(Fraction(0), (_service(), server, _request(events, work=work)))  # type: ignore[arg-type]


def ways_there(random: Random | None, count: int) -> Iterator[World]:
    """One request and what it refers to: a consumer, a connection, a balancer, of one service or of two."""
    senders = (("pod", "clusterIP"), ("outside", "nodePort"), ("outside", "clusterIP"))
    ways = (
        (None, "p", "q"), (None, "c"), (None, "b"), senders, ("A", "B", None), ("A", "B"), (None, "p", "q"),
        ("as-kube-proxy", "by-its-own-rule"), ("selected", "turned-away", "neither"), ("accepted", "refused", "neither"), (None, 1),
        (None, "n"), (True, True, False),
    )
    for consumer, connection, balancer, sender, end, led, opener, selects, *rest in _some(random, count, *ways):
        choice, outcome, shut, place, accessible = rest
        events = {"sent": 2, str(choice): 2, str(outcome): 2}
        events.pop("neither", None)
        fields = {"consumer": consumer, "connection": connection, "balancer": balancer, "endpoint": end, "work": None}
        fields["origin"], fields["address"] = sender  # type: ignore[misc]
        kept = {"endpoint": led, "consumer": opener, "origin": "pod", "address": "clusterIP"}
        link = _thing("c", "connection", kept, {"opened": 0, "shut": shut})  # type: ignore
        members = (
            _service(accessible=bool(accessible)), _service(name="t"), _thing("n", "node", {"shutdownGracePeriod": 0}),
            _pod("A", {}), _pod("B", {}, service="t"), _consumer("p", node=place, selects=str(selects)),  # type: ignore[arg-type]
            _consumer("q", "t", node=place, selects=str(selects)), _thing("b", "balancer", {"service": "s", "detection": 0}), link,
            _request(events, **fields),  # type: ignore[arg-type]
        )
        yield World(Fraction(0), members)


SCOPES: dict[str, tuple[Callable[[Random | None, int], Iterator[World]], int]] = {
    "selections": (selections, 600),
    "balanced": (balanced, 150),
    "ends": (ends, 4000),
    "nodes": (nodes, 6000),
    "answers": (answers, 2000),
    "drains": (drains, 1600),
    "ways there": (ways_there, 5000),
}
"""The scopes, each with how many of its worlds the ordinary tests look at."""
