"""Contests in a tiny world: unarmed techniques, limb blocks, grab, press and trip, holds and their end (heroic H12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from scripting import (
    all_of,
    calm,
    due,
    editing,
    hit,
    immobilize,
    kinds,
    only,
    pair,
    part_of,
    pending,
    play,
    put,
    striker,
)

from fleshwound.components.creature import Abilities, Conditions, Held, Place, Scores, Shock, ShockCause
from fleshwound.components.draws import Ask, Draw, Level
from fleshwound.components.edits import Kill, Teleport
from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.components.events import (
    ExchangeFought,
    Fell,
    Grabbed,
    HoldBroken,
    HoldRenewed,
    Injured,
    ItemSeized,
    MishapTested,
    Moved,
    Pushed,
    ShockTested,
    StrikeLanded,
    StrikeMissed,
    TrialMade,
)
from fleshwound.components.intents import BreakFree, Grab, Intent, Move, PickUp, Press, Release, Stand, Strike, Trip
from fleshwound.components.views import StrikeOption
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.battle import Battle
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.heroic.consequences import enter_shock, fall
from fleshwound.systems.heroic.fighter import Reader, fighter
from fleshwound.systems.heroic.ruleset import Heroic
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.trial import Effort, press_base, row_of, trial

CF0, CF5, MF, MS, CS = Level


def men(target: str = "human", *, weapons: tuple[str, ...] = (), **options: Any) -> tuple[Combat, int, int]:
    """Two humans of one Strength side by side, both bare; the second holds `weapons`."""
    return pair("human", target, weapons=weapons, **options)


def won(margin: int) -> dict[str, int]:
    """Dice that give two of one Strength a margin of -5..5, the grab made with both hands."""
    return {"trial": max(1, 1 + margin), "resistance": max(1, 1 - margin)}


def stronger(combat: Combat, entity: int, by: int) -> None:
    """Make a creature stronger than its kind."""
    with editing(combat):
        abilities = combat.component(entity, Abilities)
        attributes = dict(abilities.attributes)
        attributes["strength"] += by
        abilities.attributes = Scores(attributes)


def lands(request: Draw | Ask) -> Any:
    """Have the attack land by one star, whatever the defence; the rest is calm."""
    if isinstance(request, Draw) and request.what == "attack":
        return MS
    if isinstance(request, Draw) and request.what in ("block", "counterstrike", "dodge"):
        return MF
    return calm(request)


def held(location: str = "left_forearm", **options: Any) -> tuple[Combat, int, int]:
    """A human who holds another by the part of a location."""
    combat, a, b = men(**options)
    play(combat, a, Grab(b), location=location, **won(3), otherwise=lands)
    return combat, a, b


def refused(combat: Combat, entity: int, intent: Intent) -> Refusal:
    with pytest.raises(IntentRefused) as error:
        play(combat, entity, intent)
    return error.value.why


def strikes(combat: Combat, entity: int, target: int) -> Sequence[StrikeOption]:
    with editing(combat) as battle:
        return battle.ruleset.strikes(battle, entity, target)


def cell(combat: Combat, entity: int) -> tuple[int, int]:
    place = combat.component(entity, Place)
    return place.x, place.y


# --- the trial --------------------------------------------------------------------------------------------------------


def test_a_trial_is_a_die_and_strength_each_and_a_tie_is_lost(tables: Tables) -> None:
    assert scripted(trial(tables, Effort(13), Effort(12)), 3, 3) == (3, 3, 1)
    assert not scripted(trial(tables, Effort(13), Effort(12)), 3, 4).won
    assert scripted(trial(tables, Effort(13, (("one hand", -2),)), Effort(12)), 6, 1) == (6, 1, 4)


def test_of_two_of_one_strength_the_one_that_begins_wins_fifteen_in_thirty_six(tables: Tables) -> None:
    odds = enumerated(lambda: trial(tables, Effort(12), Effort(12)))
    assert sum(share for made, share in odds.items() if made.won) == Fraction(15, 36)


@pytest.mark.parametrize(
    ("margin", "row"), [(-3, None), (0, None), (1, 0), (4, 0), (5, 1), (9, 1), (10, 2), (29, 2), (60, 2)]
)
def test_a_margin_reads_as_a_row_of_the_table(tables: Tables, margin: int, row: int | None) -> None:
    assert row_of(tables, margin) == row


@pytest.mark.parametrize(("margin", "base"), [(9, None), (10, 6), (29, 6), (30, 7), (49, 7), (50, 8), (90, 8)])
def test_a_hard_press_brings_shock_by_its_margin(tables: Tables, margin: int, base: int | None) -> None:
    assert press_base(tables, margin) == base


# --- techniques -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "dice", "aspect", "reach"),
    [("punch", "1d6-2", "blunt", 1), ("kick", "1d6-1", "blunt", 1), ("headbutt", "1d6-1", "blunt", 1),
     ("bite", "1d4+1", "piercing", 1)],
)  # fmt: skip
def test_people_strike_with_what_they_have_and_their_strength(mode: str, dice: str, aspect: str, reach: int) -> None:
    combat, a, b = men()
    stronger(combat, a, 2)
    events = play(combat, a, Strike(b, f"human/{mode}"), location="thorax", otherwise=lands)
    landed = only(events, StrikeLanded)
    assert (landed.impact.dice, landed.aspect) == (dice, aspect)
    assert ("strength", 1) in landed.modifiers


def test_a_kick_is_never_aimed_at_the_head_nor_lands_there() -> None:
    combat, a, b = men()
    assert refused(combat, a, Strike(b, "human/kick", "head")) is Refusal.CANNOT_AIM
    for option in strikes(combat, a, b):
        assert (option.mode, option.aim) != ("human/kick", "head")


@pytest.mark.parametrize(("mode", "worn", "more"), [
    ("punch", "plate_gauntlets", True), ("punch", "mail_hauberk", False), ("kick", "plate_gauntlets", False),
])  # fmt: skip
def test_rigid_armour_on_the_striking_part_adds_two(mode: str, worn: str, more: bool) -> None:
    pieces = [piece for piece in shipped().under("heroic").armor.values() if piece.rigid & {"right_hand"}]
    soft = [
        piece
        for piece in shipped().under("heroic").armor.values()
        if piece.flexible & {"right_hand"} and not piece.rigid
    ]
    combat = Combat(seed=1)
    piece = (pieces if worn.startswith("plate") else soft)[0]
    a = combat.spawn("human", side="red", at=(0, 0), intents="host", armor=[piece])
    b = combat.spawn("human", side="blue", at=(1, 0), intents="host")
    events = play(combat, a, Strike(b, f"human/{mode}"), location="thorax", otherwise=lands)
    assert (("rigid armour", 2) in only(events, StrikeLanded).modifiers) is more


def test_contests_are_no_strikes_of_the_policy_and_deal_no_impact() -> None:
    combat, a, b = men()
    modes = {option.mode for option in strikes(combat, a, b)}
    assert modes == {"human/punch", "human/kick", "human/headbutt", "human/bite"}


# --- blocking with a limb ---------------------------------------------------------------------------------------------


def test_an_empty_hand_blocks_and_a_tie_lands_on_that_arm_two_points_weaker() -> None:
    combat, a, b = pair("man_at_arms", "human", decisions="ask")
    events = play(
        combat, a, Strike(b, "broadsword/cut"), defence="block human/limb_block", attack=MS, block=MS,
        location="right_elbow", impact=3, otherwise=calm,
    )  # fmt: skip
    fought = only(events, ExchangeFought)
    assert (fought.attacker_lands, fought.stars, fought.text) == (True, 0, "on the limb that blocks")
    landed = only(events, StrikeLanded)
    assert (landed.location, landed.zone_number) == ("right_elbow", 0)
    assert ("blocked", -2) in landed.modifiers


def test_a_limb_that_out_levels_the_blow_stops_it() -> None:
    combat, a, b = pair("man_at_arms", "human", decisions="ask")
    events = play(combat, a, Strike(b, "broadsword/cut"), defence="block human/limb_block", attack=MS, block=CS)
    assert not only(events, ExchangeFought).attacker_lands


@pytest.mark.parametrize(("aim", "odds"), [("left_leg", True), ("head", False), ("torso", False), (None, False)])
def test_an_arm_is_at_odds_with_a_blow_aimed_at_the_legs_alone(aim: str | None, odds: bool) -> None:
    combat, a, b = pair("man_at_arms", "human", decisions="ask")
    events = play(
        combat, a, Strike(b, "broadsword/cut", aim), defence="block human/limb_block", attack=MF, block=MF,
        otherwise=calm,
    )  # fmt: skip
    defend = only(events, ExchangeFought).defend
    assert defend is not None
    assert (("at odds", -20) in defend.modifiers) is odds


def test_full_hands_block_with_what_they_hold_only() -> None:
    combat, a, b = pair("man_at_arms", "man_at_arms", decisions="ask")
    asked: list[tuple[Any, ...]] = []

    def note(request: Draw | Ask) -> Any:
        if isinstance(request, Ask):
            asked.append(request.options)
        return calm(request)

    play(combat, a, Strike(b, "broadsword/cut"), otherwise=note)
    assert "block human/limb_block" not in asked[0]


# --- grabs and holds --------------------------------------------------------------------------------------------------


def test_a_grab_that_wins_its_trial_holds_the_part_it_struck() -> None:
    combat, a, b = men()
    events = play(combat, a, Grab(b), location="left_forearm", **won(1), otherwise=lands)
    grabbed = only(events, Grabbed)
    assert (grabbed.creature, grabbed.by, grabbed.part) == (combat.id_of(b), combat.id_of(a), "left_arm")
    assert grabbed.limbs == ("right_arm", "left_arm")
    made = only(events, TrialMade)
    assert (made.contest, made.margin, made.part) == ("grab", 1, "left_arm")
    assert kinds(events).index(TrialMade) < kinds(events).index(Grabbed)
    assert StrikeLanded not in kinds(events)
    assert combat.component(b, Conditions).held_fast


def test_a_grab_that_ties_its_trial_holds_nothing() -> None:
    combat, a, b = men()
    events = play(combat, a, Grab(b), location="left_forearm", **won(0), otherwise=lands)
    assert Grabbed not in kinds(events)
    assert not combat.component(b, Conditions).held_fast


def test_a_grab_that_is_dodged_comes_to_no_trial() -> None:
    combat, a, b = men()
    events = play(combat, a, Grab(b), attack=MF, otherwise=calm)
    assert TrialMade not in kinds(events)


def test_a_grab_aimed_past_the_body_misses() -> None:
    combat, a, b = men()
    events = play(combat, a, Grab(b, aim=15), zone=4, otherwise=lands)
    assert only(events, StrikeMissed).zone_number == 18
    assert TrialMade not in kinds(events)


@pytest.mark.parametrize(("limb", "modifier"), [("right_arm", ("one hand", -2)), ("left_arm", ("off hand", -3))])
def test_a_grab_with_one_hand_is_weaker_and_with_the_off_hand_weaker_still(
    limb: str, modifier: tuple[str, int]
) -> None:
    right = replace(shipped().creature("human"), traits=frozenset({"right_handed"}))
    combat, a, b = pair(right, "human")
    events = play(combat, a, Grab(b, limb=limb), location="thorax", trial=6, resistance=1, otherwise=lands)
    assert modifier in only(events, TrialMade).modifiers
    assert only(events, Grabbed).limbs == (limb,)


def test_each_advantage_spent_on_impact_adds_to_the_trial() -> None:
    for intent, name, more in ((Grab, "grab", 3), (Press, "press", 2), (Trip, "trip", 4)):
        combat, a, b = men()
        events = play(combat, a, intent(b), attack=CS, defend=MF, otherwise=calm)
        made = only(events, TrialMade)
        assert made.contest == name
        assert ("advantage", more) in made.modifiers


def test_the_held_pass_their_turn_but_defend_themselves() -> None:
    combat, a, b = held()
    for intent in (Strike(a), Move((3, 0)), Stand(), Grab(a), PickUp()):
        assert refused(combat, b, intent) in (Refusal.HELD, Refusal.NO_SUCH_ITEM), intent
    assert not combat.vitals(b).can_act
    assert not combat.vitals(b).can_move
    assert combat.vitals(b).can_defend
    events = play(combat, a, Strike(b, "human/kick"), otherwise=calm)
    assert only(events, ExchangeFought).defence != "ignore"


def test_a_held_limb_is_immobilized_and_keeps_its_grip() -> None:
    combat, a, b = held("right_forearm", weapons=("broadsword",))
    assert combat.component(b, Held).items
    modes = {option.mode for option in strikes(combat, b, a)}
    assert not any(mode.startswith("broadsword/") for mode in modes)


def test_hands_that_hold_do_nothing_else_and_the_rest_of_the_body_does() -> None:
    combat, a, b = held()
    assert {option.mode for option in strikes(combat, a, b)} == {"human/kick", "human/headbutt", "human/bite"}
    assert refused(combat, a, Strike(b, "human/punch")) is Refusal.MODE_LOST


def test_a_hold_is_renewed_by_a_trial_a_round_later_and_lost_on_a_tie() -> None:
    combat, a, b = held()
    [at] = pending(combat, "renew", a)
    assert at == combat.now + combat.battle.ruleset.round
    events = due(combat, "renew", a, 4, 3)
    assert kinds(events) == [TrialMade, HoldRenewed]
    events = due(combat, "renew", a, 3, 3)
    assert kinds(events) == [TrialMade, HoldBroken]
    assert not combat.component(b, Conditions).held_fast
    assert combat.component(a, Conditions).holds == []


def test_who_is_held_may_try_to_break_free_with_its_action() -> None:
    combat, a, b = held()
    events = play(combat, b, BreakFree(), 3, 3)
    assert kinds(events) == [TrialMade]
    events = play(combat, b, BreakFree(a), 4, 3)
    assert kinds(events) == [TrialMade, HoldBroken]
    assert only(events, HoldBroken).why == "broke free"
    assert refused(combat, b, BreakFree()) is Refusal.NOT_HELD


def test_whoever_holds_may_let_go_without_an_action() -> None:
    combat, a, b = held()
    assert only(play(combat, a, Release(b)), HoldBroken).why == "let go"
    assert refused(combat, a, Release()) is Refusal.NOT_HOLDING


def reader(battle: Battle) -> Reader:
    assert isinstance(battle.ruleset, Heroic)
    return battle.ruleset.reader


def end_by_fall(combat: Combat, a: int, b: int) -> None:
    with editing(combat) as battle:
        fall(battle, fighter(reader(battle), a), "a test")


def end_by_stun(combat: Combat, a: int, b: int) -> None:
    put_in(combat, a, Shock.STUNNED)


def end_by_fainting(combat: Combat, a: int, b: int) -> None:
    put_in(combat, b, Shock.INCAPACITATED)


def put_in(combat: Combat, entity: int, state: Shock) -> None:
    with editing(combat) as battle:
        enter_shock(
            battle,
            fighter(reader(battle), entity),
            state,
            ShockCause("a test", None, None, 0, 0, False, 0, None, battle.now),
        )


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (end_by_fall, "fell"),
        (end_by_stun, "stunned"),
        (end_by_fainting, "the held is incapacitated"),
        (lambda combat, a, b: combat.edit(Kill(a, "a test")), "dead"),
        (lambda combat, a, b: combat.despawn(a), "left"),
        (lambda combat, a, b: combat.edit(Teleport(a, (9, 9))), "moved off"),
        (lambda combat, a, b: combat.edit(Teleport(b, (9, 9))), "moved off"),
    ],
)  # fmt: skip
def test_a_hold_ends_at_once_with_what_made_it(end: Any, why: str) -> None:
    combat, a, b = held("left_forearm")
    combat.drain()
    end(combat, a, b)
    assert only(combat.drain(), HoldBroken).why == why
    assert combat.component(b, Conditions).immobilized == []


def test_a_victim_that_leaves_frees_the_hands_that_held_it() -> None:
    combat, a, b = held()
    combat.despawn(b)
    assert combat.component(a, Conditions).holds == []


def test_a_hold_by_a_limb_that_fails_ends() -> None:
    combat, a, b = pair(striker(), "human")
    c = combat.spawn("human", side="red", at=(1, 1), intents="host")
    play(combat, b, Grab(c, limb="right_arm"), location="thorax", trial=6, resistance=1, otherwise=lands)
    events = hit(combat, a, b, "right_elbow", 4, otherwise=calm)
    assert only(events, HoldBroken).why == "the limb fails"


def test_a_wound_does_not_free_a_held_limb_but_its_loss_does() -> None:
    combat, a, b = pair(striker(), "human")
    c = combat.spawn("human", side="red", at=(1, 1), intents="host")
    play(combat, c, Grab(b), location="left_hand", trial=6, resistance=1, otherwise=lands)
    assert HoldBroken not in kinds(hit(combat, a, b, "left_elbow", 2, otherwise=calm))
    events = hit(combat, a, b, "left_elbow", 5, amputation=CF5, otherwise=calm)
    assert "the limb is lost" in {event.why for event in all_of(events, HoldBroken)}


# --- taking -----------------------------------------------------------------------------------------------------------


def test_a_grab_to_take_wrests_the_item_into_the_hand_that_grabbed() -> None:
    combat, a, b = men(weapons=("broadsword",))
    events = play(combat, a, Grab(b, "take"), zone=1, location="right_hand", **won(2), otherwise=lands)
    seized = only(events, ItemSeized)
    assert (seized.part, seized.hand, seized.weapon) == ("right_arm", "right_arm", "broadsword")
    assert combat.component(b, Held).items == {}
    assert combat.component(a, Held).items[part_of(combat, a, "right_arm")].number == seized.item
    assert Grabbed not in kinds(events)
    assert any(option.mode == "broadsword/cut" for option in strikes(combat, a, b))


def test_a_grab_to_take_that_finds_an_empty_hand_comes_to_nothing() -> None:
    combat, a, b = men(weapons=("broadsword",))
    events = play(combat, a, Grab(b, "take"), zone=1, location="left_hand", otherwise=lands)
    assert TrialMade not in kinds(events)


def test_there_has_to_be_something_to_take_and_a_purpose_is_one_of_two() -> None:
    combat, a, b = men()
    assert refused(combat, a, Grab(b, "take")) is Refusal.NO_SUCH_ITEM
    with pytest.raises(BadValue, match="hold, take"):
        combat.act(a, Grab(b, "tickle"))


# --- press and trip ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "to", "down"), [(0, (2, 0), False), (5, (2, 0), False), (10, (3, 0), True)])
def test_a_press_drives_back_and_the_harder_brings_down(more: int, to: tuple[int, int], down: bool) -> None:
    combat, a, b = men()
    stronger(combat, a, more)
    events = play(combat, a, Press(b), trial=2, resistance=1, otherwise=lands)
    assert only(events, Pushed).path[-1] == cell(combat, b) == to
    assert combat.component(b, Conditions).prone is down
    assert (MishapTested in kinds(events)) is (more == 5)
    if down:
        tested = only(events, ShockTested)
        assert (tested.source, tested.base) == ("press", 6)


def test_a_press_drives_nobody_through_what_stands_in_the_way() -> None:
    combat = Combat(seed=1, size=(4, 1))
    a = combat.spawn("human", side="red", at=(0, 0), intents="host")
    b = combat.spawn("human", side="blue", at=(1, 0), intents="host")
    combat.spawn("human", side="blue", at=(3, 0), intents="host")
    stronger(combat, a, 12)
    events = play(combat, a, Press(b), trial=2, resistance=1, otherwise=lands)
    assert only(events, Pushed).path == ((2, 0),)


def test_a_trip_brings_down_a_better_one_throws_and_the_best_grabs_besides() -> None:
    for more, pushed, grabbed in ((0, False, False), (5, True, False), (10, True, True)):
        combat, a, b = men()
        stronger(combat, a, more)
        named = {"location": "left_thigh"} if grabbed else {}
        events = play(combat, a, Trip(b), trial=2, resistance=1, otherwise=lands, **named)
        assert only(events, Fell).cause == "trip"
        assert combat.component(b, Conditions).prone
        assert (Pushed in kinds(events), Grabbed in kinds(events)) == (pushed, grabbed)
        if grabbed:
            assert only(events, Moved).path == ((1, 0),)
            assert only(events, Grabbed).part == "left_leg"


def test_a_trip_that_loses_its_trial_does_nothing() -> None:
    combat, a, b = men()
    events = play(combat, a, Trip(b), trial=1, resistance=1, otherwise=lands)
    assert not combat.component(b, Conditions).prone
    assert Pushed not in kinds(events)


def test_a_counterstrike_that_lands_and_the_grab_are_both_resolved() -> None:
    combat, a, b = men(weapons=("broadsword",), decisions="ask")
    events = play(
        combat, a, Grab(b), defence="counterstrike broadsword/cut", attack=MS, counterstrike=MS,
        location=["left_forearm", "left_calf"], **won(3), impact=6, otherwise=calm,
    )  # fmt: skip
    assert only(events, Grabbed).part == "left_arm"
    assert only(events, Injured).creature == combat.id_of(a)


# --- what seizes ------------------------------------------------------------------------------------------------------


def test_a_bite_that_clenches_starts_a_hold_once_it_has_landed() -> None:
    combat, a, b = pair("gray_wolf", "human")
    stronger(combat, a, 10)
    events = play(
        combat, a, Strike(b, "gray_wolf/bite"), location="left_forearm", impact=3, trial=6, resistance=1,
        otherwise=lands,
    )  # fmt: skip
    assert only(events, Grabbed).mode == "gray_wolf/bite"
    assert kinds(events).index(StrikeLanded) < kinds(events).index(TrialMade)


def test_jaws_that_hold_go_on_biting_whom_they_hold_and_nobody_else() -> None:
    combat, a, b = pair("gray_wolf", "human")
    c = combat.spawn("human", side="blue", at=(0, 1), intents="host")
    stronger(combat, a, 10)
    play(
        combat,
        a,
        Strike(b, "gray_wolf/bite"),
        location="left_forearm",
        impact=3,
        trial=6,
        resistance=1,
        otherwise=lands,
    )
    assert "gray_wolf/bite" in {option.mode for option in strikes(combat, a, b)}
    assert "gray_wolf/bite" not in {option.mode for option in strikes(combat, a, c)}
    assert refused(combat, a, Strike(c, "gray_wolf/bite")) is Refusal.MODE_LOST
    events = play(combat, a, Strike(b, "gray_wolf/bite"), location="left_forearm", otherwise=lands)
    assert TrialMade not in kinds(events)


def test_the_stunned_hold_nobody_with_hand_or_jaw() -> None:
    combat, a, b = pair("gray_wolf", "human")
    put(combat, a, Shock.STUNNED)
    events = play(combat, a, Strike(b, "gray_wolf/bite"), location="left_forearm", otherwise=lands)
    assert StrikeLanded in kinds(events)
    assert TrialMade not in kinds(events)
    combat, a, b = men()
    put(combat, a, Shock.STUNNED)
    assert refused(combat, a, Grab(b)) is Refusal.CANNOT_ACT


def test_who_is_out_of_the_fight_is_held_by_nobody() -> None:
    combat, a, b = men()
    put(combat, b, Shock.UNCONSCIOUS)
    assert refused(combat, a, Grab(b)) is Refusal.HELPLESS_TARGET
    combat, a, b = pair("gray_wolf", "human")
    put(combat, b, Shock.UNCONSCIOUS)
    events = play(combat, a, Strike(b, "gray_wolf/bite"), location="left_forearm", otherwise=calm)
    assert TrialMade not in kinds(events)


def test_what_misses_seizes_nothing() -> None:
    combat, a, b = pair("gray_wolf", "human")
    events = play(combat, a, Strike(b, "gray_wolf/bite"), attack=MF, otherwise=calm)
    assert TrialMade not in kinds(events)


@pytest.mark.parametrize("weapon", ["whip", "net"])
def test_the_weapons_that_entangle_or_envelop_seize(weapon: str) -> None:
    assert any(mode.seizes for mode in shipped().weapon(weapon).modes)


# --- odd bodies -------------------------------------------------------------------------------------------------------


def test_what_has_no_body_is_neither_grabbed_nor_grabs() -> None:
    combat, a, b = pair("human", "spirit")
    for intent in (Grab(b), Grab(b, "take"), Press(b), Trip(b)):
        assert refused(combat, a, intent) is Refusal.INCORPOREAL_TARGET
    assert refused(combat, b, Grab(a)) is Refusal.NO_SUCH_MODE


@pytest.mark.parametrize("creature", ["orca", "rock_python", "gray_wolf", "dragon"])
def test_who_does_not_fight_as_people_do_knows_no_grab_of_theirs(creature: str) -> None:
    combat, a, b = pair(creature, "human")
    assert refused(combat, a, Grab(b)) is Refusal.NO_SUCH_MODE


def test_a_centaur_grabs_with_its_arms_and_trips_with_a_leg() -> None:
    combat, a, b = pair("centaur", "human", weapons=())
    with editing(combat):
        combat.component(a, Held).items.clear()
    events = play(combat, a, Grab(b), location="left_forearm", **won(5), otherwise=lands)
    assert set(only(events, Grabbed).limbs) <= {"right_arm", "left_arm"}


def test_a_grab_needs_an_empty_hand_that_works() -> None:
    combat, a, b = pair("man_at_arms", "human")
    assert refused(combat, a, Grab(b)) is Refusal.MODE_LOST
    combat, a, b = men()
    immobilize(combat, a, "left_arm")
    immobilize(combat, a, "right_arm")
    assert refused(combat, a, Grab(b)) is Refusal.MODE_LOST


def test_a_save_under_a_hold_goes_on_as_without() -> None:
    combat, *_ = held()
    again = Combat.load(combat.save())
    assert again.save() == combat.save()
    for one in (combat, again):
        one.advance(60)
    assert again.digest == combat.digest
