"""What a host hands in of the wrong kind: a typed error that says what would be right, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from math import nan

import esper
import pytest
from tiny import snapshot

from fleshwound.components.edits import Despawn, Spawn, Teleport
from fleshwound.components.errors import BadValue, IntentRefused, Refusal, UnknownName
from fleshwound.components.events import ActRefused, Event
from fleshwound.components.intents import Move, PickUp, StopBleeding, Strike, Treat, Wait
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.game.passing import LONGEST

Call = Callable[[Combat, int], object]


def faced(record: bool) -> tuple[Combat, int, int]:
    """A fight under way: whose turn it is, and whose it isn't."""
    combat = Combat(seed=1, record=record)
    combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
    combat.spawn("gray_wolf", side="blue", at=(1, 0), intents="host")
    combat.step()
    on = combat.actor
    assert on is not None
    return combat, on, next(e for e in combat.creatures if e != on)


INTENTS: list[tuple[Callable[[int], object], Refusal]] = [
    (lambda foe: Strike(foe, mode=5), Refusal.NO_SUCH_MODE),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: Strike(foe, mode=["x"]), Refusal.NO_SUCH_MODE),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: Strike(foe, limb=5), Refusal.NO_SUCH_MODE),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: Strike(foe, aim=1.5), Refusal.NO_SUCH_AIM),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: Strike(foe, aim=True), Refusal.NO_SUCH_AIM),
    (lambda foe: Strike(foe, aim=[1]), Refusal.NO_SUCH_AIM),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: Strike([1]), Refusal.NO_TARGET),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: Strike(True), Refusal.NO_TARGET),
    (lambda foe: StopBleeding("x"), Refusal.NO_TARGET),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: StopBleeding(foe, injury=["x"]), Refusal.NO_SUCH_INJURY),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: Treat("x"), Refusal.NO_TARGET),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: Treat(foe, injury=["x"]), Refusal.NO_SUCH_INJURY),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: PickUp(item=1.0), Refusal.NO_SUCH_ITEM),  # type: ignore[arg-type]  # what a host may pass
    (lambda foe: None, Refusal.UNSUPPORTED),
    (lambda foe: Strike, Refusal.UNSUPPORTED),
]


@pytest.mark.parametrize("record", [False, True])
@pytest.mark.parametrize("on_turn", [True, False])
@pytest.mark.parametrize(("of", "why"), INTENTS)
def test_an_intent_of_the_wrong_kind_is_refused_on_turn_and_off(
    of: Callable[[int], object], why: Refusal, on_turn: bool, record: bool
) -> None:
    combat, on, off = faced(record)
    me, foe = (on, off) if on_turn else (off, on)
    before = snapshot(combat)
    with pytest.raises(IntentRefused, match="expected") as refused:
        combat.act(me, of(foe))  # type: ignore[arg-type]  # what a host may pass
    assert refused.value.why is why
    assert snapshot(combat) == before


def test_a_mind_that_names_what_is_no_mode_is_refused_as_any_is() -> None:
    combat = Combat(seed=1, mind=lambda battle, entity: Strike(entity, mode=["x"]))  # type: ignore[arg-type]  # what a mind may give
    for n in range(2):
        combat.spawn("man_at_arms", side=("red", "blue")[n], at=(n, 0))
    combat.step()
    assert [e.why for e in combat.drain() if isinstance(e, ActRefused)] == ["no_such_mode"] * 3


CALLS: list[tuple[str, Call, str]] = [
    ("advance far", lambda c, a: c.advance(1e303), f"{LONGEST} at the most"),
    ("advance beyond", lambda c, a: c.advance(LONGEST + 1), f"{LONGEST} at the most"),
    ("act, a list", lambda c, a: c.act([1], Wait()), "whole number"),  # type: ignore[arg-type]  # what a host may pass
    ("act, a word", lambda c, a: c.act("x", Wait()), "whole number"),  # type: ignore[arg-type]  # what a host may pass
    ("move, no cell", lambda c, a: c.act(a, Move(None)), "two whole numbers"),  # type: ignore[arg-type]  # what a host may pass
    ("move, True", lambda c, a: c.act(a, Move((True, 0))), "two whole numbers"),
    ("vitals", lambda c, a: c.vitals([1]), "whole number"),  # type: ignore[arg-type]  # what a host may pass
    ("vitals, True", lambda c, a: c.vitals(True), "whole number"),
    ("despawn", lambda c, a: c.despawn([1]), "whole number"),  # type: ignore[arg-type]  # what a host may pass
    ("despawn by edit", lambda c, a: c.edit(Despawn(None)), "whole number"),  # type: ignore[arg-type]  # what a host may pass
    ("id_of", lambda c, a: c.id_of("x"), "whole number"),  # type: ignore[arg-type]  # what a host may pass
    ("entity", lambda c, a: c.entity("x"), "whole number"),  # type: ignore[arg-type]  # what a host may pass
    ("answer", lambda c, a: c.answer(None, 1), "Combat.decisions"),  # type: ignore[arg-type]  # what a host may pass
    ("control, nothing", lambda c, a: c.control(a, intents=""), "'ai' or 'host'"),
    ("control, a list", lambda c, a: c.control(a, decisions=["ask"]), "'auto' or 'ask'"),  # type: ignore[arg-type]  # what a host may pass
    ("subscribe, no kind", lambda c, a: c.subscribe(5, print), "kind of event"),  # type: ignore[arg-type]  # what a host may pass
    ("subscribe, no call", lambda c, a: c.subscribe(Event, 5), "something to call"),  # type: ignore[arg-type]  # what a host may pass
    ("teleport", lambda c, a: c.edit(Teleport(a, (5, 5), True)), r"0\.\.7"),
    ("spawn by edit", lambda c, a: c.edit(Spawn(None, "red", (5, 5))), "the id of one"),  # type: ignore[arg-type]  # what a host may pass
]


@pytest.mark.parametrize("record", [False, True])
@pytest.mark.parametrize(("call", "says"), [pytest.param(call, says, id=name) for name, call, says in CALLS])
def test_a_call_with_a_value_of_the_wrong_kind_says_what_would_be_right(call: Call, says: str, record: bool) -> None:
    combat, on, _ = faced(record)
    before, world = snapshot(combat), esper.current_world
    with pytest.raises(BadValue, match=says):
        call(combat, on)
    assert snapshot(combat) == before
    assert esper.current_world == world
    combat.advance(6)


SPAWNS: list[dict[str, object]] = [
    {"creature": None},
    {"creature": Strike},
    {"name": 5},
    {"facing": 1.0},
    {"facing": True},
    {"weapons": 5},
    {"weapons": "broadsword"},
    {"weapons": [5]},
    {"armor": 5},
    {"armor": [None]},
    {"side": ["red"]},
    {"intents": ["ai"]},
    {"ai": ["odds"]},
    {"ai": "clever"},
    {"side": "\ud800"},
    {"name": "\ud800"},
    {"at": (10**5000, 0)},
]


@pytest.mark.parametrize("wrong", SPAWNS)
def test_a_spawn_of_the_wrong_kind_is_refused_whole(wrong: dict[str, object]) -> None:
    combat, *_ = faced(record=True)
    before = snapshot(combat)
    arguments = {"creature": "man_at_arms", "side": "red", "at": (3, 3), **wrong}
    with pytest.raises(BadValue, match="expected"):
        combat.spawn(arguments.pop("creature"), **arguments)  # type: ignore[arg-type]  # what a host may pass
    assert snapshot(combat) == before


@pytest.mark.parametrize(
    "options",
    [
        {"size": 5},
        {"size": (nan, 3)},
        {"size": (2.5, 3)},
        {"size": (True, 3)},
        {"awareness": 1.5},
        {"awareness": True},
        {"round_limit": 1.5},
        {"round_limit": True},
        {"seed": "x"},
        {"seed": None},
        {"world": 5},
        {"rules": None},
        {"rules": 5},
        {"content": 5},
        {"blocked": 5},
        {"mind": 5},
        {"record": "x"},
        {"seed": 10**5000},
        {"seed": -(1 << 1023)},
        {"awareness": (1 << 62) + 1},
        {"round_limit": (1 << 62) + 1},
        {"size": (3, (1 << 62) + 1)},
        {"blocked": frozenset({5})},
        {"blocked": frozenset({(1, 2, 3)})},
        {"blocked": frozenset({(1, 2.0)})},
        {"blocked": frozenset({(True, 2)})},
        {"blocked": frozenset({(10**5000, 2)})},
    ],
)
def test_a_combat_of_the_wrong_kind_is_not_made(options: dict[str, object]) -> None:
    worlds = set(esper.list_worlds())
    with pytest.raises(BadValue, match="expected"):
        Combat(**options)  # type: ignore[arg-type]  # what a host may pass
    assert set(esper.list_worlds()) <= worlds


def test_the_largest_combat_that_is_made_is_saved_and_loaded() -> None:
    most = 1 << 62
    seed, cell = (1 << 1023) - 1, (-(1 << 1023) + 1, (1 << 1023) - 1)
    combat = Combat(seed=seed, size=(most, most), awareness=most, round_limit=most, blocked=frozenset({cell}))
    assert Combat.load(combat.save()).save() == combat.save()


@pytest.mark.parametrize("option", [{"size": (3, 3)}, {"blocked": frozenset()}])
def test_a_scenario_gives_its_map_itself(option: dict[str, object]) -> None:
    with pytest.raises(BadValue, match="the scenario gives it"):
        Combat.of("wolves_at_night", **option)  # type: ignore[arg-type]  # options of Combat


def test_the_clock_goes_to_its_end_and_no_further() -> None:
    combat = Combat()
    combat.advance(LONGEST)
    with pytest.raises(BadValue, match="0 at the most"):
        combat.advance(1)
    assert combat.now == LONGEST * 1_000_000
    assert Combat.load(combat.save()).now == combat.now


def test_an_unknown_name_says_what_there_is_where_none_is_near() -> None:
    with pytest.raises(UnknownName, match=r"expected one of the \d+ there are, such as apc, archer, ") as unknown:
        shipped().creature("zzzzzz")
    assert unknown.value.known == ()
    with pytest.raises(UnknownName, match=r"expected one of the \d+ there are, such as archers_at_the_farm, "):
        shipped().scenario("zzzzzz")
    with pytest.raises(BadValue, match="a word"):
        shipped().creature(5)  # type: ignore[arg-type]  # what a host may pass
