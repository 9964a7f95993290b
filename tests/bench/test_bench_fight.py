"""How fast exchanges and whole fights are, through everything a host uses."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from speed import held

from fleshwound.components.definitions import Creature
from fleshwound.components.errors import IntentRefused
from fleshwound.components.intents import Strike
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped

EXCHANGES = 3_000


def untiring() -> Creature:
    """A dire wolf that no bite harms: so the same two fight on, as fresh as at first."""
    wolf = shipped().creature("dire_wolf")
    hide = tuple(replace(location, protection=(40, 40, 40, 40)) for location in wolf.anatomy.locations)
    immune = replace(wolf.immunities, pain=True)
    return replace(wolf, anatomy=replace(wolf.anatomy, locations=hide), immunities=immune)


def test_exchanges_of_two_who_last(benchmark: Any) -> None:
    """Intent, check, defence, exchange, location, protection, commit, events, digest: 30 000 a second."""
    wolf = untiring()
    combat = Combat(seed=1)
    a = combat.spawn(wolf, side="red", at=(0, 0), intents="host")
    b = combat.spawn(wolf, side="red", at=(1, 0), intents="host")
    bite = wolf.techniques[0].id
    there, back = Strike(b, bite), Strike(a, bite)

    def spar() -> int:
        for _ in range(EXCHANGES // 2):
            combat.act(a, there)
            combat.act(b, back)
        assert len(combat.drain()) >= EXCHANGES
        return EXCHANGES

    held(benchmark, spar, 30_000)


def test_exchanges_on_turns_of_an_encounter(benchmark: Any) -> None:
    """The same two as foes, turn by turn; 12 000 a second, a target of our own: turns cost what an exchange costs."""
    wolf = untiring()
    combat = Combat(seed=1, turns="host", round_limit=None)
    a = combat.spawn(wolf, side="red", at=(0, 0), intents="host")
    b = combat.spawn(wolf, side="blue", at=(1, 0), intents="host")
    bite = wolf.techniques[0].id
    there, back = Strike(b, bite), Strike(a, bite)

    def take_turns() -> int:
        for _ in range(EXCHANGES // 2):
            combat.begin_turn(a)
            combat.act(a, there)
            combat.begin_turn(b)
            combat.act(b, back)
        assert len(combat.drain()) >= 3 * EXCHANGES
        return EXCHANGES

    held(benchmark, take_turns, 12_000, rounds=8)


def test_exchanges_of_men_who_wound_and_fall(benchmark: Any) -> None:
    """The same with every consequence, a new pair as often as one can't go on; 15 000 a second, a target of our own."""
    seeds = count()

    def fight() -> int:
        done = 0
        while done < EXCHANGES:
            combat = Combat(seed=next(seeds))
            a = combat.spawn("man_at_arms", side="red", at=(0, 0), intents="host")
            b = combat.spawn("man_at_arms", side="red", at=(1, 0), intents="host")
            try:
                while True:
                    combat.act(a, Strike(b, "broadsword/cut"))
                    combat.act(b, Strike(a, "broadsword/cut"))
                    done += 2
            except IntentRefused:
                continue
        return done

    held(benchmark, fight, 15_000, rounds=8)


def test_whole_fights_of_the_built_in_skirmish(benchmark: Any) -> None:
    """Set-up, AI, movement, turns, blows, to the last: 100 a second."""
    seeds = count()

    def fights() -> int:
        for _ in range(20):
            assert Combat.of("wolves_at_night", seed=next(seeds)).run().reason == "last side able"
        return 20

    held(benchmark, fights, 100, rounds=10)
