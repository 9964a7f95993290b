"""Fatigue and its recoveries by what a creature is at (heroic H6, H14)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scripting import all_of, editing, only, put, state_of
from tiny import snapshot

from fleshwound.components.creature import (
    Activity,
    Bleeding,
    Doing,
    Fatigue,
    FatigueKind,
    Injuries,
    InjuryKind,
    Shock,
    ShockCause,
)
from fleshwound.components.definitions import Aspect
from fleshwound.components.edits import Heal, Injure, Kill, Occupy
from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.components.events import ActivityChanged, FatigueChanged
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.components.intents import Move, Rest, Sleep
from fleshwound.game import Replay
from fleshwound.game.combat import Combat
from fleshwound.systems.agenda import Task
from fleshwound.systems.heroic.consequences import close_bleeder, enter_shock, record, tire
from fleshwound.systems.heroic.fighter import Fighter, fighter
from fleshwound.systems.heroic.tables import Tables

WINDED, WEARY, WEAK = FatigueKind


def at(combat: Combat, entity: int) -> Fighter:
    return fighter(combat.battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # these are the heroic rules


def tired(*amounts: tuple[FatigueKind, str, int], intents: str = "host") -> tuple[Combat, int]:
    """Somebody alone who has just been tired, resting."""
    combat = Combat(seed=4)
    man = combat.spawn("human", side="red", at=(0, 0), intents=intents, weapons=())
    combat.advance(1000)
    with editing(combat) as battle:
        for kind, source, amount in amounts:
            tire(battle, at(combat, man), kind, source, amount)
    combat.drain()
    return combat, man


def changes(combat: Combat, since: int = 1000 * SECOND) -> list[tuple[int, str, int]]:
    """What became of fatigue: microseconds from the beginning, source, change."""
    return [(event.at - since, event.source, event.change) for event in all_of(combat.drain(), FatigueChanged)]


def test_windedness_goes_by_five_after_ten_minutes_of_rest_once_an_hour() -> None:
    combat, _ = tired((WINDED, "melee", 12))
    combat.advance(5 * 3600)
    assert changes(combat) == [
        (10 * MINUTE, "melee", -5), (70 * MINUTE, "melee", -5), (130 * MINUTE, "melee", -2)
    ]  # fmt: skip
    assert len(combat.battle.agenda) == 0


def test_weariness_goes_by_five_after_four_hours_of_rest_once_a_day() -> None:
    combat, _ = tired((WEARY, "a march", 12))
    combat.advance(3 * 86_400)
    assert changes(combat) == [
        (4 * HOUR, "a march", -5), (4 * HOUR + DAY, "a march", -5), (4 * HOUR + 2 * DAY, "a march", -2)
    ]  # fmt: skip


def test_weariness_goes_by_fifteen_after_eight_hours_of_sleep_once_a_day() -> None:
    combat, man = tired((WEARY, "a march", 40))
    combat.act(man, Sleep())
    combat.drain()
    combat.advance(2 * 86_400)
    assert changes(combat) == [(8 * HOUR, "a march", -15), (8 * HOUR + DAY, "a march", -15)]


def test_rest_and_sleep_each_count_once_a_day() -> None:
    combat, man = tired((WEARY, "a march", 40))
    combat.advance(4 * 3600)
    combat.act(man, Sleep())
    combat.advance(8 * 3600)
    combat.act(man, Rest())
    combat.advance(6 * 3600)
    assert changes(combat) == [(4 * HOUR, "a march", -5), (12 * HOUR, "a march", -15)]
    combat.advance(10 * 3600)
    assert changes(combat) == [(28 * HOUR, "a march", -5)]


def test_recovery_takes_from_the_oldest_source_first() -> None:
    combat, _ = tired((WINDED, "melee", 3), (WINDED, "moved", 4))
    combat.advance(600)
    assert changes(combat) == [(10 * MINUTE, "melee", -3), (10 * MINUTE, "moved", -2)]


def test_a_rest_that_is_broken_off_begins_anew() -> None:
    combat, man = tired((WINDED, "melee", 5))
    combat.advance(9 * 60)
    combat.act(man, Sleep())
    combat.advance(9 * 60)
    assert changes(combat) == []
    combat.advance(60)
    assert changes(combat) == [(19 * MINUTE, "melee", -5)]


def test_whoever_sleeps_wakes_to_act() -> None:
    combat, man = tired((WEARY, "a march", 5))
    combat.act(man, Sleep())
    combat.act(man, Sleep())  # it sleeps already
    assert only(combat.drain(), ActivityChanged) == ActivityChanged(1000 * SECOND, 1, "resting", "sleeping")
    combat.advance(60)
    combat.act(man, Move((3, 3)))
    assert only(combat.drain(), ActivityChanged) == ActivityChanged(1060 * SECOND, 1, "sleeping", "resting")
    assert combat.component(man, Fatigue).recovers_at == 1060 * SECOND + 4 * HOUR


def test_in_a_fight_nothing_recovers_and_the_rest_begins_as_it_ends() -> None:
    combat, _ = tired((WINDED, "melee", 5))
    wolf = combat.spawn("gray_wolf", side="blue", at=(40, 0), intents="host")
    combat.advance(1800)
    assert changes(combat) == []
    combat.despawn(wolf)
    combat.advance(600)
    assert changes(combat) == [(40 * MINUTE, "melee", -5)]


def test_anaemia_goes_by_five_a_day_once_nothing_bleeds() -> None:
    combat, man = tired((WEAK, "blood loss", 10))
    combat.edit(Injure(man, "left_forearm", 2, Aspect.BLUNT, bleeds=True))
    with editing(combat) as battle:
        combat.component(man, Bleeding).bleeders[0].due = 10**15  # it won't advance while the test looks on
        combat.drain()
        battle.agenda.restore([e for e in battle.agenda if e.task.kind != "heal"], battle.agenda.sequence)
    combat.advance(2 * 86_400)
    assert changes(combat) == []
    with editing(combat) as battle:
        close_bleeder(battle, at(combat, man), 1, "staunched")
    combat.advance(3 * 86_400)
    assert changes(combat) == [(3 * DAY, "blood loss", -5), (4 * DAY, "blood loss", -5)]
    assert combat.component(man, Fatigue).entries == []


def test_a_new_bleeder_stops_the_count() -> None:
    combat, man = tired((WEAK, "blood loss", 10))
    with editing(combat) as battle:
        close_bleeder(battle, at(combat, man), 0, "staunched")
    combat.advance(80_000)
    combat.edit(Injure(man, "left_forearm", 2, Aspect.BLUNT, bleeds=True))
    assert combat.component(man, Fatigue).clotted_at is None
    assert combat.component(man, Fatigue).recovers_at is None
    combat.edit(Heal(man, 1))
    combat.advance(86_399)
    assert changes(combat) == []
    combat.advance(1)
    assert changes(combat) == [(80_000 * SECOND + DAY, "blood loss", -5)]


def test_weakness_of_other_causes_stays_till_its_cause_is_gone() -> None:
    combat, _ = tired((WEAK, "a spell", 10))
    combat.advance(30 * 86_400)
    assert changes(combat) == []
    assert len(combat.battle.agenda) == 0


def shocked(combat: Combat, man: int) -> int:
    """Put somebody into Extended Shock; gives the number of the entry."""
    put(combat, man, Shock.INCAPACITATED)
    with editing(combat) as battle:
        who = at(combat, man)
        entry = record(battle, who, InjuryKind.EXTENDED_SHOCK, location=0, healing_rate=5)
        battle.agenda.put(10**14, Task("course", who.id, (entry.number,)))
        tire(battle, who, WEAK, "a test", 1)
    return entry.number


def test_during_extended_shock_none_of_it_recovers_and_afterwards_the_rest_counts_anew() -> None:
    combat, man = tired((WINDED, "melee", 10), (WEARY, "a march", 10), (WEAK, "blood loss", 10))
    with editing(combat) as battle:
        close_bleeder(battle, at(combat, man), 0, "staunched")
    number = shocked(combat, man)
    combat.drain()
    combat.advance(3 * 86_400)
    assert changes(combat) == []
    combat.edit(Heal(man, number))
    assert state_of(combat, man) is Shock.INCAPACITATED
    combat.drain()
    now = combat.now
    put(combat, man, Shock.NONE)
    combat.advance(86_400)
    assert changes(combat, now) == [
        (10 * MINUTE, "melee", -5), (70 * MINUTE, "melee", -5), (4 * HOUR, "a march", -5), (DAY, "blood loss", -5),
    ]  # fmt: skip


def test_the_incapacitated_in_extended_shock_who_are_carried_along_tire_every_ten_minutes() -> None:
    combat, man = tired()
    shocked(combat, man)
    combat.drain()
    combat.edit(Occupy(man, Doing.MOVING))
    combat.advance(35 * 60)
    assert changes(combat) == [(n * 10 * MINUTE, "moved", 5) for n in (1, 2, 3)]
    combat.edit(Occupy(man, Doing.RESTING))
    combat.edit(Occupy(man, Doing.MOVING))
    combat.advance(10 * 60)
    assert changes(combat) == [(45 * MINUTE, "moved", 5)]


def test_who_is_set_down_and_off_again_in_one_instant_tires_as_one_who_wasnt() -> None:
    combat, man = tired()
    shocked(combat, man)
    combat.drain()
    for doing in (Doing.MOVING, Doing.RESTING, Doing.MOVING):
        combat.edit(Occupy(man, doing))
    combat.advance(25 * 60)
    assert changes(combat) == [(n * 10 * MINUTE, "moved", 5) for n in (1, 2)]


@pytest.mark.parametrize("state", [Shock.NONE, Shock.UNCONSCIOUS])
def test_nobody_else_tires_by_being_moved(state: Shock) -> None:
    combat, man = tired()
    if state is Shock.UNCONSCIOUS:
        shocked(combat, man)
        put(combat, man, state)
    combat.drain()
    combat.edit(Occupy(man, Doing.MOVING))
    combat.advance(3600)
    assert changes(combat) == []


def test_whoever_goes_down_on_the_way_lies_there() -> None:
    combat, man = tired()
    combat.edit(Occupy(man, Doing.MOVING))
    with editing(combat) as battle:
        cause = ShockCause("a test", None, None, 0, 0, False, 0, None, battle.now)
        enter_shock(battle, at(combat, man), Shock.UNCONSCIOUS, cause)
    assert combat.component(man, Activity).doing is Doing.RESTING


@pytest.mark.parametrize("doing", [Doing.FIGHTING, Doing.TREATING, "resting"])
def test_a_host_can_have_creatures_rest_sleep_or_move_and_nothing_else(doing: Any) -> None:
    combat, man = tired()
    before = snapshot(combat)
    with pytest.raises(BadValue):
        combat.edit(Occupy(man, doing))
    assert snapshot(combat) == before


def test_a_host_occupies_neither_the_dead_nor_those_in_a_fight() -> None:
    combat, man = tired()
    wolf = combat.spawn("gray_wolf", side="blue", at=(40, 0), intents="host")
    combat.step()
    with pytest.raises(IntentRefused) as refused:
        combat.edit(Occupy(man, Doing.SLEEPING))
    assert refused.value.why is Refusal.FIGHTING
    combat.despawn(wolf)
    combat.edit(Kill(man))
    with pytest.raises(IntentRefused) as refused:
        combat.edit(Occupy(man, Doing.SLEEPING))
    assert refused.value.why is Refusal.DEAD


def test_whoever_thinks_for_itself_sleeps_a_third_of_each_day_as_long_as_it_is_weary() -> None:
    combat, _ = tired((WEARY, "a coma", 33), intents="ai")
    combat.advance(10 * 86_400)
    events = combat.drain()
    assert [(e.at - 1000 * SECOND, e.after) for e in all_of(events, ActivityChanged)] == [
        (4 * HOUR, "sleeping"), (12 * HOUR, "resting"), (28 * HOUR, "sleeping"), (36 * HOUR, "resting"),
    ]  # fmt: skip
    assert [e.change for e in all_of(events, FatigueChanged)] == [-5, -15, -5, -8]
    assert len(combat.battle.agenda) == 0


def test_the_dead_do_not_recover() -> None:
    combat, man = tired((WINDED, "melee", 10))
    combat.edit(Kill(man))
    combat.drain()
    combat.advance(86_400)
    assert combat.drain() == []


AMOUNTS = st.lists(
    st.tuples(st.sampled_from([WINDED, WEARY]), st.sampled_from(["melee", "a march"]), st.integers(1, 40)),
    min_size=1, max_size=4,
)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(AMOUNTS, st.lists(st.integers(1, 200_000), min_size=1, max_size=8))
def test_recovery_is_the_same_however_the_time_passes(
    amounts: list[tuple[FatigueKind, str, int]], strides: list[int]
) -> None:
    whole, man = tired(*amounts, intents="ai")
    pieces, _ = tired(*amounts, intents="ai")
    whole.advance(sum(strides))
    for stride in strides:
        pieces.advance(stride)
        pieces = Combat.load(pieces.save())
    assert whole.drain() == pieces.drain()
    assert whole.digest == pieces.digest
    fatigue = whole.component(man, Fatigue)
    assert all(entry.amount > 0 for entry in fatigue.entries)
    assert bool(fatigue.entries) is (fatigue.recovers_at is not None)


def test_a_replay_holds_rest_sleep_and_what_a_host_says() -> None:
    combat = Combat(seed=4, record=True)
    man = combat.spawn("human", side="red", at=(0, 0), intents="host", weapons=())
    combat.edit(Injure(man, "left_forearm", 2, Aspect.EDGED))
    combat.act(man, Sleep())
    combat.advance(9 * 3600)
    combat.act(man, Rest())
    combat.edit(Occupy(man, Doing.MOVING))
    combat.advance(6 * 86_400)
    assert combat.recording is not None
    assert combat.component(man, Injuries).entries[-1].kind is InjuryKind.INFECTION
    assert Replay.read(combat.recording.text()).verify() is None


def test_the_tables_are_those_of_the_rulebook(tables: Tables) -> None:
    fatigue = tables.fatigue
    assert (fatigue.breath_s, fatigue.breath, fatigue.breath_every_s) == (600, 5, 3600)
    assert (fatigue.rest_s, fatigue.rest, fatigue.sleep_s, fatigue.sleep) == (4 * 3600, 5, 8 * 3600, 15)
    assert (fatigue.day_s, fatigue.anaemia) == (86_400, 5)
