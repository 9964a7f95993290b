"""What games of this kind get wrong about the hurt and the dead, each tried on its whole kind (heroic)."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Final, get_args

import pytest
from scripting import (
    all_of,
    calm,
    editing,
    hand_of,
    kinds,
    only,
    pair,
    pending,
    play,
    put,
    sever,
    state_of,
)
from tiny import snapshot

from fleshwound.components.creature import Anatomy, Bleeding, Conditions, Held, Injuries, InjuryKind, Shock, ShockState
from fleshwound.components.definitions import Aspect, Creature, Immunities, Mode, Weapon
from fleshwound.components.draws import Level
from fleshwound.components.edits import Give, Heal, Injure, Kill
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import (
    BleedingStopped,
    BloodLost,
    Died,
    Event,
    ExchangeFought,
    Injured,
    ItemDropped,
    ItemTaken,
    RetestMade,
    Severed,
    ShockTested,
    TurnEnded,
)
from fleshwound.components.hazards import EVERYWHERE
from fleshwound.components.ids import DAY, SECOND
from fleshwound.components.intents import Intent, PickUp, StopBleeding, Strike
from fleshwound.game import Combat, Replay
from fleshwound.game.content import shipped
from fleshwound.systems.agenda import Task
from fleshwound.systems.heroic.choices import reactions
from fleshwound.systems.heroic.consequences import record
from fleshwound.systems.heroic.fighter import Fighter, fighter

CF0, CF5, MF, MS, CS = Level
CREATURES: Final = sorted(shipped().under("heroic").creatures.values(), key=lambda it: it.id)
BODIES: Final = [creature for creature in CREATURES if not creature.anatomy.incorporeal]
HOLDERS: Final = [creature for creature in BODIES if any(part.holds for part in creature.anatomy.parts)]
WEAPONS: Final = sorted(shipped().under("heroic").weapons.values(), key=lambda it: it.id)

every_body = pytest.mark.parametrize("creature", BODIES, ids=lambda it: it.id)
every_holder = pytest.mark.parametrize("creature", HOLDERS, ids=lambda it: it.id)


def who(combat: Combat, entity: int) -> Fighter:
    return fighter(combat.battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # these are the heroic rules


def modes(combat: Combat, entity: int) -> set[str]:
    """Every mode it can use now."""
    with editing(combat):
        return set(who(combat, entity).stance.by_mode)


def reloaded(combat: Combat) -> Combat:
    return Combat.load(combat.save())


# --- held things (14, 15, 17, 18) -----------------------------------------------------------------------------------


def hands(creature: Creature) -> list[str]:
    return [part.id for part in creature.anatomy.parts if part.holds]


def tip(creature: Creature, part: str) -> str:
    """The outermost location of a part."""
    index = next(i for i, each in enumerate(creature.anatomy.parts) if each.id == part)
    return [each.id for each in creature.anatomy.locations if each.part == index][-1]


@every_holder
@pytest.mark.parametrize("how", ["severed", "unusable"])
def test_a_hand_that_is_lost_drops_its_item_at_once_and_the_item_cannot_be_used_meanwhile(
    creature: Creature, how: str
) -> None:
    combat, b, a = pair("human", creature, weapons=())
    for hand, weapon in zip(hands(creature), ("club", "dagger"), strict=True):
        combat.edit(Give(a, weapon, hand))
    for part, item in sorted(held(combat, a).items()):
        name = creature.anatomy.parts[part].id
        mode = item.weapon.modes[0].id
        combat.drain()
        if how == "severed":
            edge = Task("harm", combat.id_of(a), (0, 1, 300, "edged", tip(creature, name), 1, "a trap"))
            events = play(combat, a, edge, amputation=CF0, otherwise=shaken_off)
            order = kinds(events)
            assert order.index(ItemDropped) < order.index(Severed)
        else:
            combat.edit(Injure(a, tip(creature, name), 4, Aspect.BLUNT))
            events = combat.drain()
        dropped = only(events, ItemDropped)
        assert (dropped.part, dropped.item, dropped.at) == (name, item.number, combat.now)
        assert part not in held(combat, a)
        for fight in (combat, reloaded(combat)):
            one, foe = fight.entity(combat.id_of(a)), fight.entity(combat.id_of(b))
            with pytest.raises(IntentRefused) as refused:
                play(fight, one, Strike(foe, mode))
            assert refused.value.why in (Refusal.NO_SUCH_MODE, Refusal.MODE_LOST)


def shaken_off(request: Any) -> Any:
    """Answer calmly, and shake off every shock."""
    return CS if getattr(request, "what", "") == "shock" else calm(request)


def held(combat: Combat, entity: int) -> dict[int, Any]:
    return dict(combat.component(entity, Held).items)


def both(weapon: Weapon) -> list[Mode]:
    return [mode for mode in weapon.modes if mode.min_parts > 1]


@pytest.mark.parametrize("weapon", [w for w in WEAPONS if both(w)], ids=lambda it: it.id)
@pytest.mark.parametrize("lost", ["right_hand", "left_hand"])
def test_losing_a_hand_ends_the_two_handed_modes_at_once_and_leaves_the_others(weapon: Weapon, lost: str) -> None:
    combat = Combat(seed=1)
    one = combat.spawn("human", side="red", at=(0, 0), weapons=[weapon], intents="host")
    had = modes(combat, one)
    two = {mode.id for mode in both(weapon)} & had
    single = {mode.id for mode in weapon.modes if mode.min_parts == 1} & had
    hand = hand_of(combat, one, weapon.id)
    combat.edit(Injure(one, lost, 4))
    kept = lost.split("_")[0] != hand.split("_")[0]
    for fight in (combat, reloaded(combat)):
        left = modes(fight, fight.entity(combat.id_of(one)))
        assert not two & left
        assert single & left == (single if kept else set())
    combat.edit(Heal(one))
    if kept:
        assert two | single <= modes(combat, one)


@every_holder
def test_a_healed_hand_grips_again_and_what_it_can_do_is_read_off_its_wounds(creature: Creature) -> None:
    combat = Combat(seed=1)
    one = combat.spawn(creature, side="red", at=(0, 0), weapons=["dagger"], intents="host")
    fit = modes(combat, one)
    hand = hand_of(combat, one, "dagger")
    combat.edit(Injure(one, tip(creature, hand), 4))
    assert not [mode for mode in modes(combat, one) if mode.startswith("dagger")]
    combat.edit(Heal(one))
    combat.act(one, PickUp())
    assert only(combat.drain(), ItemTaken).weapon == "dagger"
    assert modes(combat, one) == fit
    again = reloaded(combat)
    assert modes(again, again.creatures[0]) == fit


TECHNICAL: Final = [(c, mode) for c in BODIES for mode in c.techniques]


@pytest.mark.parametrize(("creature", "mode"), TECHNICAL, ids=[mode.id for _, mode in TECHNICAL])
def test_a_technique_is_gone_with_the_last_part_that_it_takes(creature: Creature, mode: Mode) -> None:
    combat = Combat(seed=1)
    one = combat.spawn(creature, side="red", at=(0, 0), intents="host", weapons=())
    parts = [i for i, part in enumerate(creature.anatomy.parts) if mode.roles <= part.roles]
    assert parts
    for place, part in enumerate(parts):
        assert mode.id in modes(combat, one), "the parts that are left can use it"
        sever(combat, one, *(each.id for each in creature.anatomy.locations if each.part == part))
        with editing(combat):
            record(
                combat.battle,
                who(combat, one),
                InjuryKind.WOUND,
                location=_on(creature, part),
                level=5,
                aspect=Aspect.EDGED,
            )
        assert place < len(parts)
    for fight in (combat, reloaded(combat)):
        assert mode.id not in modes(fight, fight.creatures[0])


def _on(creature: Creature, part: int) -> int:
    return next(i for i, each in enumerate(creature.anatomy.locations) if each.part == part)


SHIELDS: Final = [w for w in WEAPONS if any(mode.block for mode in w.modes) and "shield" in w.id]


@pytest.mark.parametrize("shield", SHIELDS, ids=lambda it: it.id)
def test_a_shield_with_no_arm_to_hold_it_does_not_block(shield: Weapon) -> None:
    combat, a, b = pair("man_at_arms", "human", weapons=["dagger", shield.id])
    arm = hand_of(combat, b, shield.id)
    assert any(word.startswith(f"block {shield.id}/") for word in defences(combat, a, b))
    combat.edit(Injure(b, arm.replace("arm", "hand"), 4))
    for fight in (combat, reloaded(combat)):
        words = defences(fight, fight.entity(1), fight.entity(2))
        assert not [word for word in words if shield.id in word]
    combat.edit(Heal(b))
    assert not [word for word in defences(combat, a, b) if shield.id in word], "it lies on the ground"


def defences(combat: Combat, a: int, b: int) -> tuple[str, ...]:
    with editing(combat):
        return tuple(each.word for each in reactions(who(combat, b), combat.id_of(a), 0, 1, 0))


# --- bleeding (20, 21, 22, 24) --------------------------------------------------------------------------------------


def bleeding(creature: str | Creature = "human", wounds: int = 1, seed: int = 1) -> tuple[Combat, int]:
    combat = Combat(seed=seed)
    one = combat.spawn(creature, side="red", at=(0, 0), intents="host")
    location = combat.component(one, Anatomy)
    for _ in range(wounds):
        combat.edit(Injure(one, location.of.locations[0].id, 4, Aspect.EDGED, bleeds=True))
    combat.drain()
    return combat, one


@every_body
def test_whatever_bleeds_can_be_staunched_one_bleeder_at_a_time_and_then_bleeds_no_more(creature: Creature) -> None:
    combat, one = bleeding(creature, wounds=3)
    healer = combat.spawn("physician", side="red", at=(1, 0), intents="host")
    numbers = [bleeder.injury for bleeder in combat.component(one, Bleeding).bleeders]
    assert len(numbers) == 3
    for left, number in zip((2, 1, 0), numbers, strict=True):
        assert combat.vitals(one).bleeding
        events = play(combat, healer, StopBleeding(one, number), blood_stoppage=CS)
        assert [e.injury for e in all_of(events, BleedingStopped)] == [number]
        assert len(combat.component(one, Bleeding).bleeders) == left
    assert not combat.vitals(one).bleeding
    combat.advance(3600)
    assert not all_of(combat.drain(), BloodLost), "a stopped bleeder stays stopped"


@every_body
def test_a_body_without_blood_never_bleeds_whatever_its_kind(creature: Creature) -> None:
    bloodless = replace(creature, immunities=Immunities(blood=True))
    combat = Combat(seed=1)
    one = combat.spawn(bloodless, side="red", at=(0, 0))
    for aspect in Aspect:
        if combat.vitals(one).alive:
            combat.harm(one, 40, aspect, EVERYWHERE)
    for location in creature.anatomy.locations:
        if combat.vitals(one).alive and location.id not in gone(combat, one):
            combat.edit(Injure(one, location.id, 5, Aspect.EDGED, bleeds=True))
    assert not [e for e in combat.drain() if isinstance(e, Injured) and e.bleeds]
    assert not combat.component(one, Bleeding).bleeders


def gone(combat: Combat, entity: int) -> set[str]:
    anatomy = combat.component(entity, Anatomy).of
    severed = combat.component(entity, Injuries).severed
    return {each.id for i, each in enumerate(anatomy.locations) if severed >> i & 1}


@every_body
def test_a_body_without_pain_feels_no_shock_whatever_its_kind(creature: Creature) -> None:
    painless = replace(creature, immunities=Immunities(pain=True))
    combat = Combat(seed=1)
    one = combat.spawn(painless, side="red", at=(0, 0))
    for points in (5, 10, 15):
        combat.harm(one, points, Aspect.BLUNT, EVERYWHERE)
    combat.threaten(one, 40, "fear")
    assert not all_of(combat.drain(), ShockTested)
    assert state_of(combat, one) is Shock.NONE


# --- the dead (21, 26, 29) ------------------------------------------------------------------------------------------


def afflicted(creature: str | Creature, seed: int) -> tuple[Combat, int]:
    """Somebody with everything at once that time would bring on, and a friend beside it who lives."""
    combat, one = bleeding(creature, wounds=2, seed=seed)
    combat.spawn("physician", side="red", at=(1, 0))
    with editing(combat) as battle:
        victim = who(combat, one)
        for kind in (InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA):
            entry = record(battle, victim, kind, location=None, healing_rate=4)
            battle.after(SECOND, Task("course", victim.id, (entry.number,)))
        shock = combat.component(one, ShockState)
        shock.state, shock.retest_at = Shock.UNCONSCIOUS, battle.now + 5 * SECOND
        battle.after(5 * SECOND, Task("retest", victim.id, (shock.retest_at,)))
    return combat, one


@every_body
def test_nothing_about_a_creature_happens_after_its_death(creature: Creature) -> None:
    combat, one = afflicted(creature, 3)
    combat.edit(Kill(one))
    assert len(all_of(combat.drain(), Died)) == 1
    before = repr([combat.component(one, kind) for kind in (Injuries, ShockState, Bleeding, Conditions, Held)])
    combat.advance(60 * DAY / SECOND)
    number = combat.id_of(one)
    about = [e for e in combat.drain() if number in (getattr(e, "creature", 0), getattr(e, "target", 0))]
    assert about == []
    assert repr([combat.component(one, k) for k in (Injuries, ShockState, Bleeding, Conditions, Held)]) == before
    assert not combat.vitals(one).bleeding


@pytest.mark.parametrize("kind", get_args(Intent), ids=lambda it: it.__name__)
@pytest.mark.parametrize("state", [Shock.INCAPACITATED, Shock.UNCONSCIOUS, Shock.DEAD], ids=lambda it: it.name)
@pytest.mark.parametrize("peace", [False, True], ids=["in a fight", "in peace"])
def test_the_dead_and_the_helpless_do_nothing_and_are_told_why(kind: Any, state: Shock, peace: bool) -> None:
    combat = Combat(seed=1)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    b = combat.spawn("man_at_arms", side="red" if peace else "blue", at=(1, 0), intents="host")
    combat.step()
    if state is Shock.DEAD:
        combat.edit(Kill(a))
    else:
        put(combat, a, state)
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, made(kind, b))
    assert refused.value.why is (Refusal.DEAD if state is Shock.DEAD else Refusal.CANNOT_ACT)
    assert "expected" in str(refused.value)
    assert snapshot(combat) == before


def made(kind: Any, foe: int) -> Intent:
    """An intent of any kind, about a foe where it is about anybody."""
    wanted = {"target": foe, "to": (5, 5)}
    intent: Intent = kind(**{each.name: wanted[each.name] for each in fields(kind) if each.name in wanted})
    return intent


@every_body
@pytest.mark.parametrize("state", [Shock.STUNNED, Shock.INCAPACITATED, Shock.UNCONSCIOUS], ids=lambda it: it.name)
def test_whoever_is_stunned_or_worse_has_no_defence_but_to_ignore(creature: Creature, state: Shock) -> None:
    combat, a, b = pair("man_at_arms", creature)
    put(combat, b, state)
    assert defences(combat, a, b) == ("ignore",)
    fought = only(play(combat, a, Strike(b, "broadsword/cut"), otherwise=calm), ExchangeFought)
    assert (fought.defence, fought.defend) == ("ignore", None)


def test_the_same_death_is_told_once_however_it_comes() -> None:
    for ending in (
        lambda c, e: c.edit(Kill(e)),
        lambda c, e: c.threaten(e, 40, "a curse"),
        lambda c, e: c.harm(e, 400, Aspect.BLUNT, EVERYWHERE),
        lambda c, e: c.fall(e, 2_000),
    ):
        combat, one = bleeding(wounds=3)
        for _ in range(30):
            if not combat.vitals(one).alive:
                break
            ending(combat, one)  # type: ignore[no-untyped-call]  # each is of two arguments, the combat and its victim
        combat.advance(7200)
        assert len(all_of(combat.drain(), Died)) == 1


# --- durations (32, 33) and wounds (37) -----------------------------------------------------------------------------


@pytest.mark.parametrize("state", [Shock.STUNNED, Shock.INCAPACITATED], ids=lambda it: it.name)
def test_a_shock_is_shaken_off_at_the_end_of_its_bearers_own_turn_and_of_nobody_elses(state: Shock) -> None:
    combat = Combat(seed=2, round_limit=30)
    one = combat.spawn("human", side="red", at=(0, 0), intents="host")
    for x, side in ((9, "blue"), (10, "blue"), (1, "red")):
        combat.spawn("human", side=side, at=(x, 5), intents="host")
    combat.step()
    number = combat.id_of(one)
    put(combat, one, state)
    events: list[Event] = []
    while combat.result is None and combat.step() and combat.now < 300 * SECOND:
        events += combat.drain()
        if state_of(combat, one) is not state and not pending(combat, "course", one):
            put(combat, one, state)
    retests = [i for i, event in enumerate(events) if isinstance(event, RetestMade)]
    assert retests
    for place in retests:
        ended = next(event for event in events[place:] if isinstance(event, TurnEnded))
        assert (ended.creature, ended.at) == (number, events[place].at)


@every_body
def test_every_wound_at_one_location_stays_a_record_of_its_own(creature: Creature) -> None:
    combat = Combat(seed=1)
    one = combat.spawn(creature, side="red", at=(0, 0), intents="host")
    location = creature.anatomy.locations[-1].id
    for level in (1, 2, 3):
        combat.edit(Injure(one, location, level, Aspect.EDGED))
    entries = combat.component(one, Injuries).entries
    assert [(e.number, e.level) for e in entries] == [(1, 1), (2, 2), (3, 3)]
    combat.edit(Heal(one, 2))
    entries = combat.component(one, Injuries).entries
    assert [(e.number, e.level) for e in entries] == [(1, 1), (3, 3)]
    combat.edit(Injure(one, location, 1, Aspect.FIRE))
    assert [e.number for e in combat.component(one, Injuries).entries] == [1, 3, 4], "no number is used again"


# --- the same blow (34) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_fight_is_the_same_by_its_own_run_in_its_replay_and_from_a_save(seed: int) -> None:
    combat = Combat.of("brigands_on_the_road", seed=seed, record=True)
    combat.advance(25)
    again = reloaded(combat)
    combat.run()
    again.run()
    events = combat.drain()
    assert again.drain() == events
    assert combat.recording is not None
    replayed = Replay.read(combat.recording.text()).begin()
    while replayed.step():
        pass
    assert replayed.drain() == events


def test_a_bleeder_that_is_open_is_advanced_and_nothing_else_is() -> None:
    combat, one = bleeding(wounds=2)
    with editing(combat) as battle:
        first, second = combat.component(one, Bleeding).bleeders
        combat.component(one, Bleeding).bleeders = [second]
        assert battle.now == 0
    assert pending(combat, "bleed", one) == [300 * SECOND] * 2
    combat.advance(301)
    assert [e.injury for e in all_of(combat.drain(), BloodLost)] == [second.injury]
    assert first.injury != second.injury
