"""heroic H6 and H7: Extended Shock and coma, by their tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.creature import InjuryKind, Shock
from fleshwound.components.draws import Level
from fleshwound.components.ids import DAY, HOUR, MINUTE
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.heroic.course import (
    CourseEnd,
    CourseResult,
    coma_weariness,
    course_interval,
    course_test,
    moved_windedness,
    state_after,
)
from fleshwound.systems.heroic.tables import Tables

EXTENDED, COMA = InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA
CF0, CF5, MF, MS, CS = Level


@pytest.mark.parametrize("kind", [EXTENDED, COMA])
@pytest.mark.parametrize(
    ("before", "level", "after", "end"),
    [
        (4, CF0, 2, None),
        (4, CF5, 2, None),
        (4, MF, 3, None),
        (4, MS, 5, None),
        (4, CS, 6, CourseEnd.OVER),
        (5, MS, 6, CourseEnd.OVER),
        (5, CS, 7, CourseEnd.OVER),
        (2, CF0, 0, CourseEnd.DEAD),
        (1, MF, 0, CourseEnd.DEAD),
        (1, CF5, 0, CourseEnd.DEAD),
        (11, MF, 10, CourseEnd.OVER),
        (7, CF0, 5, None),
    ],
)
def test_the_course_table(
    tables: Tables, kind: InjuryKind, before: int, level: Level, after: int, end: CourseEnd | None
) -> None:
    assert scripted(course_test(tables, kind, before, 12, 0), level) == CourseResult(level, before, after, end)


@pytest.mark.parametrize(("rate", "base", "fatigue", "target"), [(4, 12, 0, 48), (5, 12, 10, 50), (1, 3, 0, 5)])
def test_a_course_is_tested_at_healing_base_times_rate_less_fatigue(
    tables: Tables, rate: int, base: int, fatigue: int, target: int
) -> None:
    request = next(course_test(tables, EXTENDED, rate, base, fatigue))
    assert request.target == target  # type: ignore[union-attr]  # a course test asks for a draw, not for a choice


@given(rate=st.integers(1, 11), base=st.integers(1, 20), fatigue=st.integers(0, 60))
def test_a_better_healing_base_never_makes_death_likelier(tables: Tables, rate: int, base: int, fatigue: int) -> None:
    def death(healing_base: int) -> Fraction:
        odds = enumerated(lambda: course_test(tables, COMA, rate, healing_base, fatigue))
        assert sum(odds.values()) == 1
        return sum((share for found, share in odds.items() if found.end is CourseEnd.DEAD), Fraction())

    assert death(base + 1) <= death(base)


def test_extended_shock_is_tested_every_four_hours(tables: Tables) -> None:
    assert scripted(course_interval(tables, EXTENDED)) == 4 * HOUR


def test_a_coma_is_tested_every_one_to_ten_days(tables: Tables) -> None:
    odds = enumerated(lambda: course_interval(tables, COMA))
    assert odds == {days * DAY: Fraction(1, 10) for days in range(1, 11)}


@pytest.mark.parametrize(
    ("end", "held", "after"),
    [
        (None, False, Shock.UNCONSCIOUS),
        (CourseEnd.DEAD, False, Shock.DEAD),
        (CourseEnd.DEAD, True, Shock.DEAD),
        (CourseEnd.OVER, False, Shock.NONE),
        (CourseEnd.OVER, True, Shock.UNCONSCIOUS),
    ],
)
def test_coming_out_frees_a_victim_that_no_other_course_holds(end: CourseEnd | None, held: bool, after: Shock) -> None:
    assert state_after(Shock.UNCONSCIOUS, CourseResult(MS, 5, 6, end), held=held) is after


@pytest.mark.parametrize(("asleep", "weariness"), [(0, 0), (DAY - 1, 0), (3 * DAY, 3), (10 * DAY + HOUR, 10)])
def test_waking_from_a_coma_brings_a_weariness_a_day(asleep: int, weariness: int) -> None:
    assert coma_weariness(asleep) == weariness


@pytest.mark.parametrize(("moved", "windedness"), [(9 * MINUTE, 0), (10 * MINUTE, 5), (25 * MINUTE, 10)])
def test_a_supported_victim_tires_every_ten_minutes(tables: Tables, moved: int, windedness: int) -> None:
    assert moved_windedness(tables, moved) == windedness
