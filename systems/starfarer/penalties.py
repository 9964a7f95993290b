"""Trait penalties of wounds and of the shock total (starfarer B8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from fleshwound.components.events.tasks import Named
from fleshwound.components.starfarer import TrackWound
from fleshwound.systems.starfarer.areas import Area, Areas
from fleshwound.systems.starfarer.damage import half_up
from fleshwound.systems.starfarer.tables import PenaltyTable, Tables, WoundTable
from fleshwound.systems.starfarer.wounds import modifier

SHOCK = "shock"


def multiple(table: PenaltyTable, basic_shock: int, total: int) -> int:
    """Tell which multiple of Basic Shock a shock total has reached, held to the last column: 0..6 (starfarer B8)."""
    return min(len(table.shock) - 1, max(0, total) // basic_shock)


def shock_penalty(table: PenaltyTable, basic_shock: int, total: int) -> int:
    """Give what a shock total takes from every trait, 0 or less (starfarer B8)."""
    return table.shock[multiple(table, basic_shock, total)]


def worst_levels(wounds: Iterable[TrackWound]) -> dict[int, int]:
    """Give the worst wound of each area, by the area's index: of several in one the worst counts [R] (starfarer B8)."""
    worst: dict[int, int] = {}
    for wound in wounds:
        worst[wound.area] = max(worst.get(wound.area, 0), wound.level)
    return worst


def wound_penalty(wounds: WoundTable, table: PenaltyTable, area: Area, level: int) -> int:
    """Give what a wound takes from each trait of the tasks it applies to, 0 or less (starfarer B8).

    In chest and abdomen half, rounded away from 0 [R]; elsewhere in full.
    """
    full = modifier(wounds, level)
    return -half_up(-full, table.trunk_divisor) if area.trunk else full


def applies(area: Area, limbs: Collection[int]) -> bool:
    """Tell whether wounds of an area hinder a task that uses these limbs, by the index of their parts (starfarer B8).

    Those of head, chest and abdomen hinder every task.
    """
    return area.vital or area.part in limbs


def trait_penalties(
    tables: Tables, areas: Areas, worst: Mapping[int, int], shock: int, limbs: Collection[int] = ()
) -> Named:
    """List what is taken from each trait of a task, by name (starfarer B8).

    `worst` is the level of the worst wound by area, `shock` the penalty of the shock total, `limbs` the indices of the
    limbs' parts that the task uses. Areas and shock add up, or only the worst of them holds where that is set [R]. None
    of it applies to the checks and to clotting.
    """
    found = [
        (f"wounded {area.name}", penalty)
        for index, level in sorted(worst.items())
        if applies(area := areas.rows[index], limbs)
        and (penalty := wound_penalty(tables.wounds, tables.penalties, area, level))
    ]
    if shock:
        found.append((SHOCK, shock))
    if found and not tables.penalties.add:
        found = [min(found, key=lambda it: it[1])]
    return tuple(found)
