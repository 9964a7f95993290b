"""Flight: what threatens a creature, where it can get away to, and what it may do meanwhile (heroic H15)."""

from __future__ import annotations

from typing import Final

import esper

from fleshwound.components.creature import Conditions
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.nerve import Fear, Morale, Nerve
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import FEET, Cell, distance
from fleshwound.systems.flight import at_edge, away_from, leads_away, threats
from fleshwound.systems.movement import feet_left
from fleshwound.systems.queries import cell_of

RISING: Final = "stand"
WALKING: Final = "move"
PASSING_TIME: Final = "wait"
CALLING: Final = "rally"
ESCAPES: Final = frozenset({"break_free", "release"})
"""Kinds of task by which who flees gets free of holds."""

AGGRESSIVE: Final = frozenset({"strike", "shoot", "brace"})
"""Kinds of task that nobody who flees does, even where nothing threatens it."""


def threatened(battle: Battle, entity: int, within_ft: int) -> bool:
    """Tell whether a foe that doesn't flee itself is within so many feet."""
    here, cells, flees = cell_of(entity), within_ft // FEET, battle.ruleset.fleeing
    return any(distance(here, cell_of(foe)) <= cells and not flees(foe) for foe in threats(battle, entity))


def refuge(battle: Battle, entity: int) -> Cell | None:
    """Find where to run to this turn: straight off in the one of eight directions that leads furthest from all threats.

    Who withdraws goes no further than a move, anybody else runs as far as it can (heroic H15). A way that ends at the
    map's edge comes before all others [R]; of equals the first, clockwise from north. None: nothing threatens it, no
    way leads away, or it is at the edge already.
    """
    asked = Task("refuge", battle.ids[entity])
    if asked not in battle.seen:
        battle.seen[asked] = _refuge(battle, entity)
    found: Cell | None = battle.seen[asked]
    return found


def _refuge(battle: Battle, entity: int) -> Cell | None:
    cells = _strides(battle, entity)
    return away_from(battle, entity, cells)


def _strides(battle: Battle, entity: int) -> int:
    """Count the cells that a creature may still run this turn."""
    rules, left = battle.ruleset, feet_left(battle, entity)
    if left <= 0 or at_edge(battle, cell_of(entity)):
        return 0
    nerve = esper.component_for_entity(entity, Nerve)
    if nerve.morale is Morale.WITHDRAWING and nerve.fear < Fear.AFRAID:
        gone = battle.turn.feet if battle.turn is not None and battle.turn.creature == battle.ids[entity] else 0
        left = min(left, rules.pace(battle, entity)[0] - gone)
    return left // rules.stride(entity)


def flight(battle: Battle, entity: int) -> Task:
    """Put running away into a task: a move.

    Raises:
        IntentRefused: nothing threatens it, or no way leads away.
    """
    goal = refuge(battle, entity)
    if goal is None:
        raise IntentRefused(Refusal.NO_PATH, "no way leads further from a threat; expected a foe, and room to run")
    return Task(WALKING, battle.ids[entity], goal)


def check_free(battle: Battle, entity: int, nerve: Nerve, task: Task) -> None:
    """Refuse what a creature's nerve doesn't let it do: the catatonic anything, who flees all but getting away.

    Where nothing threatens it, who flees may do anything but attack: look after its wounds, take up what lies there
    [R]. Who withdraws has an action left to rally others with: it isn't out of the fight.

    Raises:
        IntentRefused: why not.
    """
    if nerve.out:
        raise IntentRefused(Refusal.CANNOT_ACT, "it can't act now; expected a creature that is in the fight")
    if not nerve.fleeing or task.kind == PASSING_TIME:
        return
    if task.kind in AGGRESSIVE:
        raise IntentRefused(Refusal.FLEEING, "it flees and fights nobody; expected it to move away, stand up or wait")
    foes = threats(battle, entity)
    if not foes or (task.kind == RISING and esper.component_for_entity(entity, Conditions).prone):
        return
    if task.kind in ESCAPES or (task.kind == CALLING and not nerve.running):
        return
    if task.kind != WALKING:
        raise IntentRefused(Refusal.FLEEING, "it flees; expected it to move away, stand up or wait")
    goal = task.payload
    there = (_whole(goal[0]), _whole(goal[1]))
    if not leads_away(battle, cell_of(entity), there, [cell_of(foe) for foe in foes]):
        raise IntentRefused(Refusal.FLEEING, "it flees; expected a cell further from what threatens it")


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
