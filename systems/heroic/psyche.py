"""Psyche stress: what a shaken mind keeps, and how it gets over it (heroic H15)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from fleshwound.components.draws import STEPS, Level, Rule, dice
from fleshwound.components.ids import SECOND
from fleshwound.systems.heroic.d100 import Mastery, Result, tested
from fleshwound.systems.heroic.tables import Tables

STRESS: Final = "psyche stress"
SELF_CONTROL: Final = "self-control"


class Disturbance(StrEnum):
    """What psyche stress of a level shows as."""

    QUIRK = "quirk"
    IMPULSE = "impulse"
    DISORDER = "disorder"


class StressResult(NamedTuple):
    """What a course test of psyche stress came to."""

    level: Level
    before: int
    after: int
    """Level of the condition; 0: it is over."""
    permanent: bool


def disturbance(tables: Tables, level: int) -> Disturbance:
    """Read a level of psyche stress: 1 quirk, 2 impulse, 3 or more disorder (heroic H15)."""
    if level >= tables.psyche.disorder_level:
        return Disturbance.DISORDER
    return Disturbance.IMPULSE if level >= tables.psyche.impulse_level else Disturbance.QUIRK


def stress_weakness(tables: Tables, level: int) -> int:
    """Find the weakness that surfaced psyche stress brings: 5 a level (heroic H15)."""
    return tables.psyche.weakness * level


def stress_after(tables: Tables, result: Level, level: int, *, permanent: bool) -> StressResult:
    """Read a course test: CF permanent (or +1 if it is), MF nothing, MS -1, CS -2 (heroic H15).

    An indefinite condition ends at 0 or below; a permanent one never falls below 1 [R].
    """
    change = tables.psyche.changes[STEPS[result] + 1]
    if change > 0 and not permanent:
        return StressResult(result, level, level, True)
    after = max(1 if permanent else 0, level + change)
    return StressResult(result, level, after, permanent)


def stress_test(tables: Tables, will: Mastery, level: int, *, permanent: bool) -> Rule[StressResult]:
    """Test how psyche stress goes on: Will without fatigue (heroic H15)."""
    result: Result = yield from tested(STRESS, will)
    return stress_after(tables, result.level, level, permanent=permanent)


def stress_interval(tables: Tables) -> Rule[int]:
    """Find the microseconds to the next course test: d6 days (heroic H15)."""
    psyche = tables.psyche
    units: int = yield dice("time to the next psyche test", psyche.interval_dice, psyche.interval_sides)
    return units * psyche.interval_unit_s * SECOND


def triggered(tables: Tables, will: Mastery) -> Rule[tuple[Level, int]]:
    """Test self-control when a condition of level 2 or more is triggered; gives the seconds it acts (heroic H15).

    On a success it doesn't act. Else it acts until 10 minutes after, on a CF d6 × 10 minutes; it is over as soon as
    it came, so that counts from now [R].
    """
    result: Result = yield from tested(SELF_CONTROL, will)
    if result.success:
        return result.level, 0
    times = 1
    if result.level <= Level.CF5:
        times = yield dice("time it acts", tables.psyche.acts_dice, tables.psyche.acts_sides)
    return result.level, times * tables.psyche.acts_s
