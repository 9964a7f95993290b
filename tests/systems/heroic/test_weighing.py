"""What a strike is worth, found without its odds, is what its odds say that it is worth (heroic H12)."""

from __future__ import annotations

from typing import Final

import pytest
from strikes import STRIKES, stage

from fleshwound.components.edits import Injure
from fleshwound.components.errors import DecisionError, IntentRefused
from fleshwound.components.intents import Strike
from fleshwound.game.combat import Combat
from fleshwound.systems.intents import task_of
from fleshwound.systems.odds import EVERYTHING, Knowledge
from fleshwound.systems.stakes import Stakes, worth

UNLIKE: Final = Stakes(97, 11, 31, 13, 23, (0, 2, 5, 17, 29, 41), 7, 19, 0.625, 43)
"""No two terms can make up for each other."""
STRANGER: Final = Knowledge(abilities=False, armor=False, wounds=False, fatigue=False)


@pytest.mark.parametrize("knowledge", [EVERYTHING, STRANGER], ids=["everything", "nothing"])
@pytest.mark.parametrize("number", range(len(STRIKES)))
def test_it_is_worth_what_its_odds_say(number: int, knowledge: Knowledge) -> None:
    blow = STRIKES[number]
    combat, a, b, intent = stage(blow)
    for ai in ("simple", "odds"):
        combat.control(b, ai=ai)
        for defence in (None, "ignore"):
            with combat._here() as battle:
                task, rules = task_of(battle, a, intent), battle.ruleset
                odds = rules.odds(battle, task, defence, knowledge)
                found = [rules.worth(battle, task, defence, knowledge, UNLIKE) for _ in range(2)]
                assert found == pytest.approx([worth(UNLIKE, battle, odds)] * 2, abs=1e-9)


def test_it_is_weighed_anew_when_anything_that_it_reads_has_changed() -> None:
    combat, a, b, intent = stage(STRIKES[0])
    found = []
    for location in ("left_thigh", "thorax"):
        with combat._here() as battle:
            task = task_of(battle, a, intent)
            found.append(battle.ruleset.worth(battle, task, None, EVERYTHING, UNLIKE))
            told = battle.ruleset.odds(battle, task, None, EVERYTHING)
            assert found[-1] == pytest.approx(worth(UNLIKE, battle, told))
        combat.edit(Injure(b, location, 3))
    assert len(set(found)) == len(found)


def test_what_has_no_odds_has_no_worth() -> None:
    combat = Combat(seed=1)
    a = combat.spawn("man_at_arms", side="red", at=(1, 1), intents="host")
    b = combat.spawn("man_at_arms", side="blue", at=(9, 1), intents="host")
    near = combat.spawn("man_at_arms", side="blue", at=(2, 1), intents="host")
    with combat._here() as battle:
        rules = battle.ruleset
        with pytest.raises(IntentRefused, match="cells off"):
            rules.worth(battle, task_of(battle, a, Strike(b, "broadsword/cut")), None, EVERYTHING, UNLIKE)
        with pytest.raises(DecisionError, match="expected one of"):
            rules.worth(battle, task_of(battle, a, Strike(near, "broadsword/cut")), "parry", EVERYTHING, UNLIKE)
