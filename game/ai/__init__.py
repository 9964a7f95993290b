"""Minds: what creatures do that think for themselves, and how they meet what is done to them."""

from __future__ import annotations

from fleshwound.components.intents import Intent
from fleshwound.components.minds import SIMPLE
from fleshwound.game.ai import by_odds, simple
from fleshwound.systems.battle import Battle
from fleshwound.systems.queries import ai_of


def think(battle: Battle, entity: int) -> Intent | None:
    """Choose what the creature does next on its turn, by its own `ai`; None: nothing more."""
    if not battle.weighs or ai_of(entity) == SIMPLE:
        return simple.think(battle, entity)
    return by_odds.think(battle, entity)
