"""Gear: what a creature comes with, in its hands, at its belt and in its quiver (heroic H12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import esper

from fleshwound.components.creature import Held, Item
from fleshwound.components.definitions import Creature, ModeKind, Weapon
from fleshwound.components.errors import BadValue
from fleshwound.components.kit import Kit
from fleshwound.systems.heroic.fighter import Fighter, Reader
from fleshwound.systems.heroic.outfitting import hands_of

BOTH: Final = 2
"""Hands that a launcher takes, if it takes more than one."""


def geared(reader: Reader, creature: Creature, weapons: Sequence[Weapon], first_item: int) -> tuple[Held, Kit]:
    """Put weapons into hands, the first into the favoured one, and the rest of its gear where it belongs.

    A launcher that takes both hands is in hand at the start, ready to shoot, with another free; what else it would hold
    hangs at its belt with what always does [R]. Items are numbered from `first_item`, the belt's last.

    Raises:
        BadValue: more weapons than hands.
    """
    hands = hands_of(creature)
    if len(weapons) > len(hands):
        raise BadValue(f"{creature.id} has {len(hands)} gripping parts for {len(weapons)} weapons")
    items = [Item(first_item + place, weapon) for place, weapon in enumerate((*weapons, *creature.belt))]
    held, belt = items[: len(weapons)], items[len(weapons) :]
    launcher = next((item for item in held if takes_both_hands(item.weapon)), None)
    if launcher is not None:
        belt = [*(item for item in held if item is not launcher), *belt]
        held = [launcher]
    kit = Kit(belt, dict(creature.projectiles))
    supply(reader, kit, (item.weapon for item in items))
    return Held(dict(zip(hands, held, strict=False))), kit


def takes_both_hands(weapon: Weapon) -> bool:
    """Tell whether a weapon shoots with both hands."""
    return any(mode.projectile and mode.min_parts >= BOTH for mode in weapon.modes)


def supply(reader: Reader, kit: Kit, weapons: Iterable[Weapon]) -> dict[str, int]:
    """Have a full quiver come with each launcher that has nothing to shoot, of its standard projectile [R].

    Gives what was added, by projectile id.
    """
    missiles = reader.tables.missiles
    added: dict[str, int] = {}
    for kind in dict.fromkeys(mode.projectile for weapon in weapons for mode in weapon.modes if mode.projectile):
        has = any(reader.projectiles[id].kind == kind for id in kit.projectiles if id in reader.projectiles)
        standard = missiles.standard.get(kind)
        if not has and standard is not None and standard in reader.projectiles:
            added[standard] = missiles.quiver
    kit.projectiles.update(added)
    return added


def gear_in_words(who: Fighter) -> tuple[str, ...]:
    """Say what each hand holds, of a launcher how ready it is and how far it shoots, and what else it carries.

    A launcher that nothing is left for is told of too.
    """
    words = [
        f"{who.anatomy.parts[part].name}: {item.weapon.name}{_state(item)}"
        for part, item in sorted(who.held.items.items())
    ]
    kit = esper.component_for_entity(who.entity, Kit)
    if kit.belt:
        words.append(f"belt: {', '.join(item.weapon.name + _state(item) for item in kit.belt)}")
    known = who.reader.projectiles
    carried = [f"{count} × {known[id].name if id in known else id}" for id, count in kit.projectiles.items()]
    kinds = {known[id].kind for id in kit.projectiles if id in known}
    modes = [mode for item in (*who.held.items.values(), *kit.belt) for mode in item.weapon.modes]
    lacking = dict.fromkeys(mode.projectile for mode in modes if mode.projectile and mode.projectile not in kinds)
    carried += [f"no {kind}s" for kind in lacking]
    if carried:
        words.append(f"carries: {', '.join(carried)}")
    return tuple(words)


def _state(item: Item) -> str:
    if item.broken:
        return " (broken)"
    missile = next((mode for mode in item.weapon.modes if mode.kind is ModeKind.MISSILE), None)
    if missile is None:
        return ""
    ready = ""
    if missile.projectile:
        ready = (
            "ready, " if not item.unready else f"not ready: {item.unready} action{'s' if item.unready > 1 else ''}, "
        )
    return f" ({ready}to {missile.range_ft} ft, volley {missile.range_ft * missile.volley})"
