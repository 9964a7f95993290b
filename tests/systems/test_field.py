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


@pytest.mark.parametrize("near", [0, 1, 2])
def test_whoever_is_surrounded_is_found_to_be_so_without_a_search(near: int) -> None:
    around = frozenset(
        (50 + x, y) for x in range(-near - 1, near + 2) for y in range(-near - 1, near + 2) if (x, y) != (0, 0)
    )
    field = Field(blocked=frozenset({(25, 0), (25, 1), (25, -1)}))
    assert field.way((0, 0), (50, 0), near, around) is None
    assert field.way((50, 0), (0, 0), near, around) is None


def test_a_way_too_long_to_be_seen_to_its_end_leads_nearer() -> None:
    far = (10**9, 10**9)
    straight = Field().way((0, 0), far, 0, frozenset())
    assert straight is not None
    assert straight[:3] == [(1, 1), (2, 2), (3, 3)]
    wall = frozenset((5, y) for y in range(-8, 30))
    round_it = Field(blocked=wall).way((0, 0), (10**6, 0), 0, frozenset())
    assert round_it is not None
    assert not wall & set(round_it)
    assert distance(round_it[-1], (10**6, 0)) < 10**6


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=40), st.integers(0, 2))
def test_a_way_is_found_exactly_where_there_is_one(blocked: set[Cell], near: int) -> None:
    field = Field(8, 8, frozenset(blocked - {(0, 0)}))
    reached = {(0, 0)}
    frontier = [(0, 0)]
    while frontier:
        x, y = frontier.pop()
        for dx, dy in STEPS:
            cell = (x + dx, y + dy)
            if cell not in reached and field.open(cell):
                reached.add(cell)
                frontier.append(cell)
    way = field.way((0, 0), (7, 7), near, frozenset())
    assert (way is not None) == any(distance(cell, (7, 7)) <= near for cell in reached)
