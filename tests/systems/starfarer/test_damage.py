"""Damage against armour, blow-through, lethality against resilience (starfarer B5, B6)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says
from rulebook import tables as tables_of
from settings import having

from fleshwound.components.definitions import ArmorPiece
from fleshwound.components.starfarer import AttackType, StarfarerArmor
from fleshwound.systems.starfarer.areas import Areas
from fleshwound.systems.starfarer.damage import Damage, Force, Harm, damage, harm
from fleshwound.systems.starfarer.protection import covers, rating, ratings
from fleshwound.systems.starfarer.tables import Tables

LASER = Force(10, 9, AttackType.LASER)
LIGHT_PROJECTILE = Force(7, 5, AttackType.PROJECTILE)

forces = st.builds(Force, st.integers(0, 15), st.integers(0, 20), st.sampled_from(AttackType))


def piece(*locations: str) -> ArmorPiece:
    return ArmorPiece("piece", "piece", "armour", 1.0, 10, 0, frozenset(locations), frozenset(), (0, 0, 0, 0))


def test_a_laser_10_9_against_armour_16_at_los_3_deals_9(tables: Tables) -> None:
    says("B5", "Laser 10/9 against armour 16: MAR 6, MDR 9 − 6 = 3, damage 3 × 3 = 9.")
    assert damage(tables.damage, LASER, 16, 6, 3) == Damage(6, 3, 3, 9)


@pytest.mark.parametrize(("armor", "reduced"), [(0, 9), (9, 9), (10, 9), (11, 8), (18, 1), (19, 0), (20, 0), (99, 0)])
def test_armour_takes_off_what_penetration_leaves_of_it(tables: Tables, armor: int, reduced: int) -> None:
    says("B5", "MAR = max(0, armour rating − PR)")
    says("B5", "MDR = max(0, DR − MAR)")
    assert damage(tables.damage, LASER, armor, 6, 1).reduced == reduced


@pytest.mark.parametrize(
    ("force", "los", "applied"),
    [(LASER, 0, 5), (LIGHT_PROJECTILE, 0, 3), (LASER._replace(damage=8), 0, 4), (LASER, 1, 9), (LASER, 2, 18),
     (LASER, 7, 63), (LASER._replace(damage=0), 0, 0)],
)  # fmt: skip
def test_damage_is_multiplied_by_los_and_halved_at_los_0(tables: Tables, force: Force, los: int, applied: int) -> None:
    says("B5", "LOS 0 → MDR × ½, rounded up")
    assert damage(tables.damage, force, 0, 6, los).applied == applied


@pytest.mark.parametrize(
    ("row", "mass"), list(zip(tables_of("B5")[0].rows.items(), (6, 4), strict=True)), ids=["human", "camprat"]
)
def test_blow_through_leaves_18_to_a_human_and_15_to_a_camprat(
    tables: Tables, row: tuple[str, tuple[str, ...]], mass: int
) -> None:
    says("B5", "MDR becomes max(Mass, MDR − Mass)")
    name, (change, result) = row
    assert f"Mass {mass}" in name
    on = having(tables, damage__blow_through=True).damage
    dealt = damage(on, LASER, 0, mass, 3)
    assert (f"{dealt.reduced} → {dealt.kept}", f"{dealt.applied}") == (change, result)
    assert {6: 18, 4: 15}[mass] == dealt.applied
    assert damage(tables.damage, LASER, 0, mass, 3).applied == 27, "an option, off unless set"


@given(force=forces, armor=st.integers(0, 40), mass=st.integers(1, 20), los=st.integers(0, 9))
def test_blow_through_takes_no_more_than_mass_and_leaves_no_less(
    tables: Tables, force: Force, armor: int, mass: int, los: int
) -> None:
    dealt = damage(having(tables, damage__blow_through=True).damage, force, armor, mass, los)
    assert dealt.kept <= dealt.reduced <= dealt.kept + mass
    assert dealt.kept == dealt.reduced or dealt.kept >= mass


@given(force=forces, armor=st.integers(0, 40), mass=st.integers(1, 20), los=st.integers(0, 9))
def test_more_armour_or_less_los_never_hurts_more(
    tables: Tables, force: Force, armor: int, mass: int, los: int
) -> None:
    base = damage(tables.damage, force, armor, mass, los).applied
    assert damage(tables.damage, force, armor + 1, mass, los).applied <= base
    assert damage(tables.damage, force, armor, mass, los + 1).applied >= base >= 0


@pytest.mark.parametrize(
    ("applied", "resilience", "head", "expected"),
    [
        (27, 12, False, Harm(27, 27, True)),
        (27, 19, False, Harm(27, 27, True)),
        (27, 20, False, Harm(27, 14, False)),
        (27, 20, True, Harm(54, 28, False)),
        (27, 12, True, Harm(54, 54, True)),
        (0, 20, True, Harm(0, 0, False)),
    ],
)
def test_below_resilience_the_wound_is_half_and_a_head_hit_doubles(
    tables: Tables, applied: int, resilience: int, head: bool, expected: Harm
) -> None:
    says("B6", "Lethality < Resilience | full | half, round up")
    says("B6", "Order (R, follows the text): halve wounds first, then double for head.")
    assert LASER.lethality == 19
    assert harm(tables.lethality, applied, LASER.lethality, resilience, head=head) == expected


def test_the_order_of_halving_and_doubling_is_a_setting(tables: Tables) -> None:
    other = having(tables, lethality__halved_first=False).lethality
    assert harm(other, 27, 5, 11, head=True) == Harm(54, 27, False)
    assert harm(tables.lethality, 27, 5, 11, head=True) == Harm(54, 28, False)


def test_armour_may_be_rated_differently_against_a_type_of_attack(tables: Tables) -> None:
    says("B5", 'Armour may have different ratings by attack type ("16 against lasers").')
    suit = StarfarerArmor(8, {AttackType.LASER: 16})
    assert [rating(tables.damage, (suit,), type) for type in (AttackType.LASER, AttackType.BLADE)] == [16, 8]


def test_of_several_layers_the_best_holds_unless_they_are_set_to_add(tables: Tables) -> None:
    layers = (StarfarerArmor(4), StarfarerArmor(6), StarfarerArmor(1, {AttackType.LASER: 10}))
    assert rating(tables.damage, layers, AttackType.BLUNT) == 6
    assert rating(tables.damage, layers, AttackType.LASER) == 10
    assert rating(having(tables, damage__layers_add=True).damage, layers, AttackType.LASER) == 20
    assert rating(tables.damage, (), AttackType.LASER) == 0


@pytest.mark.parametrize(
    ("locations", "area", "protects"),
    [
        (("thorax",), "chest", True),
        (("abdomen",), "abdomen", True),
        (("pelvis",), "abdomen", False),
        (("abdomen", "pelvis"), "chest", False),
        (("left_upper_arm", "left_forearm"), "left_arm", True),
        (("left_forearm", "left_hand"), "left_arm", False),
        (("skull",), "head", True),
        ((), "head", True),
    ],
)
def test_a_piece_protects_an_area_that_it_covers_by_half(
    tables: Tables, human: Areas, locations: tuple[str, ...], area: str, protects: bool
) -> None:
    row = next(row for row in human.rows if row.id == area)
    assert covers(tables.damage, human, row, piece(*locations)) is protects
    assert covers(tables.damage, human, row, replace(piece(), rigid=frozenset(locations))) is protects


def test_each_area_has_the_rating_of_what_lies_over_it_and_of_the_hide(tables: Tables, human: Areas) -> None:
    vest = (piece("thorax", "abdomen"), StarfarerArmor(10, {AttackType.LASER: 16}))
    hide = StarfarerArmor(2)
    assert ratings(tables.damage, human, (vest,), hide, AttackType.LASER) == (2, 16, 16, 2, 2, 2, 2)
    assert ratings(tables.damage, human, (vest,), None, AttackType.BLADE) == (0, 10, 10, 0, 0, 0, 0)
