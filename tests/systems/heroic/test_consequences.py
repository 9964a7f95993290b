"""What every fact does to a creature: falling, dropping, tiring, shock states, death (heroic H5, H9, H14)."""

from __future__ import annotations

import esper
import pytest
from scripting import (
    all_of,
    calm,
    due,
    editing,
    hand_of,
    hit,
    immobilize,
    kinds,
    only,
    pair,
    part_of,
    pending,
    put,
    state_of,
    victim,
)

from fleshwound.components.creature import (
    Bleeding,
    Conditions,
    Fatigue,
    FatigueKind,
    Held,
    Injuries,
    InjuryKind,
    Lying,
    Place,
    Shock,
    ShockCause,
    ShockState,
)
from fleshwound.components.draws import Level
from fleshwound.components.events import (
    ActRefused,
    BleedingStopped,
    Died,
    Event,
    FatigueChanged,
    Fell,
    ItemDropped,
    RetestMade,
    ShockChanged,
)
from fleshwound.components.ids import SECOND
from fleshwound.components.intents import StopBleeding, Strike
from fleshwound.game.combat import Combat
from fleshwound.systems.agenda import Task
from fleshwound.systems.heroic.consequences import (
    await_retest,
    close_bleeder,
    die,
    drop,
    enter_shock,
    fall,
    locked,
    record,
    tire,
)
from fleshwound.systems.heroic.fighter import Fighter, fighter
from fleshwound.systems.turns import settle

CF0, CF5, MF, MS, CS = Level
CAUSE = ShockCause("a test", None, None, 0, 0, False, 0, None, 0)


def peaceful(creature: str = "man_at_arms") -> tuple[Combat, int]:
    combat = Combat(seed=1)
    one = combat.spawn(creature, side="red", at=(0, 0), intents="host", name="one")
    combat.drain()
    return combat, one


def at(combat: Combat, entity: int) -> Fighter:
    return fighter(combat.battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # these are the heroic rules


def test_a_fall_is_told_once_of_who_stands() -> None:
    combat, one = peaceful()
    with editing(combat) as battle:
        fall(battle, at(combat, one), "a test")
        fall(battle, at(combat, one), "another")
    assert [event.cause for event in all_of(combat.drain(), Fell)] == ["a test"]


@pytest.mark.parametrize("facing", range(8))
def test_what_is_flung_lies_a_cell_off_the_way_one_faces(facing: int) -> None:
    combat, one = peaceful()
    with editing(combat) as battle:
        combat.component(one, Place).facing = facing
        who = at(combat, one)
        part = min(who.held.items)
        item = who.held.items[part]
        drop(battle, who, part, flung=True)
        lying = battle.ground[item.number]
    dropped = only(combat.drain(), ItemDropped)
    step = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))[facing]
    assert (dropped.x, dropped.y, dropped.flung, dropped.item) == (*step, True, item.number)
    with editing(combat):
        assert esper.component_for_entity(lying, Lying).item is item


def test_what_is_flung_at_a_wall_lies_where_one_stands() -> None:
    combat = Combat(seed=1, size=(1, 1))
    one = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    with editing(combat) as battle:
        who = at(combat, one)
        drop(battle, who, min(who.held.items), flung=True)
    dropped = only(combat.drain(), ItemDropped)
    assert (dropped.x, dropped.y) == (0, 0)


def test_an_empty_hand_drops_nothing() -> None:
    combat, one = peaceful()
    with editing(combat) as battle:
        drop(battle, at(combat, one), part_of(combat, one, "head"), flung=False)
    assert combat.drain() == []


def test_fatigue_of_one_kind_and_source_is_one_entry_that_grows() -> None:
    combat, one = peaceful()
    with editing(combat) as battle:
        for source, amount in (("melee", 1), ("melee", 2), ("march", 5), ("melee", 0)):
            tire(battle, at(combat, one), FatigueKind.WINDEDNESS, source, amount)
    assert [(e.source, e.change, e.total) for e in all_of(combat.drain(), FatigueChanged)] == [
        ("melee", 1, 1), ("melee", 2, 3), ("march", 5, 5)
    ]  # fmt: skip
    assert combat.component(one, Fatigue).total == 8


@pytest.mark.parametrize("state", list(Shock)[1:])
def test_a_shock_state_replaces_the_one_before_with_all_it_brings(state: Shock) -> None:
    combat, one = peaceful()
    with editing(combat) as battle:
        enter_shock(battle, at(combat, one), state, CAUSE)
    events = combat.drain()
    changed = only(events, ShockChanged)
    assert (changed.before, changed.after, changed.cause) == ("none", state.name.lower(), "a test")
    assert combat.component(one, Conditions).prone is (state >= Shock.INCAPACITATED)
    assert kinds(events).count(Died) == (state is Shock.DEAD)
    assert len(pending(combat, "retest", one)) == (state is not Shock.DEAD)


def test_in_peace_a_retest_comes_a_round_later_and_the_unconscious_wait_ten_minutes() -> None:
    for state, seconds in ((Shock.STUNNED, 10), (Shock.INCAPACITATED, 10), (Shock.UNCONSCIOUS, 600)):
        combat, one = peaceful()
        with editing(combat) as battle:
            enter_shock(battle, at(combat, one), state, CAUSE)
        assert pending(combat, "retest", one) == [seconds * SECOND]
        assert combat.component(one, ShockState).retest_at == seconds * SECOND


def test_a_state_that_has_changed_leaves_the_old_retest_behind() -> None:
    combat, one = peaceful()
    with editing(combat) as battle:
        enter_shock(battle, at(combat, one), Shock.STUNNED, CAUSE)
    combat.advance(5)
    with editing(combat) as battle:
        enter_shock(battle, at(combat, one), Shock.UNCONSCIOUS, CAUSE)
    combat.advance(60)
    assert RetestMade not in kinds(combat.drain())
    combat.advance(540)
    assert kinds(combat.drain()).count(RetestMade) == 1


@pytest.mark.parametrize("kind", [InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA])
def test_whoever_is_locked_in_a_course_awaits_no_retest(kind: InjuryKind) -> None:
    combat, one = peaceful()
    with editing(combat) as battle:
        who = at(combat, one)
        assert not locked(who)
        record(battle, who, kind, location=None, healing_rate=4)
        assert locked(who)
        enter_shock(battle, who, Shock.UNCONSCIOUS, CAUSE)
        await_retest(battle, who)
    assert pending(combat, "retest", one) == []


def test_a_wound_or_an_infection_locks_nobody() -> None:
    combat, one = peaceful()
    with editing(combat) as battle:
        record(battle, at(combat, one), InjuryKind.INFECTION, location=None, healing_rate=4)
        assert not locked(at(combat, one))


def test_death_closes_everything_and_comes_once() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "left_thigh", 5, "blunt", shock=CS)
    combat.act(b, Strike(a))
    with editing(combat) as battle:
        die(battle, at(combat, b), "a test", combat.id_of(a))
        enter_shock(battle, at(combat, b), Shock.STUNNED, CAUSE)
        battle.ruleset.fall_dead(battle, b, "again")
    events = combat.drain()
    assert kinds(events).count(Died) == 1
    assert (combat.component(b, Bleeding).bleeders, combat.component(b, ShockState).retest_at) == ([], None)
    assert combat.id_of(b) not in combat.battle.wishes
    assert state_of(combat, b) is Shock.DEAD


def test_nothing_about_the_dead_happens_any_more() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "abdomen", 5, "blunt", shock=MF)
    with editing(combat) as battle:
        record(battle, at(combat, b), InjuryKind.COMA, location=None, healing_rate=3)
        battle.after(3600 * SECOND, Task("course", combat.id_of(b), (2,)))
        battle.ruleset.fall_dead(battle, b, "a test")
    combat.drain()
    fatigue, entries = combat.component(b, Fatigue).total, list(combat.component(b, Injuries).entries)
    combat.advance(60 * 24 * 3600)
    about_b = [e for e in combat.drain() if combat.id_of(b) in (getattr(e, "creature", 0), getattr(e, "target", 0))]
    assert about_b == []
    assert combat.component(b, Fatigue).total == fatigue
    assert combat.component(b, Injuries).entries == entries
    assert state_of(combat, b) is Shock.DEAD


def test_a_closed_bleeder_is_gone_and_told() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "abdomen", 5, "blunt", shock=CS)
    with editing(combat) as battle:
        close_bleeder(battle, at(combat, b), 1, "a test")
    assert (only(combat.drain(), BleedingStopped).injury, combat.vitals(b).bleeding) == (1, False)


def test_an_unusable_hand_may_be_given_its_weapon_again_and_keeps_it_until_its_grip_is_gone() -> None:
    combat, a, b = victim("man_at_arms")
    arm = hand_of(combat, b, "round_shield")
    side, part = arm.split("_")[0], part_of(combat, b, arm)
    item = combat.component(b, Held).items[part]
    hit(combat, a, b, f"{side}_upper_arm", 4, "blunt", otherwise=calm)
    with editing(combat):
        combat.component(b, Held).items[part] = item
    # A further wound elsewhere doesn't shake it loose; losing the hand does.
    assert ItemDropped not in kinds(hit(combat, a, b, f"{side}_shoulder", 1, "blunt", otherwise=calm))
    put(combat, b, Shock.NONE)
    assert only(hit(combat, a, b, f"{side}_hand", 5, amputation=CF0, otherwise=calm), ItemDropped).item == item.number


def test_an_immobilized_hand_drops_nothing_when_another_limb_is_hurt() -> None:
    combat, a, b = victim("man_at_arms")
    arm = hand_of(combat, b, "round_shield")
    immobilize(combat, b, arm)
    assert ItemDropped not in kinds(hit(combat, a, b, "left_calf", 4, "blunt", otherwise=calm))


def test_a_state_that_came_in_ones_own_turn_waits_for_the_end_of_the_next() -> None:
    combat, a, _ = pair()
    _open_turn(combat, a)
    with editing(combat) as battle:
        assert battle.turn is not None
        enter_shock(battle, at(combat, a), Shock.STUNNED, CAUSE)
    assert RetestMade not in kinds(_to_the_end_of_the_turn(combat))
    _open_turn(combat, a)
    assert kinds(_to_the_end_of_the_turn(combat)).count(RetestMade) == 1


def test_who_falls_worse_in_its_own_turn_waits_for_the_end_of_the_next_though_it_began_stunned() -> None:
    combat, a, _ = pair()
    # A friend who fights on, so that there are turns to come.
    combat.spawn("man_at_arms", side="red", at=(0, 1), intents="host")
    put(combat, a, Shock.STUNNED)
    _open_turn(combat, a)
    assert combat.battle.turn is not None
    assert combat.battle.turn.shaken
    with editing(combat) as battle:
        enter_shock(battle, at(combat, a), Shock.INCAPACITATED, CAUSE)
    assert RetestMade not in kinds(_to_the_end_of_the_turn(combat))


def test_it_is_the_end_of_its_own_turn_that_counts_not_of_whoevers_is_passing() -> None:
    combat, a, b = pair()
    _open_turn(combat, a)
    with editing(combat) as battle:
        enter_shock(battle, at(combat, b), Shock.STUNNED, CAUSE)
    assert RetestMade not in kinds(_to_the_end_of_the_turn(combat))


def _open_turn(combat: Combat, entity: int) -> None:
    for _ in range(20):
        if combat.actor == entity:
            combat.drain()
            return
        combat.step()
    raise AssertionError("its turn never came")


def _to_the_end_of_the_turn(combat: Combat) -> list[Event]:
    before = combat.battle.turn
    while combat.battle.turn is before:
        combat.step()
    return combat.drain()


def test_a_stunned_creature_that_meets_a_new_foe_can_still_shake_it_off() -> None:
    combat, one = peaceful()
    with editing(combat) as battle:
        enter_shock(battle, at(combat, one), Shock.STUNNED, CAUSE)
    combat.spawn("man_at_arms", side="blue", at=(30, 0), intents="host", name="foe")
    with editing(combat) as battle:
        settle(battle)
        assert battle.encounter is not None
    # The timed re-test fails in the midst of the encounter: from then on turns bring it.
    due(combat, "retest", one, MF)
    assert combat.component(one, ShockState).retest_at is None
    made = 0
    for _ in range(400):
        combat.step()
        made += kinds(combat.drain()).count(RetestMade)
        if state_of(combat, one) is Shock.NONE:
            break
    assert made
    assert state_of(combat, one) is Shock.NONE


def test_the_end_of_an_encounter_sets_what_waited_for_a_turn_to_a_round_later() -> None:
    combat, a, b = pair()
    put(combat, a, Shock.STUNNED)
    put(combat, b, Shock.STUNNED)
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, b, "a test")
    combat.step()
    assert combat.battle.encounter is None
    due_at = combat.component(a, ShockState).retest_at
    assert due_at is not None
    assert pending(combat, "retest", a) == [due_at]
    assert pending(combat, "retest", b) == []


def test_a_creature_that_leaves_takes_its_due_tasks_with_it() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "abdomen", 5, "blunt", shock=MF)
    combat.despawn(b)
    combat.drain()
    combat.advance(3600)
    assert all(getattr(event, "creature", 0) != 2 for event in combat.drain())


@pytest.mark.parametrize("intent", [Strike, StopBleeding])
def test_what_waits_for_a_turn_is_refused_when_whom_it_is_about_has_left(intent: type[Strike | StopBleeding]) -> None:
    combat, a, b = victim()
    combat.spawn("man_at_arms", side="blue", at=(3, 3), intents="host")
    hit(combat, a, b, "abdomen", 5, "blunt", shock=CS)
    combat.act(a, intent(b))
    combat.despawn(b)
    for _ in range(4):
        combat.step()
    assert [e.why for e in all_of(combat.drain(), ActRefused)] == ["no_target"]
