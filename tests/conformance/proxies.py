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
ORIGINS = {"pod": "unknown", "node": "node", "external": "outside"}
"""Whether a proxy takes a pod for one is for the rules to say."""
ADDRESSES = {"clusterIP": "clusterIP", "nodePort": "nodePort", "loadBalancer": "loadBalancer", "externalIP": "loadBalancer"}


def categorize(row: Data, group: Data) -> str:
    """Of a Service's entries, as one node's proxy knows them: which it uses for the policy Cluster, and which for Local.

    One request asks for both: where it comes from and which address it is sent to is left open, so it may be under either.
    """
    endpoints, expect, service = row["endpoints"], row["expect"], row["service"]
    gate = row.get("featureGates", {}).get("PreferSameTrafficDistribution", True)
    hinted = any(endpoint.get(kind) for endpoint in endpoints for kind in ("zoneHints", "nodeHints"))
    here, zone, places = _around(row)
    lines = [
        *head(RELEASE if gate else "1.34", hinted),
        f"service web {{ selector: false, {_policies(service)}, externallyAccessible: {word(service['externallyAccessible'])} }}",
        *(_topology(endpoints, here, zone, places) if hinted else nodes([here, *places])),
        *entries(endpoints, places),
        *hints(endpoints),
        f"consumer proxy of web on {name_of(here)} {{ lag: 0s }}",
        *([f"proxy.PreferSameTrafficDistribution: {word(gate)}"] if hinted else []),
        *_requests(["r"]),
        "r.origin: unknown",
        "r.address: unknown",
        *closed(hinted),
        *_listed(endpoints),
    ]
    for policy, spared in (("cluster", "r is local"), ("local", "r is not local")):
        addresses = expect[policy]
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
    lines = [
        *head(),
        "use masquerade",
        f"service web {{ selector: false, {_policies(row['service'])}, "
        f"externallyAccessible: {word(row['service']['type'] != 'ClusterIP')} }}",
        *nodes([row["thisNode"], *(endpoint["node"] for endpoint in endpoints)]),
        *entries(endpoints, [endpoint["node"] for endpoint in endpoints]),
        f"consumer proxy of web on {name_of(row['thisNode'])} {{ lag: 0s }}",
        *_listed(endpoints, until="20s" if after else None),
    ]
    for when, several in ((SNAPSHOT, row["flows"]), (LATER, after)):
        for number, flow in enumerate(several, 1):
            lines += [f"case at-{when}-{number} {{", *_requests(["r"], when), *closed(), *_flow("r", flow, endpoints), "}"]
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


def udp_flow(row: Data, group: Data) -> str:
    """Of a flow that was opened when its endpoint was ready: whether more may be sent over it once the Pods are as the row says."""
    pods = row["pods"]
    lines = [
        *head(),
        "use udp",
        f"service web {{ protocol: {row['protocol']}, publishNotReadyAddresses: {word(row['publishNotReadyAddresses'])} }}",
        f"endpoint {', '.join(f'e{number}' for number in range(1, len(pods) + 1))} of web",
        "consumer proxy of web { lag: 0s }",
        "connection flow on e1 via proxy",
        "request more on e1 via proxy over flow",
        *closed(),
        "assume flow.opened = 1s and flow is not shut and at 1s: e1 is ready",
        f"assume more.sent = {SNAPSHOT} or more is not sent",
    ]
    for number, pod in enumerate(pods, 1):
        said = {"listed": pod["listed"], "podReady": pod["readyConditionTrue"], "deleted": pod["deletionTimestampSet"]}
        lines += [f"assume at {SNAPSHOT}: e{number} is {'' if so else 'not '}{what}" for what, so in said.items()]
    return "\n".join([*lines, *promised("cut-off", "more is not sent", "fails" if row["expect"]["kept"] else "holds")])


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
            "use masquerade",
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
        return row["thisNode"], row.get("thisZone") or None, [endpoint["node"] for endpoint in row["endpoints"]]
    here = row["node"]["name"] or "this-node"
    zone = (row["node"]["labels"] or {}).get("topology.kubernetes.io/zone") or None
    return here, zone, [here if endpoint["local"] else "another-node" for endpoint in row["endpoints"]]


def _topology(endpoints: Sequence[Data], here: str, zone: str | None, places: Sequence[str]) -> list[str]:
    """This node in its zone, and the nodes and zones that hints name."""
    named = [place for endpoint in endpoints for place in endpoint.get("nodeHints") or []]
    zones = [each for endpoint in endpoints for each in endpoint.get("zoneHints") or []]
    around: dict[str, str | None] = {here: zone}
    around.update(dict.fromkeys((each for each in (*places, *named) if each != here), None))
    return [*(f"zone {name_of(each)}" for each in dict.fromkeys(zones) if each != zone), *nodes(around, around)]


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
    lines = [f"{name}.origin: {ORIGINS[flow['from']]}", f"{name}.address: {ADDRESSES[flow['to']]}"]
    if flow["from"] == "pod":
        lines.append(f"assume {name}.origin = pod or {name}.origin = stray-pod")
    masqueraded = flow.get("masqueraded")
    besides = "" if masqueraded is None else f"{name} is {'' if masqueraded else 'not '}masqueraded"
    if flow.get("expectEndpoints"):
        return lines + choice(f"{name}-goes", name, endpoints, flow["expectEndpoints"], besides=besides)
    return lines + refusal(f"{name}-goes", name, flow["expectAction"], besides=besides)
