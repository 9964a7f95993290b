"""AC, soak and Trauma Target of what is worn and held (cities A3, A5, A8)."""

from __future__ import annotations

import pytest

from fleshwound.components.cities import CitiesArmor, CitiesProfile, CitiesShield, Standing
from fleshwound.game.content import shipped
from fleshwound.systems.cities.protection import protection
from fleshwound.systems.cities.tables import Tables

COAT = CitiesArmor(15, 13, soak=5, trauma_target=1)
JOINTS = CitiesArmor(None, None, 1, 1, sneak=-1)
PLATES = CitiesArmor(None, None, soak=3)
RIOT = CitiesShield(2, 4)


def who(**more: object) -> CitiesProfile:
    return CitiesProfile(1, 6, Standing.PLAYER, **more)  # type: ignore[arg-type]  # fields of the profile


def test_the_unarmoured_have_ten_and_their_dexterity(tables: Tables) -> None:
    found = protection(tables, who(attributes={"dexterity": 18}), (), ())
    assert (found.ranged_ac, found.melee_ac, found.soak, found.trauma_target) == (12, 12, 0, 6)


def test_armour_replaces_ten_and_add_ons_and_shields_add(tables: Tables) -> None:
    found = protection(tables, who(attributes={"dexterity": 14}), (COAT, JOINTS, PLATES), (RIOT,))
    assert (found.ranged_ac, found.melee_ac) == (15 + 1 + 1 + 2, 13 + 1 + 1 + 4)
    assert (found.soak, found.trauma_target, found.ignores_first) == (8, 7, True)


def test_only_one_shield_counts(tables: Tables) -> None:
    assert protection(tables, who(), (), (RIOT, CitiesShield(1, 1, first_shock=False))).melee_ac == 14


def test_of_several_suits_the_best_base_counts(tables: Tables) -> None:
    found = protection(tables, who(), (COAT, CitiesArmor(13, 14)), ())
    assert (found.ranged_ac, found.melee_ac) == (15, 14)


def test_the_order_of_putting_on_changes_nothing(tables: Tables) -> None:
    pieces = (COAT, JOINTS, PLATES)
    assert protection(tables, who(), pieces, ()) == protection(tables, who(), pieces[::-1], ())


def test_a_listed_ac_counts_what_its_bearer_wears(tables: Tables) -> None:
    guard = CitiesProfile(2, 10, ranged_ac=16, melee_ac=13, soak=5, trauma_target=8)
    assert protection(tables, guard, (), ())[:4] == (16, 13, 5, 8)
    assert protection(tables, guard, (COAT,), ())[:4] == (16, 13, 5, 8)
    assert protection(tables, guard, (CitiesArmor(20, 18, soak=15, trauma_target=3),), ())[:4] == (20, 18, 15, 9)


@pytest.mark.parametrize(("level", "ac", "target", "first"), [(1, 16, 7, False), (2, 18, 7, True), (3, 20, 8, True)])
def test_dermal_armour_is_a_base_that_does_not_stack(
    tables: Tables, level: int, ac: int, target: int, first: bool
) -> None:
    found = protection(tables, who(traits={"dermal_armor": level}), (), ())
    assert (found.ranged_ac, found.melee_ac, found.trauma_target, found.ignores_first) == (ac, ac, target, first)
    assert protection(tables, who(traits={"dermal_armor": level}), (COAT,), ()).ranged_ac == max(ac, 15)


@pytest.mark.parametrize(("trait", "plus"), [("hard_to_kill", 1), ("trauma_shielding", 1), ("full_body_conversion", 6)])
def test_edges_and_cyber_raise_the_trauma_target(tables: Tables, trait: str, plus: int) -> None:
    assert protection(tables, who(traits={trait: 1}), (), ()).trauma_target == 6 + plus


def test_a_close_combatant_is_immune_to_shock(tables: Tables) -> None:
    assert protection(tables, who(traits={"close_combatant": 1}), (), ()).shock_immune
    assert not protection(tables, who(), (), ()).shock_immune


def test_trauma_dampers_soak_only_with_absorption_pads_beneath(tables: Tables) -> None:
    suit, pads, dampers = (
        piece.cities or pytest.fail(f"{piece.id} has no section")
        for piece in map(shipped().armor_piece, ("war_harness", "absorption_pads", "trauma_dampers"))
    )
    for worn, soak in (
        ((suit,), 5),
        ((suit, pads), 10),
        ((suit, dampers), 5),
        ((suit, pads, dampers), 15),
        ((dampers, suit, pads), 15),
    ):
        assert protection(tables, who(), worn, ()).soak == soak, worn
