"""Bodies that are no human's: what each can lose, stumble on, hold with, stand on (heroic H2, H4, H9)."""

from __future__ import annotations

from typing import Any, Final

import pytest
from scripting import DEFENCES, all_of, calm, due, editing, hit, kinds, only, pair, pending, play, put, sever, striker

from fleshwound.components.creature import Conditions, Held, Injuries, Shock
from fleshwound.components.definitions import Aspect, Creature, Role
from fleshwound.components.draws import Ask, Draw, Level
from fleshwound.components.edits import Give, Heal, Injure, Revive
from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.components.events import (
    Event,
    ExchangeFought,
    Fell,
    Injured,
    ItemDropped,
    MishapTested,
    RetestMade,
    Severed,
    TrialMade,
)
from fleshwound.components.hazards import EVERYWHERE
from fleshwound.components.intents import Move, PickUp, Stand, Strike, Trip
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.heroic.body import body_of

CF0, CF5, MF, MS, CS = Level
CREATURES: Final = sorted(shipped().under("heroic").creatures.values(), key=lambda it: it.id)
BODIES: Final = [creature for creature in CREATURES if not creature.anatomy.incorporeal]
LEGLESS: Final = [creature for creature in BODIES if not body_of(creature.anatomy).legs]
HANDLESS: Final = [creature for creature in BODIES if not any(part.holds for part in creature.anatomy.parts)]

every_body = pytest.mark.parametrize("creature", BODIES, ids=lambda it: it.id)


def duel(creature: str | Creature) -> tuple[Combat, int, int]:
    return pair(striker((0, 5, 10, 20, 200)), creature)


def locations(creature: str, *parts: str) -> list[str]:
    anatomy = shipped().creature(creature).anatomy
    return [each.id for each in anatomy.locations if anatomy.parts[each.part].id in parts]


# --- no legs --------------------------------------------------------------------------------------------------------


def test_the_shipped_creatures_without_legs_are_the_snakes() -> None:
    assert {creature.id for creature in LEGLESS} >= {"rock_python", "cobra", "viper"}
    assert all(body_of(shipped().creature(id).anatomy).legs for id in ("orca", "dragon", "centaur", "condor"))


@pytest.mark.parametrize("creature", LEGLESS, ids=lambda it: it.id)
@pytest.mark.parametrize("impact", [5, 10, 20, 200])
def test_without_legs_no_wound_makes_it_stumble(creature: Creature, impact: int) -> None:
    combat, a, b = duel(creature)
    for location in creature.anatomy.locations:
        events = hit(combat, a, b, location.id, impact=impact, aspect="blunt", otherwise=unshaken)
        assert "stumble" not in {e.kind for e in all_of(events, MishapTested)}
        combat.edit(Heal(b) if combat.vitals(b).alive else Revive(b))


def unshaken(request: Draw | Ask) -> Any:
    """Answer calmly, and shake off every shock."""
    return CS if isinstance(request, Draw) and request.what in ("shock", "amputation") else calm(request)


@pytest.mark.parametrize("creature", LEGLESS, ids=lambda it: it.id)
def test_without_legs_no_critical_failure_makes_it_stumble(creature: Creature) -> None:
    combat, a, b = duel(creature)
    mode = next(mode for mode in creature.techniques if mode.aspect is not None)
    events = play(combat, b, Strike(a, mode.id), attack=CF5, otherwise=calm)
    assert not all_of(events, MishapTested)
    assert Fell not in kinds(events)


@pytest.mark.parametrize("creature", LEGLESS, ids=lambda it: it.id)
def test_without_legs_it_is_not_tripped(creature: Creature) -> None:
    combat, a, b = pair("human", creature)
    events = play(combat, a, Trip(b), attack=CS, otherwise=beaten)
    assert only(events, ExchangeFought).attacker_lands
    assert not {TrialMade, Fell} & set(kinds(events))
    assert not combat.component(b, Conditions).prone


def beaten(request: Draw | Ask) -> Any:
    """Answer calmly, but let every defence fail."""
    return MF if isinstance(request, Draw) and request.what in DEFENCES else calm(request)


@pytest.mark.parametrize("creature", LEGLESS, ids=lambda it: it.id)
def test_without_legs_it_still_goes_down_when_it_passes_out_and_rises_again(creature: Creature) -> None:
    combat, _, b = duel(creature)
    put(combat, b, Shock.UNCONSCIOUS)
    assert combat.component(b, Conditions).prone
    put(combat, b, Shock.NONE)
    with editing(combat):
        combat.component(b, Conditions).prone = True
    play(combat, b, Stand())
    assert not combat.component(b, Conditions).prone


# --- no hands -------------------------------------------------------------------------------------------------------


def test_an_orca_has_no_hands() -> None:
    assert "orca" in {creature.id for creature in HANDLESS}


@pytest.mark.parametrize("creature", HANDLESS, ids=lambda it: it.id)
def test_without_hands_nothing_is_held_given_or_picked_up(creature: Creature) -> None:
    combat = Combat(seed=1)
    with pytest.raises(BadValue, match="0 gripping parts for 1 weapons"):
        combat.spawn(creature, side="red", at=(0, 0), weapons=["dagger"])
    one = combat.spawn(creature, side="red", at=(0, 0), intents="host")
    with pytest.raises(IntentRefused) as refused:
        combat.edit(Give(one, "dagger"))
    assert refused.value.why is Refusal.NO_FREE_GRIP
    man = combat.spawn("man_at_arms", side="red", at=(1, 0), intents="host")
    combat.edit(Injure(man, "right_hand", 4))
    dropped = only(combat.drain(), ItemDropped)
    with pytest.raises(IntentRefused) as refused:
        combat.act(one, PickUp(dropped.item))
    assert refused.value.why is Refusal.NO_FREE_GRIP
    assert combat.component(one, Held).items == {}


@pytest.mark.parametrize("creature", HANDLESS, ids=lambda it: it.id)
def test_without_hands_no_wound_makes_it_drop_anything(creature: Creature) -> None:
    combat, a, b = duel(creature)
    for location in creature.anatomy.locations:
        events = hit(combat, a, b, location.id, impact=5, aspect="blunt", otherwise=unshaken)
        assert "fumble" not in {e.kind for e in all_of(events, MishapTested)}
        assert not all_of(events, ItemDropped)
        combat.edit(Heal(b))


# --- no body --------------------------------------------------------------------------------------------------------


def test_a_spirit_is_neither_struck_nor_harmed_nor_threatened_nor_hurt_by_an_edit() -> None:
    combat, a, spirit = pair("man_at_arms", "spirit")
    for call in (
        lambda: combat.act(a, Strike(spirit)),
        lambda: combat.harm(spirit, 9, Aspect.FIRE, EVERYWHERE),
        lambda: combat.threaten(spirit, 9, "fear"),
        lambda: combat.fall(spirit, 90),
    ):
        with pytest.raises(IntentRefused) as refused:
            call()
        assert refused.value.why is Refusal.INCORPOREAL_TARGET
    with pytest.raises(LookupError):
        combat.edit(Injure(spirit, "head", 1))
    assert combat.vitals(spirit).health == 100


# --- wings, tails, tentacles, four legs and two arms ----------------------------------------------------------------

FOOTED: Final = [creature for creature in BODIES if body_of(creature.anatomy).legs]


@pytest.mark.parametrize("creature", FOOTED, ids=lambda it: it.id)
def test_it_stands_on_any_leg_fin_wing_or_tentacle_that_is_left_and_on_none_it_refuses(creature: Creature) -> None:
    combat = Combat(seed=1)
    one = combat.spawn(creature, side="red", at=(0, 0), intents="host")
    parts = [i for i, part in enumerate(creature.anatomy.parts) if Role.LOCOMOTOR in part.roles]
    for last in parts:
        with editing(combat):
            injuries = combat.component(one, Injuries)
            gone = [i for i, each in enumerate(creature.anatomy.locations) if each.part in parts and each.part != last]
            injuries.severed = sum(1 << i for i in gone)
            combat.component(one, Conditions).prone = True
        combat.act(one, Stand())
    with editing(combat):
        injuries.severed = sum(1 << i for i, each in enumerate(creature.anatomy.locations) if each.part in parts)
        combat.component(one, Conditions).prone = True
    with pytest.raises(IntentRefused) as refused:
        combat.act(one, Stand())
    assert refused.value.why is Refusal.CANNOT_STAND
    combat.act(one, Move((3, 0)))  # but it crawls


def test_a_centaur_fights_on_with_its_arms_when_its_legs_are_gone_and_kicks_when_its_arms_are() -> None:
    combat, _, b = pair("man_at_arms", "centaur")
    foe = combat.creatures[0]
    legs = ("right_foreleg", "left_foreleg", "right_hind_leg", "left_hind_leg")
    sever(combat, b, *locations("centaur", *legs))
    assert "spear/impale" in {o.mode for o in options(combat, b, foe)}
    assert "centaur/hooves" not in {o.mode for o in options(combat, b, foe)}
    combat, _, b = pair("man_at_arms", "centaur")
    foe = combat.creatures[0]
    combat.edit(Injure(b, "right_hand", 4))
    combat.edit(Injure(b, "left_hand", 4))
    assert only(combat.drain(), ItemDropped).weapon == "spear"
    assert "centaur/hooves" in {o.mode for o in options(combat, b, foe)}
    assert "spear/impale" not in {o.mode for o in options(combat, b, foe)}


def options(combat: Combat, one: int, foe: int) -> Any:
    with editing(combat) as battle:
        return battle.ruleset.strikes(battle, one, foe)


def test_a_dragon_claws_with_whichever_foreclaw_works_and_sweeps_with_its_tail() -> None:
    combat, _, dragon = pair("man_at_arms", "dragon", gap=2)
    foe = combat.creatures[0]
    assert {o.mode for o in options(combat, dragon, foe)} >= {"dragon/bite", "dragon/claw", "dragon/tail_sweep"}
    combat.edit(Injure(dragon, "right_foreclaw", 4))
    assert "dragon/claw" in {o.mode for o in options(combat, dragon, foe)}
    combat.edit(Injure(dragon, "left_foreclaw", 4))
    assert "dragon/claw" not in {o.mode for o in options(combat, dragon, foe)}
    assert "dragon/tail_sweep" in {o.mode for o in options(combat, dragon, foe)}
    combat.edit(Injure(dragon, "skull", 4))
    assert "dragon/bite" not in {o.mode for o in options(combat, dragon, foe)}


def test_severing_a_wing_a_tail_or_a_tentacle_takes_it_from_there_outwards() -> None:
    for creature, struck, lost in (
        ("dragon", "right_wing_shoulder", ("right_wing_shoulder", "right_wing_membrane")),
        ("dragon", "tail_tip", ("tail_tip",)),
        ("tentacled_lurker", "left_hind_tentacle_middle", ("left_hind_tentacle_middle", "left_hind_tentacle_tip")),
        ("centaur", "left_forehoof", ("left_forehoof",)),
    ):
        combat, a, b = duel(creature)
        events = hit(combat, a, b, struck, impact=200, amputation=MF, otherwise=calm)
        assert only(events, Severed).lost == lost


# --- shaken off, or not ---------------------------------------------------------------------------------------------


@every_body
def test_whatever_can_be_stunned_shakes_it_off_in_time(creature: Creature) -> None:
    combat = Combat(seed=3)
    one = combat.spawn(creature, side="red", at=(0, 0), intents="host")
    put(combat, one, Shock.STUNNED)
    with editing(combat) as battle:
        battle.ruleset.peace(battle)
    for _ in range(1_000):
        if combat.vitals(one).state == "none":
            break
        events: list[Event] = due(combat, "retest", one, re_test=MF)
        assert only(events, RetestMade).result == "stunned"
        combat.advance(10)
    assert combat.vitals(one).state == "none"


@every_body
def test_whatever_is_hurt_is_healed_by_an_edit_and_can_all_it_could(creature: Creature) -> None:
    combat, a, b = duel(creature)
    before = [option.mode for option in options(combat, b, a)]
    for location in creature.anatomy.locations:
        combat.edit(Injure(b, location.id, 5, Aspect.BLUNT))
        assert only(combat.drain(), Injured).location == location.id
        combat.edit(Heal(b))
        assert combat.vitals(b).health == 100
        assert not pending(combat, "course", b)
    assert combat.component(b, Held).items == {} or [option.mode for option in options(combat, b, a)] == before
