"""Bad input: a typed error that says what would be right, and a world as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan

import pytest
from tiny import duel, snapshot, state, tiny
from toy import Toy, creature

from fleshwound.components.errors import (
    BadValue,
    DespawnedCreature,
    FleshwoundError,
    IntentRefused,
    Refusal,
    UnknownName,
)
from fleshwound.components.intents import Move, PickUp, Stand, StopBleeding, Strike, Wait
from fleshwound.components.scenarios import Muster, Scenario, SideStyle
from fleshwound.game.combat import Combat

Call = Callable[[Combat, int, int], object]


def kill(combat: Combat, entity: int) -> None:
    with combat._here() as battle:
        battle.ruleset.fall_dead(battle, entity, "lightning")


@pytest.mark.parametrize("seconds", [-1, -0.000001, nan, inf, -inf, "1", None, True, 1j])
def test_time_passes_forwards_by_a_finite_number(seconds: object) -> None:
    combat, *_ = duel()
    combat.step()
    before = snapshot(combat)
    with pytest.raises(BadValue, match="expected a number, 0 or more"):
        combat.advance(seconds)  # type: ignore[arg-type]  # what a host may pass all the same
    assert snapshot(combat) == before


SPAWNS: list[tuple[dict[str, object], str]] = [
    ({"side": ""}, "side is ''; expected a word"),
    ({"side": None}, "side is None; expected a word"),
    ({"at": (0, 0)}, "somebody stands on"),
    ({"at": (5, 0)}, "expected an open cell"),
    ({"at": (9, 0)}, "expected an open cell"),
    ({"at": (0, -1)}, "expected an open cell"),
    ({"at": (0.5, 1)}, "two whole numbers"),
    ({"at": None}, "two whole numbers"),
    ({"name": "a"}, "'a' is taken"),
    ({"name": ""}, "name is ''; expected a word"),
    ({"facing": 8}, r"0\.\.7"),
    ({"facing": -1}, r"0\.\.7"),
    ({"intents": "player"}, "'ai' or 'host'"),
    ({"decisions": "yes"}, "'auto' or 'ask'"),
    ({"creature": creature(endurance=0)}, "endurance 0; expected 1 or more"),
]


@pytest.mark.parametrize(("wrong", "says"), SPAWNS)
def test_a_spawn_that_can_not_be_is_refused_whole(wrong: dict[str, object], says: str) -> None:
    combat, *_ = duel(size=(9, 9), blocked=frozenset({(5, 0)}))
    combat.step()
    before = snapshot(combat)
    arguments = {"creature": creature(), "side": "red", "at": (3, 3), **wrong}
    with pytest.raises(BadValue, match=says):
        combat.spawn(arguments.pop("creature"), **arguments)  # type: ignore[arg-type]  # what a host may pass all the same
    assert snapshot(combat) == before
    assert combat.id_of(combat.spawn(creature(), side="red", at=(3, 3))) == 3


def test_an_unknown_creature_weapon_or_armour_is_named_with_the_nearest() -> None:
    combat, *_ = duel()
    before = snapshot(combat)
    with pytest.raises(UnknownName, match="gray_wulf") as unknown:
        combat.spawn("gray_wulf", side="red", at=(3, 3))
    assert "gray_wolf" in unknown.value.known
    for gear in ({"weapons": ["no_such_weapon"]}, {"armor": ["no_such_piece"]}):
        with pytest.raises(UnknownName):
            combat.spawn("gray_wolf", side="red", at=(3, 3), **gear)  # type: ignore[arg-type]  # lists of ids are taken
    assert snapshot(combat) == before


REFUSED: list[tuple[str, Call, Refusal]] = [
    ("own target", lambda c, a, b: c.act(a, Strike(a)), Refusal.OWN_TARGET),
    ("out of reach", lambda c, a, b: c.act(a, Strike(c.creatures[2])), Refusal.OUT_OF_REACH),
    ("no such mode", lambda c, a, b: c.act(a, Strike(b, mode="broadsword/cut")), Refusal.NO_SUCH_MODE),
    ("no such aim", lambda c, a, b: c.act(a, Strike(b, aim="head")), Refusal.NO_SUCH_AIM),
    ("nobody there", lambda c, a, b: c.act(a, Strike(999)), Refusal.NO_TARGET),
    ("off turn, nobody there", lambda c, a, b: c.act(b, Strike(999)), Refusal.NO_TARGET),
    ("not bleeding", lambda c, a, b: c.act(a, StopBleeding(b)), Refusal.NOT_BLEEDING),
    ("up already", lambda c, a, b: c.act(a, Stand()), Refusal.ALREADY_UP),
    ("nothing of these rules", lambda c, a, b: c.act(a, PickUp()), Refusal.UNSUPPORTED),
    ("no intent at all", lambda c, a, b: c.act(a, "strike"), Refusal.UNSUPPORTED),  # type: ignore[arg-type]  # what a host may pass
    ("off the map", lambda c, a, b: c.act(a, Move((-1, 0))), Refusal.OUT_OF_BOUNDS),
    ("taken", lambda c, a, b: c.act(a, Move((1, 0))), Refusal.OCCUPIED),
]


@pytest.mark.parametrize(("call", "why"), [pytest.param(call, why, id=name) for name, call, why in REFUSED])
def test_a_refused_intent_says_why_and_changes_nothing(call: Call, why: Refusal) -> None:
    combat, a, b = duel(intents="host", size=(9, 9))
    combat.spawn(creature(), side="blue", at=(7, 7), intents="host")
    combat.step()
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        call(combat, a, b)
    assert refused.value.why is why
    assert str(refused.value)
    assert snapshot(combat) == before


def test_a_refusal_before_the_first_instant_does_not_begin_the_fight() -> None:
    combat, a, _ = duel(intents="host")
    before = snapshot(combat)
    with pytest.raises(IntentRefused):
        combat.act(a, Strike(999))
    assert snapshot(combat) == before


@pytest.mark.parametrize("intent", [Strike(2), Move((0, 3)), Stand(), StopBleeding(1), PickUp(), Wait()])
def test_the_dead_take_no_actions(intent: object) -> None:
    combat, a, _ = duel(intents="host")
    combat.step()
    kill(combat, a)
    combat.advance(1)
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, intent)  # type: ignore[arg-type]  # each is an intent
    assert refused.value.why is Refusal.DEAD
    assert snapshot(combat) == before


def test_the_dead_are_no_target() -> None:
    combat, a, b = duel(intents="host")
    combat.spawn(creature(), side="blue", at=(5, 5), intents="host")
    combat.step()
    kill(combat, b)
    before = snapshot(combat)
    with pytest.raises(IntentRefused) as refused:
        combat.act(a, Strike(b))
    assert refused.value.why is Refusal.DEAD_TARGET
    assert snapshot(combat) == before


ABSENT: list[Call] = [
    lambda c, a, b: c.act(a, Wait()),
    lambda c, a, b: c.vitals(a),
    lambda c, a, b: c.sheet(a),
    lambda c, a, b: c.describe(a),
    lambda c, a, b: c.id_of(a),
    lambda c, a, b: c.component(a, object),
    lambda c, a, b: c.control(a, intents="ai"),
    lambda c, a, b: c.entity(1),
]


@pytest.mark.parametrize("call", ABSENT)
def test_who_has_left_is_named_as_absent(call: Call) -> None:
    combat, a, b = duel(intents="host")
    combat.step()
    combat.despawn(a)
    before = snapshot(combat)
    with pytest.raises(DespawnedCreature, match=r"expected one"):
        call(combat, a, b)
    assert snapshot(combat) == before


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"size": (0, 5)}, BadValue),
        ({"size": (5, -1)}, BadValue),
        ({"round_limit": 0}, BadValue),
        ({"awareness": -1}, BadValue),
        ({"turns": "mine"}, BadValue),
        ({"rules": "hero"}, UnknownName),
    ],
)
def test_a_combat_is_set_up_with_sense(options: dict[str, object], error: type[FleshwoundError]) -> None:
    with pytest.raises(error, match="expected"):
        Combat(**{"rules": Toy(), **options})  # type: ignore[arg-type]  # what a host may pass all the same


def test_control_takes_known_words_only() -> None:
    combat, a, _ = duel()
    before = state(combat)
    for wrong in ({"intents": "me"}, {"decisions": "never"}):
        with pytest.raises(BadValue, match="expected"):
            combat.control(a, **wrong)
    assert state(combat) == before


# --- scenarios ------------------------------------------------------------------------------------------------------

ONE, TWO = (Muster(creature(), side, ((x, 0),), (side,)) for x, side in enumerate(("red", "blue")))
SIDES = (SideStyle("red", "Red"), SideStyle("blue", "Blue"))
PLAN = Scenario("duel", "Duel", "Two.", "toy", 9, 9, frozenset({(4, 4)}), SIDES, (ONE, TWO), 20)


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (replace(PLAN, musters=(ONE,)), "nobody is on side blue"),
        (replace(PLAN, musters=()), "nobody is on side red, blue"),
        (replace(PLAN, musters=(ONE, replace(TWO, at=(), names=()))), "nobody is on side blue"),
        (replace(PLAN, sides=PLAN.sides[:1]), "side blue isn't listed"),
        (replace(PLAN, sides=PLAN.sides[:1], musters=(ONE,)), "two or more"),
        (replace(PLAN, musters=(ONE, replace(TWO, at=((4, 4),)))), "expected an open cell"),
        (replace(PLAN, musters=(ONE, replace(TWO, at=((0, 0),)))), "expected a free cell"),
    ],
)
def test_a_scenario_needs_somebody_on_every_side_on_free_ground(plan: Scenario, says: str) -> None:
    with pytest.raises(BadValue, match=says):
        Combat.of(plan, rules=Toy())


def test_a_scenario_sets_up_its_field_sides_names_and_round_limit() -> None:
    combat = Combat.of(PLAN, 3, rules=Toy())
    assert (combat.battle.field.width, combat.battle.field.height, combat.battle.round_limit) == (9, 9, 20)
    assert not combat.battle.field.open((4, 4))
    assert combat.seed == 3
    assert combat.run().reason == "last side able"


def test_a_tiny_combat_has_no_result_and_nothing_due() -> None:
    combat = tiny()
    assert not combat.step()
    assert combat.run().reason == "stopped"
    assert (combat.result, combat.actor, combat.decisions, combat.creatures) == (None, None, (), ())
