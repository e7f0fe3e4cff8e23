"""What there is before anything happens: the settings of one run. Durations are in ticks, whole numbers of them to a second."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class ServiceConfig:
    """`selector`: the controller writes its slices, not others. `internal`, `external`: Cluster or Local. `accessible`: it has an external
    address."""

    name: str
    publish: bool = False
    internal: str = "Cluster"
    external: str = "Cluster"
    selector: bool = True
    accessible: bool = True


@dataclass(slots=True)
class NodeConfig:
    """`period`: how long a graceful shutdown grants the group of our Pods; 0: graceful shutdown is off."""

    name: str
    period: int = 0


@dataclass(slots=True)
class PodConfig:
    """`asked`: the grace in the delete request. `on_signal`: exits, drains, ignores. `closes`: at-signal, after-signal, at-exit.

    `grace`: the one in effect; which one that is depends on what stops the Pod, so it is filled in when the stop begins.
    """

    name: str
    service: str
    node: str | None
    spec_grace: int
    asked: int
    pre_stop: int
    on_signal: str
    drain: int
    closes: str
    grace: int = 0


@dataclass(slots=True)
class ConsumerConfig:
    """`selects`: as-kube-proxy, ready-only, by-its-own-rule. `lag`: from the API to what it does; None: no bound."""

    name: str
    service: str
    node: str | None
    selects: str
    lag: int | None


@dataclass(slots=True)
class BalancerConfig:
    name: str
    service: str
    detection: int


@dataclass(slots=True)
class HopConfig:
    """Something that every byte passes on the way to and from an endpoint, or every endpoint of a service."""

    name: str
    service: str | None
    endpoint: str | None


@dataclass(slots=True)
class ConnectionConfig:
    """`endpoint`: where it leads; filled in when a consumer selects it."""

    name: str
    endpoint: str
    consumer: str | None
    origin: str
    address: str


@dataclass(slots=True)
class RequestConfig:
    """`endpoint`: given for one sent straight to it or over a connection; filled in when a consumer selects it."""

    name: str
    endpoint: str | None
    consumer: str | None
    connection: str | None
    balancer: str | None
    origin: str
    address: str
    work: int | None
    delivery: int


@dataclass(slots=True)
class Config:
    """`second`: how many ticks it has. `controller_lag`: the slice controller's share of every consumer's lag. `beyond`: something that
    the rulebook leaves out and that is let happen (`differences.py`)."""

    second: int
    beginning: int = 0
    controller_lag: int | None = 0
    beyond: frozenset[str] = frozenset()
    services: list[ServiceConfig] = field(default_factory=list)
    nodes: list[NodeConfig] = field(default_factory=list)
    pods: list[PodConfig] = field(default_factory=list)
    consumers: list[ConsumerConfig] = field(default_factory=list)
    balancers: list[BalancerConfig] = field(default_factory=list)
    hops: list[HopConfig] = field(default_factory=list)
    connections: list[ConnectionConfig] = field(default_factory=list)
    requests: list[RequestConfig] = field(default_factory=list)
