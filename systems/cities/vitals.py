"""Vitals: how a creature is, in the terms that all rulesets share (cities A4, A7)."""

from __future__ import annotations

from typing import Final

from fleshwound.components.hitpoints import Down
from fleshwound.components.nerve import Exit
from fleshwound.components.views import Band, Vitals
from fleshwound.systems.battle import Battle
from fleshwound.systems.cities.consequences import state_word
from fleshwound.systems.cities.fighter import Fighter

BANDS: Final = (
    (96, Band.EXCELLENT), (80, Band.GOOD), (60, Band.FAIR), (30, Band.POOR), (1, Band.MORBID), (0, Band.DEAD),
)  # fmt: skip
"""Least health of each band, per cent."""


def health_of(who: Fighter) -> int:
    """Give the share of its hit points that is left, per cent; 0 for the dead alone."""
    return max(1, 100 * who.points.left // who.points.most) if who.alive else 0


def word_of(battle: Battle, who: Fighter) -> str:
    """Say what is the matter with a creature; `none` where nothing is."""
    if who.trauma.down is not Down.UP:
        return state_word(who)
    if who.resolve.exit is not Exit.NONE:
        return who.resolve.exit.value
    if who.resolve.broken:
        return "broken"
    if who.dazed(battle.now):
        return "dazed"
    return "frail" if who.trauma.frail else "none"


def vitals_of(battle: Battle, who: Fighter) -> Vitals:
    """Tell how a creature is."""
    held = bool(who.conditions.immobilized) and who.conditions.held_fast
    able = not who.out
    health = health_of(who)
    return Vitals(
        alive=who.alive,
        can_act=able and not held,
        can_move=able and not held and who.profile.move_m > 0,
        can_defend=able,
        can_concentrate=able and not who.resolve.broken and not who.dazed(battle.now),
        health=health,
        band=next(band for least, band in BANDS if health >= least),
        state=word_of(battle, who),
        out=not able,
        prone=who.conditions.prone,
        bleeding=who.trauma.down is Down.MORTAL,
        fatigue=0,
        fleeing=able and who.resolve.broken,
    )
