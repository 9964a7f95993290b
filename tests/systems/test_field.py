from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.systems.field import STEPS, Cell, Field, distance, facing

cells = st.tuples(st.integers(0, 7), st.integers(0, 7))


@given(cells, cells, cells)
def test_distance_is_a_metric_in_which_diagonals_count_one(a: Cell, b: Cell, c: Cell) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert all(distance(a, (a[0] + x, a[1] + y)) == 1 for x, y in STEPS)


@pytest.mark.parametrize(
    ("there", "looks"),
    [
        ((0, -3), 0), ((3, -3), 1), ((3, 0), 2), ((3, 3), 3), ((0, 3), 4), ((-3, 3), 5), ((-3, 0), 6), ((-3, -3), 7),
        ((5, 2), 2), ((5, 3), 3), ((0, 0), 0),
    ],
)  # fmt: skip
def test_facing_counts_clockwise_from_north(there: Cell, looks: int) -> None:
    assert facing((0, 0), there) == looks


def shortest(field: Field, start: Cell, goal: Cell, near: int, taken: frozenset[Cell]) -> int | None:
    """The same by flooding, to hold the search against."""
    reached, steps = {start}, 0
    while reached:
        if any(distance(cell, goal) <= near for cell in reached):
            return steps
        beside = {(x + dx, y + dy) for x, y in reached for dx, dy in STEPS}
        wider = reached | {cell for cell in beside if field.open(cell) and cell not in taken}
        if wider == reached:
            return None
        reached, steps = wider, steps + 1
    return None


@given(cells, cells, st.integers(0, 2), st.frozensets(cells, max_size=25), st.frozensets(cells, max_size=10))
def test_a_way_is_shortest_and_enters_open_cells_only(
    start: Cell, goal: Cell, near: int, blocked: frozenset[Cell], taken: frozenset[Cell]
) -> None:
    field = Field(8, 8, blocked)
    way = field.way(start, goal, near, taken)
    length = shortest(field, start, goal, near, taken)
    assert (None if way is None else len(way)) == length
    if way:
        assert all(field.open(cell) and cell not in taken for cell in way)
        assert all(distance(a, b) == 1 for a, b in zip([start, *way], way, strict=False))
        assert distance(way[-1], goal) <= near


def test_a_walled_in_goal_has_no_way_and_the_search_ends_also_without_edges() -> None:
    ring = frozenset((10 + x, y) for x, y in STEPS)
    assert Field(blocked=ring).way((0, 0), (10, 0), 0, frozenset()) is None


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (4, 0), (0, 3), (2, 2)])
def test_what_is_off_the_map_or_blocked_is_not_open(cell: Cell) -> None:
    field = Field(4, 3, frozenset({(2, 2)}))
    assert not field.open(cell)
    assert field.open((3, 2))
    assert Field().open((-1000, 1000))
