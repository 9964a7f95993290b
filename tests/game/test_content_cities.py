"""The armoury, the armour, the machines and the foes of `cities`: every figure held to the tables of the rulebook."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

import pytest
from rulebook import says, tables

from fleshwound.components.cities import (
    CitiesArmor,
    CitiesMode,
    CitiesProfile,
    CitiesWeapon,
    Save,
    ShockRating,
    TraumaDie,
)
from fleshwound.components.definitions import Creature, Role
from fleshwound.game.content import shipped
from fleshwound.systems.cities.protection import protection
from fleshwound.systems.cities.tables import Tables

TABLES: Final = shipped().tables("cities", Tables)
MELEE, RANGED, HEAVY = tables("A9")
ARMOR, ADDED = tables("A8")
DRONES, VEHICLES = tables("A10")
(FOES,) = tables("A11")
DASH: Final = ("–", "none", "by grenade")
ATTRIBUTES: Final = {"Str": "strength", "Dex": "dexterity"}
BARE_HANDS: Final = ("Unarmed (nl)", "*Unarmed Combatant* focus, Punch 0/1/2/3/4")
"""Rows that are the ruleset's own table, not weapons."""


def id_of(name: str) -> str:
    plain = re.sub(r"\(.*?\)|2H|[*#]", "", name).strip().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain)


def number(text: str) -> int:
    found = re.search(r"[+-]?\d+", text.replace("−", "-").replace(",", ""))
    return int(found.group()) if found else 0


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))


def damage(mode: CitiesMode) -> str:
    if not mode.dice:
        return str(mode.plus) if mode.plus else "–"
    return f"{mode.dice}d{mode.sides}" + (f"+{mode.plus}" if mode.plus else "")


def shock(text: str) -> ShockRating | None:
    points, _, ac = text.partition("/")
    return None if text in DASH else ShockRating(int(points), None if ac == "–" else int(ac))


def trauma(text: str) -> TraumaDie | None:
    form = re.fullmatch(r"1d(\d+)(?:\+(\d+))?/×(\d+)", text)
    return TraumaDie(int(form[1]), int(form[3]), int(form[2] or 0)) if form else None


def weapon(id: str) -> CitiesWeapon:
    found = shipped().weapon(id).cities
    assert found is not None, id
    return found


def piece(id: str) -> CitiesArmor:
    found = shipped().armor_piece(id).cities
    assert found is not None, id
    return found


def profile(id: str) -> CitiesProfile:
    found = shipped().creature(id).cities
    assert found is not None, id
    return found


@pytest.mark.parametrize("name", [name for name in MELEE.rows if name not in BARE_HANDS])
def test_every_weapon_to_strike_with_has_the_figures_of_the_table(name: str) -> None:
    dealt, shocks, by, die, thrown, enc, cost = MELEE.rows[name]
    found = weapon(id_of(name))
    strike, *throws = found.modes
    by = MELEE.rows["Body Blades I (cyber, Punch, no Punch bonus to damage)"][2] if by == "same" else by
    assert (damage(strike), strike.shock, strike.trauma) == (dealt, shock(shocks), trauma(die))
    assert strike.attributes == tuple(ATTRIBUTES[each] for each in re.sub(r" \(.*", "", by).split("/"))
    assert (strike.ranged, strike.two_handed, strike.non_lethal) == (False, "2H" in name, "(nl)" in name)
    assert strike.skill == ("punch" if "Body Blades" in name else "stab")
    assert strike.wields_body is ("cyber" in name or "Body Blades" in name)
    assert not strike.unarmed
    assert (found.enc, found.cost, found.magazine) == (number(enc), number(cost), 0)
    assert len(throws) == (thrown not in DASH)
    for throw in throws:
        assert (throw.range_m, throw.range_max_m) == numbers(thrown)
        assert (damage(throw), throw.trauma, throw.shock, throw.thrown) == (dealt, trauma(die), None, True)


def test_bare_hands_have_the_figures_of_the_table() -> None:
    plain, combatant = (MELEE.rows[name] for name in BARE_HANDS)
    unarmed = TABLES.unarmed
    assert plain[0] == f"{unarmed.plain.dice}d{unarmed.plain.sides} + Punch"
    assert unarmed.plain.trauma == trauma(plain[3])
    levels = [f"{one.dice}d{one.sides}{f'+{one.plus}' if one.plus else ''}" for one in unarmed.combatant]
    assert "/".join(levels) == combatant[0]
    assert {one.trauma for one in unarmed.combatant} == {trauma(combatant[3])}
    assert combatant[1] == "Punch/15 at Punch 1+"
    assert [one.shock for one in unarmed.combatant] == [None, *(ShockRating(punch, 15) for punch in range(1, 5))]


@pytest.mark.parametrize("name", RANGED.rows)
def test_every_weapon_to_shoot_with_has_the_figures_of_the_table(name: str) -> None:
    dealt, reach, magazine, die, enc, cost = RANGED.rows[name]
    found = weapon(id_of(name))
    shoot, *slugs = found.modes
    assert (damage(shoot), shoot.trauma, shoot.shock) == (dealt, trauma(die), None)
    assert (shoot.ranged, shoot.range_m, shoot.range_max_m) == (True, *numbers(reach))
    assert (shoot.skill, shoot.attributes) == ("shoot", ("dexterity",))
    assert (shoot.burst, shoot.suppress) == ("*" in name, "#" in name)
    assert shoot.only_non_lethal is ("(nl)" in name)
    assert shoot.wields_body is ("cyber" in name)
    assert shoot.two_handed is (number(enc) >= 2), "[R]"
    assert (found.magazine, found.enc, found.cost) == (number(magazine), number(enc), number(cost))
    assert bool(slugs) is ("hotgun" in name)


def test_a_shotgun_may_fire_slugs_at_twice_its_ranges() -> None:
    says("A3", "| Shotgun firing slugs | −1 hit, both ranges doubled | S |")
    for id in ("shotgun", "semi_auto_shotgun", "combat_shotgun"):
        shot, slugs = weapon(id).modes
        assert (slugs.attack, slugs.range_m, slugs.range_max_m) == (-1, 2 * shot.range_m, 2 * shot.range_max_m)
        assert (damage(slugs), slugs.trauma, slugs.burst) == (damage(shot), shot.trauma, shot.burst)


@pytest.mark.parametrize("name", [name for name in HEAVY.rows if not name.startswith("Grenade launcher")])
def test_every_heavy_explosive_or_mounted_weapon_has_the_figures_of_the_table(name: str) -> None:
    dealt, reach, magazine, die, enc, cost, note = HEAVY.rows[name]
    found = weapon(id_of(name))
    (mode,) = found.modes
    assert (damage(mode), mode.trauma, mode.suppress) == (dealt, trauma(die), "#" in name)
    assert (found.magazine, found.enc, found.cost) == (number(magazine), number(enc), number(cost))
    assert mode.non_lethal is (mode.trauma is None and "(nl)" in name)
    if "/" in reach:
        assert (mode.range_m, mode.range_max_m) == numbers(reach)[:2]
    else:
        assert mode.blast is not None
        assert (mode.blast.radius_m,) == numbers(reach), "a charge or mine reaches as far as it bursts"
    listed = name == "Anti-materiel rifle" or note.startswith("machines")
    assert mode.wrecks_machines is (listed or id_of(name) in ("drone_cannon", "mounted_autogun", "main_tank_gun"))


def test_notes_of_heavy_weapons_hold() -> None:
    says("A4", "anti-materiel rifle, HMG, demolition charge, anti-vehicle mine, rocket, Heavy Sabot mod, mounted")
    rocket, mortar = (weapon(id).modes[0] for id in ("rocket_launcher", "mortar"))
    assert (rocket.against_people, rocket.blast is not None and rocket.blast.radius_m) == (-4, 5)
    assert (mortar.attributes, mortar.range_min_m) == (("wisdom",), 20)
    assert mortar.blast is not None
    assert (mortar.blast.radius_m, TABLES.attack.spot_ac - mortar.attack) == (10, 20)
    assert weapon("heavy_machine_gun").braced


def test_grenades_burst_as_their_notes_say_and_a_launcher_fires_each() -> None:
    frag, flash, gas, smoke = (weapon(f"{kind}_grenade").modes[0] for kind in ("frag", "flash", "gas", "smoke"))
    assert frag.blast is not None
    assert flash.blast is not None
    assert gas.blast is not None
    assert (frag.blast.radius_m, frag.blast.save, frag.blast.half, frag.blast.spares_above) == (
        5,
        Save.EVASION,
        True,
        14,
    )
    assert (flash.blast.save, flash.blast.half, flash.blast.dazes) == (Save.PHYSICAL, False, True)
    assert (gas.blast.radius_m, gas.blast.save, gas.blast.half) == (10, Save.PHYSICAL, True)
    assert smoke.blast is None
    dealt, reach, magazine, _, enc, cost, _ = HEAVY.rows["Grenade launcher"]
    launcher = weapon("grenade_launcher")
    assert dealt == "by grenade"
    assert (launcher.magazine, launcher.enc, launcher.cost) == (number(magazine), number(enc), number(cost))
    for fired, thrown in zip(launcher.modes, (frag, flash, gas, smoke), strict=True):
        assert (fired.range_m, fired.range_max_m) == numbers(reach)
        assert (damage(fired), fired.trauma, fired.blast) == (damage(thrown), thrown.trauma, thrown.blast)
        assert (fired.thrown, thrown.thrown) == (False, True)


@pytest.mark.parametrize("name", ARMOR.rows)
def test_every_armour_has_the_figures_of_the_table(name: str) -> None:
    ranged, melee, soak, target, enc, cost, seen = ARMOR.rows[name]
    found = piece(id_of(name))
    assert (found.ranged, found.melee, found.soak) == (int(ranged), int(melee), int(soak))
    assert (found.trauma_target, found.enc, found.cost) == (number(target), number(enc), number(cost))
    assert (found.heavy, found.obvious) == ("(heavy)" in name, seen == "obvious")
    assert (found.ranged_bonus, found.melee_bonus) == (0, 0)


def test_every_addition_to_armour_has_the_figures_of_the_table() -> None:
    effect, cost, enc, _ = ADDED.rows["Joint reinforcement"]
    joint = piece("joint_reinforcement")
    assert effect == "+1/+1 AC; −1 Sneak and Exert"
    assert (joint.ranged, joint.ranged_bonus, joint.melee_bonus, joint.sneak) == (None, 1, 1, -1)
    assert (joint.cost, joint.enc) == (number(cost), number(enc))
    effect, cost, enc, _ = ADDED.rows["Absorption plates"]
    plates = piece("absorption_plates")
    assert effect.startswith("soak +3; −1 Sneak and Exert")
    assert (plates.soak, plates.sneak, plates.ranged_bonus) == (3, -1, 0)
    assert (plates.cost, plates.enc) == (number(cost), number(enc))
    assert ADDED.rows["mods: Absorption pads / Trauma dampers"][0].startswith("soak +5 / soak +5")
    assert (piece("absorption_pads").soak, piece("trauma_dampers").soak) == (5, 5)
    mods = "mods: Active Response / Customized / Discreet / Flexible / Whisperlight"
    assert ADDED.rows[mods][0] == "TT+1 / +1 both AC / −2 both AC, subtle / removes Heavy / enc −1"
    assert piece("active_response").trauma_target == 1
    assert (piece("customized_armor").ranged_bonus, piece("customized_armor").melee_bonus) == (1, 1)
    assert (piece("discreet_armor").ranged_bonus, piece("discreet_armor").melee_bonus) == (-2, -2)
    assert piece("flexible_armor").lightens
    assert piece("whisperlight").enc == -1


def test_a_riot_shield_gives_2_to_ranged_and_4_to_melee_ac() -> None:
    effect, cost, enc, _ = ADDED.rows["Riot shield"]
    assert "ranged +2, melee +4" in effect.replace("*", "")
    shield = weapon("riot_shield")
    assert shield.shield is not None
    assert (shield.shield.ranged, shield.shield.melee, shield.shield.first_shock) == (2, 4, True)
    assert (shield.cost, shield.enc, shield.armed) == (number(cost), number(enc), False)


def machine(id: str) -> tuple[Creature, CitiesProfile]:
    creature = shipped().creature(id)
    assert creature.rules == {"cities"}
    found = profile(id)
    assert (found.machine, found.unarmed, found.morale) == (True, False, None)
    assert all(place.shock == 0 for place in creature.anatomy.locations)
    return creature, found


@pytest.mark.parametrize("name", DRONES.rows)
def test_every_drone_has_the_figures_of_the_table(name: str) -> None:
    ac, target, points, fittings, move, hardpoints, enc, cost = DRONES.rows[name]
    creature, found = machine(f"{id_of(name)}_drone")
    assert (found.ranged_ac, found.melee_ac, found.trauma_target) == (int(ac), int(ac), int(target))
    assert (found.hit_points, found.move_m) == (int(points), number(move))
    assert found.machine_enc == (None if enc == "–" else int(enc))
    assert (found.melee_attack, found.ranged_attack) == (2, 2), "an autonomous drone's own"
    other = creature.other
    assert (other["fittings"], other["hardpoints"], other["cost"]) == (int(fittings), int(hardpoints), number(cost))
    assert sum(part.holds for part in creature.anatomy.parts) == int(hardpoints)
    assert bool(creature.weapons) is (int(hardpoints) > 0)


@pytest.mark.parametrize("name", VEHICLES.rows)
def test_every_vehicle_has_the_figures_of_the_table(name: str) -> None:
    speed, armor, target, ac, points, *rest = VEHICLES.rows[name]
    creature, found = machine(id_of(name))
    assert (found.ranged_ac, found.melee_ac, found.trauma_target) == (int(ac), int(ac), int(target))
    assert found.hit_points == int(points)
    assert found.machine_immune is (armor == "immune")
    assert found.machine_armor == number(armor)
    crew, power, mass, size, hardpoints, cost = rest
    assert [creature.other[key] for key in ("speed", "crew", "power", "mass", "size", "hardpoints", "cost")] == [
        number(speed), int(crew), int(power), int(mass), size, int(hardpoints), number(cost),
    ]  # fmt: skip
    assert not found.human_sized


FOE_IDS: Final = {
    name: ("guard_dog",) if name.startswith("Guard dog")
    else ("corp_guard", "city_cop") if name.startswith("Corp guard")
    else (id_of(name),)
    for name in FOES.rows
}  # fmt: skip


@pytest.mark.parametrize(("name", "id"), [(name, id) for name, ids in FOE_IDS.items() for id in ids])
def test_every_listed_foe_has_the_figures_of_the_table(name: str, id: str) -> None:
    dice, points, ac, soak, target, attack, save, morale = FOES.rows[name]
    found = profile(id)
    assert (found.level, found.hit_points, found.morale, found.save) == (int(dice), int(points), int(morale), int(save))
    assert (found.melee_ac, found.ranged_ac) == numbers(ac)
    assert (found.soak, found.trauma_target) == (int(soak), int(target))
    if id != "guard_dog":
        assert (found.melee_attack, found.ranged_attack) == numbers(attack)


def test_the_guard_dog_bites_as_listed() -> None:
    (name,) = (name for name in FOES.rows if name.startswith("Guard dog"))
    assert name == "Guard dog (bite 1d6+1, 1d6/×2, move 15 m)"
    dog = profile("guard_dog")
    (bite,) = dog.attacks
    assert (damage(bite), bite.trauma, dog.move_m, dog.melee_attack) == ("1d6+1", TraumaDie(6, 2), 15, 3)
    assert shipped().creature("guard_dog").rules is None


@pytest.mark.parametrize("id", [id for ids in FOE_IDS.values() for id in ids])
def test_what_a_foe_wears_is_no_better_than_what_is_listed(id: str) -> None:
    """So the listed figures are what counts, with the gear and without."""
    creature, found = shipped().creature(id), profile(id)
    if id == "guard_dog":
        assert not creature.armor
        return
    worn = tuple(piece(one.id) for one in creature.armor)
    whole = protection(TABLES, found, worn, ())
    assert (whole.ranged_ac, whole.melee_ac) == (found.ranged_ac, found.melee_ac)
    assert (whole.soak, whole.trauma_target) == (found.soak, found.trauma_target)
    assert creature.anatomy is shipped().anatomy("human")
    assert creature.weapons


MODS: Final = (
    "Autotargeting +1 hit · Customized +1 hit · Predictive +1 hit, damage, Shock · Savage Impact +1 damage, Shock · "
    "Integral Toxins +2 damage, Shock · Thermal +2 damage, Shock (2 fights) · Shock Burst +2d6 and +2 Shock, once a "
    "fight · Stun Rounds −2 damage, half range, nl · Extended Mag ×2 · Heavy Sabot may traumatise machines."
)


def test_every_mod_of_a_weapon_does_what_the_rulebook_says() -> None:
    says("A9", MODS)
    found = shipped().mods
    assert {id: (mod.attack, mod.damage, mod.shock) for id, mod in found.items()} == {
        "autotargeting": (1, 0, 0), "customized": (1, 0, 0), "predictive": (1, 1, 1), "savage_impact": (0, 1, 1),
        "integral_toxins": (0, 2, 2), "thermal": (0, 2, 2), "shock_burst": (0, 0, 2), "stun_rounds": (0, -2, 0),
        "extended_mag": (0, 0, 0), "heavy_sabot": (0, 0, 0),
    }  # fmt: skip
    assert (found["thermal"].fights, found["shock_burst"].burst_dice) == (2, 2)
    assert (found["stun_rounds"].non_lethal, found["stun_rounds"].half_range) == (True, True)
    assert (found["extended_mag"].magazine_times, found["heavy_sabot"].wrecks_machines) == (2, True)


def test_machines_are_built_of_parts_that_think_drive_and_carry() -> None:
    for creature in shipped().creatures.values():
        if creature.cities is not None and creature.cities.machine:
            roles = {role for part in creature.anatomy.parts for role in part.roles}
            assert roles >= {Role.VITAL, Role.CORE, Role.LOCOMOTOR}, creature.id


def test_everything_of_this_ruleset_is_credited() -> None:
    credits = files("fleshwound.assets").joinpath("CREDITS.md").read_text(encoding="utf-8")
    assert "Cities Without Number" in credits
    assert "Kevin Crawford" in credits
