"""Picking things up (heroic H9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import esper
import pytest
from scripting import (
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
    settled,
    sever,
    steady,
    victim,
)

from fleshwound.components.creature import Held, Injuries, Item, Lying, Place, Shock
from fleshwound.components.draws import Level
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import ExchangeFought, ItemDropped, ItemTaken
from fleshwound.components.intents import PickUp, Strike
from fleshwound.components.kit import Kit
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.heroic.consequences import drop
from fleshwound.systems.heroic.fighter import fighter
from fleshwound.systems.heroic.items import seek_item

CF0, CF5, MF, MS, CS = Level
CUT = "broadsword/cut"


def disarmed(**options: Any) -> tuple[Combat, int, int, int]:
    """Two men-at-arms, the first of whom has let go of its broadsword; and the number of that."""
    combat, a, b = pair(**options)
    part = part_of(combat, a, hand_of(combat, a, "broadsword"))
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, a)  # type: ignore[attr-defined]  # these are the heroic rules
        drop(battle, who, part, flung=False)
    return combat, a, b, only(combat.drain(), ItemDropped).item


def refused(combat: Combat, entity: int, intent: Any) -> Refusal:
    settled(combat)
    before = (combat.digest, dict(combat.battle.ground), dict(combat.component(entity, Held).items))
    with pytest.raises(IntentRefused) as found:
        play(combat, entity, intent)
    assert "expected" in str(found.value)
    assert (combat.digest, dict(combat.battle.ground), dict(combat.component(entity, Held).items)) == before
    return found.value.why


def test_what_lies_on_the_ground_strikes_and_blocks_for_nobody_until_it_is_taken_up() -> None:
    combat, a, b, item = disarmed()
    assert refused(combat, a, Strike(b, CUT)) is Refusal.NO_SUCH_MODE
    taken = only(play(combat, a, PickUp(item)), ItemTaken)
    assert (taken.item, taken.weapon, taken.part) == (item, "broadsword", "right_arm")
    assert combat.battle.ground == {}
    assert only(play(combat, a, Strike(b, CUT), MF, MF), ExchangeFought).mode == CUT


def test_what_is_taken_up_keeps_its_number_and_goes_into_the_dominant_hand_if_that_is_free() -> None:
    combat, a, _, item = disarmed()
    with editing(combat):
        combat.component(a, Held).items.clear()
    play(combat, a, PickUp())
    assert combat.component(a, Held).items[part_of(combat, a, "right_arm")].number == item
    combat, a, _, item = disarmed()
    sever(combat, a, "right_hand")
    with editing(combat):
        combat.component(a, Held).items.clear()
    assert only(play(combat, a, PickUp()), ItemTaken).part == "left_arm"


def test_an_enemy_may_take_it_first() -> None:
    combat, a, b, item = disarmed()
    with editing(combat):
        combat.component(b, Held).items.clear()
    assert only(play(combat, b, PickUp(item)), ItemTaken).creature == combat.id_of(b)
    assert refused(combat, a, PickUp(item)) is Refusal.NO_SUCH_ITEM


def test_where_none_is_named_it_is_the_nearest_whole_one() -> None:
    combat, a, _, item = disarmed()
    with editing(combat) as battle:
        entity = battle.ground[item]
        lying = esper.component_for_entity(entity, Lying)
        lying.item = replace(lying.item, broken=True)
    assert refused(combat, a, PickUp()) is Refusal.NO_SUCH_ITEM
    with editing(combat):
        lying.item = replace(lying.item, broken=False)
    assert only(play(combat, a, PickUp()), ItemTaken).item == item


def test_what_cannot_be_taken_up_is_refused_with_its_reason() -> None:
    combat, a, _, item = disarmed()
    assert refused(combat, a, PickUp(99)) is Refusal.NO_SUCH_ITEM
    with editing(combat) as battle:
        esper.component_for_entity(battle.ground[item], Place).x = 7
    assert refused(combat, a, PickUp(item)) is Refusal.NOT_BESIDE
    with editing(combat) as battle:
        esper.component_for_entity(battle.ground[item], Place).x = 0
    for state in (Shock.INCAPACITATED, Shock.UNCONSCIOUS, Shock.DEAD):
        put(combat, a, state)
        assert refused(combat, a, PickUp(item)) is Refusal.CANNOT_ACT
    put(combat, a, Shock.NONE)
    immobilize(combat, a, "right_arm")
    assert refused(combat, a, PickUp(item)) is Refusal.NO_FREE_GRIP
    combat, a, _, item = disarmed()
    sever(combat, a, "right_hand")
    assert refused(combat, a, PickUp(item)) is Refusal.NO_FREE_GRIP


def test_an_unusable_hand_may_take_up_what_it_dropped_but_cannot_use_it() -> None:
    combat, a, b = victim("man_at_arms")
    side = hand_of(combat, b, "broadsword").split("_")[0]
    item = only(hit(combat, a, b, f"{side}_forearm", 4, "blunt", otherwise=calm), ItemDropped).item
    put(combat, b, Shock.NONE)
    assert only(play(combat, b, PickUp(item)), ItemTaken).part == f"{side}_arm"
    assert refused(combat, b, Strike(a, CUT)) is Refusal.MODE_LOST
    with editing(combat):
        combat.component(b, Injuries).entries.clear()
    assert ExchangeFought in kinds(play(combat, b, Strike(a, CUT), MF, otherwise=lambda _: MF))


def test_a_beast_takes_nothing_up() -> None:
    combat, _, _, item = disarmed()
    wolf = combat.spawn("gray_wolf", side="blue", at=(0, 1), intents="host")
    assert refused(combat, wolf, PickUp(item)) is Refusal.NO_FREE_GRIP


def test_taking_something_up_uses_the_turns_action() -> None:
    combat, a, b, item = disarmed()
    for _ in range(10):
        if combat.actor == a:
            break
        combat.step()
    steady(combat, a)
    combat.act(a, PickUp(item))
    with pytest.raises(IntentRefused) as found:
        combat.act(a, Strike(b, CUT))
    assert found.value.why is Refusal.NO_ACTION_LEFT


def test_whoever_is_disarmed_before_foes_has_a_hand_that_could_take_something_up() -> None:
    combat, a, _, _ = disarmed()

    def is_disarmed() -> bool:
        with editing(combat) as battle:
            return battle.ruleset.disarmed(battle, a)

    assert is_disarmed()
    immobilize(combat, a, "right_arm")
    assert not is_disarmed(), "no hand could take anything up"


def test_the_left_handed_take_things_up_with_the_left_unless_it_is_out_of_use() -> None:
    lefty = replace(shipped().creature("man_at_arms"), traits=frozenset({"left_handed"}))
    for hurt, part in ((False, "left_arm"), (True, "right_arm")):
        combat, a, b = victim(lefty, weapons=("broadsword",))
        with editing(combat) as battle:
            who = fighter(battle.ruleset.reader, b)  # type: ignore[attr-defined]  # these are the heroic rules
            drop(battle, who, part_of(combat, b, "left_arm"), flung=False)
        if hurt:
            hit(combat, a, b, "left_forearm", 4, "blunt", otherwise=calm)
            put(combat, b, Shock.NONE)
        assert only(play(combat, b, PickUp()), ItemTaken).part == part


def test_whoever_has_a_weapon_at_its_belt_is_not_disarmed() -> None:
    combat, a, _, _ = disarmed()
    with editing(combat) as battle:
        assert battle.ruleset.disarmed(battle, a)
        esper.component_for_entity(a, Kit).belt.append(Item(900, shipped().weapon("dagger")))
        battle.seen.clear()
        assert not battle.ruleset.disarmed(battle, a)


def test_a_weapon_is_taken_up_before_a_shield() -> None:
    combat, a, _, item = disarmed()
    with editing(combat) as battle:
        place = esper.component_for_entity(battle.ground[item], Place)
        battle.ground[901] = esper.create_entity(Lying(Item(901, shipped().weapon("buckler"))), Place(place.x, place.y))
        del battle.ground[item]
        assert seek_item(battle, a) == 901
        battle.ground[902] = esper.create_entity(Lying(Item(902, shipped().weapon("dagger"))), Place(place.x, place.y))
        assert seek_item(battle, a) == 902
