"""The codec: components, events, intents, tasks as plain JSON values, and back by strict reading.

How a dataclass is written follows from the types of its fields. A definition stands by its id, an entity by its combat
id, an enumeration's member by its name, scores by their place in a table that the save holds once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.components.events import EVENTS, Event
from fleshwound.game.content import Content
from fleshwound.game.saving.readers import Readers
from fleshwound.game.saving.session import Session
from fleshwound.game.saving.writers import Writers


class Codec(Writers, Readers):
    """Writes and reads with one content. Set `session` before either."""

    def __init__(self, content: Content) -> None:
        self.session = Session()
        known = {
            Creature: ("creature", content.creatures),
            Weapon: ("weapon", content.weapons),
            ArmorPiece: ("piece of armour", content.armor),
        }
        self._kinds_of_family: dict[Any, dict[str, type[Any]]] = {Event: {kind.__name__: kind for kind in EVENTS}}
        Writers.__init__(self, known, self._kinds_of_family)
        Readers.__init__(self, known, self._kinds_of_family)

    def family(self, name: Any, kinds: Sequence[type[Any]]) -> None:
        """Have any of `kinds` stand where `name` is asked for, each under its class name: `{"Strike": {…}}`."""
        self._kinds_of_family[name] = {kind.__name__: kind for kind in kinds}
