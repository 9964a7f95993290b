"""Masteries of a creature as it is: every test with its modifiers by name (heroic H1, H9, H12, H14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripting import editing, immobilize, pair, part_of, put, sever

from fleshwound.components.creature import (
    Abilities,
    Conditions,
    Fatigue,
    FatigueEntry,
    FatigueKind,
    Held,
    Immobilization,
    Injuries,
    Injury,
    InjuryKind,
    Scores,
    Shock,
)
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Level
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.heroic.fighter import fighter
from fleshwound.systems.heroic.stance import Stance, scale_of


def stance(combat: Combat, entity: int) -> Stance:
    """As it is now."""
    with editing(combat) as battle:
        return fighter(battle.ruleset.reader, entity).stance  # type: ignore[attr-defined]  # these are the heroic rules


def skilled(combat: Combat, entity: int, **skills: int) -> None:
    with editing(combat):
        abilities = combat.component(entity, Abilities)
        abilities.skills = Scores({**abilities.skills, **skills})


def permanent(combat: Combat, entity: int, part: str, penalty: int) -> None:
    with editing(combat):
        combat.component(entity, Injuries).permanent[part_of(combat, entity, part)] = penalty


def test_every_modifier_is_named_once_and_none_is_nought() -> None:
    combat, a, _ = pair()
    with editing(combat):
        combat.component(a, Fatigue).entries.append(FatigueEntry(FatigueKind.WEAKNESS, "a test", 7))
        combat.component(a, Conditions).prone = True
    it = stance(combat, a)
    use = it.by_mode.get("broadsword/cut")
    assert use is not None
    assert it.attack(use, 10).modifiers == (("fatigue", -7), ("prone", -20), ("setup", 10))
    assert it.attack(use, 10).eml == 70 - 7 - 20 + 10
    assert it.defence(use, -5, -10, -10, 10).modifiers == (
        ("mode", -5), ("opponent's weapon", -10), ("fatigue", -7), ("prone", -20), ("further defence", -10),
        ("setup", 10),
    )  # fmt: skip


def test_whoever_bears_nothing_is_one_victim_until_anything_changes() -> None:
    combat, a, _ = pair()
    it, unhurt = stance(combat, a), Injuries()
    found = it.victim(1, unhurt, asks=False)
    assert (found.id, found.asks, found.gone, dict(found.wounds)) == (1, False, 0, {})
    assert it.victim(1, unhurt, asks=False) is found
    assert it.victim(2, unhurt, asks=False).id == 2
    assert it.victim(1, unhurt, asks=True).asks
    with editing(combat):
        combat.component(a, Conditions).prone = True
    assert stance(combat, a).victim(1, unhurt, asks=False) is not found
    wound = Injury(1, InjuryKind.WOUND, 3, 2, Aspect.EDGED, None, 0, None, "a test")
    hurt = it.victim(1, Injuries(entries=[wound], made=1), asks=False)
    assert dict(hurt.wounds) == {3: ((1, 2),)}
    assert it.victim(1, Injuries(severed=8), asks=False).gone == 8
    assert dict(it.victim(1, unhurt, asks=False).wounds) == {}


def test_an_off_hand_attack_is_ten_worse_and_its_defence_is_not() -> None:
    combat = Combat(seed=1)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), weapons=("dagger", "club"), armor=())
    it = stance(combat, a)
    club = it.by_mode.get("club/crush")
    assert club is not None
    assert club.off_hand
    assert ("off hand", -10) in it.attack(club).modifiers
    assert "off hand" not in dict(it.defence(club, 0, 0, 0, 0).modifiers)


@pytest.mark.parametrize("traits", [frozenset(), frozenset({"left_handed", "right_handed"})])
def test_the_ambidextrous_have_no_off_hand(traits: frozenset[str]) -> None:
    creature = replace(shipped().creature("man_at_arms"), traits=traits)
    combat = Combat(seed=1)
    a = combat.spawn(creature, side="red", at=(0, 0), weapons=("dagger", "club"))
    assert not any(use.off_hand for use in stance(combat, a).uses)


@pytest.mark.parametrize("hand", ["left_handed", "right_handed"])
def test_a_weapon_held_twice_is_used_with_the_favoured_hand(hand: str) -> None:
    creature = replace(shipped().creature("man_at_arms"), traits=frozenset({hand}))
    combat = Combat(seed=1)
    a = combat.spawn(creature, side="red", at=(0, 0), weapons=("dagger", "dagger"))
    with editing(combat):
        # Taken up again after a fumble, the favoured hand's stands last.
        held = combat.component(a, Held).items
        favoured = part_of(combat, a, f"{hand.split('_')[0]}_arm")
        held[favoured] = held.pop(favoured)
    use = stance(combat, a).by_mode.get("dagger/impale")
    assert use is not None
    assert (use.part, use.off_hand) == (favoured, False)


ROLES = {
    "dexterity": {"left_arm"},
    "agility": {"left_leg"},
    "dodge": {"torso", "head", "left_leg"},
    "physician": {"torso", "head", "left_arm"},
    "initiative": {"torso", "head"},
}


@pytest.mark.parametrize("part", ["head", "torso", "left_arm", "left_leg"])
@pytest.mark.parametrize("test", sorted(ROLES))
def test_a_test_takes_the_impairment_of_the_parts_its_roles_name(test: str, part: str) -> None:
    combat, a, _ = pair()
    permanent(combat, a, part, -15)
    made = of(combat, a, test)
    assert dict(made.modifiers).get("impairment", 0) == (-15 if part in ROLES[test] else 0)
    assert made.automatic is None


def of(combat: Combat, entity: int, test: str) -> Any:
    it = stance(combat, entity)
    return {
        "dexterity": it.keeping_grip,
        "agility": it.keeping_feet,
        "dodge": it.dodge(0, 0, 0),
        "physician": it.physician,
        "initiative": it.initiative,
    }[test]


@pytest.mark.parametrize("test", sorted(ROLES))
@pytest.mark.parametrize("part", ["head", "torso", "left_arm", "left_leg"])
def test_a_test_that_needs_an_unusable_part_fails_critically_and_one_that_needs_a_held_one_marginally(
    test: str, part: str
) -> None:
    combat, a, _ = pair()
    immobilize(combat, a, part)
    assert of(combat, a, test).automatic is (Level.MF if part in ROLES[test] else None)
    with editing(combat):
        anatomy = shipped().creature("human").anatomy
        location = next(i for i, x in enumerate(anatomy.locations) if anatomy.parts[x.part].id == part)
        injuries = combat.component(a, Injuries)
        injuries.entries.append(Injury(1, InjuryKind.WOUND, location, 4, Aspect.BLUNT, None, 0, None, ""))
    assert of(combat, a, test).automatic is (Level.CF0 if part in ROLES[test] else None)


def test_shock_strength_and_will_are_never_impaired() -> None:
    combat, a, _ = pair()
    for part in ("head", "torso", "left_arm", "left_leg"):
        permanent(combat, a, part, -25)
    it = stance(combat, a)
    assert it.shock_skill.modifiers == it.strength.modifiers == ()
    assert (it.shock_skill.base, it.strength.base) == (45, 65)


def test_whoever_is_stunned_loses_a_level_on_impaired_tests_alone() -> None:
    combat, a, _ = pair()
    put(combat, a, Shock.STUNNED)
    assert of(combat, a, "dodge").shift == 0
    permanent(combat, a, "torso", -5)
    assert of(combat, a, "dodge").shift == -1
    assert stance(combat, a).shock_skill.shift == 0


def test_the_better_of_attribute_and_skill_keeps_grip_and_feet() -> None:
    combat, a, _ = pair()
    assert of(combat, a, "dexterity").base == 60
    skilled(combat, a, legerdemain=75, acrobatics=90)
    assert of(combat, a, "dexterity").base == 75
    assert of(combat, a, "agility").base == 90


def test_with_neither_there_is_no_test_to_make() -> None:
    beast = replace(
        shipped().creature("human"),
        attributes={k: v for k, v in shipped().creature("human").attributes.items() if k != "dexterity"},
    )
    combat = Combat(seed=1)
    a = combat.spawn(beast, side="red", at=(0, 0))
    assert stance(combat, a).keeping_grip is None


def test_what_is_worn_hinders_dodging_and_acrobatics_and_acrobatics_adds_twice_its_index() -> None:
    armor = tuple(replace(piece, encumbrance=4) for piece in shipped().creature("man_at_arms").armor[:2])
    combat = Combat(seed=1)
    a = combat.spawn("man_at_arms", side="red", at=(0, 0), armor=armor)
    skilled(combat, a, acrobatics=57)
    it = stance(combat, a)
    assert dict(it.dodge(0, 0, 0).modifiers) == {"encumbrance": -8, "acrobatics": 10}
    assert it.keeping_feet is not None
    # 57 less 8 is worse than Agility 12 times 5.
    assert (it.keeping_feet.base, it.keeping_feet.modifiers) == (60, ())


@pytest.mark.parametrize(("stated", "strength", "scale"), [(700, 40, 700), (None, 11, 1000), (None, 100, 3000)])
def test_a_body_has_the_scale_it_states_else_that_of_its_strength(
    stated: int | None, strength: int, scale: int
) -> None:
    combat, a, _ = pair()
    creature = replace(shipped().creature("human"), body_scale=stated, attributes={"strength": strength})
    assert scale_of(stance(combat, a).state.tables, creature) == scale


def test_equal_creatures_share_a_stance_and_any_change_gives_another() -> None:
    combat, a, b = pair()
    assert stance(combat, a) is stance(combat, a)
    seen = [stance(combat, a)]
    injuries = combat.component(a, Injuries)

    def changes() -> list[Any]:
        return [
            lambda: sever(combat, a, "left_hand"),
            lambda: injuries.permanent.update({0: -5}),
            lambda: injuries.entries.append(Injury(1, InjuryKind.WOUND, 5, 2, Aspect.BLUNT, None, 0, None, "")),
            lambda: combat.component(a, Conditions).immobilized.append(Immobilization(1, "")),
            lambda: setattr(combat.component(a, Conditions), "prone", True),
            lambda: combat.component(a, Fatigue).entries.append(FatigueEntry(FatigueKind.WEARINESS, "", 5)),
            lambda: combat.component(a, Held).items.popitem(),
            lambda: put(combat, a, Shock.STUNNED),
        ]

    for change in changes():
        with editing(combat):
            change()
        assert all(stance(combat, a) is not old for old in seen)
        seen.append(stance(combat, a))
    assert b in combat.creatures


@given(
    impairment=st.integers(-25, 0), fatigue=st.integers(0, 120), prone=st.booleans(), further=st.integers(-30, 0),
    setup=st.integers(0, 30), mode=st.integers(-20, 20),
)  # fmt: skip
def test_a_mastery_is_the_sum_of_what_it_says(
    impairment: int, fatigue: int, prone: bool, further: int, setup: int, mode: int
) -> None:
    combat, a, _ = PAIR
    with editing(combat):
        injuries, conditions = combat.component(a, Injuries), combat.component(a, Conditions)
        injuries.permanent = {part_of(combat, a, "right_arm"): impairment} if impairment else {}
        combat.component(a, Fatigue).entries = [FatigueEntry(FatigueKind.WEAKNESS, "", fatigue)] if fatigue else []
        conditions.prone = prone
    it = stance(combat, a)
    use = it.by_mode.get("broadsword/cut")
    assert use is not None
    made = it.defence(use, mode, 0, further, setup)
    assert made.eml == 70 + mode - fatigue - 20 * prone + further + setup + impairment
    assert 5 <= made.target <= 95
    assert all(by for _, by in made.modifiers)


PAIR = pair()
