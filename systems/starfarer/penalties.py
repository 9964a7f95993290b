"""Trait penalties of wounds and of the shock total (starfarer B8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from fleshwound.components.definitions import Role
from fleshwound.components.events.tasks import Named
from fleshwound.components.starfarer import TrackWound
from fleshwound.systems.starfarer.areas import Area, Areas
from fleshwound.systems.starfarer.damage import half_up
from fleshwound.systems.starfarer.tables import PenaltyTable, Tables, WoundTable
from fleshwound.systems.starfarer.wounds import modifier

SHOCK: Final = "shock"


def multiple(table: PenaltyTable, basic_shock: int, total: int) -> int:
    """Tell which multiple of Basic Shock a shock total has reached, held to the last column: 0..6 (starfarer B8)."""
    return min(len(table.shock) - 1, max(0, total) // basic_shock)


def shock_penalty(table: PenaltyTable, basic_shock: int, total: int) -> int:
    """Give what a shock total takes from every trait, 0 or less (starfarer B8)."""
    return table.shock[multiple(table, basic_shock, total)]


def worst_levels(wounds: Iterable[TrackWound]) -> dict[int, int]:
    """Give the level of the worst wound of each area, by the area's index (starfarer B8, B9)."""
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


def area_penalties(tables: Tables, areas: Areas, wounds: Iterable[TrackWound]) -> dict[int, int]:
    """Give what the wounds of each area take from each trait, by the area's index; none is 0 (starfarer B8).

    Of several in one area the worst counts, or they add up where that is set [R].
    """
    found: dict[int, int] = {}
    for wound in wounds:
        penalty = wound_penalty(tables.wounds, tables.penalties, areas.rows[wound.area], wound.level)
        before = found.get(wound.area, 0)
        found[wound.area] = before + penalty if tables.penalties.add_in_area else min(before, penalty)
    return {area: penalty for area, penalty in sorted(found.items()) if penalty}


def legs(areas: Areas) -> tuple[int, ...]:
    """List the limbs that movement uses, by the index of their parts (starfarer B8)."""
    parts = areas.anatomy.parts
    return tuple(area.part for area in areas.rows if area.part is not None and Role.LOCOMOTOR in parts[area.part].roles)


def limbs_evading(table: PenaltyTable, areas: Areas) -> tuple[int, ...]:
    """List the limbs that evasion uses, by the index of their parts: those of movement, unless set otherwise [R].

    starfarer B8.
    """
    return legs(areas) if table.evasion_by_legs else ()


def applies(area: Area, limbs: Collection[int]) -> bool:
    """Tell whether wounds of an area hinder a task that uses these limbs, by the index of their parts (starfarer B8).

    Those of head, chest and abdomen hinder every task.
    """
    return area.vital or area.part in limbs


def trait_penalties(
    tables: Tables, areas: Areas, wounded: Mapping[int, int], shock: int, limbs: Collection[int] = ()
) -> Named:
    """List what is taken from each trait of a task, by name (starfarer B8).

    `wounded` is the penalty of each area (`area_penalties`), `shock` that of the shock total, `limbs` the indices of
    the limbs' parts that the task uses. Areas and shock add up, or only the worst of them holds where that is set [R].
    None of it applies to the checks and to clotting.
    """
    found = [
        (f"wounded {areas.rows[index].name}", penalty)
        for index, penalty in wounded.items()
        if applies(areas.rows[index], limbs)
    ]
    if shock:
        found.append((SHOCK, shock))
    if found and not tables.penalties.add:
        found = [min(found, key=lambda it: it[1])]
    return tuple(found)
