"""Derived statistics and their defaults (starfarer B11)."""

from __future__ import annotations

import pytest
from rulebook import says
from settings import having

from fleshwound.components.errors import BadValue
from fleshwound.components.starfarer import ATTRIBUTES, StarfarerProfile
from fleshwound.systems.starfarer.statistics import Statistics, skill, statistics, trait
from fleshwound.systems.starfarer.tables import Tables


def test_an_average_human_has_the_rulebooks_defaults(tables: Tables) -> None:
    says("B11", "Resilience | Mass + Endurance (average 11)")
    says("B11", "example characters have 7, 9, 12; average human 8")
    assert statistics(tables, StarfarerProfile()) == Statistics(8, 6, 11, 6, 12)


def test_initiative_is_dexterity_and_half_of_agility_rounded_up(tables: Tables) -> None:
    says("B11", "Initiative | Dexterity + ceil(Agility/2)")
    for agility, plus in ((4, 2), (5, 3), (6, 3), (7, 4)):
        made = statistics(tables, StarfarerProfile({"dexterity": 7, "agility": agility}))
        assert made.initiative == 7 + plus


def test_mass_carries_resilience_and_shock_along(tables: Tables) -> None:
    says("B11", "STUN | 2 × Basic Shock (12)")
    assert statistics(tables, StarfarerProfile({"endurance": 7}, mass=10)) == Statistics(8, 10, 17, 10, 20)


def test_what_the_sheet_says_holds(tables: Tables) -> None:
    sheet = StarfarerProfile(mass=6, initiative=12, resilience=14, basic_shock=7, stun=9)
    assert statistics(tables, sheet) == Statistics(12, 6, 14, 7, 9)
    assert statistics(tables, StarfarerProfile(basic_shock=7)).stun == 14


@pytest.mark.parametrize(
    "sheet", [StarfarerProfile(mass=0), StarfarerProfile(basic_shock=0), StarfarerProfile(stun=0)], ids=str
)
def test_a_statistic_that_divides_by_nothing_is_refused(tables: Tables, sheet: StarfarerProfile) -> None:
    with pytest.raises(BadValue, match="expected 1 or more"):
        statistics(tables, sheet)


def test_a_trait_left_out_is_average_and_a_skill_left_out_untrained(tables: Tables) -> None:
    sheet = StarfarerProfile({"strength": 8}, {"pistols": 3})
    assert [trait(tables, sheet, name) for name in ATTRIBUTES] == [8, 5, 5, 5, 5, 5]
    assert (skill(tables, sheet, "pistols"), skill(tables, sheet, "melee")) == (("pistols", 3), ("melee", 0))


def test_every_default_is_a_setting(tables: Tables) -> None:
    other = having(
        tables,
        tasks__average=4,
        statistics__mass=8,
        statistics__agility_divisor=1,
        statistics__basic_shock_per_mass=2,
        statistics__stun_factor=3,
    )
    assert statistics(other, StarfarerProfile()) == Statistics(8, 8, 12, 16, 48)
