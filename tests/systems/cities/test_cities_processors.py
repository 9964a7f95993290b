"""What the systems of `cities` make of their rules: attacks, going down, care, rest, courage (cities A2 to A7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from cities_kit import (
    BIOSUIT,
    CLUB,
    COAT,
    FLASH,
    GRENADE,
    KNIFE,
    PISTOL,
    RIFLE,
    RIOT_SHIELD,
    SMG,
    TASER,
    combat,
    duel,
    named,
    person,
)
from scripting import due, editing, play

from fleshwound.components.cities import Standing
from fleshwound.components.creature import Held, Place
from fleshwound.components.edits import Heal, Injure
from fleshwound.components.errors import Refusal
from fleshwound.components.events import (
    AttackRolled,
    BlastLanded,
    DamageDealt,
    Died,
    Event,
    FieldLeft,
    HealthLost,
    InitiativeRolled,
    ItemDropped,
    MajorInjurySuffered,
    MoraleChecked,
    OpeningTaken,
    SaveMade,
    ShockIgnored,
    SoakRestored,
    StateChanged,
)
from fleshwound.components.hitpoints import Footing, HitPoints, Magazines, Trauma
from fleshwound.components.intents import (
    Defend,
    LieDown,
    Move,
    PickUp,
    Reload,
    Stand,
    StopBleeding,
    Strike,
    Treat,
    Withdraw,
)
from fleshwound.game import Combat
from fleshwound.game.ai.helping import refusal

HOUR = 3600
DAY = 24 * HOUR


def of(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if type(event) is kind]


def left(made: Combat, entity: int) -> int:
    return made.component(entity, HitPoints).left


def refused(made: Combat, entity: int, intent: Any) -> Refusal:
    with editing(made) as battle:
        battle.seen.clear()
        why = refusal(battle, entity, intent)
    assert why is not None, f"{intent} is accepted"
    return why


# --- attacks ---


def test_a_hit_takes_hit_points_and_tells_every_roll() -> None:
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other", hit_points=9))
    events = play(made, a, Strike(b, "test_knife/stab"), attack=True, damage=3, trauma=False)
    rolled, dealt, lost = of(events, AttackRolled)[0], of(events, DamageDealt)[0], of(events, HealthLost)[0]
    assert (rolled.hit, rolled.against, rolled.check.target) == (True, "melee", 10)
    assert rolled.check.modifiers == (("attack bonus", 1),)
    assert (dealt.damage, dealt.total, dealt.through, dealt.source) == (3, 3, 3, "hit")
    assert (lost.amount, lost.left, left(made, b)) == (3, 6, 6)


def test_a_miss_deals_shock() -> None:
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other"))
    events = play(made, a, Strike(b, "test_knife/stab"), attack=False)
    assert [(dealt.source, dealt.through) for dealt in of(events, DamageDealt)] == [("shock", 1)]
    assert left(made, b) == 4


def test_a_riot_shield_ignores_the_first_shock_of_each_round() -> None:
    made, a, b = duel(person(weapons=(CLUB,)), person("test_other", weapons=(RIOT_SHIELD,)))
    made.step()
    assert of(play(made, a, Strike(b, "test_club/strike"), attack=False), ShockIgnored)
    assert left(made, b) == 5
    again = play(made, b, Defend())
    assert again
    made.advance(6)
    assert of(play(made, a, Strike(b, "test_club/strike"), attack=False), ShockIgnored)


def test_a_second_shock_of_the_round_gets_past_the_shield() -> None:
    guard = person("test_guard", weapons=(RIOT_SHIELD,))
    made, a, b = duel(person(weapons=(CLUB,)), guard)
    c = made.spawn(person(weapons=(CLUB,)), side="red", at=(7, 5), name="Cid", intents="host")
    made.step()
    play(made, a, Strike(b, "test_club/strike"), attack=False)
    play(made, c, Strike(b, "test_club/strike"), attack=False)
    assert left(made, b) == 4


def test_total_defense_raises_both_acs_and_is_immune_to_shock_until_the_next_turn() -> None:
    made, a, b = duel(person(weapons=(CLUB,)), person("test_other"))
    made.run(until=lambda c: c.battle.turn is not None and c.battle.turn.creature == c.id_of(b))
    made.act(b, Defend())
    assert made.component(b, Footing).defending
    events = play(made, a, Strike(b, "test_club/strike"), attack=False)
    assert of(events, AttackRolled)[0].check.target == 12
    assert not of(events, DamageDealt)
    made.advance(6)
    assert not made.component(b, Footing).defending


def test_shots_are_spent_and_an_empty_weapon_is_reloaded() -> None:
    made, a, b = duel(person(weapons=(PISTOL,)), person("test_other", hit_points=500), gap=4)
    for shot in range(8):
        play(made, a, Strike(b, "test_pistol/shot"), attack=False)
        assert made.component(a, Magazines).used == {1: shot + 1}
    assert refused(made, a, Strike(b, "test_pistol/shot")) is Refusal.NOT_READY
    play(made, a, Reload())
    assert made.component(a, Magazines).used == {}
    assert refused(made, a, Reload(1)) is Refusal.READY_ALREADY


def test_a_burst_takes_three_rounds_and_adds_two_to_hit_and_damage() -> None:
    made, a, b = duel(person(weapons=(SMG,)), person("test_other", hit_points=50), gap=4)
    events = play(made, a, Strike(b, "test_smg/shot_burst"), attack=True, damage=4, trauma=False)
    assert ("burst", 2) in of(events, AttackRolled)[0].check.modifiers
    assert of(events, DamageDealt)[0].damage == 6
    assert made.component(a, Magazines).used == {1: 3}


@pytest.mark.parametrize(("gap", "modifiers"), [(6, ()), (7, (("long range", -2),)), (65, (("long range", -2),))])
def test_past_its_normal_range_a_shot_is_harder(gap: int, modifiers: tuple[tuple[str, int], ...]) -> None:
    made, a, b = duel(person(weapons=(PISTOL,)), person("test_other"), gap=gap, size=(90, 20), awareness=90)
    events = play(made, a, Strike(b, "test_pistol/shot"), attack=False)
    assert of(events, AttackRolled)[0].check.modifiers == (("attack bonus", 1), *modifiers)


def test_past_its_greatest_range_a_shot_is_impossible() -> None:
    made, a, b = duel(person(weapons=(PISTOL,)), person("test_other"), gap=66, size=(90, 20))
    assert refused(made, a, Strike(b, "test_pistol/shot")) is Refusal.OUT_OF_RANGE


def test_with_an_armed_foe_beside_one_a_pistol_suffers_and_a_rifle_cannot_fire() -> None:
    made, a, b = duel(person(weapons=(PISTOL,)), person("test_other", weapons=(KNIFE,)))
    events = play(made, a, Strike(b, "test_pistol/shot"), attack=False)
    assert ("foe beside", -4) in of(events, AttackRolled)[0].check.modifiers
    made, a, b = duel(person(weapons=(RIFLE,)), person("test_other", weapons=(KNIFE,)))
    assert refused(made, a, Strike(b, "test_rifle/shot")) is Refusal.NOT_READY
    made, a, b = duel(person(weapons=(RIFLE,)), person("test_other"))
    assert of(play(made, a, Strike(b, "test_rifle/shot"), attack=False), AttackRolled)


def test_walls_bar_a_shot_and_cover_hinders_it() -> None:
    thug, other = person(weapons=(PISTOL,)), person("test_other")
    made, a, b = duel(thug, other, gap=4, blocked=frozenset({(7, 5)}))
    assert refused(made, a, Strike(b, "test_pistol/shot")) is Refusal.NO_LINE_OF_SIGHT


def test_a_thrown_weapon_leaves_the_hand_and_lies_with_its_target() -> None:
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other", hit_points=50), gap=3)
    play(made, a, Strike(b, "test_knife/throw"), attack=True, damage=2, trauma=False)
    assert made.component(a, Held).items == {}
    assert list(made.battle.ground) == [1]
    assert refused(made, a, Strike(b, "test_knife/throw")) is Refusal.NO_SUCH_MODE


def test_a_grenade_that_finds_its_spot_catches_everybody_near() -> None:
    made, a, b = duel(person(weapons=(GRENADE,), skills={"exert": 0}), person("test_other", hit_points=50), gap=6)
    c = made.spawn(person("test_other"), side="red", at=(13, 5), intents="host", name="Cid")
    events = play(made, a, Strike(b), attack=True, evasion_save=[True, False], damage=[7, 9], trauma=[False, False])
    assert [(landed.x, landed.y, landed.scatter_m) for landed in of(events, BlastLanded)] == [(11, 5, 0)]
    assert [(dealt.creature, dealt.damage) for dealt in of(events, DamageDealt)] == [(2, 3), (3, 9)]
    assert not made.vitals(c).alive
    assert made.battle.ground == {}


def test_a_grenade_that_misses_lands_off_the_spot() -> None:
    made, a, b = duel(person(weapons=(GRENADE,)), person("test_other", hit_points=50), gap=6)
    events = play(made, a, Strike(b), attack=False, scatter=10, direction=3)  # eastwards
    assert [(landed.x, landed.y, landed.scatter_m) for landed in of(events, BlastLanded)] == [(17, 5, 10)]
    assert not of(events, SaveMade)


def test_armour_takes_the_edge_off_a_blast() -> None:
    made, a, b = duel(person(weapons=(GRENADE,)), person("test_other", hit_points=50, melee_ac=17), gap=6)
    events = play(made, a, Strike(b), attack=True, evasion_save=False, damage=9, trauma=False)
    assert of(events, DamageDealt)[0].damage == 9 - 3


def test_a_flash_costs_the_next_action_and_dazes() -> None:
    made, a, b = duel(person(weapons=(FLASH,)), person("test_other", weapons=(KNIFE,)), gap=6)
    play(made, a, Strike(b), attack=True, physical_save=False, dazed=4)
    assert made.vitals(b).state == "dazed"
    made.run(until=lambda c: c.battle.turn is not None and c.battle.turn.creature == 2)
    assert made.battle.turn is not None
    assert made.battle.turn.acted
    made.advance(24)
    assert made.vitals(b).state == "none"


def test_suppressive_fire_catches_who_fails_to_save_in_its_cone() -> None:
    made, a, b = duel(person(weapons=(RIFLE,)), person("test_other", hit_points=50), gap=8)
    aside = made.spawn(person("test_other"), side="blue", at=(6, 12), intents="host", name="Dan")
    events = play(made, a, Strike(b, "test_rifle/shot_suppress"), evasion_save=False, damage=9, trauma=True)
    assert [(dealt.creature, dealt.damage, dealt.total) for dealt in of(events, DamageDealt)] == [(2, 4, 12)]
    assert made.component(a, Magazines).used == {1: 2}
    assert made.vitals(aside).health == 100


def test_soak_wears_down_in_a_fight_and_is_whole_after_it() -> None:
    made, a, b = duel(person(weapons=(CLUB,)), person("test_other", armor=(COAT,)))
    made.step()
    events = play(made, a, Strike(b, "test_club/strike"), attack=True, damage=4)
    assert (of(events, DamageDealt)[0].soaked, left(made, b), made.component(b, HitPoints).soaked) == (4, 5, 4)
    made.advance(6)
    play(made, a, Strike(b, "test_club/strike"), attack=True, damage=4)
    assert (left(made, b), made.component(b, HitPoints).soaked) == (2, 5)
    made.edit(Injure(a, level=5))
    assert made.component(b, HitPoints).soaked == 0
    assert [event.points for event in of(made.drain(), SoakRestored)] == [5]


# --- going down ---


def test_a_minor_foe_dies_at_no_hit_points() -> None:
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other", hit_points=2))
    events = play(made, a, Strike(b, "test_knife/stab"), attack=True, damage=2, trauma=False)
    assert [died.creature for died in of(events, Died)] == [2]
    assert made.vitals(b).state == "dead"


def mortally_wounded(**more: Any) -> tuple[Combat, int, int]:
    made, a, b = duel(named(hit_points=30, weapons=(KNIFE,)), named("test_victim", hit_points=3, **more))
    play(made, a, Strike(b, "test_knife/stab"), attack=True, damage=3, trauma=False)
    return made, a, b


def test_who_matters_is_mortally_wounded_helpless_and_dies_after_six_rounds() -> None:
    made, _, b = mortally_wounded()
    vitals = made.vitals(b)
    assert (vitals.state, vitals.alive, vitals.can_act, vitals.bleeding, vitals.out) == (
        "mortally wounded", True, False, True, True,
    )  # fmt: skip
    made.advance(35.9)
    assert made.vitals(b).alive
    made.advance(0.1)
    assert not made.vitals(b).alive


def test_any_further_damage_kills_the_mortally_wounded() -> None:
    made, a, b = mortally_wounded()
    assert of(play(made, a, Strike(b, "test_knife/stab"), attack=True, damage=1, trauma=False), Died)


def test_a_stabilised_victim_wakes_with_one_hit_point_and_is_frail() -> None:
    made, a, b = mortally_wounded()
    play(made, a, StopBleeding(b), stabilise=True)
    assert made.vitals(b).state == "unconscious"
    made.advance(599)
    assert made.vitals(b).state == "unconscious"
    made.advance(1)
    assert (made.vitals(b).state, left(made, b)) == ("frail", 1)
    made.edit(Injure(b, level=1))
    assert not made.vitals(b).alive


def test_a_victim_is_tried_once_a_round_and_each_round_is_harder() -> None:
    made, a, b = mortally_wounded()
    targets = []
    for _ in range(2):
        events = play(made, a, StopBleeding(b), stabilise=False)
        targets += [event.check.target for event in events if hasattr(event, "check")]
        assert refused(made, a, StopBleeding(b)) is Refusal.TRIED_ALREADY
        made.advance(6)
    assert targets == [10, 11]  # without tools


def test_a_trauma_patch_makes_it_easier_and_is_used_up() -> None:
    made, a, b = duel(named(patches=1), named("test_victim", hit_points=1))
    made.edit(Injure(b, level=1))
    events = play(made, a, StopBleeding(b), stabilise=False)
    assert [event.check.target for event in events if hasattr(event, "check")] == [6]
    assert made.component(a, Trauma).patches == 0


def test_armour_may_stabilise_its_wearer_once_and_cyber_does() -> None:
    made, _, b = mortally_wounded(traits={"emergency_stabilization": 1})
    assert made.vitals(b).state == "unconscious"
    assert made.component(b, Trauma).strain == 100
    made, _, b = mortally_wounded(armor=(BIOSUIT,))
    assert [task.kind for task in made.battle.held_up] == ["biostabilise"]
    made.step()
    assert made.component(b, Trauma).armor_tried


def test_a_blow_to_subdue_only_incapacitates_and_its_victim_wakes_unhurt_but_for_it() -> None:
    made, a, b = duel(person(weapons=(CLUB,)), person("test_other", hit_points=3))
    events = play(made, a, Strike(b, "test_club/strike_subdue"), attack=True, damage=4)
    assert not of(events, Died)
    assert made.vitals(b).state == "incapacitated"
    made.advance(600)
    assert (made.vitals(b).state, left(made, b)) == ("none", 1)


def test_a_taser_never_kills() -> None:
    made, a, b = duel(person(weapons=(TASER,)), person("test_other", hit_points=3), gap=3)
    play(made, a, Strike(b), attack=True, damage=8)
    assert made.vitals(b).state == "incapacitated"


# --- major injuries ---


def maimed(row: int, **more: Any) -> tuple[Combat, int, int]:
    made, a, b = duel(named(hit_points=30, weapons=(KNIFE,)), named("test_victim", hit_points=3, **more))
    play(
        made, a, Strike(b, "test_knife/stab"), attack=True, damage=1, trauma=True, physical_save=False, major_injury=row
    )
    return made, a, b


def test_a_ruined_arm_drops_what_it_held_and_holds_nothing_more() -> None:
    made, a, b = maimed(8, weapons=(PISTOL,))
    play(made, a, StopBleeding(b), stabilise=True)
    made.advance(600)
    assert list(made.battle.ground) == [2]
    play(made, b, PickUp())
    assert set(made.component(b, Held).items) == {2}  # the left hand
    assert refused(made, b, PickUp(99)) is Refusal.NO_SUCH_ITEM


def test_who_lost_a_leg_can_only_crawl() -> None:
    made, a, b = maimed(6)
    play(made, a, StopBleeding(b), stabilise=True)
    made.advance(600)
    assert made.vitals(b).prone
    assert refused(made, b, Stand()) is Refusal.CANNOT_STAND
    made.edit(Heal(b, injury=1))
    play(made, b, Stand())
    assert not made.vitals(b).prone


def test_the_blind_strike_worse() -> None:
    made, a, b = maimed(4, weapons=(KNIFE,))
    play(made, a, StopBleeding(b), stabilise=True)
    made.advance(600)
    events = play(made, b, Strike(a), attack=False)
    assert any(name == "blind" for name, _ in of(events, AttackRolled)[0].check.modifiers)


def test_internal_damage_kills_in_an_hour_unless_a_clinic_mends_it() -> None:
    for mended in (False, True):
        made, a, b = maimed(2)
        play(made, a, StopBleeding(b), stabilise=True)
        assert made.vitals(b).state == "coma"
        if mended:
            made.edit(Heal(b, injury=1))
        made.advance(HOUR)
        assert made.vitals(b).alive is mended


def test_brain_damage_is_a_coma_that_nobody_wakes_from() -> None:
    made, a, b = maimed(3)
    play(made, a, StopBleeding(b), stabilise=True)
    made.advance(30 * DAY)
    assert made.vitals(b).state == "coma"


def test_a_gut_wound_sets_in_after_an_hour_and_weakens_the_physical_save() -> None:
    made, a, b = maimed(5, standing=Standing.PLAYER, level=2)
    play(made, a, StopBleeding(b), stabilise=True)
    assert dict(made.sheet(b).rows)["saves"] == "14"
    made.advance(HOUR)
    assert dict(made.sheet(b).rows)["saves"] == "14"  # Strength is the better now
    made, a, b = maimed(5, standing=Standing.PLAYER, level=2, attributes={"strength": 3, "constitution": 14})
    play(made, a, StopBleeding(b), stabilise=True)
    assert "physical 13" in dict(made.sheet(b).rows)["saves"]
    made.advance(HOUR)
    assert dict(made.sheet(b).rows)["saves"] == "14"


def test_instant_death_is_told_with_its_injury() -> None:
    made, a, b = duel(named(weapons=(KNIFE,)), named("test_victim", hit_points=3))
    events = play(
        made, a, Strike(b, "test_knife/stab"), attack=True, damage=1, trauma=True, physical_save=False, major_injury=1
    )
    assert [injury.row for injury in of(events, MajorInjurySuffered)] == [1]
    assert of(events, Died)


def test_the_mark_of_a_traumatic_hit_ends_with_the_fight() -> None:
    made, a, b = duel(named(hit_points=30, weapons=(KNIFE,)), named("test_victim", hit_points=30))
    made.step()
    play(made, a, Strike(b, "test_knife/stab"), attack=True, damage=1, trauma=True)
    assert made.component(b, Trauma).traumatised
    made.edit(Injure(a, level=30))
    assert not made.component(b, Trauma).traumatised


# --- moving ---


def test_who_leaves_an_armed_foe_is_struck_once_and_who_withdraws_is_not() -> None:
    for intent, openings in ((None, 1), (Withdraw(), 0)):
        made, a, _ = duel(person(weapons=(KNIFE,), hit_points=50), person("test_other", weapons=(KNIFE,)))
        made.run(until=lambda c: c.battle.turn is not None and c.battle.turn.creature == 1)
        if intent is not None:
            made.act(a, intent)
        made.drain()
        made.act(a, Move((1, 5)))
        assert len(of(made.drain(), OpeningTaken)) == openings
        assert (made.component(a, Place).x, made.component(a, Place).y) == (1, 5)


def test_the_unarmed_get_no_free_attack() -> None:
    made, a, _ = duel(person(weapons=(KNIFE,)), person("test_other"))
    made.run(until=lambda c: c.battle.turn is not None and c.battle.turn.creature == 1)
    made.act(a, Move((1, 5)))
    assert not of(made.drain(), OpeningTaken)


def test_lying_low_hinders_shots_and_invites_blows() -> None:
    made, a, b = duel(person(weapons=(PISTOL,)), person("test_other", hit_points=50), gap=5)
    play(made, b, LieDown())
    events = play(made, a, Strike(b), attack=False)
    assert ("target prone", -2) in of(events, AttackRolled)[0].check.modifiers
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other", hit_points=50))
    play(made, b, LieDown())
    events = play(made, a, Strike(b, "test_knife/stab"), attack=False)
    assert ("target prone", 2) in of(events, AttackRolled)[0].check.modifiers


# --- initiative and morale ---


def test_a_side_rolls_once_and_its_members_act_together() -> None:
    thug, other = person(), person("test_other")
    made = combat(3, thug, other)
    for n in range(3):
        made.spawn(thug, side="red", at=(0, n), intents="host")
        made.spawn(other, side="blue", at=(30, n), intents="host")
    made.advance(13)
    events = made.drain()
    assert [rolled.side for rolled in of(events, InitiativeRolled)] in (["red", "blue"], ["blue", "red"])
    orders = [event.order for event in events if type(event).__name__ == "RoundBegan"]
    assert len(orders) == 3
    assert len(set(orders)) == 1
    assert {frozenset(orders[0][:3]), frozenset(orders[0][3:])} == {frozenset({1, 3, 5}), frozenset({2, 4, 6})}


def test_losses_call_for_a_morale_check_and_who_breaks_runs_off_the_map() -> None:
    coward = person(morale=2, hit_points=5)
    made = combat(2, coward, person("test_other"), size=(20, 5))
    made.spawn(coward, side="red", at=(3, 2), name="Ann")
    victim = made.spawn(coward, side="red", at=(3, 3), name="Bob")
    made.spawn(person("test_other", hit_points=90), side="blue", at=(12, 2), name="Cid")
    made.step()
    made.edit(Injure(victim, level=5))
    made.advance(20)
    events = made.drain()
    assert of(events, MoraleChecked)
    assert [event.creature for event in of(events, FieldLeft)] == [1]


def test_players_never_check_morale() -> None:
    hero = named(standing=Standing.PLAYER, morale=2)
    made = combat(1, hero, person("test_other", hit_points=90))
    made.spawn(hero, side="red", at=(3, 2), name="Ann", intents="host")
    victim = made.spawn(hero, side="red", at=(3, 3), name="Bob", intents="host")
    made.spawn(person("test_other", hit_points=90), side="blue", at=(12, 2), name="Cid", intents="host")
    made.step()
    made.edit(Injure(victim, level=12))
    made.advance(20)
    assert not of(made.drain(), MoraleChecked)


# --- care and rest ---


def test_first_aid_gives_hit_points_for_strain_up_to_the_maximum() -> None:
    medic = named("test_medic", skills={"heal": 1}, attributes={"constitution": 3})
    made = combat(1, medic)
    a = made.spawn(medic, side="red", at=(3, 3), name="Ann", intents="host")
    made.edit(Injure(a, level=11))
    for strain, points in ((100, 3), (200, 5), (300, 7)):
        play(made, a, Treat(a), first_aid=2)
        assert (made.component(a, Trauma).strain, left(made, a)) == (strain, points)
    assert refused(made, a, Treat(a)) is Refusal.NOTHING_TO_TREAT


def test_the_untrained_give_no_first_aid() -> None:
    made = combat(1, named())
    a = made.spawn(named(), side="red", at=(3, 3), name="Ann", intents="host")
    made.edit(Injure(a, level=5))
    assert refused(made, a, Treat(a)) is Refusal.NO_SKILL


def test_a_night_gives_back_hit_points_as_levels_and_takes_off_strain() -> None:
    medic = named(level=3, skills={"heal": 0})
    made = combat(1, medic)
    a = made.spawn(medic, side="red", at=(3, 3), name="Ann", intents="host")
    made.edit(Injure(a, level=9))
    play(made, a, Treat(a), first_aid=1)
    made.advance(8 * HOUR - 1)
    assert left(made, a) == 4
    made.advance(1)
    assert (left(made, a), made.component(a, Trauma).strain) == (7, 0)
    made.advance(DAY)
    assert left(made, a) == 10
    made.advance(DAY)
    assert left(made, a) == 12
    assert len([e for e in made.battle.agenda if e.task.kind == "night"]) == 0


def test_the_frail_heal_nothing_by_rest_and_are_well_after_a_week() -> None:
    made, a, b = mortally_wounded()
    made.edit(Injure(a, level=29))
    play(made, a, StopBleeding(b), stabilise=True)
    made.advance(6 * DAY)
    assert (made.vitals(b).state, left(made, b)) == ("frail", 1)
    made.advance(2 * DAY)
    assert made.vitals(b).state == "none"
    made.advance(2 * DAY)
    assert left(made, b) > 1


def test_an_hours_nursing_may_end_being_frail_and_is_tried_once() -> None:
    medic = named(hit_points=30, weapons=(KNIFE,), skills={"heal": 1})
    for passed in (True, False):
        made = combat(1, medic, named("test_victim"))
        a = made.spawn(medic, side="red", at=(5, 5), name="Ann", intents="host")
        b = made.spawn(named("test_victim", attributes={"constitution": 3}), side="red", at=(6, 5), intents="host")
        made.edit(Injure(b, level=12))
        play(made, a, StopBleeding(b), stabilise=True)
        made.advance(600)
        made.component(b, Trauma).strain = 300
        play(made, a, Treat(b))
        due(made, "nursed", a, nursing=passed)
        assert made.component(b, Trauma).frail is not passed
        assert made.component(b, Trauma).worked_on is not passed


def test_nobody_rises_from_the_dead_but_by_an_edit_and_states_are_told() -> None:
    made, _, b = mortally_wounded()
    made.advance(36)
    told = of(made.drain(), StateChanged)
    assert [(event.before, event.after) for event in told][-1] == ("mortally wounded", "dead")
    made.advance(DAY)
    assert left(made, b) == 0
    assert not [event for event in made.drain() if getattr(event, "creature", None) == 2]


def test_who_falls_drops_what_it_held_before_that_is_told_dead() -> None:
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other", hit_points=2, weapons=(PISTOL,)))
    events = play(made, a, Strike(b, "test_knife/stab"), attack=True, damage=2, trauma=False)
    kinds = [type(event) for event in events]
    assert kinds.index(ItemDropped) < kinds.index(Died)
