"""What the questions made from rows have in common: names, a closed world, and the entries of an EndpointSlice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

Data = dict[str, Any]
"""A row, or a part of one, as it stands in the file."""

RELEASE = "1.35"
SNAPSHOT = "10s"
"""The instant at which a row is looked at."""
KINDS = ("service", "node", "endpoint", "consumer", "balancer", "hop", "connection", "request")
HINTS = ("zone", "hint")
TURNED_AWAY = {"REJECT": "rejected", "DROP": "dropped"}


def word(value: bool) -> str:
    return "true" if value else "false"


def name_of(text: str) -> str:
    """A name of the language for one of Kubernetes'."""
    return re.sub(r"[^0-9A-Za-z]+", "-", text).strip("-")


def head(release: str = RELEASE, hints: bool = False) -> list[str]:
    return [f"use kubernetes {release}", "use slices", *(["use topology"] if hints else [])]


def closed(hints: bool = False) -> list[str]:
    """Only what a row names is there."""
    return [f"assume no other {kind}" for kind in (*KINDS, *(HINTS if hints else ()))]


def nodes(names: Iterable[str], zones: dict[str, str | None] | None = None) -> list[str]:
    """Nodes; with `zones`, each in its zone or without one."""
    lines = [f"node {name_of(name)}" for name in dict.fromkeys(names)]
    if zones is not None:
        lines[:0] = [f"zone {name_of(zone)}" for zone in dict.fromkeys(zones.values()) if zone]
        lines += [f"{name_of(name)}.zone: {name_of(zone) if zone else 'none'}" for name, zone in zones.items()]
    return lines


def entries(endpoints: Sequence[Data], places: Sequence[str]) -> list[str]:
    """The entries of a slice that says what the row says, each on its node. An entry is `e1`, `e2`, …; addresses may repeat."""
    lines = []
    for number, (endpoint, place) in enumerate(zip(endpoints, places, strict=True), 1):
        said = {f"{each}Condition": endpoint[each] for each in ("ready", "serving", "terminating")}
        fields = ", ".join(f"{name}: {word(value)}" for name, value in said.items() if value is not None)
        lines.append(f"endpoint e{number} of web on {name_of(place)} {{ {fields} }}".replace("{  }", "") + f"  # {endpoint['name']}")
    return lines


def hints(endpoints: Sequence[Data]) -> list[str]:
    """The hints that the entries carry."""
    lines = []
    for number, endpoint in enumerate(endpoints, 1):
        for kind in ("zone", "node"):
            for place in endpoint.get(f"{kind}Hints") or []:
                hint = f"{kind}-hint-{number}-{name_of(place)}"
                other = "node" if kind == "zone" else "zone"
                lines += [f"hint {hint} for e{number}", f"{hint}.{kind}: {name_of(place)}", f"{hint}.{other}: none"]
    return lines


def among(request: str, endpoints: Sequence[Data], addresses: Iterable[str]) -> str:
    """That the request goes to one of these addresses."""
    wanted = set(addresses)
    there = [f"{request}.endpoint = e{number}" for number, endpoint in enumerate(endpoints, 1) if endpoint["name"] in wanted]
    return f"({' or '.join(there)})"


def promised(name: str, formula: str, verdict: str) -> list[str]:
    """A promise, and what upstream's answer makes of it."""
    return [f"promise {name}: {formula}", f"expect {name} {verdict}"]


def choice(name: str, request: str, endpoints: Sequence[Data], addresses: Sequence[str], unless: str = "", besides: str = "") -> list[str]:
    """That the request always goes to one of these addresses, and that it may go to each. `unless`: what frees it of that; `besides`:
    what always holds as well."""
    free = f"{unless} or " if unless else ""
    also = f" and {besides}" if besides else ""
    lines = promised(name, f"{free}({request} is selected and {among(request, endpoints, addresses)}{also})", "holds")
    for number, address in enumerate(dict.fromkeys(addresses), 1):
        lines += promised(f"{name}-{number}", f"{free}not ({request} is selected and {among(request, endpoints, [address])})", "fails")
    return lines


def refusal(name: str, request: str, action: str, unless: str = "", besides: str = "") -> list[str]:
    """That the request is always rejected, or always dropped."""
    free = f"{unless} or " if unless else ""
    also = f" and {besides}" if besides else ""
    return promised(name, f"{free}({request} is {TURNED_AWAY[action]}{also})", "holds")
