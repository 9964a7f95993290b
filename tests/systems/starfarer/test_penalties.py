"""What wounds and shock take from traits (starfarer B8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says
from rulebook import tables as tables_of
from settings import having

from fleshwound.components.starfarer import Mark, TrackWound
from fleshwound.systems.starfarer.areas import Areas
from fleshwound.systems.starfarer.penalties import (
    area_penalties,
    legs,
    limbs_evading,
    multiple,
    shock_penalty,
    trait_penalties,
    worst_levels,
    wound_penalty,
)
from fleshwound.systems.starfarer.tables import Tables

SHOCK, BY_AREA = tables_of("B8")
HEAD, CHEST, ABDOMEN, LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG = range(7)


def part(areas: Areas, area: int) -> int:
    found = areas.rows[area].part
    assert found is not None
    return found


@pytest.mark.parametrize("basic_shock", [1, 4, 6, 10])
def test_a_shock_total_costs_by_the_multiple_of_basic_shock_reached(tables: Tables, basic_shock: int) -> None:
    for column, cell in zip(SHOCK.head, next(iter(SHOCK.rows.values())), strict=True):
        printed = int(cell.split(" ")[0].replace("−", "-"))
        least = 0 if column.startswith("<") else int(column.split("×")[0]) * basic_shock
        assert shock_penalty(tables.penalties, basic_shock, least) == printed
        if least:
            assert shock_penalty(tables.penalties, basic_shock, least - 1) == printed + 1
    assert shock_penalty(tables.penalties, basic_shock, 60 * basic_shock) == -5
    assert multiple(tables.penalties, basic_shock, 60 * basic_shock) == 6


def test_chest_and_abdomen_cost_half_rounded_up(tables: Tables, human: Areas) -> None:
    says("B8", "−1→−1, −2→−1, −3→−2, −4→−2, −5→−3")
    for area in (CHEST, ABDOMEN):
        found = [wound_penalty(tables.wounds, tables.penalties, human.rows[area], level) for level in range(1, 7)]
        assert found == [0, -1, -1, -2, -2, -3]


@pytest.mark.parametrize("area", [HEAD, LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG])
def test_head_and_limbs_cost_in_full(tables: Tables, human: Areas, area: int) -> None:
    assert BY_AREA.rows["head"] == ("all tasks, full",)
    found = [wound_penalty(tables.wounds, tables.penalties, human.rows[area], level) for level in range(1, 7)]
    assert found == [0, -1, -2, -3, -4, -5]


def test_a_limbs_wound_hinders_only_what_uses_the_limb(tables: Tables, human: Areas) -> None:
    says("B8", "arm, leg | tasks using that limb (arm: attacks with it; leg: movement), full")
    hurt = {LEFT_ARM: -3, RIGHT_LEG: -2}
    assert trait_penalties(tables, human, hurt, 0) == ()
    assert trait_penalties(tables, human, hurt, 0, [part(human, RIGHT_ARM)]) == ()
    assert trait_penalties(tables, human, hurt, 0, [part(human, LEFT_ARM)]) == (("wounded left arm", -3),)
    assert trait_penalties(tables, human, hurt, 0, legs(human)) == (("wounded right leg", -2),)
    assert legs(human) == (part(human, LEFT_LEG), part(human, RIGHT_LEG))


def test_wounded_legs_hinder_evasion_unless_set_otherwise(tables: Tables, human: Areas) -> None:
    assert limbs_evading(tables.penalties, human) == legs(human)
    assert limbs_evading(having(tables, penalties__evasion_by_legs=False).penalties, human) == ()


def test_areas_and_shock_add_up_or_only_the_worst_holds(tables: Tables, human: Areas) -> None:
    says("B8", "Different applicable areas, and shock: add together (R; option: worst only).")
    hurt = {HEAD: -2, CHEST: -3}
    assert trait_penalties(tables, human, hurt, -3) == (("wounded head", -2), ("wounded chest", -3), ("shock", -3))
    only = having(tables, penalties__add=False)
    assert trait_penalties(only, human, hurt, -4) == (("shock", -4),)
    assert trait_penalties(only, human, hurt, 0) == (("wounded chest", -3),)
    assert trait_penalties(only, human, {}, 0) == ()


def test_of_several_wounds_in_one_area_the_worst_counts(tables: Tables, human: Areas) -> None:
    says("B8", "Several wounds in one area: use the worst (R).")
    wounds = [
        TrackWound(number, area, level, Mark.CROSS, 1, False, 0, None, "test")
        for number, (area, level) in enumerate([(CHEST, 2), (CHEST, 4), (CHEST, 1), (HEAD, 1)], 1)
    ]
    assert worst_levels(wounds) == {CHEST: 4, HEAD: 1}
    assert area_penalties(tables, human, wounds) == {CHEST: -2}
    assert area_penalties(having(tables, penalties__add_in_area=True), human, wounds) == {CHEST: -3}


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(1, 6)), max_size=6), st.integers(-5, 0), st.booleans())
def test_a_worse_wound_never_helps(
    tables: Tables, human: Areas, levels: list[tuple[int, int]], shock: int, add: bool
) -> None:
    having_it = having(tables, penalties__add_in_area=add)

    def total(plus: int) -> int:
        wounds = [
            TrackWound(number, area, min(6, level + plus), Mark.CROSS, 1, False, 0, None, "test")
            for number, (area, level) in enumerate(levels, 1)
        ]
        limbs = [part(human, area) for area in range(3, 7)]
        hurt = area_penalties(having_it, human, wounds)
        return sum(by for _, by in trait_penalties(having_it, human, hurt, shock, limbs))

    assert total(1) <= total(0) <= shock
