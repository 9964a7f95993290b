"""The mind that goes by odds against the simple one, the same creatures on both sides, each mind on either side."""

from __future__ import annotations

import mirrored
import pytest

pytestmark = pytest.mark.sample


@pytest.mark.parametrize("rules", ["heroic", "cities"])
def test_the_mind_that_goes_by_odds_wins_more_than_half_of_mirrored_fights(rules: str, long: bool) -> None:
    """n = 400 with `--long`: the lower end of the 95 % interval (Wilson) lies above one half; seeds 0..199.

    Ordinarily n = 24 of the same: the interval reaches above one half, which tells only a mind that has gone wrong.
    """
    score = mirrored.score(400 if long else 24, "odds", "simple", rules)
    print(f"\nodds against simple, {rules}: {score}")
    assert score.wins + score.losses >= (390 if long else 22)
    assert score.interval[0 if long else 1] > 0.5


def test_a_mind_against_its_like_wins_half() -> None:
    """The fights are mirrored in truth: swapping sides of like minds gives the same fight once won and once lost."""
    score = mirrored.score(20, "simple", "simple")
    assert score.wins == score.losses
