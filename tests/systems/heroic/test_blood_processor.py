"""Blood loss and staunching as they run (heroic H8)."""

from __future__ import annotations

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
    part_of,
    pending,
    play,
    put,
    settled,
    state_of,
    steady,
    victim,
)

from fleshwound.components.creature import (
    Abilities,
    Bleeder,
    Bleeding,
    Fatigue,
    Injuries,
    Injury,
    InjuryKind,
    Scores,
    Shock,
    ShockState,
)
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Level
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import (
    BleedingStopped,
    BloodLost,
    Died,
    Event,
    FatigueChanged,
    ShockChanged,
    ShockDeclined,
    StoppageTried,
)
from fleshwound.components.ids import MINUTE
from fleshwound.components.intents import StopBleeding
from fleshwound.game.combat import Combat
from fleshwound.systems.heroic.blood import open_bleeder
from fleshwound.systems.heroic.fighter import fighter

CF0, CF5, MF, MS, CS = Level


def bleeding(*where: tuple[str, int], **options: Any) -> tuple[Combat, int, int]:
    """A healer beside somebody who bleeds at these locations by wounds of these levels."""
    combat, a, b = victim(**options)
    for location, level in where or (("left_thigh", 4),):
        hit(combat, a, b, location, level, "edged" if level < 5 else "blunt", otherwise=_unshaken)
        put(combat, b, Shock.NONE)
    with editing(combat) as battle:
        combat.component(b, ShockState).retest_at = None
        battle.agenda._heap[:] = [e for e in battle.agenda._heap if e.task.kind in ("bleed", "round")]
    return combat, a, b


def _unshaken(request: Any) -> Any:
    return CS if CS in getattr(request, "of", ((),))[0] else calm(request)


def refused(combat: Combat, entity: int, intent: Any) -> Refusal:
    settled(combat)
    before = combat.digest
    with pytest.raises(IntentRefused) as found:
        play(combat, entity, intent)
    assert "expected" in str(found.value)
    assert combat.digest == before
    return found.value.why


@pytest.mark.parametrize(
    ("result", "points", "state"),
    [(CS, 0, Shock.NONE), (MS, 1, Shock.STUNNED), (MF, 2, Shock.INCAPACITATED), (CF5, 3, Shock.UNCONSCIOUS)],
)
def test_each_point_moves_the_state_a_step_and_adds_five_weakness(result: Level, points: int, state: Shock) -> None:
    combat, _, b = bleeding()
    events = due(combat, "bleed", b, result)
    lost = only(events, BloodLost)
    assert (lost.at, lost.points, lost.total, lost.injury) == (5 * MINUTE, points, points, 1)
    assert (lost.roll.what, lost.roll.base) == ("blood loss advance", 55)
    assert [(f.kind, f.source, f.change) for f in all_of(events, FatigueChanged)] == [
        ("weakness", "blood loss", 5 * points)
    ] * bool(points)
    assert state_of(combat, b) is state
    assert [c.cause for c in all_of(events, ShockChanged)] == ["blood loss"] * bool(points)


def test_blood_loss_is_applied_and_not_offered() -> None:
    combat, _, b = bleeding()
    combat.control(b, decisions="ask")
    events = due(combat, "bleed", b, MF)
    assert ShockDeclined not in kinds(events)
    assert state_of(combat, b) is Shock.INCAPACITATED


def test_points_add_up_to_death_which_is_told_once_with_whose_wound_it_was() -> None:
    combat, a, b = bleeding()
    events = [*due(combat, "bleed", b, CF0), *due(combat, "bleed", b, CF0)]
    died = only(events, Died)
    assert (died.cause, died.by, died.at) == ("blood loss", combat.id_of(a), 10 * MINUTE)
    assert [(lost.points, lost.total) for lost in all_of(events, BloodLost)] == [(3, 3), (3, 6)]
    assert combat.component(b, Fatigue).total == 30
    assert combat.component(b, Bleeding).bleeders == []
    combat.drain()
    combat.advance(3600)
    assert BloodLost not in kinds(combat.drain())


def test_fatigue_makes_the_next_test_harder_and_impairment_never_does() -> None:
    combat, _, b = bleeding()
    due(combat, "bleed", b, MF)
    assert only(due(combat, "bleed", b, CS), BloodLost).roll.modifiers == (("fatigue", -10),)


def test_every_bleeder_advances_by_itself_every_five_minutes() -> None:
    combat, a, b = bleeding(("left_thigh", 4))
    combat.advance(60)
    hit(combat, a, b, "right_thigh", 4, otherwise=_unshaken)
    assert pending(combat, "bleed", b) == [5 * MINUTE, 6 * MINUTE]
    assert only(due(combat, "bleed", b, CS), BloodLost).injury == 1
    assert only(due(combat, "bleed", b, CS), BloodLost).injury == 2
    assert pending(combat, "bleed", b) == [10 * MINUTE, 11 * MINUTE]


@pytest.mark.parametrize("seed", range(4))
def test_however_time_is_passed_the_same_is_lost(seed: int) -> None:
    def run(steps: int, seconds: int) -> tuple[list[Event], int, int]:
        combat = Combat(seed=seed)
        a = combat.spawn("physician", side="red", at=(0, 0), intents="host")
        for location in ("left_thigh", "abdomen"):
            with editing(combat) as battle:
                who = fighter(battle.ruleset.reader, a)  # type: ignore[attr-defined]  # these are the heroic rules
                index = next(i for i, x in enumerate(who.anatomy.locations) if x.id == location)
                who.injuries.made += 1
                number = who.injuries.made
                who.injuries.entries.append(
                    Injury(number, InjuryKind.WOUND, index, 4, Aspect.EDGED, None, 0, None, "a test")
                )
                open_bleeder(battle, who, number)
        for _ in range(steps):
            combat.advance(seconds)
        bleeding = combat.component(a, Bleeding)
        return combat.drain(), bleeding.lost, int(state_of(combat, a))

    whole = run(1, 900)
    assert BloodLost in kinds(whole[0])
    assert run(900, 1) == whole
    assert run(15, 60) == whole
    assert run(6, 150) == whole


# --- staunching -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "said", "open_after", "bonus"),
    [(CF0, "goes on", True, 0), (CF5, "goes on", True, 0), (MF, "goes on", True, 10),
     (MS, "stops after the next test", True, 0), (CS, "stopped", False, 0)],
)  # fmt: skip
def test_the_physicians_test_decides_of_that_bleeder(result: Level, said: str, open_after: bool, bonus: int) -> None:
    combat, a, b = bleeding()
    events = play(combat, a, StopBleeding(b), result)
    tried = only(events, StoppageTried)
    assert (tried.creature, tried.by, tried.injury, tried.result) == (combat.id_of(b), combat.id_of(a), 1, said)
    assert combat.vitals(b).bleeding is open_after
    assert (BleedingStopped in kinds(events)) is not open_after
    if open_after:
        assert combat.component(b, Bleeding).bleeders[0].bonus == bonus


def test_a_marginal_success_stops_after_the_next_test() -> None:
    combat, a, b = bleeding()
    play(combat, a, StopBleeding(b), MS)
    events = due(combat, "bleed", b, MS)
    assert kinds(events).index(BloodLost) < kinds(events).index(BleedingStopped)
    assert combat.vitals(b).bleeding is False
    steady(combat, b)
    combat.drain()
    combat.advance(3600)
    assert BloodLost not in kinds(combat.drain())


def test_a_marginal_failure_gives_ten_to_the_next_try_on_that_bleeder_and_no_other() -> None:
    combat, a, b = bleeding(("left_thigh", 4), ("right_thigh", 4))
    play(combat, a, StopBleeding(b, 1), MF)
    other = only(play(combat, a, StopBleeding(b, 2), CF5), StoppageTried)
    assert "last try" not in dict(other.roll.modifiers)
    with editing(combat) as battle:
        battle.now += 5 * MINUTE
        combat.component(b, Bleeding).bleeders[0].due = battle.now + MINUTE
    again = only(play(combat, a, StopBleeding(b, 1), CF5), StoppageTried)
    assert dict(again.roll.modifiers)["last try"] == 10


def test_stopping_one_bleeder_leaves_the_others_as_they_are() -> None:
    combat, a, b = bleeding(("left_thigh", 4), ("right_thigh", 4), ("abdomen", 3))
    before = [(x.injury, x.bonus, x.stopping, x.tried_at, x.due) for x in combat.component(b, Bleeding).bleeders]
    play(combat, a, StopBleeding(b, 2), CS)
    after = [(x.injury, x.bonus, x.stopping, x.tried_at, x.due) for x in combat.component(b, Bleeding).bleeders]
    assert after == [before[0], before[2]]
    assert [e.level for e in combat.component(b, Injuries).entries] == [4, 4, 3]


def test_a_bleeder_is_tried_once_in_five_minutes_whoever_tries() -> None:
    combat, a, b = bleeding()
    c = combat.spawn("physician", side="red", at=(1, 1), intents="host")
    play(combat, a, StopBleeding(b, 1), MF)
    assert refused(combat, c, StopBleeding(b, 1)) is Refusal.TRIED_ALREADY
    with editing(combat) as battle:
        battle.now += 5 * MINUTE - 1
    assert refused(combat, c, StopBleeding(b, 1)) is Refusal.TRIED_ALREADY
    with editing(combat) as battle:
        battle.now += 1
    assert only(play(combat, c, StopBleeding(b, 1), CS), StoppageTried).by == combat.id_of(c)


def test_one_may_staunch_ones_own() -> None:
    combat, _, b = bleeding()
    assert only(play(combat, b, StopBleeding(b), CS), StoppageTried).by == combat.id_of(b)
    assert combat.vitals(b).bleeding is False


def test_where_none_is_named_it_is_the_gravest_that_may_be_tried() -> None:
    combat, a, b = bleeding(("abdomen", 3), ("left_thigh", 5), ("right_thigh", 4))
    order = [only(play(combat, a, StopBleeding(b), result), StoppageTried).injury for result in (MF, MS, MF)]
    assert order == [2, 3, 1]
    assert refused(combat, a, StopBleeding(b)) is Refusal.TRIED_ALREADY


def test_a_physicians_hurt_hand_hinders_and_an_unusable_one_fails_untested() -> None:
    combat, a, b = bleeding()
    with editing(combat):
        combat.component(a, Injuries).permanent[part_of(combat, a, "left_arm")] = -10
    assert dict(only(play(combat, a, StopBleeding(b), CF5), StoppageTried).roll.modifiers)["impairment"] == -10
    combat, a, b = bleeding()
    immobilize(combat, a, "left_arm")
    tried = only(play(combat, a, StopBleeding(b)), StoppageTried)
    assert (tried.roll.automatic, tried.roll.level, tried.result) == (True, MF, "goes on")


def test_a_stunned_physician_with_a_hurt_hand_loses_a_level() -> None:
    combat, a, b = bleeding()
    put(combat, a, Shock.STUNNED)
    with editing(combat):
        combat.component(a, Injuries).permanent[part_of(combat, a, "left_arm")] = -10
    tried = only(play(combat, a, StopBleeding(b), CS), StoppageTried)
    assert (tried.roll.shift, tried.result) == (-1, "stops after the next test")


def test_what_cannot_be_staunched_is_refused_with_its_reason() -> None:
    combat, a, b = bleeding()
    far = combat.spawn("physician", side="red", at=(9, 9), intents="host")
    assert refused(combat, a, StopBleeding(b, 9)) is Refusal.NOT_BLEEDING
    assert refused(combat, a, StopBleeding(a)) is Refusal.NOT_BLEEDING
    assert refused(combat, far, StopBleeding(b)) is Refusal.NOT_BESIDE
    assert refused(combat, a, StopBleeding(99_999)) is Refusal.NO_TARGET
    for state in (Shock.INCAPACITATED, Shock.UNCONSCIOUS):
        put(combat, a, state)
        assert refused(combat, a, StopBleeding(b)) is Refusal.CANNOT_ACT
    put(combat, a, Shock.NONE)
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, b, "a test")
    assert refused(combat, a, StopBleeding(b)) is Refusal.NOT_BLEEDING


def test_who_knows_nothing_of_physic_is_refused() -> None:
    combat, _, b = bleeding(("left_thigh", 4))
    wolf = combat.spawn("gray_wolf", side="red", at=(1, 1), intents="host")
    with editing(combat):
        abilities = combat.component(wolf, Abilities)
        abilities.skills = Scores({**abilities.skills, "physician": 0})
    assert refused(combat, wolf, StopBleeding(b)) is Refusal.NO_SKILL


def test_bleeding_is_true_exactly_while_a_bleeder_is_open_and_each_can_be_stopped() -> None:
    combat, a, b = bleeding(("left_thigh", 4), ("right_thigh", 4), ("abdomen", 3))
    for left in (3, 2, 1):
        assert len(combat.component(b, Bleeding).bleeders) == left
        assert combat.vitals(b).bleeding
        play(combat, a, StopBleeding(b), CS)
    assert combat.vitals(b).bleeding is False
    assert refused(combat, a, StopBleeding(b)) is Refusal.NOT_BLEEDING


def test_a_stump_bleeds_till_it_is_stopped_like_any_wound() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "left_forearm", 5, amputation=CF0, otherwise=_unshaken)
    assert combat.vitals(b).bleeding
    play(combat, a, StopBleeding(b), CS)
    assert combat.vitals(b).bleeding is False


def test_whoever_was_told_of_an_old_due_time_does_not_advance_twice() -> None:
    combat, _, _ = bleeding()
    with editing(combat) as battle:
        # The same task put down twice for one moment: the second finds the bleeder advanced already.
        entry = next(e for e in battle.agenda if e.task.kind == "bleed")
        battle.agenda.put(entry.due, entry.task)
    combat.drain()
    combat.advance(300)
    assert kinds(combat.drain()).count(BloodLost) == 1


def test_a_bleeder_says_what_there_is_to_know_of_it() -> None:
    combat, _, b = bleeding()
    (one,) = combat.component(b, Bleeding).bleeders
    assert one == Bleeder(1, 0, False, None, 5 * MINUTE)
