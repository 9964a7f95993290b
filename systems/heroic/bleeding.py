"""Blood loss and its stoppage (heroic H8). Which wounds open a bleeder is a matter of injury (heroic H4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from fleshwound.components.creature import Bleeder
from fleshwound.components.draws import STEPS, Level, Rule
from fleshwound.components.ids import SECOND
from fleshwound.systems.heroic.d100 import Mastery, test_of, tested
from fleshwound.systems.heroic.tables import Tables


@dataclass(frozen=True, slots=True)
class BloodLoss:
    """What one advance test of one bleeder came to; applied, not offered."""

    level: Level
    points: int
    """Blood loss points, 0..3; each moves the shock state one step (`shock.advanced`)."""
    weakness: int
    """Fatigue of kind weakness (anaemia) that they bring."""


class StoppageResult(StrEnum):
    """What became of a bleeder that somebody tried to staunch."""

    GOES_ON = "goes on"
    STOPS_AFTER = "stops after the next test"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Stoppage:
    """What one attempt to staunch a bleeder came to."""

    level: Level
    result: StoppageResult
    bonus: int
    """On the next try on this bleeder."""


def blood_loss(tables: Tables, level: Level) -> BloodLoss:
    """Read the advance table: CF 3, MF 2, MS 1, CS 0 points, and 5 weakness each (heroic H8)."""
    points = tables.bleeding.points[STEPS[level] + 1]
    return BloodLoss(level, points, points * tables.bleeding.fatigue_per_point)


def advance_test(tables: Tables, mastery: Mastery) -> Rule[BloodLoss]:
    """Advance one bleeder, each 5 minutes: a test of Strength (heroic H8).

    `mastery` is Strength's mastery level with fatigue in it; impairment never applies.
    """
    level = yield test_of("blood loss advance", mastery)
    return blood_loss(tables, level)


def stoppage(tables: Tables, level: Level) -> Stoppage:
    """Read the stoppage table (heroic H8): CF, MF goes on; MS stops after the next advance test; CS stops now.

    An MF gives the next try on that bleeder +10, and that try only.
    """
    if level is Level.CS:
        return Stoppage(level, StoppageResult.STOPPED, 0)
    if level is Level.MS:
        return Stoppage(level, StoppageResult.STOPS_AFTER, 0)
    return Stoppage(level, StoppageResult.GOES_ON, tables.bleeding.retry_bonus if level is Level.MF else 0)


def stoppage_test(tables: Tables, mastery: Mastery, bonus: int = 0) -> Rule[Stoppage]:
    """Try to staunch one bleeder: a test of Physician (heroic H8).

    `mastery` is the physician's, with fatigue and impairment in it; `bonus` is what the last try on this bleeder left.
    """
    result = yield from tested("blood stoppage", mastery.plus("last try", bonus))
    return stoppage(tables, result.level)


def may_staunch(tables: Tables, bleeder: Bleeder, now: int) -> bool:
    """Whether a bleeder may be tried `now` (microseconds): once in 5 minutes, unless it stops anyway (heroic H8)."""
    if bleeder.stopping:
        return False
    return bleeder.tried_at is None or now - bleeder.tried_at >= tables.bleeding.interval_s * SECOND


def gravest_of(tables: Tables, bleeders: Iterable[Bleeder], levels: Mapping[int, int], now: int) -> Bleeder | None:
    """Find the bleeder to staunch first: that of the gravest wound which may be tried `now`, of equals the oldest.

    `levels` are the wounds' by their numbers. Where none may be tried it is the gravest all the same; None: nothing
    bleeds.
    """

    def urgency(bleeder: Bleeder) -> tuple[bool, bool, int]:
        return may_staunch(tables, bleeder, now), not bleeder.stopping, levels.get(bleeder.injury, 0)

    return max(bleeders, key=urgency, default=None)
