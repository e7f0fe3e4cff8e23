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


GRACE = "a deleted pod has the grace of the delete request, or less if its node is short or shuts down"
SHUTDOWN = "a pod stopped by its node's shutdown has the shorter of its own and the node's grace"
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
        "forced later",
        frozenset({"otherwise an endpoint is listed until its end is recorded, or until nothing counts it any more"}),
        "F39 F40: a second delete, with a grace of 0, takes the object of a Pod that is being deleted away at once; so one gets rid of the "
        "Pods of a lost node. A world has one delete for each endpoint",
    ),
    Forbidden(
        "shutdown shortened",
        frozenset({SHUTDOWN}),
        "F39 F54: a delete or an eviction that comes after the kubelet began to stop a Pod for its node's shutdown may shorten the grace",
    ),
    Forbidden(
        "unheard delete",
        frozenset({GRACE}),
        "F55: the kubelet of a lost node does not hear of a delete; when it stops the Pod for another reason, the grace of that request "
        "does not bound it",
    ),
    Forbidden(
        "shortened and lost",
        frozenset({GRACE}),
        "F54 F55: evicted, deleted, stopped with the shorter grace of the eviction, and then its node is lost and the process never ends: "
        "`evicted <= exited` is false because there is no end",
    ),
    Forbidden(
        "lost before a late kill",
        frozenset({SIGKILL}),
        "F42 F55: after a hook SIGKILL may come within a second after it is due; a node that is lost within that second does not send it",
    ),
    Forbidden(
        "mute kubelet",
        frozenset(
            {"an application that exits at the signal ends with it", "a server that closes at the signal does so at the latest then"}
        ),
        "F55: the kubelet of a lost node may be gone, and then it sends no stop signal after the hook; the process runs on",
    ),
    Forbidden(
        "late status",
        frozenset({"a pod whose process has ended does not become Ready"}),
        "F30 F45: the kubelet writes a status some time after what it tells; a Ready condition from before the end may be written after it",
    ),
    Forbidden(
        "hop crashes",
        frozenset({"a hop ends only after it was told to stop"}),
        "F56 F82: a sidecar or a gateway may crash like any other process",
    ),
    Forbidden(
        "stale connection",
        frozenset(
            {
                "a request over a kept connection goes where the connection leads, unselected",
                "only a server that has closed refuses",
            }
        ),
        "F33: a request may be written to a connection that the server has just shut; its caller then gets a reset, and no answer",
    ),
    Forbidden(
        "no policy",
        frozenset(
            {
                "a consumer without fallback selects ready endpoints only",
                "a connection through a consumer without fallback is opened to a ready endpoint",
            }
        ),
        "F58 F62 F65: DNS, ingress controllers and meshes look at conditions only; the traffic policies are kube-proxy's, and do not bind "
        "them",
    ),
    Forbidden(
        "overtaking",
        frozenset({BACKWARDS}),
        "a request that was selected by old knowledge may arrive after one that was selected by newer knowledge; in a world a request is "
        "selected when it arrives, and knowledge does not run backwards",
    ),
)


@dataclass(frozen=True, slots=True)
class Allowed:
    """Something that the rulebook allows and the model cannot do. `key`: how the acceptor names it."""

    key: str
    reason: str


LOST = "F55: what a lost node's kubelet does not hear or cannot report does not happen. The rulebook only lifts what is owed there: "

ALLOWED = (
    Allowed("node.noticed: has to happen sooner or later", "F55: a node that is lost is marked; the rulebook has no rule that it is"),
    Allowed("endpoint.stopping: cannot happen then (its node is lost)", LOST + "a delete after the loss does not reach the kubelet"),
    Allowed("endpoint.grace: cannot be so long (its node is lost)", LOST + "nor does its grace"),
    Allowed("endpoint.recorded: cannot happen then (its node is lost)", LOST + "an end is not recorded at the API after the loss"),
    Allowed("endpoint.podReady: cannot change then (its node is lost)", LOST + "the Ready condition stays until the node is marked"),
    Allowed(
        "endpoint.exited: has to happen then (it drains)",
        "F70 F74: an application with a limit waits at most so long and ends; in the rulebook it may go on until SIGKILL",
    ),
    Allowed(
        "endpoint.grace: cannot be so short",
        "F39 F52: a node's shutdown shortens a deleted Pod's grace to the shorter of the Pod's own and the node's, not below, and not at "
        "all if graceful shutdown is off; what shortens it later leaves two seconds after that",
    ),
    Allowed("endpoint.evicted: cannot happen then", "an eviction picks no Pod whose phase is terminal. Harmless: nothing follows from it"),
    Allowed("request.abandoned: cannot happen then (its server has ended)", "a server that has ended gives nothing up. Harmless"),
    Allowed("request.begun: cannot happen then (it was given up)", "no first token leaves a server that has given the request up"),
    Allowed("request: it goes nowhere", "a request that names no endpoint and no consumer is accepted, by nobody"),
    Allowed("request: it comes from elsewhere than its connection", "the two may differ in their origin. Harmless: nothing is selected"),
    Allowed("request: its consumer is of another service than its endpoint", "only a consumer by its own rule; it may do what it likes"),
    Allowed("connection: its consumer is of another service than its endpoint", "only a consumer by its own rule; it may do what it likes"),
    Allowed("request: it passes a balancer and comes from inside", "nothing says that what passes a balancer comes from outside"),
    Allowed("request: it passes a balancer and is sent to the cluster IP", "nothing says that a balancer knows external addresses only"),
    Allowed("request: it passes a balancer and no consumer", "nothing says that a balancer sends to a node's proxy, over a new connection"),
    Allowed("request: it passes a balancer and a consumer without a node", "with the policy Cluster nothing asks for the proxy's node"),
    Allowed("request: its balancer is for another service than its consumer", "nothing ties a balancer's service to its requests"),
)
KNOWN = frozenset(each.key for each in ALLOWED)
