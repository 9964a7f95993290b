"""Arms: which strike modes a creature can use at this moment, and with which limbs (heroic H2, H9, H12).

Derived from what it holds and what its limbs can do; equal bodies in equal states share the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from fleshwound.components.creature import Held
from fleshwound.components.definitions import (
    Anatomy,
    ArmorPiece,
    Aspect,
    Contest,
    Creature,
    Mode,
    ModeKind,
    Role,
    Side,
    Weapon,
)
from fleshwound.components.fact import fact, maker
from fleshwound.systems.field import FEET
from fleshwound.systems.heroic.capability import least_impaired, may_hold
from fleshwound.systems.heroic.impairment import Impairments

LEFT_HANDED: Final = "left_handed"
RIGHT_HANDED: Final = "right_handed"
MOUNTED: Final = "mounted"


@fact(eq=False)
class Use:
    """A mode that can be used now. Made by `use_of`: equal ones are one."""

    mode: Mode
    part: int | None
    """Index of the part that holds the weapon; None for one's own body."""
    limbs: tuple[int, ...]
    """Indices of the parts it takes."""
    off_hand: bool
    reach: int
    """In cells, 1 or more."""
    armored: bool = False
    """Whether it strikes as people do with a part in rigid armour, which adds to its impact (heroic H12)."""


use_of = lru_cache(16_384)(maker(Use))
"""Find the use that these particulars are; compared by identity, it is looked up by at next to no cost."""


def favoured_side(creature: Creature) -> Side | None:
    """Find the favoured side: left or right if that trait stands alone; None: ambidextrous, no off hand (heroic H2)."""
    left, right = LEFT_HANDED in creature.traits, RIGHT_HANDED in creature.traits
    if left is right:
        return None
    return Side.LEFT if left else Side.RIGHT


def is_off_hand(anatomy: Anatomy, limbs: Sequence[int], favoured: Side | None) -> bool:
    """Tell whether a grip counts as off-hand: no limb of it belongs to the favoured side (heroic H2)."""
    return favoured is not None and all(anatomy.parts[limb].side is not favoured for limb in limbs)


def reach_cells(creature: Creature, mode: Mode) -> int:
    """Find how many cells a mode reaches: weapon length and body reach, in whole cells, at least the next one [R]."""
    return 1 if mode.only_in_close else max(1, (mode.length_ft + creature.body_reach_ft) // FEET)


def range_cells(mode: Mode) -> int:
    """Find how many cells a missile mode carries: its base range times the multiple of a volley (heroic H12)."""
    return mode.range_ft * mode.volley // FEET


def dominant_part(creature: Creature, anatomy: Anatomy) -> int | None:
    """Find the part of the dominant hand: the first gripping part of the favoured side, else the first that grips."""
    favoured = favoured_side(creature)
    gripping = [index for index, part in enumerate(anatomy.parts) if part.holds]
    first = gripping[0] if gripping else None
    return next((index for index in gripping if anatomy.parts[index].side is favoured), first)


@lru_cache(4096)
def rigid_parts(anatomy: Anatomy, pieces: tuple[ArmorPiece, ...]) -> int:
    """Mask the parts that strike in rigid armour: of a limb its outermost location counts, hand or foot [R]."""
    rigid = {location for piece in pieces for location in piece.rigid}
    found = 0
    for index, part in enumerate(anatomy.parts):
        places = [location.id for location in anatomy.locations if location.part == index]
        if rigid.intersection(places[-1:] if part.limb else places):
            found |= 1 << index
    return found


def takes_hand(mode: Mode) -> bool:
    """Tell whether a technique needs its part empty: one that takes a manipulator does [R]."""
    return Role.MANIPULATOR in mode.roles


class Armament:
    """Finds the modes of creatures; `human` are the techniques of whoever fights as people do."""

    def __init__(self, human: Mapping[str, Mode]) -> None:
        self._human = tuple(human.values())

    def uses(
        self,
        creature: Creature,
        anatomy: Anatomy,
        items: Sequence[tuple[int, Weapon, bool]],
        impairments: Impairments,
        kind: ModeKind = ModeKind.MELEE,
        rigid: int = 0,
    ) -> tuple[Use, ...]:
        """List what can be used now: weapons first, by part, then techniques; in the order of the definitions.

        `items` are what each part holds, by index, and whether that is broken; `kind` asks for what strikes hand to
        hand, or for what is shot or thrown; `rigid` masks the parts that strike in rigid armour. What holds somebody
        can do nothing else, but what seizes goes on seizing: whom, is checked later.
        """
        occupied = impairments.occupied
        own = creature.techniques + (self._human if creature.human_techniques else ())
        favoured = favoured_side(creature)
        full = {part for part, _, _ in items}
        free = [
            index
            for index, part in enumerate(anatomy.parts)
            if part.holds and index not in full and impairments.works(index) and not occupied >> index & 1
        ]
        found: list[Use] = []
        for part, weapon, broken in items:
            if broken or not impairments.works(part):
                continue
            for mode in weapon.modes:
                if occupied >> part & 1 and not (mode.seizes and mode.kind is ModeKind.MELEE):
                    continue
                if len(free) + 1 >= mode.min_parts and mode.kind is kind:
                    limbs = (part, *free[: mode.min_parts - 1])
                    off_hand = is_off_hand(anatomy, limbs, favoured)
                    reach = reach_cells(creature, mode) if kind is ModeKind.MELEE else range_cells(mode)
                    found.append(use_of(mode, part, limbs, off_hand, reach))
        if kind is ModeKind.MISSILE:
            return tuple(found)
        for mode in own:
            if mode.aspect is None and mode.contest is None and not mode.block:
                continue
            taken = full if takes_hand(mode) else ()
            busy = taken if not occupied else {*taken, *(i for i in range(len(anatomy.parts)) if occupied >> i & 1)}
            limb = least_impaired(anatomy, impairments, mode.roles, busy)
            if limb is None and occupied and mode.seizes:
                limb = least_impaired(anatomy, impairments, mode.roles, taken)
            if limb is not None:
                reach = reach_cells(creature, mode)
                found.append(use_of(mode, None, (limb,), False, reach, self.is_armored(mode, limb, rigid)))
        return tuple(found)

    def technique_of(self, creature: Creature, contest: Contest) -> Mode | None:
        """Find the technique a creature has for a contest, usable now or not; None: it has none (heroic H12)."""
        own = creature.techniques + (self._human if creature.human_techniques else ())
        return next((mode for mode in own if mode.contest is contest), None)

    def grabs(self, mode: str) -> bool:
        """Tell whether a mode, by id, grabs with the hands, as people do; else it seizes with whatever strikes."""
        return any(own.id == mode and own.contest is not None for own in self._human)

    def is_armored(self, mode: Mode, part: int, rigid: int) -> bool:
        """Tell whether a technique of people's strikes the harder for the rigid armour of its part (heroic H12).

        Teeth bite no harder for it [R]. `rigid` masks the parts in rigid armour.
        """
        return bool(rigid >> part & 1) and mode.aspect is Aspect.BLUNT and mode in self._human

    def names(self, creature: Creature, held: Held) -> dict[str, str]:
        """Name every mode of the creature's body and of what it holds, by id."""
        own = creature.techniques + (self._human if creature.human_techniques else ())
        names = {mode.id: mode.name for mode in own}
        for weapon in (*creature.weapons, *creature.belt, *(item.weapon for item in held.items.values())):
            names[weapon.id] = weapon.name
            names |= {mode.id: f"{weapon.name} {mode.name.lower()}" for mode in weapon.modes}
        return names

    def knows(self, creature: Creature, held: Held, mode: str) -> bool:
        """Tell whether a mode is among those of the creature's body or of what it holds, usable or not."""
        own = creature.techniques + (self._human if creature.human_techniques else ())
        return any(m.id == mode for m in own) or any(
            m.id == mode for item in held.items.values() for m in item.weapon.modes
        )


def free_hands(anatomy: Anatomy, held: Held, impairments: Impairments) -> list[int]:
    """List the empty parts that could be given an item now (heroic H9).

    They are neither held fast nor lost for good, and hold nobody.
    """
    return [
        index
        for index in range(len(anatomy.parts))
        if may_hold(anatomy, impairments, index)
        and index not in held.items
        and not (impairments.immobilized | impairments.occupied) >> index & 1
    ]


def weapons_of(held: Held) -> list[int]:
    """List the parts that hold a whole item that is no shield."""
    return [part for part, item in held.items.items() if not item.broken and not item.weapon.is_shield]
