"""The processor by which a host's own loop drives a combat."""

from __future__ import annotations

import esper

from fleshwound.game.combat import Combat


class CombatProcessor(esper.Processor):
    """Let a combat's time pass with the host's: `esper.process(seconds)` does `combat.advance(seconds)`.

    Add it to whichever world the host processes; the combat may live in that world or in one of its own. The host's
    other processors run once a call as ever, and take the same argument.
    """

    def __init__(self, combat: Combat) -> None:
        self.combat = combat

    def process(self, seconds: float) -> None:
        """Let `seconds` pass in the combat.

        Raises:
            BadValue: seconds below 0, or not a finite number.
        """
        self.combat.advance(seconds)
