"""Numbers, checks and saves against the rulebook's tables (cities A1)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import tables as tables_of

from fleshwound.components.cities import CitiesProfile, Save, Standing
from fleshwound.systems.cities.checks import Check, request
from fleshwound.systems.cities.numbers import (
    base_attack,
    hit_points,
    modifier_of,
    save_check,
    save_target,
    skill_check,
)
from fleshwound.systems.cities.tables import Tables
from fleshwound.systems.drivers import at, enumerated, scripted


def player(level: int = 1, **more: object) -> CitiesProfile:
    return CitiesProfile(level, 6, Standing.PLAYER, **more)  # type: ignore[arg-type]  # fields of the profile


def test_every_score_has_the_modifier_of_the_table(tables: Tables) -> None:
    table = tables_of("A1")[0]
    (row,) = table.rows.values()
    seen = set()
    for scores, text in zip(table.head, row, strict=True):
        low, *high = (int(part) for part in scores.split("–"))
        for score in range(low, (high or [low])[0] + 1):
            assert modifier_of(tables, score) == int(text.replace("−", "-")), score
            seen.add(score)
    assert seen == set(range(3, 19))


@pytest.mark.parametrize(("hd", "target"), [(1, 15), (2, 14), (3, 14), (4, 13), (5, 13), (6, 12), (8, 11), (10, 10)])
def test_the_save_of_an_npc_follows_its_hit_dice(tables: Tables, hd: int, target: int) -> None:
    for save in Save:
        assert save_target(tables, CitiesProfile(hd, 5), save) == target


def test_each_save_takes_the_better_of_its_two_attributes_and_luck_takes_none(tables: Tables) -> None:
    scores = {"strength": 18, "constitution": 3, "dexterity": 14, "wisdom": 7, "charisma": 7}
    who = player(3, attributes=scores)
    assert [save_target(tables, who, save) for save in Save] == [11, 12, 14, 13]


def test_a_saves_target_is_never_below_one(tables: Tables) -> None:
    assert save_target(tables, player(30), Save.LUCK) == 1
    assert save_target(tables, player(14), Save.LUCK) == 2


def test_a_listed_save_stands(tables: Tables) -> None:
    assert save_target(tables, CitiesProfile(9, 5, save=16), Save.PHYSICAL) == 16


@pytest.mark.parametrize(("target", "passes"), [(1, 19), (2, 19), (15, 6), (20, 1), (21, 1), (40, 1)])
def test_a_natural_1_always_fails_and_a_natural_20_always_saves(tables: Tables, target: int, passes: int) -> None:
    draw = request(Check("save", 1, 20, (), target, naturals=True))
    assert sum(at(draw, n).answer for n in range(20)) == passes
    by_face = {at(draw, n).face: at(draw, n).answer for n in range(20)}
    assert by_face[1] is False
    assert by_face[20] is True


@pytest.mark.parametrize(("level", "bonus"), [(1, 0), (2, 1), (3, 1), (4, 2), (9, 4), (10, 5)])
def test_base_attack_is_half_the_level_and_all_of_it_on_target(tables: Tables, level: int, bonus: int) -> None:
    assert base_attack(tables, player(level)) == bonus
    assert base_attack(tables, player(level, traits={"on_target": 1})) == level


def test_a_skill_check_adds_level_and_the_best_attribute(tables: Tables) -> None:
    who = player(skills={"heal": 2}, attributes={"intelligence": 14, "dexterity": 18})
    check = skill_check(tables, who, "heal", ("intelligence", "dexterity"), 10)
    assert check.modifiers == (("heal", 2), ("dexterity", 2))
    chance = enumerated(lambda: _rolled(check))[True]
    assert chance == Fraction(26, 36)  # 6 or more on 2d6


def test_the_untrained_lose_one(tables: Tables) -> None:
    assert skill_check(tables, player(), "heal", ("intelligence",), 8).modifiers == (("heal", -1),)


def test_three_dice_without_the_lowest_pass_more_often(tables: Tables) -> None:
    plain = skill_check(tables, player(), "heal", ("intelligence",), 9)
    extra = skill_check(tables, player(), "heal", ("intelligence",), 9, extra_die=True)
    assert enumerated(lambda: _rolled(plain))[True] == Fraction(6, 36)
    # Of 216 throws of three dice the best two come to 10 or more in 77.
    best = sum(a + b + c - min(a, b, c) >= 10 for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    assert enumerated(lambda: _rolled(extra))[True] == Fraction(best, 216)


def test_hit_points_are_a_die_a_level_and_never_less_than_one_each(tables: Tables) -> None:
    assert scripted(hit_points(tables, 3, 1, hard_to_kill=False), 1, 6, 3) == 13
    assert scripted(hit_points(tables, 2, -2, hard_to_kill=False), 1, 4) == 1 + 2
    assert scripted(hit_points(tables, 1, 0, hard_to_kill=True), 3) == 3
    assert set(enumerated(lambda: hit_points(tables, 1, 0, hard_to_kill=True))) == set(range(3, 9))


@given(
    st.integers(1, 3),
    st.sampled_from([4, 6, 8, 12, 20]),
    st.integers(-10, 45),
    st.lists(st.integers(-5, 5), max_size=3),
)
def test_a_check_passes_on_exactly_the_faces_that_come_to_its_target(
    count: int, sides: int, target: int, plus: list[int]
) -> None:
    check = Check("any", count, sides, tuple((f"m{n}", value) for n, value in enumerate(plus)), target)
    draw = request(check)
    for position in range(draw.of.total):
        found = at(draw, position)
        assert found.face is not None
        assert found.answer is (found.face + sum(plus) >= target)
    assert draw.of.total == sides**count


def test_saves_take_modifiers_by_name(tables: Tables) -> None:
    check = save_check(tables, CitiesProfile(2, 5), Save.PHYSICAL, (("sniper", -4),))
    assert (check.target, check.bonus, check.naturals) == (14, -4, True)


def _rolled(check: Check):  # type: ignore[no-untyped-def]  # a generator of one draw
    return (yield request(check))
