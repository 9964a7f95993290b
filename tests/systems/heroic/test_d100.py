"""heroic H1, by its tables."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.draws import Level, d100, level_of
from fleshwound.components.events import Roll
from fleshwound.systems.drivers import Answered, enumerated, sample, scripted
from fleshwound.systems.heroic import d100 as rules
from fleshwound.systems.heroic.d100 import (
    Contender,
    Mastery,
    Opposition,
    Result,
    Tiebreak,
    attribute_mastery,
    automatic_roll,
    duel,
    index,
    opening,
    opposed,
    read,
    result,
    rolls,
    skill_base,
    tie_broken,
)
from fleshwound.systems.heroic.tables import Tables

NAMES = ("stealth", "awareness")


@pytest.mark.parametrize("target", range(5, 96))
def test_every_face_of_a_d100_is_read_as_the_table_says(target: int) -> None:
    for face in range(1, 101):
        success, critical = face <= target, face % 10 in (0, 5)
        steps = (2 if critical else 1) if success else (-1 if critical else 0)
        assert read(face, target).steps == steps
        assert read(face, target).success is success
    assert {level_of(face, target) for face in range(1, 101)} >= {Level.MF, Level.MS, Level.CS, Level.CF0}


def test_a_hundred_reads_as_double_nought() -> None:
    assert read(100, 95) == Result(Level.CF0, -1, 0)
    assert read(95, 90) == Result(Level.CF5, -1, 5)


@pytest.mark.parametrize(("mastery", "target"), [(-40, 5), (4, 5), (5, 5), (50, 50), (95, 95), (96, 95), (300, 95)])
def test_effective_mastery_is_held_to_its_bounds(mastery: int, target: int) -> None:
    assert Mastery(mastery).target == target
    assert rules.test_of("test", Mastery(mastery)).target == target


def test_modifiers_are_kept_by_name_and_nothing_is_kept_for_nothing() -> None:
    mastery = Mastery(60).plus("prone", -20).plus("off hand", 0).plus("fatigue", -5)
    assert mastery.modifiers == (("prone", -20), ("fatigue", -5))
    assert (mastery.eml, mastery.target, index(mastery.base)) == (35, 35, 6)


@pytest.mark.parametrize(
    ("level", "shift", "folded", "steps"),
    [
        (Level.MS, -1, Level.MF, 0),
        (Level.CS, -1, Level.MS, 1),
        (Level.CS, 1, Level.CS, 3),
        (Level.CF0, -1, Level.CF0, -2),
        (Level.CF5, -1, Level.CF5, -2),
        (Level.MF, -1, Level.CF5, -1),
        (Level.CF0, 1, Level.MF, 0),
        (Level.CS, 2, Level.CS, 4),
    ],
)
def test_a_shift_past_an_end_counts_for_margins_only(level: Level, shift: int, folded: Level, steps: int) -> None:
    read_off = result(level, shift)
    assert (read_off.level, read_off.steps) == (folded, steps)
    assert -1 <= read_off.folded <= 2


def test_only_a_face_makes_a_critical_failure_of_a_kind() -> None:
    assert result(Level.CF0).units == 0
    assert result(Level.CF5).units == 5
    assert result(Level.MF, -1).units is None
    assert read(40, 50, -3).units == 0
    assert read(45, 50, -3).units == 5
    assert read(100, 50, 1).units is None


def test_an_automatic_critical_failure_is_a_double_nought_whatever_shifts() -> None:
    mastery = Mastery(60, shift=1).given(Level.CF0)
    assert scripted(rules.tested("grab", mastery)) == Result(Level.CF0, -1, 0, automatic=True)


def test_of_two_automatic_results_the_worst_holds() -> None:
    assert Mastery(60).given(Level.MF).given(Level.CF0).automatic is Level.CF0
    assert Mastery(60).given(Level.CF0).given(Level.MF).automatic is Level.CF0


@given(mastery=st.integers(-50, 150), shift=st.integers(-2, 2))
def test_chances_of_a_test_are_whole_hundredths_and_sum_to_one(mastery: int, shift: int) -> None:
    odds = enumerated(lambda: rules.tested("test", Mastery(mastery, shift=shift)))
    assert sum(odds.values()) == 1
    assert all((chance * 100).denominator == 1 for chance in odds.values())


@pytest.mark.parametrize(
    ("first", "second", "base"), [(11, 12, 11), (12, 11, 12), (10, 10, 10), (13, 10, 12), (10, 13, 11)]
)
def test_a_skill_base_rounds_towards_its_first_attribute(first: int, second: int, base: int) -> None:
    assert skill_base(first, second) == base


ATTRIBUTES = {
    "strength": 13, "endurance": 12, "dexterity": 11, "agility": 14, "perception": 9, "will": 10, "reasoning": 15,
}  # fmt: skip


@pytest.mark.parametrize(
    ("skill", "opens_at"),
    [
        ("melee", 12 * 2),
        ("dodge", 12 * 2),
        ("initiative", 12 * 3),
        ("shock", 13 * 3),
        ("physician", 12 * 1),
        ("archery", 10 * 1),
        ("throwing", 10 * 2),
        ("acrobatics", 0),
        ("legerdemain", 0),
    ],
)
def test_an_unlisted_skill_opens_at_its_multiple(tables: Tables, skill: str, opens_at: int) -> None:
    assert opening(skill, ATTRIBUTES, tables.test) == opens_at


def test_attributes_and_indices(tables: Tables) -> None:
    assert attribute_mastery(13, tables.test) == 65
    assert (index(69), index(70), index(5)) == (6, 7, 0)


@pytest.mark.parametrize(
    ("source", "target", "winner", "stars"),
    [
        (Level.CS, Level.MS, Contender.SOURCE, 1),
        (Level.CS, Level.CF0, Contender.SOURCE, 3),
        (Level.MS, Level.CF5, Contender.SOURCE, 2),
        (Level.MF, Level.CS, Contender.TARGET, 2),
        (Level.MF, Level.CF0, None, 0),
        (Level.MS, Level.MS, None, 0),
        (Level.CF5, Level.CF0, None, 0),
    ],
)
def test_an_opposed_test_goes_to_the_higher_success(
    source: Level, target: Level, winner: Contender | None, stars: int
) -> None:
    found = scripted(opposed(Mastery(50), Mastery(50), what=NAMES), source, target)
    assert (found.winner, found.stars, found.tiebreak) == (winner, stars, Tiebreak.NONE)


@pytest.mark.parametrize(
    ("source", "target", "faces", "winner", "reason"),
    [
        (60, 50, (31, 44), Contender.TARGET, Tiebreak.ROLL),
        (60, 50, (44, 31), Contender.SOURCE, Tiebreak.ROLL),
        (60, 50, (44, 44), Contender.SOURCE, Tiebreak.MASTERY),
        (50, 60, (44, 44), Contender.TARGET, Tiebreak.MASTERY),
    ],
)
def test_a_tie_is_broken_by_roll_then_mastery(
    source: int, target: int, faces: tuple[int, int], winner: Contender, reason: Tiebreak
) -> None:
    found = scripted(opposed(Mastery(source), Mastery(target), what=NAMES, break_ties=True), Level.MS, Level.MS, *faces)
    assert (found.winner, found.stars, found.tiebreak) == (winner, 1, reason)


def test_equal_rolls_at_equal_mastery_go_to_d10() -> None:
    rule = opposed(Mastery(50), Mastery(50), what=NAMES, break_ties=True)
    found = scripted(rule, Level.CS, Level.CS, 25, 25, Contender.TARGET)
    assert found == Opposition(result(Level.CS), result(Level.CS), Contender.TARGET, 1, Tiebreak.D10)
    assert tie_broken((25, 25), (50, 50)) is None
    assert duel([4, 4, 7, 7, 2, 9, 9, 1]) == (Contender.TARGET, 6)
    assert duel([4, 4]) == (None, 2)


def test_a_tie_of_failures_is_never_broken() -> None:
    rule = opposed(Mastery(50), Mastery(50), what=NAMES, break_ties=True)
    assert scripted(rule, Level.MF, Level.MF).winner is None


@pytest.mark.parametrize(("source", "target"), [(50, 50), (62, 47), (10, 95)])
def test_breaking_ties_ends_and_leaves_no_tie_of_successes(source: int, target: int) -> None:
    odds = enumerated(lambda: opposed(Mastery(source), Mastery(target), what=NAMES, break_ties=True))
    assert sum(odds.values()) == 1
    assert all(found.winner for found in odds if found.source.success and found.target.success)


def test_equals_win_equally_often() -> None:
    odds = enumerated(lambda: opposed(Mastery(50), Mastery(50), what=NAMES, break_ties=True))
    by_winner = {side: sum(p for found, p in odds.items() if found.winner is side) for side in (*Contender, None)}
    assert by_winner[Contender.SOURCE] == by_winner[Contender.TARGET]
    assert by_winner[None] == Fraction(1, 4)


def test_the_log_writes_down_each_test_with_its_modifiers() -> None:
    trail: list[Answered] = []
    mastery = Mastery(60).plus("prone", -20)
    found = sample(rules.tested("attack", mastery), lambda: 0.0, trail=trail)
    assert rolls(trail) == (Roll("attack", 60, (("prone", -20),), 40, 50, found.level),)
    assert rolls([]) == ()
    assert automatic_roll("attack", mastery, Level.CF0) == Roll(
        "attack", 60, (("prone", -20),), 40, 0, Level.CF0, automatic=True
    )


def test_a_test_asked_for_bare_is_written_down_too() -> None:
    trail: list[Answered] = []

    def bare() -> object:
        return (yield d100("will", 30))

    sample(bare(), lambda: 0.999, trail=trail)  # type: ignore[arg-type]  # the facts don't matter here
    assert rolls(trail)[0].target == 30
    assert rolls(trail)[0].base == 30


@given(st.integers(0, 2**32))
def test_the_face_that_broke_a_tie_is_the_face_in_the_log(seed: int) -> None:
    trail: list[Answered] = []
    found = sample(opposed(Mastery(70), Mastery(70), what=NAMES, break_ties=True), Random(seed).random, trail=trail)
    source, target = rolls(trail)
    assert (source.what, target.what) == NAMES
    assert source.level is level_of(source.face, source.target)
    assert target.level is level_of(target.face, target.target)
    if found.tiebreak is Tiebreak.ROLL:
        assert (source.face > target.face) is (found.winner is Contender.SOURCE)
