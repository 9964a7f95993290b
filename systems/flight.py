"""Flight over the map: what threatens a creature, where it can get away to, whether it has got away."""

from __future__ import annotations

from collections.abc import Sequence

from fleshwound.systems.battle import Battle
from fleshwound.systems.field import STEPS, Cell, distance
from fleshwound.systems.queries import able_foes, cell_of, taken_cells


def threats(battle: Battle, entity: int) -> list[int]:
    """List the foes that a creature has to fear: all that are able, within awareness [R]."""
    here, within = cell_of(entity), battle.awareness
    return [foe for foe in able_foes(battle, entity) if distance(here, cell_of(foe)) <= within]


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


def away_from(battle: Battle, entity: int, cells: int) -> Cell | None:
    """Find where to run up to so many cells: straight off in the one of eight directions furthest from all threats.

    A way that ends at the map's edge comes before all others [R]; of equals the first, clockwise from north. None:
    nothing threatens it, or no way leads away.
    """
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
