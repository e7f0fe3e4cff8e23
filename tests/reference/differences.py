"""Where the rulebook and the model part, each with its reason. The tests hold both lists to what they find: nothing more, nothing less."""

from __future__ import annotations

from dataclasses import dataclass

from reference.rulebook import BACKWARDS


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Something that can happen and that the rulebook leaves out. The model does it only when it is let: `name` is what lets it.

    `rules`: those that its runs break, all of them. `scope`: the rulebook says itself that it leaves this out.
    """

    name: str
    rules: frozenset[str]
    reason: str
    scope: bool = False


SIGKILL = "SIGKILL ends what still runs when it is due, or after a hook within a second of that, unless the node is lost"

FORBIDDEN = (
    Forbidden(
        "kubelet restarts",
        frozenset({SIGKILL}),
        "F50: a kubelet that restarts begins the termination anew with the whole grace, so SIGKILL comes later",
        scope=True,
    ),
    Forbidden(
        "hook closes",
        frozenset({"a server closes because of the signal or with its end", "a server that closes with its end closes no earlier"}),
        "a hook may tell the server to take no new connection before the signal comes; the rulebook's hooks leave the server alone (F47)",
        scope=True,
    ),
    Forbidden(
        "overtaking",
        frozenset({BACKWARDS}),
        "a request that was selected by old knowledge may arrive after one that was selected by newer knowledge; in a world a request is "
        "selected when it arrives, and knowledge does not run backwards",
        scope=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Allowed:
    """Something that the rulebook allows and the model cannot do. `key`: how the acceptor names it."""

    key: str
    reason: str


ALLOWED = (
    Allowed("endpoint.evicted: cannot happen then", "an eviction picks no Pod whose phase is terminal. Harmless: nothing follows from it"),
    Allowed("request: it comes from elsewhere than its connection", "the two may differ in their origin. Harmless: nothing is selected"),
    Allowed("request: its consumer is of another service than its endpoint", "only a consumer by its own rule; it may do what it likes"),
    Allowed("connection: its consumer is of another service than its endpoint", "only a consumer by its own rule; it may do what it likes"),
    Allowed("request: it passes a balancer and no consumer", "nothing says that a balancer sends to a node's proxy, over a new connection"),
    Allowed("request: it passes a balancer and a consumer without a node", "with the policy Cluster nothing asks for the proxy's node"),
    Allowed("request: its balancer is for another service than its consumer", "nothing ties a balancer's service to its requests"),
)
KNOWN = frozenset(each.key for each in ALLOWED)
