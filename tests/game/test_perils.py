"""What befalls a creature otherwise than by a blow, through the public interface (heroic)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest
from invariants import Watch
from scripting import all_of, calm, editing, kinds, only, pair, play, settled, sever, state_of
from tiny import duel, heard, snapshot

from fleshwound.components.creature import Anatomy, Bleeding, Conditions, Injuries, Shock, ShockState
from fleshwound.components.definitions import Aspect, Creature, Immunities
from fleshwound.components.draws import Level, Question
from fleshwound.components.errors import BadValue, DespawnedCreature, IntentRefused, Refusal, UnknownName
from fleshwound.components.events import (
    CourseBegan,
    Died,
    Event,
    Fell,
    HarmLanded,
    Injured,
    ItemDropped,
    Severed,
    ShockChanged,
    ShockDeclined,
    ShockTested,
)
from fleshwound.components.hazards import EVERYWHERE, Dice, Fall, Fire, Harm, Hazard, Threat
from fleshwound.components.ids import HOUR
from fleshwound.game import Combat, Replay
from fleshwound.game.content import shipped
from fleshwound.systems.agenda import Task

CF0, CF5, MF, MS, CS = Level
CREATURES: Final = sorted(shipped().under("heroic").creatures.values(), key=lambda it: it.id)
BODIES: Final = [creature for creature in CREATURES if not creature.anatomy.incorporeal]

every_body = pytest.mark.parametrize("creature", BODIES, ids=lambda it: it.id)

HAZARDS: Final[dict[str, Hazard]] = {
    "threat": Threat(8, "fear"),
    "fall": Fall(60),
    "torch": Fire(1, 1),
    "house on fire": Fire(3, None),
    "rock": Harm(Dice(3, 6, 2), Aspect.BLUNT, None, 1, "falling rock"),
    "glass": Harm(Dice(2, 6), Aspect.EDGED, None, 7, "glass"),
    "blades": Harm(Dice(6, 10), Aspect.EDGED, EVERYWHERE, 1, "blades"),
    "spikes": Harm(Dice(0, 1, 9), Aspect.PIERCING, EVERYWHERE, 1, "spikes"),
}


def alone(creature: str | Creature = "man_at_arms", seed: int = 1, **options: Any) -> tuple[Combat, int]:
    combat = Combat(seed=seed)
    entity = combat.spawn(creature, side="red", at=(0, 0), intents="host", **options)
    combat.drain()
    return combat, entity


# --- every creature, every source of harm ---------------------------------------------------------------------------


@every_body
@pytest.mark.parametrize("hazard", HAZARDS.values(), ids=HAZARDS)
def test_nothing_ever_harms_what_a_creature_has_not_got(creature: Creature, hazard: Hazard) -> None:
    combat = Combat(seed=len(creature.id))
    entity = combat.spawn(creature, side="red", at=(0, 0))
    watch = Watch(combat, f"{creature.id} and {hazard}")
    for _ in range(12):
        if not combat.vitals(entity).alive:
            break
        combat.befall(entity, hazard)
        watch.look()
        combat.advance(60)
        watch.look()
    watch.look(everyone=True)
    locations = {location.id for location in creature.anatomy.locations}
    assert {e.location for e in watch.trail if isinstance(e, Injured | HarmLanded)} <= locations
    harmless = isinstance(hazard, Threat) or not locations
    assert harmless or any(isinstance(e, HarmLanded) for e in watch.trail)


@every_body
def test_fire_everywhere_visits_each_part_that_is_there_once(creature: Creature) -> None:
    combat, entity = alone(creature)
    parts = [part.id for part in creature.anatomy.parts]
    for _ in range(3):
        events = heard(combat)
        with editing(combat):
            combat.component(entity, Injuries).severed |= 1 << len(creature.anatomy.locations) - 1
        combat.burn(entity, 1, None)
        gone = combat.component(entity, Injuries).severed
        there = [
            part
            for index, part in enumerate(parts)
            if any(each.part == index and not gone >> i & 1 for i, each in enumerate(creature.anatomy.locations))
        ]
        assert [e.part for e in all_of(events, HarmLanded)] == there
        if not combat.vitals(entity).alive:
            return
        events.clear()


@every_body
def test_whoever_falls_lies_and_is_hurt_in_one_place(creature: Creature) -> None:
    combat, entity = alone(creature)
    combat.fall(entity, 40)
    events = combat.drain()
    assert only(events, Fell).cause == "fall"
    landed = only(events, HarmLanded)
    assert (landed.cause, landed.aspect, landed.impact.dice) == ("fall", "blunt", "4d6")
    assert len(all_of(events, Injured)) <= 1
    assert combat.vitals(entity).prone


@pytest.mark.parametrize("call", [
    lambda combat, entity: combat.threaten(entity, 8, "fear"),
    lambda combat, entity: combat.harm(entity, 8, Aspect.FIRE, EVERYWHERE),
    lambda combat, entity: combat.fall(entity, 80),
    lambda combat, entity: combat.burn(entity, 3),
])  # fmt: skip
@pytest.mark.parametrize(("creature", "why"), [("spirit", Refusal.INCORPOREAL_TARGET), ("human", Refusal.DEAD)])
def test_who_has_no_body_or_no_life_is_refused(
    creature: str, why: Refusal, call: Callable[[Combat, int], None]
) -> None:
    combat, entity = alone(creature)
    if why is Refusal.DEAD:
        with editing(combat) as battle:
            battle.ruleset.fall_dead(battle, entity, "age")
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        call(combat, entity)
    assert refused.value.why is why
    assert snapshot(combat) == before


# --- threats --------------------------------------------------------------------------------------------------------


def test_a_threat_is_tested_told_and_entered_with_its_cause_and_no_location() -> None:
    combat, entity = alone("human")
    task = Task("threaten", combat.id_of(entity), (8, "a banshee's wail"))
    events = play(combat, entity, task, shock=MF)
    tested = only(events, ShockTested)
    assert (tested.source, tested.location, tested.base, tested.index) == ("a banshee's wail", "", 8, 9)
    assert only(events, ShockChanged).after == "unconscious"
    cause = combat.component(entity, ShockState).cause
    assert cause is not None
    assert (cause.what, cause.location, cause.injury) == ("a banshee's wail", None, None)
    assert any("banshee" in line for line in combat.sheet(entity).why)


def test_extended_shock_that_fear_brought_has_no_location() -> None:
    combat, entity = alone("human")
    play(combat, entity, Task("threaten", combat.id_of(entity), (9, "fear")), shock=MS)
    assert state_of(combat, entity) is Shock.UNCONSCIOUS
    due_at = combat.component(entity, ShockState).retest_at
    events = play(combat, entity, Task("retest", combat.id_of(entity), (due_at,)), re_test=MF)
    began = only(events, CourseBegan)
    assert (began.location, began.healing_rate) == ("", 5)


@pytest.mark.parametrize("index", [1, 4])
def test_too_slight_a_threat_does_nothing(index: int) -> None:
    combat, entity = alone("human")
    combat.threaten(entity, index, "a bad smell")
    assert combat.drain() == []


def test_too_great_a_threat_is_death_by_its_cause() -> None:
    combat, entity = alone("human")
    combat.threaten(entity, 11, "poison")
    events = combat.drain()
    assert only(events, ShockTested).roll is None
    assert only(events, Died).cause == "poison"


def test_nothing_threatens_whoever_feels_no_pain() -> None:
    combat, entity = alone(replace(shipped().creature("human"), id="numb", immunities=Immunities(pain=True)))
    before = snapshot(combat)
    combat.threaten(entity, 30, "fear")
    assert snapshot(combat)[:3] == before[:3]


def test_a_threat_belongs_to_nobodys_turn_and_may_decide_a_fight() -> None:
    combat, _, b = pair()
    combat.step()
    combat.threaten(b, 15, "a curse")
    assert combat.run().winner == "red"


# --- decisions ------------------------------------------------------------------------------------------------------


def asking(seed: int = 1) -> tuple[Combat, int]:
    return alone("human", seed, decisions="ask")


def threatened() -> tuple[Combat, int]:
    """Somebody who is offered a state, whatever the dice."""
    combat, entity = asking()
    combat.threaten(entity, 10, "fear")
    return combat, entity


def test_the_state_a_threat_brings_is_offered_and_a_declined_one_is_not_imposed() -> None:
    combat, entity = threatened()
    (decision,) = combat.decisions
    assert decision.question is Question.SHOCK
    assert state_of(combat, entity) is Shock.NONE
    combat.answer(decision, Shock.NONE)
    events = combat.drain()
    assert only(events, ShockDeclined).creature == combat.id_of(entity)
    assert ShockChanged not in kinds(events)
    assert state_of(combat, entity) is Shock.NONE


def test_the_state_a_threat_brings_may_be_accepted() -> None:
    combat, entity = threatened()
    (decision,) = combat.decisions
    combat.answer(decision, decision.options[0])
    assert state_of(combat, entity) is decision.options[0]


@pytest.mark.parametrize("hazard", HAZARDS.values(), ids=HAZARDS)
def test_while_a_decision_is_pending_nothing_befalls_anybody(hazard: Hazard) -> None:
    combat, entity = threatened()
    other = combat.spawn("human", side="red", at=(1, 1))
    before = snapshot(combat)
    for victim in (entity, other):
        with pytest.raises(IntentRefused) as refused:
            combat.befall(victim, hazard)
        assert refused.value.why is Refusal.DECISION_PENDING
    assert snapshot(combat) == before


def test_a_hazard_that_waits_for_an_answer_goes_with_its_victim() -> None:
    combat, entity = threatened()
    combat.despawn(entity)
    assert not combat.decisions


@pytest.mark.parametrize("hazard", HAZARDS.values(), ids=HAZARDS)
@pytest.mark.parametrize("seed", range(4))
def test_asked_and_answering_as_the_policy_would_comes_to_the_same(hazard: Hazard, seed: int) -> None:
    digests = []
    for decisions in ("auto", "ask"):
        combat, entity = alone("man_at_arms", seed, decisions=decisions)
        for _ in range(4):
            if combat.vitals(entity).alive:
                combat.befall(entity, hazard)
            for _ in range(50):
                if not combat.decisions:
                    break
                combat.answer(combat.decisions[0], combat.decisions[0].options[0])
        combat.advance(3600)
        digests.append(combat.digest)
    assert digests[0] == digests[1]


# --- inputs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decisions", ["auto", "ask"])
@pytest.mark.parametrize("hazard", HAZARDS.values(), ids=HAZARDS)
def test_what_befell_is_recorded_replayed_and_saved_in_the_middle(hazard: Hazard, decisions: str) -> None:
    combat = Combat(seed=5, record=True)
    entity = combat.spawn("man_at_arms", side="red", at=(0, 0), decisions=decisions)
    for round_ in range(4):
        combat.advance(10)
        if combat.vitals(entity).alive:
            combat.befall(entity, hazard)
        while combat.decisions:
            text = combat.save()
            again = Combat.load(text)
            assert again.save() == text
            (decision,) = combat.decisions
            assert again.decisions == combat.decisions
            choice = decision.options[round_ % len(decision.options)]
            combat.answer(decision, choice)
            again.answer(again.decisions[0], choice)
            assert (again.digest, again.save()) == (combat.digest, combat.save())
    combat.advance(7200)
    assert combat.recording is not None
    assert Replay.read(combat.recording.text()).verify() is None


def test_what_was_refused_is_not_recorded() -> None:
    combat = Combat(seed=5, record=True)
    entity = combat.spawn("human", side="red", at=(0, 0))
    assert combat.recording is not None
    before = combat.recording.text()
    with pytest.raises(UnknownName):
        combat.harm(entity, 3, Aspect.BLUNT, "tail")
    with pytest.raises(BadValue):
        combat.threaten(entity, 0, "nothing")
    assert combat.recording.text() == before


def test_a_handler_may_let_something_befall_and_the_replay_knows() -> None:
    combat = Combat(seed=2, record=True)
    a = combat.spawn("human", side="red", at=(0, 0))
    combat.subscribe(Fell, lambda event: combat.burn(combat.entity(event.creature), 1))
    combat.fall(a, 30)
    combat.advance(60)
    assert "fire" in {e.cause for e in combat.drain() if isinstance(e, HarmLanded)}
    assert combat.recording is not None
    assert Replay.read(combat.recording.text()).verify() is None


# --- bad input ------------------------------------------------------------------------------------------------------

BAD: list[tuple[Callable[[Any, Any], object], str]] = [
    (lambda c, e: c.threaten(e, 0, "fear"), r"base_index is 0; expected a whole number 1\.\.99"),
    (lambda c, e: c.threaten(e, 100, "fear"), r"base_index is 100; expected a whole number 1\.\.99"),
    (lambda c, e: c.threaten(e, True, "fear"), "base_index is True"),
    (lambda c, e: c.threaten(e, 7.0, "fear"), "base_index is 7.0"),
    (lambda c, e: c.threaten(e, 7, ""), "cause is ''"),
    (lambda c, e: c.harm(e, "3", Aspect.FIRE), "impact is '3'; expected a whole number or Dice"),
    (lambda c, e: c.harm(e, 1001, Aspect.FIRE), r"impact.plus is 1001; expected a whole number -1000\.\.1000"),
    (lambda c, e: c.harm(e, Dice(41, 6), Aspect.FIRE), r"impact.count is 41; expected a whole number 0\.\.40"),
    (lambda c, e: c.harm(e, Dice(1, 0), Aspect.FIRE), r"impact.sides is 0; expected a whole number 1\.\.20"),
    (lambda c, e: c.harm(e, 3, "fire"), "aspect is 'fire'; expected an Aspect"),
    (lambda c, e: c.harm(e, 3, Aspect.FIRE, 3), "at is 3"),
    (lambda c, e: c.harm(e, 3, Aspect.FIRE, places=0), r"places is 0; expected a whole number 1\.\.99"),
    (lambda c, e: c.fall(e, -1), "feet is -1; expected a whole number, 0 or more"),
    (lambda c, e: c.burn(e, 21), r"intensity is 21; expected a whole number 1\.\.20"),
    (lambda c, e: c.burn(e, 1, 0), r"places is 0; expected a whole number 1\.\.99"),
    (lambda c, e: c.befall(e, "fire"), "the hazard is 'fire'; expected a Threat"),
    (lambda c, e: c.threaten("a", 7, "fear"), "the entity is 'a'; expected a whole number"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message[:24] for _, message in BAD])
def test_bad_input_is_refused_in_words_and_changes_nothing(call: Callable[[Any, Any], object], message: str) -> None:
    combat, entity = alone("human")
    before = snapshot(combat)
    with pytest.raises(BadValue, match=message):
        call(combat, entity)
    assert snapshot(combat) == before


def test_whoever_takes_no_part_is_refused() -> None:
    combat, entity = alone("human")
    with pytest.raises(DespawnedCreature):
        combat.threaten(entity + 77, 7, "fear")
    combat.despawn(entity)
    with pytest.raises(DespawnedCreature):
        combat.burn(entity, 1)


def test_a_place_that_is_not_there_is_refused() -> None:
    combat, entity = alone("human")
    with pytest.raises(UnknownName, match="unknown location or part 'tail'"):
        combat.harm(entity, 3, Aspect.BLUNT, "tail")
    sever(combat, entity, "left_hand")
    with pytest.raises(BadValue, match="left_hand is gone"):
        combat.harm(entity, 3, Aspect.BLUNT, "left_hand")
    combat.harm(entity, 3, Aspect.BLUNT, "left_arm")
    assert only(combat.drain(), HarmLanded).part == "left_arm"


def test_rules_that_know_no_hazards_say_so() -> None:
    combat, a, _ = duel()
    with pytest.raises(IntentRefused) as refused:
        combat.fall(a, 10)
    assert refused.value.why is Refusal.UNSUPPORTED


# --- harm is a blow that landed -------------------------------------------------------------------------------------


def test_a_harm_at_a_location_lands_there_past_armour_as_a_blow_does() -> None:
    combat, entity = alone("human", armor=["mail_hauberk"])
    combat.harm(entity, 12, Aspect.PIERCING, "thorax", cause="dart trap")
    landed = only(combat.drain(), HarmLanded)
    assert (landed.cause, landed.part, landed.location) == ("dart trap", "torso", "thorax")
    worn = shipped().armor_piece("mail_hauberk")
    assert landed.protection == worn.protection[Aspect.PIERCING]
    assert landed.effective == max(0, 12 - landed.protection)


def test_a_harm_drops_severs_and_kills_as_a_blow_does() -> None:
    combat, entity = alone("man_at_arms", armor=())
    task = Task("harm", combat.id_of(entity), (0, 1, 25, "edged", "right_forearm", 1, "a portcullis"))
    events = play(combat, entity, task, amputation=CF0, otherwise=calm)
    order = [type(e) for e in events]
    assert order.index(ItemDropped) < order.index(Severed)
    assert only(events, Injured).how == "a portcullis"
    assert only(events, Injured).by is None
    assert combat.component(entity, Bleeding).bleeders
    task = Task("harm", combat.id_of(entity), (0, 1, 25, "edged", "neck", 1, "a portcullis"))
    events = play(combat, entity, task, amputation=MF)
    assert only(events, Died).cause == "lost its neck"
    assert ShockTested not in kinds(events)


def test_whoever_falls_hurt_or_not_lies() -> None:
    combat, entity = alone("human")
    combat.fall(entity, 9)
    assert [type(e) for e in combat.drain()] == [Fell]
    assert combat.component(entity, Conditions).prone


def test_nothing_left_to_harm_is_no_exception() -> None:
    combat, entity = alone("human")
    sever(combat, entity, *(location.id for location in combat.component(entity, Anatomy).of.locations))
    for hazard in HAZARDS.values():
        if combat.vitals(entity).alive:
            combat.befall(entity, hazard)
    settled(combat)
    assert not [e for e in combat.drain() if isinstance(e, Injured | HarmLanded)]


def test_the_dead_of_a_fall_end_the_fight_they_were_in() -> None:
    combat = Combat.of("wolves_at_night", seed=3)
    combat.advance(15)
    for entity in list(combat.creatures):
        for _ in range(20):
            if combat.vitals(entity).alive and combat.component(entity, Anatomy).of.id != "human":
                combat.harm(entity, 60, Aspect.EDGED, EVERYWHERE, cause="an avalanche")
    result = combat.run()
    assert result.reason == "last side able"
    assert combat.now < HOUR
    events: list[Event] = combat.drain()
    assert {e.cause for e in events if isinstance(e, HarmLanded)} == {"an avalanche"}
