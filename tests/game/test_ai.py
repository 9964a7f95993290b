"""The simple mind, over the toy: it knows no ruleset."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest
from tiny import duel, melee, snapshot, tiny
from toy import HitPoints, Toy, creature

from fleshwound.components.creature import Place
from fleshwound.components.events import ActRefused, BleedingStopped, Event, Moved, StrikeLanded, StrikeMissed
from fleshwound.game import ai
from fleshwound.game.ai import helping
from fleshwound.game.combat import Combat

STRUCK = (StrikeLanded, StrikeMissed)


def struck(combat: Combat) -> list[tuple[int, int]]:
    return [(e.attacker, e.target) for e in combat.drain() if isinstance(e, STRUCK)]


def hurt(combat: Combat, entity: int, left: int, *, bleeding: bool = False) -> None:
    points = combat.component(entity, HitPoints)
    points.left = left
    if bleeding:
        points.drips_at = 10**12


def test_it_closes_and_strikes() -> None:
    combat, *_ = duel(gap=5)
    combat.step()
    events = combat.drain()
    kinds = [type(e) for e in events if isinstance(e, Moved | StrikeLanded | StrikeMissed)]
    assert kinds[0] is Moved
    assert kinds[1] in STRUCK


def test_it_stops_at_reach_and_does_not_walk_past_it() -> None:
    combat, a, _ = duel(gap=5)
    combat.step()
    assert combat.component(a, Place).x == 4


def test_of_those_at_hand_it_strikes_the_weakest() -> None:
    combat = tiny()
    combat.spawn(creature(), side="red", at=(1, 1))
    foes = [combat.spawn(creature(), side="blue", at=at, intents="host") for at in ((0, 0), (1, 0), (2, 0))]
    hurt(combat, foes[1], 3)
    combat.step()
    assert struck(combat) == [(1, combat.id_of(foes[1]))]


def test_it_leaves_the_fallen_alone_while_others_stand() -> None:
    combat = tiny()
    combat.spawn(creature(), side="red", at=(0, 0))
    fallen = combat.spawn(creature(), side="blue", at=(1, 0), intents="host")
    standing = combat.spawn(creature(), side="blue", at=(4, 0), intents="host")
    with combat._here() as battle:
        battle.ruleset.fall_dead(battle, fallen, "lightning")
    combat.step()
    assert struck(combat) == [(1, combat.id_of(standing))]


def test_it_goes_round_what_stands_in_the_way() -> None:
    combat = tiny(size=(7, 3), blocked=frozenset({(3, 0), (3, 1)}))
    a = combat.spawn(creature(), side="red", at=(1, 0))
    combat.spawn(creature(endurance=500), side="blue", at=(5, 0), intents="host")
    combat.advance(12)
    assert combat.component(a, Place).x >= 4
    assert struck(combat)


def test_with_no_way_to_anybody_it_does_nothing_and_is_never_refused() -> None:
    combat = tiny(size=(7, 1), blocked=frozenset({(3, 0)}), round_limit=5)
    combat.spawn(creature(), side="red", at=(0, 0))
    combat.spawn(creature(), side="blue", at=(6, 0))
    combat.run()
    assert not [e for e in combat.drain() if isinstance(e, ActRefused | Moved)]


def test_far_from_any_foe_it_staunches_a_friend() -> None:
    combat = tiny()
    combat.spawn(creature(), side="red", at=(0, 0))
    friend = combat.spawn(creature(), side="red", at=(3, 0), intents="host")
    combat.spawn(creature(), side="blue", at=(30, 0), intents="host")
    hurt(combat, friend, 6, bleeding=True)
    combat.step()
    stopped = [e for e in combat.drain() if isinstance(e, BleedingStopped)]
    assert [(e.creature, e.cause) for e in stopped] == [(2, "treatment")]


def test_near_a_foe_it_fights_first() -> None:
    combat = tiny()
    combat.spawn(creature(), side="red", at=(0, 0))
    friend = combat.spawn(creature(), side="red", at=(0, 1), intents="host")
    combat.spawn(creature(), side="blue", at=(1, 0), intents="host")
    hurt(combat, friend, 6, bleeding=True)
    combat.step()
    assert struck(combat) == [(1, 3)]


def test_a_friend_who_bleeds_among_foes_is_not_run_to() -> None:
    combat = tiny()
    helper = combat.spawn(creature(), side="red", at=(0, 0))
    friend = combat.spawn(creature(), side="red", at=(12, 0), intents="host")
    combat.spawn(creature(), side="blue", at=(14, 0), intents="host")
    hurt(combat, friend, 6, bleeding=True)
    combat.step()
    with combat._here() as battle:
        assert helping.help_friends(battle, helper) is None
    far = tiny()
    helper = far.spawn(creature(), side="red", at=(0, 0))
    friend = far.spawn(creature(), side="red", at=(6, 0), intents="host")
    far.spawn(creature(), side="blue", at=(14, 0), intents="host")
    hurt(far, friend, 6, bleeding=True)
    far.step()
    assert far.component(helper, Place).x == 5


def test_its_own_bleeding_comes_before_a_friends() -> None:
    combat = tiny()
    me = combat.spawn(creature(), side="red", at=(0, 0))
    friend = combat.spawn(creature(), side="red", at=(0, 1), intents="host")
    combat.spawn(creature(), side="blue", at=(30, 0), intents="host")
    for entity in (friend, me):
        hurt(combat, entity, 6, bleeding=True)
    combat.step()
    assert [e.creature for e in combat.drain() if isinstance(e, BleedingStopped)] == [1]


@pytest.mark.parametrize("seed", range(10))
def test_it_is_never_refused_and_never_dawdles(seed: int) -> None:
    combat = melee(seed, each=4, size=(12, 8))
    result = combat.run()
    assert result.reason == "last side able"
    events: list[Event] = combat.drain()
    assert not [e for e in events if isinstance(e, ActRefused)]
    assert result.rounds < 60


def test_it_asks_for_no_ruleset_and_no_component_of_one() -> None:
    sources = Path(inspect.getfile(ai)).parent.glob("*.py")
    trees = [ast.parse(source.read_text(encoding="utf-8")) for source in sources]
    modules = {node.module or "" for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert len(trees) > 4
    assert not {m for m in modules if m.startswith("fleshwound.systems.") and m.count(".") > 2}
    assert "fleshwound.components.creature" not in modules


def test_the_mind_reads_and_changes_nothing() -> None:
    combat, a, _ = duel(gap=3, intents="host", rules=Toy())
    combat.step()
    before = snapshot(combat)
    with combat._here() as battle:
        assert ai.think(battle, a) is not None
    assert snapshot(combat) == before
