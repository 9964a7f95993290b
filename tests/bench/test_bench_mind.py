"""How fast minds think: a turn among six foes, whole fights of six a side; by odds, and simply to compare."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from speed import held, in_time, pace

from fleshwound.components.creature import Controller, Fatigue, FatigueEntry, FatigueKind
from fleshwound.components.intents import Strike
from fleshwound.game.ai import think
from fleshwound.game.combat import Combat

THOUGHTS: Final = 40
CELLS: Final = ((6, 5), (4, 5), (5, 6), (5, 4), (6, 6), (4, 4))


def surrounded(seed: int, ai: str) -> tuple[Combat, int]:
    """A man at arms on his turn, moved from here, with six foes of two kinds around him, all more or less tired."""
    combat = Combat(seed=seed, turns="host", round_limit=None, ai=ai)
    man = combat.spawn("man_at_arms", side="red", at=(5, 5), intents="host")
    for number, cell in enumerate(CELLS):
        combat.spawn(("man_at_arms", "brigand")[number % 2], side="blue", at=cell)
    dice = Random(f"surrounded/{seed}")
    for entity in combat.creatures:
        winded = FatigueEntry(FatigueKind.WINDEDNESS, "melee", 1 + int(dice.random() * 20))
        combat.component(entity, Fatigue).entries.append(winded)
    return combat, man


def milliseconds_a_thought(ai: str, thoughts: int, seeds: Iterator[int]) -> float:
    """The median time on the processor of a thought among six able foes, which comes to a strike."""
    spent: list[float] = []
    for seed in islice(seeds, thoughts):
        combat, man = surrounded(seed, ai)
        combat.begin_turn(man)
        with combat._here() as battle:
            began = process_time()
            intent = think(battle, man)
            spent.append(1000 * (process_time() - began))
        assert isinstance(intent, Strike)
    return median(spent)


def six_a_side(seed: int, ai: str) -> Combat:
    combat = Combat(seed=seed, size=(16, 12), round_limit=60, ai=ai)
    for row in range(6):
        combat.spawn("man_at_arms" if row % 2 else "brigand", side="red", at=(4, 3 + row))
        combat.spawn("man_at_arms" if row % 2 else "brigand", side="blue", at=(11, 3 + row))
    assert all(combat.component(entity, Controller).ai == ai for entity in combat.creatures)
    return combat


def test_a_thought_among_six_foes(benchmark: Any) -> None:
    """2 ms, of a mind that goes by odds, in the median."""
    least, before = {"odds": 1e9, "simple": 1e9}, pace()
    seeds = count()  # fresh fights each time: none is known from before

    def think_long() -> None:
        for ai in least:
            least[ai] = min(least[ai], milliseconds_a_thought(ai, THOUGHTS, seeds))

    benchmark.pedantic(think_long, rounds=3, warmup_rounds=1)
    benchmark.extra_info.update(milliseconds=least, target=2)
    print(f"\na thought among six foes: {least['odds']:.2f} ms by odds, {least['simple']:.2f} simple; target 2 ms")
    in_time(least["odds"], 2, before, unit="ms")


def test_fights_of_six_a_side(benchmark: Any) -> None:
    """Set-up, minds that go by odds on both sides, blows, to the last: 10 a second."""
    seeds = count()

    def fights() -> int:
        for _ in range(4):
            six_a_side(next(seeds), "odds").run()
        return 4

    held(benchmark, fights, 10, rounds=3)


def test_fights_of_six_a_side_by_simple_minds(benchmark: Any) -> None:
    """The same of simple minds, to compare: 10 a second, a target of our own."""
    seeds = count()

    def fights() -> int:
        for _ in range(4):
            six_a_side(next(seeds), "simple").run()
        return 4

    held(benchmark, fights, 10, rounds=3)
