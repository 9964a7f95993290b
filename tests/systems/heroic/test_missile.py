"""Missiles: range bands, masteries, impacts, whom a stray shot hits (heroic H12)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from scripting import editing, pair, put

from fleshwound.components.creature import Conditions, Fatigue, FatigueEntry, FatigueKind, Shock
from fleshwound.components.definitions import Aspect, Mode
from fleshwound.components.draws import Draw
from fleshwound.components.guard import Guard
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.heroic.d100 import read
from fleshwound.systems.heroic.exchange import Defence, resolved
from fleshwound.systems.heroic.fighter import Fighter, Reader, fighter
from fleshwound.systems.heroic.marksmanship import evasion, missile_attack, missile_reactions
from fleshwound.systems.heroic.missile import (
    Band,
    Shot,
    band_of,
    band_reach,
    band_spread,
    flies_on,
    shot_harm,
    shot_impact,
    stray_draw,
)
from fleshwound.systems.heroic.tables import Tables

ARCHER = shipped().creature("archer")


def mode(weapon: str, name: str = "ranged") -> Mode:
    return next(m for m in shipped().weapon(weapon).modes if m.id == f"{weapon}/{name}")


def armed(weapon: str, **creature: Any) -> tuple[Combat, int, int]:
    """An archer with one weapon and bare of armour, and a man-at-arms."""
    other = replace(ARCHER, weapons=(shipped().weapon(weapon),), **creature)
    return pair(other, "man_at_arms", gap=6)


def at(combat: Combat, entity: int) -> Fighter:
    reader: Reader = combat.battle.ruleset.reader  # type: ignore[attr-defined]  # these rules have one
    with editing(combat):
        return fighter(reader, entity)


def shot_of(who: Fighter, id: str, band: Band = Band.DIRECT, projectile: str | None = None) -> Shot:
    use = who.stance.shots[id]
    assert use.part is not None
    shot = None if projectile is None else shipped().projectile(projectile)
    return Shot(use, who.held.items[use.part], shot, band, 50)


def attack(who: Fighter, id: str, evaded: int = 0, setup: int = 0) -> Any:
    shot = shot_of(who, id)
    return missile_attack(who.stance, shot.use, shot.item.weapon, evaded, setup)


# --- range ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "name", "feet", "band"),
    [
        ("longbow_75", "ranged", 0, Band.POINT_BLANK),
        ("longbow_75", "ranged", 90, Band.POINT_BLANK),
        ("longbow_75", "ranged", 95, Band.DIRECT),
        ("longbow_75", "ranged", 180, Band.DIRECT),
        ("longbow_75", "ranged", 185, Band.VOLLEY),
        ("longbow_75", "ranged", 720, Band.VOLLEY),
        ("longbow_75", "ranged", 725, None),
        ("bodkin_javelin", "thrown", 30, Band.POINT_BLANK),
        ("bodkin_javelin", "thrown", 60, Band.DIRECT),
        ("bodkin_javelin", "thrown", 120, Band.VOLLEY),
        ("bodkin_javelin", "thrown", 125, None),
        ("staff_sling", "ranged", 720, Band.VOLLEY),
        ("staff_sling", "ranged", 725, None),
        ("flechette", "thrown", 5, Band.POINT_BLANK),
        ("flechette", "thrown", 10, Band.DIRECT),
    ],
)
def test_a_distance_falls_into_a_range_band(
    tables: Tables, weapon: str, name: str, feet: int, band: Band | None
) -> None:
    assert band_of(tables, mode(weapon, name), feet) is band
    if band is not None:
        assert feet <= band_reach(tables, mode(weapon, name), band) * 5


def test_each_band_has_its_die_whatever_the_mode_s_own_and_a_volley_none(tables: Tables) -> None:
    assert [band_spread(tables, band) for band in Band] == [6, 8, 0]
    assert mode("bodkin_javelin", "thrown").spread == 4


# --- what it is tested at ---------------------------------------------------------------------------------------------


def test_a_shot_is_tested_at_archery_and_a_throw_at_throwing() -> None:
    combat, a, _ = armed("longbow_75")
    assert attack(at(combat, a), "longbow_75/ranged").eml == 70
    combat, a, _ = armed("bodkin_javelin", skills={**ARCHER.skills, "throwing": 44})
    assert attack(at(combat, a), "bodkin_javelin/thrown").eml == 44
    combat, a, _ = armed("sling", skills={**ARCHER.skills, "sling": 61})
    assert attack(at(combat, a), "sling/ranged").eml == 61


@pytest.mark.parametrize(
    ("weapon", "strength", "penalty"),
    [
        ("longbow_75", 8, 0), ("longbow_75", 7, 0), ("longbow_75", 6, -5), ("longbow_150", 13, -10),
        ("longbow_175", 10, -35), ("longbow_150", 15, 0), ("wooden_crossbow_160", 5, 0), ("slingshot", 3, 0),
    ],
)  # fmt: skip
def test_a_bow_too_heavy_to_draw_costs_five_for_each_ten_pounds(weapon: str, strength: int, penalty: int) -> None:
    combat, a, _ = armed(weapon, attributes={**ARCHER.attributes, "strength": strength})
    modifiers = dict(attack(at(combat, a), f"{weapon}/ranged").modifiers)
    assert modifiers.get("draw", 0) == penalty


@pytest.mark.parametrize(("archery", "level"), [(70, 70), (42, 42), (20, 42)])
def test_a_crossbow_is_shot_at_the_better_of_archery_and_three_times_its_skill_base(archery: int, level: int) -> None:
    # Perception 14 and Dexterity 13 have a skill base of 14, the first being greater.
    combat, a, _ = armed("wooden_crossbow_120", skills={**ARCHER.skills, "archery": archery})
    assert attack(at(combat, a), "wooden_crossbow_120/ranged").base == level
    combat, a, _ = armed("longbow_75", skills={**ARCHER.skills, "archery": archery})
    assert attack(at(combat, a), "longbow_75/ranged").base == archery


def test_fatigue_encumbrance_evasion_and_setup_are_named_and_lying_prone_costs_nothing() -> None:
    combat, a, _ = pair(ARCHER, "man_at_arms", gap=6)
    with editing(combat):
        combat.component(a, Fatigue).entries.append(FatigueEntry(FatigueKind.WINDEDNESS, "test", 5))
    mail = shipped().armor_piece("mail_hauberk")
    other = Combat(seed=1)
    b = other.spawn(replace(ARCHER, weapons=(shipped().weapon("longbow_100"),)), side="x", at=(0, 0), armor=(mail,))
    put(other, b, Shock.NONE)
    encumbered = dict(attack(at(other, b), "longbow_100/ranged").modifiers)
    assert encumbered == {"encumbrance": -mail.encumbrance}
    tired = attack(at(combat, a), "longbow_100/ranged", evaded=-20, setup=10)
    assert tired.modifiers == (("fatigue", -5), ("evasion", -20), ("setup", 10))
    with editing(combat):
        combat.component(a, Conditions).prone = True
    assert attack(at(combat, a), "longbow_100/ranged").eml == 65


def test_evading_takes_five_off_for_each_ten_of_a_reduced_dodge() -> None:
    combat, _a, b = armed("longbow_75")
    who = at(combat, b)
    assert evasion(who) == 0
    with editing(combat):
        combat.component(b, Guard).evading = True
    dodge = who.abilities.skills["dodge"]
    assert evasion(at(combat, b)) == -5 * (dodge // 10)
    with editing(combat):
        combat.component(b, Fatigue).entries.append(FatigueEntry(FatigueKind.WINDEDNESS, "test", 10))
    assert evasion(at(combat, b)) == -5 * ((dodge - 10) // 10)
    put(combat, b, Shock.INCAPACITATED)
    assert evasion(at(combat, b)) == 0


# --- what it can be met with ------------------------------------------------------------------------------------------


def test_a_missile_is_blocked_with_a_shield_dodged_or_ignored_and_never_struck_back_at() -> None:
    combat, a, b = armed("longbow_75")
    met = missile_reactions(at(combat, b), combat.id_of(a), 0, 0)
    assert {(r.kind, r.use.mode.id if r.use else None) for r in met} == {
        (Defence.BLOCK, "round_shield/bash"), (Defence.DODGE, None), (Defence.IGNORE, None),
    }  # fmt: skip
    combat, a, b = pair("archer", "archer", gap=6)
    assert {r.kind for r in missile_reactions(at(combat, b), combat.id_of(a), 0, 0)} == {Defence.DODGE, Defence.IGNORE}


def test_acrobatics_and_further_defences_count_against_missiles_too() -> None:
    man = shipped().creature("man_at_arms")
    agile = replace(man, skills={**man.skills, "acrobatics": 47})
    combat, a, b = pair("archer", agile, gap=6)
    block, dodge, _ = missile_reactions(at(combat, b), combat.id_of(a), -5, 2)
    for reaction in (block, dodge):
        modifiers = dict(reaction.mastery.modifiers)
        assert (modifiers["acrobatics"], modifiers["further defence"], modifiers["opponent's weapon"]) == (8, -20, -5)


def test_the_stunned_only_ignore_a_missile() -> None:
    combat, a, b = armed("longbow_75")
    put(combat, b, Shock.STUNNED)
    assert [r.kind for r in missile_reactions(at(combat, b), combat.id_of(a), 0, 0)] == [Defence.IGNORE]


# --- impact -----------------------------------------------------------------------------------------------------------


def chances(draw: Draw) -> dict[int, Fraction]:
    answers, running, total = draw.of
    return {a: Fraction(n - m, total) for a, m, n in zip(answers, (0, *running), running, strict=False)}


def test_the_arrow_s_impact_adds_to_the_bow_s_without_strength() -> None:
    combat, a, _ = armed("longbow_75", attributes={**ARCHER.attributes, "strength": 18})
    who = at(combat, a)
    draw, dealt = shot_impact(who.tables, 18, shot_of(who, "longbow_75/ranged", Band.DIRECT, "standard_arrow"))
    assert dealt == ((("mode", 2), ("projectile", -1)), "1d12+1")
    assert chances(draw) == {points: Fraction(1, 12) for points in range(2, 14)}
    near = shot_impact(who.tables, 18, shot_of(who, "longbow_75/ranged", Band.POINT_BLANK, "standard_arrow"), 1)
    assert near[1] == ((("mode", 2), ("projectile", -1), ("point blank", 2)), "1d12+3")


def test_the_dice_of_a_sling_and_of_its_stone_are_thrown_together() -> None:
    combat, a, _ = armed("slingshot")
    who = at(combat, a)
    draw, dealt = shot_impact(who.tables, 10, shot_of(who, "slingshot/ranged", Band.DIRECT, "sling_stone"))
    assert dealt == ((("projectile", -1),), "1d6+1d10-1")
    found = chances(draw)
    assert (min(found), max(found), found[1], found[6]) == (1, 15, Fraction(1, 60), Fraction(6, 60))
    assert sum(found.values()) == 1


def test_what_is_thrown_gets_strength_less_one_and_its_own_advantage() -> None:
    combat, a, _ = armed("bodkin_javelin", attributes={**ARCHER.attributes, "strength": 14})
    who = at(combat, a)
    _, dealt = shot_impact(who.tables, 14, shot_of(who, "bodkin_javelin/thrown", Band.POINT_BLANK), 2)
    thrown = mode("bodkin_javelin", "thrown")
    assert thrown.advantage_impact is not None
    assert dict(dealt.added) == {
        "mode": thrown.impact_mod, "strength": 2, "thrown": -1, "point blank": 2,
        "advantage": 2 * thrown.advantage_impact,
    }  # fmt: skip


def test_the_projectile_gives_the_aspect_armour_reduction_and_bleeding(tables: Tables) -> None:
    bow = mode("longbow_75")
    broad, blunt = shipped().projectile("heavy_broad_arrow"), shipped().projectile("sling_stone")
    harm = shot_harm(tables, bow, broad)
    assert harm is not None
    assert (harm.aspect, harm.armor_reduction, harm.bleed) == (Aspect.PIERCING, 4, 5)
    stone = shot_harm(tables, mode("sling"), blunt)
    assert stone is not None
    assert (stone.aspect, stone.armor_reduction, stone.bleed) == (Aspect.BLUNT, 0, 0)
    thrown = shot_harm(tables, mode("barbed_javelin", "thrown"), None)
    assert thrown is not None
    assert (thrown.aspect, thrown.bleed) == (Aspect.PIERCING, 5)


# --- going astray -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack_face", "defence", "defend_face", "flies"),
    [
        (73, Defence.IGNORE, None, True),
        (75, Defence.IGNORE, None, False),
        (41, Defence.IGNORE, None, False),
        (41, Defence.DODGE, 20, True),
        (41, Defence.BLOCK, 20, False),
        (73, Defence.BLOCK, 20, True),
    ],
    ids=["near miss", "critical failure", "hit", "dodged", "blocked", "near miss at a shield"],
)
def test_a_shot_that_nearly_missed_or_was_dodged_flies_on(
    tables: Tables, attack_face: int, defence: Defence, defend_face: int | None, flies: bool
) -> None:
    defend = None if defend_face is None else read(defend_face, 60)
    fought = resolved(defence, read(attack_face, 60), defend, tables.combat, missile=True)
    assert flies_on(defence, fought) is flies


def test_each_at_risk_weighs_one_and_nobody_three(tables: Tables) -> None:
    assert chances(stray_draw(tables, (4, 7))) == {0: Fraction(3, 5), 4: Fraction(1, 5), 7: Fraction(1, 5)}
