"""How fast the odds of a strike are told, and how that compares with playing it over and over."""

from __future__ import annotations

from functools import partial
from itertools import cycle
from random import Random
from time import process_time
from typing import Any

import pytest
from brute import plan_of
from speed import SLACK, held

from fleshwound.components.creature import Fatigue, FatigueEntry, FatigueKind, Shock
from fleshwound.components.intents import Strike
from fleshwound.game.combat import Combat
from fleshwound.systems.drivers import sample
from fleshwound.systems.heroic import fates, odds, reckoning, toll
from fleshwound.systems.heroic.ruleset import Heroic
from fleshwound.systems.heroic.strike import strike

CUT = "broadsword/cut"
DEFENCES = [None, "counterstrike broadsword/cut", "dodge", "ignore"]


class Duel:
    """Two armoured men, one of whom would strike the other at the head."""

    def __init__(self) -> None:
        self.combat = Combat(rules="heroic", seed=7)
        self.a = self.combat.spawn("man_at_arms", side="red", at=(2, 3), intents="host")
        self.b = self.combat.spawn("man_at_arms", side="blue", at=(3, 3), intents="host")
        self.strike = Strike(self.b, mode=CUT, aim="head")
        self.weary = [FatigueEntry(FatigueKind.WINDEDNESS, "melee", 0) for _ in range(2)]
        for entity, entry in zip((self.a, self.b), self.weary, strict=True):
            self.combat.component(entity, Fatigue).entries.append(entry)

    def forget(self) -> None:
        """Let go of all that was worked out of either; what neither change touches stays, as it does in play."""
        odds._answers.clear()
        fates.known_by.cache_clear()
        toll.known_of.cache_clear()
        reckoning.exchanges.cache_clear()
        reckoning._blows.clear()


@pytest.fixture
def duel() -> Duel:
    return Duel()


@pytest.mark.parametrize("defence", DEFENCES)
def test_odds_when_both_have_changed(benchmark: Any, duel: Duel, defence: str | None) -> None:
    """Marginals of a strike on armoured men after both have tired, nothing kept of any like them: at most 1 ms."""
    tiring = cycle(range(1, 20))

    def asked() -> int:
        for _ in range(20):
            duel.forget()
            for entry in duel.weary:
                entry.amount = next(tiring)
            duel.combat.odds(duel.a, duel.strike, defence)
        return 20

    held(benchmark, asked, 1_000)


@pytest.mark.parametrize("defence", DEFENCES)
def test_odds_when_nothing_has_changed(benchmark: Any, duel: Duel, defence: str | None) -> None:
    """The same asked again: at most 50 µs."""

    def asked() -> int:
        for _ in range(500):
            duel.combat.odds(duel.a, duel.strike, defence)
        return 500

    held(benchmark, asked, 20_000)


@pytest.mark.parametrize("defence", DEFENCES)
def test_the_joint_distribution(benchmark: Any, duel: Duel, defence: str | None) -> None:
    """Every pair of outcomes with its chance, two blows at once among them: at most 50 ms."""
    told = duel.combat.odds(duel.a, duel.strike, defence)

    def worked_out() -> int:
        assert sum(chance for _, chance in told.reckon().items()) == pytest.approx(1)
        return 1

    held(benchmark, worked_out, 20)


def test_odds_against_playing_the_strike_over_and_over(benchmark: Any, duel: Duel) -> None:
    """To know the chance of death to 0.1 points takes sampling at least 100 times as long as its odds take."""
    combat = duel.combat
    a = combat.spawn("dragon", side="red", at=(8, 8), intents="host")
    bare = combat.spawn("human", side="blue", at=(9, 8), intents="host")
    head = Strike(bare, mode="dragon/bite", aim="head")
    chance = combat.odds(a, head, "ignore").dead
    assert 0.05 <= chance <= 0.5
    needed = chance * (1 - chance) / 0.001**2
    plan, _, _ = plan_of(combat, a, head, "ignore")
    rules = combat.battle.ruleset
    assert isinstance(rules, Heroic)
    rule, uniform = partial(strike, rules.tables, plan), Random(3).random
    played = process_time()
    dead = 0
    for _ in range(20_000):
        facts = sample(rule(), uniform)
        dead += facts.target.shock is not None and facts.target.shock.state is Shock.DEAD
    sampling = (process_time() - played) / 20_000 * needed
    assert abs(dead / 20_000 - chance) < 5 * (chance * (1 - chance) / 20_000) ** 0.5

    def asked() -> int:
        duel.forget()
        combat.odds(a, head, "ignore")
        return 1

    held(benchmark, asked, round(100 / sampling), rounds=60)
    print(f"{needed:,.0f} strikes would have to be played, which takes {sampling:.2f} s")
    assert benchmark.extra_info["per_second"] * sampling >= 100 * SLACK
