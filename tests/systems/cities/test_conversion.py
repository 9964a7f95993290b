"""Conversion of what is given for other rules: stated formulae, over the whole bestiary, monotone as they should be."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.cities import CitiesMode, CitiesProfile, Standing
from fleshwound.components.definitions import Creature
from fleshwound.components.errors import BadValue, UnknownName
from fleshwound.game.content import shipped
from fleshwound.systems.cities.conversion import damage_row, profile_of, rounded, shares, strangers, weapon_of, worn_by
from fleshwound.systems.cities.numbers import modifier_of
from fleshwound.systems.cities.tables import Tables

TABLES: Final = shipped().tables("cities", Tables)
TABLE: Final = TABLES.conversion
GIVEN: Final = [creature for creature in shipped().creatures.values() if creature.attributes]
"""Creatures given for other rules."""
BODIED: Final = sorted(creature.id for creature in GIVEN if not creature.anatomy.incorporeal)


def mean(mode: CitiesMode) -> Fraction:
    return Fraction(mode.dice * (mode.sides + 1), 2) + mode.plus


def reckoned(creature: Creature) -> CitiesProfile:
    """What the formulae say, whatever section the creature has."""
    return profile_of(TABLES, replace(creature, cities=None))


def with_scores(**scores: int) -> CitiesProfile:
    """A wolf with other figures, by what they are called."""
    wolf = shipped().creature("gray_wolf")
    bite = replace(wolf.techniques[0], mastery=scores.pop("mastery", 70), impact_mod=scores.pop("impact_mod", 0))
    move = scores.pop("move_ft", wolf.move_ft)
    skills = {**wolf.skills, "dodge": scores.pop("dodge", 60)}
    return reckoned(
        replace(wolf, attributes={**wolf.attributes, **scores}, skills=skills, techniques=(bite,), move_ft=move)
    )


def test_the_guard_dog_comes_out_as_it_is_listed() -> None:
    listed = {"level": 2, "hit_points": 10, "ranged_ac": 13, "melee_ac": 13, "trauma_target": 6, "morale": 9}
    listed |= {"melee_attack": 3, "move_m": 15}
    dog = reckoned(shipped().creature("guard_dog"))
    assert {name: getattr(dog, name) for name in listed} == listed
    assert [(mode.id, mode.dice, mode.sides, mode.trauma) for mode in dog.attacks] == [
        ("guard_dog/bite", 1, 6, TABLE.damage[3].trauma)
    ]


@pytest.mark.parametrize(
    ("id", "level", "attack", "most_like"),
    [("peasant_levy", 1, 0, "a street thug"), ("brigand", 2, 2, "a city cop"), ("man_at_arms", 3, 4, "SWAT"),
     ("knight", 4, 6, "a response commander")],
)  # fmt: skip
def test_people_come_out_beside_the_listed_foes(id: str, level: int, attack: int, most_like: str) -> None:
    person = reckoned(shipped().creature(id))
    assert (person.level, person.hit_points, person.melee_attack) == (level, 5 * level, attack), most_like


@pytest.mark.parametrize("id", BODIED)
def test_everybody_with_a_body_has_sensible_figures(id: str) -> None:
    creature = shipped().creature(id)
    one = reckoned(creature)
    assert 1 <= one.level <= 12
    assert 1 <= one.hit_points <= 5 * one.level
    assert 0 <= (one.melee_attack or 0) <= 15
    assert 10 <= (one.melee_ac or 0) == one.ranged_ac <= 20
    assert 6 <= (one.trauma_target or 0) <= 8
    assert one.morale is None or 2 <= one.morale <= 11
    assert 1 <= one.move_m <= 40
    assert all(3 <= score <= 18 for score in one.attributes.values())
    assert all(0 <= level <= 4 for level in one.skills.values())
    hurting = [mode.id for mode in creature.techniques if mode.aspect is not None]
    assert [mode.id for mode in one.attacks] == hurting
    bonus = modifier_of(TABLES, one.attributes["strength"])
    assert all(0 < mean(mode) + bonus <= 20 for mode in one.attacks)
    assert one.unarmed is creature.human_techniques
    assert (one.standing is Standing.NAMED) is ("leader" in creature.traits)
    assert (one.morale is None) is creature.immunities.fear
    for piece in worn_by(TABLES, creature.armor, creature.anatomy):
        assert 10 <= (piece.ranged or 0) <= (piece.melee or 0) <= 18
        assert 0 <= piece.soak <= 10


def test_what_has_a_section_is_that_whole() -> None:
    own = CitiesProfile(level=7, hit_points=3)
    assert profile_of(TABLES, replace(shipped().creature("gray_wolf"), cities=own)) is own


def test_what_has_no_body_is_refused() -> None:
    with pytest.raises(BadValue, match="spirit has no body; expected a creature with one"):
        profile_of(TABLES, shipped().creature("spirit"))


@pytest.mark.parametrize("name", ["strength", "endurance", "will"])
def test_what_lacks_an_attribute_that_is_reckoned_from_is_refused(name: str) -> None:
    wolf = shipped().creature("gray_wolf")
    lacks = replace(wolf, attributes={key: value for key, value in wolf.attributes.items() if key != name})
    with pytest.raises(BadValue, match=f"gray_wolf lacks {name}; expected each"):
        profile_of(TABLES, lacks)


GROWS: Final = {
    "strength": ("level", "hit_points", "melee_attack", "trauma_target"),
    "endurance": ("level", "hit_points", "melee_attack"),
    "mastery": ("level", "hit_points", "melee_attack"),
    "dodge": ("melee_ac", "ranged_ac"),
    "will": ("morale",),
    "move_ft": ("move_m",),
}
"""What grows with what."""


@given(st.sampled_from(sorted(GROWS)), st.integers(1, 60), st.integers(0, 40))
def test_more_of_an_ability_never_makes_less_of_a_figure(name: str, least: int, more: int) -> None:
    weak, strong = with_scores(**{name: least}), with_scores(**{name: least + more})
    for figure in GROWS[name]:
        assert getattr(weak, figure) <= getattr(strong, figure), figure


@given(st.integers(-10, 30), st.integers(0, 20), st.integers(1, 40))
def test_a_harder_blow_never_hurts_less(impact_mod: int, more: int, strength: int) -> None:
    weak, strong = (
        with_scores(strength=strength, impact_mod=mod).attacks[0] for mod in (impact_mod, impact_mod + more)
    )
    assert mean(weak) <= mean(strong)
    if weak.trauma is not None:
        assert strong.trauma is not None
        assert (weak.trauma.sides, weak.trauma.rating) <= (strong.trauma.sides, strong.trauma.rating)


@given(st.integers(1, 60), st.integers(-10, 20))
def test_damage_with_the_modifier_of_strength_comes_near_the_mean_impact(strength: int, impact_mod: int) -> None:
    one = with_scores(strength=strength, impact_mod=impact_mod)
    dealt = mean(one.attacks[0]) + modifier_of(TABLES, one.attributes["strength"])
    impact = Fraction(7, 2) + impact_mod
    if 1 <= impact <= 19:
        assert abs(dealt - impact) <= 3
    assert dealt > 0


def test_rows_of_damage_rise() -> None:
    starts = [row.from_tenths for row in TABLE.damage]
    assert starts == sorted(set(starts))
    means = [Fraction(row.dice * (row.sides + 1), 2) + row.plus for row in TABLE.damage]
    assert means == sorted(means)
    for row in TABLE.damage:
        assert damage_row(TABLE, -(-row.from_tenths // 5)) is row


@given(st.integers(-1000, 1000), st.integers(1, 20))
def test_halves_are_rounded_up(number: int, by: int) -> None:
    assert rounded(number, by) - Fraction(1, 2) <= Fraction(number, by) < rounded(number, by) + Fraction(1, 2)


@pytest.mark.parametrize("id", BODIED)
def test_the_shares_of_a_body_come_to_all_of_it(id: str) -> None:
    body = shipped().creature(id).anatomy
    assert sum(shares(body)) == 1
    assert all(share >= 0 for share in shares(body))


@given(st.sampled_from(sorted(shipped().under("heroic").armor)), st.sampled_from(BODIED))
def test_another_piece_never_protects_less(piece: str, id: str) -> None:
    creature = shipped().creature(id)
    more = shipped().armor_piece(piece)
    before = worn_by(TABLES, creature.armor, creature.anatomy)
    (after,) = worn_by(TABLES, (*creature.armor, more), creature.anatomy)
    for ours in before:
        assert (ours.ranged or 0) <= (after.ranged or 0)
        assert (ours.melee or 0) <= (after.melee or 0)
        assert (ours.soak, ours.trauma_target) <= (after.soak, after.trauma_target)


def test_a_cloth_shirt_hardly_protects_and_a_knight_is_hard_to_hurt() -> None:
    human, knight = shipped().anatomy("human"), shipped().creature("knight")
    (shirt,) = worn_by(TABLES, (shipped().armor_piece("cloth_shirt"),), human)
    (harness,) = worn_by(TABLES, knight.armor, human)
    assert (shirt.ranged, shirt.melee, shirt.trauma_target) == (11, 11, 0)
    assert (harness.ranged, harness.melee, harness.soak, harness.trauma_target) == (13, 16, 6, 1)


WEAPONS: Final = shipped().weapons
HEROIC_WEAPONS: Final = sorted(id for id, weapon in WEAPONS.items() if weapon.modes)


@pytest.mark.parametrize("id", [id for id in HEROIC_WEAPONS if id != "net"])
def test_every_weapon_but_the_net_strikes_or_shoots_by_its_own_id(id: str) -> None:
    weapon = WEAPONS[id]
    found = weapon_of(TABLES, WEAPONS, weapon)
    assert found.modes
    assert all(mode.id.startswith(f"{id}/") for mode in found.modes)
    assert all(mean(mode) > 0 for mode in found.modes)
    assert (found.shield is not None) is weapon.is_shield
    launches = weapon.category in ("bows", "crossbows", "slings")
    assert any(mode.ranged for mode in found.modes) >= launches
    assert not any(mode.firearm for mode in found.modes)


@pytest.mark.parametrize(
    ("id", "stands_for"),
    [("broadsword", "sword"), ("bastard_sword", "big_sword"), ("dagger", "knife"), ("handaxe", "sword"),
     ("battleaxe", "big_sword"), ("steel_handled_mace", "club"), ("maul", "big_club"), ("pitchfork", "spear"),
     ("glaive", "big_sword"), ("staff", "big_club"), ("bodkin_javelin", "spear"), ("longbow_100", "hunting_bow"),
     ("wooden_crossbow_120", "crossbow"), ("sling", "hand_sling"), ("throwing_axe", "spear"), ("war_whip", "club")],
)  # fmt: skip
def test_a_weapon_stands_for_the_one_that_the_table_names(id: str, stands_for: str) -> None:
    found, model = weapon_of(TABLES, WEAPONS, WEAPONS[id]), WEAPONS[stands_for].cities
    assert model is not None
    assert found.magazine == model.magazine
    for mode, like in zip(found.modes, model.modes, strict=True):
        assert mode.id == f"{id}/{like.id.partition('/')[2]}"
        assert replace(mode, id=like.id).shock == like.shock
        assert (mode.dice, mode.sides, mode.trauma, mode.two_handed) == (
            like.dice, like.sides, like.trauma, like.two_handed,
        )  # fmt: skip


def test_a_weapon_with_a_section_is_that_whole() -> None:
    for id in ("knife", "club", "spear", "rifle"):
        assert weapon_of(TABLES, WEAPONS, WEAPONS[id]) is WEAPONS[id].cities


@pytest.mark.parametrize(
    ("id", "ranged", "melee"),
    [
        ("buckler", 0, 1),
        ("round_shield", 1, 2),
        ("knights_shield", 1, 2),
        ("kite_shield", 1, 3),
        ("tower_shield", 2, 4),
    ],
)
def test_a_shield_guards_by_its_block_and_bashes(id: str, ranged: int, melee: int) -> None:
    found = weapon_of(TABLES, WEAPONS, WEAPONS[id])
    assert found.shield is not None
    assert (found.shield.ranged, found.shield.melee, found.shield.first_shock) == (ranged, melee, True)
    (bash,) = found.modes
    assert (bash.ranged, bash.shock) == (False, None)


def test_what_strikes_with_nothing_is_refused() -> None:
    with pytest.raises(BadValue, match="net is nothing to strike with under cities; expected another weapon"):
        weapon_of(TABLES, WEAPONS, WEAPONS["net"])
    with pytest.raises(BadValue, match="broadsword is nothing to strike with"):
        weapon_of(TABLES, WEAPONS, replace(WEAPONS["broadsword"], kind="kitchenware"))


def test_what_a_weapon_stands_for_has_to_be_there() -> None:
    assert strangers(TABLE, WEAPONS) == []
    few = {id: weapon for id, weapon in WEAPONS.items() if id not in ("club", "sword")}
    assert {id for _, id in strangers(TABLE, few)} == {"club", "sword"}
    assert ("shield_bash", "club") in strangers(TABLE, few)
    with pytest.raises(UnknownName, match="unknown weapon of cities 'sword'"):
        weapon_of(TABLES, few, WEAPONS["broadsword"])
