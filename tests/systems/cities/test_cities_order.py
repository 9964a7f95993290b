"""Initiative, morale and what two measure themselves at (cities A2)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fleshwound.systems.cities.contests import opposed
from fleshwound.systems.cities.initiative import Contender, breaks, initiative
from fleshwound.systems.cities.tables import Tables
from fleshwound.systems.drivers import enumerated, scripted

GANG, CREW = Contender("gang", 0, players=False), Contender("crew", 1, players=True)


def test_high_goes_first_and_players_win_ties(tables: Tables) -> None:
    def order(*faces: int) -> list[str]:
        return [place.contender.id for place in scripted(initiative(tables.fight, (GANG, CREW)), *faces)]

    assert order(8, 6) == ["gang", "crew"]
    assert order(8, 7) == ["crew", "gang"]
    assert order(8, 8) == ["crew", "gang"]
    assert order(1, 8) == ["crew", "gang"]


def test_of_other_ties_the_one_listed_first_goes_first(tables: Tables) -> None:
    pack = Contender("pack", 0, players=False)
    assert [p.contender.id for p in scripted(initiative(tables.fight, (GANG, pack)), 4, 4)] == ["gang", "pack"]


@pytest.mark.parametrize(("score", "chance"), [(7, Fraction(15, 36)), (8, Fraction(10, 36)), (9, Fraction(6, 36)),
                                               (10, Fraction(3, 36)), (11, Fraction(1, 36))])  # fmt: skip
def test_morale_breaks_above_the_score(tables: Tables, score: int, chance: Fraction) -> None:
    assert enumerated(lambda: breaks(score))[True] == chance


def test_a_morale_of_twelve_never_breaks(tables: Tables) -> None:
    assert enumerated(lambda: breaks(12)) == {False: 1}


def test_who_begins_has_to_come_to_more_than_who_resists() -> None:
    assert scripted(opposed("shove", (("punch", 1),), (("exert", 1),)), 7, 7).margin == 0
    assert scripted(opposed("shove", (("punch", 2),), ()), 7, 8).margin == 1
    assert scripted(opposed("shove", (), (("strength", 2),)), 7, 6).margin == -1
