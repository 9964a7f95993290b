"""The ruleset as everyone else sees it: outfitting, vitals, turns, pace, refusals (heroic H1, H5, H11, H12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scripting import calm, editing, hit, kinds, only, pair, part_of, play, put, settled, sever, state_of, victim

from fleshwound.components.creature import (
    Abilities,
    Conditions,
    Fatigue,
    FatigueEntry,
    FatigueKind,
    Held,
    Injuries,
    Place,
    Scores,
    Shock,
)
from fleshwound.components.draws import Level
from fleshwound.components.errors import BadValue, IntentRefused, Refusal
from fleshwound.components.events import ExchangeFought, Moved, Rose
from fleshwound.components.intents import Move, PickUp, Rest, Sleep, Stand, StopBleeding, Strike, Treat, Wait
from fleshwound.components.kit import Kit
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.battle import Turn
from fleshwound.systems.movement import feet_left

HUMAN = shipped().creature("human")


def rules(combat: Combat) -> Any:
    return combat.battle.ruleset


def fatigued(combat: Combat, entity: int, amount: int) -> None:
    with editing(combat):
        combat.component(entity, Fatigue).entries = [FatigueEntry(FatigueKind.WEARINESS, "a test", amount)]


# --- coming in --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", sorted(shipped().under("heroic").creatures))
def test_every_creature_comes_in_whole_with_what_it_holds_in_its_hands(id: str) -> None:
    combat = Combat(seed=1)
    one = combat.spawn(id, side="red", at=(0, 0), intents="host")
    creature = shipped().creature(id)
    held, kit = combat.component(one, Held).items.values(), combat.component(one, Kit)
    carried = sorted((item.number, item.weapon.id) for item in [*held, *kit.belt])
    assert [weapon for _, weapon in carried] == [weapon.id for weapon in (*creature.weapons, *creature.belt)]
    shoots = {mode.projectile for item in held for mode in item.weapon.modes if mode.projectile}
    assert {shipped().projectile(id).kind for id in kit.projectiles} == shoots
    vitals = combat.vitals(one)
    assert (vitals.alive, vitals.can_act, vitals.health, vitals.state) == (True, True, 100, "none")
    assert not vitals.bleeding


def test_more_weapons_than_hands_and_a_lack_of_attributes_are_refused() -> None:
    combat = Combat(seed=1)
    with pytest.raises(BadValue, match="2 gripping parts"):
        combat.spawn("human", side="red", at=(0, 0), weapons=("dagger", "dagger", "dagger"))
    with pytest.raises(BadValue, match="lacks strength"):
        combat.spawn(replace(HUMAN, attributes={"agility": 9}), side="red", at=(0, 0))
    assert combat.creatures == ()


@pytest.mark.parametrize(
    ("skill", "opens"), [("shock", 33), ("initiative", 33), ("dodge", 22), ("melee", 22), ("physician", 11)]
)
def test_a_skill_that_a_sheet_does_not_list_opens_by_itself(skill: str, opens: int) -> None:
    combat = Combat(seed=1)
    bare = replace(HUMAN, skills={})
    one = combat.spawn(bare, side="red", at=(0, 0))
    assert combat.component(one, Abilities).skills[skill] == opens
    listed = combat.spawn(replace(HUMAN, skills={skill: 5}), side="red", at=(1, 0))
    assert combat.component(listed, Abilities).skills[skill] == 5


# --- vitals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "alive", "act", "defend", "concentrate", "out"),
    [
        (Shock.NONE, True, True, True, True, False),
        (Shock.STUNNED, True, True, False, False, False),
        (Shock.INCAPACITATED, True, False, False, False, True),
        (Shock.UNCONSCIOUS, True, False, False, False, True),
        (Shock.DEAD, False, False, False, False, True),
    ],
)
def test_what_a_creature_can_do_follows_from_its_state(
    state: Shock, alive: bool, act: bool, defend: bool, concentrate: bool, out: bool
) -> None:
    combat, a, _ = pair()
    put(combat, a, state)
    vitals = combat.vitals(a)
    assert (vitals.alive, vitals.can_act, vitals.can_defend, vitals.can_concentrate, vitals.out) == (
        alive, act, defend, concentrate, out
    )  # fmt: skip
    assert (vitals.health == 0) is not alive
    with editing(combat):
        assert (rules(combat).alive(a), rules(combat).out(a)) == (alive, out)


def test_whoever_is_as_tired_as_its_move_is_long_cannot_move() -> None:
    combat, a, _ = pair()
    fatigued(combat, a, 49)
    assert combat.vitals(a).can_move
    fatigued(combat, a, 50)
    assert not combat.vitals(a).can_move


def test_health_and_its_band_are_read_from_the_body() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "left_forearm", 1, "blunt", otherwise=calm)
    assert (combat.vitals(b).health, combat.vitals(b).band) == (80, "good")
    hit(combat, a, b, "skull", 2, "blunt", otherwise=calm)
    assert (combat.vitals(b).health, combat.vitals(b).band) == (20, "morbid")


# --- turns ------------------------------------------------------------------------------------------------------------


def order(*initiatives: tuple[int, int]) -> list[int]:
    """Who acts first of creatures with these initiatives and agilities, by their place in the list."""
    combat = Combat(seed=1)
    for n, (initiative, agility) in enumerate(initiatives):
        made = replace(HUMAN, skills={"initiative": initiative}, attributes={**HUMAN.attributes, "agility": agility})
        combat.spawn(made, side="red", at=(n, 0), intents="host")
    with editing(combat) as battle:
        return [creature - 1 for creature in battle.ruleset.next_actor(battle)]


def test_turns_come_by_initiative_then_agility_then_in_stable_order() -> None:
    assert order((30, 10), (50, 10), (40, 10)) == [1, 2, 0]
    assert order((40, 10), (40, 12), (40, 11)) == [1, 2, 0]
    assert order((40, 10), (40, 10), (40, 10)) == [0, 1, 2]


def test_turns_come_by_the_mastery_level_itself_since_nothing_is_rolled() -> None:
    combat, a, b = pair()
    fatigued(combat, a, 5)
    combat.component(b, Injuries).permanent[part_of(combat, b, "head")] = -10
    with editing(combat) as battle:
        assert list(battle.ruleset.next_actor(battle)) == [combat.id_of(a), combat.id_of(b)]


@pytest.mark.parametrize(
    ("state", "turns"),
    [(Shock.STUNNED, True), (Shock.INCAPACITATED, True), (Shock.UNCONSCIOUS, False), (Shock.DEAD, False)],
)
def test_the_unconscious_and_the_dead_have_no_turn_and_the_incapacitated_have(state: Shock, turns: bool) -> None:
    combat, a, _ = pair()
    put(combat, a, state)
    with editing(combat) as battle:
        assert (combat.id_of(a) in battle.ruleset.next_actor(battle)) is turns


# --- moving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fatigue", "state", "pace"),
    [(0, Shock.NONE, (50, 100)), (20, Shock.NONE, (30, 60)), (60, Shock.NONE, (0, 0)), (0, Shock.STUNNED, (25, 25)),
     (20, Shock.STUNNED, (15, 15))],
)  # fmt: skip
def test_fatigue_takes_feet_off_the_move_and_the_stunned_go_half_and_no_double(
    fatigue: int, state: Shock, pace: tuple[int, int]
) -> None:
    combat, a, _ = pair()
    fatigued(combat, a, fatigue)
    put(combat, a, state)
    with editing(combat):
        assert rules(combat).pace(combat.battle, a) == pace


@pytest.mark.parametrize("fatigue", [0, 10, 30, 45, 49])
@pytest.mark.parametrize("state", [Shock.NONE, Shock.STUNNED])
def test_rising_costs_a_quarter_of_the_move_and_whoever_can_move_can_pay_it(fatigue: int, state: Shock) -> None:
    combat, a, _ = pair()
    fatigued(combat, a, fatigue)
    put(combat, a, state)
    with editing(combat) as battle:
        combat.component(a, Conditions).prone = True
        battle.turn = Turn(combat.id_of(a), 0)
        assert rules(combat).rising(a) == (50 - fatigue) // 4
    assert kinds(play(combat, a, Stand())) == [Rose]
    assert combat.battle.turn is not None
    assert combat.battle.turn.feet == (50 - fatigue) // 4


def test_standing_up_needs_a_leg_that_works_and_is_allowed_again_with_one() -> None:
    combat, a, _ = pair()
    with editing(combat):
        combat.component(a, Conditions).prone = True
    sever(combat, a, "left_foot", "right_foot")
    settled(combat)
    before = combat.digest
    with pytest.raises(IntentRefused) as refused:
        play(combat, a, Stand())
    assert refused.value.why is Refusal.CANNOT_STAND
    assert (combat.digest, combat.component(a, Conditions).prone) == (before, True)
    with editing(combat):
        combat.component(a, Injuries).severed = 0
    assert kinds(play(combat, a, Stand())) == [Rose]


def test_crawling_costs_the_same_however_hurt_and_gets_one_there() -> None:
    combat, a, _ = pair(gap=9)
    with editing(combat) as battle:
        combat.component(a, Conditions).prone = True
        assert rules(combat).stride(a) == 20
        battle.turn = Turn(combat.id_of(a), 0)
        left = feet_left(battle, a)
    for hurt in ((), ("left_foot",), ("left_foot", "right_foot", "left_hand", "right_hand")):
        sever(combat, a, *hurt)
        with editing(combat) as battle:
            assert rules(combat).stride(a) == 20
            battle.turn = Turn(combat.id_of(a), 0)
            assert feet_left(battle, a) == left
        moved = only(play(combat, a, Move((0, 9))), Moved)
        assert len(moved.path) == left // 20
        with editing(combat):
            combat.component(a, Place).y = 0


def test_whoever_stands_walks_a_cell_for_five_feet() -> None:
    combat, a, _ = pair()
    with editing(combat):
        assert rules(combat).stride(a) == 5


# --- who may not ------------------------------------------------------------------------------------------------------

EVERYTHING = [lambda b: Strike(b), lambda _: Move((5, 5)), lambda _: Stand(), lambda b: StopBleeding(b),
              lambda b: Treat(b), lambda _: Rest(), lambda _: Sleep(),
              lambda _: PickUp(1), lambda _: Wait()]  # fmt: skip


@pytest.mark.parametrize("make", EVERYTHING)
@pytest.mark.parametrize(
    ("state", "why"),
    [
        (Shock.DEAD, Refusal.DEAD),
        (Shock.UNCONSCIOUS, Refusal.CANNOT_ACT),
        (Shock.INCAPACITATED, Refusal.CANNOT_ACT),
    ],
)
def test_the_dead_and_the_helpless_are_refused_everything_and_told_why(make: Any, state: Shock, why: Refusal) -> None:
    combat, a, b = pair()
    put(combat, a, state)
    before = (combat.digest, repr(combat.component(a, Conditions)), dict(combat.battle.wishes))
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, make(b))
    assert refused.value.why is why
    assert "expected" in str(refused.value)
    assert (combat.digest, repr(combat.component(a, Conditions)), dict(combat.battle.wishes)) == before


def test_an_intent_these_rules_do_not_know_is_refused() -> None:
    combat, a, _ = pair()
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, "jump")  # type: ignore[arg-type]  # what is wrong is the point
    assert refused.value.why is Refusal.UNSUPPORTED


def test_a_strike_left_open_takes_a_mode_that_reaches_and_the_aim_that_was_named() -> None:
    combat, a, b = pair(replace(shipped().creature("man_at_arms"), weapons=(shipped().weapon("spear"),)), gap=1)
    with editing(combat) as battle:
        for aim in ("head", 12, None):
            task = battle.ruleset.task(battle, a, Strike(b, None, aim))
            battle.by_kind["strike"].check(battle, task)
            if aim is not None:
                assert task.payload[2] == aim
        task = battle.ruleset.task(battle, a, Strike(b, limb="left_leg"))
        assert task.payload[1] in ("human/kick", "human/punch", "human/bite", "human/headbutt")


def test_a_host_may_kill_once() -> None:
    combat, a, _ = pair()
    for _ in range(2):
        with editing(combat) as battle:
            battle.ruleset.fall_dead(battle, a, "a falling rock")
    assert [e.cause for e in combat.drain() if type(e).__name__ == "Died"] == ["a falling rock"]
    assert state_of(combat, a) is Shock.DEAD


def test_names_are_the_creatures_own() -> None:
    combat = Combat(seed=1)
    centaur = combat.spawn("centaur", side="red", at=(0, 0))
    names = combat.describe(centaur)
    for part in shipped().creature("centaur").anatomy.parts:
        assert names[part.id] == part.name
    assert names["centaur/hooves"] == "hooves"


def test_a_mastery_is_a_score_that_a_host_may_change() -> None:
    combat, a, b = pair()
    with editing(combat):
        abilities = combat.component(a, Abilities)
        abilities.skills = Scores({**abilities.skills, "melee": 91})
    assert only(play(combat, a, Strike(b, "broadsword/cut"), Level.MF, Level.MF), ExchangeFought).attack.base == 91
