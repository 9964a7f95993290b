"""heroic H11: health, by its tables and its worked example."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.creature import Injuries, Injury, InjuryKind
from fleshwound.components.definitions import Anatomy, Aspect
from fleshwound.components.views import Band
from fleshwound.systems.heroic.health import band_of, ceiling, health, lowest_ceiling
from fleshwound.systems.heroic.impairment import Severity, impairments
from fleshwound.systems.heroic.tables import Tables

LIMBS = {
    Severity.MINOR: (80, 50, 30, 30),
    Severity.SERIOUS: (50, 20, 20, 20),
    Severity.GRIEVOUS: (30, 10, 10, 10),
    Severity.UNUSABLE: (20, 10, 10, 10),
}
CRITICALS = {
    Severity.MINOR: (50, 25, 25, 25),
    Severity.SERIOUS: (20, 10, 10, 10),
    Severity.GRIEVOUS: (10, 10, 10, 10),
    Severity.UNUSABLE: (0, 0, 0, 0),
}


@pytest.mark.parametrize(("critical", "rows"), [(False, LIMBS), (True, CRITICALS)])
def test_the_ceiling_tables(tables: Tables, critical: bool, rows: dict[Severity, tuple[int, ...]]) -> None:
    found = {
        severity: tuple(ceiling(tables, severity, count, critical=critical) for count in (1, 2, 3, 4))
        for severity in rows
    }
    assert found == rows
    assert ceiling(tables, Severity.NONE, 3, critical=critical) == 100
    assert ceiling(tables, Severity.SERIOUS, 0, critical=critical) == 100


def place(anatomy: Anatomy, location: str) -> int:
    return [entry.id for entry in anatomy.locations].index(location)


def wounded(anatomy: Anatomy, *wounds: tuple[str, int]) -> Injuries:
    return Injuries(
        [
            Injury(number, InjuryKind.WOUND, place(anatomy, at), level, Aspect.EDGED, None, 0, None, "sword")
            for number, (at, level) in enumerate(wounds, start=1)
        ]
    )


@pytest.mark.parametrize(
    ("wounds", "health_left"),
    [
        ((), 100),
        ((("left_hand", 1),), 80),
        ((("left_hand", 1), ("skull", 3)), 20),
        ((("left_hand", 1), ("left_elbow", 1)), 80),
        ((("left_hand", 1), ("right_hand", 1)), 50),
        ((("left_hand", 1), ("right_hand", 1), ("left_foot", 1)), 30),
        ((("left_hand", 1), ("right_hand", 2), ("left_foot", 1)), 50),
        ((("left_hand", 4),), 20),
        ((("thorax", 4),), 1),
    ],
)
def test_health_is_the_lowest_ceiling(
    tables: Tables, human: Anatomy, wounds: tuple[tuple[str, int], ...], health_left: int
) -> None:
    found = impairments(tables, human, wounded(human, *wounds))
    assert health(tables, human, found, dead=False) == health_left


def test_a_limb_is_grievous_only_by_permanent_impairment(tables: Tables, human: Anatomy) -> None:
    found = impairments(tables, human, Injuries(permanent={1: -15}))
    assert health(tables, human, found, dead=False) == 30


wound_lists = st.lists(st.tuples(st.integers(0, 31), st.integers(1, 5)), max_size=10)


@given(wounds=wound_lists, extra=st.tuples(st.integers(0, 31), st.integers(1, 5)))
def test_the_living_keep_something_and_the_dead_nothing(
    tables: Tables, human: Anatomy, wounds: list[tuple[int, int]], extra: tuple[int, int]
) -> None:
    def of(these: list[tuple[int, int]]) -> Injuries:
        return wounded(human, *((human.locations[at % len(human.locations)].id, level) for at, level in these))

    found = impairments(tables, human, of(wounds))
    left = health(tables, human, found, dead=False)
    assert 1 <= left <= 100
    assert health(tables, human, found, dead=True) == 0
    assert (left == 100) is found.sound
    assert max(1, lowest_ceiling(tables, human, found)) == left


@pytest.mark.parametrize(
    ("bounds", "band"),
    [
        ((96, 100), Band.EXCELLENT),
        ((80, 95), Band.GOOD),
        ((60, 79), Band.FAIR),
        ((30, 59), Band.POOR),
        ((1, 29), Band.MORBID),
        ((0, 0), Band.DEAD),
    ],
)
def test_every_whole_percentage_has_its_band(tables: Tables, bounds: tuple[int, int], band: Band) -> None:
    assert {band_of(tables, health) for health in range(bounds[0], bounds[1] + 1)} == {band}
