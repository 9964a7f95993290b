"""Strength: what it adds to the impact of a blow (heroic H12). What size adds to a body is a matter of injury (H4)."""

from __future__ import annotations

from math import floor

from fleshwound.systems.heroic.tables import Tables


def impact_modifier(tables: Tables, strength: float) -> int:
    """Find what Strength adds to the impact of a melee or thrown blow (heroic H12).

    Floored first; from 5 on half of what it is above 10, rounded down; below 5 twice itself less 12.
    """
    combat = tables.combat
    whole = floor(strength)
    if whole >= combat.strength_floor_from:
        return (whole - combat.strength_middle) // 2
    return 2 * whole + combat.strength_low_base
