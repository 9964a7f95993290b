"""heroic H12 and H13: what Strength adds to impact, and the Healing Base."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.systems.heroic.healing import healing_base
from fleshwound.systems.heroic.strength import impact_modifier
from fleshwound.systems.heroic.tables import Tables


@pytest.mark.parametrize(
    ("strength", "modifier"),
    [
        (-4, -20),
        (0, -12),
        (1, -10),
        (4, -4),
        (4.9, -4),
        (5, -3),
        (6, -2),
        (9, -1),
        (10, 0),
        (10.5, 0),
        (11, 0),
        (12, 1),
        (17.25, 3),
        (36, 13),
    ],
)
def test_what_strength_adds_to_impact(tables: Tables, strength: float, modifier: int) -> None:
    assert impact_modifier(tables, strength) == modifier


@given(strength=st.integers(-10, 200))
def test_more_strength_never_hits_softer(tables: Tables, strength: int) -> None:
    assert impact_modifier(tables, strength + 1) >= impact_modifier(tables, strength)


@pytest.mark.parametrize(
    ("endurance", "will", "base"), [(2, 7, 4), (7, 6, 7), (7, 8, 7), (12, 12, 12), (8, 7, 8), (11, 1, 6), (3, 18, 10)]
)
def test_the_healing_base_rounds_towards_endurance(endurance: int, will: int, base: int) -> None:
    assert healing_base(endurance, will) == base
