"""Words for what a host does from outside: healing, reviving, setting down, gear."""

from __future__ import annotations

from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.events import Event
from fleshwound.game.phrases import listed, spelled
from fleshwound.game.words.line import Line, Tone, told
from fleshwound.game.words.names import Names, Template


def _placed(event: happened.Placed, names: Names) -> Line:
    return told(event, Tone.MUTED, f"{names.who(event.creature)} is set down at {event.x}, {event.y}: {event.cause}")


def _healed(event: happened.Healed, names: Names) -> Line:
    who = names.who(event.creature)
    wound = f"{who}’s {names.wound(event.creature, event.injury)}" if event.injury else who
    again = listed([names.its(event.creature, location) for location in event.restored])
    there = f", {again} restored" if event.restored else ""
    return told(event, Tone.STRONG, f"{wound} is healed{there}: {event.cause}")


def _revived(event: happened.Revived, names: Names) -> Line:
    return told(event, Tone.STRONG, f"{names.who(event.creature)} lives again: {event.cause}")


def _item_given(event: happened.ItemGiven, names: Names) -> Line:
    who, weapon = names.who(event.creature), names.weapon(event.weapon)
    hand = f" ({names.its(event.creature, event.part)})" if event.part else ""
    return told(event, Tone.PLAIN, f"{who} is given the {weapon}{hand}: {event.cause}")


def _item_removed(event: happened.ItemRemoved, names: Names) -> Line:
    who, weapon = names.who(event.creature), names.weapon(event.weapon)
    hand = f" ({names.its(event.creature, event.part)})" if event.part else ""
    return told(event, Tone.PLAIN, f"{who} has the {weapon} taken away{hand}: {event.cause}")


def _armor_changed(event: happened.ArmorChanged, names: Names) -> Line:
    worn = listed([spelled(piece) for piece in event.pieces]) if event.pieces else "no armour"
    return told(event, Tone.PLAIN, f"{names.who(event.creature)} now wears {worn}: {event.cause}")


TEMPLATES: Final[dict[type[Event], Template | None]] = {
    happened.Placed: _placed,
    happened.Healed: _healed,
    happened.Revived: _revived,
    happened.ItemGiven: _item_given,
    happened.ItemRemoved: _item_removed,
    happened.ArmorChanged: _armor_changed,
}
"""What puts each kind into words."""
