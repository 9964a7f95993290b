"""Whom a blow finds: what the rules of harm read of it, frozen for the length of one task."""

from __future__ import annotations

from typing import NamedTuple

from fleshwound.components.cities import Standing
from fleshwound.components.hitpoints import Down
from fleshwound.systems.cities.checks import Check
from fleshwound.systems.cities.tables import InjuryTable


class Victim(NamedTuple):
    """A creature as harm finds it (cities A4, A6, A7)."""

    id: int
    """Combat id."""
    table: InjuryTable
    hit_points: int
    soak: int
    """What the soak pool still takes."""
    ranged_ac: int
    melee_ac: int
    trauma_target: int
    physical: Check
    """Its Physical save."""
    standing: Standing = Standing.MINOR
    down: Down = Down.UP
    frail: bool = False
    traumatised: bool = False
    shock_immune: bool = False
    """Whether no Shock hurts it."""
    ignores_first: bool = False
    """Whether it has something that ignores the next Shock."""
    traumatisable: bool = True
    machine: bool = False
    small_machine: bool = False
    machine_armor: int = 0
    machine_immune: bool = False
    injury_plus: int = 0
    """Added to the die of a major injury."""
    injuries: bool = True
    """Whether it can suffer major injuries."""
    spared: frozenset[str] = frozenset()
    """Kinds of major injury that don't harm it."""
