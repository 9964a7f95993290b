"""The mind that weighs by odds: what it strikes, how it meets strikes, within how many looks, the same every time."""

from __future__ import annotations

from typing import Any

import pytest
from tiny import duel, melee, snapshot
from toy import Toy, creature

from fleshwound.components.creature import Injuries
from fleshwound.components.edits import Injure
from fleshwound.components.events import ActRefused, ExchangeFought
from fleshwound.components.intents import Strike
from fleshwound.game.ai import by_odds, think
from fleshwound.game.ai.worth import worth
from fleshwound.game.combat import Combat
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.intents import task_of
from fleshwound.systems.odds import EVERYTHING, Knowledge, Odds


class Counted(Toy):
    """The toy, which counts how often it is asked for odds."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def odds(self, battle: Battle, task: Task, defence: str | None, knowledge: Knowledge) -> Odds:
        self.asked += 1
        return super().odds(battle, task, defence, knowledge)


def facing(seed: int = 1, foes: int = 1, **options: Any) -> tuple[Combat, int, list[int]]:
    """A man at arms on his turn, foes of his kind around him."""
    combat = Combat(seed=seed, turns="host", ai="odds", **options)
    man = combat.spawn("man_at_arms", side="red", at=(5, 5), intents="host")
    cells = ((6, 5), (4, 5), (5, 6), (5, 4), (6, 6), (4, 4))
    others = [combat.spawn("man_at_arms", side="blue", at=cell, intents="host") for cell in cells[:foes]]
    combat.begin_turn(man)
    return combat, man, others


def thought(combat: Combat, entity: int) -> Any:
    with combat._here() as battle:
        return think(battle, entity)


def worth_of(combat: Combat, entity: int, intent: Strike, defence: str | None = None) -> float:
    with combat._here() as battle:
        return worth(battle, battle.ruleset.odds(battle, task_of(battle, entity, intent), defence, EVERYTHING))


@pytest.mark.parametrize("foes", [1, 3])
def test_of_the_strikes_it_looks_at_it_makes_the_worthiest(foes: int) -> None:
    combat, man, others = facing(foes=foes)
    chosen = thought(combat, man)
    assert isinstance(chosen, Strike)
    with combat._here() as battle:
        best_of_each = {foe: battle.ruleset.strikes(battle, man, foe)[0] for foe in others}
    most = worth_of(combat, man, chosen)
    assert all(most >= worth_of(combat, man, Strike(foe, o.mode, o.aim)) for foe, o in best_of_each.items())


def test_of_two_foes_it_strikes_the_one_more_easily_put_out() -> None:
    combat, man, (well, hurt) = facing(foes=2)
    for location in ("left_thigh", "right_thigh", "thorax"):
        combat.edit(Injure(hurt, location, 3))
    chosen = thought(combat, man)
    assert isinstance(chosen, Strike)
    assert chosen.target == hurt
    assert not combat.component(well, Injuries).entries


def test_asked_twice_it_says_the_same_and_changes_nothing() -> None:
    combat, man, _ = facing(foes=3)
    before = snapshot(combat)
    first = thought(combat, man)
    assert thought(combat, man) == first
    assert snapshot(combat) == before


@pytest.mark.parametrize("most", [1, 5])
def test_it_looks_at_no_more_strikes_than_it_may(most: int) -> None:
    rules = Counted()
    combat = Combat(rules=rules, seed=1, turns="host", ai={"red": "odds"})
    one = combat.spawn(creature(), side="red", at=(1, 1), intents="host")
    foes = [combat.spawn(creature(), side="blue", at=at, intents="host") for at in ((0, 0), (1, 0), (2, 0), (0, 1))]
    combat.begin_turn(one)
    with combat._here() as battle:
        ranked = [(foe, battle.ruleset.strikes(battle, one, foe)) for foe in foes]
        assert by_odds.worthiest(battle, one, ranked, most)[0] is not None
    assert rules.asked == min(most, len(foes))


def test_how_it_meets_a_strike_is_the_way_by_which_the_strike_is_worth_least() -> None:
    combat, man, (foe,) = facing()
    strike = Strike(foe, "broadsword/cut", "head")
    met = combat.odds(man, strike).defence
    unaimed = Strike(foe, "broadsword/cut")
    ways = ["block round_shield/bash", "counterstrike broadsword/cut", "counterstrike broadsword/impale", "dodge"]
    assert met in ways
    assert all(
        worth_of(combat, man, unaimed, met) <= worth_of(combat, man, unaimed, way) + by_odds.FIRM for way in ways
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_defence_that_odds_assume_is_the_one_that_is_made(seed: int) -> None:
    combat, man, (foe,) = facing(seed)
    combat.edit(Injure(foe, "right_thigh", 1 + seed % 4))
    strike = thought(combat, man)
    odds = combat.odds(man, strike)
    combat.act(man, strike)
    fought = next(event for event in combat.drain() if isinstance(event, ExchangeFought))
    made = f"{fought.defence} {fought.defence_mode}".strip()
    assert odds.defence.split(" (")[0] == made
    assert odds.mode == fought.mode


def test_who_thinks_simply_meets_strikes_by_the_rulesets_policy() -> None:
    combat, man, (foe,) = facing()
    strike = Strike(foe, "broadsword/cut")
    by_mind = combat.odds(man, strike).defence
    combat.control(foe, ai="simple")
    assert by_mind.startswith("counterstrike")
    assert combat.odds(man, strike).defence.startswith("block")


def test_who_is_asked_is_offered_first_what_its_mind_would_do() -> None:
    combat, man, (foe,) = facing()
    strike = Strike(foe, "broadsword/cut")
    own = combat.odds(man, strike).defence
    combat.control(foe, decisions="ask")
    combat.act(man, strike)
    (decision,) = combat.decisions
    assert decision.options[0] == own
    again = Combat.load(combat.save())
    assert again.decisions == combat.decisions
    for one in (combat, again):
        one.answer(one.decisions[0], one.decisions[0].options[0])
        while one.decisions:
            one.answer(one.decisions[0], one.decisions[0].options[0])
    assert again.digest == combat.digest


def test_the_toy_is_weighed_too() -> None:
    combat, a, b = duel(turns="host", ai="odds", intents="host")
    combat.begin_turn(a)
    assert thought(combat, a) == Strike(b, "fist")
    assert {worth_of(combat, a, Strike(b), way) for way in ("parry", "duck")} != {0.0}
    better = min(("parry", "duck"), key=lambda way: worth_of(combat, a, Strike(b), way))
    assert combat.odds(a, Strike(b)).defence == better


@pytest.mark.parametrize("seed", range(6))
def test_a_fight_of_such_minds_comes_to_an_end_without_a_refusal(seed: int) -> None:
    combat = melee(seed, each=4, size=(12, 8), ai="odds")
    assert combat.run().reason == "last side able"
    assert not [event for event in combat.drain() if isinstance(event, ActRefused)]


@pytest.mark.parametrize(
    ("scenario", "rules"),
    [("wolves_at_night", "heroic"), ("archers_at_the_farm", "heroic"), ("wolves_at_night", "cities")],
)
def test_a_scenario_is_fought_by_such_minds_the_same_each_time_saved_midway_or_not(scenario: str, rules: str) -> None:
    combat, again = (Combat.of(scenario, 5, ai="odds", rules=rules) for _ in range(2))
    for _ in range(25):
        again.step()
    again = Combat.load(again.save())
    assert combat.run() == again.run()
    assert combat.digest == again.digest
    assert not [event for event in combat.drain() if isinstance(event, ActRefused)]
