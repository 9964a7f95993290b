"""Moving: closing with foes, keeping away from them, finding a place to shoot from."""

from __future__ import annotations

from typing import Final

from fleshwound.components.intents import Intent, Move
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import STEPS, Cell, distance
from fleshwound.systems.movement import feet_left
from fleshwound.systems.queries import cell_of, taken_cells
from fleshwound.systems.sight import in_sight

TRIES: Final = 6
"""Foes, the nearest first, to which a way is looked for on one turn."""

FAR: Final = 30
"""Cells: who can shoot further keeps away from foes; who only throws goes on to close with them."""

WARY: Final = 6
"""Cells within which a foe is near to one who keeps away."""

GAIN: Final = 2
"""Cells that stepping back has to gain."""


def approach(battle: Battle, entity: int, nearest_first: list[int], reach: int) -> Intent | None:
    """Close with the nearest foe to whom there is a way."""
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


def into_sight(battle: Battle, entity: int, nearest_first: list[int], far: int) -> Intent | None:
    """Come to where a foe is within range and in sight; None: one is already, or there is no such way."""
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


def keep_away(battle: Battle, entity: int, nearest_first: list[int], far: int) -> Intent | None:
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
