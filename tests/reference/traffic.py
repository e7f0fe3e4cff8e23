"""Hops and connections: what requests pass on their way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference.choices import Choices, Thing
from reference.config import ConnectionConfig, HopConfig

if TYPE_CHECKING:
    from reference.cluster import Cluster
    from reference.pods import Pod


class Hop(Thing):
    """A sidecar, a gateway: whatever else the bytes of an answer pass."""

    def __init__(self, config: HopConfig, choices: Choices) -> None:
        super().__init__(config.name, "hop", choices)
        self.config = config

    def step(self, now: int) -> None:
        self.ask(now, "stopping", may=True)
        crashed = self.ask(now, "crashed", may=not self.did("exited"))
        self.ask(now, "exited", may=self.did("stopping") or crashed, must=crashed)

    def carries(self, pod: Pod) -> bool:
        return self.config.endpoint == pod.name or self.config.service == pod.config.service


class Connection(Thing):
    """Opened once, kept open. Its endpoint is selected when it is opened, and never again (F15 F32). `shut`: its client sends nothing more
    over it, whoever closed it."""

    def __init__(self, config: ConnectionConfig, choices: Choices) -> None:
        super().__init__(config.name, "connection", choices)
        self.config = config

    def step(self, now: int, cluster: Cluster) -> None:
        self._open(now, cluster)
        self.ask(now, "shut", may=self.did("opened"))

    def _open(self, now: int, cluster: Cluster) -> None:
        if self.did("opened"):
            return
        if self.config.consumer is None:
            self.ask(now, "opened", may=cluster.takes_connections(self.config.endpoint))
        elif self.choices.happens(self.name, self.kind, "opened", may=True):
            config, consumer = self.config, cluster.consumers[self.config.consumer]
            chosen = consumer.select(now, self.name, config.origin, config.address, cluster.controllers)
            if chosen is not None and cluster.takes_connections(chosen):
                self.config.endpoint = chosen
                self.at["opened"] = now
