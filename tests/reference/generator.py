"""Random configurations, and the runs that they make."""

from __future__ import annotations

from random import Random

from reference.chance import Chance
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

EXTERNAL = ("nodePort", "loadBalancer")
SECOND = 2
"""Ticks of half a second: a run meets what does not fall on whole seconds."""


def run(seed: int, beyond: frozenset[str] = frozenset()) -> Cluster:
    """The run of that seed, from the beginning until nothing is owed any more. `beyond`: what is let happen besides."""
    random = Random(seed)
    config = configuration(random)
    config.beyond = beyond
    if "overtaking" in beyond:
        for consumer in config.consumers:
            consumer.lag = None
    stormy = bool(beyond) and random.random() < 0.5
    if stormy and config.nodes:
        config.nodes[0].period = 5 * SECOND
        for pod in config.pods:
            pod.node = config.nodes[0].name
    chance = Chance(random, SECOND, stormy)
    cluster = Cluster(config, chance, {pod.name: random.random() < 0.8 for pod in config.pods})
    now = config.beginning
    for now in range(config.beginning, config.beginning + random.choice((8, 20, 40))):
        cluster.step(now)
    chance.closing = True
    while True:
        before = _happened(cluster)
        ahead = [each for each in cluster.deadlines() if each > now]
        now = min(ahead) if ahead else now + 1
        cluster.step(now)
        if not ahead and _happened(cluster) == before:
            return cluster


def _happened(cluster: Cluster) -> int:
    things = (cluster.nodes, cluster.pods, cluster.connections, cluster.requests)
    return sum(len(thing.at) for each in things for thing in each.values())


def configuration(random: Random) -> Config:
    """One that can be written down."""
    config = Config(SECOND, beginning=random.choice((0, -6)))
    _installation(random, config)
    _consumers(random, config)
    _traffic(random, config)
    return config


def _installation(random: Random, config: Config) -> None:
    for number in range(random.choice((1, 1, 1, 2))):
        policies = [random.choice(("Cluster", "Cluster", "Local")) for _ in range(2)]
        service = ServiceConfig(f"service#{number + 1}", random.random() < 0.25, *policies)
        service.selector, service.accessible = random.random() < 0.85, random.random() < 0.8
        config.services.append(service)
    for number in range(random.choice((0, 1, 2))):
        config.nodes.append(NodeConfig(f"node#{number + 1}", random.choice((0, 0, 2, 5)) * SECOND))
    for number in range(random.choice((1, 2, 2, 3))):
        spec_grace = random.choice((0, 1, 2, 5, 10))
        on_signal = random.choice(("exits", "drains", "ignores"))
        config.pods.append(
            PodConfig(
                f"endpoint#{number + 1}",
                random.choice(config.services).name,
                random.choice([None, *(each.name for each in config.nodes)]),
                spec_grace * SECOND,
                random.choice((spec_grace, spec_grace, 0, 1, 3, 12)) * SECOND,
                random.choice((0, 0, 1, 2, 3, 4, 9, 12)),
                on_signal,
                0 if on_signal == "exits" else random.choice((0, 1, 3, 9, 60)),
                random.choice(("at-signal", "after-signal", "at-exit")),
                random.randrange(5) * SECOND,
            )
        )


def _consumers(random: Random, config: Config) -> None:
    config.controller_lag = random.choice((0, 0, 1, 3, None))
    for number in range(random.choice((0, 1, 1, 2))):
        lag = None if config.controller_lag is None or random.random() < 0.2 else config.controller_lag + random.choice((0, 0, 1, 4))
        node = random.choice([None, *(each.name for each in config.nodes)])
        selects = random.choice(("as-kube-proxy", "as-kube-proxy", "ready-only", "by-its-own-rule"))
        config.consumers.append(ConsumerConfig(f"consumer#{number + 1}", random.choice(config.services).name, node, selects, lag))
    if config.nodes and random.random() < 0.4:
        config.balancers.append(BalancerConfig("balancer#1", random.choice(config.services).name, random.choice((0, 1, 6))))
    if random.random() < 0.3:
        at_service = random.random() < 0.5
        place = (random.choice(config.services).name, None) if at_service else (None, random.choice(config.pods).name)
        config.hops.append(HopConfig("hop#1", *place))


def _traffic(random: Random, config: Config) -> None:
    reached = [each for each in config.consumers if any(pod.service == each.service for pod in config.pods)]
    for number in range(random.choice((0, 1, 2))):
        consumer = random.choice([None, *reached])
        ends = [pod.name for pod in config.pods if consumer is None or pod.service == consumer.service]
        name = consumer.name if consumer is not None else None
        sender = _sender(random, config, consumer)
        config.connections.append(ConnectionConfig(f"connection#{number + 1}", random.choice(ends), name, *sender))
    for number in range(random.choice((0, 1, 2, 4))):
        config.requests.append(_request(random, config, f"request#{number + 1}"))


def _request(random: Random, config: Config, name: str) -> RequestConfig:
    work, delivery = random.choice((None, 0, 1, 2, 5, 12)), random.choice((0, 0, 1, 3))
    way = random.random()
    if config.connections and way < 0.5:
        connection = random.choice(config.connections)
        return RequestConfig(
            name, connection.endpoint, connection.consumer, connection.name, None, connection.origin, connection.address, work, delivery
        )
    if not config.consumers or way > 0.9:
        return RequestConfig(name, random.choice(config.pods).name, None, None, None, "pod", "clusterIP", work, delivery)
    consumer = random.choice(config.consumers)
    balancer = None
    accessible = any(each.accessible for each in config.services if each.name == consumer.service)
    if accessible and consumer.node is not None and random.random() < 0.6:
        balancer = next((each.name for each in config.balancers if each.service == consumer.service), None)
    sender = ("outside", random.choice(EXTERNAL)) if balancer else _sender(random, config, consumer)
    return RequestConfig(name, None, consumer.name, None, balancer, *sender, work, delivery)


def _sender(random: Random, config: Config, consumer: ConsumerConfig | None) -> tuple[str, str]:
    """Who sends, and to which address. What a Service without an external address has not is sent nothing."""
    accessible = consumer is None or any(each.accessible for each in config.services if each.name == consumer.service)
    origin = random.choice(("pod", "pod", "stray-pod", "node", "outside"))
    return origin, random.choice(("clusterIP", *EXTERNAL)) if accessible else "clusterIP"
