"""What a prognosis tells, whatever the rules."""

from __future__ import annotations

import pytest
from tiny import duel
from toy import HitPoints

from fleshwound.components.errors import BadValue, DespawnedCreature
from fleshwound.components.ids import MINUTE


def test_who_loses_a_point_a_minute_till_a_six_is_thrown_dies_after_as_many_minutes() -> None:
    combat, a, _ = duel(gap=90)
    combat.component(a, HitPoints).left = 2
    combat.component(a, HitPoints).drips_at = MINUTE
    told = combat.prognosis(a, 600)
    assert told.exact
    assert told.horizon == 600_000_000
    assert [moment.after for moment in told.moments] == [0, MINUTE, 2 * MINUTE]
    assert told.at(0).bleeding == 1
    assert told.at(59.9).by_state == {"dead": 0, "none": 1}
    assert told.at(60).recovered == pytest.approx(1 / 6)
    assert told.dead(120) == (pytest.approx(25 / 36), pytest.approx(25 / 36))
    assert told.at(600).recovered == pytest.approx(11 / 36)
    assert "69.44%" in told.explain()


def test_what_cannot_be_asked_is_refused_in_words() -> None:
    combat, a, b = duel(gap=90)
    for horizon in (0, -1, True, "an hour", float("nan"), float("inf"), 10**13, 1e-9, None):
        with pytest.raises(BadValue, match="expected seconds, a number above 0"):
            combat.prognosis(a, horizon)  # type: ignore[arg-type]  # that is the point
    for physician in (0, -5, 60.0, True, "good"):
        with pytest.raises(BadValue, match="1 or more, or None; it is nothing"):
            combat.prognosis(a, 60, treated_by=physician)  # type: ignore[arg-type]  # that is the point
    for seconds in (-1, 61, True, "now"):
        with pytest.raises(BadValue, match="and 60 at the most"):
            combat.prognosis(a, 60).at(seconds)  # type: ignore[arg-type]  # that is the point
    combat.despawn(b)
    with pytest.raises(DespawnedCreature):
        combat.prognosis(b, 60)
