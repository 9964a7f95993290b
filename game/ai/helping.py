"""Helping: who bleeds is staunched, who is wounded treated, by whoever is free to."""

from __future__ import annotations

from typing import Final

from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.intents import Intent, Move, StopBleeding, Treat
from fleshwound.systems.aftercare import best_healer
from fleshwound.systems.battle import Battle
from fleshwound.systems.intents import task_of
from fleshwound.systems.queries import able_foes, apart, cell_of, friends, side_of, taken_cells
from fleshwound.systems.turns import in_peace

SAFE: Final = 4
"""Cells from the nearest foe at which one is free to help a friend, or to be helped."""

NEARER: Final = (Refusal.NOT_BESIDE, Refusal.OUT_OF_REACH)
"""Why a friend can't be helped who could be from beside it."""


def allowed(battle: Battle, entity: int, intent: Intent) -> bool:
    """Tell whether an intent would be accepted now; changes nothing."""
    return refusal(battle, entity, intent) is None


def refusal(battle: Battle, entity: int, intent: Intent) -> Refusal | None:
    """Tell why an intent would be refused now; None: it would be accepted. Changes nothing."""
    try:
        task = task_of(battle, entity, intent)
        battle.check(task)
    except IntentRefused as refused:
        return refused.why
    return None


def help_friends(battle: Battle, entity: int) -> Intent | None:
    """Stop the bleeding of the nearest who bleeds away from foes, oneself first; in peace treat wounds."""
    rules = battle.ruleset
    hurt = [e for _, e in friends(battle, entity) if rules.bleeding(e)]
    if rules.bleeding(entity):
        hurt.insert(0, entity)
    if not hurt:
        return _treat(battle, entity)
    foes = able_foes(battle, entity) if battle.encounter is not None else []
    for friend in sorted(hurt, key=lambda e: apart(entity, e)):
        if any(apart(friend, foe) <= SAFE for foe in foes):
            continue  # it would be one more to help
        why = refusal(battle, entity, StopBleeding(friend))
        if why is None:
            return StopBleeding(friend)
        if why in NEARER and (step := _towards(battle, entity, friend)) is not None:
            return step
    return None


def _treat(battle: Battle, entity: int) -> Intent | None:
    """Treat those who need it, if nobody treats better: the weakest first, of equals the nearest."""
    rules = battle.ruleset
    if not in_peace(battle) or best_healer(battle, side_of(entity)) != entity:
        return None
    hurt = [e for e in (entity, *(e for _, e in friends(battle, entity))) if rules.untreated(e)]
    for patient in sorted(hurt, key=lambda e: (rules.vitals(battle, e).health, apart(entity, e))):
        if apart(entity, patient) <= 1:
            if allowed(battle, entity, Treat(patient)):
                return Treat(patient)
        elif (step := _towards(battle, entity, patient)) is not None:
            return step
    return None


def _towards(battle: Battle, entity: int, friend: int) -> Intent | None:
    way = battle.field.way(cell_of(entity), cell_of(friend), 1, taken_cells(battle, entity))
    return Move(way[-1]) if way and allowed(battle, entity, Move(way[-1])) else None
