"""Checks of disability, shock and survival (starfarer B9)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from frequencies import check_frequencies
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says, section
from settings import having

from fleshwound.components.starfarer import Mark, TrackWound
from fleshwound.systems.drivers import enumerated, sample, scripted
from fleshwound.systems.starfarer import disability, shock, survival
from fleshwound.systems.starfarer.shock import ShockCheck, Trigger
from fleshwound.systems.starfarer.survival import Survival
from fleshwound.systems.starfarer.tables import AutomaticBy, LevelBy, Tables
from fleshwound.systems.starfarer.tasks import Result, TaskDraw, mcs
from fleshwound.systems.starfarer.victim import Victim
from fleshwound.systems.starfarer.wounds import UNMARKED, Marked

HEAD, CHEST, ABDOMEN, LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG = range(7)
VITAL, LIMBS = (HEAD, CHEST, ABDOMEN), (LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG)
WOUND, STUN, TOTAL = Trigger
FAINT = (("shock total", -3),)


# --- disability


@pytest.mark.parametrize("level", range(1, 7))
def test_a_limb_with_a_medium_wound_or_worse_is_checked_and_no_vital_area(
    tables: Tables, victim: Victim, level: int
) -> None:
    says("B9", "limb with level 3+ wound (Medium or worse), each round it is to be used")
    for area in LIMBS:
        assert disability.is_checked(tables, victim.areas.rows[area], level) is (level >= 3)
    for area in VITAL:
        assert not disability.is_checked(tables, victim.areas.rows[area], level)


@pytest.mark.parametrize(("level", "ease"), [(3, 3), (4, 2), (5, 1), (6, 0)])
def test_disability_is_harder_by_the_wounds_modifier(tables: Tables, level: int, ease: int) -> None:
    says("B9", "(Medium −2 → ×3, Heavy ×2, Severe ×1, Maimed ×0)")
    task = disability.disability_task(tables, 6, 5, level)
    assert task.traits == (("endurance", 6), ("willpower", 5))
    assert mcs(tables.tasks, task) == 11 * ease
    odds = enumerated(lambda: disability.disability_check(tables, 6, 5, level))
    assert odds.get(True, 0) == Fraction(11 * ease, 100)


def test_a_maimed_limb_is_not_rolled_for(tables: Tables) -> None:
    assert scripted(disability.disability_check(tables, 10, 10, 6)) is False


# --- shock: triggers


@pytest.mark.parametrize(("areas", "least"), [(VITAL, 4), (LIMBS, 5)])
def test_a_heavy_wound_in_a_vital_area_or_a_severe_one_elsewhere_calls_for_a_check(
    tables: Tables, victim: Victim, areas: tuple[int, ...], least: int
) -> None:
    says("B9", "Heavy+ wound in vital area; Severe+ in non-vital")
    for area in areas:
        for level in range(7):
            found = shock.triggers(tables, victim, victim.areas.rows[area], level, 0)
            assert found == ((WOUND,) if level >= least else ())


@pytest.mark.parametrize(("points", "stunned"), [(11, False), (12, True), (13, True)])
def test_the_shock_of_one_hit_stuns_from_stun_on(tables: Tables, points: int, stunned: bool) -> None:
    says("B9", "The stun trigger is ≥ STUN (R).")
    assert shock.stuns(tables.checks, points, 12) is stunned
    more = having(tables, checks__stun_included=False).checks
    assert shock.stuns(more, points, 12) is (points > 12)


@pytest.mark.parametrize(
    ("before", "after", "passed"),
    [(0, 5, False), (0, 6, True), (5, 6, True), (6, 11, False), (6, 12, True), (11, 40, True), (36, 41, False),
     (41, 42, True), (12, 12, False)],
)  # fmt: skip
def test_each_multiple_of_basic_shock_is_passed_once(before: int, after: int, passed: bool) -> None:
    says("B9", "shock total passes a multiple of Basic Shock (1×, 2×, …)")
    assert shock.passes_multiple(6, before, after) is passed


def test_several_triggers_are_found_together(tables: Tables, victim: Victim) -> None:
    says("B9", "One hit causing several triggers: one shock check (R).")
    assert shock.triggers(tables, victim, victim.areas.rows[CHEST], 6, 27) == (WOUND, STUN, TOTAL)
    assert shock.triggers(tables, victim._replace(pain=False), victim.areas.rows[CHEST], 6, 27) == ()


# --- shock: the check


@pytest.mark.parametrize(
    ("found", "area", "level", "total", "modifiers"),
    [
        ((WOUND,), CHEST, 4, 30, (("heavy wound", -3),)),
        ((WOUND,), CHEST, 6, 30, (("mortal wound", -5),)),
        ((WOUND,), LEFT_ARM, 6, 30, (("maimed wound", -5),)),
        ((STUN,), CHEST, 3, 12, (("shock total", -1),)),
        ((TOTAL,), CHEST, 3, 6, ()),
        ((TOTAL,), CHEST, 3, 24, (("shock total", -3),)),
        ((WOUND, TOTAL), CHEST, 4, 12, (("heavy wound", -3),)),
        ((WOUND, TOTAL), CHEST, 4, 30, (("shock total", -4),)),
        ((WOUND, STUN, TOTAL), CHEST, 6, 27, (("mortal wound", -5),)),
    ],
)
def test_a_check_is_harder_by_what_triggered_it_and_of_two_by_the_worse(
    tables: Tables, victim: Victim, found: tuple[Trigger, ...], area: int, level: int, total: int, modifiers: object
) -> None:
    says("B9", "EF − wound penalty or shock-level penalty (use the one that triggered; worse if both, R)")
    rows = victim.areas.rows
    assert shock.check_modifiers(tables, victim, total, found, rows[area], level) == modifiers


def test_the_wound_penalty_of_a_check_is_never_halved(tables: Tables, victim: Victim) -> None:
    says("B9", "the wound penalty in this table is the full column value, not halved (R)")
    ((_, chest),) = shock.check_modifiers(tables, victim, 0, (WOUND,), victim.areas.rows[CHEST], 4)
    ((_, head),) = shock.check_modifiers(tables, victim, 0, (WOUND,), victim.areas.rows[HEAD], 4)
    assert chest == head == -3
    halved = having(tables, checks__wound_halved=True)
    ((_, chest),) = shock.check_modifiers(halved, victim, 0, (WOUND,), victim.areas.rows[CHEST], 4)
    assert chest == -2


def test_neither_wounds_nor_shock_cut_the_traits_of_a_check(tables: Tables, victim: Victim) -> None:
    says("B9", "never cut the traits used for disability, shock, survival or clotting")
    hurt = victim._replace(total=30, rows=((0, 0, 0, 0, 0, 1), *victim.rows[1:]))
    for tested in (victim, hurt):
        request = next(shock.shock_check(tables, tested, FAINT))
        assert isinstance(request, TaskDraw)
        assert (request.target, request.task.penalties) == (11 * 5, ())
        request = next(survival.survival_check(tables, tested, tested.total, 20, 0))
        assert isinstance(request, TaskDraw)
        assert (request.target, request.task.penalties) == (11 * 8, ())


@pytest.mark.parametrize(
    ("lof", "rounds", "extra"), [(0, 1, False), (1, 1, False), (2, 2, False), (3, 3, False), (4, 4, True)]
)
def test_who_fails_is_out_for_lof_rounds_and_above_3_has_an_extra_wound(
    tables: Tables, victim: Victim, lof: int, rounds: int, extra: bool
) -> None:
    says("B1", 'minimum 1 whenever it is a duration or a dice count, raw value when compared with "over 3"')
    says("B9", "LOF > 3: one extra wound one level worse, same area, as a slash")
    failed = Result(False, lof)
    assert scripted(shock.shock_check(tables, victim, FAINT), failed) == ShockCheck(FAINT, failed, rounds, extra)


def test_who_succeeds_stands(tables: Tables, victim: Victim) -> None:
    check = scripted(shock.shock_check(tables, victim, FAINT), Result(True, 2))
    assert check == ShockCheck(FAINT, Result(True, 2), 0, False)
    assert check.penalty == -3


@pytest.mark.parametrize(("lof", "dice"), [(0, 1), (1, 1), (2, 2), (4, 4)])
def test_who_fails_again_is_out_for_lof_dice_of_rounds(tables: Tables, victim: Victim, lof: int, dice: int) -> None:
    says("B9", "fail again: unconscious (LOF)d10 rounds before any further check")
    failed = Result(False, lof)
    for rounds in (dice, 10 * dice):
        check = scripted(shock.shock_check(tables, victim, FAINT, again=True), failed, rounds)
        assert check == ShockCheck(FAINT, failed, rounds, False), "no extra wound again, by our reading"
    either = having(tables, checks__extra_wound_again=True)
    assert scripted(shock.shock_check(either, victim, FAINT, again=True), failed, 10 * dice).extra is (lof > 3)


def test_a_check_without_hope_is_rolled_for_how_long(tables: Tables, victim: Victim) -> None:
    hopeless = (("mortal wound", -8),)
    check = scripted(shock.shock_check(tables, victim, hopeless), Result(False, 7))
    assert (check.rounds, check.extra) == (7, True)
    odds = enumerated(lambda: shock.shock_check(tables, victim, hopeless))
    assert not any(check.result.success for check in odds)


@pytest.mark.parametrize(
    ("row", "level", "marked"),
    [
        (UNMARKED, 0, Marked(1, Mark.SLASH)),
        ((0, 0, 0, 1, 0, 0), 4, Marked(5, Mark.SLASH)),
        ((0, 0, 0, 1, 1, 0), 4, Marked(6, Mark.SLASH)),
        ((0, 0, 0, 0, 0, 1), 6, Marked(6, Mark.NONE)),
    ],
)
def test_an_extra_wound_is_one_level_worse(tables: Tables, row: tuple[int, ...], level: int, marked: Marked) -> None:
    assert shock.extra_wound(tables, row, level) == marked


@given(endurance=st.integers(0, 10), willpower=st.integers(0, 10), penalty=st.integers(-8, 0), again=st.booleans())
def test_the_odds_of_a_shock_check_are_whole_and_those_of_its_task(
    tables: Tables, victim: Victim, endurance: int, willpower: int, penalty: int, again: bool
) -> None:
    tested = victim._replace(endurance=endurance, willpower=willpower)
    modifiers = (("shock total", penalty),) if penalty else ()
    odds = enumerated(lambda: shock.shock_check(tables, tested, modifiers, again=again))
    assert sum(odds.values()) == 1
    stands = sum((chance for check, chance in odds.items() if not check.rounds), Fraction())
    assert stands == Fraction(min(95, (endurance + willpower) * (8 + penalty)), 100)
    assert all(check.rounds >= 1 for check in odds if not check.result.success)


@pytest.mark.parametrize("again", [False, True])
def test_play_follows_the_odds(tables: Tables, victim: Victim, again: bool, long: bool) -> None:
    """n = 10 000 (long: 100 000), seed 5; what expects 10 or more within 5 standard errors, the rest pooled."""
    n, uniform = 100_000 if long else 10_000, Random(5).random
    odds = enumerated(lambda: shock.shock_check(tables, victim, FAINT, again=again))
    check_frequencies(odds, [sample(shock.shock_check(tables, victim, FAINT, again=again), uniform) for _ in range(n)])


def test_by_the_rival_formula_lof_is_measured_in_bcs(tables: Tables, victim: Victim) -> None:
    rival = having(tables, tasks__lof_by=LevelBy.BCS)
    odds = enumerated(lambda: shock.shock_check(rival, victim, FAINT))
    assert max(check.result.level for check in odds if not check.result.success) == (100 - 55) // 11


# --- survival


def wound(area: int, level: int, damage: int = 20, *, treated: bool = False) -> TrackWound:
    return TrackWound(1, area, level, Mark.CROSS, damage, False, 0, None, "test", treated)


@pytest.mark.parametrize(
    ("wounds", "damage"),
    [
        ([], None),
        ([wound(CHEST, 5)], None),
        ([wound(LEFT_ARM, 6, 40)], None),
        ([wound(CHEST, 6, 17)], 17),
        ([wound(CHEST, 6, 17), wound(HEAD, 6, 30), wound(LEFT_LEG, 6, 50)], 30),
        ([wound(CHEST, 6, 17), wound(HEAD, 6, 30, treated=True)], 17),
        ([wound(CHEST, 6, 17, treated=True)], None),
    ],
)
def test_a_mortal_wound_is_a_destroyed_head_chest_or_abdomen(
    tables: Tables, victim: Victim, wounds: list[TrackWound], damage: int | None
) -> None:
    says("B9", "Mortal wound (not Maimed), or shock total in the ×6 bracket")
    assert survival.mortal_damage(tables.checks, victim.areas, wounds) == damage


@pytest.mark.parametrize(
    ("total", "mortal", "needed"), [(0, None, False), (35, None, False), (36, None, True), (0, 0, True), (36, 20, True)]
)
def test_survival_is_checked_for_a_mortal_wound_or_shock_in_the_last_column(
    tables: Tables, victim: Victim, total: int, mortal: int | None, needed: bool
) -> None:
    assert survival.is_needed(tables, victim, total, mortal) is needed


@pytest.mark.parametrize(("earlier", "chance"), [(0, 88), (1, 72), (2, 56), (3, 40), (4, 24), (5, 8), (6, 0), (9, 0)])
def test_each_round_untreated_takes_one_from_each_trait(
    tables: Tables, victim: Victim, earlier: int, chance: int
) -> None:
    says("B9", "−1 to each trait per round past the first that the wound is untreated")
    assert "88 → round 2: (5+4) × 8 = 72, round 3: 56" in section("B12")
    assert mcs(tables.tasks, survival.survival_task(tables, 6, 5, earlier)) == chance
    odds = enumerated(lambda: survival.survival_check(tables, victim, 20, 20, earlier))
    assert odds.get(Survival(True, False), 0) == Fraction(chance, 100)


@pytest.mark.parametrize(("damage", "hopeless"), [(32, False), (33, True), (60, True)])
def test_damage_above_twice_the_mortal_level_is_death_without_a_roll(
    tables: Tables, victim: Victim, damage: int, hopeless: bool
) -> None:
    says("B9", "damage taken > 2 × the basic mortal level (Mass 6: 16 → over 32)")
    assert survival.is_hopeless(tables, victim, 0, damage) is hopeless
    if hopeless:
        assert scripted(survival.survival_check(tables, victim, 60, damage, 0)) == Survival(False, True)


def test_whose_damage_it_is_is_a_setting(tables: Tables, victim: Victim) -> None:
    says("B9", "the single mortal wound's (R; option: shock total)")
    by_total = having(tables, checks__automatic_by=AutomaticBy.SHOCK_TOTAL)
    assert not survival.is_hopeless(tables, victim, 90, 20)
    assert not survival.is_hopeless(tables, victim, 90, None)
    assert survival.is_hopeless(by_total, victim, 33, 20)
    assert survival.is_hopeless(by_total, victim, 33, None)
    assert not survival.is_hopeless(by_total, victim, 32, 90)
