"""Damage, Shock, the Trauma Die and soak, in the rulebook's order (cities A3, A4, A5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says
from rulebook import tables as tables_of

from fleshwound.components.cities import CitiesMode, CitiesProfile, ShockRating, Standing, TraumaDie
from fleshwound.components.hitpoints import Down
from fleshwound.systems.cities.attack import (
    FATE,
    LUCK,
    Attack,
    Situation,
    attack,
    attack_check,
    situation_modifiers,
    swept,
)
from fleshwound.systems.cities.checks import Check
from fleshwound.systems.cities.damage import Force, floor_of, shock_reaches, shocked, struck, traumatises
from fleshwound.systems.cities.force import Manner, attack_bonus, counts_as, fists, force_of, killing_bonus
from fleshwound.systems.cities.tables import Tables
from fleshwound.systems.cities.victim import Victim
from fleshwound.systems.drivers import enumerated, scripted

SAVE = Check("physical save", 1, 20, (), 15, naturals=True)
SWORD = Force(1, 8, (), ShockRating(2, 13), 8, 0, 2)


def victim(tables: Tables, **more: Any) -> Victim:
    found = {
        "id": 2, "table": tables.injury, "hit_points": 20, "soak": 0, "ranged_ac": 13, "melee_ac": 13,
        "trauma_target": 6, "physical": SAVE, "standing": Standing.NAMED,
    }  # fmt: skip
    return Victim(**{**found, **more})


def plan(tables: Tables, force: Force = SWORD, bonus: int = 0, target: Victim | None = None, **more: Any) -> Attack:
    struck_at = target or victim(tables)
    roll = attack_check((("attack bonus", bonus),) if bonus else (), (), struck_at.melee_ac)
    return Attack(1, "sword/cut", roll, force, struck_at, **more)


# --- worked examples ---


def test_nine_points_of_a_times_three_weapon_come_to_twenty_seven(tables: Tables) -> None:
    says("A4", "9 damage × 3 = 27")
    force = Force(2, 6, (), None, 8, 0, 3)
    wound = scripted(struck(force, victim(tables, hit_points=40)), 9, True)
    assert (wound.damage, wound.total, wound.lost) == (9, 27, 27)


@pytest.mark.parametrize(("melee_ac", "points"), [(13, 2), (14, 2), (15, 2), (16, 0)])
def test_shock_2_15_hurts_melee_ac_13_on_a_miss_and_not_16(tables: Tables, melee_ac: int, points: int) -> None:
    says("A4", "Shock 2/15 missing a Melee AC 13 target → 2 damage (+attribute mod); Melee AC 16 → 0")
    force = Force(1, 4, (), ShockRating(2, 15))
    facts = scripted(attack(plan(tables, force, target=victim(tables, melee_ac=melee_ac))), False)
    assert (facts.wound.lost if facts.wound else 0) == points


def test_shock_of_any_ac_hurts_any_ac_but_is_stopped_by_immunity(tables: Tables) -> None:
    says("A4", '"/–" Shock | ignores AC but is still stopped by immunity')
    shock = ShockRating(5, None)
    assert shock_reaches(shock, victim(tables, melee_ac=30))
    assert not shock_reaches(shock, victim(tables, melee_ac=10, shock_immune=True))


def test_what_a_times_one_die_multiplies_stays_as_it_is(tables: Tables) -> None:
    wound = scripted(struck(Force(1, 2, (), None, 6, 0, 1), victim(tables)), 2, True)
    assert (wound.total, wound.traumatic) == (2, True)


# --- the order of resolution ---


def test_the_floor_of_shock_comes_before_the_multiplier(tables: Tables) -> None:
    force = Force(1, 4, (), ShockRating(3, 15), 8, 0, 3)
    wound = scripted(struck(force, victim(tables, hit_points=30), floor_of(force, victim(tables))), 1, True)
    assert (wound.damage, wound.total) == (3, 9)


def test_soak_takes_first_and_hit_points_the_rest(tables: Tables) -> None:
    wound = scripted(struck(Force(1, 8, ()), victim(tables, soak=5)), 7)
    assert (wound.soaked, wound.through, wound.lost) == (5, 2, 2)
    assert scripted(struck(Force(1, 8, ()), victim(tables, soak=5)), 5).through == 0


def test_soak_takes_shock_too(tables: Tables) -> None:
    facts = scripted(attack(plan(tables, target=victim(tables, soak=1))), False)
    assert facts.wound is not None
    assert (facts.wound.soaked, facts.wound.lost) == (1, 1)


def test_soak_takes_what_trauma_multiplied(tables: Tables) -> None:
    wound = scripted(struck(SWORD, victim(tables, soak=10)), 8, True)
    assert (wound.total, wound.soaked, wound.lost) == (16, 10, 6)


@pytest.mark.parametrize(("face", "traumatic"), [(5, False), (6, True), (7, True)])
def test_the_trauma_die_is_held_against_the_targets_own_trauma_target(
    tables: Tables, face: int, traumatic: bool
) -> None:
    from fleshwound.systems.cities.checks import request
    from fleshwound.systems.cities.damage import trauma_check
    from fleshwound.systems.drivers import at

    draw = request(trauma_check(SWORD, victim(tables)))
    assert {at(draw, n).face: at(draw, n).answer for n in range(8)}[face] is traumatic


def test_a_die_that_cannot_reach_the_target_never_traumatises(tables: Tables) -> None:
    force = Force(1, 8, (), None, 6, 0, 3)
    found = enumerated(lambda: struck(force, victim(tables, trauma_target=7)))
    assert {wound.traumatic for wound in found} == {False}


@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_damage_of_a_hit_is_never_below_none(tables: Tables, roll: int) -> None:
    wound = scripted(struck(Force(1, 4, (("strength", -2),)), victim(tables)), roll)
    assert wound.damage == max(0, roll - 2)


def test_shock_is_never_below_none(tables: Tables) -> None:
    wound = scripted(shocked(Force(1, 4, (), ShockRating(-1, 15)), victim(tables)))
    assert wound is not None
    assert wound.lost == 0


def test_shock_never_traumatises(tables: Tables) -> None:
    for facts in enumerated(lambda: attack(plan(tables))):
        if not facts.hit and facts.wound is not None:
            assert facts.wound.traumatic is None
            assert facts.wound.total == facts.wound.floor


@given(
    st.integers(1, 3), st.sampled_from([2, 4, 6, 8]), st.integers(-2, 3), st.integers(0, 5),
    st.sampled_from([13, 15, None]),
    st.integers(10, 18), st.booleans(), st.booleans(), st.integers(0, 4),
)  # fmt: skip
def test_a_hit_is_never_below_the_shock_it_would_have_done_on_a_miss(
    count: int, sides: int, plus: int, points: int, ac: int | None, melee_ac: int, immune: bool, shield: bool, soak: int
) -> None:
    table = _injuries()
    target = Victim(
        2, table, 50, soak, 10, melee_ac, 6, SAVE, Standing.NAMED, shock_immune=immune, ignores_first=shield
    )
    force = Force(count, sides, (("weapon", plus),) if plus else (), ShockRating(points, ac))
    missed = scripted(shocked(force, target)) if shock_reaches(force.shock, target) else None
    by_shock = missed.through if missed is not None else 0
    for wound in enumerated(lambda: struck(force, target, floor_of(force, target))):
        assert wound.through >= by_shock


def _injuries() -> Any:
    from fleshwound.systems.cities.tables import InjuryRow, InjuryTable

    return InjuryTable(12, 3600, -1, (InjuryRow("death", "death"),) * 12)


# --- shields and immunity ---


def test_the_first_shock_of_a_round_is_ignored_and_spent_by_a_miss_alone(tables: Tables) -> None:
    shielded = victim(tables, ignores_first=True)
    missed = scripted(attack(plan(tables, target=shielded)), False).wound
    assert missed is not None
    assert (missed.shock_ignored, missed.lost) == (True, 0)
    hit = scripted(attack(plan(tables, target=shielded)), True, 1, False).wound
    assert hit is not None
    assert (hit.shock_ignored, hit.damage) == (False, 1)


def test_shock_that_does_not_reach_spends_no_shield(tables: Tables) -> None:
    beyond = victim(tables, ignores_first=True, melee_ac=14)
    assert scripted(attack(plan(tables, target=beyond)), False).wound is None


# --- machines, non-lethal, suppression ---


@pytest.mark.parametrize(
    ("firearm", "wrecks", "small", "rolls"),
    [(True, False, True, True), (True, False, False, False), (False, False, True, False), (False, True, False, True)],
)
def test_machines_are_traumatised_only_by_what_could_wreck_them(
    tables: Tables, firearm: bool, wrecks: bool, small: bool, rolls: bool
) -> None:
    force = SWORD._replace(firearm=firearm, wrecks=wrecks)
    assert traumatises(force, victim(tables, machine=True, small_machine=small)) is rolls


def test_the_armour_of_a_machine_is_taken_off_every_hit_and_is_no_pool(tables: Tables) -> None:
    car = victim(tables, machine=True, machine_armor=6, hit_points=30)
    for _ in range(2):
        wound = scripted(struck(Force(1, 8, ()), car), 8)
        assert (wound.armored, wound.lost) == (6, 2)


def test_an_immune_machine_is_hurt_only_by_what_is_built_to(tables: Tables) -> None:
    tank = victim(tables, machine=True, machine_immune=True, hit_points=40)
    assert scripted(struck(Force(1, 8, (), firearm=True), tank), 8).lost == 0
    assert scripted(struck(Force(3, 8, (), wrecks=True), tank), 20).lost == 20


def test_a_machine_at_no_hit_points_is_destroyed(tables: Tables) -> None:
    wound = scripted(struck(Force(1, 8, ()), victim(tables, machine=True, hit_points=8)), 8)
    assert wound.ending is not None
    assert wound.ending.down is Down.DEAD


def test_who_does_not_mean_to_kill_rolls_no_trauma_die_and_only_incapacitates(tables: Tables) -> None:
    wound = scripted(struck(SWORD._replace(lethal=False), victim(tables, hit_points=3, traumatised=True)), 5)
    assert wound.traumatic is None
    assert wound.ending is not None
    assert (wound.ending.down, wound.ending.saved) == (Down.INCAPACITATED, None)


def test_suppressive_fire_takes_half_of_who_fails_and_rolls_the_trauma_die(tables: Tables) -> None:
    caught = plan(tables, Force(2, 8, (), None, 10, 0, 3, halves=True), saved=SAVE)
    facts = scripted(swept(caught, half_if_saved=False), False, 9, True)
    assert facts.wound is not None
    assert (facts.wound.damage, facts.wound.total) == (4, 12)
    assert scripted(swept(caught, half_if_saved=False), True).wound is None


def test_who_saves_from_a_blast_takes_half(tables: Tables) -> None:
    caught = plan(tables, Force(2, 6, (), None, 8, 0, 2), saved=SAVE)
    saved, failed = (scripted(swept(caught, half_if_saved=True), how, 9, False).wound for how in (True, False))
    assert saved is not None
    assert failed is not None
    assert (saved.damage, failed.damage) == (4, 9)


# --- the attack roll ---


@pytest.mark.parametrize(
    ("bonus", "hits"), [(-40, 1), (-8, 1), (-7, 1), (-6, 2), (0, 8), (3, 11), (11, 19), (12, 19), (40, 19)]
)
def test_a_natural_20_hits_and_a_natural_1_misses(tables: Tables, bonus: int, hits: int) -> None:
    found = enumerated(lambda: attack(plan(tables, Force(0, 1, ()), bonus)))
    assert sum(chance for facts, chance in found.items() if facts.hit) * 20 == hits


RANGED = {"past normal range, up to maximum": {"far": True, "ranged": True},
          "target prone, ranged attacker not adjacent": {"prone": True, "ranged": True},
          "target prone, melee attacker adjacent": {"prone": True, "beside": True},
          "thrown or pistol with armed enemy adjacent": {"ranged": True, "pressed": True},
          "Snap attack": {"snap": True}, "Charge": {"charge": True},
          "Shotgun firing slugs": {"slugs": True}, "Improvised melee weapon": {"improvised": True},
          "Two one-handed weapons (needs skill 1 with each)": {"two_weapons": True},
          "Burst fire (weapons marked *)": {"burst": True},
          "personal weapon fired from a moving vehicle": {"from_vehicle": True},
          "rocket at a human-sized target": {"against_people": -4}}  # fmt: skip


@pytest.mark.parametrize("row", sorted(RANGED))
def test_each_situation_of_the_table_changes_the_roll_as_it_says(tables: Tables, row: str) -> None:
    says_so = next(table for table in tables_of("A3") if row in table.rows).rows[row][0]
    number = int(says_so.replace("−", "-").replace("*", "").split()[0].rstrip(","))
    modifiers = situation_modifiers(tables.attack, Situation(**RANGED[row]))  # type: ignore[arg-type]  # fields of a situation
    assert [value for _, value in modifiers] == [number]


@pytest.mark.parametrize(("cover", "modifier"), [(1, -2), (2, -4)])
def test_cover_hinders(tables: Tables, cover: int, modifier: int) -> None:
    assert situation_modifiers(tables.attack, Situation(cover=cover)) == (("cover", modifier),)


def test_cover_and_lying_low_do_not_add_up(tables: Tables) -> None:
    found = situation_modifiers(tables.attack, Situation(ranged=True, cover=2, prone=True))
    assert found == (("cover", -4),)
    assert sum(v for _, v in situation_modifiers(tables.attack, Situation(ranged=True, cover=1, prone=True))) == -2


@pytest.mark.parametrize(("found", "total"), [
    (Situation(ranged=True, far=True, gunlink=True), 0),
    (Situation(ranged=True, far=True, snap=True, gunlink=True), -2),
    (Situation(ranged=True, gunlink=True), 0),
    (Situation(snap=True, gunlink=True), -4),
])  # fmt: skip
def test_a_gunlink_ignores_up_to_four_points_of_a_shots_penalties(tables: Tables, found: Situation, total: int) -> None:
    assert sum(value for _, value in situation_modifiers(tables.attack, found)) == total


# --- attacker's numbers ---

KNIFE = CitiesMode(
    "knife/stab", "knife", "stab", ("strength", "dexterity"), 1, 4, shock=ShockRating(1, 15), trauma=TraumaDie(6, 3)
)


def hero(level: int = 4, **more: Any) -> CitiesProfile:
    return CitiesProfile(level, 20, Standing.PLAYER, **more)


def test_an_attack_adds_base_attack_skill_and_the_better_attribute(tables: Tables) -> None:
    who = hero(attributes={"strength": 14, "dexterity": 18}, skills={"stab": 1})
    assert attack_bonus(tables, who, KNIFE) == (("base attack", 2), ("stab", 1), ("dexterity", 2))
    assert force_of(tables, who, KNIFE).plus == (("dexterity", 2),)
    assert force_of(tables, who, KNIFE).shock == ShockRating(3, 15)


def test_the_untrained_lose_two_to_hit_not_one(tables: Tables) -> None:
    assert ("stab", -2) in attack_bonus(tables, hero(), KNIFE)


def test_npcs_use_their_listed_bonus_in_place_of_all_that(tables: Tables) -> None:
    who = CitiesProfile(3, 15, melee_attack=6, ranged_attack=4, skills={"stab": 3}, attributes={"dexterity": 18})
    assert attack_bonus(tables, who, KNIFE) == (("attack bonus", 6),)
    assert attack_bonus(tables, who, replace(KNIFE, ranged=True, thrown=True)) == (("attack bonus", 4),)


def test_a_burst_adds_to_damage_and_not_to_shock(tables: Tables) -> None:
    force = force_of(tables, hero(), KNIFE, Manner(burst=True))
    assert (force.plus, force.shock) == ((("burst", 2),), ShockRating(1, 15))


@pytest.mark.parametrize(("level", "bonus"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (10, 5)])
def test_killing_blow_adds_to_damage_shock_and_trauma_die(tables: Tables, level: int, bonus: int) -> None:
    who = hero(level, traits={"killing_blow": 1})
    assert killing_bonus(tables, who) == bonus
    force = force_of(tables, who, KNIFE)
    assert (force.plus, force.shock, force.trauma_plus) == ((("killing blow", bonus),), ShockRating(1 + bonus, 15), 1)


def test_shocking_assault_counts_targets_as_ac_10_and_at_level_2_adds_two(tables: Tables) -> None:
    first, second = (hero(traits={"shocking_assault": level}) for level in (1, 2))
    assert counts_as(tables, first) == 10
    assert (force_of(tables, first, KNIFE).shock, force_of(tables, second, KNIFE).shock) == (
        ShockRating(1, 15),
        ShockRating(3, 15),
    )
    armored = victim(tables, melee_ac=18)
    assert not shock_reaches(ShockRating(1, 15), armored)
    assert shock_reaches(ShockRating(1, 15), armored, ac=10)


@pytest.mark.parametrize(
    ("punch", "sides", "plus", "shock"), [(0, 6, 0, 0), (1, 8, 0, 1), (2, 10, 0, 2), (3, 12, 0, 3), (4, 12, 1, 4)]
)
def test_an_unarmed_combatant_strikes_by_its_punch(
    tables: Tables, punch: int, sides: int, plus: int, shock: int
) -> None:
    who = hero(skills={"punch": punch}, traits={"unarmed_combatant": 1})
    mode = fists(tables, who)
    assert (mode.dice, mode.sides, mode.plus, mode.trauma) == (1, sides, plus, TraumaDie(6, 2))
    assert (mode.shock.points if mode.shock else 0) == shock
    assert dict(force_of(tables, who, mode).plus).get("punch", 0) == punch


def test_bare_hands_do_1d2_and_the_punch_skill(tables: Tables) -> None:
    mode = fists(tables, hero(skills={"punch": 2}))
    assert (mode.dice, mode.sides, mode.trauma) == (1, 2, TraumaDie(6, 1))
    assert force_of(tables, hero(skills={"punch": 2}), mode).plus == (("punch", 2),)
    assert force_of(tables, hero(), fists(tables, hero())).plus == ()


# --- luck ---


def test_a_veterans_luck_turns_a_hit_into_a_miss_and_a_miss_into_a_hit(tables: Tables) -> None:
    turned = scripted(attack(plan(tables, Force(1, 4, ()), victim_lucky=True)), True, LUCK)
    assert (turned.hit, turned.luck, turned.wound) == (False, "target", None)
    kept = scripted(attack(plan(tables, Force(1, 4, ()), victim_lucky=True)), True, FATE, 3)
    assert (kept.hit, kept.luck) == (True, "")
    won = scripted(attack(plan(tables, Force(1, 4, ()), attacker_lucky=True)), False, LUCK, 4)
    assert (won.hit, won.rolled, won.luck) == (True, False, "attacker")
