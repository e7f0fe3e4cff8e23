"""Requests: from the sending to the whole answer at the caller.

A request is sent when it arrives: its way to the server belongs to the lag of the consumer that chose its endpoint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference.choices import Choices, Thing
from reference.config import RequestConfig

if TYPE_CHECKING:
    from reference.cluster import Cluster
    from reference.pods import Pod


class Request(Thing):
    """One request. `routed`: it is on its way to an endpoint."""

    def __init__(self, config: RequestConfig, choices: Choices, beyond: frozenset[str]) -> None:
        super().__init__(config.name, "request", choices)
        self.config = config
        self.beyond = beyond
        self.routed = False
        self._arrives: int | None = None

    @property
    def done_at(self) -> int | None:
        """When the server is done with it, if nothing comes in between."""
        return self.at["accepted"] + self.config.work if self.did("accepted") and self.config.work is not None else None

    @property
    def there_at(self) -> int | None:
        """When the caller has the whole answer, if nothing comes in between."""
        return None if self.done_at is None else self.done_at + self.config.delivery

    def deadlines(self) -> list[int]:
        """When something must happen, as far as it is known."""
        return [each for each in (self.done_at, self.there_at, self._arrives) if each is not None]

    def step(self, now: int, cluster: Cluster) -> None:
        if "overtaking" in self.beyond and self._selects and not self.did("sent"):
            self._travel(now, cluster)
        elif self.ask(now, "sent", may=self._can_be_sent(now, cluster)) and self._passes_balancer(now, cluster):
            self._route(now, cluster)
        pod = cluster.pods[self.config.endpoint] if self.routed and self.config.endpoint is not None else None
        self._arrive(now, cluster, pod)
        self.ask(now, "begun", may=self._in_hand(pod))
        self._break_off(now, cluster, pod)
        self._serve(now, pod)
        comes = self.did("finished") and now == self.there_at and not self.did("cut")
        self.ask(now, "received", may=comes, must=comes)

    # ------------------------------------------------------------ on the way

    @property
    def _selects(self) -> bool:
        """It opens a connection of its own, through a consumer."""
        return self.config.connection is None and self.config.consumer is not None and self.config.balancer is None

    def _can_be_sent(self, now: int, cluster: Cluster) -> bool:
        if self.config.connection is None:
            return True
        connection = cluster.connections[self.config.connection]
        return connection.did("opened") and connection.at["opened"] < now

    def _passes_balancer(self, now: int, cluster: Cluster) -> bool:
        """A balancer opens no connection to a node whose proxy it takes for unhealthy: the request is then not sent there."""
        if self.config.balancer is None or self.config.consumer is None or self.config.connection is not None:
            return True
        if cluster.balancers[self.config.balancer].sends_to(now, cluster.health[self.config.consumer]):
            return True
        del self.at["sent"]
        return False

    def _route(self, now: int, cluster: Cluster, selected_at: int | None = None) -> None:
        """One over a connection goes where that leads, one without a consumer where its caller wants; else it is selected (F15)."""
        if self.config.connection is not None:
            connection = cluster.connections[self.config.connection].config
            self.config.endpoint, self.config.consumer = connection.endpoint, connection.consumer
        elif self.config.consumer is not None:
            consumer = cluster.consumers[self.config.consumer]
            config = self.config
            config.endpoint = consumer.select(selected_at or now, self.name, config.origin, config.address, cluster.controllers, now)
            self.at["turned-away" if self.config.endpoint is None else "selected"] = now
        self.routed = self.config.endpoint is not None

    def _travel(self, now: int, cluster: Cluster) -> None:
        """Selected now, it arrives later, and another may be there before it."""
        if self._arrives is None and self.choices.happens(self.name, self.kind, "sent", may=True):
            self._arrives = now + (3 if self.choices.happens(self.name, self.kind, "delayed", may=True) else 0)
            self._route(self._arrives, cluster, now)
        self.routed = self.routed and self._arrives is not None and now >= self._arrives
        if self._arrives == now:
            self.at["sent"] = now
            self.routed = self.config.endpoint is not None

    def _arrive(self, now: int, cluster: Cluster, pod: Pod | None) -> None:
        """What arrives is taken or refused at once; whether anything arrives on a lost node is open (F55). A server that takes no new
        connection may take a request over one that is there, or not; over one that was just shut nothing is taken (F33)."""
        if pod is None or self.at["sent"] != now:
            return
        certain = pod.reachable
        if self.config.connection is None:
            takes = not pod.did("closed")
            refuses = not takes
        else:
            stale = cluster.connections[self.config.connection].did("shut")
            takes = pod.runs and not stale
            refuses = pod.did("closed") or stale
        if self.ask(now, "accepted", may=takes, must=takes and not refuses and certain):
            pod.busy.add(self.name)
        else:
            self.ask(now, "refused", may=refuses, must=refuses and certain)

    # ------------------------------------------------------------ at the server, and back

    def _break_off(self, now: int, cluster: Cluster, pod: Pod | None) -> None:
        """An answer breaks off when its server ends before it is done, when its connection breaks, or when it cannot pass a hop: at the
        latest when it would be complete. Only a server that notices gives up (F72 F82)."""
        open_ = self.did("accepted") and not self.did("received") and not self.did("cut")
        self.ask(now, "disconnected", may=open_)
        ended = pod is not None and not pod.runs and not self.did("finished") and not self.did("abandoned")
        blocked = pod is not None and any(hop.did("exited") for hop in cluster.hops if hop.carries(pod))
        left = self.did("disconnected")
        self.ask(now, "cut", may=open_ and (ended or blocked or left), must=open_ and (ended or left or (blocked and now == self.there_at)))
        if ended and pod is not None:
            pod.busy.discard(self.name)
        if self.ask(now, "abandoned", may=self.did("cut") and self._in_hand(pod)) and pod is not None:
            pod.busy.discard(self.name)

    def _in_hand(self, pod: Pod | None) -> bool:
        """The server works on it."""
        return pod is not None and pod.runs and self.did("accepted") and not self.did("finished") and not self.did("abandoned")

    def _serve(self, now: int, pod: Pod | None) -> None:
        done = self._in_hand(pod) and now == self.done_at
        self.ask(now, "begun", may=done, must=done)
        if self.ask(now, "finished", may=done, must=done) and pod is not None:
            pod.busy.discard(self.name)
