"""What a creature can do with what it holds, the same before and after a save, at once and on its own turns alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from scripting import CS, MF, all_of, calm, editing, hand_of, hit, kinds, only, part_of, play, put, sever, victim

from fleshwound.components.creature import Held, Injuries, Shock
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import Died, ExchangeFought, ItemDropped, OpeningTaken
from fleshwound.components.guard import Guard
from fleshwound.components.intents import Brace, Move, PickUp, Strike
from fleshwound.game.combat import Combat
from fleshwound.systems.heroic.fighter import fighter

CUT: Final = "broadsword/cut"


def modes(combat: Combat, entity: int) -> set[str]:
    with editing(combat) as battle:
        return {use.mode.id for use in fighter(battle.ruleset.reader, entity).stance.uses}  # type: ignore[attr-defined]  # the heroic rules


def strikes(combat: Combat, a: int, b: int) -> set[str]:
    with editing(combat) as battle:
        return {option.mode for option in battle.ruleset.strikes(battle, a, b)}


def again(combat: Combat) -> Combat:
    return Combat.load(combat.save())


LOST: Final[dict[str, tuple[str, Callable[[Combat, int], None], str]]] = {
    "both hands, one lost": (
        "broadsword",
        lambda combat, b: sever(combat, b, "left_hand"),
        "broadsword/half_sword_impale",
    ),
    "the hand that holds it": (
        "broadsword",
        lambda combat, b: sever(combat, b, f"{hand_of(combat, b, 'broadsword').split('_')[0]}_hand"),
        CUT,
    ),
    "both legs": ("dagger", lambda combat, b: sever(combat, b, "left_foot", "right_foot"), "human/kick"),
}


@pytest.mark.parametrize("how", LOST)
def test_what_a_lost_part_did_is_offered_no_more_before_and_after_a_save(how: str) -> None:
    weapon, lose, mode = LOST[how]
    combat, a, b = victim("man_at_arms", weapons=(weapon,))
    assert mode in modes(combat, b)
    lose(combat, b)
    # The striker's own body isn't in the content that a save is read with; it goes.
    combat.despawn(a)
    c = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    loaded = again(combat)
    for each in (combat, loaded):
        one, other = each.entity(combat.id_of(b)), each.entity(combat.id_of(c))
        assert mode not in modes(each, one)
        assert mode not in strikes(each, one, other)
        with pytest.raises(IntentRefused) as refused:
            play(each, one, Strike(other, mode))
        assert refused.value.why is Refusal.MODE_LOST


def test_a_shield_without_an_arm_blocks_neither_before_nor_after_a_save() -> None:
    combat, a, b = victim("man_at_arms")
    arm = hand_of(combat, b, "round_shield").split("_")[0]
    sever(combat, b, f"{arm}_hand")
    combat.despawn(a)
    combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    for each in (combat, again(combat)):
        assert "round_shield/bash" not in modes(each, each.entity(2))
        assert CUT in modes(each, each.entity(2))


def test_what_a_struck_hand_drops_is_out_of_use_till_it_is_taken_up() -> None:
    combat, a, b = victim("man_at_arms", weapons=("broadsword",))
    arm = hand_of(combat, b, "broadsword")
    events = hit(combat, a, b, f"{arm.split('_')[0]}_upper_arm", 4, "blunt", otherwise=calm)
    dropped = only(events, ItemDropped)
    put(combat, b, Shock.NONE)
    assert CUT not in modes(combat, b)
    play(combat, b, PickUp(dropped.item))
    # Into the hand that still works.
    assert CUT in modes(combat, b)
    assert combat.component(b, Held).items[part_of(combat, b, hand_of(combat, b, "broadsword"))].number == dropped.item
    assert hand_of(combat, b, "broadsword") != arm


def test_how_ready_one_is_stands_in_a_save() -> None:
    combat = Combat(seed=3, turns="host")
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host", weapons=("spear",))
    b = combat.spawn("peasant_levy", side="blue", at=(1, 0), intents="host")
    combat.begin_turn(a)
    combat.act(a, Brace())
    combat.begin_turn(b)
    combat.act(b, Strike(a, "pitchfork/impale"))
    loaded = again(combat)
    for each in (combat, loaded):
        one, other = each.entity(1), each.entity(2)
        assert each.component(one, Guard).braced
        assert "spear/impale" in strikes(each, one, other)
        assert "pitchfork/impale" not in strikes(each, other, one)
        assert any(word.startswith("braced") for word in each.sheet(one).conditions)
        assert any("slow" in word for word in each.sheet(other).conditions)


@pytest.mark.parametrize("state", [Shock.INCAPACITATED, Shock.UNCONSCIOUS, Shock.DEAD])
def test_who_is_out_takes_no_reaction_and_is_refused_what_it_would_do(state: Shock) -> None:
    combat = Combat(seed=1, turns="host")
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    b = combat.spawn("man_at_arms", side="blue", at=(1, 0), intents="host", weapons=("pike",))
    combat.spawn("man_at_arms", side="blue", at=(30, 0), intents="host")
    combat.begin_turn(a)
    if state is Shock.DEAD:
        with editing(combat) as battle:
            battle.ruleset.fall_dead(battle, b, "a test")
    else:
        put(combat, b, state)
    combat.drain()
    combat.act(a, Move((0, 10)))
    assert OpeningTaken not in kinds(combat.drain())
    for intent in (Strike(a), Brace(), Move((5, 5))):
        with pytest.raises(IntentRefused) as refused:
            combat.act(b, intent)
        assert refused.value.why in (Refusal.DEAD, Refusal.CANNOT_ACT)


def test_a_series_of_blows_stops_at_its_targets_death_and_may_go_to_another() -> None:
    combat, a, b = victim()
    c = combat.spawn("human", side="blue", at=(0, 1), intents="host", name="c")
    events = hit(combat, a, b, "neck", impact=30, amputation=MF)
    died = only(events, Died)
    assert died.creature == combat.id_of(b)
    with pytest.raises(IntentRefused) as refused:
        play(combat, a, Strike(b, None))
    assert refused.value.why is Refusal.DEAD_TARGET
    events = hit(combat, a, c, "left_forearm", 1)
    assert [e.target for e in all_of(events, ExchangeFought)] == [combat.id_of(c)]


def test_a_reaction_comes_back_with_its_bearers_turn_and_not_with_anothers() -> None:
    combat = Combat(seed=1, turns="host")
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    b = combat.spawn("man_at_arms", side="blue", at=(3, 0), intents="host", weapons=("pike",))
    with editing(combat):
        combat.component(b, Guard).reacted = True
    combat.begin_turn(a)
    assert combat.component(b, Guard).reacted
    combat.begin_turn(b)
    assert not combat.component(b, Guard).reacted
    assert combat.component(a, Injuries).entries == []


def test_the_critical_success_of_a_block_sets_up_the_blocker_alone() -> None:
    combat, a, b = victim("man_at_arms")
    events = play(combat, a, Strike(b, "striker/edged_5"), attack=MF, defend=CS)
    assert only(events, ExchangeFought).advantages == ("setup",)
    assert combat.component(b, Guard).setups == {combat.id_of(a): 10}
    assert combat.component(a, Guard).setups == {}
