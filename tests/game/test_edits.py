"""Host edits: checked, told with their own cause, and nothing half done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
import skirmish
from hypothesis import given
from hypothesis import strategies as st
from tiny import duel, snapshot, state

from fleshwound.components.creature import (
    Armor,
    Bleeding,
    Fatigue,
    Held,
    Injuries,
    Injury,
    InjuryKind,
    Place,
    Shock,
    ShockState,
)
from fleshwound.components.definitions import Aspect
from fleshwound.components.errors import (
    BadValue,
    DespawnedCreature,
    FleshwoundError,
    IntentRefused,
    Refusal,
    UnknownName,
)
from fleshwound.components.events import (
    ArmorChanged,
    BleedingStopped,
    Died,
    EncounterBegan,
    EncounterEnded,
    Event,
    FatigueChanged,
    Healed,
    Injured,
    ItemDropped,
    ItemGiven,
    ItemRemoved,
    Placed,
    Revived,
    ShockChanged,
)
from fleshwound.components.intents import Strike
from fleshwound.game import (
    Afflict,
    Combat,
    Despawn,
    FatigueKind,
    Give,
    Heal,
    Injure,
    Kill,
    Revive,
    Spawn,
    Take,
    Teleport,
    Tire,
    Wear,
)
from fleshwound.game.content import shipped


@pytest.fixture
def combat() -> Combat:
    combat = Combat(seed=1, size=(20, 20))
    combat.spawn("man_at_arms", side="red", at=(2, 3), name="Ann", intents="host")
    combat.spawn("gray_wolf", side="red", at=(9, 9), name="Wolf", intents="host")
    combat.advance(1)
    combat.drain()
    return combat


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


def test_a_wound_from_outside_is_as_the_host_says_and_drops_what_the_hand_held(combat: Combat) -> None:
    ann = combat.creatures[0]
    combat.edit(Injure(ann, "right_hand", 5, Aspect.EDGED, bleeds=True))
    events = combat.drain()
    assert kinds(events) == [Injured, ItemDropped]
    assert isinstance(events[0], Injured)
    assert (events[0].how, events[0].level, events[0].by) == ("edit", 5, None)
    assert combat.vitals(ann).bleeding
    assert combat.component(ann, ShockState).state is Shock.NONE


def test_healing_one_wound_changes_that_wound_alone(combat: Combat) -> None:
    ann = combat.creatures[0]
    for location in ("right_hand", "left_thigh"):
        combat.edit(Injure(ann, location, 4, Aspect.EDGED, bleeds=True))
    combat.drain()
    kept = combat.component(ann, Injuries).entries[1]
    combat.edit(Heal(ann, 1))
    assert kinds(combat.drain()) == [BleedingStopped, Healed]
    assert combat.component(ann, Injuries).entries == [kept]
    assert [bleeder.injury for bleeder in combat.component(ann, Bleeding).bleeders] == [2]


def test_healing_all_leaves_a_sound_creature_that_grips_again(combat: Combat) -> None:
    ann = combat.creatures[0]
    before = combat.vitals(ann)
    combat.edit(Injure(ann, "right_hand", 5))
    combat.edit(Injure(ann, "abdomen", 4, Aspect.EDGED, bleeds=True))
    combat.advance(400)
    combat.edit(Heal(ann))
    after = combat.vitals(ann)
    assert (after.health, after.state, after.bleeding, after.fatigue) == (before.health, "none", False, before.fatigue)
    assert not combat.component(ann, Fatigue).entries
    combat.advance(7200)
    assert combat.vitals(ann).health == before.health


def test_a_healed_stump_brings_back_what_it_took_and_nothing_else() -> None:
    """Of two severings of one arm, healing the inner brings back what the outer hadn't taken."""
    for seed in range(200):
        combat = skirmish.skirmish(seed, asking=False)
        combat.run()
        for entity in combat.creatures:
            injuries = combat.component(entity, Injuries)
            stumps = [entry for entry in injuries.entries if entry.severed]
            if stumps and combat.vitals(entity).alive:
                gone = injuries.severed
                combat.drain()
                combat.edit(Heal(entity, stumps[0].number))
                (healed,) = (event for event in combat.drain() if isinstance(event, Healed))
                assert len(healed.restored) == (gone & ~injuries.severed).bit_count() > 0
                combat.edit(Heal(entity))
                assert injuries.severed == 0
                return
    pytest.fail("nobody lost a limb and lived")


def test_whoever_is_afflicted_from_outside_is_in_that_state_with_all_it_brings(combat: Combat) -> None:
    ann = combat.creatures[0]
    combat.edit(Afflict(ann, "unconscious"))
    changed = next(event for event in combat.drain() if isinstance(event, ShockChanged))
    assert (changed.before, changed.after, changed.cause) == ("none", "unconscious", "edit")
    assert (combat.vitals(ann).out, combat.vitals(ann).prone) == (True, True)
    assert "re-test in" in combat.sheet(ann).next
    combat.edit(Afflict(ann, "stunned"))  # also from a worse one
    assert combat.vitals(ann).state == "stunned"
    combat.advance(86_400)
    assert combat.vitals(ann).state == "none"


def test_a_state_that_nobody_is_put_into_is_refused_with_those_there_are(combat: Combat) -> None:
    for word in ("asleep", "dead", "none", "UNCONSCIOUS"):
        with pytest.raises(UnknownName, match="stunned, incapacitated, unconscious"):
            combat.edit(Afflict(combat.creatures[0], word))


def test_whom_a_lasting_course_holds_is_afflicted_with_nothing_else(combat: Combat) -> None:
    ann = combat.creatures[0]
    combat.component(ann, Injuries).entries.append(Injury(1, InjuryKind.COMA, None, 0, None, None, 0, None, "edit"))
    with pytest.raises(IntentRefused) as refused:
        combat.edit(Afflict(ann, "stunned"))
    assert refused.value.why is Refusal.BUSY


def test_whoever_is_tired_from_outside_rests_it_off_by_its_kind(combat: Combat) -> None:
    ann = combat.creatures[0]
    before = combat.vitals(ann).fatigue
    combat.edit(Tire(ann, 15, FatigueKind.WINDEDNESS))
    (changed,) = combat.drain()
    assert isinstance(changed, FatigueChanged)
    assert (changed.kind, changed.source) == ("windedness", "edit")
    assert combat.vitals(ann).fatigue == before + 15
    combat.advance(86_400)
    assert combat.vitals(ann).fatigue == before


def test_the_dead_are_revived_unharmed_and_fight_on(combat: Combat) -> None:
    ann = combat.creatures[0]
    combat.edit(Injure(ann, "thorax", 5))
    combat.edit(Kill(ann))
    died = [event for event in combat.drain() if isinstance(event, Died)]
    assert [(event.cause, event.by) for event in died] == [("edit", None)]
    combat.edit(Revive(ann))
    assert kinds(combat.drain())[-2:] == [ShockChanged, Revived]
    vitals = combat.vitals(ann)
    assert (vitals.alive, vitals.health, vitals.prone) == (True, 100, True)
    foe = combat.edit(Spawn("gray_wolf", "blue", (2, 4)))
    combat.advance(30)
    assert kinds(combat.drain()).count(EncounterBegan) == 1
    assert combat.creatures[-1] == foe


def test_killing_the_last_foe_ends_the_encounter_at_once() -> None:
    combat = Combat(seed=1)
    combat.spawn("brigand", side="red", at=(0, 0))
    wolf = combat.spawn("gray_wolf", side="blue", at=(1, 0))
    combat.step()
    combat.edit(Kill(wolf, "a falling rock"))
    assert combat.result is not None
    assert combat.result.winner == "red"
    assert EncounterEnded in kinds(combat.drain())


def test_setting_down_moves_a_creature_and_may_begin_an_encounter(combat: Combat) -> None:
    ann = combat.creatures[0]
    combat.edit(Teleport(ann, (15, 15), facing=4))
    assert combat.component(ann, Place) == Place(15, 15, 4)
    assert combat.drain() == [Placed(combat.now, 1, 15, 15, 4, "edit")]


def test_gear_is_given_taken_and_worn(combat: Combat) -> None:
    ann = combat.creatures[0]
    number = next(iter(combat.component(ann, Held).items.values())).number
    for item in list(combat.component(ann, Held).items.values()):
        combat.edit(Take(ann, item.number))
    assert not combat.component(ann, Held).items
    combat.edit(Give(ann, "hand_axe" if "hand_axe" in shipped().weapons else "broadsword"))
    combat.edit(Give(ann, shipped().weapon("broadsword"), "left_arm"))
    items = combat.component(ann, Held).items
    assert len(items) == 2
    assert number not in {item.number for item in items.values()}
    combat.edit(Wear(ann, ()))
    assert combat.component(ann, Armor).pieces == ()
    told = combat.drain()
    assert {ItemRemoved, ItemGiven, ArmorChanged} == set(kinds(told))
    assert all(event.cause == "edit" for event in told)  # type: ignore[attr-defined]  # each of these has one


Make = Callable[[int], Any]


@pytest.mark.parametrize(
    ("edit", "error"),
    [
        (lambda e: Heal(e, 7), IntentRefused),
        (lambda e: Revive(e), IntentRefused),
        (lambda e: Injure(e, "wing", 3), UnknownName),
        (lambda e: Injure(e, "thorax", 0), BadValue),
        (lambda e: Injure(e, "thorax", 6), BadValue),
        (lambda e: Injure(e, "thorax", 3, 1.5), BadValue),
        (lambda e: Kill(99), DespawnedCreature),
        (lambda e: Teleport(e, (9, 9)), BadValue),
        (lambda e: Teleport(e, (99, 9)), BadValue),
        (lambda e: Teleport(e, (3, 3), 8), BadValue),
        (lambda e: Teleport(e, "there"), BadValue),
        (lambda e: Give(e, "excalibur"), UnknownName),
        (lambda e: Give(e, "broadsword", "right_leg"), UnknownName),
        (lambda e: Give(e, "broadsword", "right_arm"), IntentRefused),
        (lambda e: Take(e, 99), IntentRefused),
        (lambda e: Wear(e, ("nothing_at_all",)), UnknownName),
        (lambda e: Spawn("nobody", "red", (0, 0)), UnknownName),
        (lambda e: Spawn("gray_wolf", "red", (9, 9)), BadValue),
        (lambda e: "heal", BadValue),
    ],
)
@pytest.mark.parametrize("record", [False, True])
def test_an_edit_that_is_refused_changes_nothing(
    combat: Combat, edit: Make, error: type[FleshwoundError], record: bool
) -> None:
    recording = combat.record() if record else None
    before = snapshot(combat)
    with pytest.raises(error):
        combat.edit(edit(combat.creatures[0]))
    assert snapshot(combat) == before
    assert recording is None or '"inputs":[]' in recording.text()


NO_WHOLE: list[object] = [1.0, True, "x", b"1", [1], (), {}, 10**5000, float("nan")]
NO_TEXT: list[object] = [5, "", "\ud800", "a\udfff", b"x", None, ["x"], True]
NO_CELL: list[object] = [None, 5, "ab", (1,), (1, 2, 3), [1, 2], (1.0, 2), (True, 2), (10**5000, 2)]
SOUND: list[Make] = [
    lambda e: Heal(e, 1),
    lambda e: Injure(e, "skull", 3, Aspect.EDGED, True),
    lambda e: Afflict(e, "stunned"),
    lambda e: Tire(e, 10, FatigueKind.WEAKNESS),
    lambda e: Kill(e, "a falling rock"),
    lambda e: Teleport(e, (3, 3), 1),
    lambda e: Give(e, "broadsword", "left_arm"),
    lambda e: Take(e, 1),
    lambda e: Wear(e, ()),
    lambda e: Despawn(e),
    lambda e: Revive(e),
    lambda e: Spawn("gray_wolf", "red", (4, 4)),
]
WRONG: dict[str, list[object]] = {
    "entity": [*NO_WHOLE, None],
    "injury": NO_WHOLE,
    "location": [value for value in NO_TEXT if value != ""],
    "level": [*NO_WHOLE, None, 0, -1, 6],
    "aspect": [None, 5, "edged", 1.5],
    "bleeds": [2, 1, 0, "yes", None, ()],
    "state": NO_TEXT,
    "points": [*NO_WHOLE, None, 0, -1, 101],
    "kind": [None, 5, "weakness", "thirst"],
    "cause": NO_TEXT,
    "to": NO_CELL,
    "at": NO_CELL,
    "facing": [1.0, True, "x", 8, -1, 10**5000],
    "weapon": [5, None, True, b"x", ("broadsword",)],
    "part": [value for value in NO_TEXT if value is not None],
    "item": [*NO_WHOLE, None],
    "armor": [5, (5,), "mail_cowl", (None,), {"mail_cowl"}, b"x", object()],
    "weapons": [5, (5,), "broadsword", (None,), {"broadsword"}, object()],
    "creature": [5, None, ("gray_wolf",)],
    "side": NO_TEXT,
    "name": [value for value in NO_TEXT if value is not None],
    "intents": ["me", 5, None, ["ai"]],
    "decisions": ["never", 5, None],
    "ai": ["clever", 5, "", ["odds"]],
}


@given(data=st.data(), make=st.sampled_from(SOUND), record=st.booleans(), wound=st.booleans())
def test_an_edit_with_any_one_field_wrong_is_refused_and_changes_nothing(
    data: st.DataObject, make: Make, record: bool, wound: bool
) -> None:
    combat = Combat(seed=1, size=(20, 20), record=record)
    ann = combat.spawn("man_at_arms", side="red", at=(2, 3), intents="host")
    if wound:
        combat.edit(Injure(ann, "thorax", 2))
    field = data.draw(st.sampled_from([of.name for of in fields(make(ann))]))
    value = data.draw(st.sampled_from(WRONG[field]))
    before, saved = snapshot(combat), combat.save()
    recorded = combat.recording.text() if combat.recording is not None else ""
    with pytest.raises(BadValue, match="expected"):
        combat.edit(replace(make(ann), **{field: value}))
    assert snapshot(combat) == before
    assert combat.save() == saved
    assert combat.recording is None or combat.recording.text() == recorded


def test_wearing_none_is_refused_since_bare_is_an_empty_tuple(combat: Combat) -> None:
    with pytest.raises(BadValue, match="expected a list of pieces"):
        combat.edit(Wear(combat.creatures[0], None))  # type: ignore[arg-type]  # what a host may pass


@pytest.mark.parametrize("record", [False, True])
def test_armor_from_an_iterator_is_worn_and_recorded(combat: Combat, record: bool) -> None:
    recording = combat.record() if record else None
    ann = combat.creatures[0]
    combat.edit(Wear(ann, iter(("mail_cowl",))))  # type: ignore[arg-type]  # what a host may pass
    assert [piece.id for piece in combat.component(ann, Armor).pieces] == ["mail_cowl"]
    assert recording is None or '"armor":["mail_cowl"]' in recording.text()


def test_the_dead_are_healed_by_reviving_alone(combat: Combat) -> None:
    ann = combat.creatures[0]
    combat.edit(Kill(ann))
    for edit in (
        Heal(ann),
        Injure(ann, "thorax", 3),
        Afflict(ann, "stunned"),
        Tire(ann, 5),
        Kill(ann),
        Give(ann, "broadsword"),
    ):
        with pytest.raises(IntentRefused) as refused:
            combat.edit(edit)
        assert refused.value.why is Refusal.DEAD


def test_a_body_of_nothing_can_only_be_moved_and_removed() -> None:
    combat = Combat()
    ghost = combat.spawn("spirit", side="red", at=(0, 0))
    with pytest.raises(UnknownName):
        combat.edit(Injure(ghost, "thorax", 3))
    combat.edit(Teleport(ghost, (3, 3)))
    combat.edit(Despawn(ghost))
    assert combat.creatures == ()


def test_while_a_decision_is_pending_creatures_come_and_go_and_nothing_else_is_edited() -> None:
    combat = Combat(seed=3)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    b = combat.spawn("man_at_arms", side="blue", at=(1, 0), intents="host", decisions="ask")
    while combat.actor != a:
        combat.step()
    combat.act(a, Strike(b))
    (decision,) = combat.decisions
    before = state(combat)
    for edit in (Heal(b), Kill(a), Teleport(a, (5, 5)), Injure(b, "thorax", 3)):
        with pytest.raises(IntentRefused) as refused:
            combat.edit(edit)
        assert refused.value.why is Refusal.DECISION_PENDING
    assert state(combat) == before
    third = combat.edit(Spawn("gray_wolf", "blue", (5, 5)))
    assert combat.decisions == (decision,)
    combat.edit(Despawn(third))
    combat.answer(decision, decision.options[0])


def test_a_handler_may_edit_what_has_just_happened(combat: Combat) -> None:
    ann = combat.creatures[0]
    combat.subscribe(Died, lambda event: combat.edit(Revive(combat.entity(event.creature))))
    combat.edit(Kill(ann))
    assert combat.vitals(ann).alive


def test_rules_without_gear_say_that_they_know_no_such_edit() -> None:
    combat, a, b = duel(intents="host")
    combat.edit(Injure(a, level=3))
    combat.edit(Heal(a))
    combat.edit(Kill(b))
    combat.edit(Revive(b))
    with pytest.raises(IntentRefused) as refused:
        combat.edit(Give(a, "broadsword"))
    assert refused.value.why is Refusal.UNSUPPORTED
