"""In peace the wounded are looked after, however they came to bleed and whoever comes to be free (heroic H8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from scripting import all_of, editing, put

from fleshwound.components.creature import Activity, Shock
from fleshwound.components.definitions import Aspect
from fleshwound.components.edits import Injure, Kill
from fleshwound.components.events import EncounterEnded, ShockChanged, StoppageTried
from fleshwound.components.ids import SECOND
from fleshwound.components.intents import Move, StopBleeding, Strike
from fleshwound.game.combat import Combat

ROUND = 10


def ward(**physician: Any) -> tuple[Combat, int, int]:
    """A physician and a friend beside it, in peace; the friend is the host's."""
    combat = Combat(seed=physician.pop("seed", 3))
    healer = combat.spawn("physician", side="red", at=(0, 0), **physician)
    friend = combat.spawn("human", side="red", at=(1, 0), intents="host", weapons=())
    return combat, healer, friend


def bleed(combat: Combat, entity: int, location: str = "left_thigh") -> None:
    combat.edit(Injure(entity, location, 3, Aspect.EDGED, bleeds=True))


def strike_till_it_bleeds(combat: Combat, friend: int) -> None:
    """Blows in peace, of one of its own side."""
    brute = combat.spawn("man_at_arms", side="red", at=(2, 0), intents="host")
    for _ in range(200):
        if combat.vitals(friend).bleeding or not combat.vitals(friend).alive:
            break
        combat.act(brute, Strike(friend, "broadsword/cut"))
    combat.act(brute, Move((9, 9)))


def healers(combat: Combat) -> list[int]:
    return [e.by for e in all_of(combat.drain(), StoppageTried)]


def tends(combat: Combat) -> list[int]:
    """Who is down in the agenda to look after others, by what holds."""
    held = []
    for entry in combat.battle.agenda:
        if entry.task.kind == "tend" and entry.task.creature in combat.battle.roster:
            activity = combat.component(combat.entity(entry.task.creature), Activity)
            assert activity.tends_at is None or activity.tends_at == entry.task.payload[0] == entry.due
            if activity.tends_at is not None:
                held.append(entry.task.creature)
    return held


@pytest.mark.parametrize("wound", [bleed, strike_till_it_bleeds])
def test_a_friend_who_comes_to_bleed_in_peace_is_looked_after(wound: Callable[[Combat, int], None]) -> None:
    combat, healer, friend = ward()
    wound(combat, friend)
    assert combat.vitals(friend).bleeding
    assert combat.battle.encounter is None
    combat.advance(ROUND)
    assert set(healers(combat)) == {combat.id_of(healer)}


def test_a_physician_who_recovers_after_the_fight_looks_after_who_still_bleeds() -> None:
    combat, healer, friend = ward()
    foe = combat.spawn("gray_wolf", side="blue", at=(30, 0), intents="host")
    put(combat, healer, Shock.UNCONSCIOUS)
    combat.advance(1)
    bleed(combat, friend)
    combat.edit(Kill(foe))
    combat.advance(3 * ROUND)
    events = combat.drain()
    assert all_of(events, EncounterEnded)
    assert not all_of(events, StoppageTried)
    put(combat, healer, Shock.NONE)
    with editing(combat) as battle:
        battle.stirred = True  # as its coming round by a re-test does
    combat.advance(ROUND)
    assert healers(combat) == [combat.id_of(healer)]


@pytest.mark.parametrize("seed", [3, 9])
def test_who_comes_round_by_a_retest_looks_after_its_friend_a_round_later(seed: int) -> None:
    """Nothing stirs from outside but the re-test itself."""
    combat, healer, friend = ward(seed=seed)
    foe = combat.spawn("gray_wolf", side="blue", at=(30, 0), intents="host")
    put(combat, healer, Shock.INCAPACITATED)
    combat.advance(1)
    bleed(combat, friend)
    combat.edit(Kill(foe))
    combat.advance(280)
    events = combat.drain()
    round_again = next(e.at for e in all_of(events, ShockChanged) if e.creature == combat.id_of(healer))
    first = next(iter(all_of(events, StoppageTried)))
    assert (first.by, first.creature) == (combat.id_of(healer), combat.id_of(friend))
    assert first.at == round_again + ROUND * SECOND


def test_the_dead_and_the_hosts_creatures_look_after_nobody() -> None:
    combat, healer, friend = ward(intents="host")
    bleed(combat, friend)
    combat.advance(6 * ROUND)
    assert tends(combat) == []
    combat.control(healer, intents="ai")
    combat.edit(Kill(healer))
    combat.advance(60 * ROUND)
    assert healers(combat) == []


def test_a_host_may_have_it_staunched_itself() -> None:
    combat, healer, friend = ward(intents="host")
    bleed(combat, friend)
    combat.act(healer, StopBleeding(friend))
    assert healers(combat) == [combat.id_of(healer)]


def test_nobody_is_put_down_twice_however_many_bleed_and_however_often_it_stirs() -> None:
    combat, healer, friend = ward()
    others = [combat.spawn("human", side="red", at=(x, 1), weapons=()) for x in range(3)]
    for entity in (friend, *others):
        bleed(combat, entity)
        bleed(combat, entity, "right_thigh")
    for _ in range(40):
        with editing(combat) as battle:
            battle.stirred = True
        combat.advance(0)
        down = tends(combat)
        assert len(down) == len(set(down))
        assert combat.id_of(friend) not in down
        combat.advance(3)
    assert combat.id_of(healer) in healers(combat)


def test_a_fight_that_begins_and_ends_again_leaves_one_entry_each() -> None:
    combat, healer, friend = ward()
    combat.act(friend, Move((12, 0)))
    bleed(combat, friend)
    combat.advance(1)
    for n in range(3):
        foe = combat.spawn("gray_wolf", side="blue", at=(40, n), intents="host")
        combat.step()
        combat.despawn(foe)
        combat.advance(0)
        assert tends(combat) == [combat.id_of(healer)]
    combat.advance(10 * ROUND)
    assert set(healers(combat)) == {combat.id_of(healer)}
