"""People, dogs and machines to try the ruleset `cities` on, and what they carry, given here and in no file."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from fleshwound.components.cities import (
    Blast,
    CitiesArmor,
    CitiesMode,
    CitiesProfile,
    CitiesShield,
    CitiesWeapon,
    Save,
    ShockRating,
    Standing,
    TraumaDie,
)
from fleshwound.components.definitions import ArmorPiece, Creature, Weapon
from fleshwound.game import Combat
from fleshwound.game.content import Content, shipped
from fleshwound.systems.cities.ruleset import Cities
from fleshwound.systems.cities.tables import Tables

STR_DEX = ("strength", "dexterity")
DEX = ("dexterity",)


def weapon(id: str, *modes: CitiesMode, **more: Any) -> Weapon:
    return Weapon(id, id, "melee", id, 1, 10, 5, (), CitiesWeapon(modes, **more))


KNIFE = weapon(
    "test_knife",
    CitiesMode("test_knife/stab", "stab", "stab", STR_DEX, 1, 4, shock=ShockRating(1, 15), trauma=TraumaDie(6, 3)),
    CitiesMode(
        "test_knife/throw", "throw", "stab", STR_DEX, 1, 4, trauma=TraumaDie(6, 3), ranged=True, range_m=10,
        range_max_m=20, thrown=True,
    ),
)  # fmt: skip
CLUB = weapon(
    "test_club",
    CitiesMode(
        "test_club/strike", "strike", "stab", ("strength",), 1, 4, shock=ShockRating(1, 18), trauma=TraumaDie(6, 2),
        non_lethal=True,
    ),
)  # fmt: skip
PISTOL = weapon(
    "test_pistol",
    CitiesMode(
        "test_pistol/shot", "shot", "shoot", DEX, 1, 8, trauma=TraumaDie(6, 3), ranged=True, range_m=10,
        range_max_m=100, firearm=True,
    ),
    magazine=8,
)  # fmt: skip
SMG = weapon(
    "test_smg",
    CitiesMode(
        "test_smg/shot", "shot", "shoot", DEX, 1, 8, trauma=TraumaDie(6, 2), ranged=True, range_m=30, range_max_m=100,
        firearm=True, burst=True,
    ),
    magazine=20,
)  # fmt: skip
RIFLE = weapon(
    "test_rifle",
    CitiesMode(
        "test_rifle/shot", "shot", "shoot", DEX, 2, 8, trauma=TraumaDie(10, 3), ranged=True, range_m=200,
        range_max_m=400, two_handed=True, firearm=True, suppress=True,
    ),
    magazine=10,
)  # fmt: skip
GRENADE = weapon(
    "test_grenade",
    CitiesMode(
        "test_grenade/throw", "throw", "exert", STR_DEX, 2, 6, trauma=TraumaDie(8, 2), ranged=True, range_m=10,
        range_max_m=30, thrown=True, firearm=True, blast=Blast(5, Save.EVASION, spares_above=14),
    ),
    armed=False,
)  # fmt: skip
FLASH = weapon(
    "test_flash",
    CitiesMode(
        "test_flash/throw", "throw", "exert", STR_DEX, 0, 1, ranged=True, range_m=10, range_max_m=30, thrown=True,
        blast=Blast(5, Save.PHYSICAL, half=False, dazes=True),
    ),
    armed=False,
)  # fmt: skip
TASER = weapon(
    "test_taser",
    CitiesMode(
        "test_taser/shot", "shot", "shoot", DEX, 1, 8, ranged=True, range_m=10, range_max_m=15, only_non_lethal=True
    ),
    magazine=2,
)
RIOT_SHIELD = replace(weapon("test_shield", shield=CitiesShield(2, 4), armed=False), category="shields")
COAT = ArmorPiece(
    "test_coat", "test coat", "cloth", 5, 10, 0, frozenset(), frozenset(), (0, 0, 0, 0),
    CitiesArmor(15, 13, soak=5, trauma_target=1),
)  # fmt: skip
BIOSUIT = replace(COAT, id="test_biosuit", cities=CitiesArmor(10, 10, stabilises=True))

ALL = (KNIFE, CLUB, PISTOL, SMG, RIFLE, GRENADE, FLASH, TASER, RIOT_SHIELD)


def person(id: str = "test_thug", **more: Any) -> Creature:
    """A human with a section: by default a minor foe of 1 HD, 5 hit points, +1 to hit, Morale 7."""
    profile: dict[str, Any] = {
        "level": 1, "hit_points": 5, "melee_attack": 1, "ranged_attack": 1, "morale": 7, "standing": Standing.MINOR,
    }  # fmt: skip
    gear = {name: more.pop(name) for name in ("weapons", "armor", "belt") if name in more}
    human = shipped().creature("human")
    return replace(human, id=id, name=id.removeprefix("test_"), cities=CitiesProfile(**{**profile, **more}), **gear)


def named(id: str = "test_runner", **more: Any) -> Creature:
    """Somebody who matters: mortally wounded at 0, and without a Morale score."""
    return person(id, **{"hit_points": 12, "standing": Standing.NAMED, "morale": None, **more})


@cache
def rules() -> Cities:
    content = shipped()
    return Cities(content.tables("cities", Tables), {**content.weapons, **{one.id: one for one in ALL}})


def having(*creatures: Creature) -> Content:
    """Content with what is here, so that a combat of it can be saved."""
    return shipped().having(*creatures, *ALL, COAT, BIOSUIT)


def combat(seed: int = 1, *creatures: Creature, **options: Any) -> Combat:
    options.setdefault("size", (40, 20))
    return Combat(rules=rules(), seed=seed, content=having(*creatures), **options)


def duel(one: Creature, other: Creature, gap: int = 1, seed: int = 1, **options: Any) -> tuple[Combat, int, int]:
    """Two of different sides, `gap` cells apart, who do nothing by themselves."""
    made = combat(seed, one, other, **options)
    a = made.spawn(one, side="red", at=(5, 5), name="Ann", intents="host")
    b = made.spawn(other, side="blue", at=(5 + gap, 5), name="Bob", intents="host")
    return made, a, b
