"""Time in which nothing happens costs the same however many creatures there are."""

from __future__ import annotations

from time import perf_counter
from typing import Final

import pytest
from toy import HitPoints, Toy, creature

from fleshwound.components.creature import Bleeding, Fatigue, FatigueEntry, FatigueKind, Injuries, Injury, InjuryKind
from fleshwound.components.definitions import Aspect
from fleshwound.game.combat import Combat

FEW, MANY = 100, 100_000
MOST: Final = 1.5
REPEATS: Final = 40
CALLS: Final = 500


def crowd(rules: str, count: int) -> Combat:
    """So many wounded creatures at peace."""
    combat = Combat(Toy() if rules == "toy" else rules)
    kind = creature() if rules == "toy" else "gray_wolf"
    for n in range(count):
        entity = combat.spawn(kind, side="red", at=(n % 1000, n // 1000))
        if rules == "toy":
            combat.component(entity, HitPoints).left = 5
        else:
            injuries = combat.component(entity, Injuries)
            injuries.entries.append(Injury(1, InjuryKind.WOUND, 0, 3, Aspect.EDGED, 4, 0, None, "old"))
            injuries.made = 1
            combat.component(entity, Fatigue).entries.append(FatigueEntry(FatigueKind.WEAKNESS, "blood loss", 5))
            combat.component(entity, Bleeding).lost = 1
    combat.advance(0)
    combat.drain()
    return combat


def seconds(combat: Combat) -> float:
    """The least time that `CALLS` calls of `advance(1)` take."""
    best = float("inf")
    for _ in range(REPEATS):
        start = perf_counter()
        for _ in range(CALLS):
            combat.advance(1)
        best = min(best, perf_counter() - start)
    return best


@pytest.mark.parametrize("rules", ["toy", "heroic"])
def test_an_idle_second_costs_the_same_with_100_and_100_000_wounded(rules: str) -> None:
    few, many = crowd(rules, FEW), crowd(rules, MANY)
    for combat in (few, many):
        assert len(combat.creatures) in (FEW, MANY)
        seconds(combat)
    ratio = seconds(many) / seconds(few)
    assert few.drain() == many.drain() == []
    assert ratio <= MOST, f"{ratio:.2f} times as long"
