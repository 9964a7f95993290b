"""The content that we ship: it loads whole, and says what the rulebook says."""

from collections.abc import Iterator
from importlib.resources import files

import pytest

from fleshwound.components.definitions import Anatomy, Aspect, Creature, ModeKind, Role, Side
from fleshwound.components.events import Braced, Event, OpeningTaken
from fleshwound.game.combat import Combat
from fleshwound.game.content import faults, shipped

CREATURES = sorted(shipped().under("heroic").creatures)
LOCATIONS = [
    # part, location, weight, shock, bleeding, amputability: the table of heroic H2
    ("head", "skull", 500, 5, "low", "none"),
    ("head", "left_eye", 15, 5, "medium", "none"),
    ("head", "right_eye", 15, 5, "medium", "none"),
    ("head", "nose", 30, 5, "medium", "none"),
    ("head", "left_cheek", 60, 4, "medium", "none"),
    ("head", "right_cheek", 60, 4, "medium", "none"),
    ("head", "left_ear", 15, 4, "medium", "none"),
    ("head", "right_ear", 15, 4, "medium", "none"),
    ("head", "mouth", 30, 4, "medium", "none"),
    ("head", "jaw", 60, 4, "medium", "none"),
    ("head", "neck", 200, 5, "high", "low"),
    ("arm", "shoulder", 30, 3, "medium", "none"),
    ("arm", "upper_arm", 30, 1, "low", "medium"),
    ("arm", "elbow", 10, 2, "low", "medium"),
    ("arm", "forearm", 20, 1, "low", "medium"),
    ("arm", "hand", 10, 2, "none", "high"),
    ("torso", "thorax", 40, 4, "medium", "none"),
    ("torso", "abdomen", 40, 4, "high", "none"),
    ("torso", "pelvis", 20, 4, "medium", "none"),
    ("leg", "thigh", 40, 3, "medium", "low"),
    ("leg", "knee", 10, 2, "low", "medium"),
    ("leg", "calf", 30, 1, "low", "medium"),
    ("leg", "foot", 20, 2, "none", "medium"),
]


def places_of(body: Anatomy, part: str) -> list[tuple[str, int, int, str, str]]:
    return [
        (place.id, place.weight, place.shock, place.bleeding.name.lower(), place.amputability.name.lower())
        for place in body.locations
        if body.parts[place.part].id == part
    ]


def test_all_that_is_shipped_loads() -> None:
    content = shipped()
    assert faults() == ()
    heroic = content.under("heroic")
    assert len(heroic.creatures) >= 48 + 8
    assert (len(heroic.weapons), len(heroic.armor), len(heroic.projectiles)) == (78, 140, 18)
    assert sum(weapon.is_shield for weapon in heroic.weapons.values()) == 5
    assert shipped() is content


def test_the_human_has_the_locations_of_the_rulebook() -> None:
    body = shipped().anatomy("human")
    for part in ("head", "torso"):
        assert places_of(body, part) == [row[1:] for row in LOCATIONS if row[0] == part]
    for limb in ("arm", "leg"):
        for side in ("left", "right"):
            expected = [(f"{side}_{row[1]}", *row[2:]) for row in LOCATIONS if row[0] == limb]
            assert places_of(body, f"{side}_{limb}") == expected
    assert len(body.locations) == 11 + 3 + 2 * 5 + 2 * 4
    assert all(place.protection == (0, 0, 0, 0) and not place.rigid for place in body.locations)


def test_the_human_has_the_zones_and_parts_of_the_rulebook() -> None:
    body = shipped().anatomy("human")
    assert [(zone.id, zone.weight) for zone in body.zones] == [("head", 1), ("arms", 4), ("torso", 4), ("legs", 6)]
    assert body.highest_zone_number == 15
    assert [
        (part.id, body.zones[part.zone].id, part.weight, set(part.roles), part.holds, part.side, part.limb)
        for part in body.parts
    ] == [
        ("head", "head", 1, {Role.VITAL}, False, Side.CENTRAL, False),
        ("right_arm", "arms", 2, {Role.MANIPULATOR}, True, Side.RIGHT, True),
        ("left_arm", "arms", 2, {Role.MANIPULATOR}, True, Side.LEFT, True),
        ("torso", "torso", 4, {Role.CORE}, False, Side.CENTRAL, False),
        ("right_leg", "legs", 3, {Role.LOCOMOTOR}, False, Side.RIGHT, True),
        ("left_leg", "legs", 3, {Role.LOCOMOTOR}, False, Side.LEFT, True),
    ]


@pytest.mark.parametrize("id", CREATURES)
def test_mishap_flags_follow_the_roles_of_the_part(id: str) -> None:
    body = shipped().creature(id).anatomy
    for place in body.locations:
        roles = body.parts[place.part].roles
        assert (place.fumble, place.stumble) == (Role.MANIPULATOR in roles, Role.LOCOMOTOR in roles)


@pytest.mark.parametrize("id", CREATURES)
def test_every_creature_can_strike_with_what_it_has(id: str) -> None:
    creature = shipped().creature(id)
    if creature.anatomy.incorporeal:
        assert not creature.techniques
        assert not creature.weapons
        return
    assert creature.techniques or creature.human_techniques
    for mode in creature.techniques:
        assert mode.id == f"{id}/{mode.id.split('/')[1]}"
        assert any(mode.roles <= part.roles for part in creature.anatomy.parts)
        assert not mode.strength, "its Strength is in the printed impact"
    assert len(creature.weapons) <= sum(part.holds for part in creature.anatomy.parts)
    assert creature.anatomy.highest_zone_number > 0


@pytest.mark.parametrize("id", CREATURES)
def test_twins_have_sides_and_the_rest_is_central(id: str) -> None:
    parts = shipped().creature(id).anatomy.parts
    ids = {part.id for part in parts}
    for part in parts:
        twin = (
            part.id.replace("left_", "right_", 1)
            if part.id.startswith("left_")
            else part.id.replace("right_", "left_", 1)
        )
        expected = Side(part.id.split("_")[0]) if twin != part.id and twin in ids else Side.CENTRAL
        assert part.side is expected


def test_natural_protection_lies_over_a_shared_body() -> None:
    wolf, dog = shipped().creature("gray_wolf"), shipped().creature("guard_dog")
    assert {place.protection for place in wolf.anatomy.locations} == {(3, 2, 1, 3)}
    assert wolf.anatomy is dog.anatomy
    assert {place.protection for place in shipped().anatomy("wolf").locations} == {(0, 0, 0, 0)}
    centaur = shipped().creature("centaur").anatomy
    assert {place.id for place in centaur.locations if any(place.protection)} == {"flank", "belly"}


def test_the_spirit_has_no_body_and_says_what_it_is_immune_to() -> None:
    spirit = shipped().creature("spirit")
    assert spirit.anatomy.incorporeal
    assert (spirit.immunities.blood, spirit.immunities.pain, spirit.immunities.fear) == (True, True, True)


def test_the_raptor_walks_and_seizes_with_the_same_feet() -> None:
    raptor = shipped().creature("raptor")
    legs = [part for part in raptor.anatomy.parts if part.id.endswith("_leg")]
    assert all(part.roles == {Role.LOCOMOTOR, Role.MANIPULATOR} and part.limb for part in legs)
    assert any(mode.seizes and mode.roles == legs[0].roles for mode in raptor.techniques)


def test_a_broadsword_has_its_four_modes() -> None:
    cut, impale, pommel, half_sword = shipped().weapon("broadsword").modes
    assert (cut.id, cut.dice, cut.sides, cut.impact_mod, cut.aspect) == ("broadsword/cut", 1, 10, 3, Aspect.EDGED)
    assert (cut.advantage_impact, cut.swung, cut.block, cut.counterstrike, cut.strength) == (5, True, True, True, True)
    assert (impale.aspect, impale.thrust, pommel.other) == (Aspect.PIERCING, True, {"pommel": True})
    assert (half_sword.min_parts, half_sword.spread) == (2, 4)


def test_a_shields_bonus_is_in_its_block() -> None:
    bonus = {
        weapon.id: weapon.modes[0].block_mod
        for weapon in shipped().under("heroic").weapons.values()
        if weapon.is_shield
    }
    assert bonus == {"buckler": 5, "knights_shield": 10, "round_shield": 10, "kite_shield": 15, "tower_shield": 20}


@pytest.mark.parametrize(
    ("id", "volley", "strength"),
    [("longbow_100", 4, False), ("wooden_crossbow_80", 4, False), ("sling", 4, False), ("staff_sling", 3, False),
     ("throwing_axe", 2, True), ("spear", 2, True)],
)  # fmt: skip
def test_a_volley_reaches_as_far_as_its_launcher_carries(id: str, volley: int, strength: bool) -> None:
    (mode,) = (mode for mode in shipped().weapon(id).modes if mode.kind is ModeKind.MISSILE)
    assert (mode.volley, mode.strength, mode.block, mode.counterstrike) == (volley, strength, False, False)


@pytest.mark.parametrize(
    ("id", "impact", "spread", "length", "advantage", "role"),
    [
        ("punch", (1, 6, -3, Aspect.BLUNT), 4, 1, 2, Role.MANIPULATOR),
        ("kick", (1, 6, -2, Aspect.BLUNT), 4, 2, 0, Role.LOCOMOTOR),
        ("headbutt", (1, 6, -2, Aspect.BLUNT), 4, 0, 0, Role.VITAL),
        ("bite", (1, 4, 0, Aspect.PIERCING), 2, 0, 3, Role.VITAL),
    ],
)
def test_human_techniques_have_the_figures_of_the_rulebook(
    id: str, impact: tuple[int, int, int, Aspect], spread: int, length: int, advantage: int, role: Role
) -> None:
    mode = shipped().technique(f"human/{id}")
    assert (mode.dice, mode.sides, mode.impact_mod, mode.aspect) == impact
    assert (mode.spread, mode.length_ft, mode.advantage_impact, mode.roles) == (
        spread,
        length,
        advantage,
        frozenset({role}),
    )
    assert mode.strength
    assert mode.counterstrike
    assert not mode.block
    assert mode.mastery is None, "people use Melee"


@pytest.mark.parametrize(
    ("id", "length", "role"), [("grab", 1, Role.MANIPULATOR), ("press", 1, Role.CORE), ("trip", 2, Role.LOCOMOTOR)]
)
def test_contests_of_strength_deal_no_impact(id: str, length: int, role: Role) -> None:
    mode = shipped().technique(f"human/{id}")
    assert (mode.aspect, mode.dice, mode.length_ft, mode.roles) == (None, 0, length, frozenset({role}))


@pytest.mark.parametrize(
    "id", ["man_at_arms", "brigand", "knight", "archer", "crossbowman", "peasant_levy", "physician", "captain"]
)
def test_characters_are_people_with_gear(id: str) -> None:
    person = shipped().creature(id)
    assert person.anatomy is shipped().anatomy("human")
    assert person.human_techniques
    assert person.weapons
    assert person.armor
    assert person.skills["melee"] > 20
    assert "right_handed" in person.traits


def everyone(content_creatures: Iterator[Creature]) -> set[str]:
    return {creature.id for creature in content_creatures}


def test_the_built_in_skirmish_sets_men_against_dire_wolves() -> None:
    fight = shipped().scenario("wolves_at_night")
    assert [side.id for side in fight.sides] == ["men", "wolves"]
    assert everyone(line.creature for line in fight.musters if line.side == "wolves") == {"dire_wolf"}
    assert [name for line in fight.musters if line.side == "men" for name in line.names][:4] == [
        "Aldric", "Brand", "Cuthred", "Dunstan",
    ]  # fmt: skip
    assert fight.blocked
    assert fight.rules == "heroic"


def test_brigands_on_the_road_are_more_than_the_escort() -> None:
    fight = shipped().scenario("brigands_on_the_road")
    count = {side.id: sum(len(line.at) for line in fight.musters if line.side == side.id) for side in fight.sides}
    assert count["brigands"] > count["escort"] > 0


def test_pikes_at_the_ford_show_first_strikes_and_bracing() -> None:
    found: set[type[Event]] = set()
    for seed in range(6):
        combat = Combat.of("pikes_at_the_ford", seed=seed)
        assert combat.run().winner is not None
        found |= {type(event) for event in combat.drain()}
    assert {OpeningTaken, Braced} <= found


def test_every_piece_of_armour_covers_what_a_human_has() -> None:
    human = {place.id for place in shipped().anatomy("human").locations}
    for piece in shipped().under("heroic").armor.values():
        assert piece.flexible | piece.rigid <= human, piece.id


def test_every_file_begins_by_saying_what_it_may_hold() -> None:
    for kind in ("anatomies", "creatures", "weapons", "armor", "projectiles", "techniques", "mods", "scenarios"):
        for file in files("fleshwound.assets").joinpath(kind).iterdir():
            assert file.read_text(encoding="utf-8").startswith("# "), file


def test_credits_name_whose_figures_these_are() -> None:
    credits = files("fleshwound.assets").joinpath("CREDITS.md").read_text(encoding="utf-8")
    assert "Song of Heroic Lands" in credits
    assert "Tom Rodriguez" in credits
    assert "CC BY-SA 4.0" in credits
