"""The one place that lists entities, always in the order of their combat ids.

esper's own query results come in set order; nothing that happens may depend on that.
"""

from __future__ import annotations

from collections.abc import Iterator

import esper

from fleshwound.components.creature import Allegiance, Controller, Place
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import Cell, distance


def everyone(battle: Battle) -> Iterator[tuple[int, int]]:
    """List (combat id, entity) of all creatures, the living and the dead."""
    return iter(list(battle.roster.items()))


def cell_of(entity: int) -> Cell:
    """Read where a creature or an item is."""
    place = esper.component_for_entity(entity, Place)
    return place.x, place.y


def side_of(entity: int) -> str:
    """Read whose side a creature is on."""
    return esper.component_for_entity(entity, Allegiance).side


def ai_of(entity: int) -> str:
    """Read by what a creature thinks and chooses, one of `MINDS`."""
    return esper.component_for_entity(entity, Controller).ai


def apart(a: int, b: int) -> int:
    """Count the cells between two entities."""
    return distance(cell_of(a), cell_of(b))


def able_foes(battle: Battle, entity: int) -> list[int]:
    """List the creatures of other sides that are not out of the fight, by combat id."""
    side, out = side_of(entity), battle.ruleset.out
    return [e for e in battle.roster.values() if side_of(e) != side and not out(e)]


def friends(battle: Battle, entity: int) -> list[tuple[int, int]]:
    """List (combat id, entity) of the other living creatures of one's own side."""
    side = side_of(entity)
    return [(i, e) for i, e in battle.roster.items() if e != entity and side_of(e) == side and battle.ruleset.alive(e)]


def taken_cells(battle: Battle, but: int) -> frozenset[Cell]:
    """Gather the cells where somebody stands in the way; those who are out of the fight don't."""
    return frozenset(cell_of(e) for e in battle.roster.values() if e != but and not battle.ruleset.out(e))


def standing_cells(battle: Battle, but: int) -> frozenset[Cell]:
    """Gather the cells where somebody is on its feet; where one stands no other can."""
    rules = battle.ruleset
    return frozenset(cell_of(e) for e in battle.roster.values() if e != but and not rules.out(e) and not rules.prone(e))


def lying_items(battle: Battle, near: Cell, within: int) -> list[tuple[int, int, int]]:
    """List (distance, item number, entity) of the items on the ground about `near`, the nearest first."""
    reached = ((distance(near, cell_of(entity)), number, entity) for number, entity in battle.ground.items())
    return sorted(found for found in reached if found[0] <= within)
