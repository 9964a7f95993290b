"""Force: what a creature's attack with one mode adds to the roll, and what it does where it hits (cities A3, A4)."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from fleshwound.components.cities import CitiesMode, CitiesProfile, ShockRating, TraumaDie
from fleshwound.systems.cities.checks import Named
from fleshwound.systems.cities.damage import Force
from fleshwound.systems.cities.numbers import base_attack, modifier
from fleshwound.systems.cities.tables import Tables

KEPT: Final = 4096
KILLING_BLOW: Final = "killing_blow"
ASSAULT: Final = "shocking_assault"
COMBATANT: Final = "unarmed_combatant"
CLOSE: Final = "close_combatant"
SECOND: Final = 2
"""Level of a focus at which it gives its second benefit."""


class Manner(NamedTuple):
    """In which manner a mode is used."""

    burst: bool = False
    suppress: bool = False
    subdue: bool = False
    """Whether to strike without killing."""
    two_weapons: bool = False
    improvised: bool = False


PLAIN: Final = Manner()
"""The manner of an attack that nothing more is said of."""


def combat_skill(tables: Tables, profile: CitiesProfile, name: str) -> int:
    """Give a combat skill as an attack adds it: the untrained lose 2, not 1 (cities A3)."""
    return profile.skills.get(name, tables.attack.untrained)


@lru_cache(KEPT)
def attack_bonus(tables: Tables, profile: CitiesProfile, mode: CitiesMode) -> Named:
    """List what a creature adds to the attack roll with a mode: as listed, or base, skill, attribute (cities A3)."""
    listed = profile.ranged_attack if mode.ranged else profile.melee_attack
    if listed is not None:
        found = [("attack bonus", listed)]
    else:
        found = [
            ("base attack", base_attack(tables, profile)),
            (mode.skill, combat_skill(tables, profile, mode.skill)),
            _better(tables, profile, mode),
        ]
    found.append(("weapon", mode.attack))
    return tuple((name, value) for name, value in found if value)


def _better(tables: Tables, profile: CitiesProfile, mode: CitiesMode) -> tuple[str, int]:
    best = max(mode.attributes, key=lambda attribute: modifier(tables, profile, attribute))
    return best, modifier(tables, profile, best)


def killing_bonus(tables: Tables, profile: CitiesProfile) -> int:
    """Give what Killing Blow adds to damage and Shock: 1 for two levels, rounded up (cities A5)."""
    return ceil(profile.level / tables.damage.killing_levels) if profile.traits.get(KILLING_BLOW) else 0


@lru_cache(KEPT)
def force_of(tables: Tables, profile: CitiesProfile, mode: CitiesMode, manner: Manner = PLAIN) -> Force:
    """Reckon what a mode does in a creature's hands (cities A4).

    What adds to the damage adds to Shock only where it says so.
    """
    attribute, by_attribute = _better(tables, profile, mode)
    killing = killing_bonus(tables, profile)
    plus: list[tuple[str, int]] = [
        ("weapon", mode.plus),
        (attribute, by_attribute),
        ("punch", max(0, profile.skills.get("punch", 0)) if mode.unarmed else 0),
        ("killing blow", killing),
        ("burst", tables.attack.burst_damage if manner.burst else 0),
        ("two weapons", tables.attack.two_weapons_damage if manner.two_weapons else 0),
        ("improvised", tables.attack.improvised_damage if manner.improvised else 0),
    ]
    trauma = mode.trauma
    return Force(
        mode.dice,
        mode.sides,
        tuple((name, value) for name, value in plus if value),
        _shock(tables, profile, mode, by_attribute + killing),
        trauma.sides if trauma is not None else 0,
        (trauma.plus if trauma is not None else 0) + (tables.damage.killing_trauma if killing else 0),
        trauma.rating if trauma is not None else 1,
        not (mode.only_non_lethal or manner.subdue),
        manner.suppress,
        mode.firearm,
        mode.wrecks_machines,
    )


def _shock(tables: Tables, profile: CitiesProfile, mode: CitiesMode, added: int) -> ShockRating | None:
    if mode.shock is None:
        return None
    if profile.traits.get(ASSAULT, 0) >= SECOND:
        added += tables.damage.assault_shock
    return ShockRating(mode.shock.points + added, mode.shock.ac)


def counts_as(tables: Tables, profile: CitiesProfile) -> int | None:
    """Give the AC that a creature's targets count as for its Shock, at most; None: their own (cities A11)."""
    traits = profile.traits
    if traits.get(ASSAULT) or traits.get(CLOSE, 0) >= SECOND:
        return tables.damage.assault_ac
    return None


def fists(tables: Tables, profile: CitiesProfile) -> CitiesMode:
    """Give a creature's bare hands: 1d2, or by its Punch for an Unarmed Combatant (cities A9)."""
    return _fists(tables, max(0, profile.skills.get("punch", 0)), bool(profile.traits.get(COMBATANT)))


@lru_cache(KEPT)
def _fists(tables: Tables, punch: int, combatant: bool) -> CitiesMode:
    unarmed = tables.unarmed
    brawl = unarmed.combatant[min(punch, len(unarmed.combatant) - 1)] if combatant else unarmed.plain
    trauma = TraumaDie(brawl.trauma.sides, brawl.trauma.rating, brawl.trauma.plus)
    return CitiesMode(
        "unarmed/strike",
        "bare hands",
        "punch",
        ("strength", "dexterity"),
        brawl.dice,
        brawl.sides,
        brawl.plus,
        shock=brawl.shock,
        trauma=trauma,
        non_lethal=True,
        unarmed=True,
        wields_body=True,
    )
