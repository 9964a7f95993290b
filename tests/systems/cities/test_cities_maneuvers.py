"""Charges, shoves, grapples and screens (cities A2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from cities_kit import KNIFE, PISTOL, combat, duel, having, named, person, rules
from scripting import editing, play

from fleshwound.components.cities import Standing
from fleshwound.components.creature import Conditions, Place
from fleshwound.components.edits import Kill
from fleshwound.components.errors import Refusal
from fleshwound.components.events import AttackRolled, ContestMade, DamageDealt, Event, Pushed
from fleshwound.components.hitpoints import Footing
from fleshwound.components.intents import (
    BreakFree,
    Charge,
    Defend,
    Grab,
    Move,
    Press,
    Release,
    Screen,
    SnapAttack,
    Strike,
    Trip,
)
from fleshwound.game import Combat
from fleshwound.game.ai.helping import refusal


def of(events: Sequence[Event], kind: type[Event]) -> list[Any]:
    return [event for event in events if type(event) is kind]


def refused(made: Combat, entity: int, intent: Any) -> Refusal | None:
    with editing(made) as battle:
        battle.seen.clear()
        return refusal(battle, entity, intent)


def at(made: Combat, entity: int) -> tuple[int, int]:
    place = made.component(entity, Place)
    return place.x, place.y


def test_who_charges_runs_straight_strikes_at_plus_two_and_is_easier_to_hit() -> None:
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other", weapons=(KNIFE,), hit_points=50), gap=6)
    events = play(made, a, Charge(b, "test_knife/stab"), attack=True, damage=2, trauma=False)
    assert ("charge", 2) in of(events, AttackRolled)[0].check.modifiers
    assert at(made, a) == (10, 5)
    assert made.component(a, Footing).charging
    events = play(made, b, Strike(a, "test_knife/stab"), attack=False)
    assert of(events, AttackRolled)[0].check.target == 8


@pytest.mark.parametrize(("gap", "why"), [
    (2, Refusal.NO_PATH), (3, None), (13, None), (14, Refusal.OUT_OF_REACH),
])  # fmt: skip
def test_a_charge_is_three_metres_at_least_and_two_moves_at_most(gap: int, why: Refusal | None) -> None:
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other"), gap=gap)
    assert refused(made, a, Charge(b)) is why


def test_a_charge_needs_a_straight_clear_way_and_no_armed_foe_beside_one() -> None:
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other"), gap=6, blocked=frozenset({(8, 5)}))
    assert refused(made, a, Charge(b)) is Refusal.NO_PATH
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other"), gap=6)
    made.spawn(person("test_other"), side="blue", at=(6, 6), intents="host", weapons=[KNIFE])
    assert refused(made, a, Charge(b)) is Refusal.BUSY


def test_a_shove_that_wins_its_contest_drives_back_and_does_no_damage() -> None:
    made, a, b = duel(person(skills={"punch": 2}), person("test_other", hit_points=50))
    events = play(made, a, Press(b), attack=True, shove=8, shove__resisted=7)
    assert [pushed.path for pushed in of(events, Pushed)] == [((7, 5),)]
    assert not of(events, DamageDealt)
    assert made.vitals(b).health == 100


def test_a_shove_needs_to_hit_and_to_come_to_more() -> None:
    made, a, b = duel(person(skills={"punch": 0}), person("test_other", skills={"exert": 0}))
    assert not of(play(made, a, Press(b), attack=False), ContestMade)
    made, a, b = duel(person(skills={"punch": 0}), person("test_other", skills={"exert": 0}))
    assert not of(play(made, a, Press(b), attack=True, shove=7, shove__resisted=7), Pushed)


def test_who_is_knocked_down_lies() -> None:
    made, a, b = duel(person(), person("test_other"))
    play(made, a, Trip(b), attack=True, knock_down=12, knock_down__resisted=2)
    assert made.vitals(b).prone


def held() -> tuple[Combat, int, int]:
    made, a, b = duel(person(), person("test_other"))
    play(made, a, Grab(b), attack=True, grapple=12, grapple__resisted=2)
    return made, a, b


def test_who_is_grappled_only_breaks_free_and_the_hold_lasts() -> None:
    made, a, b = held()
    assert not made.vitals(b).can_act
    assert refused(made, b, Strike(a)) is Refusal.HELD
    assert refused(made, b, Move((9, 9))) is Refusal.HELD
    made.advance(20)
    assert not made.vitals(b).can_act
    play(made, b, BreakFree(), break_free=12, break_free__resisted=2)
    assert made.vitals(b).can_act
    assert made.component(a, Conditions).holds == []


def test_a_hold_ends_when_let_go_when_one_goes_down_and_when_one_leaves() -> None:
    made, a, b = held()
    play(made, a, Release())
    assert made.vitals(b).can_act
    for end in ("kill", "leave"):
        made, a, b = held()
        if end == "kill":
            made.edit(Kill(a))
        else:
            made.despawn(a)
        assert made.component(b, Conditions).immobilized == []


def test_a_hold_is_saved_and_goes_on() -> None:
    made, _, b = held()
    text = made.save()
    again = Combat.load(text, content=having(person(), person("test_other")), rules=rules())
    assert again.save() == text
    entity = again.entity(2)
    assert not again.vitals(entity).can_act
    assert made.id_of(b) == 2


def screened() -> tuple[Combat, int, int, int]:
    guard = named("test_guard", skills={"punch": 1})
    made = combat(1, person(), person("test_other"), guard)
    a = made.spawn(person(weapons=(PISTOL,)), side="red", at=(5, 5), name="Ann", intents="host")
    b = made.spawn(person("test_other"), side="blue", at=(9, 5), name="Bob", intents="host")
    c = made.spawn(guard, side="blue", at=(10, 5), name="Cid", intents="host")
    play(made, c, Screen(b))
    return made, a, b, c


def test_who_screens_a_friend_takes_the_attack_unless_the_attacker_gets_past() -> None:
    made, a, b, c = screened()
    events = play(made, a, Strike(b), screen=7, screen__resisted=6, attack=False)
    assert of(events, AttackRolled)[0].target == made.id_of(c)
    made, a, b, c = screened()
    events = play(made, a, Strike(b), screen=8, screen__resisted=6, attack=False)
    assert of(events, AttackRolled)[0].target == made.id_of(b)


def test_one_screens_from_as_many_attackers_as_its_combat_skill() -> None:
    made, a, b, c = screened()
    made.run(until=lambda done: done.battle.turn is not None)
    play(made, a, Strike(b), screen=2, screen__resisted=12, attack=False)
    assert made.component(c, Footing).screened == 1
    other = made.spawn(person(weapons=(PISTOL,)), side="red", at=(5, 6), name="Dan", intents="host")
    events = play(made, other, Strike(b), attack=False)
    assert of(events, AttackRolled)[0].target == made.id_of(b)


def test_odds_know_of_a_screen() -> None:
    made, a, b, c = screened()
    odds = made.odds(a, Strike(b))
    past = sum(x + y > u + v + 1 for x in range(1, 7) for y in range(1, 7) for u in range(1, 7) for v in range(1, 7))
    assert odds.hit == pytest.approx(past / 6**4 * 12 / 20)
    assert odds.strays == {made.id_of(c): pytest.approx((1 - past / 6**4) * 12 / 20)}


def test_only_an_able_friend_near_by_is_screened() -> None:
    made, a, b, c = screened()
    assert refused(made, a, Screen(b)) is Refusal.NO_TARGET
    far = made.spawn(person("test_other"), side="blue", at=(20, 15), intents="host")
    assert refused(made, c, Screen(far)) is Refusal.NOT_BESIDE


# --- out of turn ---


def on_turn_of(made: Combat, creature: int) -> None:
    made.run(until=lambda done: done.battle.turn is not None and done.battle.turn.creature == creature)


def test_a_snap_attack_strikes_out_of_turn_at_minus_four_and_spends_the_action() -> None:
    hero = named("test_hero", standing=Standing.PLAYER, weapons=(PISTOL,), skills={"shoot": 1})
    made, a, b = duel(hero, person("test_other", hit_points=500), gap=5)
    on_turn_of(made, 2)
    made.drain()
    made.act(a, SnapAttack(b))
    assert ("snap attack", -4) in of(made.drain(), AttackRolled)[0].check.modifiers
    assert refused(made, a, SnapAttack(b)) is Refusal.NO_ACTION_LEFT
    assert refused(made, a, Defend()) is Refusal.NO_ACTION_LEFT
    made.advance(6)
    assert refused(made, a, SnapAttack(b)) is not Refusal.NO_ACTION_LEFT or made.battle.turn is not None


def test_only_players_and_the_elite_make_snap_attacks_and_not_on_their_own_turn() -> None:
    made, a, b = duel(person(weapons=(PISTOL,)), person("test_other", traits={"elite": 1}), gap=5)
    on_turn_of(made, 2)
    assert refused(made, a, SnapAttack(b)) is Refusal.UNSUPPORTED
    assert refused(made, b, SnapAttack(a)) is Refusal.UNSUPPORTED
    on_turn_of(made, 1)
    assert refused(made, b, SnapAttack(a, "unarmed/strike")) is not Refusal.UNSUPPORTED


def test_total_defense_may_be_taken_on_anothers_turn_and_costs_the_action_of_ones_own() -> None:
    made, a, b = duel(person(weapons=(KNIFE,)), person("test_other", weapons=(KNIFE,)))
    on_turn_of(made, made.id_of(a))
    if made.component(b, Footing).acted_round:
        raise AssertionError("nobody has acted yet")
    made.act(b, Defend())
    assert made.component(b, Footing).defending
    assert refused(made, b, Defend()) is Refusal.NO_ACTION_LEFT
