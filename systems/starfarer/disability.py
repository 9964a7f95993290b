"""Disability: whether a badly wounded limb serves this round (starfarer B9)."""

from __future__ import annotations

from fleshwound.components.draws import Rule
from fleshwound.systems.starfarer.areas import Area
from fleshwound.systems.starfarer.tables import Tables
from fleshwound.systems.starfarer.tasks import Task, attempted, named
from fleshwound.systems.starfarer.wounds import modifier


def is_checked(tables: Tables, area: Area, level: int) -> bool:
    """Tell whether a wound of `level` in an area calls for the check: Medium or worse in a limb (starfarer B9)."""
    return not area.vital and level >= tables.checks.disability_from


def disability_task(tables: Tables, endurance: int, willpower: int, level: int) -> Task:
    """Make the check ready: EF less the wound's modifier, the traits uncut (starfarer B9)."""
    traits = (("endurance", endurance), ("willpower", willpower))
    eases = named((f"{tables.wounds.names[level - 1]} wound", modifier(tables.wounds, level)))
    return Task("disability", traits, tables.checks.disability_ease, eases=eases)


def disability_check(tables: Tables, endurance: int, willpower: int, level: int) -> Rule[bool]:
    """Check whether a limb whose worst wound is of `level` serves this round (starfarer B9).

    Made in each round in which it is to be used; a maimed limb never serves.
    """
    return (yield from attempted(tables.tasks, disability_task(tables, endurance, willpower, level)))
