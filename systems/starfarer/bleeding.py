"""Bleeding: what wounds add to the shock total each round, and how it stops by itself (starfarer B10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from fleshwound.components.draws import Rule
from fleshwound.components.starfarer import Mark, TrackWound
from fleshwound.systems.starfarer.damage import half_up
from fleshwound.systems.starfarer.tables import Tables
from fleshwound.systems.starfarer.tasks import KEPT, Result, Task, TaskDraw, measured, named
from fleshwound.systems.starfarer.wounds import modifier


class AreaBleeding(NamedTuple):
    """How one area bleeds."""

    area: int
    """Index of the area."""
    rate: int
    """Points a round, 1 or more."""
    waited: int
    """Rounds since its last roll to clot, the present one left out."""


def points(tables: Tables, wound: TrackWound) -> int:
    """Give what a wound bleeds in a round: its trait modifier; a graze doesn't bleed (starfarer B10).

    Of a blunt attack half, rounded up, where that option is on.
    """
    table = tables.bleeding
    if wound.mark is Mark.NONE and not table.unmarked:
        return 0
    full = -modifier(tables.wounds, wound.level)
    return half_up(full, table.blunt_divisor) if wound.blunt and table.blunt_halved else full


def bleeding_areas(
    tables: Tables, wounds: Iterable[TrackWound], clotted: Mapping[int, int], waited: Mapping[int, int]
) -> tuple[AreaBleeding, ...]:
    """List the areas that bleed, by index: the sum of their wounds less what has clotted (starfarer B10)."""
    sums: dict[int, int] = {}
    for wound in wounds:
        sums[wound.area] = sums.get(wound.area, 0) + points(tables, wound)
    return tuple(
        AreaBleeding(area, rate, waited.get(area, 0))
        for area, whole in sorted(sums.items())
        if (rate := whole - clotted.get(area, 0)) > 0
    )


def is_due(bleeding: AreaBleeding) -> bool:
    """Tell whether an area rolls to clot at this round's end (starfarer B10).

    It rolls once in as many rounds as it bleeds points.
    """
    return bleeding.waited + 1 >= bleeding.rate


def clotting_task(tables: Tables, endurance: int, rate: int) -> Task:
    """Make the roll to clot ready: Endurance alone, EF less 1 for each point of the area's bleeding (starfarer B10)."""
    table = tables.bleeding
    eases = named(("bleeding", -table.ease_per_point * rate))
    return Task("clotting", (("endurance", endurance),), table.stop_ease, eases=eases)


@lru_cache(KEPT)
def _request(tables: Tables, endurance: int, rate: int) -> TaskDraw:
    return measured(tables.tasks, clotting_task(tables, endurance, rate))


def clotting(tables: Tables, endurance: int, rate: int) -> Rule[int]:
    """Try to stop bleeding by itself: a success stops 1 point, each LOS 1 more; gives the points (starfarer B10)."""
    request = _request(tables, endurance, rate)
    if request.hopeless:
        return 0
    result: Result = yield request
    if not result.success:
        return 0
    return min(rate, tables.bleeding.stopped + tables.bleeding.stopped_per_los * result.level)
