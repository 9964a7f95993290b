"""Vitals: how a creature is, in the terms that all rulesets share (heroic H5, H9, H11)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from fleshwound.components.creature import Shock
from fleshwound.components.views import Vitals
from fleshwound.systems.heroic.choices import can_defend
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.health import band_of
from fleshwound.systems.heroic.stance import Stance

KEPT: Final = 4_096
"""How many vitals are kept: whoever looks for the weakest foe reads those of all, turn after turn."""


def vitals_of(who: Fighter) -> Vitals:
    """Tell how a creature is (heroic H5, H9, H11)."""
    conditions = who.conditions
    held = bool(conditions.immobilized) and conditions.held_fast
    return _vitals(who.stance, bool(who.bleeding.bleeders), held)


@lru_cache(KEPT)
def _vitals(stance: Stance, bleeding: bool, held: bool) -> Vitals:
    state = stance.state
    able = state.shock < Shock.INCAPACITATED
    return Vitals(
        alive=state.shock is not Shock.DEAD,
        can_act=able and not held,
        can_move=able and not held and state.creature.move_ft > state.fatigue,
        can_defend=can_defend(stance),
        can_concentrate=state.shock is Shock.NONE,
        health=stance.health,
        band=band_of(state.tables, stance.health),
        state=state.shock.name.lower(),
        out=not able,
        prone=state.prone,
        bleeding=bleeding,
        fatigue=state.fatigue,
    )
