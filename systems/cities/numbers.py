"""Numbers of a character: attribute modifiers, skill levels, hit points, base attack, saves (cities A1)."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from fleshwound.components.cities import CitiesProfile, Save, Standing
from fleshwound.components.draws import Rule, dice
from fleshwound.systems.cities.checks import Check, Named
from fleshwound.systems.cities.tables import Tables

LEAST_MODIFIER: Final = -2
"""Of the lowest scores; each step up the table is 1 more."""

SAVED_BY: Final = {
    Save.PHYSICAL: ("strength", "constitution"),
    Save.EVASION: ("dexterity", "intelligence"),
    Save.MENTAL: ("wisdom", "charisma"),
    Save.LUCK: (),
}
"""Attributes of which the better helps a save (cities A1)."""

D20: Final = (1, 20)


def modifier_of(tables: Tables, score: int) -> int:
    """Give the modifier of an attribute score: -2 at 3, -1 to 7, 0 to 13, +1 to 17, +2 from 18 (cities A1)."""
    return LEAST_MODIFIER + bisect_right(tables.numbers.modifier_from, score)


def modifier(tables: Tables, profile: CitiesProfile, attribute: str) -> int:
    """Give a creature's modifier of an attribute, unhurt (cities A1)."""
    return modifier_of(tables, profile.attributes.get(attribute, tables.numbers.attribute_default))


def skill(tables: Tables, profile: CitiesProfile, name: str) -> int:
    """Give a creature's level of a skill, 0..4, or the penalty of the untrained (cities A1)."""
    return profile.skills.get(name, tables.numbers.untrained)


def base_attack(tables: Tables, profile: CitiesProfile) -> int:
    """Give the base attack bonus: half the level, or the whole with On Target (cities A1)."""
    if profile.traits.get("on_target"):
        return profile.level
    return profile.level // tables.numbers.levels_per_attack


def hit_points(tables: Tables, level: int, constitution: int, *, hard_to_kill: bool) -> Rule[int]:
    """Roll hit points: a die a level and the modifier of Constitution, each level 1 at least (cities A1)."""
    numbers = tables.numbers
    plus = numbers.hit_die_hard_to_kill if hard_to_kill else 0
    total = 0
    for _ in range(level):
        rolled: int = yield dice("hit points", 1, numbers.hit_die, plus)
        total += max(numbers.hit_points_least, rolled + constitution)
    return total


def save_target(tables: Tables, profile: CitiesProfile, save: Save, constitution: int = 0) -> int:
    """Give what a d20 must come to: listed, or by level and attributes, or by hit dice (cities A1).

    `constitution` is what injuries add to the modifier of Constitution.
    """
    numbers = tables.numbers
    if profile.save is not None:
        return profile.save
    if profile.standing is not Standing.PLAYER:
        return max(numbers.save_least, numbers.npc_save_base - profile.level // numbers.npc_dice_per_save)
    by_attribute = [
        modifier(tables, profile, name) + (constitution if name == "constitution" else 0) for name in SAVED_BY[save]
    ]
    return max(numbers.save_least, numbers.save_base - profile.level - max(by_attribute, default=0))


def save_check(
    tables: Tables, profile: CitiesProfile, save: Save, modifiers: Named = (), constitution: int = 0
) -> Check:
    """Make a save ready to be rolled: a natural 1 fails and a natural 20 succeeds, whatever the target (cities A1)."""
    target = save_target(tables, profile, save, constitution)
    return Check(f"{save} save", *D20, modifiers, target, naturals=True)


def skill_modifiers(tables: Tables, profile: CitiesProfile, name: str, attributes: tuple[str, ...]) -> Named:
    """Give what a skill check adds to its dice: the level, and the best of the attributes (cities A1)."""
    best = max(attributes, key=lambda attribute: modifier(tables, profile, attribute))
    found = ((name, skill(tables, profile, name)), (best, modifier(tables, profile, best)))
    return tuple((what, value) for what, value in found if value)


def skill_check(
    tables: Tables,
    profile: CitiesProfile,
    name: str,
    attributes: tuple[str, ...],
    difficulty: int,
    *,
    extra_die: bool = False,
) -> Check:
    """Make a skill check ready to be rolled: 2d6, or the best two of three (cities A1, A7)."""
    modifiers = skill_modifiers(tables, profile, name, attributes)
    return Check(name, 3 if extra_die else 2, 6, modifiers, difficulty, drops_lowest=extra_die)
