"""Re-tests and courses as they run (heroic H5, H6, H7)."""

from __future__ import annotations

from typing import Any

import pytest
from scripting import all_of, due, editing, hit, kinds, only, pair, pending, put, state_of, victim

from fleshwound.components.creature import (
    Conditions,
    Fatigue,
    FatigueEntry,
    FatigueKind,
    Injuries,
    InjuryKind,
    Shock,
    ShockCause,
    ShockState,
)
from fleshwound.components.draws import Level
from fleshwound.components.events import (
    CourseBegan,
    CourseEnded,
    CourseTested,
    Died,
    Event,
    FatigueChanged,
    RetestMade,
    ShockChanged,
    ShockDeclined,
)
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.agenda import Task
from fleshwound.systems.heroic.consequences import await_retest, record
from fleshwound.systems.heroic.fighter import Fighter, fighter
from fleshwound.systems.turns import settle

CF0, CF5, MF, MS, CS = Level


def at(combat: Combat, entity: int) -> Fighter:
    return fighter(combat.battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # these are the heroic rules


def down(state: Shock, *, location: str = "skull", level: int = 3) -> tuple[Combat, int]:
    """Somebody in peace, in a shock state that a blow on the skull brought; the re-test is due."""
    combat, a, b = victim()
    hit(combat, a, b, location, level, "blunt", otherwise=lambda r: CS if r.what == "shock" else MS)
    combat.despawn(a)
    with editing(combat) as battle:
        settle(battle)
        put(combat, b, state)
        cause = combat.component(b, ShockState).cause
        if cause is None:
            index = next(i for i, x in enumerate(at(combat, b).anatomy.locations) if x.id == location)
            combat.component(b, ShockState).cause = ShockCause("wound", index, 1, 5, level, False, 9, None, 0)
        battle.agenda._heap.clear()
        await_retest(battle, at(combat, b))
    combat.drain()
    return combat, b


TABLE = [
    (Shock.STUNNED, CF0, "stunned", Shock.STUNNED, None),
    (Shock.STUNNED, MF, "stunned", Shock.STUNNED, None),
    (Shock.STUNNED, MS, "none", Shock.NONE, None),
    (Shock.STUNNED, CS, "none", Shock.NONE, None),
    (Shock.INCAPACITATED, CF5, "extended shock", Shock.INCAPACITATED, 4),
    (Shock.INCAPACITATED, MF, "extended shock", Shock.INCAPACITATED, 5),
    (Shock.INCAPACITATED, MS, "stunned", Shock.STUNNED, None),
    (Shock.INCAPACITATED, CS, "none", Shock.NONE, None),
    (Shock.UNCONSCIOUS, MF, "extended shock", Shock.UNCONSCIOUS, 5),
    (Shock.UNCONSCIOUS, MS, "stunned", Shock.STUNNED, None),
    (Shock.UNCONSCIOUS, CS, "none", Shock.NONE, None),
]


@pytest.mark.parametrize(("state", "result", "said", "after", "rate"), TABLE)
def test_a_retest_comes_out_as_the_table_says_and_is_applied_not_offered(
    state: Shock, result: Level, said: str, after: Shock, rate: int | None
) -> None:
    combat, b = down(state)
    combat.control(b, decisions="ask")
    events = due(combat, "retest", b, result)
    made = only(events, RetestMade)
    assert (made.state, made.result) == (state.name.lower(), said)
    assert dict(made.roll.modifiers) == {"re-test": -20}
    assert made.at == (600 if state is Shock.UNCONSCIOUS else 10) * SECOND
    assert state_of(combat, b) is after
    assert [c.healing_rate for c in all_of(events, CourseBegan)] == ([] if rate is None else [rate])
    assert [c.cause for c in all_of(events, ShockChanged)] == ["re-test"] * (after is not state)
    assert not all_of(events, ShockDeclined)


@pytest.mark.parametrize(("location", "level", "rate"), [("skull", 3, 4), ("skull", 5, 2), ("left_calf", 3, 8)])
def test_a_coma_opens_at_twelve_less_the_wounds_shock_value_and_level(location: str, level: int, rate: int) -> None:
    combat, b = down(Shock.UNCONSCIOUS, location=location, level=level)
    events = due(combat, "retest", b, CF0, 3)
    began = only(events, CourseBegan)
    assert (began.course, began.healing_rate, began.location) == ("coma", rate, location)
    assert pending(combat, "course", b) == [10 * MINUTE + 3 * DAY]


def test_a_course_without_a_location_is_recorded_at_none() -> None:
    combat, b = down(Shock.UNCONSCIOUS)
    with editing(combat):
        combat.component(b, ShockState).cause = ShockCause("blood loss", None, None, 0, 0, False, 0, None, 0)
    began = only(due(combat, "retest", b, CF0, 1), CourseBegan)
    assert (began.location, began.healing_rate) == ("", 3)
    assert combat.component(b, Injuries).entries[-1].location is None


def test_a_course_is_put_down_to_whoever_dealt_the_wound() -> None:
    combat, b = down(Shock.INCAPACITATED)
    due(combat, "retest", b, CF0)
    assert combat.component(b, Injuries).entries[-1].by == 1
    assert combat.component(b, Injuries).entries[0].by == 1
    events = [*due(combat, "course", b, CF0), *due(combat, "course", b, CF0)]
    assert (only(events, Died).cause, only(events, Died).by) == ("extended shock", 1)


def extended(state: Shock = Shock.INCAPACITATED) -> tuple[Combat, int]:
    combat, b = down(state)
    due(combat, "retest", b, MF)
    return combat, b


def test_extended_shock_locks_the_victim_without_retests() -> None:
    combat, b = extended()
    assert pending(combat, "retest", b) == []
    with editing(combat) as battle:
        battle.do(Task("retest", combat.id_of(b)))
    assert not all_of(combat.drain(), RetestMade)
    combat.advance(4 * 3600 - 1)
    assert not all_of(combat.drain(), RetestMade)


def test_the_locked_take_no_turns() -> None:
    combat, b = extended()
    combat.spawn("man_at_arms", side="red", at=(8, 8), intents="host", name="c")
    combat.spawn("man_at_arms", side="blue", at=(9, 9), intents="host", name="d")
    with editing(combat) as battle:
        assert combat.id_of(b) not in battle.ruleset.next_actor(battle)


@pytest.mark.parametrize(
    ("results", "rates"),
    [((CF0,), (3,)), ((MF,), (4,)), ((MS,), (6,)), ((CS,), (7,)), ((MF, MF, CS, CS), (4, 3, 5, 7)),
     ((CF0, CF5, MF), (3, 1, 0))],
)  # fmt: skip
def test_extended_shock_is_tested_every_four_hours_to_death_or_waking(
    results: tuple[Level, ...], rates: tuple[int, ...]
) -> None:
    combat, b = extended()
    start = combat.now
    events: list[Event] = []
    for result in results:
        events += due(combat, "course", b, result)
    tested = all_of(events, CourseTested)
    assert tuple(t.after for t in tested) == rates
    assert [t.at for t in tested] == [start + 4 * HOUR * n for n in range(1, len(results) + 1)]
    assert [t.roll.base for t in tested] == [11 * rate for rate in (5, *rates[:-1])]
    over, dead = rates[-1] >= 6, rates[-1] <= 0
    assert bool(all_of(events, CourseEnded)) is over
    assert bool(all_of(events, Died)) is dead
    expected = Shock.NONE if over else Shock.DEAD if dead else Shock.INCAPACITATED
    assert state_of(combat, b) is expected
    assert len(pending(combat, "course", b)) == (not over and not dead)


def test_waking_leaves_one_lying_but_able_to_act() -> None:
    combat, b = extended()
    due(combat, "course", b, MS)
    assert combat.component(b, Conditions).prone
    assert combat.vitals(b).can_act
    assert [e.kind for e in combat.component(b, Injuries).entries] == [InjuryKind.WOUND]


def test_fatigue_applies_to_a_course() -> None:
    combat, b = extended()
    with editing(combat):
        combat.component(b, Fatigue).entries.append(FatigueEntry(FatigueKind.WEAKNESS, "a test", 15))
    assert only(due(combat, "course", b, MF), CourseTested).roll.modifiers == (("fatigue", -15),)


def test_waking_from_a_coma_brings_a_day_of_weariness_for_each_day() -> None:
    combat, b = down(Shock.UNCONSCIOUS)
    due(combat, "retest", b, CF5, 7)
    events = [*due(combat, "course", b, MS, 10), *due(combat, "course", b, CS)]
    assert only(events, CourseEnded).course == "coma"
    assert [(f.kind, f.source, f.change) for f in all_of(events, FatigueChanged)] == [("weariness", "coma", 17)]
    assert state_of(combat, b) is Shock.NONE


def test_a_coma_is_tested_every_d10_days() -> None:
    combat, b = down(Shock.UNCONSCIOUS)
    due(combat, "retest", b, CF0, 4)
    assert pending(combat, "course", b) == [10 * MINUTE + 4 * DAY]
    due(combat, "course", b, MF, 9)
    assert pending(combat, "course", b) == [10 * MINUTE + 13 * DAY]


@pytest.mark.parametrize("first", ["extended shock", "coma"])
def test_a_coma_and_extended_shock_run_side_by_side_and_the_end_of_one_leaves_the_other(first: str) -> None:
    combat, b = down(Shock.UNCONSCIOUS)
    due(combat, "retest", b, CF0, 1)
    with editing(combat) as battle:
        other = record(battle, at(combat, b), InjuryKind.EXTENDED_SHOCK, location=None, healing_rate=5)
        hours = 4 if first == "extended shock" else 40
        battle.after(hours * HOUR, Task("course", combat.id_of(b), (other.number,)))
    ended = due(combat, "course", b, CS)
    assert only(ended, CourseEnded).course == first
    assert state_of(combat, b) is Shock.UNCONSCIOUS, "the other course still holds it"
    assert ShockChanged not in kinds(ended)
    assert only(due(combat, "course", b, CS), CourseEnded).course != first
    assert state_of(combat, b) is Shock.NONE


def test_what_is_left_after_a_retest_still_knows_what_brought_it() -> None:
    combat, b = down(Shock.INCAPACITATED)
    due(combat, "retest", b, MS)
    cause = combat.component(b, ShockState).cause
    assert cause is not None
    assert (cause.what, cause.shock_value, cause.level, cause.index) == ("re-test", 5, 3, 0)
    assert cause.roll is not None
    assert cause.roll.what == "re-test"
    why = combat.sheet(b).why
    assert why[-1] == "→ stunned"
    assert "skull" in why[0]


def test_impairment_never_hinders_a_retest_and_fatigue_does() -> None:
    combat, b = down(Shock.STUNNED)
    with editing(combat):
        combat.component(b, Injuries).permanent[0] = -25
        combat.component(b, Fatigue).entries.append(FatigueEntry(FatigueKind.WEAKNESS, "a test", 5))
    assert dict(only(due(combat, "retest", b, MS), RetestMade).roll.modifiers) == {"fatigue": -5, "re-test": -20}


def test_in_peace_the_stunned_try_each_round_till_they_are_rid_of_it() -> None:
    combat, b = down(Shock.STUNNED)
    for n in (1, 2, 3):
        assert only(due(combat, "retest", b, MF), RetestMade).at == n * 10 * SECOND
    due(combat, "retest", b, MS)
    assert pending(combat, "retest", b) == []


def test_in_a_fight_the_unconscious_wait_ten_minutes_too() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "skull", 3, "blunt", shock=MF)
    assert combat.component(b, ShockState).retest_at == 600 * SECOND
    assert pending(combat, "retest", b) == [600 * SECOND]


@pytest.mark.parametrize("state", [Shock.STUNNED, Shock.INCAPACITATED])
def test_in_a_fight_the_end_of_its_own_next_turn_brings_the_retest(state: Shock) -> None:
    combat, a, b = pair()
    with editing(combat):
        combat.component(b, ShockState).state = state
    order: list[Any] = []
    for _ in range(6):
        combat.step()
        order += [
            (type(e).__name__, e.creature)  # type: ignore[attr-defined]  # these have one
            for e in combat.drain()
            if type(e).__name__ in ("TurnBegan", "TurnEnded", "RetestMade")
        ]
        if any(name == "RetestMade" for name, _ in order):
            break
    mine = [name for name, who in order if who == combat.id_of(b)]
    assert mine[:3] == ["TurnBegan", "RetestMade", "TurnEnded"]
    assert not [name for name, who in order if who == combat.id_of(a) and name == "RetestMade"]


def test_every_body_that_can_be_stunned_can_recover() -> None:
    for creature in shipped().under("heroic").creatures.values():
        if creature.anatomy.incorporeal or creature.immunities.pain:
            continue
        combat = Combat(seed=3)
        one = combat.spawn(creature, side="red", at=(0, 0), intents="host")
        put(combat, one, Shock.STUNNED)
        with editing(combat) as battle:
            await_retest(battle, at(combat, one))
        due(combat, "retest", one, MS)
        assert state_of(combat, one) is Shock.NONE, creature.id
