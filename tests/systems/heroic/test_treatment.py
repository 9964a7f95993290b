"""Treatment: the tables, and physicians at work (heroic H13)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripting import all_of, due, editing, only, part_of, pending, play, put, settled, sever
from tiny import snapshot

from fleshwound.components.creature import (
    Activity,
    Bleeding,
    Conditions,
    Doing,
    Immobilization,
    Injuries,
    Injury,
    InjuryKind,
    Shock,
)
from fleshwound.components.definitions import Aspect, Creature, Immunities, Role
from fleshwound.components.draws import Level
from fleshwound.components.edits import Heal, Injure, Kill, Teleport
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import (
    BleedingBegan,
    Event,
    Healed,
    Moved,
    Treated,
    TreatmentBegan,
)
from fleshwound.components.ids import MINUTE, SECOND
from fleshwound.components.intents import Move, Rest, Sleep, StopBleeding, Treat
from fleshwound.game.combat import Combat
from fleshwound.systems.agenda import Task
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.heroic.consequences import record
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.fighter import fighter
from fleshwound.systems.heroic.impairment import Severity
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.treatment import after_treatment, healing_rate, method_of, treatment, treatment_test

CF0, CF5, MF, MS, CS = Level
MINOR, SERIOUS, GRIEVOUS = Severity.MINOR, Severity.SERIOUS, Severity.GRIEVOUS
BLUNT, EDGED, PIERCING, FIRE = Aspect.BLUNT, Aspect.EDGED, Aspect.PIERCING, Aspect.FIRE
HEALED = 7

RATES = [
    (CF0, 4, 3, 2), (CF5, 4, 3, 2), (MF, 5, 4, 3), (MS, 6, 5, 4), (CS, HEALED, 6, 5),
]  # fmt: skip

CALLED_FOR = [
    (BLUNT, ("compress", 30), ("set", 10), ("surgery", 0)),
    (EDGED, ("clean", 20), ("clean", 10), ("surgery", 0)),
    (PIERCING, ("clean", 10), ("clean", 0), ("surgery", -10)),
    (FIRE, ("compress", 20), ("clean", 10), ("clean", 0)),
]

STAYS = {
    (BLUNT, SERIOUS): {3, 4}, (BLUNT, GRIEVOUS): {2, 3, 4}, (EDGED, GRIEVOUS): {2, 3, 4},
    (PIERCING, SERIOUS): {3}, (PIERCING, GRIEVOUS): {2, 3, 4}, (FIRE, GRIEVOUS): {1, 2, 3},
}  # fmt: skip


@pytest.mark.parametrize(("level", "minor", "serious", "grievous"), RATES)
def test_a_treatments_result_sets_the_healing_rate(
    tables: Tables, level: Level, minor: int, serious: int, grievous: int
) -> None:
    rates = [healing_rate(tables, severity, level) for severity in (MINOR, SERIOUS, GRIEVOUS)]
    assert rates == [minor, serious, grievous]


@pytest.mark.parametrize(("aspect", "minor", "serious", "grievous"), CALLED_FOR)
def test_each_wound_calls_for_its_own_treatment(
    tables: Tables, aspect: Aspect, minor: object, serious: object, grievous: object
) -> None:
    assert [method_of(tables, aspect, severity) for severity in (MINOR, SERIOUS, GRIEVOUS)] == [
        minor, serious, grievous
    ]  # fmt: skip


@pytest.mark.parametrize("aspect", Aspect)
@pytest.mark.parametrize("severity", [MINOR, SERIOUS, GRIEVOUS])
@pytest.mark.parametrize("rate", range(8))
def test_what_may_stay_and_what_bleeds_after_treatment(
    tables: Tables, aspect: Aspect, severity: Severity, rate: int
) -> None:
    after = after_treatment(tables, aspect, severity, rate)
    assert after.permanent is (rate in STAYS.get((aspect, severity), ()))
    assert after.bleeds is (severity is GRIEVOUS and rate in (2, 3) and aspect is not FIRE)


@given(st.sampled_from(Aspect), st.sampled_from([MINOR, SERIOUS, GRIEVOUS]), st.sampled_from(Level))
def test_surgery_opens_a_bleeder_exactly_where_it_fails_or_the_rate_is_low(
    tables: Tables, aspect: Aspect, severity: Severity, level: Level
) -> None:
    done = treatment(tables, aspect, severity, "surgery", level)
    assert done.bleeds is (level < MS or after_treatment(tables, aspect, severity, done.healing_rate).bleeds)
    assert done.healed is (severity is MINOR and level is CS)


def test_the_test_is_physician_with_the_modifier_and_its_odds_are_those_of_the_table(tables: Tables) -> None:
    rates = enumerated(lambda: treatment_test(tables, Mastery(40), BLUNT, 2))
    by_rate: dict[int, Fraction] = {}
    for done, chance in rates.items():
        by_rate[done.healing_rate] = by_rate.get(done.healing_rate, Fraction(0)) + chance
    # 40 + 10: successes 1..50, a fifth of them critical; failures 51..100 likewise
    assert by_rate == {6: Fraction(10, 100), 5: Fraction(40, 100), 4: Fraction(40, 100), 3: Fraction(10, 100)}


def test_an_automatic_failure_of_physician_is_not_rolled(tables: Tables) -> None:
    done = scripted(treatment_test(tables, Mastery(40).given(CF0), EDGED, 4))
    assert (done.healing_rate, done.bleeds, done.permanent) == (2, True, True)


# --- at work ----------------------------------------------------------------------------------------------------------


def ward(*wounds: tuple[str, int, Aspect], kind: str = "physician") -> tuple[Combat, int, int]:
    """A physician the test moves, and somebody wounded beside it, in peace."""
    combat = Combat(seed=5)
    a = combat.spawn(kind, side="red", at=(0, 0), intents="host", weapons=(), armor=())
    b = combat.spawn("human", side="red", at=(1, 0), intents="host", weapons=(), armor=())
    for location, level, aspect in wounds:
        combat.edit(Injure(b, location, level, aspect))
    settled(combat)
    combat.drain()
    return combat, a, b


def without_hands(combat: Combat) -> Creature:
    """A human whose arms manipulate nothing."""
    human = combat.content.creature("human")
    parts = tuple(replace(part, roles=part.roles - {Role.MANIPULATOR}) for part in human.anatomy.parts)
    return replace(human, id="handless", anatomy=replace(human.anatomy, parts=parts))


def wound(combat: Combat, entity: int, number: int) -> Injury:
    return next(entry for entry in combat.component(entity, Injuries).entries if entry.number == number)


def treat(combat: Combat, a: int, b: int, result: Level, injury: int | None = None) -> list[Event]:
    """Treat a wound to the end."""
    combat.act(a, Treat(b, injury))
    return due(combat, "treated", a, result)


def refusal(combat: Combat, entity: int, intent: Any) -> Refusal:
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        combat.act(entity, intent)
    assert snapshot(combat) == before
    return refused.value.why


def test_treatment_takes_ten_minutes_and_is_told_with_its_roll() -> None:
    combat, a, b = ward(("left_forearm", 2, BLUNT))
    combat.act(a, Treat(b))
    assert only(combat.drain(), TreatmentBegan) == TreatmentBegan(0, 2, 1, 1)
    assert combat.component(a, Activity).doing is Doing.TREATING
    assert pending(combat, "treated", a) == [10 * MINUTE]
    events = due(combat, "treated", a, MS)
    told = only(events, Treated)
    assert (told.at, told.creature, told.by, told.injury, told.method) == (10 * MINUTE, 2, 1, 1, "set")
    assert dict(told.roll.modifiers) == {"set": 10}
    assert (told.healing_rate, told.permanent) == (5, False)
    assert wound(combat, b, 1).healing_rate == 5
    assert combat.component(a, Activity).doing is Doing.RESTING
    assert "healing rate 5" in combat.sheet(b).injuries[0].notes[0]
    assert combat.sheet(b).injuries[0].treated


@pytest.mark.parametrize("result", Level)
def test_treating_one_wound_changes_that_wound_alone(result: Level) -> None:
    """Behaviour 35."""
    combat, a, b = ward(("left_forearm", 4, EDGED), ("left_forearm", 2, BLUNT), ("skull", 3, PIERCING))
    others = [wound(combat, b, 2), wound(combat, b, 3)]
    treat(combat, a, b, result, 1)
    assert [wound(combat, b, 2), wound(combat, b, 3)] == others
    assert wound(combat, b, 1).healing_rate == {CF0: 2, CF5: 2, MF: 3, MS: 4, CS: 5}[result]


def test_a_minor_wound_heals_outright_by_a_critical_success() -> None:
    combat, a, b = ward(("left_forearm", 1, EDGED))
    events = treat(combat, a, b, CS)
    assert only(events, Treated).healing_rate is None
    assert only(events, Healed) == Healed(10 * MINUTE, 2, 1, "left_forearm", (), "treatment")
    assert combat.component(b, Injuries).entries == []


@pytest.mark.parametrize(("result", "bleeds"), [(CF0, True), (MF, True), (MS, False), (CS, False)])
def test_surgery_that_fails_opens_a_bleeder_that_can_be_staunched(result: Level, bleeds: bool) -> None:
    combat, a, b = ward(("left_forearm", 4, EDGED))
    events = treat(combat, a, b, result)
    assert len(all_of(events, BleedingBegan)) == bleeds
    assert combat.vitals(b).bleeding is bleeds
    if bleeds:
        assert pending(combat, "bleed", b) == [15 * MINUTE]
        play(combat, a, StopBleeding(b), CS)
        assert not combat.vitals(b).bleeding


def test_who_has_no_blood_bleeds_by_no_treatment() -> None:
    combat = Combat(seed=5)
    a = combat.spawn("physician", side="red", at=(0, 0), intents="host")
    drained = replace(combat.content.creature("human"), id="drained", immunities=Immunities(blood=True))
    b = combat.spawn(drained, side="red", at=(1, 0), intents="host", weapons=())
    combat.edit(Injure(b, "left_forearm", 4, EDGED))
    events = treat(combat, a, b, CF0)
    assert only(events, Treated).healing_rate == 2
    assert not all_of(events, BleedingBegan)
    assert not combat.vitals(b).bleeding


def test_the_gravest_untreated_wound_comes_first_of_equals_the_oldest() -> None:
    combat, a, b = ward(("left_forearm", 2, EDGED), ("skull", 4, BLUNT), ("left_calf", 4, FIRE), ("thorax", 1, EDGED))
    order = [only(treat(combat, a, b, MS), Treated).injury for _ in range(4)]
    assert order == [2, 3, 1, 4]
    assert refusal(combat, a, Treat(b)) is Refusal.NOTHING_TO_TREAT
    assert refusal(combat, a, Treat(b, 2)) is Refusal.TREATED_ALREADY


def test_a_wound_that_bleeds_is_staunched_first() -> None:
    combat, a, b = ward(("left_forearm", 2, EDGED))
    combat.edit(Injure(b, "left_thigh", 4, EDGED, bleeds=True))
    assert refusal(combat, a, Treat(b, 2)) is Refusal.STILL_BLEEDS
    combat.act(a, Treat(b))
    assert combat.component(a, Activity).wound == 1


def test_whoever_may_not_treat_is_told_why() -> None:
    combat, a, b = ward(("left_forearm", 2, EDGED))
    assert refusal(combat, a, Treat(a)) is Refusal.NOTHING_TO_TREAT
    assert refusal(combat, a, Treat(b, 7)) is Refusal.NO_SUCH_INJURY
    assert refusal(combat, a, Treat(12_345)) is Refusal.NO_TARGET
    far = combat.spawn("physician", side="red", at=(9, 9), intents="host", weapons=())
    assert refusal(combat, far, Treat(b)) is Refusal.NOT_BESIDE
    handless = combat.spawn(without_hands(combat), side="red", at=(1, 1), intents="host", weapons=())
    assert refusal(combat, handless, Treat(b)) is Refusal.NO_HANDS
    unskilled = replace(combat.content.creature("human"), id="dull", skills={"physician": 0})
    assert refusal(combat, combat.spawn(unskilled, side="red", at=(0, 1)), Treat(b)) is Refusal.NO_SKILL
    combat.act(a, Treat(b))
    other = combat.spawn("physician", side="red", at=(2, 0), intents="host", weapons=())
    assert refusal(combat, other, Treat(b, 1)) is Refusal.BUSY
    combat.edit(Injure(b, "skull", 1, EDGED))
    assert refusal(combat, a, Treat(b, 2)) is Refusal.BUSY
    combat.edit(Kill(b))
    assert refusal(combat, other, Treat(b)) is Refusal.NOTHING_TO_TREAT
    assert refusal(combat, other, Treat(b, 1)) is Refusal.DEAD_TARGET


def test_without_a_hand_that_works_there_is_no_treating_with_one_of_two_it_fails_out_of_hand() -> None:
    combat, a, b = ward(("left_forearm", 2, EDGED))
    combat.edit(Injure(a, "left_hand", 4, BLUNT))
    combat.act(a, Treat(b))
    combat.advance(600)
    told = only(combat.drain(), Treated)
    assert (told.roll.automatic, told.healing_rate) == (True, 3)
    combat.edit(Injure(a, "right_hand", 4, BLUNT))
    combat.edit(Injure(b, "skull", 2, EDGED))
    assert refusal(combat, a, Treat(b)) is Refusal.NO_HANDS


@pytest.mark.parametrize("intent", [Treat, lambda b: Rest(), lambda b: Sleep()])
def test_nobody_treats_rests_or_sleeps_in_the_middle_of_a_fight(intent: Any) -> None:
    combat, a, b = ward(("left_forearm", 2, EDGED))
    combat.spawn("gray_wolf", side="blue", at=(20, 0), intents="host")
    combat.step()
    assert refusal(combat, a, intent(b)) is Refusal.FIGHTING


def spoil_by_a_fight(combat: Combat, a: int, b: int) -> None:
    wolf = combat.spawn("gray_wolf", side="blue", at=(20, 0), intents="host")
    combat.step()
    combat.despawn(wolf)


def spoil_by_a_blow(combat: Combat, a: int, b: int) -> None:
    with editing(combat):
        put(combat, a, Shock.INCAPACITATED)


def spoil_by_a_walk(combat: Combat, a: int, b: int) -> None:
    for goal in ((0, 5), (0, 1)):
        combat.act(a, Move(goal))


def spoil_by_the_patients_walk(combat: Combat, a: int, b: int) -> None:
    for goal in ((6, 6), (1, 0)):
        combat.act(b, Move(goal))


def spoil_by_being_moved(combat: Combat, a: int, b: int) -> None:
    for goal in ((9, 9), (1, 0)):
        combat.edit(Teleport(b, goal))


def spoil_by_another_deed(combat: Combat, a: int, b: int) -> None:
    combat.edit(Injure(b, "right_forearm", 3, EDGED, bleeds=True))
    combat.act(a, StopBleeding(b))


SPOILED = [
    spoil_by_a_walk,
    spoil_by_the_patients_walk,
    spoil_by_being_moved,
    spoil_by_another_deed,
    spoil_by_a_fight,
    spoil_by_a_blow,
    lambda combat, a, b: combat.act(a, Move((0, 5))),
    lambda combat, a, b: combat.edit(Teleport(b, (9, 9))),
    lambda combat, a, b: combat.act(a, Sleep()),
    lambda combat, a, b: combat.edit(Kill(b)),
    lambda combat, a, b: combat.edit(Kill(a)),
    lambda combat, a, b: combat.despawn(b),
    lambda combat, a, b: combat.despawn(a),
]


@pytest.mark.parametrize("spoil", SPOILED)
def test_what_comes_between_ends_the_treatment_and_the_wound_stays_untreated(spoil: Any) -> None:
    combat, a, b = ward(("left_forearm", 2, EDGED))
    combat.act(a, Treat(b))
    combat.advance(60)
    spoil(combat, a, b)
    combat.advance(1200)
    assert not all_of(combat.drain(), Treated)
    if b in combat.creatures:
        assert wound(combat, b, 1).healing_rate is None
    if a in combat.creatures and combat.vitals(a).alive:
        assert combat.component(a, Activity).doing is not Doing.TREATING


def test_one_may_treat_oneself_and_the_unconscious() -> None:
    combat, a, b = ward(("skull", 2, EDGED))
    combat.edit(Injure(a, "thorax", 1, EDGED))
    assert only(treat(combat, a, a, MS), Treated).healing_rate == 6
    put(combat, b, Shock.UNCONSCIOUS)
    assert only(treat(combat, a, b, MS), Treated).healing_rate == 5


def test_a_stump_is_treated_like_any_other_wound_and_nothing_bleeds_with_no_cure() -> None:
    """Behaviour 13."""
    combat, a, b = ward()
    combat.edit(Injure(b, "left_hand", 5, EDGED, bleeds=True))
    sever(combat, b, "left_hand")
    with editing(combat):
        entries = combat.component(b, Injuries).entries
        entries[0] = replace(entries[0], severed=True)
    play(combat, a, StopBleeding(b), CS)
    told = only(treat(combat, a, b, MF), Treated)
    assert (told.method, told.healing_rate, told.permanent) == ("surgery", 3, True)
    assert combat.vitals(b).bleeding
    play(combat, a, StopBleeding(b), CS)
    assert combat.component(b, Bleeding).bleeders == []


# --- by their own minds -----------------------------------------------------------------------------------------------


def after_a_fight(*kinds: str, seed: int = 3) -> tuple[Combat, list[int]]:
    """Creatures of one side in peace, who think for themselves."""
    combat = Combat(seed=seed)
    return combat, [combat.spawn(kind, side="red", at=(3 * n, 0), weapons=()) for n, kind in enumerate(kinds)]


def test_in_peace_the_best_physician_treats_every_wound_worst_first_after_it_is_staunched() -> None:
    combat, (healer, man, other) = after_a_fight("physician", "human", "human")
    combat.edit(Injure(man, "left_thigh", 4, EDGED, bleeds=True))
    combat.edit(Injure(man, "left_forearm", 1, BLUNT))
    combat.edit(Injure(other, "skull", 2, BLUNT))
    combat.edit(Injure(healer, "left_calf", 1, PIERCING))
    combat.advance(4 * 3600)
    events = combat.drain()
    treated = all_of(events, Treated)
    assert {event.by for event in treated} == {combat.id_of(healer)}
    assert len(treated) == 4
    with combat._here() as battle:
        assert not any(battle.ruleset.untreated(entity) for entity in combat.creatures)


def test_where_there_is_no_physician_who_knows_most_of_it_does_what_it_can() -> None:
    combat, (first, second) = after_a_fight("man_at_arms", "man_at_arms")
    combat.edit(Injure(first, "skull", 3, EDGED))
    combat.advance(3600)
    assert {event.by for event in all_of(combat.drain(), Treated)} <= {combat.id_of(first), combat.id_of(second)}
    assert combat.component(first, Injuries).entries[0].healing_rate is not None


def test_those_without_hands_leave_wounds_alone_and_nothing_goes_round_in_circles() -> None:
    combat = Combat(seed=3)
    for n in range(2):
        beast = combat.spawn(without_hands(combat), side="red", at=(3 * n, 0), weapons=())
        combat.edit(Injure(beast, "skull", 2))
    combat.advance(4 * 86400)
    assert combat.drain()[-1].at == 0
    assert [entry.task.kind for entry in combat.battle.agenda] == ["heal", "heal"]


def test_no_treatment_heals_a_wound_while_an_infection_is_active() -> None:
    combat, a, b = ward(("left_forearm", 1, EDGED))
    with editing(combat) as battle:
        who = fighter(combat.battle.ruleset.reader, b)  # type: ignore[attr-defined]  # these are the heroic rules
        record(battle, who, InjuryKind.INFECTION, location=None, healing_rate=5, of=1)
    told = only(treat(combat, a, b, CS), Treated)
    assert told.healing_rate == wound(combat, b, 1).healing_rate == 7
    assert Combat.load(combat.save()).save() == combat.save()
    combat.edit(Heal(b, 2))
    combat.drain()
    assert only(due(combat, "heal", b), Healed).injury == 1


def test_who_treats_and_is_due_to_look_about_goes_on_treating() -> None:
    combat = Combat(seed=5)
    healer = combat.spawn("physician", side="red", at=(0, 0), weapons=(), armor=())
    near = combat.spawn("human", side="red", at=(1, 0), intents="host")
    far = combat.spawn("human", side="red", at=(9, 0), intents="host")
    for patient in (near, far):
        combat.edit(Injure(patient, "left_forearm", 2, EDGED))
    combat.edit(Injure(near, "right_forearm", 2, EDGED))
    combat.advance(15)
    combat.drain()
    for _ in range(20):
        with editing(combat) as battle:
            battle.after(SECOND, Task("tend", 1, (battle.now + SECOND,)))
            combat.component(healer, Activity).tends_at = battle.now + SECOND
        combat.advance(20)
    assert combat.component(healer, Activity).doing is Doing.TREATING
    assert [event for event in combat.drain() if isinstance(event, (Moved, TreatmentBegan))] == []


def test_a_physician_who_cannot_reach_the_wounded_gives_up() -> None:
    walls = frozenset({(2, 0)})
    combat = Combat(seed=3, size=(5, 1), blocked=walls)
    combat.spawn("physician", side="red", at=(0, 0))
    man = combat.spawn("human", side="red", at=(4, 0), intents="host", weapons=())
    combat.edit(Injure(man, "skull", 2, EDGED))
    combat.advance(86400)
    assert combat.component(man, Injuries).entries[0].healing_rate is None
    assert [entry.task.kind for entry in combat.battle.agenda] == ["heal"]


def test_the_same_wounds_are_treated_alike_however_the_time_passes_and_saved_midway() -> None:
    def told(pieces: list[float], saving: bool) -> str:
        combat, (healer, man) = after_a_fight("physician", "human", seed=8)
        combat.edit(Injure(man, "left_thigh", 5, EDGED, bleeds=True))
        combat.edit(Injure(healer, "left_forearm", 3, BLUNT))
        for seconds in pieces:
            combat.advance(seconds)
            if saving:
                combat = Combat.load(combat.save())
        return combat.digest

    day = [86400.0]
    minutes = [60.0] * 1440
    assert told(day, False) == told(minutes, False) == told([3600.0] * 24, True) == told([7.0, 86393.0], True)


def test_an_immobilized_hand_makes_it_a_marginal_failure() -> None:
    combat, a, b = ward(("left_forearm", 2, EDGED))
    with editing(combat):
        combat.component(a, Conditions).immobilized.append(Immobilization(part_of(combat, a, "left_arm"), "a test"))
    combat.act(a, Treat(b))
    combat.advance(600)
    told = only(combat.drain(), Treated)
    assert (told.roll.automatic, told.roll.level, told.healing_rate) == (True, MF, 4)
    assert told.at == 600 * SECOND
