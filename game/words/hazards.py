"""Words for hazards."""

from __future__ import annotations

from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.events import Event
from fleshwound.game.phrases import number, throw_in_full
from fleshwound.game.words.harm import past_protection
from fleshwound.game.words.line import Line, told
from fleshwound.game.words.names import Names, Template


def _harm_landed(event: happened.HarmLanded, names: Names) -> Line:
    body = names.whose(event.creature, event.location or event.part)
    harm = f"{event.cause} → {body}: {event.impact.total} {event.aspect}"
    tone, outcome = past_protection(event)
    held_off = f"protection {number(event.protection)}, effective {event.effective}"
    return told(event, tone, harm + outcome, f"{throw_in_full(event.impact)}; {held_off}")


TEMPLATES: Final[dict[type[Event], Template | None]] = {
    happened.HarmLanded: _harm_landed,
}
"""What puts each kind into words."""
