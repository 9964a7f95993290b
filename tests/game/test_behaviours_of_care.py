"""What games of this kind get wrong about healing, each tried on its whole kind (heroic H6 to H8, H13, H14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from scripting import all_of, due, editing, only, pending, play

from fleshwound.components.creature import (
    Bleeding,
    Fatigue,
    FatigueKind,
    Injuries,
    Injury,
    InjuryKind,
    Shock,
    ShockCause,
    ShockState,
)
from fleshwound.components.definitions import Aspect, Creature
from fleshwound.components.draws import Level
from fleshwound.components.edits import Heal, Injure
from fleshwound.components.events import Died, Event, Healed, HealingTested, InfectionTested, Treated
from fleshwound.components.ids import DAY, HOUR, SECOND
from fleshwound.components.intents import StopBleeding, Treat
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.agenda import Task
from fleshwound.systems.heroic.consequences import enter_shock, record, tire
from fleshwound.systems.heroic.fatigue import plan_recovery
from fleshwound.systems.heroic.fighter import Fighter, fighter

CF0, CF5, MF, MS, CS = Level
CREATURES: Final = sorted(shipped().under("heroic").creatures.values(), key=lambda it: it.id)
BODIES: Final = [creature for creature in CREATURES if not creature.anatomy.incorporeal]

every_body = pytest.mark.parametrize("creature", BODIES, ids=lambda it: it.id)


def ward(creature: str | Creature = "human") -> tuple[Combat, int, int]:
    """A patient, and a physician beside it who does what the test says."""
    combat = Combat(seed=1)
    patient = combat.spawn(creature, side="red", at=(0, 0), intents="host", name="patient")
    healer = combat.spawn("physician", side="red", at=(1, 0), intents="host", name="healer")
    combat.drain()
    return combat, patient, healer


def who(combat: Combat, entity: int) -> Fighter:
    return fighter(combat.battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # these are the heroic rules


def entries(combat: Combat, entity: int) -> dict[int, Injury]:
    return {entry.number: entry for entry in combat.component(entity, Injuries).entries}


# --- treating one wound (35), every creature at every location by every aspect (non-humans throughout) --------------


@every_body
@pytest.mark.parametrize("aspect", list(Aspect), ids=lambda it: it.name.lower())
def test_a_wound_anywhere_is_treated_alone_and_heals_to_nothing(creature: Creature, aspect: Aspect) -> None:
    combat, patient, healer = ward(creature)
    for place, location in enumerate(creature.anatomy.locations):
        combat.edit(Injure(patient, location.id, 1 + place % 5, aspect))
        other = creature.anatomy.locations[place - 1].id
        combat.edit(Injure(patient, other, 2, Aspect.BLUNT))
        first, second = sorted(entries(combat, patient))
        before = entries(combat, patient)
        assert combat.vitals(patient).health < 100
        play(combat, healer, Treat(patient, first))
        done = only(due(combat, "treated", healer, treatment=MS), Treated)
        assert (done.injury, done.by) == (first, combat.id_of(healer))
        after = entries(combat, patient)
        assert after[second] is before[second], "the other is as it was"
        assert after[first].healing_rate == done.healing_rate
        assert (after[first].level, after[first].location) == (before[first].level, before[first].location)
        levels = [after[first].level]
        while first in entries(combat, patient):
            told = only(heal(combat, patient, first, healing=MS), HealingTested)
            levels.append(told.after)
        assert levels == sorted(levels, reverse=True), "it only ever gets better"
        assert levels[-1] == 0
        assert entries(combat, patient)[second] is before[second]
        play(combat, healer, Treat(patient, second))
        due(combat, "treated", healer, treatment=CS)
        while second in entries(combat, patient):
            heal(combat, patient, second, healing=CS)
        assert combat.vitals(patient).health == 100
        combat.drain()


def heal(combat: Combat, patient: int, wound: int, **named: Any) -> list[Event]:
    """Play the healing test of one wound."""
    return play(combat, patient, Task("heal", combat.id_of(patient), (wound,)), **named)


@every_body
def test_an_infection_that_only_gets_worse_kills(creature: Creature) -> None:
    combat, patient, _ = ward(creature)
    location = creature.anatomy.locations[0].id
    combat.edit(Injure(patient, location, 3, Aspect.EDGED))
    heal(combat, patient, 1)  # untreated: an automatic critical failure
    assert InjuryKind.INFECTION in {entry.kind for entry in entries(combat, patient).values()}
    rates = []
    while combat.vitals(patient).alive:
        events = due(combat, "infection", patient, infection=MF)
        rates.append(only(events, InfectionTested).after)
        assert not all_of(events, Healed)
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] == 0
    assert only(events, Died).cause == "infection"


def test_while_an_infection_is_active_no_wound_heals() -> None:
    combat, patient, _ = ward()
    combat.edit(Injure(patient, "left_hand", 2, Aspect.EDGED))
    combat.edit(Injure(patient, "thorax", 2, Aspect.BLUNT))
    heal(combat, patient, 1)
    for wound in (1, 2):
        assert not all_of(heal(combat, patient, wound), HealingTested)


# --- everything that can befall a body has an end (36) --------------------------------------------------------------


def _wound(combat: Combat, patient: int) -> None:
    combat.edit(Injure(patient, "left_hand", 1, Aspect.BLUNT))
    combat.act(combat.creatures[1], Treat(patient))


def _infection(combat: Combat, patient: int) -> None:
    combat.edit(Injure(patient, "left_hand", 1, Aspect.EDGED))
    heal(combat, patient, 1)
    combat.act(combat.creatures[1], Treat(patient))  # an untreated wound would become infected again and again


def _course(kind: InjuryKind) -> Callable[[Combat, int], None]:
    def begin(combat: Combat, patient: int) -> None:
        with editing(combat) as battle:
            victim = who(combat, patient)
            victim.shock.state, victim.conditions.prone = Shock.UNCONSCIOUS, True
            entry = record(battle, victim, kind, location=None, healing_rate=5)
            battle.after(SECOND, Task("course", victim.id, (entry.number,)))

    return begin


AFFLICTIONS: Final[dict[InjuryKind, Callable[[Combat, int], None]]] = {
    InjuryKind.WOUND: _wound,
    InjuryKind.INFECTION: _infection,
    InjuryKind.EXTENDED_SHOCK: _course(InjuryKind.EXTENDED_SHOCK),
    InjuryKind.COMA: _course(InjuryKind.COMA),
}


def test_no_kind_of_injury_is_forgotten() -> None:
    assert set(AFFLICTIONS) == set(InjuryKind)


@pytest.mark.parametrize("kind", AFFLICTIONS, ids=str)
def test_every_affliction_ends_by_itself_or_by_care_in_life_or_death(kind: InjuryKind) -> None:
    lived = died = 0
    for seed in range(12):
        combat = Combat(seed=seed)
        patient = combat.spawn("human", side="red", at=(0, 0), intents="host")
        combat.spawn("physician", side="red", at=(1, 0), intents="host")
        AFFLICTIONS[kind](combat, patient)
        assert kind in {entry.kind for entry in entries(combat, patient).values()} or kind is InjuryKind.WOUND
        for _ in range(60):
            combat.advance(10 * DAY / SECOND)
            left = {entry.kind for entry in entries(combat, patient).values()}
            if kind not in left or not combat.vitals(patient).alive:
                break
        else:
            pytest.fail(f"seed {seed}: {kind} never ends")
        if combat.vitals(patient).alive:
            lived += 1
        else:
            died += 1
    assert lived, "nobody ever comes through it"
    assert lived + died == 12


@pytest.mark.parametrize("kind", [FatigueKind.WINDEDNESS, FatigueKind.WEARINESS], ids=str)
def test_windedness_and_weariness_go_with_rest_and_sleep(kind: FatigueKind) -> None:
    combat = Combat(seed=1)
    one = combat.spawn("human", side="red", at=(0, 0))
    with editing(combat) as battle:
        victim = who(combat, one)
        tire(battle, victim, kind, "a march", 30)
        plan_recovery(battle, victim)
    combat.advance(30 * DAY / SECOND)
    assert combat.component(one, Fatigue).entries == []


def test_weakness_goes_with_what_brought_it() -> None:
    combat, patient, healer = ward()
    combat.edit(Injure(patient, "abdomen", 3, Aspect.EDGED, bleeds=True))
    due(combat, "bleed", patient, blood_loss_advance=MS)
    play(combat, healer, StopBleeding(patient), blood_stoppage=CS)
    heal(combat, patient, 1)  # it becomes infected
    sources = {entry.source for entry in combat.component(patient, Fatigue).entries}
    assert sources == {"blood loss", "infection 2"}
    while 2 in entries(combat, patient):
        due(combat, "infection", patient, infection=CS)
    combat.edit(Heal(patient, 1))
    combat.advance(3 * DAY / SECOND)
    assert combat.component(patient, Fatigue).entries == []


def test_no_kind_of_fatigue_is_forgotten() -> None:
    assert set(FatigueKind) == {FatigueKind.WINDEDNESS, FatigueKind.WEARINESS, FatigueKind.WEAKNESS}


@pytest.mark.parametrize("state", [Shock.STUNNED, Shock.INCAPACITATED, Shock.UNCONSCIOUS], ids=lambda it: it.name)
def test_every_shock_state_has_a_way_out_pending(state: Shock) -> None:
    for seed in range(8):
        combat = Combat(seed=seed)
        one = combat.spawn("human", side="red", at=(0, 0), intents="host")
        with editing(combat) as battle:
            cause = ShockCause("fear", None, None, 0, 0, False, 0, None, battle.now)
            enter_shock(battle, who(combat, one), state, cause)
        assert pending(combat, "retest", one)
        for _ in range(40):
            combat.advance(10 * DAY / SECOND)
            if combat.component(one, ShockState).state in (Shock.NONE, Shock.DEAD):
                break
        assert combat.component(one, ShockState).state in (Shock.NONE, Shock.DEAD)


@every_body
def test_a_bleeder_closed_by_treatment_or_staunching_opens_again_by_surgery_alone(creature: Creature) -> None:
    combat, patient, healer = ward(creature)
    location = creature.anatomy.locations[-1].id
    combat.edit(Injure(patient, location, 4, Aspect.EDGED, bleeds=True))
    (number,) = entries(combat, patient)
    play(combat, healer, StopBleeding(patient, number), blood_stoppage=CS)
    assert not combat.component(patient, Bleeding).bleeders
    combat.advance(4 * HOUR / SECOND)
    assert not combat.component(patient, Bleeding).bleeders
    play(combat, healer, Treat(patient, number))
    due(combat, "treated", healer, treatment=CF5)
    assert [bleeder.injury for bleeder in combat.component(patient, Bleeding).bleeders] == [number]
    combat.advance(1)
    play(combat, healer, StopBleeding(patient, number), blood_stoppage=CS)
    assert not combat.component(patient, Bleeding).bleeders
