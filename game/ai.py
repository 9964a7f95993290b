"""A simple mind: shoots from afar, closes, strikes with its best, gets up, breaks free, helps friends who bleed.
Driven to flee it flees; it calls back friends who do, and lets foes go whom it can't come up with.

It knows no ruleset: everything it weighs comes from the ruleset's vitals and strike options.
"""

from __future__ import annotations

from typing import Final

from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.intents import (
    BreakFree,
    Grab,
    Intent,
    Move,
    PickUp,
    Rally,
    Release,
    Stand,
    StopBleeding,
    Strike,
    Treat,
)
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import STEPS, Cell, distance
from fleshwound.systems.intents import task_of
from fleshwound.systems.movement import feet_left
from fleshwound.systems.queries import able_foes, apart, cell_of, friends, lying_items, side_of, taken_cells
from fleshwound.systems.sight import in_sight
from fleshwound.systems.turns import best_healer, in_peace

SAFE: Final = 4
"""Cells from the nearest foe at which one is free to help a friend, or to be helped."""

TRIES: Final = 6
"""Foes, the nearest first, to which a way is looked for on one turn."""

FAR: Final = 30
"""Cells: who can shoot further keeps away from foes; who only throws goes on to close with them."""

WARY: Final = 6
"""Cells within which a foe is near to one who keeps away."""

GAIN: Final = 2
"""Cells that stepping back has to gain."""

NEARER: Final = (Refusal.NOT_BESIDE, Refusal.OUT_OF_REACH)
"""Why a friend can't be helped who could be from beside it."""

FETCHES: Final = 2
"""Cells within which the disarmed go after an item."""


def think(battle: Battle, entity: int) -> Intent | None:
    """Choose what the creature does next on its turn; None: nothing more."""
    turn = battle.turn
    if turn is None or turn.refused or turn.acted:
        return None
    rules = battle.ruleset
    if not rules.vitals(battle, entity).can_act:
        return BreakFree() if allowed(battle, entity, BreakFree()) else None
    if rules.prone(entity) and allowed(battle, entity, Stand()):
        return Stand()
    # In peace it looks after friends alone: a fight that ran into its round limit isn't fought on.
    enemies = able_foes(battle, entity) if battle.encounter is not None else []
    if not enemies:
        return _help(battle, entity)
    if rules.fleeing(entity):
        refuge = rules.refuge(battle, entity)
        return None if refuge is None else Move(refuge)
    if rules.rallies(battle, entity) and allowed(battle, entity, Rally()):
        return Rally()
    here = cell_of(entity)
    away = {foe: distance(here, cell_of(foe)) for foe in enemies}
    nearest = min(away.values())
    reach = rules.reach(battle, entity)
    disarmed = rules.disarmed(battle, entity)
    if disarmed and lying_items(battle, here, FETCHES) and allowed(battle, entity, PickUp()):
        return PickUp()
    if nearest > SAFE and (help_first := _help(battle, entity)) is not None:
        return help_first
    far = rules.range(battle, entity) if nearest > 1 else 0
    nearest_first = sorted(enemies, key=away.__getitem__) if far else []
    if far and (aside := _keep_away(battle, entity, nearest_first, far)) is not None:
        return aside
    first = rules.preparation(battle, entity, min(enemies, key=away.__getitem__))
    if first is not None and allowed(battle, entity, first):
        return first
    if far and (from_afar := _from_afar(battle, entity, nearest_first, far)) is not None:
        return from_afar
    # The weakest within reach: a wounded foe is soonest out of the fight.
    at_hand = [foe for foe in enemies if away[foe] <= reach]
    if at_hand:
        weakest = at_hand[0]
        if len(at_hand) > 1:
            weakest = min(at_hand, key=lambda foe: (rules.vitals(battle, foe).health, away[foe]))
        if disarmed and allowed(battle, entity, Grab(weakest, "take")):
            return Grab(weakest, "take")
        if (strike := _strike(battle, entity, weakest, away[weakest])) is not None:
            return strike
        if allowed(battle, entity, Release()):
            # What it would strike with holds somebody else: that one it strikes, or it lets go.
            strikes = (_strike(battle, entity, foe, away[foe]) for foe in at_hand)
            return next((strike for strike in strikes if strike is not None), Release())
        reach = min(reach, _nearer(battle, entity, weakest, reach))
    if reach and feet_left(battle, entity) >= rules.stride(entity):
        return _approach(battle, entity, sorted(enemies, key=away.__getitem__), reach)
    return None


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


def _nearer(battle: Battle, entity: int, foe: int, reach: int) -> int:
    """Find from how near a foe can be hurt now; `reach` where nothing can hurt it."""
    options = battle.ruleset.strikes(battle, entity, foe)
    return max((option.reach for option in options if option.worth and not option.ranged), default=reach)


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


def _approach(battle: Battle, entity: int, nearest_first: list[int], reach: int) -> Intent | None:
    rules, turn = battle.ruleset, battle.turn
    taken = taken_cells(battle, entity)
    strides = (rules.pace(battle, entity)[0] - (turn.feet if turn is not None else 0)) // rules.stride(entity)
    for foe in nearest_first[:TRIES]:
        way = battle.field.way(cell_of(entity), cell_of(foe), reach, taken)
        # Who runs over open country is let go, unless it can be come up with this turn.
        if way and (len(way) <= strides or not gets_away(battle, foe)):
            return Move(way[-1])
    return None


def gets_away(battle: Battle, foe: int) -> bool:
    """Tell whether a foe runs over open country: nobody goes after it who can't come up with it this turn."""
    return not battle.field.bounded and battle.ruleset.fleeing(foe)


def _from_afar(battle: Battle, entity: int, nearest_first: list[int], far: int) -> Intent | None:
    """Shoot where the fewest friends may be hit instead, or come to where a foe is in sight."""
    options = [
        (-option.risk, option.worth, -place, foe, option)
        for place, foe in enumerate(nearest_first[:TRIES])
        for option in battle.ruleset.strikes(battle, entity, foe)
        if option.ranged and not option.disarms and option.reach >= apart(entity, foe)
    ]
    if options:
        _, _, _, foe, option = max(options, key=lambda found: found[:3])
        return Strike(foe, option.mode, option.aim)
    if feet_left(battle, entity) < battle.ruleset.stride(entity):
        return None
    for foe in nearest_first[:TRIES]:
        there = cell_of(foe)
        if distance(cell_of(entity), there) <= far and in_sight(battle.field, cell_of(entity), there):
            return None  # what it has isn't for now
        if gets_away(battle, foe):
            continue
        for cell in battle.field.way(cell_of(entity), there, 1, taken_cells(battle, entity)) or ():
            if distance(cell, there) <= far and in_sight(battle.field, cell, there):
                return Move(cell)
    return None


def _keep_away(battle: Battle, entity: int, nearest_first: list[int], far: int) -> Intent | None:
    """Step back from a foe that comes near, if that is easily done and leaves the action of the turn."""
    turn, rules = battle.turn, battle.ruleset
    here = cell_of(entity)
    if far < FAR or turn is None or turn.feet or distance(here, cell_of(nearest_first[0])) > WARY:
        return None
    steps = rules.pace(battle, entity)[0] // rules.stride(entity)
    foes_at = [cell_of(foe) for foe in nearest_first[:TRIES]]
    taken = taken_cells(battle, entity)
    found: list[tuple[int, int, Cell]] = []
    for place, (dx, dy) in enumerate(STEPS):
        x, y = here
        for _ in range(steps):
            if not battle.field.open((x + dx, y + dy)) or (x + dx, y + dy) in taken:
                break
            x, y = x + dx, y + dy
        found.append((min(distance((x, y), foe) for foe in foes_at), -place, (x, y)))
    room, _, cell = max(found)
    return Move(cell) if room >= min(distance(here, foe) for foe in foes_at) + GAIN else None


def _help(battle: Battle, entity: int) -> Intent | None:
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
