"""Flight: what threatens a creature, where it can get away to, and what it may do meanwhile (heroic H15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import esper

from fleshwound.components.creature import Conditions
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.nerve import Fear, Morale, Nerve
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import FEET, STEPS, Cell, distance
from fleshwound.systems.movement import feet_left
from fleshwound.systems.queries import able_foes, cell_of, taken_cells

RISING: Final = "stand"
WALKING: Final = "move"
PASSING_TIME: Final = "wait"
CALLING: Final = "rally"
ESCAPES: Final = frozenset({"break_free", "release"})
"""Kinds of task by which who flees gets free of holds."""

AGGRESSIVE: Final = frozenset({"strike", "shoot", "brace"})
"""Kinds of task that nobody who flees does, even where nothing threatens it."""


def threats(battle: Battle, entity: int) -> list[int]:
    """List the foes that a creature has to fear: all that are able, within awareness [R]."""
    here, within = cell_of(entity), battle.awareness
    return [foe for foe in able_foes(battle, entity) if distance(here, cell_of(foe)) <= within]


def threatened(battle: Battle, entity: int, within_ft: int) -> bool:
    """Tell whether a foe that doesn't flee itself is within so many feet."""
    here, cells, flees = cell_of(entity), within_ft // FEET, battle.ruleset.fleeing
    return any(distance(here, cell_of(foe)) <= cells and not flees(foe) for foe in threats(battle, entity))


def cornered(battle: Battle, entity: int) -> bool:
    """Tell whether a foe that doesn't flee itself has come up with a creature: it is within that foe's reach."""
    rules = battle.ruleset
    return any(
        distance(cell_of(entity), cell_of(foe)) <= max(1, rules.reach(battle, foe)) and not rules.fleeing(foe)
        for foe in threats(battle, entity)
    )


def at_edge(battle: Battle, cell: Cell) -> bool:
    """Tell whether a cell lies at the edge of the map; a map without a size has none."""
    width, height = battle.field.width, battle.field.height
    return (width is not None and cell[0] in (0, width - 1)) or (height is not None and cell[1] in (0, height - 1))


def out_of_sight(battle: Battle, entity: int) -> bool:
    """Tell whether there are able foes, and none of them aware of a creature."""
    return not threats(battle, entity) and bool(able_foes(battle, entity))


def off_map(battle: Battle, entity: int) -> bool:
    """Tell whether a creature may step off the map: it is at the edge, and nothing keeps it from moving [R]."""
    return at_edge(battle, cell_of(entity)) and battle.ruleset.vitals(battle, entity).can_move


def safe(battle: Battle, entity: int) -> bool:
    """Tell whether who runs has got away: over the edge of the map, or out of sight of all foes [R]."""
    return off_map(battle, entity) or out_of_sight(battle, entity)


def nearest(cell: Cell, foes: Sequence[Cell]) -> int:
    """Count the cells to the nearest of where the foes are."""
    x, y = cell
    return min([max(abs(x - foe_x), abs(y - foe_y)) for foe_x, foe_y in foes])


def leads_away(battle: Battle, here: Cell, goal: Cell, foes: Sequence[Cell]) -> bool:
    """Tell whether going from `here` to `goal` is getting away from foes: further off, or off the map's edge."""
    now, then = nearest(here, foes), nearest(goal, foes)
    return then > now or (then == now and at_edge(battle, goal))


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
    foes = [cell_of(foe) for foe in threats(battle, entity)] if cells > 0 else []
    if not foes:
        return None
    here, taken, is_open = cell_of(entity), taken_cells(battle, entity), battle.field.open
    now = nearest(here, foes)
    best, found = (False, now), None
    for dx, dy in STEPS:
        x, y = here
        for _ in range(cells):
            beyond = (x + dx, y + dy)
            if beyond in taken or not is_open(beyond):
                break
            x, y = beyond
        goal = (x, y)
        if goal == here:
            continue
        worth = (at_edge(battle, goal), nearest(goal, foes))
        if worth > best and worth[1] >= now:
            best, found = worth, goal
    return found


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
