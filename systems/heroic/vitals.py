"""Vitals: how a creature is, in the terms that all rulesets share (heroic H5, H9, H11)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from fleshwound.components.creature import Shock
from fleshwound.components.nerve import Exit, Fear, Morale, Nerve
from fleshwound.components.views import Vitals
from fleshwound.systems.heroic.choices import can_defend
from fleshwound.systems.heroic.fighter import Fighter
from fleshwound.systems.heroic.health import band_of
from fleshwound.systems.heroic.stance import Stance

KEPT: Final = 4_096
"""How many vitals are kept: whoever looks for the weakest foe reads those of all, turn after turn."""


class Shaken(NamedTuple):
    """What a creature's nerve does to it (heroic H15)."""

    word: str
    """How it left the fight, else what its nerve drives it to; `none` where nothing."""
    out: bool
    fleeing: bool


CALM: Final = Shaken("none", out=False, fleeing=False)


def shaken_by(nerve: Nerve) -> Shaken:
    """Say what a nerve does to its creature: of morale and fear the graver is named (heroic H15)."""
    if nerve.exit is not Exit.NONE:
        word = nerve.exit.value
    elif nerve.fear >= Fear.AFRAID and nerve.fear > nerve.morale:
        word = nerve.fear.name.lower()
    else:
        word = nerve.morale.name.lower() if nerve.morale >= Morale.WITHDRAWING else nerve.fear.name.lower()
    return Shaken(word, nerve.out, nerve.fleeing)


def vitals_of(who: Fighter) -> Vitals:
    """Tell how a creature is (heroic H5, H9, H11)."""
    conditions = who.conditions
    held = bool(conditions.immobilized) and conditions.held_fast
    nerve = who.nerve
    return _vitals(who.stance, bool(who.bleeding.bleeders), CALM if nerve.unshaken else shaken_by(nerve), held)


@lru_cache(KEPT)
def _vitals(stance: Stance, bleeding: bool, shaken: Shaken, held: bool) -> Vitals:
    state = stance.state
    able = state.shock < Shock.INCAPACITATED and not shaken.out
    return Vitals(
        alive=state.shock is not Shock.DEAD,
        can_act=able and not held,
        can_move=able and not held and state.creature.move_ft > state.fatigue,
        can_defend=able and can_defend(stance),
        can_concentrate=able and state.shock is Shock.NONE and not shaken.fleeing,
        health=stance.health,
        band=band_of(state.tables, stance.health),
        state=shaken.word if state.shock is Shock.NONE else state.shock.name.lower(),
        out=not able,
        prone=state.prone,
        bleeding=bleeding,
        fatigue=state.fatigue,
        fleeing=able and shaken.fleeing,
    )
