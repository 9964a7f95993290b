"""A simple mind: closes, strikes with its best, gets up, helps friends who bleed, leaves the fallen alone.

It knows no ruleset: everything it weighs comes from the ruleset's vitals and strike options.
"""

from __future__ import annotations

from typing import Final

from fleshwound.components.errors import IntentRefused
from fleshwound.components.intents import Intent, Move, PickUp, Stand, StopBleeding, Strike
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import distance
from fleshwound.systems.intents import task_of
from fleshwound.systems.movement import feet_left
from fleshwound.systems.queries import able_foes, apart, cell_of, friends, lying_items, taken_cells

SAFE: Final = 4
"""Cells from the nearest foe at which one is free to help a friend."""

TRIES: Final = 6
"""Foes, the nearest first, to which a way is looked for on one turn."""

READIES: Final = 10
"""Cells from the nearest foe at which one makes ready for it."""

FETCHES: Final = 2
"""Cells within which the disarmed go after an item."""


def think(battle: Battle, entity: int) -> Intent | None:
    """Choose what the creature does next on its turn; None: nothing more."""
    turn = battle.turn
    if turn is None or turn.refused or turn.acted:
        return None
    rules = battle.ruleset
    if rules.prone(entity) and allowed(battle, entity, Stand()):
        return Stand()
    enemies = able_foes(battle, entity)
    if not enemies:
        return _help(battle, entity)
    here = cell_of(entity)
    away = {foe: distance(here, cell_of(foe)) for foe in enemies}
    nearest = min(away.values())
    reach = rules.reach(battle, entity)
    fetches = rules.disarmed(battle, entity) and lying_items(battle, here, FETCHES)
    if fetches and allowed(battle, entity, PickUp()):
        return PickUp()
    if nearest > SAFE and (help_first := _help(battle, entity)) is not None:
        return help_first
    if nearest <= READIES:
        first = rules.preparation(battle, entity, min(enemies, key=away.__getitem__))
        if first is not None and allowed(battle, entity, first):
            return first
    # The weakest within reach: a wounded foe is soonest out of the fight.
    at_hand = [foe for foe in enemies if away[foe] <= reach]
    if at_hand:
        weakest = at_hand[0]
        if len(at_hand) > 1:
            weakest = min(at_hand, key=lambda foe: (rules.vitals(battle, foe).health, away[foe]))
        for option in rules.strikes(battle, entity, weakest):
            if option.reach >= away[weakest]:
                return Strike(weakest, option.mode, option.aim)
    if reach and feet_left(battle, entity) >= rules.stride(entity):
        return _approach(battle, entity, sorted(enemies, key=away.__getitem__), reach)
    return None


def allowed(battle: Battle, entity: int, intent: Intent) -> bool:
    """Tell whether an intent would be accepted now; changes nothing."""
    try:
        task = task_of(battle, entity, intent)
        battle.by_kind[task.kind].check(battle, task)
    except IntentRefused:
        return False
    return True


def _approach(battle: Battle, entity: int, nearest_first: list[int], reach: int) -> Intent | None:
    taken = taken_cells(battle, entity)
    for foe in nearest_first[:TRIES]:
        way = battle.field.way(cell_of(entity), cell_of(foe), reach, taken)
        if way:
            return Move(way[-1])
    return None


def _help(battle: Battle, entity: int) -> Intent | None:
    rules = battle.ruleset
    hurt = [e for _, e in friends(battle, entity) if rules.bleeding(e)]
    if rules.bleeding(entity):
        hurt.insert(0, entity)
    for friend in sorted(hurt, key=lambda e: apart(entity, e)):
        if apart(entity, friend) <= 1:
            if allowed(battle, entity, StopBleeding(friend)):
                return StopBleeding(friend)
            continue
        way = battle.field.way(cell_of(entity), cell_of(friend), 1, taken_cells(battle, entity))
        if way and allowed(battle, entity, Move(way[-1])):
            return Move(way[-1])
    return None
