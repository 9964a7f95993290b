"""Zero hit points, major injuries, stabilising, healing (cities A6, A7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rulebook import says
from rulebook import tables as tables_of

from fleshwound.components.cities import CitiesProfile, ShockRating, Standing
from fleshwound.components.hitpoints import Down
from fleshwound.systems.cities.checks import Check
from fleshwound.systems.cities.damage import Force, shocked, struck
from fleshwound.systems.cities.dying import (
    Ending,
    armor_check,
    attempt,
    downed,
    first_aid,
    injury_row,
    may_aid,
    nursing_check,
    rounds_since,
    stabilise_check,
    stabilise_difficulty,
)
from fleshwound.systems.cities.tables import Tables
from fleshwound.systems.cities.victim import Victim
from fleshwound.systems.drivers import enumerated, scripted

SAVE = Check("physical save", 1, 20, (), 15, naturals=True)


def victim(tables: Tables, **more: Any) -> Victim:
    found = {
        "id": 2, "table": tables.injury, "hit_points": 5, "soak": 0, "ranged_ac": 13, "melee_ac": 13,
        "trauma_target": 6, "physical": SAVE, "standing": Standing.NAMED,
    }  # fmt: skip
    return Victim(**{**found, **more})


def falls(tables: Tables, *answers: Any, lethal: bool = True, traumatised: bool = False, **more: Any) -> Ending | None:
    return scripted(downed(victim(tables, **more), lethal=lethal, traumatised=traumatised), *answers)


@pytest.mark.parametrize(("standing", "down"), [
    (Standing.MINOR, Down.DEAD), (Standing.NAMED, Down.MORTAL), (Standing.PLAYER, Down.MORTAL),
])  # fmt: skip
def test_a_minor_npc_dies_and_others_are_mortally_wounded(tables: Tables, standing: Standing, down: Down) -> None:
    assert falls(tables, standing=standing) == Ending(down)


@pytest.mark.parametrize(("damage", "down"), [(4, None), (5, Down.MORTAL), (6, Down.MORTAL)])
def test_one_goes_down_at_no_hit_points_exactly(tables: Tables, damage: int, down: Down | None) -> None:
    wound = scripted(struck(Force(1, 8, ()), victim(tables)), damage)
    assert (wound.ending.down if wound.ending else None) is down
    assert wound.lost == min(5, damage)


def test_any_further_damage_kills_the_mortally_wounded_and_none_that_is_soaked(tables: Tables) -> None:
    dying = victim(tables, hit_points=0, down=Down.MORTAL, frail=True)
    wound = scripted(struck(Force(1, 8, ()), dying), 1)
    assert wound.ending == Ending(Down.DEAD)
    assert scripted(struck(Force(1, 8, ()), dying._replace(soak=3)), 3).ending is None


def test_the_frail_die_at_no_hit_points(tables: Tables) -> None:
    assert falls(tables, frail=True, hit_points=1) == Ending(Down.DEAD)
    assert falls(tables, frail=True, hit_points=0, down=Down.STABLE) == Ending(Down.DEAD)


def test_what_does_not_kill_incapacitates_even_after_a_traumatic_hit(tables: Tables) -> None:
    assert falls(tables, lethal=False, traumatised=True) == Ending(Down.INCAPACITATED)
    assert falls(tables, lethal=False, hit_points=0, down=Down.INCAPACITATED) is None


def test_who_is_only_incapacitated_may_yet_be_mortally_wounded(tables: Tables) -> None:
    assert falls(tables, hit_points=0, down=Down.INCAPACITATED) == Ending(Down.MORTAL)


# --- major injuries ---


@pytest.mark.parametrize("row", range(1, 13))
def test_each_row_of_the_table_is_reached_by_its_face(tables: Tables, row: int) -> None:
    ending = falls(tables, False, row, traumatised=True)
    assert ending is not None
    assert (ending.row, ending.rolled) == (row, row)
    assert ending.down is (Down.DEAD if row == 1 else Down.MORTAL)


def test_the_rows_are_the_rulebooks(tables: Tables) -> None:
    words = {"Internal damage": "internal", "Brain damage": "brain", "Eyes": "eyes", "Gut wound": "gut",
             "Instant death": "death", "Right leg ruined": "leg", "Left leg ruined": "leg",
             "Right arm ruined": "arm", "Left arm ruined": "arm"}  # fmt: skip
    table = next(table for table in tables_of("A6") if "result" in table.head)
    for number, cells in table.rows.items():
        name = cells[0].replace("*", "")
        row = tables.injury.rows[int(number) - 1]
        assert row.kind == words.get(name, "scar"), number
        if "ruined" in name:
            assert row.part == name.lower().removesuffix(" ruined").replace(" ", "_")
    assert len(table.rows) == len(tables.injury.rows) == tables.injury.sides == 12


def test_who_saves_is_only_mortally_wounded(tables: Tables) -> None:
    assert falls(tables, True, traumatised=True) == Ending(Down.MORTAL, True)


@pytest.mark.parametrize(
    ("face", "plus", "row"), [(1, -1, 1), (2, -1, 1), (12, 1, 12), (12, 0, 12), (1, 0, 1), (6, -1, 5)]
)
def test_the_die_is_held_to_the_table(tables: Tables, face: int, plus: int, row: int) -> None:
    assert injury_row(tables.injury, face, plus) == row


def test_a_traumatic_hit_earlier_in_the_fight_counts_at_a_later_blow_and_at_shock(tables: Tables) -> None:
    says("A6", "that damage or any later lethal damage in the same fight brings the victim to 0 HP")
    marked = victim(tables, traumatised=True)
    wound = scripted(struck(Force(1, 8, ()), marked), 6, True)
    assert wound.ending == Ending(Down.MORTAL, True)
    by_shock = scripted(shocked(Force(1, 4, (), ShockRating(5, 15)), marked), False, 9)
    assert by_shock is not None
    assert by_shock.ending == Ending(Down.MORTAL, False, 9, 9)


def test_the_same_blow_may_traumatise_and_maim(tables: Tables) -> None:
    force = Force(1, 8, (), None, 8, 0, 3)
    assert scripted(struck(force, victim(tables)), 3, True, False, 4).ending == Ending(Down.MORTAL, False, 4, 4)
    assert scripted(struck(force, victim(tables)), 5, False).ending == Ending(Down.MORTAL)


def test_minor_npcs_machines_and_the_exempt_have_no_major_injury(tables: Tables) -> None:
    assert falls(tables, traumatised=True, standing=Standing.MINOR) == Ending(Down.DEAD)
    assert falls(tables, traumatised=True, machine=True) == Ending(Down.DEAD)
    assert falls(tables, traumatised=True, injuries=False) == Ending(Down.MORTAL)


def test_what_spares_a_kind_of_injury_leaves_the_victim_mortally_wounded(tables: Tables) -> None:
    spared = frozenset({"brain", "eyes", "death"})
    assert falls(tables, False, 3, traumatised=True, spared=spared) == Ending(Down.MORTAL, False, 3)
    assert falls(tables, False, 5, traumatised=True, spared=spared) == Ending(Down.MORTAL, False, 5, 5)


def test_the_chance_of_each_row_is_exact(tables: Tables) -> None:
    found = enumerated(lambda: downed(victim(tables), lethal=True, traumatised=True))
    assert found[Ending(Down.MORTAL, True)] == Fraction(6, 20)
    assert found[Ending(Down.DEAD, False, 1, 1)] == Fraction(14, 20) / 12
    assert sum(found.values()) == 1


# --- stabilising ---


@pytest.mark.parametrize(("rounds", "tools", "none"), [(n, 8 + n, 10 + n) for n in range(6)])
def test_stabilising_grows_harder_by_the_full_round(tables: Tables, rounds: int, tools: int, none: int) -> None:
    says("A7", "0→8, 1→9, 2→10, 3→11, 4→12, 5→13 (+2 no tools: 10…15)")
    assert stabilise_difficulty(tables, rounds, tools=True) == tools
    assert stabilise_difficulty(tables, rounds, tools=False) == none
    assert stabilise_difficulty(tables, rounds, tools=False, patch=True) == 6 + rounds


@pytest.mark.parametrize(("elapsed", "rounds"), [(0, 0), (5, 0), (6, 1), (7, 1), (11, 1), (12, 2), (35, 5), (36, 6)])
def test_full_rounds_are_counted(tables: Tables, elapsed: int, rounds: int) -> None:
    assert rounds_since(tables, elapsed) == rounds


def test_a_stabiliser_uses_the_better_of_int_and_dex(tables: Tables) -> None:
    medic = CitiesProfile(3, 10, skills={"heal": 1}, attributes={"intelligence": 14}, tools=True)
    check = stabilise_check(tables, medic, 2)
    assert (check.target, check.bonus, check.dice, check.drops_lowest) == (10, 2, 2, False)
    assert enumerated(lambda: attempt(check))[True] == Fraction(15, 36)


def test_a_healer_rolls_three_dice_and_drops_the_lowest(tables: Tables) -> None:
    healer = CitiesProfile(3, 10, skills={"heal": 1}, traits={"healer": 1})
    check = stabilise_check(tables, healer, 0)
    assert (check.target, check.dice, check.drops_lowest) == (10, 3, True)


def test_armour_tries_with_2d6_and_2_against_8(tables: Tables) -> None:
    assert enumerated(lambda: attempt(armor_check(tables)))[True] == Fraction(26, 36)


def test_being_frail_ends_by_an_hours_work_at_10(tables: Tables) -> None:
    assert nursing_check(tables, CitiesProfile(1, 5, skills={"heal": 2})).target == 10


def test_first_aid_needs_heal_0_and_gives_a_die_and_the_skill(tables: Tables) -> None:
    assert not may_aid(tables, CitiesProfile(1, 5))
    medic = CitiesProfile(1, 5, skills={"heal": 0})
    assert may_aid(tables, medic)
    assert set(enumerated(lambda: first_aid(tables, medic))) == set(range(1, 7))
    assert set(enumerated(lambda: first_aid(tables, CitiesProfile(1, 5, skills={"heal": 2})))) == set(range(3, 9))
