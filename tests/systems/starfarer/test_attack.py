"""Attacks and what is done against them (starfarer B1, B3)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from frequencies import check_frequencies
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says
from rulebook import tables as tables_of
from settings import having

from fleshwound.systems.drivers import enumerated, sample, scripted
from fleshwound.systems.starfarer.areas import Areas, area_hit
from fleshwound.systems.starfarer.attack import (
    AttackFacts,
    attack,
    ease_lost,
    evasion_task,
    melee_task,
    parry_task,
    ranged_task,
)
from fleshwound.systems.starfarer.ranges import Bracket
from fleshwound.systems.starfarer.tables import Tables
from fleshwound.systems.starfarer.tasks import Result, mcs

PISTOLS, BRAWLING, SWORD = ("pistols", 5), ("unarmed", 4), ("melee", 6)


def test_a_ranged_attack_is_dexterity_and_the_weapons_skill_at_the_brackets_ease(tables: Tables) -> None:
    task = ranged_task(tables, 7, PISTOLS, Bracket.MEDIUM)
    assert task.traits == (("dexterity", 7), ("pistols", 5))
    assert mcs(tables.tasks, task) == 60
    assert mcs(tables.tasks, ranged_task(tables, 7, PISTOLS, Bracket.EXTREME)) == 24


def test_a_melee_attack_is_the_skill_and_agility_times_five(tables: Tables) -> None:
    assert tables_of("B3")[0].rows["**Melee**"] == ("(weapon skill *or* Unarmed, Agility)", "×5")
    task = melee_task(tables, 6, BRAWLING)
    assert task.traits == (("unarmed", 4), ("agility", 6))
    assert mcs(tables.tasks, task) == 50


def test_evasion_and_parry_are_agility_and_a_skill_times_five(tables: Tables) -> None:
    says("B1", "evasion (Agility, evasion skill) ×5, melee only parry (Agility, weapon skill) ×5")
    assert evasion_task(tables, 6, 3).traits == (("agility", 6), ("evasion", 3))
    assert parry_task(tables, 6, SWORD).traits == (("agility", 6), SWORD)
    assert (mcs(tables.tasks, evasion_task(tables, 6, 3)), mcs(tables.tasks, parry_task(tables, 6, SWORD))) == (45, 60)


@pytest.mark.parametrize(
    ("defence", "lost"),
    [
        (None, 0),
        (Result(False, 0), 0),
        (Result(False, 4), 0),
        (Result(True, 0), 1),
        (Result(True, 1), 1),
        (Result(True, 2), 2),
        (Result(True, 6), 6),
    ],
)
def test_each_los_of_a_defence_takes_one_from_the_attacks_ease(
    tables: Tables, defence: Result | None, lost: int
) -> None:
    says("B1", "each LOS (at least 1 if successful) takes 1 from the attacker's EF")
    assert ease_lost(tables.tasks, defence) == lost


def test_a_defence_is_rolled_first_and_makes_the_attack_harder(tables: Tables) -> None:
    shot, evading = ranged_task(tables, 7, PISTOLS, Bracket.MEDIUM), evasion_task(tables, 6, 3)
    facts = scripted(attack(tables.tasks, shot, evading), Result(True, 2), 24)
    assert facts == AttackFacts(Result(True, 2), 2, 24, 1), "MCS 36, margin 12"
    assert scripted(attack(tables.tasks, shot, evading), Result(False, 3), 24) == AttackFacts(
        Result(False, 3), 0, 24, 3
    )


def test_a_defence_may_leave_nothing_to_roll_for(tables: Tables) -> None:
    shot = ranged_task(tables, 7, PISTOLS, Bracket.EXTREME)
    assert scripted(attack(tables.tasks, shot, evasion_task(tables, 6, 3)), Result(True, 2)) == AttackFacts(
        Result(True, 2), 2, 0, 0
    )


def test_a_hopeless_defence_is_not_rolled(tables: Tables) -> None:
    evading = evasion_task(tables, 6, 3, eases=(("several actions", -5),))
    facts = scripted(attack(tables.tasks, ranged_task(tables, 7, PISTOLS, Bracket.MEDIUM), evading), 60)
    assert facts == AttackFacts(Result(False, 0), 0, 60, 0)


def test_a_miss_has_neither_level_nor_digit(tables: Tables) -> None:
    facts = scripted(attack(tables.tasks, ranged_task(tables, 7, PISTOLS, Bracket.MEDIUM)), 0)
    assert (facts.hit, facts.los, facts.face) == (False, 0, 0)


@pytest.mark.parametrize("face", [1, 9, 10, 24, 60])
def test_the_ones_digit_is_that_of_the_roll_that_hit(tables: Tables, face: int) -> None:
    facts = scripted(attack(tables.tasks, ranged_task(tables, 7, PISTOLS, Bracket.MEDIUM)), face)
    assert facts.digit == face % 10


def test_penalties_modifiers_of_ease_and_of_levels_all_enter(tables: Tables) -> None:
    says("B3", "arbitrary EF and LOS modifiers are taken")
    task = ranged_task(
        tables, 7, PISTOLS, Bracket.SHORT, penalties=(("shock", -2),), eases=(("cover", -1),), levels=(("scope", 1),)
    )
    assert mcs(tables.tasks, task) == (5 + 3) * 5
    assert scripted(attack(tables.tasks, task), 24).los == 2


@given(skill=st.integers(0, 10), evasion=st.integers(0, 10), bracket=st.sampled_from(Bracket))
def test_odds_are_whole_and_evading_never_helps_the_attacker(
    tables: Tables, skill: int, evasion: int, bracket: Bracket
) -> None:
    shot = ranged_task(tables, 6, ("rifles", skill), bracket)
    plain = enumerated(lambda: attack(tables.tasks, shot))
    evaded = enumerated(lambda: attack(tables.tasks, shot, evasion_task(tables, 5, evasion)))
    assert sum(plain.values()) == sum(evaded.values()) == 1
    hits = [sum((chance for facts, chance in odds.items() if facts.hit), Fraction()) for odds in (plain, evaded)]
    assert hits[1] <= hits[0] == Fraction(min(95, mcs(tables.tasks, shot)), 100)


@pytest.mark.parametrize("number", range(40))
def test_play_follows_the_odds(tables: Tables, human: Areas, number: int, long: bool) -> None:
    """40 attacks of random traits, against a defence or none, seed 5: n = 2 000 (long: 40 000) each.

    Each EF lost, LOS and area that expects 10 or more within 5 standard errors, the rest pooled.
    """
    dice = Random(f"5/{number}")
    n, uniform = 40_000 if long else 2_000, Random(number).random
    bracket = list(Bracket)[int(dice.random() * len(Bracket))]
    task = ranged_task(tables, 3 + int(dice.random() * 6), ("rifles", int(dice.random() * 9)), bracket)
    defence = evasion_task(tables, 3 + int(dice.random() * 6), int(dice.random() * 9)) if number % 3 else None

    def cell(facts: AttackFacts) -> tuple[int, int, int | None]:
        return facts.lost, facts.los, scripted(area_hit(human, facts.digit)) if facts.hit else None

    odds: dict[tuple[int, int, int | None], Fraction] = {}
    for facts, chance in enumerated(lambda: attack(tables.tasks, task, defence)).items():
        odds[cell(facts)] = odds.get(cell(facts), Fraction()) + chance
    check_frequencies(odds, [cell(sample(attack(tables.tasks, task, defence), uniform)) for _ in range(n)])


def test_what_a_defence_takes_is_a_setting(tables: Tables) -> None:
    harder = having(tables, tasks__defence_ease=2, tasks__defence_los_least=0).tasks
    assert [ease_lost(harder, Result(True, level)) for level in (0, 1, 3)] == [0, 2, 6]
