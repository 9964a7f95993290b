"""Motion: how far a creature goes on a turn, and what its foes make of its way (heroic H5, H12, H14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import esper

from fleshwound.components.creature import Anatomy, Conditions, Shock
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import FEET, Cell
from fleshwound.systems.heroic.capability import can_stand
from fleshwound.systems.heroic.engagement import find_openings
from fleshwound.systems.heroic.fighter import Fighter, Reader, seen

CRAWL_FT: Final = 20
"""Feet of move that crawling one cell costs."""


def move_of(who: Fighter) -> int:
    """Give a creature's move in feet a round, less fatigue, 0 or more (heroic H14)."""
    return max(0, who.creature.move_ft - who.fatigue.total)


def pace_of(who: Fighter) -> tuple[int, int]:
    """Give a turn's move in feet, and twice that for the action; the stunned go half and no more (heroic H5)."""
    move = move_of(who)
    if who.shock.state is Shock.STUNNED:
        return move // 2, move // 2
    return move, 2 * move


def stride_of(conditions: Conditions) -> int:
    """Give the feet of move that a cell costs: 5, or 20 for who crawls, however hurt [R]."""
    return CRAWL_FT if conditions.prone else FEET


def rise_cost(who: Fighter) -> int:
    """Give the feet that standing up costs: a quarter of the move (heroic H12).

    Raises:
        IntentRefused: no locomotor part works.
    """
    if not can_stand(who.anatomy, who.impaired):
        raise IntentRefused(Refusal.CANNOT_STAND, "it has no leg that works; it can only crawl")
    # Of the move it has left to it, so that rising never asks for more than the tired or the stunned have.
    return move_of(who) // who.tables.combat.rise_divisor


def set_out(
    reader: Reader, battle: Battle, entity: int, path: Sequence[Cell], *, begun: bool
) -> tuple[int, Sequence[Task]] | None:
    """Find which foes get an opening on a creature's way (heroic H12)."""
    get = esper.component_for_entity
    if battle.encounter is None or get(entity, Anatomy).of.incorporeal:
        return None
    before = 0 if battle.turn is None else battle.turn.feet

    def hurried() -> bool:
        feet = before + len(path) * stride_of(get(entity, Conditions))
        move, _ = pace_of(seen(reader, battle, entity))
        return feet > move // reader.tables.combat.withdraw_divisor

    return find_openings(reader, battle, entity, path, begun=begun, hurried=hurried)
