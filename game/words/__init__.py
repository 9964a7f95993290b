"""Words for people: one short line an event, from templates apart from the events themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from fleshwound.components.events import Event
from fleshwound.game.combat import Combat
from fleshwound.game.words import care, contests, deeds, edits, harm, hazards, hitpoints, missiles, nerve, openings
from fleshwound.game.words.line import Line, Tone
from fleshwound.game.words.names import Names, Template

__all__ = ["TEMPLATES", "Line", "Narrator", "Tone"]

PAGES: Final = (deeds, harm, care, contests, nerve, edits, hazards, missiles, openings, hitpoints)

TEMPLATES: Final[dict[type[Event], Template | None]] = {
    kind: template for page in PAGES for kind, template in page.TEMPLATES.items()
}
"""What puts each kind of event into words; None: nobody needs to read it."""


class Narrator:
    """Puts the events of one combat into words, in the order they came.

    `sides` names the sides for people, by id; one left out is called by its id.
    """

    def __init__(self, combat: Combat, sides: Mapping[str, str] = MappingProxyType({})) -> None:
        self.names: Final = Names(combat, sides)

    def line(self, event: Event) -> Line | None:
        """Put an event into words; None for one that nobody needs to read.

        Raises:
            TypeError: a kind of event that has no words.
        """
        kind = type(event)
        if kind not in TEMPLATES:
            raise TypeError(f"no words for {kind.__name__}; expected one of fleshwound.components.events.EVENTS")
        template = TEMPLATES[kind]
        return None if template is None else template(event, self.names)
