"""Whom a hit finds: what the rules of harm read of it, frozen for the length of one task."""

from __future__ import annotations

from typing import NamedTuple

from fleshwound.systems.starfarer.areas import Areas
from fleshwound.systems.starfarer.statistics import Statistics
from fleshwound.systems.starfarer.wounds import Filled


class Victim(NamedTuple):
    """A creature as harm finds it (starfarer B5, B7, B9). Its traits are without any penalty: checks know none."""

    id: int
    """Combat id."""
    areas: Areas
    statistics: Statistics
    endurance: int
    willpower: int
    essence: int
    rows: tuple[Filled, ...]
    """Circles marked, by area."""
    total: int = 0
    """Shock total."""
    last_area: int | None = None
    """Area of the last hit, by index; None: none yet."""
    last_level: int = 0
    """Level of the wound that it made; 0: none."""
    blood: bool = True
    """Whether it bleeds."""
    pain: bool = True
    """Whether it feels shock; if not it makes no shock checks, though its shock total counts all the same."""
