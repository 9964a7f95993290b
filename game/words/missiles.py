"""Words for missiles: what is shot, thrown, made ready, drawn and evaded."""

from __future__ import annotations

from typing import Final

from fleshwound.components import events as happened
from fleshwound.components.events import Event
from fleshwound.game.phrases import counted, spelled
from fleshwound.game.words.line import Line, Tone, told
from fleshwound.game.words.names import Names, Template


def _shot_loosed(event: happened.ShotLoosed, names: Names) -> Line:
    weapon = names.weapon(event.weapon)
    if event.projectile:
        what = f"shoots {names.projectile(event.projectile)} at {names.who(event.target)} with its {weapon}"
    else:
        what = f"lets fly at {names.who(event.target)} with its {weapon}"
    left = f"; {event.left} left" if event.projectile else ""
    return told(event, Tone.PLAIN, f"{names.who(event.attacker)} {what}: {event.distance_ft} ft, {event.band}{left}")


def _misfired(event: happened.Misfired, names: Names) -> Line:
    ready = counted(event.actions, "action")
    weapon = names.weapon(event.weapon)
    return told(event, Tone.STRONG, f"{names.who(event.creature)}’s {weapon} misfires: {ready} to clear and ready it")


def _shot_strayed(event: happened.ShotStrayed, names: Names) -> Line:
    return told(
        event,
        Tone.STRONG,
        f"{names.who(event.attacker)}’s shot goes past {names.who(event.missed)} and hits {names.who(event.target)}",
    )


def _item_thrown(event: happened.ItemThrown, names: Names) -> Line:
    item = names.weapon(event.weapon)
    return told(event, Tone.MUTED, f"{names.who(event.creature)}’s thrown {item} comes to lie at {event.x}, {event.y}")


def _readied(event: happened.Readied, names: Names) -> Line:
    end = f": {counted(event.left, 'more action')} to go" if event.left else ""
    return told(event, Tone.MUTED, f"{names.who(event.creature)} readies its {names.weapon(event.weapon)}{end}")


def _item_drawn(event: happened.ItemDrawn, names: Names) -> Line:
    hand = f" ({names.its(event.creature, event.part)})" if event.part else ""
    return told(event, Tone.PLAIN, f"{names.who(event.creature)} draws its {names.weapon(event.weapon)}{hand}")


def _evaded(event: happened.Evaded, names: Names) -> Line:
    return told(event, Tone.PLAIN, f"{names.who(event.creature)} evades missiles")


def _supplied(event: happened.Supplied, names: Names) -> Line:
    what = f"{event.count} × {names.projectile(event.projectile)}"
    return told(event, Tone.MUTED, f"{names.who(event.creature)} gets {what}: {spelled(event.cause)}")


TEMPLATES: Final[dict[type[Event], Template | None]] = {
    happened.ShotLoosed: _shot_loosed,
    happened.Misfired: _misfired,
    happened.ShotStrayed: _shot_strayed,
    happened.ItemThrown: _item_thrown,
    happened.Readied: _readied,
    happened.ItemDrawn: _item_drawn,
    happened.Evaded: _evaded,
    happened.Supplied: _supplied,
}
"""What puts each kind into words; None: nobody needs to read it."""
