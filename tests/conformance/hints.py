"""Rows about hints: for which zones and nodes the controller writes that an entry is meant."""

from __future__ import annotations

from conformance.text import RELEASE, SNAPSHOT, Data, closed, head, name_of, nodes, promised

KNOWN = ("PreferClose", "PreferSameZone", "PreferSameNode")


def hints(row: Data, group: Data) -> str:
    """Of the entries of some slices, with hints found there: the hints in the end."""
    found = [entry for slices in row["input"].values() for each in slices for entry in each]
    wanted = {entry["address"]: entry for slices in row["expect"].values() for each in slices for entry in each}
    distribution = row["trafficDistribution"] if row["trafficDistribution"] in KNOWN else "unset"
    zones = list(dict.fromkeys(zone for entry in found for zone in [entry["zone"], *_places(entry, "zones")] if zone))
    lines = [*head(RELEASE, True), f"service web {{ trafficDistribution: {distribution} }}"]
    lines += [f"zone {name_of(zone)}" for zone in zones]
    lines += nodes(entry["node"] for entry in found if entry["node"])
    lines += [f"{name_of(entry['node'])}.zone: {name_of(entry['zone']) if entry['zone'] else 'none'}" for entry in found if entry["node"]]
    said = []
    for number, entry in enumerate(found, 1):
        lines.append(f"endpoint e{number} of web{' on ' + name_of(entry['node']) if entry['node'] else ''}  # {entry['address']}")
        lines += [] if entry["node"] else [f"e{number}.node: none"]
        lines.append(f"assume at {SNAPSHOT}: e{number} is listed and e{number} is {'' if entry['ready'] else 'not '}ready")
        for kind, places in (("zone", _places(entry, "zones")), ("node", _places(entry, "nodes"))):
            for place in places:
                hint = f"{kind}-hint-{number}-{name_of(place)}"
                other = "node" if kind == "zone" else "zone"
                lines += [f"hint {hint} for e{number}", f"{hint}.{kind}: {name_of(place)}", f"{hint}.{other}: none"]
        result = wanted[entry["address"]]
        for kind, places, known in (
            ("zone", _places(result, "zones"), zones),
            ("node", _places(result, "nodes"), [other["node"] for other in found if other["node"]]),
        ):
            said.append(f"e{number} is {'' if places else 'not '}for-some-{kind}")
            said += [f"{'' if place in places else 'not '}for-{kind}(e{number}, {name_of(place)})" for place in dict.fromkeys(known)]
    assert len(wanted) == len(found)
    return "\n".join([*lines, *closed(True), *promised("hints", f"at {SNAPSHOT}: {' and '.join(said)}", "holds")])


def _places(entry: Data, kind: str) -> list[str]:
    return list((entry["hints"] or {}).get(kind) or [])
