"""Hit resolution in a tiny world: exchange, advantages, mishaps and both blows, as one outcome (heroic H12, H5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scripting import (
    all_of,
    blow_id,
    calm,
    editing,
    hand_of,
    hit,
    immobilize,
    kinds,
    only,
    pair,
    part_of,
    play,
    put,
    sever,
    state_of,
    striker,
    victim,
)

from fleshwound.components.creature import Anatomy, Conditions, Fatigue, Held, Injuries, Shock, ShockState
from fleshwound.components.definitions import Aspect, Creature
from fleshwound.components.draws import Ask, Draw, Level
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import (
    BreakageTested,
    Died,
    ExchangeFought,
    FatigueChanged,
    Fell,
    Injured,
    ItemDropped,
    MishapTested,
    ShockChanged,
    ShockDeclined,
    ShockTested,
    StrikeLanded,
    StrikeMissed,
)
from fleshwound.components.guard import Guard
from fleshwound.components.intents import Strike
from fleshwound.game.combat import Combat
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.turns import settle

CF0, CF5, MF, MS, CS = Level
CUT = "broadsword/cut"
BASH = "block round_shield/bash"
BACK = f"counterstrike {CUT}"


def fighters(**options: Any) -> tuple[Combat, int, int]:
    """Two men-at-arms; the target's controller is asked how it defends."""
    return pair(**{"decisions": "ask", **options})


def exchange(events: list[Any]) -> ExchangeFought:
    return only(events, ExchangeFought)


# --- the exchange -----------------------------------------------------------------------------------------------------


def test_a_blow_that_the_block_stops_does_nothing_to_the_body() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), attack=MF, block=MS)
    assert (exchange(events).attacker_lands, exchange(events).stars) == (False, -1)
    assert StrikeLanded not in kinds(events)
    assert combat.component(b, Injuries).entries == []


def test_a_blow_that_lands_is_told_with_its_rolls_its_dice_and_its_modifiers() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), MS, MF, "left_forearm", 5, MS)
    fought = exchange(events)
    assert (fought.attacker, fought.target, fought.mode, fought.aim) == (combat.id_of(a), combat.id_of(b), CUT, "")
    assert (fought.attack.what, fought.attack.base, fought.attack.level) == ("attack", 70, MS)
    assert fought.defend is not None
    assert (fought.defence, fought.defence_mode) == ("block", "round_shield/bash")
    assert fought.defend.modifiers == (("mode", 10),)
    landed = only(events, StrikeLanded)
    assert (landed.part, landed.location, landed.zone_number, landed.aspect) == ("left_arm", "left_forearm", 0, "edged")
    # Strength 13 adds 1; the broadsword's cut is 1d10+3.
    assert landed.modifiers == (("mode", 3), ("strength", 1))
    assert (landed.impact.dice, landed.impact.total) == ("1d10+4", 5)
    assert (landed.protection, landed.effective, landed.result) == (0, 5, "wound")


def test_an_exchange_uses_the_turns_action() -> None:
    combat, a, b = pair()
    combat.step()
    while combat.actor != a:
        combat.step()
    combat.act(a, Strike(b, CUT))
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, Strike(b, CUT))
    assert refused.value.why is Refusal.NO_ACTION_LEFT


@pytest.mark.parametrize(("attack", "defend", "lands"), [(MS, MS, True), (CS, MS, True), (MS, CS, False)])
def test_a_counterstrike_lands_if_it_succeeds_and_stops_the_attack_if_it_out_levels_it(
    attack: Level, defend: Level, lands: bool
) -> None:
    combat, a, b = fighters()
    events = play(
        combat, a, Strike(b, CUT), otherwise=calm, defence=BACK, attack=attack, counterstrike=defend,
        location=["left_forearm"] * (1 + lands), impact=[5] * (1 + lands),
    )  # fmt: skip
    assert (exchange(events).attacker_lands, exchange(events).defender_lands) == (lands, True)
    hurt = [event.creature for event in all_of(events, Injured)]
    assert hurt == ([combat.id_of(b)] if lands else []) + [combat.id_of(a)]


def test_a_tied_dodge_goes_to_the_higher_roll() -> None:
    for faces, lands in (((41, 32), True), ((32, 41), False)):
        combat, a, b = fighters()
        events = play(combat, a, Strike(b, CUT), "dodge", MS, MS, *faces, otherwise=calm)
        fought = exchange(events)
        assert (fought.attacker_lands, fought.tiebreak, abs(fought.stars)) == (lands, "roll", 1)
        assert fought.defend is not None
        assert (fought.attack.face, fought.defend.face) == faces


def test_against_ignore_a_marginal_success_is_one_star_and_a_critical_one_two() -> None:
    for level, stars, advantages in ((MS, 1, ()), (CS, 2, ("impact",))):
        combat, a, b = fighters()
        events = play(combat, a, Strike(b, CUT), "ignore", level, otherwise=calm)
        assert (exchange(events).stars, exchange(events).advantages) == (stars, advantages)
        assert exchange(events).defend is None


def test_the_unconscious_are_struck_without_a_roll_as_by_a_critical_success() -> None:
    combat, a, b = pair()
    put(combat, b, Shock.UNCONSCIOUS)
    fought = exchange(play(combat, a, Strike(b, CUT), otherwise=calm))
    assert (fought.attack.automatic, fought.attack.level, fought.attack.face) == (True, CS, 0)
    assert (fought.defence, fought.defend, fought.stars, fought.advantages) == ("ignore", None, 2, ("impact",))


@pytest.mark.parametrize("state", [Shock.STUNNED, Shock.INCAPACITATED])
def test_the_stunned_and_the_incapacitated_only_ignore_and_are_not_asked(state: Shock) -> None:
    combat, a, b = fighters()
    put(combat, b, state)
    fought = exchange(play(combat, a, Strike(b, CUT), attack=MF))
    assert (fought.defence, fought.defend) == ("ignore", None)


def test_the_stunned_strike_as_ever_and_lose_a_level_only_where_a_limb_is_impaired() -> None:
    combat, a, b = pair(striker())
    put(combat, a, Shock.STUNNED)
    fought = exchange(play(combat, a, Strike(b, blow_id(5)), otherwise=calm))
    assert (fought.attack.shift, fought.attack.modifiers) == (0, ())
    with editing(combat):
        combat.component(a, Injuries).permanent[part_of(combat, a, "torso")] = -10
    fought = exchange(play(combat, a, Strike(b, blow_id(5)), attack=MS, block=MF))
    assert (fought.attack.shift, fought.attack.modifiers) == (-1, (("impairment", -10),))
    assert fought.attacker_lands is False


# --- advantages -------------------------------------------------------------------------------------------------------


def test_a_winner_by_n_stars_has_n_less_one_advantages_and_each_on_impact_adds_the_modes_own() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), CS, CF5, MS, "left_forearm", 15, otherwise=calm)
    assert (exchange(events).stars, exchange(events).advantages) == (3, ("impact", "impact"))
    assert dict(only(events, StrikeLanded).modifiers)["advantage"] == 10


def test_precision_lowers_the_zone_die_one_step_each() -> None:
    combat, a, b = pair()
    combat.control(a, decisions="ask")
    zones: list[tuple[int, ...]] = []

    def asked(request: Draw | Ask) -> Any:
        if isinstance(request, Draw) and request.what == "zone":
            zones.append(request.of.answers)
        return calm(request)

    events = play(combat, a, Strike(b, CUT, "torso"), attack=CS, block=MF, advantage="precision", otherwise=asked)
    assert exchange(events).advantages == ("precision",)
    assert zones == [(1, 2, 3, 4)]
    assert dict(only(events, StrikeLanded).modifiers).get("advantage") is None


def test_a_setup_adds_ten_to_the_next_test_against_that_foe_and_is_used_up() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), attack=MF, block=CS)
    assert exchange(events).advantages == ("setup",)
    assert combat.component(b, Guard).setups == {combat.id_of(a): 10}
    assert ("setup", 10) in exchange(play(combat, b, Strike(a, CUT), attack=MF, block=MF)).attack.modifiers
    assert combat.component(b, Guard).setups == {}
    assert ("setup", 10) not in exchange(play(combat, b, Strike(a, CUT), attack=MF, block=MF)).attack.modifiers


def test_a_setup_counts_for_a_defence_too_and_against_nobody_else() -> None:
    combat, a, b = pair()
    c = combat.spawn("man_at_arms", side="red", at=(1, 1), intents="host", name="c", armor=())
    play(combat, a, Strike(b, CUT), attack=MF, block=CS)
    against_c = exchange(play(combat, c, Strike(b, CUT), attack=MF, block=MF)).defend
    assert against_c is not None
    assert "setup" not in dict(against_c.modifiers)
    against_a = exchange(play(combat, a, Strike(b, CUT), attack=MF, block=MF)).defend
    assert against_a is not None
    assert dict(against_a.modifiers)["setup"] == 10
    assert combat.component(b, Guard).setups == {}


# --- mishaps of the exchange ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fumble", "kept", "flung"), [(MS, True, False), (MF, False, False), (CF5, False, True)])
def test_a_critical_failure_with_a_nought_may_lose_the_weapon(fumble: Level, kept: bool, flung: bool) -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), attack=CF0, block=MF, fumble=fumble)
    tested = only(events, MishapTested)
    assert (tested.kind, tested.cause, tested.kept) == ("fumble", "attack", kept)
    assert tested.roll is not None
    assert (ItemDropped in kinds(events)) is not kept
    if not kept:
        dropped = only(events, ItemDropped)
        # Flung goes a cell the way it faces; it faces its target.
        assert (dropped.weapon, dropped.flung, (dropped.x, dropped.y)) == ("broadsword", flung, (int(flung), 0))
        with pytest.raises(IntentRefused) as refused:
            play(combat, a, Strike(b, CUT))
        assert refused.value.why is Refusal.NO_SUCH_MODE


def test_a_critical_failure_with_a_five_may_bring_the_striker_down() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), attack=CF5, block=MF, stumble=MF)
    assert (only(events, MishapTested).kind, only(events, Fell).cause) == ("stumble", "stumble")
    assert combat.component(a, Conditions).prone
    assert ShockTested not in kinds(events)


def test_a_critical_stumble_brings_shock_of_base_five() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), attack=CF5, block=MF, stumble=CF5, shock=CF0)
    tested = only(events, ShockTested)
    assert (tested.source, tested.base, tested.index, tested.state) == ("stumble", 5, 7, "stunned")
    assert state_of(combat, a) is Shock.STUNNED
    assert only(events, ShockChanged).cause == "stumble"


def test_of_a_stumbles_shock_and_a_wounds_at_one_moment_the_severest_counts_once() -> None:
    combat, a, b = pair()
    events = play(
        combat, a, Strike(b, CUT), attack=MS, block=CF5, stumble=[CF5, MS], shock=[CF0, MF], location="left_thigh",
        impact=10, otherwise=calm,
    )  # fmt: skip
    assert [(t.source, t.state) for t in all_of(events, ShockTested)] == [("stumble", "stunned"), ("wound", "stunned")]
    # Twice stunned at one moment is stunned, not incapacitated.
    assert state_of(combat, b) is Shock.STUNNED
    assert len(all_of(events, ShockChanged)) == 1


def test_stunned_again_at_a_later_moment_is_incapacitated_and_again_unconscious() -> None:
    combat, a, b = victim()
    for expected in (Shock.STUNNED, Shock.INCAPACITATED, Shock.INCAPACITATED):
        # The thigh's 3 and a serious wound's 2: 5, and 2 for a critical failure: stunned.
        hit(combat, a, b, "left_thigh", 2, stumble=MS, shock=CF5)
        assert state_of(combat, b) is expected, "a milder result changes nothing"
    hit(combat, a, b, "left_thigh", 3, stumble=MS, shock=CF5)
    assert state_of(combat, b) is Shock.UNCONSCIOUS


def test_what_two_mishaps_rolled_is_told_of_the_one_who_rolled_it() -> None:
    combat, a, b = pair()
    sever(combat, b, "left_foot")
    put(combat, b, Shock.NONE)
    # A leg gone, the defender's stumble test fails out of hand; the attacker rolls its own.
    events = play(combat, a, Strike(b, CUT), attack=CF5, block=CF5, stumble=MS, shock=MS)
    told = {event.creature: event for event in all_of(events, MishapTested)}
    mine, theirs = told[combat.id_of(a)].roll, told[combat.id_of(b)].roll
    assert mine is not None
    assert (mine.automatic, mine.level) == (False, MS)
    assert theirs is not None
    assert (theirs.automatic, theirs.face, theirs.level) == (True, 0, CF0)


def test_a_fall_that_nobody_rolled_for_is_told_without_a_roll() -> None:
    # Both blows land on a leg: a grievous one that fells untested, a serious one that is tested.
    combat, a, b = pair(striker(), "man_at_arms", decisions="ask")
    events = play(
        combat, a, Strike(b, blow_id(15, "blunt")), defence=BACK, attack=MS, counterstrike=MS, impact=5,
        location=["left_calf", "left_calf"], stumble=MS, otherwise=calm,
    )  # fmt: skip
    told = {event.creature: event for event in all_of(events, MishapTested)}
    assert (told[combat.id_of(b)].roll, told[combat.id_of(b)].kept) == (None, False)
    rolled = told[combat.id_of(a)].roll
    assert rolled is not None
    assert (rolled.level, told[combat.id_of(a)].kept) == (MS, True)


# --- both blows -------------------------------------------------------------------------------------------------------


def test_a_killed_defender_still_strikes_back_since_both_blows_are_of_one_moment() -> None:
    combat, a, b = pair(striker(), "man_at_arms", decisions="ask")
    events = play(
        combat, a, Strike(b, blow_id(20)), defence=BACK, attack=MS, counterstrike=MS, location=["neck", "left_forearm"],
        impact=10, amputation=MF,
    )  # fmt: skip
    assert [(d.creature, d.by) for d in all_of(events, Died)] == [(combat.id_of(b), combat.id_of(a))]
    assert [e.creature for e in all_of(events, Injured)] == [combat.id_of(b), combat.id_of(a)]
    died = kinds(events).index(Died)
    about = [(getattr(e, "creature", 0), getattr(e, "attacker", 0)) for e in events[died + 1 :]]
    assert not any(combat.id_of(b) in each for each in about)


def test_both_may_die_in_one_exchange() -> None:
    combat, a, b = pair(striker(), "man_at_arms", decisions="ask")
    # A neck's 5 and a serious wound's 3 make 8; a critical failure adds 2: dead of shock.
    events = play(
        combat, a, Strike(b, blow_id(20)), defence=BACK, attack=MS, counterstrike=MS, location=["neck", "neck"],
        impact=14, amputation=MF, shock=CF0,
    )  # fmt: skip
    assert {event.creature for event in all_of(events, Died)} == {combat.id_of(a), combat.id_of(b)}
    assert combat.result is not None
    assert (combat.result.winner, combat.result.reason) == (None, "nobody able")


def test_a_counterstrike_comes_from_the_state_before_the_blow_it_answers() -> None:
    combat, a, b = pair(striker(), "man_at_arms", decisions="ask")
    arm = hand_of(combat, b, "broadsword")
    side = arm.split("_")[0]
    events = play(
        combat, a, Strike(b, blow_id(20)), defence=BACK, attack=MS, counterstrike=MS,
        location=[f"{side}_hand", "left_forearm"], impact=5, amputation=CF0, shock=MS, otherwise=calm,
    )  # fmt: skip
    assert only(events, ItemDropped).part == arm
    assert [e.how for e in all_of(events, Injured)] == [blow_id(20), CUT]


# --- decisions --------------------------------------------------------------------------------------------------------


def test_an_asked_defender_is_offered_each_way_to_meet_a_blow_once_the_best_first() -> None:
    combat, a, b = fighters()
    _until_turn_of(combat, a, Strike(b, CUT))
    (decision,) = combat.decisions
    assert decision.question == "defence"
    assert decision.creature == combat.id_of(b)
    assert decision.options[0] == BASH
    assert decision.options[-1] == "ignore"
    assert {"dodge", BACK} <= set(decision.options)
    assert len(set(decision.options)) == len(decision.options)


def _until_turn_of(combat: Combat, entity: int, intent: Strike) -> None:
    for _ in range(10):
        combat.step()
        if combat.actor == entity:
            combat.act(entity, intent)
            return
    raise AssertionError("its turn never came")


def test_two_equal_weapons_are_two_ways_to_block_told_apart() -> None:
    combat, a, b = fighters(weapons=("dagger", "dagger"))
    seen: list[tuple[Any, ...]] = []

    def asked(request: Draw | Ask) -> Any:
        if isinstance(request, Ask) and request.question == "defence":
            seen.append(request.options)
            return next(o for o in request.options if "left" in str(o) and str(o).startswith("block"))
        return MF if isinstance(request, Draw) else calm(request)

    play(combat, a, Strike(b, CUT), attack=MS, block=MS, breakage=20, otherwise=asked)
    assert len(set(seen[0])) == len(seen[0])
    held = combat.component(b, Held).items
    assert held[part_of(combat, b, "left_arm")].broken
    assert not held[part_of(combat, b, "right_arm")].broken


def test_declining_an_offered_shock_keeps_the_present_state() -> None:
    combat, a, b = victim(decisions="ask")
    events = hit(combat, a, b, "skull", 3, "blunt", defence="ignore", shock=[MF, Shock.NONE])
    assert only(events, ShockDeclined).state == "unconscious"
    assert ShockChanged not in kinds(events)
    assert state_of(combat, b) is Shock.NONE


def test_an_accepted_shock_is_what_the_policy_takes() -> None:
    for options, given in (({"decisions": "ask"}, [MF, Shock.UNCONSCIOUS]), ({}, [MF])):
        combat, a, b = victim(**options)
        extra = {"defence": "ignore"} if options else {}
        hit(combat, a, b, "skull", 3, "blunt", shock=given, **extra)
        assert state_of(combat, b) is Shock.UNCONSCIOUS


def test_a_controller_may_let_a_test_to_keep_control_fail() -> None:
    combat, a, b = victim(decisions="ask")
    events = hit(combat, a, b, "left_calf", 2, defence="ignore", control="fail")
    assert (only(events, MishapTested).roll, only(events, MishapTested).kept) == (None, False)
    assert combat.component(b, Conditions).prone


def test_the_same_choices_give_the_same_events_as_the_policy() -> None:
    def fought(decisions: str) -> list[Any]:
        combat = Combat(seed=11)
        for name, side, x in (("a", "red", 0), ("b", "blue", 1)):
            combat.spawn("man_at_arms", side=side, at=(x, 0), name=name, decisions=decisions)
        asked = 0
        for _ in range(400):
            combat.run()
            if not combat.decisions:
                break
            asked += 1
            decision = combat.decisions[0]
            combat.answer(decision, decision.options[0])
        assert (asked > 0) is (decisions == "ask")
        return combat.drain()

    assert fought("ask") == fought("auto")


# --- the round --------------------------------------------------------------------------------------------------------


def test_each_further_defence_in_a_round_is_ten_worse_and_a_new_round_begins_anew() -> None:
    combat, a, b = pair()
    found = []
    for number in (1, 2, 3):
        if number == 3:
            with editing(combat) as battle:
                assert battle.encounter is not None
                battle.encounter.round += 1
        defend = exchange(play(combat, a, Strike(b, CUT), attack=MF, block=MF)).defend
        assert defend is not None
        found.append(dict(defend.modifiers).get("further defence", 0))
    assert found == [0, -10, 0]


def test_ignoring_is_no_defence_that_makes_the_next_one_worse() -> None:
    combat, a, b = fighters()
    play(combat, a, Strike(b, CUT), "ignore", MF)
    defend = exchange(play(combat, a, Strike(b, CUT), BASH, MF, MF)).defend
    assert defend is not None
    assert "further defence" not in dict(defend.modifiers)


def test_three_rounds_of_exchanges_bring_one_windedness_however_many_blows_each_holds() -> None:
    combat, a, b = pair()
    found = []
    for _ in range(6):
        with editing(combat) as battle:
            assert battle.encounter is not None
            battle.encounter.round += 1
        for _ in range(2):
            found += all_of(play(combat, a, Strike(b, CUT), attack=MF, block=MF), FatigueChanged)
    assert [(f.creature, f.total) for f in found] == [
        (combat.id_of(a), 1), (combat.id_of(b), 1), (combat.id_of(a), 2), (combat.id_of(b), 2)
    ]  # fmt: skip
    assert combat.component(a, Fatigue).total == 2
    assert ("fatigue", -2) in exchange(play(combat, a, Strike(b, CUT), attack=MF, block=MF)).attack.modifiers


def test_who_strikes_at_somebody_helpless_tires_and_the_helpless_do_not() -> None:
    combat, a, b = pair()
    put(combat, b, Shock.UNCONSCIOUS)
    c = combat.spawn("man_at_arms", side="blue", at=(5, 5), intents="host", name="c")
    found = []
    for _ in range(3):
        with editing(combat) as battle:
            assert battle.encounter is not None
            battle.encounter.round += 1
            combat.component(b, Injuries).entries.clear()
        found += all_of(play(combat, a, Strike(b, "broadsword/pommel"), location="left_forearm", impact=6,
                             otherwise=calm), FatigueChanged)  # fmt: skip
    assert [f.creature for f in found] == [combat.id_of(a)]
    assert combat.vitals(c).fatigue == 0


# --- breakage ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "broke"), [(10, False), (11, True)])
def test_what_blocks_a_tie_breaks_above_its_durability_and_blocks_no_more(roll: int, broke: bool) -> None:
    combat, a, b = fighters()
    events = play(combat, a, Strike(b, CUT), BASH, MS, MS, roll)
    tested = only(events, BreakageTested)
    assert (tested.weapon, tested.durability, tested.broke, tested.throw.total) == ("round_shield", 10, broke, roll)
    offered: list[tuple[Any, ...]] = []

    def asked(request: Draw | Ask) -> Any:
        if isinstance(request, Ask):
            offered.append(request.options)
            return "ignore"
        return MF

    play(combat, a, Strike(b, CUT), otherwise=asked)
    assert (BASH in offered[0]) is not broke
    assert f"block {CUT}" in offered[0]


def test_a_failed_attack_checks_nothing_for_breakage() -> None:
    combat, a, b = pair()
    assert BreakageTested not in kinds(play(combat, a, Strike(b, CUT), attack=MF, block=MF))


# --- refusals ---------------------------------------------------------------------------------------------------------


def refused(combat: Combat, entity: int, intent: Any) -> IntentRefused:
    """What an intent is refused with; nothing may have changed."""
    before = (combat.digest, combat.battle.streams.rules, combat.component(entity, Injuries).entries[:])
    with pytest.raises(IntentRefused) as found:
        play(combat, entity, intent)
    assert (combat.digest, combat.battle.streams.rules, combat.component(entity, Injuries).entries[:]) == before
    assert combat.drain() == []
    assert "expected" in str(found.value), f"says nothing of what would be right: {found.value}"
    return found.value


def test_a_strike_that_cannot_be_made_is_refused_with_its_reason_and_what_would_be_right() -> None:
    combat, a, b = pair()
    spirit = combat.spawn("spirit", side="blue", at=(0, 1), intents="host")
    far = combat.spawn("man_at_arms", side="blue", at=(9, 9), intents="host")
    dead = combat.spawn("man_at_arms", side="blue", at=(1, 1), intents="host")
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, dead, "a test")
    whys = {
        Refusal.NO_TARGET: Strike(99_999, CUT),
        Refusal.OWN_TARGET: Strike(a, CUT),
        Refusal.INCORPOREAL_TARGET: Strike(spirit, CUT),
        Refusal.DEAD_TARGET: Strike(dead, CUT),
        Refusal.OUT_OF_REACH: Strike(far, CUT),
        Refusal.NO_SUCH_MODE: Strike(b, "longbow/shoot"),
        Refusal.NO_SUCH_AIM: Strike(b, CUT, "tail"),
        Refusal.MODE_LOST: Strike(b, "broadsword/half_sword_impale"),
    }
    assert {why: refused(combat, a, intent).why for why, intent in whys.items()} == {why: why for why in whys}


@pytest.mark.parametrize("aim", [0, 16, -1, True, 2.5, "hand"])
def test_an_aim_is_a_part_or_a_zone_number_of_the_target(aim: Any) -> None:
    combat, a, b = pair()
    assert refused(combat, a, Strike(b, CUT, aim)).why is Refusal.NO_SUCH_AIM


@pytest.mark.parametrize("aim", [1, 15, "head", "left_leg"])
def test_every_part_and_every_zone_number_can_be_aimed_at(aim: Any) -> None:
    combat, a, b = pair()
    fought = exchange(play(combat, a, Strike(b, CUT, aim), attack=MF, block=MF))
    assert fought.aim == str(aim)


def test_a_mode_without_spread_cannot_be_aimed() -> None:
    combat, a, b = pair(with_mode(spread=0))
    assert refused(combat, a, Strike(b, MADE, "head")).why is Refusal.CANNOT_AIM
    assert exchange(play(combat, a, Strike(b, MADE), MF, MF)).aim == ""


MADE = "striker/made"


def with_mode(**traits: Any) -> Creature:
    """A striker with one more mode, so made."""
    maker = striker()
    mode = replace(maker.techniques[0], **{"id": MADE, "aspect": Aspect.BLUNT, "impact_mod": 5, **traits})
    return replace(maker, techniques=(*maker.techniques, mode))


def test_a_kick_lands_anywhere_but_on_the_head() -> None:
    combat, a, b = pair("human", "human")
    for aim in ("head", 1):
        assert refused(combat, a, Strike(b, "human/kick", aim)).why is Refusal.CANNOT_AIM
    places: list[tuple[Any, ...]] = []

    def asked(request: Draw | Ask) -> Any:
        if isinstance(request, Draw) and request.what == "location":
            places.append(request.of.answers)
        return calm(request)

    play(combat, a, Strike(b, "human/kick"), attack=MS, defend=MF, otherwise=asked)
    locations = combat.component(b, Anatomy).of.locations
    assert {i for i, location in enumerate(locations) if location.part} == set(places[0])
    with editing(combat) as battle:
        options = battle.ruleset.strikes(battle, a, b)
    assert "head" not in {o.aim for o in options if o.mode == "human/kick"}
    assert "head" in {o.aim for o in options if o.mode == "human/punch"}


def test_a_low_mode_aims_no_higher_than_the_legs() -> None:
    combat, a, b = pair(with_mode(low_aim=True))
    for aim in ("head", "torso", 9):
        assert refused(combat, a, Strike(b, MADE, aim)).why is Refusal.CANNOT_AIM
    for aim in ("left_leg", 10, 15):
        assert exchange(play(combat, a, Strike(b, MADE, aim), MF, MF)).aim == str(aim)


def test_a_mode_for_close_quarters_reaches_one_cell() -> None:
    combat, a, b = pair(with_mode(only_in_close=True), gap=2)
    assert refused(combat, a, Strike(b, MADE)).why is Refusal.OUT_OF_REACH


def test_half_impact_is_half_of_all_that_is_dealt_rounded_down() -> None:
    combat, a, b = pair(with_mode(half_impact=True, dice=1, sides=6, impact_mod=3))
    found: list[tuple[Any, ...]] = []

    def asked(request: Draw | Ask) -> Any:
        if isinstance(request, Draw) and request.what == "impact":
            found.append(tuple(zip(request.of.answers, request.of.running, strict=True)))
        return calm(request)

    landed = only(play(combat, a, Strike(b, MADE), attack=MS, defend=MF, otherwise=asked), StrikeLanded)
    # 4..9, halved: 2 2 3 3 4 4, as running weights.
    assert found == [((2, 2), (3, 4), (4, 6))]
    assert landed.impact.dice == "1d6+3, halved"


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (Shock.DEAD, Refusal.DEAD),
        (Shock.UNCONSCIOUS, Refusal.CANNOT_ACT),
        (Shock.INCAPACITATED, Refusal.CANNOT_ACT),
    ],
)
def test_the_dead_the_unconscious_and_the_incapacitated_strike_nobody(state: Shock, why: Refusal) -> None:
    combat, a, b = pair()
    put(combat, a, state)
    assert refused(combat, a, Strike(b, CUT)).why is why


def test_a_strike_whose_mode_is_left_open_is_the_best_that_reaches() -> None:
    combat, a, b = pair(gap=1, weapons=("broadsword",))
    fought = exchange(play(combat, a, Strike(b), otherwise=calm))
    assert fought.mode.startswith("broadsword/")
    spirit = combat.spawn("spirit", side="blue", at=(0, 1), intents="host")
    assert refused(combat, a, Strike(spirit)).why is Refusal.INCORPOREAL_TARGET


# --- limbs ------------------------------------------------------------------------------------------------------------


def test_only_the_limbs_that_grip_are_asked_of_a_weapons_attack() -> None:
    combat, a, b = pair()
    arm = hand_of(combat, a, "broadsword")
    other = "left_arm" if arm == "right_arm" else "right_arm"
    with editing(combat):
        combat.component(a, Injuries).permanent[part_of(combat, a, other)] = -10
    assert "impairment" not in dict(exchange(play(combat, a, Strike(b, CUT), MF, MF)).attack.modifiers)
    with editing(combat):
        combat.component(a, Injuries).permanent[part_of(combat, a, arm)] = -15
    assert dict(exchange(play(combat, a, Strike(b, CUT), MF, MF)).attack.modifiers)["impairment"] == -15


def test_an_immobilized_limb_keeps_its_weapon_but_cannot_use_it_until_it_is_free() -> None:
    combat, a, b = pair()
    arm = hand_of(combat, a, "broadsword")
    immobilize(combat, a, arm)
    assert part_of(combat, a, arm) in combat.component(a, Held).items
    assert refused(combat, a, Strike(b, CUT)).why is Refusal.MODE_LOST
    with editing(combat):
        combat.component(a, Conditions).immobilized.clear()
    assert exchange(play(combat, a, Strike(b, CUT), MF, MF)).attack.automatic is False


def test_the_prone_strike_and_defend_at_twenty_less() -> None:
    combat, a, b = pair()
    with editing(combat):
        combat.component(a, Conditions).prone = True
        combat.component(b, Conditions).prone = True
    fought = exchange(play(combat, a, Strike(b, CUT), attack=MF, defend=MF))
    assert fought.defend is not None
    assert dict(fought.attack.modifiers)["prone"] == dict(fought.defend.modifiers)["prone"] == -20


def test_a_blow_that_finds_nothing_left_in_a_zone_misses_and_says_so() -> None:
    combat, a, b = victim()
    locations = combat.component(b, Anatomy).of.locations
    sever(combat, b, *(location.id for location in locations if location.part in (1, 2)))
    events = play(combat, a, Strike(b, blow_id(5), "left_arm"), attack=MS, defend=MF, zone=1)
    assert (only(events, StrikeMissed).zone_number, only(events, StrikeMissed).why) == (2, "nothing left there")
    assert Injured not in kinds(events)
    events = play(combat, a, Strike(b, blow_id(5), 15), attack=MS, defend=MF, zone=6)
    assert (only(events, StrikeMissed).zone_number, only(events, StrikeMissed).why) == (20, "past the body")


def test_the_dead_target_of_a_strike_is_never_struck_twice() -> None:
    combat, a, b = victim()
    events = hit(combat, a, b, "neck", 5, amputation=CF0)
    assert len(all_of(events, Died)) == 1
    assert refused(combat, a, Strike(b, blow_id(5))).why is Refusal.DEAD_TARGET
    assert combat.component(b, ShockState).retest_at is None


def test_defences_of_a_fight_that_is_over_do_not_count_in_the_next() -> None:
    combat, a, b = pair()
    for n in (1, 2):
        with editing(combat) as battle:
            assert battle.encounter is not None
            battle.encounter.round = 1
        found = exchange(play(combat, a, Strike(b, CUT), attack=MF, block=MF)).defend
        assert found is not None
        assert "further defence" not in dict(found.modifiers), f"in fight {n}"
        assert combat.component(b, Fatigue).exchanges == n
        # The foe goes down and up again: one encounter ends, another begins.
        put(combat, a, Shock.UNCONSCIOUS)
        _stir(combat)
        assert combat.battle.encounter is None
        put(combat, a, Shock.NONE)
        with editing(combat):
            combat.component(a, Conditions).prone = False
        _stir(combat)


def _stir(combat: Combat) -> None:
    with editing(combat) as battle:
        battle.stirred = True
        settle(battle)


def test_a_setup_is_not_used_up_where_nothing_is_tested() -> None:
    combat, a, b = pair()
    with editing(combat):
        combat.component(a, Guard).setups[combat.id_of(b)] = 10
    put(combat, b, Shock.UNCONSCIOUS)
    play(combat, a, Strike(b, CUT), location="left_forearm", impact=13, otherwise=calm)
    assert combat.component(a, Guard).setups == {combat.id_of(b): 10}


def test_the_zone_die_is_told_and_leads_from_the_number_aimed_at_to_the_number_hit() -> None:
    aimed = 0
    for seed in range(12):
        combat = Combat.of("wolves_at_night", seed)
        combat.run()
        fought: ExchangeFought | None = None
        for event in combat.drain():
            if isinstance(event, ExchangeFought):
                fought = event
            elif isinstance(event, StrikeLanded | StrikeMissed):
                assert fought is not None
                if isinstance(event, StrikeLanded) and "blocked" in dict(event.modifiers):
                    continue  # it lands on the limb that blocked it
                assert (event.scatter is not None) == (event.attacker == fought.attacker and bool(fought.aim))
                if event.scatter is not None:
                    body = body_of(combat.component(combat.entity(event.target), Anatomy).of)
                    part = next(i for i, p in enumerate(body.anatomy.parts) if p.id == fought.aim)
                    first = body.first_number(part)
                    assert first is not None
                    assert event.zone_number == first - 1 + event.scatter.total
                    assert 1 <= event.scatter.total <= int(event.scatter.dice.removeprefix("1d"))
                    aimed += 1
    assert aimed > 100
