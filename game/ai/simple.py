"""The simple mind: strikes the weakest foe at hand with what the ruleset ranks best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fleshwound.components.intents import Intent, Release, Strike
from fleshwound.game.ai.helping import allowed
from fleshwound.game.ai.routine import Ways, considered, weakest
from fleshwound.systems.battle import Battle
from fleshwound.systems.queries import apart


def think(battle: Battle, entity: int) -> Intent | None:
    """Choose what the creature does next on its turn; None: nothing more."""
    return considered(battle, entity, WAYS)


def strike(battle: Battle, entity: int, at_hand: Mapping[int, int]) -> Intent | None:
    """Strike the weakest at hand with the best that reaches."""
    foe = weakest(battle, at_hand)
    if (found := _strike(battle, entity, foe, at_hand[foe])) is not None:
        return found
    if not allowed(battle, entity, Release()):
        return None
    # What it would strike with holds somebody else: that one it strikes, or it lets go.
    strikes = (_strike(battle, entity, foe, away) for foe, away in at_hand.items())
    return next((strike for strike in strikes if strike is not None), Release())


def _strike(battle: Battle, entity: int, foe: int, away: int) -> Strike | None:
    """Strike with the best that reaches; with what can't hurt this foe only where nothing can."""
    harmless, hurts = None, False
    for option in battle.ruleset.strikes(battle, entity, foe):
        if option.ranged:
            continue
        hurts = hurts or bool(option.worth)
        if option.reach >= away:
            if option.worth:
                return Strike(foe, option.mode, option.aim)
            harmless = harmless or Strike(foe, option.mode, option.aim)
    return None if hurts else harmless


def shoot(battle: Battle, entity: int, nearest_first: Sequence[int]) -> Strike | None:
    """Shoot where the fewest friends may be hit instead, with the best, at the nearest."""
    options = [
        (-option.risk, option.worth, -place, foe, option)
        for place, foe in enumerate(nearest_first)
        for option in battle.ruleset.strikes(battle, entity, foe)
        if option.ranged and not option.disarms and option.reach >= apart(entity, foe)
    ]
    if not options:
        return None
    _, _, _, foe, option = max(options, key=lambda found: found[:3])
    return Strike(foe, option.mode, option.aim)


WAYS: Final = Ways(strike, shoot)
