"""Odds are the rules' own code enumerated: they equal the whole enumeration of a strike to the last bit."""

from __future__ import annotations

import pytest
from brute import brute, check

from fleshwound.components.errors import DecisionError, IntentRefused, Refusal
from fleshwound.components.intents import Intent, Press, Strike, Trip, Wait
from fleshwound.game.combat import Combat


def duel(one: str, other: str, gap: int = 1) -> tuple[Combat, int, int]:
    combat = Combat(rules="heroic", seed=7)
    a = combat.spawn(one, side="red", at=(2, 3), intents="host")
    return combat, a, combat.spawn(other, side="blue", at=(2 + gap, 3), intents="host")


@pytest.mark.parametrize(
    ("other", "intent", "defence"),
    [
        ("man_at_arms", Strike(2, mode="broadsword/cut", aim=1), "ignore"),
        ("gray_wolf", Strike(2, mode="broadsword/cut"), "ignore"),
        ("man_at_arms", Trip(2), None),
        ("man_at_arms", Press(2), None),
    ],
)
def test_odds_equal_the_whole_strike_enumerated(other: str, intent: Intent, defence: str | None) -> None:
    combat, a, _ = duel("man_at_arms", other)
    check(combat.odds(a, intent, defence), brute(combat, a, intent, defence))


def test_what_strikes_nobody_and_what_cant_be_met_so_has_no_odds() -> None:
    combat, a, b = duel("man_at_arms", "gray_wolf")
    with pytest.raises(IntentRefused) as refused:
        combat.odds(a, Wait())
    assert refused.value.why is Refusal.UNSUPPORTED
    with pytest.raises(DecisionError, match="expected one of 'dodge'"):
        combat.odds(a, Strike(b), "prayer")


def test_a_target_out_of_reach_is_refused_as_an_act_would_be() -> None:
    combat, a, b = duel("man_at_arms", "gray_wolf", gap=9)
    with pytest.raises(IntentRefused) as refused:
        combat.odds(a, Strike(b))
    assert refused.value.why is Refusal.OUT_OF_REACH
