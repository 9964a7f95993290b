"""What can be used now, with which limbs, how far (heroic H2, H9, H12)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scripting import (
    all_of,
    calm,
    editing,
    hand_of,
    hit,
    immobilize,
    kinds,
    only,
    pair,
    part_of,
    play,
    put,
    sever,
    victim,
)

from fleshwound.components.creature import Conditions, Held, Injuries, Injury, InjuryKind, Shock
from fleshwound.components.definitions import Aspect, Creature, Mode, ModeKind, Weapon
from fleshwound.components.draws import Level
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.components.events import BreakageTested, ExchangeFought, ItemDropped
from fleshwound.components.intents import PickUp, Strike
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.heroic.arms import Use, favoured_side, reach_cells
from fleshwound.systems.heroic.fighter import fighter

CF0, CF5, MF, MS, CS = Level
MELEE = [w for w in shipped().under("heroic").weapons.values() if any(m.kind is ModeKind.MELEE for m in w.modes)]
MODES = [(w, m) for w in MELEE for m in w.modes if m.kind is ModeKind.MELEE]
BEASTS = [c for c in shipped().under("heroic").creatures.values() if c.techniques]


def uses(combat: Combat, entity: int) -> tuple[Use, ...]:
    with editing(combat) as battle:
        return fighter(battle.ruleset.reader, entity).stance.uses  # type: ignore[attr-defined]  # these are the heroic rules


def modes(combat: Combat, entity: int) -> set[str]:
    return {use.mode.id for use in uses(combat, entity)}


def armed(*weapons: str | Weapon, creature: str = "man_at_arms") -> tuple[Combat, int]:
    combat = Combat(seed=1)
    return combat, combat.spawn(creature, side="red", at=(0, 0), weapons=weapons, armor=(), intents="host", name="one")


@pytest.mark.parametrize(("weapon", "mode"), MODES, ids=lambda it: it.id)
def test_every_melee_mode_of_every_weapon_can_be_used_by_whoever_has_the_hands_for_it(
    weapon: Weapon, mode: Mode
) -> None:
    combat, one = armed(weapon)
    use = next(use for use in uses(combat, one) if use.mode is mode)
    assert len(use.limbs) == mode.min_parts
    assert use.part == use.limbs[0]
    assert use.reach == reach_cells(shipped().creature("man_at_arms"), mode) >= 1
    # One arm lost: what takes two hands is gone at once, the rest stays.
    sever(combat, one, "left_hand")
    assert (mode.id in modes(combat, one)) is (mode.min_parts == 1)
    sever(combat, one, "right_hand")
    assert mode.id not in modes(combat, one)


@pytest.mark.parametrize(("weapon", "mode"), MODES, ids=lambda it: it.id)
def test_every_melee_mode_strikes_as_it_is_written(weapon: Weapon, mode: Mode) -> None:
    if not mode.attack or mode.aspect is None:
        pytest.skip("it doesn't attack, or deals no impact")
    rider = frozenset({"right_handed", "mounted"})
    combat, a, b = pair(replace(shipped().creature("man_at_arms"), weapons=(weapon,), traits=rider), "human")
    fought = only(play(combat, a, Strike(b, mode.id), attack=MS, defend=MF, otherwise=calm), ExchangeFought)
    assert (fought.mode, fought.attacker_lands) == (mode.id, True)
    assert fought.attack.base == 70
    assert dict(fought.attack.modifiers).get("mode", 0) == mode.attack_mod


@pytest.mark.parametrize("creature", BEASTS, ids=lambda it: it.id)
def test_every_technique_of_every_creature_uses_a_part_that_holds_its_roles_at_its_own_mastery(
    creature: Creature,
) -> None:
    combat = Combat(seed=1)
    one = combat.spawn(creature, side="red", at=(0, 0), intents="host")
    found = {use.mode.id: use for use in uses(combat, one)}
    for mode in creature.techniques:
        use = found[mode.id]
        (limb,) = use.limbs
        assert use.part is None
        assert mode.roles <= creature.anatomy.parts[limb].roles
        assert use.reach >= 1


def test_equal_uses_are_one() -> None:
    combat, one = armed("broadsword")
    two = combat.spawn("man_at_arms", side="red", at=(1, 0), weapons=("broadsword",), armor=(), intents="host")
    own = uses(combat, one)
    assert own
    assert all(use is same for use, same in zip(own, uses(combat, two), strict=True))


def test_a_second_hand_that_holds_something_is_not_there_for_a_two_handed_mode() -> None:
    combat, one = armed("broadsword", "round_shield")
    assert "broadsword/half_sword_impale" not in modes(combat, one)
    combat, one = armed("broadsword")
    assert "broadsword/half_sword_impale" in modes(combat, one)


def test_losing_the_second_hand_in_a_fight_takes_the_two_handed_modes_at_once() -> None:
    combat, a, b = victim("man_at_arms", weapons=("broadsword",))
    assert "broadsword/half_sword_impale" in modes(combat, b)
    other = "left" if hand_of(combat, b, "broadsword") == "right_arm" else "right"
    events = hit(combat, a, b, f"{other}_hand", 5, amputation=CF0, otherwise=calm)
    # A grievous wound of an empty hand shakes loose what the dominant one holds; it may be taken up again.
    dropped = only(events, ItemDropped)
    put(combat, b, Shock.NONE)
    play(combat, b, PickUp(dropped.item))
    assert "broadsword/half_sword_impale" not in modes(combat, b)
    assert "broadsword/cut" in modes(combat, b)


def test_an_unusable_off_hand_does_not_spoil_a_one_handed_strike() -> None:
    combat, a, b = pair(weapons=("broadsword",))
    with editing(combat):
        arm = part_of(combat, b, "left_arm" if hand_of(combat, b, "broadsword") == "right_arm" else "right_arm")
        wound(combat, b, arm, 4)
    fought = only(play(combat, b, Strike(a, "broadsword/cut"), attack=MF, defend=MF), ExchangeFought)
    assert (fought.attack.automatic, fought.attack.modifiers) == (False, ())


def wound(combat: Combat, entity: int, part: int, level: int, healing_rate: int | None = None) -> None:
    anatomy = shipped().creature("human").anatomy
    location = next(i for i, each in enumerate(anatomy.locations) if each.part == part)
    injuries = combat.component(entity, Injuries)
    injuries.made += 1
    injuries.entries.append(
        Injury(injuries.made, InjuryKind.WOUND, location, level, Aspect.BLUNT, healing_rate, 0, None, "")
    )


def test_a_technique_uses_the_least_impaired_part_unless_one_is_named() -> None:
    combat, a, b = pair("human", "human")
    with editing(combat):
        wound(combat, a, part_of(combat, a, "right_arm"), 2)
    kick = next(use for use in uses(combat, a) if use.mode.id == "human/punch")
    assert kick.limbs == (part_of(combat, a, "left_arm"),)
    free = only(play(combat, a, Strike(b, "human/punch"), MF, MF), ExchangeFought)
    named = only(play(combat, a, Strike(b, "human/punch", limb="right_arm"), MF, MF), ExchangeFought)
    assert ("impairment", -10) not in free.attack.modifiers
    assert ("impairment", -10) in named.attack.modifiers


def test_a_named_limb_must_have_the_roles_work_and_be_empty() -> None:
    combat, a, b = pair("man_at_arms", "human")
    full = hand_of(combat, a, "broadsword")
    for limb, why in (("left_leg", Refusal.NO_SUCH_MODE), ("tail", Refusal.NO_SUCH_MODE)):
        with pytest.raises(IntentRefused) as refused:
            play(combat, a, Strike(b, "human/headbutt", limb=limb))
        assert refused.value.why is why
        assert "expected" in str(refused.value)
    combat, a, b = pair("man_at_arms", "human")
    with editing(combat):
        combat.component(a, Held).items.pop(part_of(combat, a, hand_of(combat, a, "round_shield")))
    with pytest.raises(IntentRefused) as refused:
        play(combat, a, Strike(b, "human/punch", limb=full))
    assert refused.value.why is Refusal.MODE_LOST
    with pytest.raises(IntentRefused) as refused:
        play(combat, a, Strike(b, "broadsword/cut", limb=full))
    assert refused.value.why is Refusal.NO_SUCH_MODE
    immobilize(combat, a, "left_leg")
    with pytest.raises(IntentRefused) as refused:
        play(combat, a, Strike(b, "human/kick", limb="left_leg"))
    assert refused.value.why is Refusal.MODE_LOST


def test_one_empty_hand_is_enough_to_punch_with() -> None:
    for held in (("broadsword",), ("broadsword", "round_shield")):
        combat, one = armed(*held)
        assert ("human/punch" in modes(combat, one)) is (len(held) == 1)


def test_a_limb_held_fast_neither_strikes_nor_blocks_and_a_technique_takes_another() -> None:
    combat, one = armed("broadsword", "round_shield")
    immobilize(combat, one, hand_of(combat, one, "round_shield"))
    assert "round_shield/bash" not in modes(combat, one)
    immobilize(combat, one, "left_leg")
    kick = next(use for use in uses(combat, one) if use.mode.id == "human/kick")
    assert kick.limbs == (part_of(combat, one, "right_leg"),)
    immobilize(combat, one, "right_leg")
    assert "human/kick" not in modes(combat, one)
    with editing(combat):
        combat.component(one, Conditions).immobilized.clear()
    assert {"round_shield/bash", "human/kick"} <= modes(combat, one)


@pytest.mark.parametrize("creature", BEASTS, ids=lambda it: it.id)
def test_a_creature_without_a_working_part_has_no_technique_left(creature: Creature) -> None:
    combat = Combat(seed=1)
    one = combat.spawn(creature, side="red", at=(0, 0), intents="host")
    for part in creature.anatomy.parts:
        immobilize(combat, one, part.id)
    assert modes(combat, one) == set()


def test_a_broken_weapon_strikes_and_blocks_no_more() -> None:
    combat, a, b = pair(decisions="ask")
    events = play(combat, a, Strike(b, "broadsword/cut"), "block broadsword/cut", MS, MS, 20)
    assert only(events, BreakageTested).broke
    assert not any(mode.startswith("broadsword/") for mode in modes(combat, b))
    assert ItemDropped not in kinds(events)
    assert all_of(events, ExchangeFought)


def test_a_healed_arm_grips_again_since_nothing_of_it_is_stored() -> None:
    combat, a, b = victim("man_at_arms")
    with editing(combat):
        wound(combat, b, part_of(combat, b, hand_of(combat, b, "broadsword")), 4)
    assert "broadsword/cut" not in modes(combat, b)
    with editing(combat):
        combat.component(b, Injuries).entries.clear()
    assert "broadsword/cut" in modes(combat, b)
    assert a in combat.creatures


@pytest.mark.parametrize(
    ("traits", "side"),
    [((), None), (("left_handed",), "left"), (("right_handed",), "right"), (("left_handed", "right_handed"), None)],
)
def test_dominance_follows_the_traits(traits: tuple[str, ...], side: str | None) -> None:
    assert favoured_side(replace(shipped().creature("human"), traits=frozenset(traits))) == side


def test_the_first_weapon_goes_into_the_favoured_hand() -> None:
    for side in ("left", "right"):
        combat = Combat(seed=1)
        creature = replace(shipped().creature("man_at_arms"), traits=frozenset({f"{side}_handed"}))
        one = combat.spawn(creature, side="red", at=(0, 0))
        assert hand_of(combat, one, "broadsword") == f"{side}_arm"


@pytest.mark.parametrize(
    ("length", "body", "close", "cells"),
    [(0, 0, False, 1), (5, 0, False, 1), (9, 0, False, 1), (10, 0, False, 2), (8, 7, False, 3), (8, 7, True, 1)],
)
def test_reach_is_the_weapons_length_and_the_bodys_in_whole_cells(
    length: int, body: int, close: bool, cells: int
) -> None:
    creature = replace(shipped().creature("human"), body_reach_ft=body)
    mode = replace(MODES[0][1], length_ft=length, only_in_close=close)
    assert reach_cells(creature, mode) == cells
