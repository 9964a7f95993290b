"""starfarer B1, by its definitions and its readings."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says
from settings import having

from fleshwound.components.draws import Draw
from fleshwound.components.events.tasks import TaskMade
from fleshwound.systems.drivers import Answered, enumerated, sample, scripted
from fleshwound.systems.starfarer.tables import LevelBy, Tables
from fleshwound.systems.starfarer.tasks import (
    Result,
    Task,
    attempted,
    bcs,
    mcs,
    measured,
    named,
    passed,
    read,
    shown,
    tasks_made,
    told,
)

SHOT = Task("attack", (("dexterity", 7), ("pistols", 5)), 5)

tasks = st.builds(
    Task,
    st.just("task"),
    st.lists(st.tuples(st.just("trait"), st.integers(0, 12)), min_size=1, max_size=2).map(tuple),
    st.integers(0, 9),
    st.lists(st.tuples(st.just("wound"), st.integers(-6, -1)), max_size=2).map(tuple),
    st.lists(st.tuples(st.just("ease"), st.integers(-6, 3)), max_size=2).map(tuple),
    st.lists(st.tuples(st.just("level"), st.integers(-2, 2)), max_size=1).map(tuple),
)


def test_mcs_is_the_sum_of_the_traits_times_the_ease(tables: Tables) -> None:
    says("B1", "MCS | BCS × (EF + EM); success on d% ≤ MCS")
    assert (bcs(tables.tasks, SHOT), mcs(tables.tasks, SHOT)) == (12, 60)
    assert mcs(tables.tasks, SHOT.eased(("evasion", -2), ("aim", 1))) == 12 * 4


@pytest.mark.parametrize(("face", "success"), [(1, True), (59, True), (60, True), (61, False), (100, False)])
def test_a_task_succeeds_up_to_its_mcs(tables: Tables, face: int, success: bool) -> None:
    assert read(tables.tasks, SHOT, face).success is success


@pytest.mark.parametrize(
    ("face", "los"), [(60, 0), (51, 0), (50, 1), (41, 1), (40, 2), (31, 2), (30, 3), (24, 3), (21, 3), (20, 4), (1, 5)]
)
def test_los_is_a_tenth_of_the_margin(tables: Tables, face: int, los: int) -> None:
    says("B1", "LOS | floor((MCS − roll) / 10), on success | MCS 60, roll 24 → margin 36 → 3.")
    assert read(tables.tasks, SHOT, face) == Result(True, los)


@pytest.mark.parametrize(("face", "lof"), [(61, 0), (69, 0), (70, 1), (79, 1), (80, 2), (99, 3), (100, 4)])
def test_lof_is_a_tenth_of_the_margin_above(tables: Tables, face: int, lof: int) -> None:
    says("B1", "LOF | floor((roll − MCS) / 10) on failure")
    assert read(tables.tasks, SHOT, face) == Result(False, lof)


def test_by_the_rival_formula_the_margin_is_divided_by_bcs(tables: Tables) -> None:
    says("B1", "floor((MCS − roll) / BCS): 36/12 = 3 also fits.")
    rival = having(tables, tasks__los_by=LevelBy.BCS, tasks__lof_by=LevelBy.BCS).tasks
    assert read(rival, SHOT, 24) == Result(True, 3)
    assert read(rival, SHOT, 36) == Result(True, 2)
    assert read(rival, SHOT, 37) == Result(True, 1)
    assert read(rival, SHOT, 85) == Result(False, 2)
    assert max(read(rival, SHOT._replace(ease=2), face).level for face in range(1, 25)) == 1, "LOS stays below EF"


def test_by_the_rival_formula_a_task_without_traits_fails_by_single_points(tables: Tables) -> None:
    rival = having(tables, tasks__lof_by=LevelBy.BCS).tasks
    assert read(rival, Task("shock", (("endurance", 0),), 8), 7) == Result(False, 7)


@pytest.mark.parametrize(("face", "success"), [(95, True), (96, False), (100, False)])
def test_the_highest_rolls_fail_whatever_the_mcs(tables: Tables, face: int, success: bool) -> None:
    says("B1", "AFL | 96 (96–00 always fail)")
    easy = SHOT._replace(ease=20)
    assert mcs(tables.tasks, easy) == 240
    assert read(tables.tasks, easy, face) == Result(success, 14 if success else 0)


def test_mcs_above_100_counts_whole_for_los(tables: Tables) -> None:
    says("B1", "MCS above 100 is kept uncapped when working out LOS")
    assert read(tables.tasks, SHOT._replace(ease=10), 20) == Result(True, 10)


@pytest.mark.parametrize("lost", [-5, -6, -50])
def test_an_ease_of_nothing_fails_without_hope(tables: Tables, lost: int) -> None:
    says("B1", "EF + EM ≤ 0 → MCS 0 → automatic failure, for every kind of task")
    hopeless = SHOT.eased(("wound", lost))
    assert mcs(tables.tasks, hopeless) == 0
    assert not any(read(tables.tasks, hopeless, face).success for face in range(1, 101))
    assert scripted(attempted(tables.tasks, hopeless)) is False


def test_a_trait_is_never_below_0_after_penalties(tables: Tables) -> None:
    says("B1", "a trait after penalties is never below 0")
    assert bcs(tables.tasks, SHOT._replace(penalties=(("shock", -3), ("wounded head", -3)))) == 1 + 0
    assert bcs(tables.tasks, SHOT._replace(penalties=(("shock", -9),))) == 0


def test_a_task_of_one_trait_has_it_once(tables: Tables) -> None:
    says("B1", "Endurance 6, 1 bleed → 6 × 4 = 24 %")
    clotting = Task("clotting", (("endurance", 6),), 4)
    assert mcs(tables.tasks, clotting) == 24
    assert mcs(having(tables, tasks__lone_trait=2).tasks, clotting) == 48
    assert mcs(having(tables, tasks__lone_trait=2).tasks, SHOT) == 60, "a task of two traits has them as they are"


def test_los_modifiers_add_to_los_and_leave_it_0_at_least(tables: Tables) -> None:
    says("B3", "LOS modifiers: likewise; added to LOS.")
    assert read(tables.tasks, SHOT._replace(levels=(("scope", 2),)), 24) == Result(True, 5)
    assert read(tables.tasks, SHOT._replace(levels=(("glare", -4),)), 24) == Result(True, 0)
    assert read(tables.tasks, SHOT._replace(levels=(("scope", 2),)), 85) == Result(False, 2), "not to LOF"


@given(task=tasks)
def test_every_request_gives_the_chances_of_its_hundred_faces(tables: Tables, task: Task) -> None:
    faces = [read(tables.tasks, task, face) for face in range(1, 101)]
    successes = sum(result.success for result in faces)
    for draw in (measured(tables.tasks, task), passed(tables.tasks, task), shown(tables.tasks, task)):
        assert draw.of.total == 100
        assert sorted(draw.faces or ()) == list(range(1, 101))
        assert draw.target == mcs(tables.tasks, task)
    assert enumerated(lambda: attempted(tables.tasks, task)).get(True, 0) == Fraction(successes, 100)


@given(task=tasks, face=st.integers(1, 100))
def test_a_better_trait_or_ease_never_hurts(tables: Tables, task: Task, face: int) -> None:
    def rank(made: Task) -> tuple[bool, int]:
        result = read(tables.tasks, made, face)
        return result.success, result.level if result.success else -result.level

    better = task._replace(traits=tuple((name, value + 1) for name, value in task.traits))
    assert rank(better) >= rank(task)
    assert rank(task.eased(("luck", 1))) >= rank(task)


@given(task=tasks, seed=st.integers(0, 99))
def test_the_log_tells_a_task_with_the_face_that_its_answer_came_from(tables: Tables, task: Task, seed: int) -> None:
    def rule(draw: Draw):  # type: ignore[no-untyped-def]  # a rule of one request
        return (yield draw)

    for make in (measured, passed, shown):
        trail: list[Answered] = []
        answer = sample(rule(make(tables.tasks, task)), Random(seed).random, None, trail)
        (made,) = tasks_made(trail)
        result = read(tables.tasks, task, made.face)
        assert answer in (result, result.success, made.face if result.success else 0)
        assert (made.success, made.level) == result
        assert (made.traits, made.penalties, made.eases) == (task.traits, task.penalties, task.eases)


def test_an_unrolled_task_is_told_as_a_failure(tables: Tables) -> None:
    made = told(tables.tasks, SHOT.eased(("evasion", -5)), 0)
    assert made == TaskMade("attack", SHOT.traits, (), 5, (("evasion", -5),), (), 0, 0, False, 0)


def test_modifiers_of_0_are_left_out() -> None:
    assert named(("a", 0), ("b", -1)) == (("b", -1),)
    assert SHOT.eased(("a", 0)) is SHOT
