"""The routine: what a creature that thinks for itself does on its turn, whatever it weighs its blows by.

It gets up, breaks free, helps friends who bleed, arms itself, shoots from afar, closes, strikes. Driven to flee it
flees; it calls back friends who do, and lets foes go whom it can't come up with. It knows no ruleset: everything it
weighs comes from the ruleset's vitals, strike options and odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from fleshwound.components.intents import BreakFree, Grab, Intent, Move, PickUp, Rally, Stand, Strike
from fleshwound.game.ai.helping import SAFE, allowed, help_friends
from fleshwound.game.ai.moving import TRIES, approach, into_sight, keep_away
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import distance
from fleshwound.systems.movement import feet_left
from fleshwound.systems.queries import able_foes, cell_of, lying_items

FETCHES: Final = 2
"""Cells within which the disarmed go after an item."""


def nothing(battle: Battle, entity: int) -> Intent | None:
    """Choose nothing."""
    return None


def nothing_else(battle: Battle, entity: int, nearest_first: Sequence[int]) -> Intent | None:
    """Choose nothing but what is routine."""
    return None


class Ways(NamedTuple):
    """How a mind chooses whom to attack, and how."""

    strike: Callable[[Battle, int, Mapping[int, int]], Intent | None]
    """Chooses a strike at one of the foes at hand, each with the cells to it; None: there is none to make."""
    shoot: Callable[[Battle, int, Sequence[int]], Strike | None]
    """Chooses a shot or throw at one of the foes, the nearest first; None: there is none to make now."""
    close: Callable[[Battle, int, Sequence[int]], Intent | None] = nothing_else
    """Chooses how to close with one of the foes, the nearest first; None: by walking up."""
    spare: Callable[[Battle, int], Intent | None] = nothing
    """Chooses what an action is for that there is no use for; None: nothing."""
    afterwards: Callable[[Battle, int], Intent | None] = nothing
    """Chooses what a move is for that is left once the action is used; None: nothing."""


def considered(battle: Battle, entity: int, ways: Ways) -> Intent | None:
    """Choose what the creature does next on its turn; None: nothing more."""
    turn = battle.turn
    if turn is None or turn.refused:
        return None
    rules = battle.ruleset
    if turn.acted:
        able = battle.encounter is not None and rules.vitals(battle, entity).can_act and not rules.fleeing(entity)
        return ways.afterwards(battle, entity) if able else None
    if not rules.vitals(battle, entity).can_act:
        return BreakFree() if allowed(battle, entity, BreakFree()) else None
    if rules.prone(entity) and allowed(battle, entity, Stand()):
        return Stand()
    # In peace it looks after friends alone: a fight that ran into its round limit isn't fought on.
    enemies = able_foes(battle, entity) if battle.encounter is not None else []
    if not enemies:
        return help_friends(battle, entity)
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
    if nearest > SAFE and (help_first := help_friends(battle, entity)) is not None:
        return help_first
    far = rules.range(battle, entity) if nearest > 1 else 0
    nearest_first = sorted(enemies, key=away.__getitem__) if far else []
    if far and (aside := keep_away(battle, entity, nearest_first, far)) is not None:
        return aside
    first = rules.preparation(battle, entity, min(enemies, key=away.__getitem__))
    if first is not None and allowed(battle, entity, first):
        return first
    if far:
        if (shot := ways.shoot(battle, entity, nearest_first[:TRIES])) is not None:
            return shot
        if (place := into_sight(battle, entity, nearest_first, far)) is not None:
            return place
    at_hand = {foe: away[foe] for foe in enemies if away[foe] <= reach}
    if at_hand:
        if disarmed and allowed(battle, entity, take := Grab(weakest(battle, at_hand), "take")):
            return take
        if (attack := ways.strike(battle, entity, at_hand)) is not None:
            return attack
        reach = min(reach, _nearer(battle, entity, weakest(battle, at_hand), reach))
    if reach and feet_left(battle, entity) >= rules.stride(entity):
        nearest_first = sorted(enemies, key=away.__getitem__)
        if not at_hand and (run := ways.close(battle, entity, nearest_first)) is not None:
            return run
        if (step := approach(battle, entity, nearest_first, reach)) is not None:
            return step
    return ways.spare(battle, entity)


def weakest(battle: Battle, at_hand: Mapping[int, int]) -> int:
    """Find the weakest of the foes at hand, of equals the nearest: a wounded foe is soonest out of the fight."""
    if len(at_hand) == 1:
        return next(iter(at_hand))
    return min(at_hand, key=lambda foe: (battle.ruleset.vitals(battle, foe).health, at_hand[foe]))


def _nearer(battle: Battle, entity: int, foe: int, reach: int) -> int:
    """Find from how near a foe can be hurt now; `reach` where nothing can hurt it."""
    options = battle.ruleset.strikes(battle, entity, foe)
    return max((option.reach for option in options if option.worth and not option.ranged), default=reach)
