"""Vitals: how a creature is, in the terms that all rulesets share (heroic H5, H9, H11)."""

from __future__ import annotations

from typing import Final

from fleshwound.components.creature import Shock
from fleshwound.components.views import Vitals
from fleshwound.systems.heroic.choices import ONLY_IGNORE, reactions
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.health import band_of

NOBODY: Final = 0
"""No combat id: a foe against whom nothing is set up."""


def vitals_of(who: Fighter) -> Vitals:
    """Tell how a creature is (heroic H5, H9, H11)."""
    state = who.shock.state
    stance = who.stance
    able = state < Shock.INCAPACITATED
    return Vitals(
        alive=state is not Shock.DEAD,
        can_act=able,
        can_move=able and who.creature.move_ft > stance.state.fatigue,
        can_defend=reactions(who, NOBODY, 0, 1, 0) != ONLY_IGNORE,
        can_concentrate=state is Shock.NONE,
        health=stance.health,
        band=band_of(who.tables, stance.health),
        state=state.name.lower(),
        out=not able,
        prone=who.conditions.prone,
        bleeding=bool(who.bleeding.bleeders),
        fatigue=stance.state.fatigue,
    )
