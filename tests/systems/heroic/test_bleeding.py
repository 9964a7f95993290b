"""heroic H8: blood loss and stoppage, by their tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.creature import Bleeder
from fleshwound.components.draws import Level
from fleshwound.components.ids import MINUTE
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.heroic.bleeding import (
    BloodLoss,
    Stoppage,
    StoppageResult,
    advance_test,
    may_staunch,
    stoppage_test,
)
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.tables import Tables

CF0, CF5, MF, MS, CS = Level
GOES_ON, STOPS_AFTER, STOPPED = StoppageResult


@pytest.mark.parametrize(
    ("level", "points", "weakness"), [(CF0, 3, 15), (CF5, 3, 15), (MF, 2, 10), (MS, 1, 5), (CS, 0, 0)]
)
def test_the_blood_loss_table(tables: Tables, level: Level, points: int, weakness: int) -> None:
    assert scripted(advance_test(tables, Mastery(55)), level) == BloodLoss(level, points, weakness)


@given(mastery=st.integers(5, 94))
def test_more_strength_never_loses_more_blood(tables: Tables, mastery: int) -> None:
    def mean(strength: int) -> Fraction:
        odds = enumerated(lambda: advance_test(tables, Mastery(strength)))
        return sum((share * loss.points for loss, share in odds.items()), Fraction())

    assert mean(mastery + 1) <= mean(mastery)


@pytest.mark.parametrize(
    ("level", "result", "bonus"),
    [(CF0, GOES_ON, 0), (CF5, GOES_ON, 0), (MF, GOES_ON, 10), (MS, STOPS_AFTER, 0), (CS, STOPPED, 0)],
)
def test_the_stoppage_table(tables: Tables, level: Level, result: StoppageResult, bonus: int) -> None:
    assert scripted(stoppage_test(tables, Mastery(40)), level) == Stoppage(level, result, bonus)


def test_the_try_after_a_marginal_failure_is_ten_easier(tables: Tables) -> None:
    first = scripted(stoppage_test(tables, Mastery(40)), MF)
    request = next(stoppage_test(tables, Mastery(40), first.bonus))
    assert request.target == 50  # type: ignore[union-attr]  # a stoppage test asks for a draw, not for a choice


def test_a_physician_without_working_hands_fails_without_a_roll(tables: Tables) -> None:
    assert scripted(stoppage_test(tables, Mastery(40).given(CF0))).result is GOES_ON


@pytest.mark.parametrize(
    ("bleeder", "now", "may"),
    [
        (Bleeder(1), 0, True),
        (Bleeder(1, tried_at=MINUTE), 5 * MINUTE, False),
        (Bleeder(1, tried_at=MINUTE), 6 * MINUTE, True),
        (Bleeder(1, stopping=True), 60 * MINUTE, False),
    ],
)
def test_each_bleeder_may_be_tried_once_in_five_minutes(tables: Tables, bleeder: Bleeder, now: int, may: bool) -> None:
    assert may_staunch(tables, bleeder, now) is may
