"""How much a search may cost before the answer is UNKNOWN."""

from __future__ import annotations

from checkspec.text.node import Node, node


@node
class Limits(Node):
    """`timeout`: seconds of wall clock for a whole spec. `memory`: megabytes that the solver may take."""

    timeout: float = 60.0
    memory: int = 2000
