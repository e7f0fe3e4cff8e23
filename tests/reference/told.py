"""From a run to the world that it was."""

from __future__ import annotations

from fractions import Fraction

from checkspec.meaning.world import Member, Value, World
from reference.cluster import Cluster


class Telling:
    """The world of a run; all its individuals are unnamed."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._second = cluster.config.second

    def world(self) -> World:
        members = tuple(self._members())
        views = [each.view for each in self._cluster.consumers.values()] + [each.view for each in self._cluster.balancers.values()]
        knowledge = {
            (view.name, subject): tuple((self._time(now), self._time(as_of)) for now, as_of in sorted(samples))
            for view in views
            for subject, samples in view.samples.items()
        }
        return World(self._time(self._cluster.config.beginning), members, knowledge=knowledge)

    def _time(self, ticks: int) -> Fraction:
        return Fraction(ticks, self._second)

    def _length(self, ticks: int | None) -> Fraction | None:
        return None if ticks is None else self._time(ticks)

    def _member(self, name: str, kind: str, fields: dict[str, Value], at: dict[str, int] | None = None) -> Member:
        return Member(name, kind, False, fields, {event: self._time(when) for event, when in (at or {}).items()})

    def _members(self) -> list[Member]:
        cluster = self._cluster
        return [
            *(
                self._member(
                    each.name,
                    "service",
                    {
                        "selector": each.selector,
                        "publishNotReadyAddresses": each.publish,
                        "internalTrafficPolicy": each.internal,
                        "externalTrafficPolicy": each.external,
                        "externallyAccessible": each.accessible,
                    },
                )
                for each in cluster.config.services
            ),
            *(
                self._member(each.name, "node", {"shutdownGracePeriod": self._time(each.config.period)}, each.at)
                for each in cluster.nodes.values()
            ),
            *self._endpoints(),
            *(
                self._member(
                    each.name,
                    "consumer",
                    {"service": each.service, "node": each.node, "selects": each.selects, "lag": self._length(each.lag)},
                )
                for each in cluster.config.consumers
            ),
            *(
                self._member(each.name, "balancer", {"service": each.service, "detection": self._time(each.detection)})
                for each in cluster.config.balancers
            ),
            *(
                self._member(each.name, "hop", {"service": each.config.service, "endpoint": each.config.endpoint}, each.at)
                for each in cluster.hops
            ),
            *self._traffic(),
        ]

    def _endpoints(self) -> list[Member]:
        members = []
        for pod in self._cluster.pods.values():
            config = pod.config
            fields: dict[str, Value] = {
                "service": config.service,
                "node": config.node,
                "terminationGracePeriodSeconds": self._time(config.spec_grace),
                "gracePeriodSeconds": self._time(config.asked),
                "preStop": self._time(config.pre_stop),
                "grace": self._time(config.grace),
                "onSignal": config.on_signal,
                "drain": self._time(config.drain),
                "closes": config.closes,
            }
            member = self._member(pod.name, "endpoint", fields, pod.at)
            for state in pod.states():
                member.states[state] = tuple((self._time(now), value) for now, value in self._cluster.states[pod.name, state])
            members.append(member)
        return members

    def _traffic(self) -> list[Member]:
        members = []
        for connection in self._cluster.connections.values():
            fields: dict[str, Value] = {
                "endpoint": connection.config.endpoint,
                "consumer": connection.config.consumer,
                "origin": connection.config.origin,
                "address": connection.config.address,
            }
            members.append(self._member(connection.name, "connection", fields, connection.at))
        for request in self._cluster.requests.values():
            config = request.config
            fields = {
                "endpoint": config.endpoint,
                "consumer": config.consumer,
                "connection": config.connection,
                "balancer": config.balancer,
                "origin": config.origin,
                "address": config.address,
                "work": self._length(config.work),
                "delivery": self._time(config.delivery),
            }
            members.append(self._member(request.name, "request", fields, request.at))
        return members


def world_of(cluster: Cluster) -> World:
    return Telling(cluster).world()
