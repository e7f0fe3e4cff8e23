"""Nodes: shut down, lost, marked."""

from __future__ import annotations

from reference.choices import Choices, Thing
from reference.config import NodeConfig


class Node(Thing):
    """A node. `off`: when its power went, if it did; nothing runs there any more.

    Of a lost node the API server hears no more, and it hears nothing of the API server. Its kubelet may work on or not, traffic may reach
    it or not, its power may be on or off; nobody outside can tell (F55). One whose power goes is lost.
    """

    def __init__(self, config: NodeConfig, choices: Choices) -> None:
        super().__init__(config.name, "node", choices)
        self.config = config
        self.off: int | None = None

    @property
    def lost(self) -> bool:
        return self.did("lost")

    @property
    def stops_gracefully(self) -> bool:
        """Its kubelet has begun to stop the Pods (F52 F53)."""
        return self.did("shutdown") and self.config.period > 0

    def step(self, now: int) -> None:
        self.ask(now, "shutdown", may=True)
        self.ask(now, "lost", may=True)
        if self.off is None and self.choices.powers_off(self.name, self.lost):
            self.off = now
        # Marked because it reports no more, or because it says so itself: it shuts down, its runtime fails (F46 F53 F55).
        self.ask(now, "noticed", may=True, owed=self.lost)
