"""Survival checks: life or death, each round (starfarer B9)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from fleshwound.components.draws import Rule
from fleshwound.components.starfarer import TrackWound
from fleshwound.systems.starfarer.areas import Area, Areas
from fleshwound.systems.starfarer.penalties import multiple
from fleshwound.systems.starfarer.tables import AutomaticBy, CheckTable, Tables
from fleshwound.systems.starfarer.tasks import KEPT, Task, TaskDraw, named, passed
from fleshwound.systems.starfarer.victim import Victim
from fleshwound.systems.starfarer.wounds import mortal_from


class Survival(NamedTuple):
    """How a survival check came out."""

    survived: bool
    automatic: bool
    """Whether the damage was too much for any check."""


def is_mortal(table: CheckTable, area: Area, level: int) -> bool:
    """Tell whether a wound of `level` is mortal: destroyed, in head, chest or abdomen (starfarer B7, B9)."""
    return area.vital and level >= table.survival_wound


def mortal_damage(table: CheckTable, areas: Areas, wounds: Iterable[TrackWound]) -> int | None:
    """Give the damage of the greatest mortal wound that is untreated; None: there is none (starfarer B9)."""
    return max(
        (
            wound.damage
            for wound in wounds
            if not wound.treated and is_mortal(table, areas.rows[wound.area], wound.level)
        ),
        default=None,
    )


def is_needed(tables: Tables, victim: Victim, total: int, mortal: int | None) -> bool:
    """Tell whether a round's end calls for the check: a mortal wound, or shock in the last column (starfarer B9)."""
    reached = multiple(tables.penalties, victim.statistics.basic_shock, total)
    return mortal is not None or reached >= tables.checks.survival_shock


def is_hopeless(tables: Tables, victim: Victim, total: int, mortal: int | None) -> bool:
    """Tell whether the check fails without a roll: damage above twice the basic mortal level (starfarer B9).

    Whose damage is a setting: that of the mortal wound, or the shock total [R].
    """
    damage = total if tables.checks.automatic_by is AutomaticBy.SHOCK_TOTAL else mortal or 0
    return damage > tables.checks.automatic_factor * mortal_from(tables.wounds, victim.statistics.mass)


def survival_task(tables: Tables, endurance: int, essence: int, earlier: int) -> Task:
    """Make the check ready: Endurance and Essence, each less 1 for every earlier check (starfarer B9)."""
    traits = (("endurance", endurance), ("essence", essence))
    decay = named(("untreated", -tables.checks.survival_decay * earlier))
    return Task("survival", traits, tables.checks.survival_ease, penalties=decay)


@lru_cache(KEPT)
def _request(tables: Tables, endurance: int, essence: int, earlier: int) -> TaskDraw:
    return passed(tables.tasks, survival_task(tables, endurance, essence, earlier))


def survival_check(tables: Tables, victim: Victim, total: int, mortal: int | None, earlier: int) -> Rule[Survival]:
    """Check for survival; who fails dies (starfarer B9). `earlier` counts the checks since they began."""
    if is_hopeless(tables, victim, total, mortal):
        return Survival(False, True)
    request = _request(tables, victim.endurance, victim.essence, earlier)
    if request.hopeless:
        return Survival(False, False)
    return Survival((yield request), False)
