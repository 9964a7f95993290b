"""Outfitting: what a creature of a kind comes in with (cities A1, A8, A9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fleshwound.components.creature import Anatomy, Armor, Conditions, Held, Item
from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.components.errors import BadValue
from fleshwound.components.hitpoints import Footing, HitPoints, Magazines, Resolve, Trauma
from fleshwound.components.kit import Kit
from fleshwound.systems.cities.fighter import Reader

RIGHT: Final = "right"


def hands_of(creature: Creature) -> list[int]:
    """List the gripping parts, the favoured first: the right one, but for the left-handed."""
    favoured = "left" if "left_handed" in creature.traits else RIGHT
    parts = creature.anatomy.parts
    return sorted((i for i, part in enumerate(parts) if part.holds), key=lambda i: (parts[i].side != favoured, i))


def outfitted(
    reader: Reader, creature: Creature, weapons: Sequence[Weapon], armor: Sequence[ArmorPiece], first_item: int
) -> list[object]:
    """Make the components of a new creature; what takes both hands is in hand, what then has no room at the belt.

    Raises:
        BadValue: it lacks what these rules need, has more weapons than hands, or something that they don't know.
    """
    profile = reader.sections.profile(creature)
    for weapon in (*weapons, *creature.belt):
        reader.sections.weapon(weapon)
    reader.sections.worn(tuple(armor), creature.anatomy)
    hands = hands_of(creature)
    if len(weapons) > len(hands):
        raise BadValue(f"{creature.id} has {len(hands)} gripping parts for {len(weapons)} weapons")
    items = [Item(first_item + place, weapon) for place, weapon in enumerate((*weapons, *creature.belt))]
    held, belt = items[: len(weapons)], items[len(weapons) :]
    heavy = next((item for item in held if takes_both(reader, item)), None)
    if heavy is not None:
        belt = [*(item for item in held if item is not heavy), *belt]
        held = [heavy]
    return [
        Anatomy(creature.anatomy),
        HitPoints(profile.hit_points, profile.hit_points),
        Trauma(patches=profile.patches),
        Footing(),
        Resolve(),
        Magazines(),
        Conditions(),
        Held(dict(zip(hands, held, strict=False))),
        Kit(belt),
        Armor(tuple(armor)),
    ]


def takes_both(reader: Reader, item: Item) -> bool:
    """Tell whether every way to use a weapon takes both hands."""
    modes = reader.sections.weapon(item.weapon).modes
    return bool(modes) and all(mode.two_handed for mode in modes)
