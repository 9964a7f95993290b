"""heroic H5, re-tests, and what they sink into (H6, H7)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.creature import Injury, InjuryKind, Shock, ShockCause
from fleshwound.components.definitions import Anatomy, Aspect
from fleshwound.components.draws import Level
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.retest import (
    NO_WOUND,
    CausingWound,
    Retest,
    causing_wound,
    coma_healing_rate,
    retest,
)
from fleshwound.systems.heroic.tables import Tables

NONE, STUNNED, INCAPACITATED, UNCONSCIOUS, DEAD = Shock
CF0, CF5, MF, MS, CS = Level
EXTENDED, COMA = InjuryKind.EXTENDED_SHOCK, InjuryKind.COMA


def place(anatomy: Anatomy, location: str) -> int:
    return [entry.id for entry in anatomy.locations].index(location)


def wound(number: int, location: int, level: int) -> Injury:
    return Injury(number, InjuryKind.WOUND, location, level, Aspect.EDGED, None, 0, None, "sword")


def cause(location: int | None, injury: int | None, shock_value: int = 0, level: int = 0) -> ShockCause:
    return ShockCause("blow", location, injury, shock_value, level, False, 8, None, 0)


@pytest.mark.parametrize(
    ("state", "level", "after", "course", "healing_rate"),
    [
        (INCAPACITATED, CF0, INCAPACITATED, EXTENDED, 4),
        (INCAPACITATED, CF5, INCAPACITATED, EXTENDED, 4),
        (INCAPACITATED, MF, INCAPACITATED, EXTENDED, 5),
        (INCAPACITATED, MS, STUNNED, None, None),
        (INCAPACITATED, CS, NONE, None, None),
        (UNCONSCIOUS, CF0, UNCONSCIOUS, COMA, 3),
        (UNCONSCIOUS, CF5, UNCONSCIOUS, COMA, 3),
        (UNCONSCIOUS, MF, UNCONSCIOUS, EXTENDED, 5),
        (UNCONSCIOUS, MS, STUNNED, None, None),
        (UNCONSCIOUS, CS, NONE, None, None),
        (STUNNED, CF0, STUNNED, None, None),
        (STUNNED, CF5, STUNNED, None, None),
        (STUNNED, MF, STUNNED, None, None),
        (STUNNED, MS, NONE, None, None),
        (STUNNED, CS, NONE, None, None),
    ],
)
def test_the_retest_table(
    tables: Tables, state: Shock, level: Level, after: Shock, course: InjuryKind | None, healing_rate: int | None
) -> None:
    assert scripted(retest(tables, state, Mastery(60)), level) == Retest(level, after, course, healing_rate, None)


def test_a_retest_is_made_at_minus_twenty(tables: Tables) -> None:
    request = next(retest(tables, INCAPACITATED, Mastery(60).plus("fatigue", -5)))
    assert request.target == 35  # type: ignore[union-attr]  # a re-test asks for a draw, not for a choice


@given(mastery=st.integers(-20, 130))
def test_a_stunned_victim_never_sinks_and_can_always_recover(tables: Tables, mastery: int) -> None:
    """Behaviour 33."""
    odds = enumerated(lambda: retest(tables, STUNNED, Mastery(mastery)))
    assert all(found.state <= STUNNED and found.course is None for found in odds)
    assert sum((share for found, share in odds.items() if found.state is NONE), Fraction()) >= Fraction(5, 100)


@given(state=st.sampled_from([STUNNED, INCAPACITATED, UNCONSCIOUS]), mastery=st.integers(-20, 130))
def test_a_retest_never_worsens_the_state(tables: Tables, state: Shock, mastery: int) -> None:
    odds = enumerated(lambda: retest(tables, state, Mastery(mastery)))
    assert sum(odds.values()) == 1
    assert all(found.state <= state for found in odds)


@pytest.mark.parametrize(
    ("shock_value", "level", "healing_rate"), [(1, 3, 8), (0, 1, 11), (5, 5, 2), (7, 4, 1), (9, 5, 1)]
)
def test_a_coma_opens_at_twelve_less_shock_value_and_level(
    tables: Tables, shock_value: int, level: int, healing_rate: int
) -> None:
    assert coma_healing_rate(tables, shock_value, level) == healing_rate


def test_a_calf_with_a_serious_wound_opens_a_coma_at_eight(tables: Tables, human: Anatomy) -> None:
    calf = place(human, "left_calf")
    behind = causing_wound(human, [wound(1, calf, 3)], None)
    found = scripted(retest(tables, UNCONSCIOUS, Mastery(60), behind), CF5)
    assert found == Retest(CF5, UNCONSCIOUS, COMA, 8, calf)


def test_a_glancing_blow_leaves_no_wound_for_a_coma_to_open_by(tables: Tables) -> None:
    found = scripted(retest(tables, UNCONSCIOUS, Mastery(60), CausingWound(0, 5, 0)), CF0)
    assert (found.course, found.healing_rate, found.location) == (COMA, 3, 0)


def test_the_recorded_cause_decides_over_a_graver_wound(human: Anatomy) -> None:
    skull, foot = place(human, "skull"), place(human, "left_foot")
    entries = [wound(1, skull, 3), wound(2, foot, 5)]
    assert causing_wound(human, entries, cause(skull, 1, 5, 3)) == CausingWound(skull, 5, 3)


def test_a_wound_worsened_since_counts_at_its_present_level(human: Anatomy) -> None:
    skull = place(human, "skull")
    assert causing_wound(human, [wound(1, skull, 4)], cause(skull, 1, 5, 3)) == CausingWound(skull, 5, 4)


def test_blood_loss_puts_a_course_down_to_no_location(tables: Tables, human: Anatomy) -> None:
    behind = causing_wound(human, [wound(1, place(human, "abdomen"), 4)], cause(None, None))
    assert behind == NO_WOUND
    assert scripted(retest(tables, INCAPACITATED, Mastery(60), behind), MF).location is None


def test_without_a_record_the_gravest_wound_is_the_cause(human: Anatomy) -> None:
    skull, thigh, hand = (place(human, name) for name in ("skull", "left_thigh", "left_hand"))
    entries = [wound(1, skull, 3), wound(2, hand, 4), wound(3, thigh, 4), wound(4, thigh, 4)]
    entries.append(Injury(5, COMA, skull, 5, None, 9, 0, None, "re-test"))
    assert causing_wound(human, entries, None) == CausingWound(thigh, 3, 4)
