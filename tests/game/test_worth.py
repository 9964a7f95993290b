"""What a strike is worth to whoever makes it: every figure by itself, and both sides of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tiny import duel
from toy import creature

from fleshwound.components.intents import Strike
from fleshwound.components.views import Band, Vitals
from fleshwound.game.ai import worth
from fleshwound.systems.odds import Fate

WELL = Vitals(True, True, True, True, True, 100, Band.EXCELLENT, "none", False, False, False, 0)
STUNNED = replace(WELL, state="stunned", can_act=False)
DOWN = replace(STUNNED, state="unconscious", out=True)
UNHARMED: dict[str, Any] = {
    "hit": 0.0, "by_location": {}, "by_part": {}, "by_level": {0: 1.0, 1: 0.0, 2: 0.0, 3: 0.0, 4: 0.0, 5: 0.0},
    "by_state": {"none": 1.0}, "dead": 0.0, "bleeds": 0.0, "severed": 0.0, "out": 0.0, "prone": 0.0, "overcome": 0.0,
}  # fmt: skip


def fate(**changes: Any) -> Fate:
    return Fate(**(UNHARMED | changes))


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, 0.0),
        ({"out": 0.5, "by_state": {"none": 0.5, "unconscious": 0.5}}, 50.0),
        ({"out": 0.5, "dead": 0.5, "by_state": {"none": 0.5, "dead": 0.5}}, 52.5),
        ({"by_state": {"none": 0.75, "stunned": 0.25}}, 7.5),
        ({"prone": 0.5}, 6.0),
        ({"overcome": 0.5}, 10.0),
        ({"bleeds": 0.1}, 1.0),
        ({"severed": 0.2}, 3.0),
        ({"by_level": {0: 0.5, 1: 0.1, 2: 0.1, 3: 0.1, 4: 0.1, 5: 0.1}}, 7.8),
    ],
)  # fmt: skip
def test_each_loss_counts_its_points_times_its_chance(changes: dict[str, Any], points: float) -> None:
    assert worth.loss(fate(**changes), WELL) == pytest.approx(points)


def test_who_was_shaken_out_or_on_the_ground_before_loses_nothing_by_being_so_still() -> None:
    assert worth.loss(fate(by_state={"stunned": 1.0}), STUNNED) == 0
    assert worth.loss(fate(by_state={"unconscious": 1.0}, out=1.0), DOWN) == 0
    assert worth.loss(fate(prone=1.0), replace(WELL, prone=True)) == 0


def test_who_was_shaken_loses_by_being_put_out() -> None:
    assert worth.loss(fate(by_state={"stunned": 0.5, "dead": 0.5}, out=0.5, dead=0.5), STUNNED) == pytest.approx(52.5)


def test_a_strike_is_worth_what_the_target_loses_less_what_the_striker_does() -> None:
    combat, a, b = duel()
    odds = combat.odds(a, Strike(b))
    hurt = fate(by_level={0: 0.5, 1: 0.5, 2: 0.0, 3: 0.0, 4: 0.0, 5: 0.0})
    with combat._here() as battle:
        alone = worth.worth(battle, odds)
        assert alone == pytest.approx(worth.loss(odds, WELL))
        assert worth.worth(battle, replace(odds, attacker=hurt)) == pytest.approx(alone - 2)


def test_a_friend_hit_instead_counts_against_a_shot_and_a_foe_for_it() -> None:
    combat, a, b = duel()
    friend = combat.spawn(creature(), side="red", at=(0, 3))
    other = combat.spawn(creature(), side="blue", at=(1, 3))
    odds = combat.odds(a, Strike(b))
    with combat._here() as battle:
        alone = worth.worth(battle, odds)
        strays = {battle.ids[friend]: 0.2}
        assert worth.worth(battle, replace(odds, strays=strays)) == pytest.approx(alone - 5)
        strays[battle.ids[other]] = 0.4
        assert worth.worth(battle, replace(odds, strays=strays)) == pytest.approx(alone + 5)


def test_who_can_not_act_counts_a_third_less(monkeypatch: pytest.MonkeyPatch) -> None:
    combat, a, b = duel()
    odds = combat.odds(a, Strike(b))
    with combat._here() as battle:
        able = worth.worth(battle, odds)
        vitals = replace(battle.ruleset.vitals(battle, b), can_act=False)
        monkeypatch.setattr(battle.ruleset, "vitals", lambda *_: vitals)
        assert worth.worth(battle, odds) == pytest.approx(able * 2 / 3)
