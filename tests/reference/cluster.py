"""Everything together, one step at a time."""

from __future__ import annotations

from collections.abc import Mapping

from reference.choices import Choices
from reference.config import Config
from reference.nodes import Node
from reference.pods import Pod
from reference.proxies import Balancer, Consumer
from reference.requests import Request
from reference.slices import Health, SliceController
from reference.traffic import Connection, Hop


class Cluster:
    """The model. `ready`: the Ready conditions at the beginning. `states`: the changes of what Pods show, from the beginning on."""

    def __init__(self, config: Config, choices: Choices, ready: Mapping[str, bool]) -> None:
        self.config = config
        begins = config.beginning
        services = {each.name: each for each in config.services}
        self.nodes = {each.name: Node(each, choices) for each in config.nodes}
        self.pods = {
            each.name: Pod(
                each, self.nodes[each.node] if each.node is not None else None, config.second, choices, ready[each.name], config.beyond
            )
            for each in config.pods
        }
        self.controllers = [
            SliceController(pod, services[pod.config.service], config.controller_lag, choices) for pod in self.pods.values()
        ]
        self.consumers = {each.name: Consumer(each, services[each.service], begins, choices) for each in config.consumers}
        self.health = {name: Health(name, choices) for name in self.consumers}
        self.balancers = {each.name: Balancer(each, services[each.service], begins, choices) for each in config.balancers}
        self.hops = [Hop(each, choices) for each in config.hops]
        self.connections = {each.name: Connection(each, choices) for each in config.connections}
        self.requests = {each.name: Request(each, choices, config.beyond) for each in config.requests}
        self.states: dict[tuple[str, str], list[tuple[int, bool]]] = {
            (name, state): [(begins, value)] for name, pod in self.pods.items() for state, value in pod.states().items()
        }

    def step(self, now: int) -> None:
        """What happens at one instant. What ends at it has ended before anything arrives: the stop wins the tie."""
        for node in self.nodes.values():
            node.step(now)
        for hop in self.hops:
            hop.step(now)
        for pod in self.pods.values():
            pod.step(now)
            self._note(pod, now)
        for controller in self.controllers:
            controller.step(now)
        for name, health in self.health.items():
            health.step(now, self.consumers[name].healthy(self.controllers))
        for connection in self.connections.values():
            connection.step(now, self)
        for request in self.requests.values():
            request.step(now, self)

    def _note(self, pod: Pod, now: int) -> None:
        for state, value in pod.states().items():
            changes = self.states[pod.name, state]
            if changes[-1][0] == now:
                changes[-1] = (now, value)
            elif changes[-1][1] != value:
                changes.append((now, value))

    def deadlines(self) -> list[int]:
        """The instants at which something must happen, as far as they are known."""
        times = [each for pod in self.pods.values() for each in pod.deadlines()]
        return times + [each for request in self.requests.values() for each in request.deadlines()]

    def takes_connections(self, endpoint: str) -> bool:
        return not self.pods[endpoint].did("closed")
