"""Courses: Extended Shock and coma, tested until they end in death or waking (heroic H6, H7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fleshwound.components.creature import InjuryKind, Shock
from fleshwound.components.draws import STEPS, Level, Rule, dice
from fleshwound.components.ids import DAY, SECOND
from fleshwound.systems.heroic.d100 import Mastery, test_of
from fleshwound.systems.heroic.tables import Tables


class CourseEnd(StrEnum):
    """How a course ends."""

    DEAD = "dead"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class CourseResult:
    """What a course test came to; applied, not offered."""

    level: Level
    before: int
    """Healing rate before the test."""
    after: int
    """And after it; never below 0."""
    end: CourseEnd | None
    """None: it goes on."""


def course_delta(tables: Tables, level: Level) -> int:
    """How a course test moves the healing rate: CF -2, MF -1, MS +1, CS +2 (heroic H6, H7)."""
    return tables.course.deltas[STEPS[level] + 1]


def course_test(
    tables: Tables, kind: InjuryKind, healing_rate: int, healing_base: int, fatigue: int
) -> Rule[CourseResult]:
    """Test how a course goes on: Healing Base × healing rate, less fatigue (heroic H6, H7).

    At a healing rate of 0 or below the victim is dead; at 6 or above the course is over.
    """
    mastery = Mastery(healing_base * healing_rate).plus("fatigue", -fatigue)
    level = yield test_of(f"course of {kind.value.replace('_', ' ')}", mastery)
    after = healing_rate + course_delta(tables, level)
    end = None
    if after <= tables.course.dead_at:
        after, end = tables.course.dead_at, CourseEnd.DEAD
    elif after >= tables.course.over_at:
        end = CourseEnd.OVER
    return CourseResult(level, healing_rate, after, end)


def state_after(present: Shock, result: CourseResult, *, held: bool) -> Shock:
    """Find the shock state that a course test leaves; `held`: another course still runs beside it (heroic H6, H7).

    Whoever comes out of one course while another goes on stays in its state: a comatose victim in the coma, and one in
    Extended Shock locked in it [R].
    """
    if result.end is CourseEnd.DEAD:
        return Shock.DEAD
    if result.end is CourseEnd.OVER and not held:
        return Shock.NONE
    return present


def course_interval(tables: Tables, kind: InjuryKind) -> Rule[int]:
    """Find the microseconds to the next course test: Extended Shock 4 hours, a coma d10 days (heroic H6, H7)."""
    course = tables.course
    if kind is not InjuryKind.COMA:
        return course.extended_interval_s * SECOND
    units: int = yield dice("time to the next course test", course.coma_interval_dice, course.coma_interval_sides)
    return units * course.coma_interval_unit_s * SECOND


def coma_weariness(asleep: int) -> int:
    """Find the weariness on waking: the whole days spent comatose; `asleep` in microseconds (heroic H7)."""
    return asleep // DAY


def moved_windedness(tables: Tables, moved: int) -> int:
    """Find the windedness of a supported, incapacitated victim in Extended Shock that moves (heroic H6).

    `moved` in microseconds; 5 for each full 10 minutes [R].
    """
    return moved // (tables.course.moved_interval_s * SECOND) * tables.course.moved_windedness
