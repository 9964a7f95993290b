"""Damage against armour, and what of it wounds (starfarer B5, B6)."""

from __future__ import annotations

from typing import NamedTuple

from fleshwound.components.starfarer import AttackType
from fleshwound.systems.starfarer.tables import DamageTable, LethalityTable


class Force(NamedTuple):
    """What an attack strikes with."""

    penetration: int
    """PR, 0 or more."""
    damage: int
    """DR, 0 or more."""
    type: AttackType

    @property
    def lethality(self) -> int:
        """PR and DR (starfarer B6)."""
        return self.penetration + self.damage


class Damage(NamedTuple):
    """How damage was reckoned (starfarer B5)."""

    armor: int
    """MAR: what the armour still takes off."""
    reduced: int
    """MDR, before blow-through."""
    kept: int
    """MDR after it: what the body has taken; the same where nothing blew through."""
    applied: int
    """Points, multiplied by LOS."""


class Harm(NamedTuple):
    """What damage does to its target (starfarer B6)."""

    shock: int
    """Points for the shock total."""
    wound: int
    """Points that the wound's level is read by."""
    lethal: bool
    """Whether Lethality reached Resilience."""


def half_up(points: int, divisor: int) -> int:
    """Divide points, 0 or more, rounding up."""
    return -(-points // divisor)


def damage(table: DamageTable, force: Force, armor: int, mass: int, los: int) -> Damage:
    """Reckon the damage of a hit at `los` against an armour rating (starfarer B5).

    At LOS 0 it is half, rounded up [R]. With blow-through, an MDR above the target's Mass is brought down to it, though
    never by more than it.
    """
    mar = max(0, armor - force.penetration)
    mdr = max(table.reduced_least, force.damage - mar)
    kept = max(mass, mdr - mass) if table.blow_through and mdr > mass else mdr
    applied = kept * los if los > 0 else half_up(kept, table.los_zero_divisor)
    return Damage(mar, mdr, kept, applied)


def harm(table: LethalityTable, applied: int, lethality: int, resilience: int, *, head: bool) -> Harm:
    """Divide damage into shock and wound (starfarer B6).

    Below the target's Resilience the wound is half, rounded up; a head hit doubles both, after that [R].
    """
    factor = table.head_factor if head else 1
    lethal = lethality >= resilience
    if lethal:
        wound = applied * factor
    elif table.halved_first:
        wound = half_up(applied, table.wound_divisor) * factor
    else:
        wound = half_up(applied * factor, table.wound_divisor)
    return Harm(applied * factor, wound, lethal)
