"""Sections of single rulesets: what content says under the rules `cities`, loaded as strictly as the rest."""

from pathlib import Path

import pytest

from fleshwound.components.cities import Blast, Save, ShockRating, Standing, TraumaDie
from fleshwound.components.edits import Give, Wear
from fleshwound.components.errors import BadValue, WrongRules
from fleshwound.game import Combat
from fleshwound.game.content import faults, load

GUN = """
[zip_gun]
category = "firearms"
kind = "pistol"
[zip_gun.cities]
magazine = 1
cost = 15
[zip_gun.cities.modes.shoot]
skill = "shoot"
attributes = ["dexterity"]
damage = "1d6+1"
trauma = "1d8+1/x2"
range_m = [5, 20]
firearm = true
[zip_gun.cities.modes.butt]
skill = "stab"
attributes = ["strength", "dexterity"]
damage = "1d4"
shock = "1/15"
non_lethal = true

[pipe_bomb]
category = "explosives"
kind = "grenade"
[pipe_bomb.cities]
enc = 2
[pipe_bomb.cities.modes.throw]
skill = "shoot"
attributes = ["dexterity"]
damage = "2d6"
range_m = [10, 30]
thrown = true
blast = { radius_m = 5, save = "evasion", spares_above = 14 }

[riot_wall]
category = "shields"
kind = "shield"
[riot_wall.cities]
shield = { ranged = 2, melee = 4 }

[fence_post]
category = "melee"
kind = "club"
weight_lb = 4
durability = 10
heft = 12
modes.crush = { spread = 8, impact = "1d6+2 blunt", length_ft = 5 }
cities.modes.strike = { skill = "stab", attributes = ["strength"], damage = "1d6", shock = "1/-", two_handed = true }
"""
VEST = """
[scrap_vest]
material = "scrap"
cities = { ranged = 13, melee = 12, soak = 3, trauma_target = 1, cost = 40, obvious = true }
"""
PUNK = """
anatomy = "human"
weapons = ["zip_gun"]
armor = ["scrap_vest"]
[cities]
level = 1
hit_points = 5
standing = "named"
skills = { shoot = 1 }
melee_attack = 1
ranged_attack = 1
save = 15
morale = 7
attacks.bite = { skill = "punch", attributes = ["strength"], damage = "1" }
"""
BOSS = """
like = "punk"
[cities]
hit_points = 20
traits = { elite = 1 }
"""
ALLEY = """
name = "An alley"
about = "A test."
rules = "cities"
size = [6, 4]
rounds = 10
sides = [{ id = "punks", name = "Punks" }, { id = "dogs", name = "Dogs" }]
musters = [
  { creature = "punk", side = "punks", at = [[0, 0]] },
  { creature = "gray_wolf", side = "dogs", at = [[5, 3]] },
]
"""
FILES = {
    "weapons/guns.toml": GUN,
    "armor/vests.toml": VEST,
    "creatures/punk.toml": PUNK,
    "creatures/boss.toml": BOSS,
    "rulesets/cities.toml": "stands_for = 'the tables, which no test here reads'\n",
    "scenarios/alley.toml": ALLEY,
}


def written(folder: Path, file: str = "", old: str = "", new: str = "") -> Path:
    for name, text in FILES.items():
        assert name != file or old in text, f"the test would change nothing: {old!r}"
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text.replace(old, new, 1) if name == file else text, encoding="utf-8")
    return folder


def test_a_weapon_has_modes_of_its_own_under_one_ruleset(tmp_path: Path) -> None:
    gun = load(written(tmp_path)).weapon("zip_gun")
    assert (gun.modes, gun.rules) == ((), {"cities"})
    assert gun.cities is not None
    assert (gun.cities.magazine, gun.cities.cost, gun.cities.enc) == (1, 15, 1)
    shoot, butt = gun.cities.modes
    assert (shoot.id, shoot.dice, shoot.sides, shoot.plus) == ("zip_gun/shoot", 1, 6, 1)
    assert (shoot.trauma, shoot.shock) == (TraumaDie(8, 2, 1), None)
    assert (shoot.ranged, shoot.range_m, shoot.range_max_m, shoot.firearm) == (True, 5, 20, True)
    assert (butt.ranged, butt.shock, butt.attributes) == (False, ShockRating(1, 15), ("strength", "dexterity"))


def test_a_blast_a_shield_and_shock_whatever_the_armour_are_read(tmp_path: Path) -> None:
    content = load(written(tmp_path))
    bomb, wall, post = (content.weapon(id).cities for id in ("pipe_bomb", "riot_wall", "fence_post"))
    assert bomb is not None
    assert bomb.modes[0].blast == Blast(5, Save.EVASION, half=True, spares_above=14)
    assert wall is not None
    assert wall.shield is not None
    assert (wall.modes, wall.shield.ranged, wall.shield.melee, wall.shield.first_shock) == ((), 2, 4, True)
    assert post is not None
    assert post.modes[0].shock == ShockRating(1, None)


MODDED = """
[good_gun]
category = "firearms"
kind = "pistol"
cities = { of = "zip_gun", mods = ["autotargeting", "predictive", "integral_toxins"], cost = 900 }
[quiet_gun]
category = "firearms"
kind = "pistol"
cities = { of = "zip_gun", mods = ["stun_rounds", "extended_mag", "heavy_sabot"] }
[best_gun]
category = "firearms"
kind = "pistol"
cities = { of = "zip_gun", mods = ["autotargeting", "customized", "predictive", "savage_impact", "integral_toxins"] }
"""


def test_a_weapon_built_on_another_has_its_modes_changed_by_the_mods(tmp_path: Path) -> None:
    (written(tmp_path) / "weapons" / "more.toml").write_text(MODDED, encoding="utf-8")
    content = load(tmp_path)
    good, quiet, best = (content.weapon(f"{name}_gun").cities for name in ("good", "quiet", "best"))
    assert good is not None
    assert quiet is not None
    assert best is not None
    shoot, butt = good.modes
    assert (shoot.id, shoot.attack, shoot.plus, shoot.range_max_m) == ("good_gun/shoot", 2, 1 + 3, 20)
    assert (butt.id, butt.attack, butt.plus, butt.shock) == ("good_gun/butt", 2, 3, ShockRating(1 + 3, 15))
    assert (good.magazine, good.cost) == (1, 900)
    shoot, butt = quiet.modes
    assert (shoot.plus, shoot.range_m, shoot.range_max_m) == (1 - 2, 2, 10)
    assert (shoot.only_non_lethal, shoot.trauma, shoot.wrecks_machines) == (True, None, True)
    assert quiet.magazine == 2
    assert (best.modes[0].attack, best.modes[0].plus) == (3, 1 + 3), "no more than 3 of each"


MOD_FAULTS = [
    ('of = "zip_gun", mods = ["stun_rounds"', 'mods = ["stun_rounds"',
     "quiet_gun.cities.of: expected the id of a weapon that the mods are built into, got nothing"),
    ('of = "zip_gun", mods = ["stun_rounds"', 'of = "zip_gum", mods = ["stun_rounds"',
     "quiet_gun.cities.of: expected the id of a weapon (nearest: zip_gun), got 'zip_gum'"),
    ('of = "zip_gun", mods = ["stun_rounds"', 'of = "good_gun", mods = ["stun_rounds"',
     "quiet_gun.cities.of: expected a weapon with figures of its own for cities, got 'good_gun'"),
    ('of = "zip_gun", mods = ["stun_rounds"', 'of = "broadsword", mods = ["stun_rounds"',
     "quiet_gun.cities.of: expected a weapon with figures of its own for cities, got 'broadsword'"),
    ("heavy_sabot", "heavy_sabots",
     "quiet_gun.cities.mods[2]: expected the id of a mod (nearest: heavy_sabot), got 'heavy_sabots'"),
    ("heavy_sabot", "thermal",
     "quiet_gun.cities.mods[2]: expected a mod that works for good, got 'thermal', which is spent"),
    ("heavy_sabot", "extended_mag",
     "quiet_gun.cities.mods: expected each mod once, got ['stun_rounds', 'extended_mag', 'extended_mag']"),
    ("cost = 900", "magazine = 9", "good_gun.cities.magazine: expected nothing, as of gives it, got something"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "fault"), MOD_FAULTS)
def test_a_fault_of_what_is_built_on_another_is_named(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in MODDED
    (written(tmp_path) / "weapons" / "more.toml").write_text(MODDED.replace(old, new, 1), encoding="utf-8")
    assert f"weapons/more.toml: {fault}" in faults(tmp_path)


def test_what_has_both_is_for_any_ruleset(tmp_path: Path) -> None:
    post = load(written(tmp_path)).weapon("fence_post")
    assert post.rules is None
    assert post.modes[0].id == "fence_post/crush"


def test_a_creature_of_one_ruleset_takes_of_its_section_what_it_leaves_out_from_the_one_it_is_like(
    tmp_path: Path,
) -> None:
    content = load(written(tmp_path))
    punk, boss = content.creature("punk"), content.creature("boss")
    assert punk.rules == boss.rules == {"cities"}
    assert punk.cities is not None
    assert boss.cities is not None
    assert (punk.cities.standing, punk.cities.hit_points, punk.cities.traits) == (Standing.NAMED, 5, {})
    assert (boss.cities.standing, boss.cities.hit_points, boss.cities.traits) == (Standing.NAMED, 20, {"elite": 1})
    assert punk.cities.attacks[0].id == "punk/bite"
    assert punk.cities.attacks[0].wields_body
    assert (punk.cities.attacks[0].dice, punk.cities.attacks[0].plus) == (0, 1)
    assert boss.armor[0].cities is not None
    assert boss.armor[0].cities.ranged == 13


def test_content_under_a_ruleset_has_only_what_that_can_use(tmp_path: Path) -> None:
    content = load(written(tmp_path))
    heroic, cities = content.under("heroic"), content.under("cities")
    assert "punk" in cities.creatures
    assert "punk" not in heroic.creatures
    assert "gray_wolf" in heroic.creatures
    assert ("zip_gun" in heroic.weapons, "fence_post" in heroic.weapons) == (False, True)
    assert ("scrap_vest" in heroic.armor, "scrap_vest" in cities.armor) == (False, True)
    assert ("alley" in heroic.scenarios, "alley" in cities.scenarios) == (False, True)


def test_who_and_what_is_for_other_rules_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    combat = Combat("heroic", content=load(written(tmp_path)))
    with pytest.raises(WrongRules, match="creature punk is for the rules cities alone; expected one for heroic"):
        combat.spawn("punk", side="a", at=(0, 0))
    with pytest.raises(WrongRules, match="weapon zip_gun is for the rules cities alone") as refused:
        combat.spawn("brigand", side="a", at=(0, 0), weapons=["zip_gun"])
    assert (refused.value.id, refused.value.rules) == ("zip_gun", ("cities",))
    assert isinstance(refused.value, BadValue)
    with pytest.raises(WrongRules, match="piece of armour scrap_vest"):
        combat.spawn("brigand", side="a", at=(0, 0), armor=["scrap_vest"])
    assert combat.creatures == ()
    ann = combat.spawn("brigand", side="a", at=(0, 0))
    before = combat.save()
    for edit in (Give(ann, "zip_gun"), Wear(ann, ("scrap_vest",))):
        with pytest.raises(WrongRules):
            combat.edit(edit)
    assert combat.save() == before


FAULTS = [
    ("weapons/guns.toml", 'damage = "1d6+1"', 'damage = "lots"',
     "weapons/guns.toml: zip_gun.cities.modes.shoot.damage: expected damage such as \"2d6\", \"1d10+2\" or "
     "\"3\", got 'lots'"),
    ("weapons/guns.toml", 'shock = "1/15"', 'shock = "15"',
     "weapons/guns.toml: zip_gun.cities.modes.butt.shock: expected Shock such as \"2/15\" or \"5/-\", got '15'"),
    ("weapons/guns.toml", 'trauma = "1d8+1/x2"', 'trauma = "2d8/x2"',
     "weapons/guns.toml: zip_gun.cities.modes.shoot.trauma: expected a Trauma Die such as \"1d8/x3\" or \"1d8+1/x3\", "
     "got '2d8/x2'"),
    ("weapons/guns.toml", "magazine = 1", "magazin = 1",
     "weapons/guns.toml: zip_gun.cities.magazin: expected a known key (nearest: magazine), got 'magazin'"),
    ("weapons/guns.toml", 'skill = "shoot"', 'skill = "archery"',
     "weapons/guns.toml: zip_gun.cities.modes.shoot.skill: expected one of shoot, stab, punch, got 'archery'"),
    ("weapons/guns.toml", 'attributes = ["dexterity"]', 'attributes = []',
     "weapons/guns.toml: zip_gun.cities.modes.shoot.attributes: expected one or two attributes, got 0"),
    ("weapons/guns.toml", "[5, 20]", "[25, 20]",
     "weapons/guns.toml: zip_gun.cities.modes.shoot.range_m: expected normal and greatest range, not below the least "
     "nor the other way, got (25, 20)"),
    ("weapons/guns.toml", "range_m = [5, 20]\n", "",
     "weapons/guns.toml: zip_gun.cities.modes.shoot.firearm: expected nothing for a mode without range_m, got true"),
    ("weapons/guns.toml", "range_m = [10, 30]\n", "",
     "weapons/guns.toml: pipe_bomb.cities.modes.throw.thrown: expected nothing for a mode without range_m, got true"),
    ("weapons/guns.toml", "range_m = [5, 20]", 'range_m = [5, 20]\nshock = "1/10"',
     "weapons/guns.toml: zip_gun.cities.modes.shoot.shock: expected nothing for a mode with range_m, got Shock"),
    ("weapons/guns.toml", "trauma =", "only_non_lethal = true\ntrauma =",
     "weapons/guns.toml: zip_gun.cities.modes.shoot.trauma: expected nothing for a mode that never kills, got a Trauma "
     "Die"),
    ("weapons/guns.toml", "radius_m = 5", "radius_m = 0",
     "weapons/guns.toml: pipe_bomb.cities.modes.throw.blast.radius_m: expected 1..1000, got 0"),
    ("weapons/guns.toml", "blast = {", "burst = true\nblast = {",
     "weapons/guns.toml: pipe_bomb.cities.magazine: expected 1 or more, as modes.throw has burst, got 0"),
    ("weapons/guns.toml", "magazine = 1", "magazine = 1\nbraced = true",
     "weapons/guns.toml: zip_gun.cities.braced: expected nothing where no mode has suppress, got true"),
    ("weapons/guns.toml", "shield = { ranged = 2, melee = 4 }", "armed = false",
     "weapons/guns.toml: riot_wall.cities.modes: expected at least one mode, or a shield, got none"),
    ("weapons/guns.toml", "heft = 12\n", "",
     "weapons/guns.toml: fence_post.heft: expected 0..100, got nothing"),
    ("weapons/guns.toml", 'kind = "pistol"', 'kind = "pistol"\nheft = 3',
     "weapons/guns.toml: zip_gun.modes: expected a table, got nothing"),
    ("armor/vests.toml", "melee = 12, ", "",
     "armor/vests.toml: scrap_vest.cities.melee: expected 0..40, as there is ranged, got nothing"),
    ("armor/vests.toml", "soak = 3", "soak = -3",
     "armor/vests.toml: scrap_vest.cities.soak: expected 0..1000, got -3"),
    ("armor/vests.toml", "[scrap_vest]", '[scrap_vest]\nflexible = ["skull"]\ndurability = 3',
     "armor/vests.toml: scrap_vest.protection: expected a list of 4, got nothing"),
    ("creatures/punk.toml", "level = 1\n", "",
     "creatures/punk.toml: cities.level: expected 0..100, got nothing"),
    ("creatures/punk.toml", "morale = 7", "morale = 13",
     "creatures/punk.toml: cities.morale: expected 2..12, got 13"),
    ("creatures/punk.toml", "skills = { shoot = 1 }", "skills = { shot = 1 }",
     "creatures/punk.toml: cities.skills.shot: expected a key that is one of shoot, stab, punch, heal, exert, sneak, "
     "notice, drive, program, lead (nearest: shoot), got 'shot'"),
    ("creatures/punk.toml", "save = 15", "save = 15\nmachine_armor = 4",
     "creatures/punk.toml: cities.machine_armor: expected nothing for what is no machine, got 4"),
    ("creatures/punk.toml", "[cities]", "skills = { melee = 50 }\n[cities]",
     "creatures/punk.toml: skills: expected nothing without attributes, which the rules that read it need, "
     "got a table"),
    ("creatures/punk.toml", 'anatomy = "human"', 'like = "human"',
     "creatures/punk.toml: weapons[0]: expected a weapon for every ruleset, as the creature is, got 'zip_gun', "
     "which is for cities alone"),
    ("creatures/punk.toml", 'damage = "1" }', 'damage = "1", thrown = true }',
     "creatures/punk.toml: cities.attacks.bite.thrown: expected nothing for a mode without range_m, got true"),
    ("scenarios/alley.toml", 'rules = "cities"', 'rules = "heroic"',
     "scenarios/alley.toml: musters[0].creature: expected a creature for heroic, got 'punk', which is for "
     "cities alone"),
    ("scenarios/alley.toml", 'creature = "gray_wolf"', 'creature = "zip_gun"',
     "scenarios/alley.toml: musters[1].creature: expected the id of a creature, got 'zip_gun'"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "fault"), FAULTS)
def test_a_fault_of_a_section_is_named_with_its_path(tmp_path: Path, file: str, old: str, new: str, fault: str) -> None:
    assert fault in faults(written(tmp_path, file, old, new))


def test_gear_of_a_fight_is_for_the_rules_of_the_fight(tmp_path: Path) -> None:
    fight = ALLEY.replace('"cities"', '"heroic"').replace('"punk", side', '"brigand", weapons = ["zip_gun"], side')
    (written(tmp_path) / "scenarios" / "alley.toml").write_text(fight, encoding="utf-8")
    assert faults(tmp_path) == (
        "scenarios/alley.toml: musters[0].weapons[0]: expected a weapon for heroic, got 'zip_gun', which is for cities "
        "alone",
    )
