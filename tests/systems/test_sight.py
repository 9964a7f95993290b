"""Sight: what a straight line between two cells crosses, and what bars it."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from fleshwound.systems.field import Field
from fleshwound.systems.sight import between, in_sight

CELLS = st.tuples(st.integers(-12, 12), st.integers(-12, 12))


def field(*blocked: tuple[int, int]) -> Field:
    return Field(blocked=frozenset(blocked))


def test_a_line_along_a_row_crosses_each_cell_of_it() -> None:
    assert between((0, 0), (4, 0)) == (((1, 0),), ((2, 0),), ((3, 0),))
    assert between((0, 0), (1, 0)) == between((2, 2), (2, 2)) == ()


def test_a_diagonal_crosses_cells_and_passes_between_pairs_of_them() -> None:
    assert between((0, 0), (2, 2)) == (((1, 0), (0, 1)), ((1, 1),), ((2, 1), (1, 2)))


def test_a_slanting_line_crosses_every_cell_whose_inside_it_touches() -> None:
    assert between((0, 0), (3, 1)) == (((1, 0),), ((2, 0), (1, 1)), ((2, 1),))
    assert [cell for step in between((0, 0), (2, 1)) for cell in step] == [(1, 0), (1, 1)]


def test_a_wall_between_bars_sight_and_one_beside_does_not() -> None:
    assert not in_sight(field((2, 0)), (0, 0), (4, 0))
    assert in_sight(field((2, 1)), (0, 0), (4, 0))
    assert not in_sight(field((1, 0)), (0, 0), (2, 1))


def test_one_sees_past_a_corner_but_not_between_two_that_touch() -> None:
    assert in_sight(field((1, 0)), (0, 0), (1, 1))
    assert not in_sight(field((1, 0), (0, 1)), (0, 0), (1, 1))


def test_the_cell_one_stands_on_bars_nothing() -> None:
    assert in_sight(field((0, 0), (5, 0)), (0, 0), (5, 0))


@given(CELLS, CELLS, st.frozensets(CELLS, max_size=40))
def test_who_sees_is_seen(a: tuple[int, int], b: tuple[int, int], blocked: frozenset[tuple[int, int]]) -> None:
    ground = Field(blocked=blocked)
    assert in_sight(ground, a, b) is in_sight(ground, b, a)
    there = [frozenset(step) for step in between(a, b)]
    assert there == [frozenset(step) for step in reversed(between(b, a))]


@given(CELLS, CELLS)
def test_a_line_leads_from_cell_to_cell(a: tuple[int, int], b: tuple[int, int]) -> None:
    single = [a, *(step[0] for step in between(a, b) if len(step) == 1), b]
    assert all(max(abs(c[0] - d[0]), abs(c[1] - d[1])) <= 1 for c, d in itertools.pairwise(single))
