"""Conversion: what a creature, a weapon, or armour given for other rules is under these (cities A1, A8, A9, A11).

What has a section of its own in content is that, whole. Everything else follows from what the shared definition says,
by the figures of the table `conversion` in the ruleset's asset file, all of them our reading [R]: they are set so that
the listed guard dog, and people beside the listed foes, come out near their stat blocks. Halves are rounded up.

    prowess     = the best of Melee, Archery, Throwing, Sling and the masteries of its own techniques
    level (HD)  = 1 + (prowess - 50) / 15 + (Strength + Endurance - 22) / 8, at least 1
    hit points  = 5 a level; of a creature with Strength below 10 that many tenths of it, at least 1
    attack      = level + (mastery - 60) / 10, at least 0: in melee by Melee or its best technique, at range by its best
                  missile skill
    both AC     = 10 + (Dodge - 40) / 10 + the hide's protection / 2, neither part below 0, at most 20
    Trauma Target = 6, and 1 more from Strength 20 and again from 28
    Morale      = 7 + (Will - 10) / 2, 2..11; who knows no fear never breaks
    Move        = 10 m + (move in feet - 50) / 14, at least 1 m; who doesn't move at all doesn't
    attributes  = Strength, Dexterity (else Agility), Endurance, Reasoning, Will, Aura as they are, within 3..18
    skills      = (mastery - 40) / 20 rounded down, 0..4, from mastery 30 on; below that untrained
    attacks     = each technique with an impact: the damage whose row its mean impact reaches, the modifier of Strength
                  taken off first, for it is added again

Saves follow from the level as for any listed foe. Weapons stand for a weapon of these rules by their id, else by their
kind and weight; shields count by their block; worn pieces without a section together, by the protection they give the
whole body:

    Melee AC    = 10 + the mean protection against blunt, edged and piercing / 2
    ranged AC   = 10 + the mean protection against piercing / 3
    soak        = the mean protection / 2; Trauma Target 1 more from a mean of 10, and again from 16

There is no way back: what is given for these rules alone has no body measured for wounds, no masteries and no impact to
reckon from, and is refused elsewhere (`fleshwound.components.errors.WrongRules`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from fleshwound.components.cities import CitiesArmor, CitiesMode, CitiesProfile, CitiesShield, CitiesWeapon, Standing
from fleshwound.components.definitions import Anatomy, ArmorPiece, Aspect, Creature, Mode, Weapon
from fleshwound.components.errors import BadValue, UnknownName
from fleshwound.systems.cities.conversion_table import ConversionTable, DamageRow, WeaponRow
from fleshwound.systems.cities.numbers import modifier_of
from fleshwound.systems.cities.tables import Tables

KEPT: Final = 4096
MISSILES: Final = ("archery", "throwing", "sling")
ASPECTS: Final = (Aspect.BLUNT, Aspect.EDGED, Aspect.PIERCING)


@lru_cache(KEPT)
def profile_of(tables: Tables, creature: Creature) -> CitiesProfile:
    """Give what a creature is under these rules: its section, or what the module says of its abilities.

    Raises:
        BadValue: it has no body, or lacks an attribute that is reckoned from.
    """
    if creature.cities is not None:
        return creature.cities
    if creature.anatomy.incorporeal:
        raise BadValue(f"{creature.id} has no body; expected a creature with one, or with a section for cities")
    missing = [name for name in ("strength", "endurance", "will") if name not in creature.attributes]
    if missing:
        raise BadValue(f"{creature.id} lacks {', '.join(missing)}; expected each, or a section for cities")
    table, of, skills = tables.conversion, creature.attributes, creature.skills
    melee = max((skills.get("melee", 0), *(mode.mastery or 0 for mode in creature.techniques)))
    missile = max(skills.get(name, 0) for name in MISSILES)
    level = _level(table, max(melee, missile), of["strength"] + of["endurance"])
    armor_class = _armor_class(table, creature)
    strength = of["strength"]
    attributes = {
        name: min(max(score, table.attribute_least), table.attribute_most)
        for name, score in (
            ("strength", strength),
            ("dexterity", of.get("dexterity", of.get("agility", 0))),
            ("constitution", of["endurance"]),
            ("intelligence", of.get("reasoning", 0)),
            ("wisdom", of["will"]),
            ("charisma", of.get("aura", 0)),
        )
        if score
    }
    return CitiesProfile(
        level=level,
        hit_points=max(1, rounded(level * table.hit_points * min(strength, table.full_strength), table.full_strength)),
        standing=Standing.NAMED if "leader" in creature.traits else Standing.MINOR,
        attributes=attributes,
        skills=_skills(table, skills, melee, missile),
        melee_attack=max(0, level + rounded(melee - table.attack_from, table.attack_step)),
        ranged_attack=max(0, level + rounded(missile - table.attack_from, table.attack_step)),
        ranged_ac=armor_class,
        melee_ac=armor_class,
        trauma_target=table.trauma_target + sum(strength >= least for least in table.trauma_strength),
        attacks=tuple(
            _attack(tables, mode, attributes["strength"]) for mode in creature.techniques if mode.aspect is not None
        ),
        unarmed=creature.human_techniques,
        move_m=_move(table, creature.move_ft),
        morale=None if creature.immunities.fear else _morale(table, of["will"]),
        tools=skills.get("physician", 0) >= table.tools_from,
        human_sized=strength < table.large_strength,
    )


def rounded(number: int | Fraction, by: int) -> int:
    """Divide, halves rounded up."""
    return (2 * number + by) // (2 * by)


def _level(table: ConversionTable, prowess: int, body: int) -> int:
    by_prowess = (prowess - table.prowess_from) * table.body_step
    by_body = (body - table.body_from) * table.prowess_step
    return max(table.level_least, 1 + rounded(by_prowess + by_body, table.prowess_step * table.body_step))


def _armor_class(table: ConversionTable, creature: Creature) -> int:
    dodge = max(0, rounded(creature.skills.get("dodge", 0) - table.dodge_from, table.dodge_step))
    hide = sum(
        share * sum(place.protection[aspect] for aspect in ASPECTS)
        for place, share in zip(creature.anatomy.locations, shares(creature.anatomy), strict=True)
    ) / len(ASPECTS)
    return min(table.ac_most, table.ac + dodge + max(0, rounded(Fraction(hide), table.hide_step)))


def _skills(table: ConversionTable, skills: Mapping[str, int], melee: int, missile: int) -> dict[str, int]:
    masteries = {
        "stab": skills.get("melee", 0),
        "punch": melee,
        "shoot": missile,
        **{ours: skills.get(theirs, 0) for ours, theirs in table.skills.items()},
    }
    return {
        name: min(max(0, (mastery - table.skill_from) // table.skill_step), table.skill_most)
        for name, mastery in masteries.items()
        if mastery >= table.skill_trained
    }


def _morale(table: ConversionTable, will: int) -> int:
    return min(max(table.morale + rounded(will - table.will_from, table.will_step), 2), table.morale_most)


def _move(table: ConversionTable, feet: int) -> int:
    return max(1, table.move_m + rounded(feet - table.move_from_ft, table.move_step_ft)) if feet else 0


def _attack(tables: Tables, mode: Mode, strength: int) -> CitiesMode:
    bonus = modifier_of(tables, strength)
    row = damage_row(tables.conversion, mode.dice * (mode.sides + 1) + 2 * (mode.impact_mod - bonus))
    plus = row.plus if row.dice else row.plus - bonus  # fixed damage is what comes out in the end
    return CitiesMode(
        mode.id, mode.name, "punch", ("strength",), row.dice, row.sides, plus, trauma=row.trauma, wields_body=True
    )


def damage_row(table: ConversionTable, doubled: int) -> DamageRow:
    """Find the damage of a blow by twice its mean impact: the last row that it reaches."""
    return next(row for row in reversed(table.damage) if doubled * 5 >= row.from_tenths)


@lru_cache(KEPT)
def shares(body: Anatomy) -> tuple[Fraction, ...]:
    """Give the share of unaimed blows that finds each location of a body; they come to 1."""
    zones = sum(zone.weight for zone in body.zones)
    of_zone = [sum(part.weight for part in body.parts if part.zone == zone) for zone in range(len(body.zones))]
    of_part = [sum(place.weight for place in body.locations if place.part == part) for part in range(len(body.parts))]
    found: list[Fraction] = []
    for place in body.locations:
        part = body.parts[place.part]
        weight = body.zones[part.zone].weight * part.weight * place.weight
        found.append(Fraction(weight, zones * of_zone[part.zone] * of_part[place.part]))
    return tuple(found)


@lru_cache(KEPT)
def worn_by(tables: Tables, pieces: tuple[ArmorPiece, ...], body: Anatomy) -> tuple[CitiesArmor, ...]:
    """Give what worn pieces are under these rules: those with a section that, all the rest together one armour."""
    own = tuple(piece.cities for piece in pieces if piece.cities is not None)
    rest = [piece for piece in pieces if piece.cities is None]
    return (*own, _together(tables.conversion, rest, body)) if rest else own


def _together(table: ConversionTable, pieces: Sequence[ArmorPiece], body: Anatomy) -> CitiesArmor:
    against = [
        sum(
            (
                share * piece.protection[aspect]
                for place, share in zip(body.locations, shares(body), strict=True)
                for piece in pieces
                if place.id in piece.rigid or place.id in piece.flexible
            ),
            Fraction(0),
        )
        for aspect in ASPECTS
    ]
    mean = max(Fraction(0), sum(against, Fraction(0)) / len(ASPECTS))
    pierced = max(Fraction(0), against[Aspect.PIERCING])
    return CitiesArmor(
        ranged=table.ac + rounded(pierced, table.worn_ranged_step),
        melee=table.ac + rounded(mean, table.worn_melee_step),
        soak=rounded(mean, table.worn_soak_step),
        trauma_target=sum(mean >= least for least in table.worn_trauma),
        obvious=True,
    )


def weapon_of(tables: Tables, models: Mapping[str, Weapon], weapon: Weapon) -> CitiesWeapon:
    """Give what a weapon or shield is under these rules: its section, or the weapon among `models` it stands for.

    Its modes carry its own id: a broadsword that stands for a sword has `broadsword/cut`. A shield strikes as the table
    says, without Shock, and gives 1 Melee AC for 5 points of its block, 1 ranged AC for 10.

    Raises:
        BadValue: it stands for nothing under these rules.
        UnknownName: what it stands for isn't among `models`, or has no section itself.
    """
    if weapon.cities is not None:
        return weapon.cities
    if weapon.is_shield:
        return _shield(tables.conversion, models, weapon)
    return _model(models, _stands_for(tables.conversion, weapon), weapon)


def _stands_for(table: ConversionTable, weapon: Weapon) -> str:
    if weapon.id in table.weapon_ids:
        stands_for = table.weapon_ids[weapon.id]
    else:
        found = [row.stands_for for row in table.weapons if _fits(row, weapon)]
        stands_for = found[0] if found else ""
    if not stands_for:
        raise BadValue(f"{weapon.id} is nothing to strike with under cities; expected another weapon")
    return stands_for


def _fits(row: WeaponRow, weapon: Weapon) -> bool:
    return row.kind == weapon.kind and weapon.weight_lb >= row.from_lb


def _model(models: Mapping[str, Weapon], id: str, weapon: Weapon) -> CitiesWeapon:
    model = models.get(id)
    if model is None or model.cities is None:
        known = sorted(name for name, one in models.items() if one.cities is not None)
        raise UnknownName("weapon of cities", id, (), known)
    modes = (replace(mode, id=f"{weapon.id}/{mode.id.partition('/')[2]}") for mode in model.cities.modes)
    return replace(model.cities, modes=tuple(modes), cost=0)


def _shield(table: ConversionTable, models: Mapping[str, Weapon], weapon: Weapon) -> CitiesWeapon:
    block = max((mode.block_mod for mode in weapon.modes), default=0)
    shield = CitiesShield(
        ranged=max(0, block // table.shield_ranged_step), melee=max(1, block // table.shield_melee_step)
    )
    bash = _model(models, table.shield_bash, weapon)
    modes = tuple(replace(mode, shock=None) for mode in bash.modes if not mode.ranged)
    return replace(bash, modes=modes, shield=shield)


def strangers(table: ConversionTable, models: Mapping[str, Weapon]) -> list[tuple[str, str]]:
    """List what the table says weapons stand for and isn't among `models` with a section, as (path, id)."""
    named = [
        ("shield_bash", table.shield_bash),
        *((f"weapons[{index}].stands_for", row.stands_for) for index, row in enumerate(table.weapons)),
        *((f"weapon_ids.{id}", stands_for) for id, stands_for in table.weapon_ids.items() if stands_for),
    ]
    return [(path, id) for path, id in named if (model := models.get(id)) is None or model.cities is None]
