from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import esper
import pytest
import skirmish
from tiny import melee, state
from toy import Toy, creature

from fleshwound.components.errors import BadValue, DespawnedCreature, Reentered, SaveFault, Unsaveable
from fleshwound.components.events import Event, Moved, TurnBegan
from fleshwound.components.intents import Strike, Wait
from fleshwound.game.combat import Combat
from fleshwound.game.content import Content, shipped
from fleshwound.game.saving import migrations
from fleshwound.game.saving.document import VERSION


@dataclass(slots=True)
class Purse:
    """A component of the host's own."""

    coins: int
    owes: dict[str, int]


@dataclass(slots=True)
class Picture:
    """One that can't be saved."""

    pixels: bytes


BLOBS = [creature(), creature("tough", 30)]


@pytest.fixture(scope="module")
def content() -> Content:
    return shipped().having(*BLOBS)


@pytest.fixture
def host() -> Iterator[str]:
    esper.switch_world("host")
    for n in range(7):
        esper.create_entity(Purse(n, {}))
    esper.switch_world("default")
    yield "host"
    esper.switch_world("default")
    esper.delete_world("host")


def toys(content: Content, decisions: str = "auto", seed: int = 1) -> Combat:
    combat = Combat(Toy(), seed, content=content)
    for n in range(2):
        combat.spawn("blob", side="red", at=(0, n), decisions=decisions)
        combat.spawn("tough", side="blue", at=(3, n))
    return combat


def again(combat: Combat, **options: Any) -> Combat:
    """Save and load, and find the save the same."""
    text = combat.save()
    loaded = Combat.load(text, **options)
    assert loaded.save() == text
    return loaded


# --- going on -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decisions", ["auto", "ask"])
def test_a_ruleset_of_the_hosts_own_is_saved_too(content: Content, decisions: str) -> None:
    combat, other = toys(content, decisions), toys(content, decisions)
    while skirmish.go_on(combat):
        combat = again(combat, content=content, rules=Toy())
    assert combat.result is not None
    assert skirmish.ending(combat) == skirmish.ending(other)


def test_saving_changes_nothing() -> None:
    combat, other = skirmish.skirmish(3), skirmish.skirmish(3)
    while skirmish.go_on(combat):
        before = state(combat)
        assert combat.save() == combat.save()
        assert state(combat) == before
    while skirmish.go_on(other):
        pass
    assert combat.digest == other.digest


def test_a_save_is_json_that_says_what_it_is() -> None:
    table = json.loads(skirmish.skirmish(2).save())
    assert (table["save"], table["version"]) == ("fleshwound", VERSION)
    assert (table["ruleset"], table["rules_version"]) == ("heroic", 2)
    assert table["seed"] == 2


def test_entities_are_new_and_combat_ids_the_same() -> None:
    combat = skirmish.skirmish(4)
    combat.despawn(combat.creatures[0])
    combat.run(lambda c: c.now > 20_000_000)
    loaded = again(combat)
    assert [loaded.id_of(e) for e in loaded.creatures] == [combat.id_of(e) for e in combat.creatures]
    assert state(loaded) == state(combat)
    assert loaded.world != combat.world


def test_a_save_is_loaded_into_a_hosts_world_and_leaves_the_rest_of_it_alone(host: str) -> None:
    combat = skirmish.skirmish(5)
    combat.run(lambda c: c.now > 10_000_000)
    loaded = again(combat, world=host)
    assert esper.current_world == "default"
    loaded.run()
    combat.run()
    assert loaded.digest == combat.digest
    esper.switch_world(host)
    assert sorted(purse.coins for _, purse in esper.get_component(Purse)) == list(range(7))


def test_what_a_creature_can_do_is_right_before_the_first_tick_after_loading() -> None:
    combat = skirmish.skirmish(7)
    combat.run()
    loaded = again(combat)
    for old, new in zip(combat.creatures, loaded.creatures, strict=True):
        assert loaded.vitals(new) == combat.vitals(old)
        assert loaded.sheet(new) == combat.sheet(old)
        assert loaded.describe(new) == combat.describe(old)


def test_derived_values_are_not_stored() -> None:
    combat = skirmish.skirmish(7)
    combat.run()
    (first, *_) = json.loads(combat.save())["creatures"]
    assert set(first) == {
        "Combatant", "Place", "Allegiance", "Activity", "Controller", "Abilities", "Injuries", "ShockState", "Bleeding",
        "Conditions", "Fatigue", "Armor", "Held", "Kit", "Guard", "Nerve",
    }  # fmt: skip


# --- what waits -----------------------------------------------------------------------------------------------------


def test_an_intent_that_waits_finds_its_target_again() -> None:
    combat = Combat(seed=1)
    combat.spawn("gray_wolf", side="blue", at=(0, 0))
    combat.despawn(combat.creatures[0])  # so that entities and combat ids come apart
    knight = combat.spawn("man_at_arms", side="red", at=(2, 3), intents="host")
    wolf = combat.spawn("gray_wolf", side="blue", at=(3, 3), intents="host")
    combat.act(knight, Strike(wolf, "broadsword/cut", "head"))
    loaded = again(combat)
    (wish,) = loaded.battle.wishes.values()
    assert wish == Strike(loaded.creatures[1], "broadsword/cut", "head")
    combat.advance(20)
    loaded.advance(20)
    assert loaded.digest == combat.digest


def test_an_intent_whose_target_has_left_is_refused_alike() -> None:
    combat = Combat(seed=1)
    knight = combat.spawn("man_at_arms", side="red", at=(2, 3), intents="host")
    wolf = combat.spawn("gray_wolf", side="blue", at=(3, 3), intents="host")
    combat.spawn("gray_wolf", side="blue", at=(3, 4), intents="host")
    combat.act(knight, Strike(wolf))
    combat.despawn(wolf)
    loaded = again(combat)
    combat.advance(20)
    loaded.advance(20)
    assert loaded.digest == combat.digest


def pending(seed: int = 1) -> Combat:
    combat = skirmish.skirmish(seed, asking=True)
    while not combat.decisions and combat.step():
        pass
    return combat if combat.decisions else pending(seed + 2)


def test_a_pending_decision_is_the_same_and_draws_nothing() -> None:
    combat = pending()
    loaded = again(combat)
    assert loaded.decisions == combat.decisions
    assert loaded.battle.streams.standing == combat.battle.streams.standing


def test_a_decision_stays_pending_when_others_are_asked_no_more() -> None:
    combat = pending()
    (decision,) = combat.decisions
    for entity in combat.creatures:
        if combat.id_of(entity) != decision.creature:
            combat.control(entity, decisions="auto")
    loaded = again(combat)
    assert loaded.decisions == (decision,)
    assert skirmish.ending(again(loaded)) == skirmish.ending(combat)


def test_events_not_drained_and_not_delivered_come_along() -> None:
    combat = skirmish.skirmish(2)
    combat.battle.emit(Moved(0, 1, ((9, 9),), 0))
    waiting = combat.battle.outbox.undelivered
    assert isinstance(waiting[-1], Moved)
    loaded = again(combat)
    heard: list[Event] = []
    loaded.subscribe(Event, heard.append)
    assert loaded.drain() == combat.drain() != []
    loaded.advance(0)
    assert heard[: len(waiting)] == list(waiting)


def test_handlers_have_to_subscribe_anew_and_hear_what_follows() -> None:
    combat = skirmish.skirmish(2)
    before: list[Event] = []
    combat.subscribe(Event, before.append)
    combat.run(lambda c: c.now > 5_000_000)
    loaded = again(combat)
    heard: list[Event] = []
    loaded.subscribe(TurnBegan, heard.append)
    count = len(before)
    loaded.run()
    combat.run()
    assert heard == [event for event in before[count:] if isinstance(event, TurnBegan)]


def test_what_a_host_schedules_is_saved() -> None:
    def made() -> Combat:
        combat = Combat(seed=1, turns="host", round_limit=None, awareness=30)
        combat.spawn("brigand", side="red", at=(0, 0))
        combat.spawn("brigand", side="blue", at=(1, 0), intents="host")
        return combat

    def on(combat: Combat) -> Combat:
        first, second = combat.creatures
        combat.begin_turn(first)
        combat.begin_turn(second)
        return combat

    combat, other = on(made()), on(made())
    loaded = again(combat)
    for fight in (loaded, other):
        fight.act(fight.creatures[1], Wait())
        fight.end_turn()
        on(fight).advance(10)
    assert loaded.digest == other.digest


# --- what can't be saved --------------------------------------------------------------------------------------------


def test_definitions_outside_the_content_are_refused_by_name() -> None:
    combat = melee()
    with pytest.raises(Unsaveable, match="creature blob") as refused:
        combat.save()
    assert refused.value.what == ("creature blob",)


def test_another_definition_under_a_known_id_is_refused_too() -> None:
    combat = Combat()
    combat.spawn(replace(shipped().creature("gray_wolf"), move_ft=500), side="red", at=(0, 0))
    with pytest.raises(Unsaveable, match="creature gray_wolf"):
        combat.save()


def test_a_save_in_the_middle_of_an_instant_is_refused() -> None:
    combat = skirmish.skirmish(1)
    tried: list[str] = []

    def save(event: Event) -> None:
        with pytest.raises(Reentered):
            combat.save()
        tried.append("once")

    combat.subscribe(TurnBegan, save)
    combat.step()
    combat.step()
    assert tried


def test_a_creature_deleted_behind_the_combats_back_is_named() -> None:
    combat = Combat()
    wolf = combat.spawn("gray_wolf", side="red", at=(0, 0))
    esper.switch_world(combat.world)
    esper.delete_entity(wolf, immediate=True)
    esper.switch_world("default")
    with pytest.raises(DespawnedCreature, match=r"creature 1\) was deleted through esper"):
        combat.save()


def test_components_of_a_host_are_saved_if_they_are_declared() -> None:
    combat = Combat(seed=1, components=[Purse])
    wolf = combat.spawn("gray_wolf", side="red", at=(0, 0))
    combat.spawn("gray_wolf", side="red", at=(1, 0))
    esper.switch_world(combat.world)
    esper.add_component(wolf, Purse(5, {"the miller": 2}))
    esper.switch_world("default")
    loaded = again(combat, components=[Purse])
    assert loaded.component(loaded.creatures[0], Purse) == Purse(5, {"the miller": 2})
    with pytest.raises(SaveFault, match=r"creatures\[0\].Purse: expected a known component"):
        Combat.load(combat.save())


def test_a_component_that_has_no_form_in_a_save_is_refused_at_once() -> None:
    with pytest.raises(BadValue, match="Picture"):
        Combat(components=[Picture])
    with pytest.raises(BadValue, match="two components called"):
        Combat(components=[type("Held", (Purse,), {})])


# --- versions -------------------------------------------------------------------------------------------------------


def test_an_older_save_is_brought_up_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    combat = skirmish.skirmish(1)
    table = json.loads(combat.save())
    table["version"] = 1
    table["clock"] = table.pop("now")

    def second(old: dict[str, Any]) -> dict[str, Any]:
        return {**{k: v for k, v in old.items() if k != "clock"}, "moment": old["clock"]}

    def third(old: dict[str, Any]) -> dict[str, Any]:
        return {**{k: v for k, v in old.items() if k != "moment"}, "now": old["moment"]}

    monkeypatch.setattr(migrations, "VERSION", 3)
    monkeypatch.setattr(migrations, "MIGRATIONS", {1: second, 2: third})
    assert skirmish.ending(Combat.load(json.dumps(table))) == skirmish.ending(combat)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": VERSION + 1}, "newer"), ({"version": 0}, "version"), ({"version": "1"}, "version"),
        ({"rules_version": 9}, "newer rules"), ({"ruleset": "heroes"}, "nearest: heroic"), ({"save": "game"}, "save"),
        ({"ruleset": 5}, "ruleset"),
    ],
)  # fmt: skip
def test_a_save_of_another_time_or_kind_is_refused(change: dict[str, Any], said: str) -> None:
    text = json.dumps(json.loads(skirmish.skirmish(1).save()) | change)
    with pytest.raises(SaveFault, match=said):
        Combat.load(text)


def test_a_save_is_not_loaded_with_other_rules(content: Content) -> None:
    with pytest.raises(SaveFault, match="'toy', as the rules given"):
        Combat.load(skirmish.skirmish(1).save(), rules=Toy())


def test_what_a_ruleset_finds_wrong_with_its_components_is_told(content: Content) -> None:
    table = json.loads(toys(content).save())
    table["creatures"][1]["HitPoints"]["left"] = 99
    with pytest.raises(SaveFault, match=r"creatures\[1\].HitPoints.left: expected 0..30, got 99"):
        Combat.load(json.dumps(table), content=content, rules=Toy())
