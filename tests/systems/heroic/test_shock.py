"""heroic H5, by its tables and its worked example."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.creature import Shock
from fleshwound.components.definitions import Anatomy
from fleshwound.components.draws import Level, d100
from fleshwound.systems.drivers import enumerated, sample, scripted
from fleshwound.systems.heroic.blow import shocked
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.injury import cover_of, shock_offers
from fleshwound.systems.heroic.shock import (
    ShockOffer,
    advanced,
    base_index,
    is_tested,
    respond,
    severest,
    shock_test,
    state_of,
    worsened,
)
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim

NONE, STUNNED, INCAPACITATED, UNCONSCIOUS, DEAD = Shock
AVERAGE = Mastery(50)


def shock_value(anatomy: Anatomy, location: str) -> int:
    return next(place.shock for place in anatomy.locations if place.id == location)


@pytest.mark.parametrize(
    ("index", "state"),
    [(-3, NONE), (0, NONE), (6, NONE), (7, STUNNED), (8, INCAPACITATED), (9, UNCONSCIOUS), (10, DEAD), (16, DEAD)],
)
def test_an_index_reads_as_one_state(tables: Tables, index: int, state: Shock) -> None:
    assert state_of(tables, index) is state


@pytest.mark.parametrize(
    ("level", "state"),
    [
        (Level.MS, INCAPACITATED),
        (Level.CS, STUNNED),
        (Level.MF, UNCONSCIOUS),
        (Level.CF5, DEAD),
        (Level.CF0, DEAD),
    ],
)
def test_a_serious_wound_to_a_human_skull_opens_at_eight(
    tables: Tables, human: Anatomy, level: Level, state: Shock
) -> None:
    base = base_index(tables, shock_value(human, "skull"), 3)
    assert base == 8
    assert scripted(shock_test(tables, base, AVERAGE), level).state is state


def test_the_same_wound_to_a_forearm_is_never_tested(tables: Tables, human: Anatomy) -> None:
    base = base_index(tables, shock_value(human, "left_forearm"), 3)
    assert scripted(shock_test(tables, base, AVERAGE)) == ShockOffer(4, None, 4, NONE)


def test_an_index_beyond_ten_is_death_without_a_roll(tables: Tables) -> None:
    assert scripted(shock_test(tables, 11, Mastery(95))) == ShockOffer(11, None, 11, DEAD)


@pytest.mark.parametrize("base", range(16))
def test_only_indices_from_five_to_ten_are_tested(tables: Tables, base: int) -> None:
    assert is_tested(tables, base) is (5 <= base <= 10)
    tested = any(offer.level is not None for offer in enumerated(lambda: shock_test(tables, base, AVERAGE)))
    assert tested is is_tested(tables, base)


def test_a_glancing_blow_raises_the_index_by_one(tables: Tables) -> None:
    assert base_index(tables, 5, 0, glancing=True) == 6


@pytest.mark.parametrize(
    ("glancing", "held_on", "target"), [(False, False, 50), (True, False, 60), (False, True, 30), (True, True, 40)]
)
def test_the_roll_is_modified_for_glancing_and_for_holding_on(
    tables: Tables, glancing: bool, held_on: bool, target: int
) -> None:
    rule = shock_test(tables, 8, AVERAGE, glancing=glancing, held_on=held_on)
    assert next(rule).target == target  # type: ignore[union-attr]  # a shock test asks for a draw, not for a choice


@given(base=st.integers(5, 10), mastery=st.integers(-50, 150))
def test_chances_are_exact_and_whole(tables: Tables, base: int, mastery: int) -> None:
    odds = enumerated(lambda: shock_test(tables, base, Mastery(mastery)))
    assert sum(odds.values()) == 1
    target = min(95, max(5, mastery))
    critical = ShockOffer(base, Level.CS, base - 1, state_of(tables, base - 1))
    assert odds[critical] == Fraction(target // 5, 100)


@given(base=st.integers(0, 12), mastery=st.integers(5, 94), state=st.sampled_from([STUNNED, INCAPACITATED, DEAD]))
def test_more_skill_never_makes_a_bad_end_likelier(tables: Tables, base: int, mastery: int, state: Shock) -> None:
    def chance(skill: int) -> Fraction:
        odds = enumerated(lambda: shock_test(tables, base, Mastery(skill)))
        return sum((share for offer, share in odds.items() if offer.state >= state), Fraction())

    assert chance(mastery + 1) <= chance(mastery)


@given(base=st.integers(0, 15), level=st.sampled_from(Level))
def test_a_higher_index_is_never_milder(tables: Tables, base: int, level: Level) -> None:
    def state(index: int) -> Shock:
        answers = [level] if is_tested(tables, index) else []
        return scripted(shock_test(tables, index, AVERAGE), *answers).state

    assert state(base + 1) >= state(base)


WORSENED = {
    (NONE, NONE): None,
    (NONE, STUNNED): STUNNED,
    (NONE, INCAPACITATED): INCAPACITATED,
    (NONE, UNCONSCIOUS): UNCONSCIOUS,
    (NONE, DEAD): DEAD,
    (STUNNED, NONE): None,
    (STUNNED, STUNNED): INCAPACITATED,
    (STUNNED, INCAPACITATED): INCAPACITATED,
    (STUNNED, UNCONSCIOUS): UNCONSCIOUS,
    (STUNNED, DEAD): DEAD,
    (INCAPACITATED, NONE): None,
    (INCAPACITATED, STUNNED): None,
    (INCAPACITATED, INCAPACITATED): UNCONSCIOUS,
    (INCAPACITATED, UNCONSCIOUS): UNCONSCIOUS,
    (INCAPACITATED, DEAD): DEAD,
    (UNCONSCIOUS, NONE): None,
    (UNCONSCIOUS, STUNNED): None,
    (UNCONSCIOUS, INCAPACITATED): None,
    (UNCONSCIOUS, UNCONSCIOUS): None,
    (UNCONSCIOUS, DEAD): DEAD,
    (DEAD, NONE): None,
    (DEAD, STUNNED): None,
    (DEAD, INCAPACITATED): None,
    (DEAD, UNCONSCIOUS): None,
    (DEAD, DEAD): None,
}


@pytest.mark.parametrize(("pair", "then"), WORSENED.items())
def test_a_state_is_only_ever_worsened(pair: tuple[Shock, Shock], then: Shock | None) -> None:
    assert worsened(*pair) is then


@pytest.mark.parametrize(
    ("present", "results", "then"),
    [
        (NONE, [STUNNED, STUNNED], STUNNED),
        (NONE, [STUNNED, INCAPACITATED], INCAPACITATED),
        (STUNNED, [STUNNED, STUNNED], INCAPACITATED),
        (STUNNED, [], None),
        (INCAPACITATED, [STUNNED, STUNNED, STUNNED], None),
    ],
)
def test_shocks_of_one_moment_count_once_and_never_add(
    present: Shock, results: Sequence[Shock], then: Shock | None
) -> None:
    assert worsened(present, severest(results)) is then


@given(st.lists(st.sampled_from(Shock)))
def test_the_severest_of_several_states_holds_in_any_order(states: list[Shock]) -> None:
    assert severest(states) is severest(reversed(states))
    assert all(severest(states) >= state for state in states)


def test_policy_accepts_the_offered_state() -> None:
    assert sample(respond(7, NONE, STUNNED), Random(1).random) is STUNNED


def test_a_controller_may_decline_the_offered_state() -> None:
    assert scripted(respond(7, NONE, INCAPACITATED), NONE) is NONE


@pytest.mark.parametrize(
    ("present", "points", "then"),
    [
        (NONE, 0, NONE),
        (NONE, 1, STUNNED),
        (NONE, 2, INCAPACITATED),
        (NONE, 3, UNCONSCIOUS),
        (NONE, 4, DEAD),
        (STUNNED, 1, INCAPACITATED),
        (INCAPACITATED, 1, UNCONSCIOUS),
        (UNCONSCIOUS, 1, DEAD),
        (UNCONSCIOUS, 3, DEAD),
        (DEAD, 3, DEAD),
    ],
)
def test_each_blood_loss_point_moves_the_state_one_step(present: Shock, points: int, then: Shock) -> None:
    assert advanced(present, points) is then


@given(present=st.sampled_from(Shock), steps=st.integers(-5, 9))
def test_blood_loss_never_lifts_a_state(present: Shock, steps: int) -> None:
    assert advanced(present, steps) >= present


def test_the_table_that_blows_read_is_the_shock_test(tables: Tables) -> None:
    ready = shock_offers(tables)
    assert list(ready) == [base for base in range(16) if is_tested(tables, base)]
    for base, by_level in ready.items():
        assert by_level == tuple(scripted(shock_test(tables, base, AVERAGE), level) for level in Level)


@pytest.mark.parametrize(("glancing", "held_on"), [(False, False), (True, False), (False, True)])
@pytest.mark.parametrize("base", range(16))
def test_a_blow_shocks_its_victim_by_the_shock_test(
    tables: Tables, human: Anatomy, base: int, glancing: bool, held_on: bool
) -> None:
    victim = Victim(1, cover_of(tables, body_of(human), 1000, ()), Mastery(47), AVERAGE)
    by_blow = enumerated(lambda: shocked(victim, base, glancing=glancing, held_on=held_on))
    by_test = enumerated(lambda: shock_test(tables, base, Mastery(47), glancing=glancing, held_on=held_on))
    too_little = {ShockOffer(base, None, base, NONE): Fraction(1)}
    assert by_blow == ({None: Fraction(1)} if by_test == too_little else by_test)


def test_play_follows_the_odds(tables: Tables) -> None:
    """n = 20 000, seed 5, every chance within 4 standard errors."""
    n, uniform = 20_000, Random(5).random
    odds = enumerated(lambda: shock_test(tables, 8, Mastery(47)))
    seen = [sample(shock_test(tables, 8, Mastery(47)), uniform) for _ in range(n)]
    assert set(seen) <= odds.keys()
    for offer, chance in odds.items():
        error = float(chance * (1 - chance) / n) ** 0.5
        assert abs(seen.count(offer) / n - chance) < 4 * error


def test_the_odds_of_a_shock_test_are_those_of_its_d100(tables: Tables) -> None:
    odds = enumerated(lambda: shock_test(tables, 8, Mastery(47)))
    spread = d100("shock", 47).of
    assert sorted(odds.values()) == sorted(
        Fraction(high - low, spread.total) for low, high in zip((0, *spread.running), spread.running, strict=False)
    )
