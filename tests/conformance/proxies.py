"""Rows about service proxies: where one sends a new connection, and what it answers to a health check."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.text import (
    RELEASE,
    SNAPSHOT,
    Data,
    choice,
    closed,
    entries,
    head,
    hints,
    name_of,
    nodes,
    promised,
    refusal,
    word,
)

LATER = "30s"
ORIGINS = {"pod": "pod", "node": "node", "external": "outside"}


def categorize(row: Data, group: Data) -> str:
    """Of a Service's entries, as one node's proxy knows them: which it uses for the policy Cluster, and which for Local.

    One request asks for both: where it comes from and which address it is sent to is left open, so it may be under either.
    """
    endpoints, expect, service = row["endpoints"], row["expect"], row["service"]
    gate = row.get("featureGates", {}).get("PreferSameTrafficDistribution", True)
    here, zone, places = _around(row)
    named = [place for endpoint in endpoints for place in endpoint.get("nodeHints") or []]
    zones = {here: zone} | dict.fromkeys([*places, *named], None) | {here: zone}
    hinted = [zone for endpoint in endpoints for zone in endpoint.get("zoneHints") or []]
    lines = [
        *head(RELEASE if gate else "1.34", True),
        f"service web {{ selector: false, {_policies(service)}, externallyAccessible: {word(service['externallyAccessible'])} }}",
        *(f"zone {name_of(each)}" for each in dict.fromkeys(hinted) if each != zone),
        *nodes(zones, zones),
        *entries(endpoints, places),
        *hints(endpoints),
        f"consumer proxy of web on {name_of(here)} {{ lag: 0s, PreferSameTrafficDistribution: {word(gate)} }}",
        *_requests(["r"]),
        "r.origin: unknown",
        "r.address: unknown",
        *closed(True),
        *_listed(endpoints),
    ]
    for policy, addresses, spared in (("cluster", expect["cluster"], "r is local"), ("local", expect["local"], "r is not local")):
        if addresses is None:
            lines += promised(policy, spared, "holds")
        elif addresses:
            lines += choice(policy, "r", endpoints, addresses, spared)
        else:
            lines += refusal(policy, "r", "DROP" if expect["hasAnyEndpoints"] else "REJECT", spared)
    if "localReadyForHealthCheck" in expect:
        lines += _healthy("healthy", expect["localReadyForHealthCheck"] > 0)
    return "\n".join(lines)


def flows(row: Data, group: Data) -> str:
    """Of each flow: the endpoints that it may reach, or how it is turned away; and the same once all slices are deleted."""
    endpoints, after = row["endpoints"], row.get("afterAllSlicesDeleted") or []
    now = [f"flow-{number}" for number in range(1, len(row["flows"]) + 1)]
    then = [f"late-{number}" for number in range(1, len(after) + 1)]
    lines = [
        *head(),
        f"service web {{ selector: false, {_policies(row['service'])}, "
        f"externallyAccessible: {word(row['service']['type'] != 'ClusterIP')} }}",
        *nodes([row["thisNode"], *(endpoint["node"] for endpoint in endpoints)]),
        *entries(endpoints, [endpoint["node"] for endpoint in endpoints]),
        f"consumer proxy of web on {name_of(row['thisNode'])} {{ lag: 0s }}",
        *_requests(now),
        *_requests(then, LATER),
        *closed(),
        *_listed(endpoints, until="20s" if after else None),
    ]
    for name, flow in [*zip(now, row["flows"], strict=True), *zip(then, after, strict=True)]:
        lines += _flow(name, flow, endpoints)
    return "\n".join(lines)


def health_check(row: Data, group: Data) -> str:
    """Of each step: whether the proxy tells a balancer that its node has endpoints."""
    lines = [*head(), "service web { selector: false, externalTrafficPolicy: Local }", "node this-node", "node other-node"]
    lines.append("consumer proxy of web on this-node { lag: 0s }")
    for number, step in enumerate(row["steps"], 1):
        endpoints = step["endpoints"]
        lines += [f"case step-{number} {{", *entries(endpoints, [endpoint["node"] for endpoint in endpoints]), *closed()]
        lines += [*_listed(endpoints), *_healthy("healthy", step["expectServicesWithLocalReadyEndpoints"] > 0), "}"]
    return "\n".join(lines)


def route(row: Data, group: Data) -> str:
    """Of one row of the matrix in one configuration: the endpoints that it may reach, and whether the sender's address is hidden."""
    service, config = row["service"], row["config"]
    places = {"local": "here", "remote": "there"}
    endpoints, nodes_of = [], []
    for where, addresses in service["endpoints"].items():
        for address in addresses:
            endpoints.append({"name": address, "ready": True, "serving": None, "terminating": None})
            nodes_of.append(places[where])
    return "\n".join(
        [
            *head(),
            f"service web {{ selector: false, {_policies(service)} }}",
            *nodes(["here", "there"]),
            *entries(endpoints, nodes_of),
            "consumer proxy of web on here { lag: 0s, "
            f"localTrafficDetector: {word(config['localTrafficDetector'])}, masqueradeAll: {word(config['masqueradeAll'])} }}",
            *_requests(["r"]),
            *closed(),
            *_listed(endpoints),
            *_flow("r", row, endpoints),
        ]
    )


def _around(row: Data) -> tuple[str, str | None, list[str]]:
    """This node, its zone, and the node of each entry. The two tables about entries say so in different words."""
    if "thisNode" in row:
        return row["thisNode"], row["thisZone"] or None, [endpoint["node"] for endpoint in row["endpoints"]]
    here = row["node"]["name"] or "this-node"
    zone = (row["node"]["labels"] or {}).get("topology.kubernetes.io/zone") or None
    return here, zone, [here if endpoint["local"] else "another-node" for endpoint in row["endpoints"]]


def _policies(service: Data) -> str:
    fields = ("internalTrafficPolicy", "externalTrafficPolicy")
    said = [f"{field}: {service[field] or 'Cluster'}" for field in fields]
    return ", ".join([*said, f"publishNotReadyAddresses: {word(service.get('publishNotReadyAddresses', False))}"])


def _requests(names: Sequence[str], when: str = SNAPSHOT) -> list[str]:
    """Requests that open a connection of their own through the proxy."""
    lines = []
    for name in names:
        lines += [f"request {name} via proxy", f"{name}.connection: none", f"assume {name}.sent = {when}"]
    return lines


def _listed(endpoints: Sequence[Data], until: str | None = None) -> list[str]:
    """The slices are as the row says; `until`: then they are deleted."""
    return [f"assume e{number}{f'.removed = {until}' if until else ' is not removed'}" for number in range(1, len(endpoints) + 1)]


def _healthy(name: str, healthy: bool) -> list[str]:
    return promised(name, f"at {SNAPSHOT}: proxy is {'' if healthy else 'not '}healthy", "holds")


def _flow(name: str, flow: Data, endpoints: Sequence[Data]) -> list[str]:
    lines = [f"{name}.origin: {ORIGINS[flow['from']]}", f"{name}.address: {flow['to']}"]
    masqueraded = flow.get("masqueraded")
    besides = "" if masqueraded is None else f"{name} is {'' if masqueraded else 'not '}masqueraded"
    if flow.get("expectEndpoints"):
        return lines + choice(f"{name}-goes", name, endpoints, flow["expectEndpoints"], besides=besides)
    return lines + refusal(f"{name}-goes", name, flow["expectAction"], besides=besides)
