"""Same seed and inputs, same digest: everywhere, however it is watched."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import esper
import pytest
from tiny import heard, melee, state, tiny
from toy import Toy, creature

from fleshwound.components.errors import IntentRefused
from fleshwound.components.events import Event
from fleshwound.components.intents import Intent, Move, Strike
from fleshwound.game import Combat
from fleshwound.game.ai import think
from fleshwound.systems.battle import Battle

TESTS = Path(__file__).parents[1]

FIGHTS = """
import sys
from fleshwound.game import Combat
from tiny import melee
from toy import Toy
for rules in (Toy(), "heroic"):
    combat = Combat(rules, seed=11, size=(20, 12), round_limit=40)
    for n, kind in enumerate(["man_at_arms", "dire_wolf", "brigand", "gray_wolf", "brigand", "dire_wolf"]):
        combat.spawn(kind, side=("red", "blue")[n % 2], at=(3 + 9 * (n % 2), n))
    combat.run()
    combat.advance(7200)
    print(combat.digest, combat.now)
"""


def elsewhere(hash_seed: str) -> str:
    """Fight in another process."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", FIGHTS], env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout


def test_processes_with_different_hash_seeds_come_to_the_same_digest() -> None:
    found = {elsewhere(seed) for seed in ("0", "1", "4242")}
    assert len(found) == 1
    assert len(found.pop().split()) == 4


def test_different_seeds_give_different_fights() -> None:
    digests = set()
    for seed in range(30):
        combat = melee(seed)
        combat.run()
        digests.add(combat.digest)
    assert len(digests) == 30


@pytest.mark.parametrize("seed", range(3))
def test_the_same_inputs_give_the_same_digest_and_state(seed: int) -> None:
    found = []
    for _ in range(2):
        combat = melee(seed)
        for entity in combat.creatures[:2]:
            combat.control(entity, intents="host", decisions="ask")
        for _ in range(40):
            combat.advance(1.5)
            while combat.decisions:
                combat.answer(combat.decisions[0], combat.decisions[0].options[-1])
            if combat.actor in combat.creatures[:2]:
                with suppress(IntentRefused):
                    combat.act(combat.actor, Move((5, 9)))
        found.append((combat.digest, state(combat)))
    assert found[0] == found[1]


def test_watching_moves_no_dice() -> None:
    """Handlers, reading, draining, the digest read at every step, the view's own dice."""
    plain, watched = melee(9), melee(9)
    heard(watched)
    view = watched.battle.streams.view()
    while watched.step():
        view()
        for entity in watched.creatures:
            watched.vitals(entity), watched.sheet(entity), watched.describe(entity)
        watched.drain()
        assert len(watched.digest) == 32
        if watched.result is not None:
            break
    plain.run()
    assert watched.digest == plain.digest


def test_a_mind_that_rolls_dice_moves_none_of_the_rules() -> None:
    """It thinks the same whatever it rolls; so the fight must be the same."""

    def dreamy(battle: Battle, entity: int) -> Intent | None:
        dice = battle.streams.mind(battle.ids[entity], battle.now)
        for _ in range(int(dice() * 9)):
            dice()
        return think(battle, entity)

    plain, dreaming = melee(4), melee(4, mind=dreamy)
    plain.run()
    dreaming.run()
    assert dreaming.digest == plain.digest


def test_one_creature_more_does_not_reshuffle_what_the_others_think() -> None:
    """Each mind has its own dice on each turn: a bystander changes nobody's."""
    moods: dict[int, list[float]] = {}
    for bystanders in (0, 1):
        drawn: list[float] = []

        def moody(battle: Battle, entity: int, drawn: list[float] = drawn) -> Intent | None:
            if battle.ids[entity] == 1:
                drawn.append(battle.streams.mind(1, battle.now)())
            return None

        combat = tiny(6, mind=moody, round_limit=5)
        for side, x in (("red", 0), ("blue", 9)):
            combat.spawn(creature(), side=side, at=(x, 0))
        for n in range(bystanders):
            combat.spawn(creature(), side="blue", at=(20, n))
        combat.run()
        moods[bystanders] = drawn
    assert moods[0] == moods[1]
    assert len(set(moods[0])) == 5


def test_other_entities_in_the_hosts_world_change_nothing() -> None:
    """Entity numbers, the order of sets in esper and what else lives there must not matter."""
    alone = Combat(Toy(), seed=2)
    esper.switch_world("crowded")
    try:
        for n in range(137):
            esper.create_entity(n, str(n))
        crowded = Combat(Toy(), seed=2, world="crowded")
        for combat in (alone, crowded):
            for n in range(6):
                combat.spawn(creature(), side=("red", "blue")[n % 2], at=(n, n % 3))
                if combat is crowded:
                    esper.create_entity(n)
        assert alone.run() == crowded.run()
        assert alone.digest == crowded.digest
    finally:
        esper.switch_world("default")
        esper.delete_world("crowded")


def test_a_run_stops_where_it_is_told_to() -> None:
    combat = melee(3)
    seen: list[str] = []

    def enough(running: Combat) -> bool:
        seen.append(esper.current_world)
        return running.now >= 10_000_000

    result = combat.run(until=enough)
    assert (result.winner, result.reason) == (None, "stopped")
    assert result.rounds == 2
    assert combat.now == 10_000_000
    assert set(seen) == {"default"}
    whole = melee(3)
    assert combat.run() == whole.run()
    assert combat.digest == whole.digest


def test_a_strike_by_hand_and_by_the_ai_leave_the_same_events() -> None:
    """The same blow gives the same list of events through the API and the AI."""
    lists = []
    for intents in ("ai", "host"):
        combat = tiny(8)
        a = combat.spawn(creature(), side="red", at=(0, 0), intents=intents)
        b = combat.spawn(creature(), side="blue", at=(1, 0), intents="host")
        events: list[Event] = heard(combat)
        combat.step()
        if intents == "host":
            combat.act(a, Strike(b))
        lists.append(list(events))
    assert lists[0] == lists[1]
