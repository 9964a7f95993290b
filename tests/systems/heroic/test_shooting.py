"""Shooting in a tiny world: shots, throws, readying, evading, drawing, shots into a melee (heroic H12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import esper
import pytest
from scripting import all_of, calm, editing, immobilize, kinds, only, pair, play, put, settled, sever
from tiny import snapshot

from fleshwound.components.creature import Conditions, Fatigue, Held, Injuries, Lying, Place, Shock
from fleshwound.components.definitions import Creature
from fleshwound.components.draws import Ask, Draw, Level
from fleshwound.components.edits import Give
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import (
    BreakageTested,
    Evaded,
    ExchangeFought,
    Grabbed,
    HoldBroken,
    Injured,
    ItemDrawn,
    ItemDropped,
    ItemTaken,
    ItemThrown,
    Misfired,
    MishapTested,
    Readied,
    ShockDeclined,
    ShotLoosed,
    ShotStrayed,
    StrikeLanded,
    StrikeMissed,
    Supplied,
)
from fleshwound.components.guard import Guard
from fleshwound.components.intents import BreakFree, Evade, Intent, Move, PickUp, Release, Reload, Strike, Unsheathe
from fleshwound.components.kit import Kit
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.game.replaying import Replay
from fleshwound.systems.queries import cell_of

CF0, CF5, MF, MS, CS = Level
ARCHER = shipped().creature("archer")
HUMAN = shipped().creature("human")
BOW = "longbow_100/ranged"
CROSSBOW = "wooden_crossbow_120/ranged"
THROW = "bodkin_javelin/thrown"


def thrower(**other: Any) -> Creature:
    javelin = shipped().weapon("bodkin_javelin")
    fields = {"weapons": (javelin,), "belt": (javelin, shipped().weapon("shortsword"))}
    return replace(ARCHER, id="thrower", skills={**ARCHER.skills, "throwing": 60}, **(fields | other))


def shooter(creature: str | Creature = "archer", *, gap: int = 10, **options: Any) -> tuple[Combat, int, int]:
    """Somebody who shoots, and a bare human with nothing in hand `gap` cells off."""
    return pair(creature, "human", gap=gap, **options)


def item_of(combat: Combat, entity: int) -> Any:
    return next(iter(combat.component(entity, Held).items.values()))


def refused(combat: Combat, entity: int, intent: Intent) -> Refusal:
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as why:
        play(combat, entity, intent, otherwise=calm)
    assert snapshot(combat) == before
    return why.value.why


# --- a shot -----------------------------------------------------------------------------------------------------------


def test_a_shot_is_told_from_the_string_to_the_wound() -> None:
    combat, a, b = shooter()
    events = play(combat, a, Strike(b, BOW), attack=MS, dodge=MF, location="left_forearm", impact=9, otherwise=calm)
    loosed = only(events, ShotLoosed)
    assert (loosed.attacker, loosed.target, loosed.weapon, loosed.mode) == (1, 2, "longbow_100", BOW)
    assert (loosed.projectile, loosed.band, loosed.distance_ft, loosed.left) == (
        "standard_arrow", "point blank", 50, 19,
    )  # fmt: skip
    fought = only(events, ExchangeFought)
    assert (fought.mode, fought.attack.base, fought.defence, fought.attacker_lands) == (BOW, 70, "dodge", True)
    landed = only(events, StrikeLanded)
    assert landed.modifiers == (("mode", 3), ("projectile", -1), ("point blank", 2))
    assert (landed.impact.dice, landed.impact.total, landed.aspect) == ("1d12+4", 9, "piercing")
    assert only(events, Injured).how == BOW
    order = [kind for kind in kinds(events) if kind in (ShotLoosed, ExchangeFought, StrikeLanded, Injured)]
    assert order == [ShotLoosed, ExchangeFought, StrikeLanded, Injured]


def test_a_shot_takes_an_arrow_and_leaves_the_bow_unready() -> None:
    combat, a, b = shooter()
    play(combat, a, Strike(b, BOW), attack=MF, dodge=MF)
    assert combat.component(a, Kit).projectiles == {"standard_arrow": 19}
    assert item_of(combat, a).unready == 1
    assert combat.component(a, Fatigue).entries == []


@pytest.mark.parametrize(("gap", "sides"), [(10, 6), (30, 8)])
def test_an_aimed_shot_scatters_by_the_die_of_its_band(gap: int, sides: int) -> None:
    combat, a, b = shooter(gap=gap)
    events = play(combat, a, Strike(b, BOW, aim="torso"), attack=MS, dodge=MF, zone=1, otherwise=calm)
    landed = only(events, StrikeLanded)
    assert landed.scatter is not None
    assert (landed.scatter.dice, landed.zone_number, landed.part) == (f"1d{sides}", 6, "torso")


def test_an_aimed_shot_may_pass_the_body() -> None:
    combat, a, b = shooter()
    events = play(combat, a, Strike(b, BOW, aim=12), attack=MS, dodge=MF, zone=6, otherwise=calm)
    assert only(events, StrikeMissed).zone_number == 17


def test_a_volley_is_never_aimed_but_finds_whom_it_finds() -> None:
    combat, a, b = shooter(gap=60)
    assert refused(combat, a, Strike(b, BOW, aim="torso")) is Refusal.OUT_OF_RANGE
    events = play(combat, a, Strike(b, BOW), attack=MS, dodge=MF, location="skull", otherwise=calm)
    assert (only(events, ShotLoosed).band, only(events, StrikeLanded).scatter) == ("volley", None)


def test_precision_brings_the_die_of_the_band_one_step_down_and_impact_adds_what_the_mode_says() -> None:
    combat, a, b = shooter(gap=30, creature=thrower(weapons=(shipped().weapon("longbow_100"),)))
    with editing(combat):
        combat.control(a, decisions="ask")
    events = play(
        combat, a, Strike(b, BOW, aim="torso"), attack=CS, dodge=MF, advantage="precision", zone=6, otherwise=calm
    )
    landed = only(events, StrikeLanded)
    assert landed.scatter is not None
    assert landed.scatter.dice == "1d6"


def test_a_shield_stops_an_arrow_and_may_break_of_it() -> None:
    combat, a, b = pair("archer", "man_at_arms", gap=10)
    events = play(combat, a, Strike(b, BOW), attack=MS, block=MS, breakage=20)
    assert only(events, ExchangeFought).defence_mode == "round_shield/bash"
    assert only(events, BreakageTested).broke
    assert StrikeLanded not in kinds(events)


def test_the_unconscious_are_shot_at_with_a_roll_but_cannot_meet_it() -> None:
    combat, a, b = shooter()
    put(combat, b, Shock.UNCONSCIOUS)
    events = play(combat, a, Strike(b, BOW), attack=MF)
    fought = only(events, ExchangeFought)
    assert (fought.defence, fought.attack.automatic, fought.attacker_lands) == ("ignore", False, False)


def test_an_arrow_that_only_grazes_the_strong_armour_is_told_as_stopped() -> None:
    combat, a, b = pair("archer", "man_at_arms", gap=10, armor=("mail_hauberk",))
    events = play(combat, a, Strike(b, BOW), attack=MS, block=MF, location="thorax", impact=5, otherwise=calm)
    assert only(events, StrikeLanded).protection == max(0, shipped().armor_piece("mail_hauberk").protection[2] - 4)


# --- mishaps ----------------------------------------------------------------------------------------------------------


def test_a_misfire_loses_the_shot_and_takes_a_round_to_clear() -> None:
    combat, a, b = shooter()
    events = play(combat, a, Strike(b, BOW), attack=CF5, dodge=MS)
    assert only(events, Misfired).actions == 2
    assert MishapTested not in kinds(events)
    assert item_of(combat, a).unready == 2
    assert only(play(combat, a, Reload()), Readied).left == 1
    assert refused(combat, a, Strike(b, BOW)) is Refusal.NOT_READY
    assert only(play(combat, a, Reload()), Readied).left == 0


def test_a_critical_failure_on_nought_is_a_fumble_of_the_bow() -> None:
    combat, a, b = shooter()
    events = play(combat, a, Strike(b, BOW), attack=CF0, dodge=MS, fumble=MF)
    dropped = only(events, ItemDropped)
    assert (dropped.weapon, Misfired in kinds(events)) == ("longbow_100", False)
    assert combat.component(a, Held).items == {}


def test_a_throw_that_fails_on_a_five_is_a_stumble_and_flies_all_the_same() -> None:
    combat, a, b = shooter(thrower())
    events = play(combat, a, Strike(b, THROW), attack=CF5, dodge=MS, stumble=MF)
    assert only(events, MishapTested).kind == "stumble"
    assert combat.component(a, Conditions).prone
    assert only(events, ItemThrown).item == 1


def test_a_throw_that_fails_on_a_nought_may_drop_the_weapon_instead() -> None:
    combat, a, b = shooter(thrower())
    events = play(combat, a, Strike(b, THROW), attack=CF0, dodge=MS, fumble=MF)
    assert ItemThrown not in kinds(events)
    assert only(events, ItemDropped).item == 1
    combat, a, b = shooter(thrower())
    events = play(combat, a, Strike(b, THROW), attack=CF0, dodge=MS, fumble=MS)
    assert ItemDropped not in kinds(events)
    assert only(events, ItemThrown).item == 1


# --- throwing ---------------------------------------------------------------------------------------------------------


def lies(combat: Combat, item: int) -> tuple[int, int]:
    with editing(combat) as battle:
        assert esper.component_for_entity(battle.ground[item], Lying).item.number == item
        return cell_of(battle.ground[item])


def test_a_weapon_that_hits_lies_where_its_target_stands_and_can_be_taken_up() -> None:
    combat, a, b = shooter(thrower(), gap=6)
    events = play(combat, a, Strike(b, THROW), attack=MS, dodge=MF, location="left_calf", impact=6, otherwise=calm)
    landed = only(events, StrikeLanded)
    assert dict(landed.modifiers) == {"mode": 2, "strength": 1, "thrown": -1, "point blank": 2}
    assert (only(events, ShotLoosed).projectile, lies(combat, 1)) == ("", (6, 0))
    assert 1 not in [item.number for item in combat.component(a, Held).items.values()]
    assert only(play(combat, b, PickUp()), ItemTaken).weapon == "bodkin_javelin"


def test_a_weapon_that_misses_flies_a_cell_further_if_that_is_open() -> None:
    combat, a, b = shooter(thrower(), gap=6)
    play(combat, a, Strike(b, THROW), attack=MF, dodge=MF)
    assert lies(combat, 1) == (7, 0)
    walled = Combat(seed=1, blocked=frozenset({(7, 0)}))
    a = walled.spawn(thrower(), side="red", at=(0, 0), intents="host")
    b = walled.spawn("human", side="blue", at=(6, 0), intents="host")
    settled(walled)
    play(walled, a, Strike(b, THROW), attack=MF, dodge=MF)
    assert lies(walled, 1) == (6, 0)


def test_what_was_thrown_is_drawn_anew_from_the_belt() -> None:
    combat, a, b = shooter(thrower(), gap=6)
    play(combat, a, Strike(b, THROW), attack=MF, dodge=MF)
    assert refused(combat, a, Strike(b, THROW)) is Refusal.NO_SUCH_MODE
    assert only(play(combat, a, Unsheathe()), ItemDrawn).item == 2
    play(combat, a, Strike(b, THROW), attack=MF, dodge=MF)
    assert only(play(combat, a, Unsheathe()), ItemDrawn).weapon == "shortsword"
    assert refused(combat, a, Unsheathe()) is Refusal.NO_SUCH_ITEM


# --- readying and drawing ---------------------------------------------------------------------------------------------


def test_a_bow_takes_one_action_to_ready_and_a_crossbow_two() -> None:
    for creature, mode, actions in (("archer", BOW, 1), ("crossbowman", CROSSBOW, 2)):
        combat, a, b = shooter(creature)
        assert refused(combat, a, Reload()) is Refusal.READY_ALREADY
        play(combat, a, Strike(b, mode), attack=MF, dodge=MF)
        for left in reversed(range(actions)):
            assert refused(combat, a, Strike(b, mode)) is Refusal.NOT_READY
            assert only(play(combat, a, Reload()), Readied).left == left
        play(combat, a, Strike(b, mode), attack=MF, dodge=MF)


def test_readiness_stays_with_the_bow_whoever_holds_it() -> None:
    combat, a, b = shooter(gap=2)
    play(combat, a, Strike(b, BOW), attack=CF0, dodge=MS, fumble=MF)
    combat.drain()
    play(combat, a, PickUp())
    assert item_of(combat, a).unready == 1


def test_an_empty_quiver_shoots_and_readies_nothing() -> None:
    combat, a, b = shooter(replace(ARCHER, projectiles={"standard_arrow": 1}))
    events = play(combat, a, Strike(b, BOW), attack=MF, dodge=MF)
    assert only(events, ShotLoosed).left == 0
    assert combat.component(a, Kit).projectiles == {}
    assert refused(combat, a, Strike(b, BOW)) is Refusal.NO_AMMUNITION
    assert refused(combat, a, Reload()) is Refusal.NO_AMMUNITION


def test_the_first_projectile_of_a_kind_is_shot_first_and_other_kinds_are_not() -> None:
    carried = {"standard_bolt": 5, "heavy_broad_arrow": 1, "light_bodkin_arrow": 4}
    combat, a, b = shooter(replace(ARCHER, projectiles=carried))
    shot = [only(play(combat, a, Strike(b, BOW), attack=MF, dodge=MF), ShotLoosed).projectile]
    play(combat, a, Reload())
    shot.append(only(play(combat, a, Strike(b, BOW), attack=MF, dodge=MF), ShotLoosed).projectile)
    assert shot == ["heavy_broad_arrow", "light_bodkin_arrow"]
    assert combat.component(a, Kit).projectiles == {"standard_bolt": 5, "light_bodkin_arrow": 3}


def test_an_archer_comes_with_bow_in_hand_sword_at_the_belt_and_a_full_quiver() -> None:
    combat, a, _ = shooter()
    kit = combat.component(a, Kit)
    assert item_of(combat, a).weapon.id == "longbow_100"
    assert [item.weapon.id for item in kit.belt] == ["shortsword"]
    assert kit.projectiles == {"standard_arrow": 20}


def test_a_sidearm_is_drawn_into_the_best_hand_and_what_is_there_falls() -> None:
    combat, a, _ = shooter()
    events = play(combat, a, Unsheathe())
    assert (only(events, ItemDropped).weapon, only(events, ItemDrawn).part) == ("longbow_100", "right_arm")
    assert item_of(combat, a).weapon.id == "shortsword"
    combat, a, _ = shooter()
    immobilize(combat, a, "right_arm")
    events = play(combat, a, Unsheathe())
    assert (ItemDropped in kinds(events), only(events, ItemDrawn).part) == (False, "left_arm")


def test_whoever_is_given_a_bow_gets_arrows_with_it() -> None:
    combat, _, b = shooter()
    combat.edit(Give(b, "longbow_50"))
    assert only(combat.drain(), Supplied).count == 20
    assert combat.component(b, Kit).projectiles == {"standard_arrow": 20}


# --- evading ----------------------------------------------------------------------------------------------------------


def test_who_evades_is_harder_to_shoot_until_its_next_turn() -> None:
    combat, a, b = shooter()
    assert only(play(combat, b, Evade()), Evaded).creature == 2
    fought = only(play(combat, a, Strike(b, BOW), attack=MF, dodge=MF), ExchangeFought)
    penalty = dict(fought.attack.modifiers)["evasion"]
    assert penalty < 0
    assert penalty % 5 == 0
    settled(combat)
    while combat.actor != b:
        combat.step()
    assert not combat.component(b, Guard).evading


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_what_cannot_be_shot_is_refused_with_its_reason() -> None:
    combat, a, b = shooter(gap=200)
    assert refused(combat, a, Strike(b, BOW)) is Refusal.OUT_OF_RANGE
    combat, a, b = shooter()
    assert refused(combat, a, Strike(a, BOW)) is Refusal.OWN_TARGET
    assert refused(combat, a, Strike(b, BOW, aim="tail")) is Refusal.NO_SUCH_AIM
    assert refused(combat, a, Strike(b, BOW, limb="left_arm")) is Refusal.NO_SUCH_MODE
    assert refused(combat, a, Reload(77)) is Refusal.NO_SUCH_ITEM
    assert refused(combat, a, Unsheathe(77)) is Refusal.NO_SUCH_ITEM
    put(combat, b, Shock.DEAD)
    assert refused(combat, a, Strike(b, BOW)) is Refusal.DEAD_TARGET
    put(combat, a, Shock.INCAPACITATED)
    assert refused(combat, a, Strike(b, BOW)) is Refusal.CANNOT_ACT
    assert refused(combat, a, Reload(2)) is Refusal.CANNOT_ACT


def test_a_wall_between_bars_the_shot_and_a_friend_does_not() -> None:
    combat = Combat(seed=1, blocked=frozenset({(5, 0)}))
    a = combat.spawn("archer", side="red", at=(0, 0), intents="host")
    b = combat.spawn("human", side="blue", at=(10, 0), intents="host")
    c = combat.spawn("human", side="blue", at=(10, 4), intents="host")
    combat.spawn("human", side="red", at=(5, 2), intents="host")
    settled(combat)
    assert refused(combat, a, Strike(b, BOW)) is Refusal.NO_LINE_OF_SIGHT
    assert only(play(combat, a, Strike(c, BOW), attack=CS, dodge=MF, otherwise=calm), ShotLoosed).target == 3


def test_a_bow_needs_both_hands_while_its_other_mode_stays() -> None:
    for lose in (lambda c, e: immobilize(c, e, "left_arm"), lambda c, e: sever(c, e, "left_hand")):
        combat, a, b = shooter(gap=1)
        lose(combat, a)
        assert refused(combat, a, Strike(b, BOW)) is Refusal.MODE_LOST
        assert refused(combat, a, Reload()) is Refusal.NO_SUCH_ITEM
        play(combat, a, Strike(b, "longbow_100/crush"), otherwise=calm)


def test_a_broken_bow_shoots_nothing() -> None:
    combat, a, b = shooter()
    with editing(combat):
        items = combat.component(a, Held).items
        part = next(iter(items))
        items[part] = replace(items[part], broken=True)
    assert refused(combat, a, Strike(b, BOW)) is Refusal.MODE_LOST


# --- shooting into a melee --------------------------------------------------------------------------------------------


def melee(*others: tuple[tuple[int, int], str], decisions: str = "auto") -> tuple[Combat, int, int, list[int]]:
    """An archer, its target ten cells off, and others on given cells and sides."""
    combat, a, b = shooter()
    found = [combat.spawn("human", side=side, at=at, intents="host", decisions=decisions) for at, side in others]
    settled(combat)
    return combat, a, b, found


def test_a_near_miss_may_hit_somebody_beside_the_target_or_in_the_line() -> None:
    combat, a, b, (beside, line, aside, near) = melee(
        ((11, 1), "red"), ((5, 0), "red"), ((5, 2), "red"), ((1, 0), "red")
    )
    risked = {combat.id_of(beside), combat.id_of(line)}
    asked: list[tuple[Any, ...]] = []

    def pick(request: Draw | Ask) -> Any:
        if isinstance(request, Draw) and request.what == "stray":
            asked.append(request.of.answers)
        return calm(request)

    play(combat, a, Strike(b, BOW), attack=MF, dodge=MF, otherwise=pick)
    assert [set(answers) for answers in asked] == [{0, *risked}]
    assert combat.id_of(aside) not in asked[0]
    assert combat.id_of(near) not in asked[0]


def test_whoever_is_hit_instead_takes_a_normal_blow() -> None:
    combat, a, b, (other,) = melee(((11, 0), "red"))
    events = play(
        combat, a, Strike(b, BOW, aim="torso"), attack=MF, dodge=MS, stray=combat.id_of(other),
        location="left_calf", impact=9, otherwise=calm,
    )  # fmt: skip
    strayed = only(events, ShotStrayed)
    assert (strayed.attacker, strayed.target, strayed.missed) == (1, combat.id_of(other), 2)
    landed = only(events, StrikeLanded)
    assert (landed.target, landed.location, landed.scatter) == (combat.id_of(other), "left_calf", None)
    assert len(combat.component(other, Injuries).entries) == 1
    assert combat.component(b, Injuries).entries == []


def test_a_dodged_shot_flies_on_and_one_that_a_critical_failure_lost_does_not() -> None:
    combat, a, b, _ = melee(((11, 0), "red"))
    play(combat, a, Strike(b, BOW), attack=MS, dodge=CS, stray=0)
    play(combat, a, Reload())
    play(combat, a, Strike(b, BOW), attack=CF5, dodge=CS)


def test_who_lies_or_is_out_of_the_fight_is_at_no_risk() -> None:
    combat, a, b, (other,) = melee(((11, 0), "red"))
    put(combat, other, Shock.INCAPACITATED)
    play(combat, a, Strike(b, BOW), attack=MF, dodge=MF)


def test_the_shock_of_a_stray_shot_is_offered_to_the_controller_of_whom_it_hits() -> None:
    combat, a, b, (other,) = melee(((11, 0), "red"), decisions="ask")
    events = play(
        combat, a, Strike(b, BOW), attack=MF, dodge=MS, stray=combat.id_of(other), location="skull", impact=11,
        shock=[MF, Shock.NONE], otherwise=calm,
    )  # fmt: skip
    assert only(events, Injured).creature == combat.id_of(other)
    assert only(events, ShockDeclined).creature == combat.id_of(other)


# --- choosing ---------------------------------------------------------------------------------------------------------


def test_a_strike_without_a_mode_shoots_at_whom_no_blow_can_reach() -> None:
    combat, a, b = shooter()
    assert only(play(combat, a, Strike(b), otherwise=calm), ShotLoosed).mode == BOW
    combat, a, b = shooter(gap=1)
    assert ShotLoosed not in kinds(play(combat, a, Strike(b), otherwise=calm))


@pytest.mark.parametrize(
    ("gap", "blocked", "why"),
    [
        (10, False, Refusal.NOT_READY),
        (2_000, False, Refusal.OUT_OF_RANGE),
        (10, True, Refusal.NO_LINE_OF_SIGHT),
    ],
)
def test_a_strike_without_a_mode_is_refused_for_what_stands_in_the_way_of_the_shot(
    gap: int, blocked: bool, why: Refusal
) -> None:
    combat = Combat(seed=1, awareness=gap, blocked=frozenset({(5, 0)} if blocked else ()))
    a = combat.spawn("archer", side="red", at=(0, 0), intents="host")
    b = combat.spawn("human", side="blue", at=(gap, 0), intents="host")
    settled(combat)
    if why is Refusal.NOT_READY:
        play(combat, a, Strike(b), otherwise=calm)
    assert refused(combat, a, Strike(b)) is why


def test_without_anything_left_to_shoot_a_strike_is_one_by_hand() -> None:
    combat, a, b = shooter()
    combat.component(a, Kit).projectiles.clear()
    assert refused(combat, a, Strike(b)) is Refusal.OUT_OF_REACH


def test_shots_are_offered_with_their_range_their_risk_and_what_they_cost() -> None:
    combat, a, b, _ = melee(((11, 0), "red"), ((9, 0), "blue"))
    with editing(combat) as battle:
        options = [option for option in battle.ruleset.strikes(battle, a, b) if option.ranged]
    assert {(option.mode, option.reach, option.risk, option.disarms) for option in options} == {(BOW, 21, 1, False)}
    combat, a, b = shooter(thrower(belt=()))
    with editing(combat) as battle:
        (option, *_) = [option for option in battle.ruleset.strikes(battle, a, b) if option.ranged]
    assert option.disarms


def test_a_save_between_shots_goes_on_as_if_nothing_had_been() -> None:
    combat, a, b = shooter("crossbowman", seed=4)
    play(combat, a, Strike(b, CROSSBOW), attack=MF, dodge=MF)
    play(combat, a, Reload())
    again = Combat.load(combat.save())
    entity = again.entity(1)
    assert item_of(again, entity).unready == 1
    assert again.component(entity, Kit).projectiles == {"standard_bolt": 19}
    assert again.save() == combat.save()


def test_events_of_a_stray_keep_to_the_order_of_what_happened() -> None:
    combat, a, b, (other,) = melee(((11, 0), "red"))
    events = play(combat, a, Strike(b, BOW), attack=MF, dodge=MS, stray=combat.id_of(other), otherwise=calm)
    wanted = [ShotLoosed, ExchangeFought, ShotStrayed, StrikeLanded]
    assert [kind for kind in kinds(events) if kind in wanted] == wanted
    assert all_of(events, ShotLoosed)[0].at == all_of(events, StrikeLanded)[0].at


def test_a_shot_that_waits_for_a_defence_is_saved_and_goes_on_the_same() -> None:
    combat = Combat(seed=5)
    a = combat.spawn("archer", side="red", at=(0, 0), intents="host")
    combat.spawn("man_at_arms", side="blue", at=(10, 0), intents="host", decisions="ask")
    combat.act(a, Strike(combat.entity(2), BOW, aim="torso"))
    while not combat.decisions:
        combat.step()
    (decision,) = combat.decisions
    assert decision.options == ("block round_shield/bash", "dodge", "ignore")
    assert combat.component(a, Kit).projectiles == {"standard_arrow": 20}
    again = Combat.load(combat.save())
    for one in (combat, again):
        one.answer(one.decisions[0], "dodge")
        while one.decisions:
            one.answer(one.decisions[0], one.decisions[0].options[0])
    assert combat.component(a, Kit).projectiles == {"standard_arrow": 19}
    assert combat.digest == again.digest


def test_a_fight_told_to_shoot_ready_evade_and_draw_replays_to_its_digest() -> None:
    combat = Combat.of("archers_at_the_farm", 2, record=20)
    first, foe = combat.creatures[0], combat.creatures[-1]
    combat.control(first, intents="host")
    for intent in (Strike(foe), Reload(), Evade(), Unsheathe()):
        combat.run(until=lambda running: running.actor == first)
        assert combat.actor == first
        combat.act(first, intent)
        combat.step()
    combat.run()
    assert combat.recording is not None
    assert Replay.read(combat.recording.text()).verify() is None


# --- what is thrown to seize ------------------------------------------------------------------------------------------


def netted(gap: int = 2, **dice: Any) -> tuple[Combat, int, int, list[Any]]:
    """A human who has thrown a net at another `gap` cells off, which landed on the forearm."""
    combat = Combat(seed=1)
    a = combat.spawn("human", side="red", at=(0, 0), intents="host", weapons=["net"])
    b = combat.spawn("human", side="blue", at=(gap, 0), intents="host", weapons=())
    settled(combat)
    combat.drain()
    rolls = dice or {"attack": MS, "dodge": MF, "location": "left_forearm", "trial": 4, "resistance": 1}
    return combat, a, b, play(combat, a, Strike(b, "net/thrown"), **rolls, otherwise=calm)


@pytest.mark.parametrize("gap", [1, 2, 4])
def test_a_net_that_is_thrown_and_hits_holds_what_it_hit_by_its_line(gap: int) -> None:
    combat, a, b, events = netted(gap)
    grabbed = only(events, Grabbed)
    assert (grabbed.creature, grabbed.by, grabbed.part) == (combat.id_of(b), combat.id_of(a), "left_arm")
    assert grabbed.limbs == (only(events, ItemThrown).part,)
    assert combat.component(b, Conditions).held_fast
    assert refused(combat, b, Strike(a)) is Refusal.HELD
    again = Combat.load(combat.save())
    for one in (combat, again):
        one.advance(60)
    assert again.digest == combat.digest


@pytest.mark.parametrize(
    "dice",
    [
        {"attack": MF},
        {"attack": MS, "dodge": CS},
        {"attack": MS, "dodge": MF, "location": "left_forearm", "trial": 1, "resistance": 1},
    ],
)
def test_a_net_that_misses_or_loses_its_trial_holds_nobody(dice: dict[str, Any]) -> None:
    combat, _, b, events = netted(**dice)
    assert Grabbed not in kinds(events)
    assert not combat.component(b, Conditions).immobilized


@pytest.mark.parametrize("how", ["lifted", "broke free", "let go", "moved off"])
def test_who_lies_under_a_net_is_free_once_nothing_holds_it_there(how: str) -> None:
    combat, a, b, events = netted(2)
    if how == "lifted":
        place = combat.component(b, Place)
        helper = combat.spawn("human", side="blue", at=(place.x, place.y + 1), intents="host", weapons=())
        after = play(combat, helper, PickUp(only(events, ItemThrown).item), otherwise=calm)
    elif how == "broke free":
        after = play(combat, b, BreakFree(), trial=6, resistance=1, otherwise=calm)
    elif how == "let go":
        after = play(combat, a, Release(), otherwise=calm)
    else:
        place = combat.component(a, Place)
        after = play(combat, a, Move((place.x - 8, place.y)), otherwise=calm)
    assert only(after, HoldBroken).why == how
    assert not combat.component(b, Conditions).immobilized


def test_whom_a_net_hits_in_anothers_place_it_holds_not() -> None:
    combat, a, b = pair(replace(HUMAN, weapons=(shipped().weapon("net"),)), "human", gap=3)
    place = combat.component(b, Place)
    other = combat.spawn("human", side="blue", at=(place.x, place.y + 1), intents="host")
    events = play(combat, a, Strike(b, "net/thrown"), attack=MF, dodge=MF, stray=combat.id_of(other), otherwise=calm)
    assert ShotStrayed in kinds(events)
    assert Grabbed not in kinds(events)
