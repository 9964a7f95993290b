"""Care in peace: who looks after the wounded of a side, and when."""

from __future__ import annotations

import esper

from fleshwound.components.creature import Activity, Controller, Doing
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.queries import side_of


def look_after(battle: Battle) -> None:
    """In peace, have those who think for themselves look after the wounded of their side a round from now.

    Where somebody bleeds all who are able do; wounds that bleed no longer are left to who treats them best.
    """
    rules = battle.ruleset
    bleeding: set[str] = set()
    wounded: set[str] = set()
    for entity in battle.roster.values():
        if rules.bleeding(entity):
            bleeding.add(side_of(entity))
        elif rules.untreated(entity):
            wounded.add(side_of(entity))
    if bleeding:
        for entity in battle.roster.values():
            if side_of(entity) in bleeding and minds_itself(battle, entity):
                _tend_soon(battle, entity)
    for side in sorted(wounded - bleeding):
        healer = best_healer(battle, side)
        if healer is not None and esper.component_for_entity(healer, Activity).doing is not Doing.TREATING:
            _tend_soon(battle, healer)


def anybody_bleeds(battle: Battle, side: str) -> bool:
    """Tell whether anybody of a side bleeds."""
    return any(side_of(e) == side and battle.ruleset.bleeding(e) for e in battle.roster.values())


def _tend_soon(battle: Battle, entity: int) -> None:
    activity = esper.component_for_entity(entity, Activity)
    if activity.tends_at is None:
        activity.tends_at = battle.now + battle.ruleset.round
        battle.after(battle.ruleset.round, Task("tend", battle.ids[entity], (activity.tends_at,)))


def minds_itself(battle: Battle, entity: int) -> bool:
    """Tell whether a creature is able to act and thinks for itself."""
    return esper.component_for_entity(entity, Controller).intents == "ai" and not battle.ruleset.out(entity)


def best_healer(battle: Battle, side: str) -> int | None:
    """Find who of a side treats its wounds, of those able who think for themselves: the best, of equals the first.

    A wound is treated once, so the best does it and nobody else, though all wait for that [R]. None: nobody can.
    """
    rules = battle.ruleset
    best, most = None, 0
    for entity in battle.roster.values():
        if side_of(entity) == side and minds_itself(battle, entity) and (skill := rules.care(entity)) > most:
            best, most = entity, skill
    return best
