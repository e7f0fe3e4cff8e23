"""Configurations that cannot be written down or do not fit together."""

from __future__ import annotations

from collections.abc import Iterator

from reference.config import Config, RequestConfig


def flaws(config: Config) -> Iterator[str]:
    """Each way in which it is none."""
    for pod in config.pods:
        if any(each % config.second for each in (pod.spec_grace, pod.asked)):
            yield "endpoint: the API counts a grace in whole seconds"
        if pod.on_signal == "exits" and pod.drain:
            yield "endpoint: one that exits at the signal grants its work time"
    for node in config.nodes:
        if node.period % config.second:
            yield "node: the kubelet counts a period in whole seconds"
    services = {each.name: each.service for each in config.pods}
    consumers = {each.name: each for each in config.consumers}
    for connection in config.connections:
        if connection.consumer is not None and consumers[connection.consumer].service != services[connection.endpoint]:
            yield "connection: its consumer is of another service than its endpoint"
    for request in config.requests:
        yield from _of_request(request, config)


def _of_request(request: RequestConfig, config: Config) -> Iterator[str]:
    services = {each.name: each.service for each in config.pods}
    consumers = {each.name: each for each in config.consumers}
    connections = {each.name: each for each in config.connections}
    balancers = {each.name: each for each in config.balancers}
    if request.connection in connections:
        connection = connections[request.connection]
        if (request.endpoint, request.consumer) != (connection.endpoint, connection.consumer):
            yield "request: it goes elsewhere than its connection"
        if (request.origin, request.address) != (connection.origin, connection.address):
            yield "request: it comes from elsewhere than its connection"
    consumed = None if request.consumer is None else consumers[request.consumer].service
    served = None if request.endpoint is None else services[request.endpoint]
    if consumed is not None and served is not None and consumed != served:
        yield "request: its consumer is of another service than its endpoint"
    if consumed is None and served is None:
        yield "request: it goes nowhere"
    accessible = {each.name: each.accessible for each in config.services}
    if consumed is not None and request.address != "clusterIP" and not accessible[consumed]:
        yield "request: its Service has no such address"
    if request.balancer is not None:
        if request.origin != "outside":
            yield "request: it passes a balancer and comes from inside"
        if request.address == "clusterIP":
            yield "request: it passes a balancer and is sent to the cluster IP"
        if request.consumer is None or request.connection is not None:
            yield "request: it passes a balancer and no consumer"
        else:
            consumer = consumers[request.consumer]
            if consumer.node is None:
                yield "request: it passes a balancer and a consumer without a node"
            if consumer.service != balancers[request.balancer].service:
                yield "request: its balancer is for another service than its consumer"
