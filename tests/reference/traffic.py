"""Hops, connections and requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference.choices import Choices, Thing
from reference.config import ConnectionConfig, HopConfig, RequestConfig

if TYPE_CHECKING:
    from reference.cluster import Cluster
    from reference.pods import Pod


class Hop(Thing):
    """A sidecar, a gateway: it may be told to stop, and it may end, told or not."""

    def __init__(self, config: HopConfig, choices: Choices) -> None:
        super().__init__(config.name, "hop", choices)
        self.config = config

    def step(self, now: int) -> None:
        self.ask(now, "stopping", may=not self.did("exited"))
        self.ask(now, "exited", may=True)

    def carries(self, pod: Pod) -> bool:
        return self.config.endpoint == pod.name or self.config.service == pod.config.service


class Connection(Thing):
    """Opened once, kept open. Its endpoint is selected when it is opened, and never again (F15 F32)."""

    def __init__(self, config: ConnectionConfig, choices: Choices) -> None:
        super().__init__(config.name, "connection", choices)
        self.config = config

    def step(self, now: int, cluster: Cluster) -> None:
        self._open(now, cluster)
        gone = self.did("opened") and not cluster.pods[self.config.endpoint].runs
        self.ask(now, "shut", may=self.did("opened"), must=gone)

    def _open(self, now: int, cluster: Cluster) -> None:
        if self.did("opened"):
            return
        if self.config.consumer is None:
            self.ask(now, "opened", may=cluster.takes_connections(self.config.endpoint))
        elif self.choices.happens(self.name, self.kind, "opened", may=True):
            chosen = cluster.consumers[self.config.consumer].select(now, self.name, self.config.origin, cluster.controllers)
            if chosen is not None and cluster.takes_connections(chosen):
                self.config.endpoint = chosen
                self.at["opened"] = now


class Request(Thing):
    """A request, from its sending to the whole answer at its caller."""

    def __init__(self, config: RequestConfig, choices: Choices) -> None:
        super().__init__(config.name, "request", choices)
        self.config = config
        self.routed = False

    def deadlines(self) -> list[int]:
        times = []
        if self.did("accepted") and self.config.work is not None:
            times.append(self.at["accepted"] + self.config.work)
        if self.did("finished"):
            times.append(self.at["finished"] + self.config.delivery)
        return times

    # ------------------------------------------------------------ before the servers move

    def callers(self, now: int, cluster: Cluster) -> None:
        """The caller leaves, and the server may notice."""
        if self.did("sent"):
            self._leave(now, cluster)

    def _leave(self, now: int, cluster: Cluster) -> None:
        self.ask(now, "disconnected", may=not self.did("received"))
        nobody_waits = self.did("disconnected") or self._path_broken(cluster)
        if self.ask(now, "abandoned", may=self._in_hand(cluster) and nobody_waits):
            cluster.pods[self._endpoint].busy.discard(self.name)

    # ------------------------------------------------------------ after them

    def step(self, now: int, cluster: Cluster) -> None:
        if self.ask(now, "sent", may=self._can_be_sent(cluster)) and self._passes_balancer(now, cluster):
            self._route(now, cluster)
            self._leave(now, cluster)
        self._arrive(now, cluster)
        self._serve(now, cluster)
        self._answer(now, cluster)

    @property
    def _endpoint(self) -> str:
        assert self.config.endpoint is not None
        return self.config.endpoint

    def _can_be_sent(self, cluster: Cluster) -> bool:
        return self.config.connection is None or cluster.connections[self.config.connection].did("opened")

    def _passes_balancer(self, now: int, cluster: Cluster) -> bool:
        """A balancer does not send to a node that it takes for unhealthy: the request is then not sent there."""
        if self.config.balancer is None:
            return True
        assert self.config.consumer is not None
        node = cluster.consumers[self.config.consumer].config.node
        assert node is not None
        if not cluster.balancers[self.config.balancer].sends_to(now, cluster.health[node]):
            del self.at["sent"]
            return False
        return True

    def _route(self, now: int, cluster: Cluster) -> None:
        """One over a connection goes where that leads, one without a consumer where its caller wants; else it is selected (F15)."""
        if self.config.connection is not None:
            connection = cluster.connections[self.config.connection].config
            self.config.endpoint, self.config.consumer = connection.endpoint, connection.consumer
            self.config.origin = connection.origin
            self.routed = True
        elif self.config.consumer is None:
            self.routed = self.config.endpoint is not None
        else:
            chosen = cluster.consumers[self.config.consumer].select(now, self.name, self.config.origin, cluster.controllers)
            self.config.endpoint = chosen
            self.at["rejected" if chosen is None else "selected"] = now
            self.routed = chosen is not None

    def _arrive(self, now: int, cluster: Cluster) -> None:
        """What arrives is taken or refused; on a lost node nothing arrives."""
        waits = self.routed and not self.did("accepted") and not self.did("refused")
        pod = cluster.pods[self._endpoint] if self.routed else None
        arrives = waits and pod is not None and pod.reachable
        if self.config.connection is not None:
            kept = not cluster.connections[self.config.connection].did("shut")
            takes = arrives and kept
            refuses = arrives and (not kept or (pod is not None and pod.did("closed")))
        else:
            takes = arrives and pod is not None and not pod.did("closed")
            refuses = arrives and not takes
        if self.ask(now, "accepted", may=takes, owed=takes) and pod is not None:
            pod.busy.add(self.name)
        if not self.did("accepted"):
            self.ask(now, "refused", may=refuses, owed=refuses)

    def _in_hand(self, cluster: Cluster) -> bool:
        """The server works on it."""
        given_up = self.did("finished") or self.did("abandoned")
        return self.did("accepted") and not given_up and cluster.pods[self._endpoint].runs

    def _serve(self, now: int, cluster: Cluster) -> None:
        done = self._in_hand(cluster) and self.config.work is not None and now == self.at["accepted"] + self.config.work
        self.ask(now, "begun", may=self._in_hand(cluster), must=done)
        if self.ask(now, "finished", may=done, must=done):
            cluster.pods[self._endpoint].busy.discard(self.name)

    def _path_broken(self, cluster: Cluster) -> bool:
        """Something between the server and its caller is gone (F82)."""
        return self.routed and any(hop.did("exited") for hop in cluster.hops if hop.carries(cluster.pods[self._endpoint]))

    def _answer(self, now: int, cluster: Cluster) -> None:
        open_ = self.did("accepted") and not self.did("received")
        lost_with_server = not self.did("finished") and not (self.routed and cluster.pods[self._endpoint].runs)
        broken = open_ and (lost_with_server or self.did("abandoned") or self.did("disconnected") or self._path_broken(cluster))
        comes = self.did("finished") and now == self.at["finished"] + self.config.delivery and not broken and not self.did("cut")
        self.ask(now, "received", may=comes, must=comes)
        self.ask(now, "cut", may=broken, must=broken)
        if not (self.routed and cluster.pods[self._endpoint].runs) and self.routed:
            cluster.pods[self._endpoint].busy.discard(self.name)
