"""Bleeding and how it stops by itself (starfarer B10)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says
from settings import having

from fleshwound.components.starfarer import Mark, TrackWound
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.starfarer.bleeding import (
    AreaBleeding,
    bleeding_areas,
    clotting,
    clotting_task,
    is_due,
    points,
)
from fleshwound.systems.starfarer.tables import Tables
from fleshwound.systems.starfarer.tasks import Result, mcs


def wound(area: int, level: int, mark: Mark = Mark.CROSS, *, blunt: bool = False) -> TrackWound:
    return TrackWound(1, area, level, mark, 5, blunt, 0, None, "test")


@pytest.mark.parametrize(("level", "bled"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_a_wound_bleeds_as_many_points_as_its_modifier(tables: Tables, level: int, bled: int) -> None:
    says("B10", "(Light 1, Medium 2, Heavy 3, Severe 4, Destroyed 5)")
    says("B10", "Graze does not bleed.")
    assert points(tables, wound(0, level)) == bled
    assert points(tables, wound(0, level, Mark.SLASH)) == bled


@pytest.mark.parametrize(("level", "bled"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_blunt_wounds_bleed_half_where_that_option_is_on(tables: Tables, level: int, bled: int) -> None:
    says("B10", "Optional: blunt weapons' bleeding is halved, round up.")
    on = having(tables, bleeding__blunt_halved=True)
    assert points(on, wound(0, level, blunt=True)) == bled
    assert points(on, wound(0, level)) == points(tables, wound(0, level, blunt=True)) == max(0, level - 1)


def test_a_wound_that_found_no_circle_bleeds_unless_set_otherwise(tables: Tables) -> None:
    assert points(tables, wound(0, 6, Mark.NONE)) == 5
    assert points(having(tables, bleeding__unmarked=False), wound(0, 6, Mark.NONE)) == 0


def test_wounds_of_one_area_add_up_less_what_has_clotted(tables: Tables) -> None:
    says("B10", "Sum over wounds")
    wounds = [wound(1, 2), wound(1, 4), wound(3, 3), wound(5, 1), wound(6, 2)]
    found = bleeding_areas(tables, wounds, {1: 1, 6: 1}, {3: 1})
    assert found == (AreaBleeding(1, 3, 0), AreaBleeding(3, 2, 1))


@pytest.mark.parametrize(
    ("rate", "waited", "due"), [(1, 0, True), (2, 0, False), (2, 1, True), (4, 2, False), (4, 3, True), (4, 9, True)]
)
def test_an_area_rolls_to_clot_once_in_as_many_rounds_as_it_bleeds_points(rate: int, waited: int, due: bool) -> None:
    says("B10", "Rolled once every N rounds, N = that area's bleeding rate, separately per wounded area.")
    assert is_due(AreaBleeding(0, rate, waited)) is due


@pytest.mark.parametrize(("rate", "chance"), [(1, 24), (2, 18), (3, 12), (4, 6), (5, 0), (6, 0)])
def test_clotting_is_endurance_alone_and_harder_for_each_point(tables: Tables, rate: int, chance: int) -> None:
    says("B10", "(Endurance) ×5, EF −1 per point of bleeding in that area")
    says("B10", "(5 or more points in an area → EF 0, never stops alone.)")
    assert mcs(tables.tasks, clotting_task(tables, 6, rate)) == chance
    odds = enumerated(lambda: clotting(tables, 6, rate))
    assert sum(share for stopped, share in odds.items() if stopped) == Fraction(chance, 100)


@pytest.mark.parametrize(
    ("rate", "result", "stopped"),
    [(3, Result(True, 0), 1), (3, Result(True, 1), 2), (2, Result(True, 2), 2), (1, Result(True, 2), 1),
     (3, Result(False, 2), 0)],
)  # fmt: skip
def test_a_success_stops_a_point_and_each_los_one_more(tables: Tables, rate: int, result: Result, stopped: int) -> None:
    says("B10", "Success stops 1 point, each LOS 1 more.")
    assert scripted(clotting(tables, 10, rate), result) == stopped


def test_what_never_stops_alone_is_not_rolled_for(tables: Tables) -> None:
    assert scripted(clotting(tables, 10, 5)) == 0


@given(endurance=st.integers(0, 12), rate=st.integers(1, 9))
def test_no_more_stops_than_bleeds_and_odds_are_whole(tables: Tables, endurance: int, rate: int) -> None:
    odds = enumerated(lambda: clotting(tables, endurance, rate))
    assert sum(odds.values()) == 1
    assert all(0 <= stopped <= rate for stopped in odds)
