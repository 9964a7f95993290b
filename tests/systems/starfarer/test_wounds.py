"""The wound track: levels, circles, slashes, sizes (starfarer B7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says
from rulebook import tables as tables_of
from settings import having

from fleshwound.components.errors import BadValue
from fleshwound.components.starfarer import Mark, TrackWound
from fleshwound.systems.starfarer.areas import Areas
from fleshwound.systems.starfarer.tables import Tables
from fleshwound.systems.starfarer.wounds import (
    DESTROYED,
    LEVELS,
    UNMARKED,
    Filled,
    Marked,
    called,
    filled,
    level_of,
    marked,
    modifier,
    mortal_from,
    slashed,
    width,
    with_mark,
)

(PRINTED,) = tables_of("B7")
X, SLASH, NOWHERE = Mark.CROSS, Mark.SLASH, Mark.NONE


def wound(area: int, level: int, mark: Mark = X) -> TrackWound:
    return TrackWound(1, area, level, mark, 5, False, 0, None, "test")


def bands(mass: int) -> list[tuple[int, int]]:
    """First and last damage of each level but the last."""
    printed = {6: [(1, 3), (4, 6), (7, 9), (10, 12), (13, 15)], 4: [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)]}
    return printed.get(mass) or [(5 * n + 1, 5 * n + 5) for n in range(5)]


@pytest.mark.parametrize("mass", [4, 6, 10])
def test_each_band_ends_where_the_next_begins(tables: Tables, mass: int) -> None:
    says("B7", "Mass 4: 1–2, 3–4, 5–6, 7–8, 9–10, 11+.")
    for level, (first, last) in enumerate(bands(mass), 1):
        for threshold, below in ((first, level - 1), (last + 1, level)):
            around = [level_of(tables.wounds, mass, damage) for damage in (threshold - 1, threshold, threshold + 1)]
            assert around[:2] == [below, below + 1]
            assert around[2] in (below + 1, below + 2 if last == first else below + 1)
    top = bands(mass)[-1][1] + 1
    assert mortal_from(tables.wounds, mass) == top
    assert [level_of(tables.wounds, mass, damage) for damage in (top - 1, top, top + 1, 10 * top)] == [5, 6, 6, 6]


def test_the_printed_bands_are_those_of_mass_6(tables: Tables) -> None:
    spans = [cell.rstrip("+").partition("–")[::2] for cell in PRINTED.head]
    assert [int(first) for first, _ in spans] == [first for first, _ in bands(6)] + [16]
    assert [int(last) for _, last in spans if last] == [last for _, last in bands(6)]
    assert mortal_from(tables.wounds, 6) == 16


def test_names_modifiers_and_circles_are_as_printed(tables: Tables, human: Areas) -> None:
    names, modifiers, circles = PRINTED.rows.values()
    for level, (name, change, boxes) in enumerate(zip(names, modifiers, circles, strict=True), 1):
        assert name.lower().startswith(tables.wounds.names[level - 1])
        assert f"({level})" in name
        assert modifier(tables.wounds, level) == int(change.replace("−", "-"))
        assert tables.wounds.circles[level - 1] == int(boxes)
    assert [called(tables.wounds, DESTROYED, area) for area in human.rows] == ["mortal"] * 3 + ["maimed"] * 4
    assert called(tables.wounds, 3, human.rows[0]) == "medium"


@pytest.mark.parametrize("mass", [0, -3])
def test_a_body_without_mass_is_refused(tables: Tables, mass: int) -> None:
    with pytest.raises(BadValue, match="expected 1 or more"):
        level_of(tables.wounds, mass, 5)


@pytest.mark.parametrize("damage", [0, -1])
def test_no_damage_is_no_wound(tables: Tables, damage: int) -> None:
    says("B7", "Damage 0 → no wound.")
    assert level_of(tables.wounds, 6, damage) == 0
    assert modifier(tables.wounds, 0) == 0


@given(mass=st.integers(1, 40), damage=st.integers(0, 300))
def test_a_level_is_its_columns_of_equal_width(tables: Tables, mass: int, damage: int) -> None:
    says("B7", "Column width w = ceil(Mass / 2). Level = min(6, ceil(damage / w)). Mortal threshold = 5w + 1")
    w = (mass + 1) // 2
    assert width(tables.wounds, mass) == w
    level = level_of(tables.wounds, mass, damage)
    assert (level - 1) * w < damage or not damage
    assert damage <= level * w or level == DESTROYED
    assert (level == DESTROYED) is (damage >= mortal_from(tables.wounds, mass))
    assert level_of(tables.wounds, mass + 1, damage) <= level <= level_of(tables.wounds, mass, damage + 1)


@pytest.mark.parametrize(
    ("row", "level", "where"),
    [
        ((0, 0, 0, 0, 0, 0), 1, Marked(1, X)),
        ((2, 0, 0, 0, 0, 0), 1, Marked(1, X)),
        ((3, 0, 0, 0, 0, 0), 1, Marked(2, SLASH)),
        ((3, 1, 0, 0, 0, 0), 1, Marked(2, SLASH)),
        ((3, 2, 0, 0, 0, 0), 1, Marked(3, SLASH)),
        ((3, 2, 1, 0, 0, 0), 1, Marked(4, SLASH)),
        ((0, 2, 0, 0, 0, 0), 2, Marked(3, SLASH)),
        ((0, 0, 1, 0, 1, 0), 3, Marked(4, SLASH)),
        ((0, 0, 0, 1, 1, 0), 4, Marked(6, SLASH)),
        ((0, 0, 0, 0, 0, 0), 6, Marked(6, X)),
        ((0, 0, 0, 0, 0, 1), 6, Marked(6, NOWHERE)),
        ((0, 0, 0, 0, 1, 1), 5, Marked(6, NOWHERE)),
        ((3, 2, 1, 1, 1, 1), 1, Marked(6, NOWHERE)),
    ],
)
def test_a_full_box_sends_a_wound_to_the_next_circle_on_the_right_as_a_slash(
    tables: Tables, row: Filled, level: int, where: Marked
) -> None:
    says("B7", "mark the next free circle to the right in the same row with a slash")
    says("B7", "Nothing free to the right → no further mark; treat as Destroyed again (R).")
    assert marked(tables.wounds, row, level) == where
    by_level = having(tables, wounds__overflow_destroys=False).wounds
    assert marked(by_level, row, level) == (Marked(level, NOWHERE) if where.mark is NOWHERE else where)


@pytest.mark.parametrize(
    ("row", "level", "where"),
    [(UNMARKED, 4, Marked(4, SLASH)), ((0, 0, 0, 1, 0, 0), 4, Marked(5, SLASH)), (UNMARKED, 9, Marked(6, SLASH)),
     ((0, 0, 0, 0, 0, 1), 6, Marked(6, NOWHERE))],
)  # fmt: skip
def test_an_extra_wound_is_always_a_slash(tables: Tables, row: Filled, level: int, where: Marked) -> None:
    says("B7", "Extra wounds from a bad shock check (B9) are also slashes.")
    assert slashed(tables.wounds, row, level) == where


@given(st.lists(st.integers(1, 6), max_size=15))
def test_a_row_takes_nine_wounds_and_no_more(tables: Tables, levels: list[int]) -> None:
    row = UNMARKED
    for count, level in enumerate(levels):
        where = marked(tables.wounds, row, level)
        assert where.level >= level
        assert (where.mark is X) == (where.level == level and where.mark is not NOWHERE)
        after = with_mark(row, where)
        assert sum(after) - sum(row) == (where.mark is not NOWHERE)
        assert all(have <= most for have, most in zip(after, tables.wounds.circles, strict=True))
        assert sum(after) <= min(count + 1, sum(tables.wounds.circles))
        row = after


def test_circles_are_counted_area_by_area_and_without_the_unmarked() -> None:
    wounds = [wound(0, 1), wound(0, 1), wound(0, 3, SLASH), wound(2, 6), wound(2, 6, NOWHERE)]
    assert filled(wounds, 0) == (2, 0, 1, 0, 0, 0)
    assert filled(wounds, 2) == (0, 0, 0, 0, 0, 1)
    assert filled(wounds, 1) == UNMARKED
    assert len(LEVELS) == len(UNMARKED)
