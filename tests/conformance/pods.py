"""Rows about Pods: what the controller writes into EndpointSlices, and what is in them."""

from __future__ import annotations

from conformance.text import RELEASE, SNAPSHOT, Data, closed, head, name_of, promised, word

FINAL = ("Failed", "Succeeded")


def conditions(row: Data, group: Data) -> str:
    """Of one Pod: whether it is listed, and with which conditions."""
    pod, expect, service = row["pod"], row["expect"], row["service"]
    zoned = bool(row.get("node"))
    lines = [
        *head(RELEASE, zoned),
        *([f"zone {name_of(row['node']['zone'])}"] if zoned else []),
        f"service web {{ publishNotReadyAddresses: {word(service['publishNotReadyAddresses'])} }}",
        f"node here {{ shutdownGracePeriod: {'30s' if pod.get('beingStoppedByKubelet') else '0s'} }}",
        *([f"here.zone: {name_of(row['node']['zone'])}"] if zoned else []),
        *_pod(pod),
        *closed(zoned),
        f"assume at {SNAPSHOT}: pod is {'' if pod['readyConditionTrue'] else 'not '}podReady",
        *([f"assume here.shutdown < {SNAPSHOT} and pod.stopping < {SNAPSHOT}"] if pod.get("beingStoppedByKubelet") else []),
    ]
    if "listed" in expect:
        how = {"addresses": " and pod is ready", "notReadyAddresses": " and pod is not ready"}[expect["as"]] if expect["listed"] else ""
        return "\n".join([*lines, *promised("listed", f"at {SNAPSHOT}: pod is {'' if how else 'not '}in-endpoints{how}", "holds")])
    if not expect.get("inSlice", True):
        return "\n".join([*lines, *promised("left-out", "pod is removed", "holds")])
    said = ["pod is listed"]
    said += [f"pod is {'' if expect[each] else 'not '}{each}" for each in ("ready", "serving", "terminating") if each in expect]
    if zoned:
        said.append(f"pod.node.zone = {name_of(expect['zone'])}")
    return "\n".join([*lines, *promised("conditions", f"at {SNAPSHOT}: {' and '.join(said)}", "holds")])


def membership(row: Data, group: Data) -> str:
    """Of one Pod: whether it is listed. Without terminating Pods that is the older Endpoints object."""
    pod, expected = row["pod"], row["expect"]["inEndpoints"]
    lines = [*head(), "service web", "node here", *_pod(pod), *closed()]
    views = ["listed"] if row["includeTerminating"] else ["in-endpoints"] if pod["deletionTimestampSet"] else ["listed", "in-endpoints"]
    for view in views:
        if expected:
            lines += promised(view, f"at {SNAPSHOT}: pod is {view}", "holds")
        elif view == "in-endpoints" and pod["deletionTimestampSet"] and pod["phase"] not in FINAL and _address(pod):
            lines += promised(view, f"at {SNAPSHOT}: pod is not {view}", "holds")
        else:
            lines += promised(view, f"pod is removed and at pod.removed: pod is not {view}", "holds")
    return "\n".join(lines)


def missing_node(row: Data, group: Data) -> str:
    """Of some Pods, a part of them without a Node object: how many stay listed."""
    pods, there = row["pods"], row["existingNodeObjects"]
    lines = [*head(), f"service web {{ publishNotReadyAddresses: {word(row['service']['publishNotReadyAddresses'])} }}"]
    for place in dict.fromkeys(pod["nodeName"] for pod in pods):
        lines += [f"node {place}", f"assume {place} is {'not ' if place in there else ''}unregistered"]
    for pod in pods:
        lines += [f"endpoint {pod['name']} of web on {pod['nodeName']}", f"assume {pod['name']} is not relabelled"]
        lines += [f"assume {pod['name']} is not recorded", f"assume {pod['name']} is not deleted"]
    left_out = len(pods) - row["expect"]["endpointsInSlices"]
    return "\n".join([*lines, *closed(), *promised("count", f"count(endpoint of web where removed) = {left_out}", "holds")])


def publish_bulk(row: Data, group: Data) -> str:
    """Of many Pods of a Service that publishes unready addresses: that all are listed as ready. Asked of any number of Pods at once,
    and of that many by name."""
    count, modulo = row["pods"]["count"], row["pods"]["unreadyWhenIndexModulo3Is"]
    names = [f"pod-{index}" for index in range(count)]
    lines = [
        *head(),
        f"service web {{ publishNotReadyAddresses: {word(row['service']['publishNotReadyAddresses'])} }}",
        f"endpoint {', '.join(names)} of web",
        'assume "they run": every endpoint: not recorded and not relabelled and not deleted and node is none',
        *(f"assume at {SNAPSHOT}: {name} is {'not ' if index % 3 == modulo else ''}podReady" for index, name in enumerate(names)),
        *(f"assume no other {kind}" for kind in ("service", "node", "consumer", "balancer", "hop", "connection", "request")),
    ]
    assert row["expect"]["sliceLengths"] == [count]
    lines += promised("all-ready", f"at {SNAPSHOT}: every endpoint of web where podIP: listed and ready", "holds")
    lines += promised("that-many", f"at {SNAPSHOT}: count(endpoint of web where ready) >= {count}", "holds")
    return "\n".join(lines)


def _address(pod: Data) -> bool:
    return bool(pod.get("podIP") or pod.get("podIPs"))


def _pod(pod: Data) -> list[str]:
    """A Pod in the phase, with the address and with the deletion timestamp that the row says."""
    final, deleted = pod["phase"] in FINAL, pod["deletionTimestampSet"]
    policy = pod.get("restartPolicy") or "Always"
    lines = [
        f"endpoint pod of web on here {{ podIP: {word(_address(pod))}, restartPolicy: {policy} }}",
        "assume pod is not relabelled and pod is not forced and here is not unregistered",
        f"assume at {SNAPSHOT}: pod is {'' if deleted else 'not '}deleted",
    ]
    if not final:
        return [*lines, f"assume at {SNAPSHOT}: pod is not recorded"]
    lines.append(f"assume pod.recorded < {SNAPSHOT}")
    if policy == "Never":
        return lines
    return [*lines, f"assume pod.stopping < {SNAPSHOT}"]  # a phase is final because the Pod was stopped, or is not restarted
