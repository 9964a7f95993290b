"""What a strike is worth to whoever makes it: every figure by itself, and both sides of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

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
