"""Statistics of a creature, as its sheet gives them or reckoned (starfarer B11)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fleshwound.components.errors import BadValue
from fleshwound.components.starfarer import StarfarerProfile
from fleshwound.systems.starfarer.damage import half_up
from fleshwound.systems.starfarer.tables import Tables


class Statistics(NamedTuple):
    """What a creature comes with besides its traits."""

    initiative: int
    mass: int
    """1 or more."""
    resilience: int
    basic_shock: int
    """1 or more."""
    stun: int
    """1 or more."""


def trait(tables: Tables, profile: StarfarerProfile, attribute: str) -> int:
    """Give an attribute; one that the sheet leaves out is average [R] (starfarer B1, B11)."""
    return profile.attributes.get(attribute, tables.tasks.average)


def skill(tables: Tables, profile: StarfarerProfile, name: str) -> tuple[str, int]:
    """Give a skill with its name, as tasks take it; one that the sheet leaves out is untrained [R] (starfarer B1)."""
    return name, profile.skills.get(name, tables.tasks.untrained)


@cache
def statistics(tables: Tables, profile: StarfarerProfile) -> Statistics:
    """Reckon the statistics that the sheet leaves out (starfarer B11).

    Raises:
        BadValue: Mass, Basic Shock or STUN below 1.
    """
    table = tables.statistics
    mass = table.mass if profile.mass is None else profile.mass
    agility = half_up(trait(tables, profile, "agility"), table.agility_divisor)
    initiative = trait(tables, profile, "dexterity") + agility if profile.initiative is None else profile.initiative
    endurance = trait(tables, profile, "endurance")
    resilience = mass + endurance if profile.resilience is None else profile.resilience
    basic_shock = mass * table.basic_shock_per_mass if profile.basic_shock is None else profile.basic_shock
    stun = basic_shock * table.stun_factor if profile.stun is None else profile.stun
    for name, value in (("Mass", mass), ("Basic Shock", basic_shock), ("STUN", stun)):
        if value < 1:
            raise BadValue(f"{name} {value}; expected 1 or more")
    return Statistics(initiative, mass, resilience, basic_shock, stun)
