"""The rules of the nerve: morale, reaction, fear, rally, psyche stress (heroic H15)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.creature import Shock
from fleshwound.components.draws import Level
from fleshwound.components.nerve import Fear, Morale
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.fear import after_clear, clear_after, fear_after, fear_test, frightened, must_flee
from fleshwound.systems.heroic.morale import (
    after_reaction,
    braver,
    morale_after,
    morale_test,
    reaction_test,
    severest_morale,
)
from fleshwound.systems.heroic.psyche import (
    disturbance,
    stress_after,
    stress_interval,
    stress_test,
    stress_weakness,
    triggered,
)
from fleshwound.systems.heroic.rally import rally_mastery, rally_test
from fleshwound.systems.heroic.tables import Tables

CF0, CF5, MF, MS, CS = Level


@pytest.mark.parametrize(
    ("level", "state", "psyche"),
    [
        (CF0, Morale.CATATONIC, 2),
        (CF5, Morale.ROUTED, 1),
        (MF, Morale.WITHDRAWING, 0),
        (MS, Morale.STEADY, 0),
        (CS, Morale.BRAVE, 0),
    ],
)
def test_a_morale_test_reads_as_the_table_says(tables: Tables, level: Level, state: Morale, psyche: int) -> None:
    result = scripted(morale_test(tables, Mastery(50)), level)
    assert (result.state, result.psyche) == (state, psyche)


def test_a_test_that_cant_be_made_is_the_worst_there_is(tables: Tables) -> None:
    assert scripted(morale_test(tables, Mastery(50).given(CF0))).state is Morale.CATATONIC


def test_the_brave_add_twenty(tables: Tables) -> None:
    assert braver(tables, Mastery(40), brave=True).eml == 60
    assert braver(tables, Mastery(40), brave=False).eml == 40


@pytest.mark.parametrize(
    ("present", "result", "at_once", "after"),
    [
        (Morale.NONE, Morale.BRAVE, False, Morale.BRAVE),
        (Morale.STEADY, Morale.BRAVE, False, Morale.BRAVE),
        (Morale.BRAVE, Morale.STEADY, False, Morale.BRAVE),
        (Morale.BRAVE, Morale.STEADY, True, Morale.STEADY),
        (Morale.BRAVE, Morale.WITHDRAWING, False, Morale.WITHDRAWING),
        (Morale.WITHDRAWING, Morale.BRAVE, False, Morale.WITHDRAWING),
        (Morale.ROUTED, Morale.WITHDRAWING, False, Morale.ROUTED),
        (Morale.WITHDRAWING, Morale.CATATONIC, False, Morale.CATATONIC),
    ],
)
def test_the_severest_holds_and_nothing_that_lasts_is_lifted_by_a_test(
    present: Morale, result: Morale, at_once: bool, after: Morale
) -> None:
    assert morale_after(present, result, at_once=at_once) is after


@given(st.lists(st.sampled_from(Morale), max_size=6))
def test_of_several_results_of_one_moment_order_and_number_dont_matter(states: list[Morale]) -> None:
    worst = severest_morale(states)
    assert worst is severest_morale(reversed(states)) is severest_morale([*states, *states])
    assert all(worst >= state for state in states)


@pytest.mark.parametrize("state", [Morale.WITHDRAWING, Morale.ROUTED])
def test_a_reaction_test_steadies_whoever_runs(state: Morale) -> None:
    assert after_reaction(state, success=True) is Morale.STEADY
    assert after_reaction(state, success=False) is state


def test_the_catatonic_rout_before_they_are_steady() -> None:
    assert after_reaction(Morale.CATATONIC, success=True) is Morale.ROUTED


def test_everybody_comes_to_itself_some_time_even_with_a_part_out_of_use() -> None:
    """No state without a way out: a reaction test always has a chance, 5 in 100 at the least."""
    odds = enumerated(lambda: reaction_test(Mastery(60).given(CF0), Morale.ROUTED))
    assert sum(chance for result, chance in odds.items() if result.state is Morale.STEADY) * 100 == 5


@pytest.mark.parametrize(
    ("level", "state", "psyche", "immune", "clear"),
    [
        (CF0, Fear.CATATONIC, 2, False, None),
        (CF5, Fear.TERRIFIED, 1, False, 600),
        (MF, Fear.AFRAID, 0, False, 60),
        (MS, Fear.STEADY, 0, True, None),
        (CS, Fear.BRAVE, 0, True, None),
    ],
)
def test_a_fear_test_reads_as_the_table_says(
    tables: Tables, level: Level, state: Fear, psyche: int, immune: bool, clear: int | None
) -> None:
    result = scripted(fear_test(tables, Mastery(50)), level)
    assert (result.state, result.psyche, result.immune) == (state, psyche, immune)
    assert clear_after(tables, state) == clear
    assert must_flee(state) is (clear is not None)


def test_fear_of_another_source_lifts_none_there_is() -> None:
    assert fear_after(Fear.TERRIFIED, Fear.BRAVE, at_once=False) is Fear.TERRIFIED
    assert fear_after(Fear.AFRAID, Fear.TERRIFIED, at_once=False) is Fear.TERRIFIED
    assert fear_after(Fear.STEADY, Fear.BRAVE, at_once=False) is Fear.BRAVE


def test_a_later_success_terrifies_the_catatonic_and_steadies_the_afraid() -> None:
    assert after_clear(Fear.CATATONIC, success=True) is Fear.TERRIFIED
    assert after_clear(Fear.AFRAID, success=True) is Fear.STEADY
    assert after_clear(Fear.AFRAID, success=False) is Fear.AFRAID


@pytest.mark.parametrize(
    ("shock", "offered"),
    [(CF5, Shock.UNCONSCIOUS), (MF, Shock.INCAPACITATED), (MS, Shock.STUNNED), (CS, None)],
)
def test_catatonic_fear_brings_a_base_shock_index_of_seven(tables: Tables, shock: Level, offered: Shock | None) -> None:
    answers = (CF0, shock) if offered is None else (CF0, shock, offered)
    result = scripted(frightened(tables, 1, Mastery(50), Shock.NONE, Mastery(40)), *answers)
    assert result.shock is not None
    assert (result.shock.base, result.offered, result.taken) == (7, offered, offered)


def test_who_feels_no_pain_takes_no_shock_of_fear(tables: Tables) -> None:
    assert scripted(frightened(tables, 1, Mastery(50), Shock.NONE, None), CF0).shock is None


def test_a_milder_fear_brings_no_shock(tables: Tables) -> None:
    assert scripted(frightened(tables, 1, Mastery(50), Shock.NONE, Mastery(40)), CF5).shock is None


@pytest.mark.parametrize(("initiative", "eml"), [(62, 70), (50, 65), (49, 60), (30, 55), (9, 40)])
def test_a_rally_is_command_moved_by_the_initiative_index(tables: Tables, initiative: int, eml: int) -> None:
    assert rally_mastery(tables, Mastery(65), initiative).eml == eml


@pytest.mark.parametrize(
    ("level", "end", "lockout"),
    [(CF0, "unheard", 300), (CF5, "unheard", 300), (MF, "unheard", 60), (MS, "heard", 0), (CS, "steady", 0)],
)
def test_a_rally_reads_as_the_rules_say(tables: Tables, level: Level, end: str, lockout: int) -> None:
    result = scripted(rally_test(tables, Mastery(50)), level)
    assert (result.end, result.lockout_s) == (end, lockout)


@pytest.mark.parametrize(
    ("level", "before", "permanent", "after", "then"),
    [
        (CF5, 1, False, 1, True),
        (CF0, 2, True, 3, True),
        (MF, 2, False, 2, False),
        (MS, 2, False, 1, False),
        (MS, 1, False, 0, False),
        (CS, 3, False, 1, False),
        (CS, 1, False, 0, False),
        (MS, 1, True, 1, True),
        (CS, 3, True, 1, True),
    ],
)
def test_psyche_stress_takes_its_course(
    tables: Tables, level: Level, before: int, permanent: bool, after: int, then: bool
) -> None:
    result = stress_after(tables, level, before, permanent=permanent)
    assert (result.after, result.permanent) == (after, then)


@given(st.sampled_from(Level), st.integers(1, 9), st.booleans())
def test_only_an_indefinite_condition_ends(tables: Tables, level: Level, before: int, permanent: bool) -> None:
    result = scripted(stress_test(tables, Mastery(50), before, permanent=permanent), level)
    assert 0 <= result.after <= before + 1
    assert result.after > 0 or not result.permanent


def test_the_next_test_comes_after_one_to_six_days(tables: Tables) -> None:
    day = 86_400_000_000
    assert sorted(enumerated(lambda: stress_interval(tables))) == [day * n for n in range(1, 7)]


@pytest.mark.parametrize(("level", "shows"), [(1, "quirk"), (2, "impulse"), (3, "disorder"), (7, "disorder")])
def test_a_level_shows_as_quirk_impulse_or_disorder_and_weakens_by_five(tables: Tables, level: int, shows: str) -> None:
    assert disturbance(tables, level) == shows
    assert stress_weakness(tables, level) == 5 * level


def test_what_is_triggered_acts_ten_minutes_or_d6_times_that(tables: Tables) -> None:
    assert scripted(triggered(tables, Mastery(50)), MS)[1] == 0
    assert scripted(triggered(tables, Mastery(50)), MF)[1] == 600
    assert scripted(triggered(tables, Mastery(50)), CF5, 4)[1] == 2400
