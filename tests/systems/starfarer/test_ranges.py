"""The range table, every cell and its edges, as the rulebook prints it (starfarer B3)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says, section
from rulebook import tables as tables_of
from settings import having

from fleshwound.components.errors import BadValue
from fleshwound.systems.starfarer.ranges import RATINGS, Bracket, bracket_at, ease_at, reach_mm
from fleshwound.systems.starfarer.tables import Tables

TRAITS, PRINTED = tables_of("B3")
ORDER = (Bracket.POINT_BLANK, Bracket.SHORT, Bracket.MEDIUM, Bracket.LONG, Bracket.EXTREME)


def millimetres(cell: str) -> int:
    """`3,000 m`, `10 km`."""
    number, unit = cell.replace(",", "").split()
    return int(number) * {"m": 1_000, "km": 1_000_000}[unit]


CELLS = [
    (Bracket(name.rstrip("*").lower()), int(rating), millimetres(cell))
    for name, row in PRINTED.rows.items()
    for rating, cell in zip(PRINTED.head, row, strict=True)
]


def test_the_table_has_five_brackets_of_eight_ratings() -> None:
    assert len(CELLS) == 40
    assert {bracket for bracket, _, _ in CELLS} == set(ORDER)
    assert {rating for _, rating, _ in CELLS} == set(RATINGS)


@pytest.mark.parametrize(("bracket", "rating", "bound"), CELLS)
def test_every_bound_belongs_to_the_nearer_bracket(tables: Tables, bracket: Bracket, rating: int, bound: int) -> None:
    says("B3", "Upper bound inclusive (R).")
    further = dict(pairwise((*ORDER, None))) | {Bracket.EXTREME: None}
    assert reach_mm(tables.ranges, rating, bracket) == bound
    for distance in (bound - 1, bound):
        assert bracket_at(tables.ranges, rating, distance, extreme=True) is bracket
    assert bracket_at(tables.ranges, rating, bound + 1, extreme=True) is further[bracket]
    without = having(tables, ranges__bound_included=False).ranges
    assert bracket_at(without, rating, bound - 1, extreme=True) is bracket
    assert bracket_at(without, rating, bound, extreme=True) is further[bracket]


@pytest.mark.parametrize("rating", RATINGS)
def test_extreme_is_half_as_far_again_as_long_and_only_for_some_weapons(tables: Tables, rating: int) -> None:
    says("B3", "only for weapons whose munitions stay lethal past aimed range; always 1.5 × Long")
    long, extreme = (reach_mm(tables.ranges, rating, bracket) for bracket in (Bracket.LONG, Bracket.EXTREME))
    assert extreme * 2 == long * 3
    assert bracket_at(tables.ranges, rating, long + 1) is None
    assert bracket_at(tables.ranges, rating, long + 1, extreme=True) is Bracket.EXTREME


def test_a_laser_pistol_at_15_metres_is_at_medium_so_its_rating_is_2(tables: Tables) -> None:
    says("B3", "a laser pistol at 15 m is at Medium, so it is rating 2 (Short 10, Medium 20)")
    assert bracket_at(tables.ranges, 2, 15_000) is Bracket.MEDIUM
    assert reach_mm(tables.ranges, 2, Bracket.SHORT) == 10_000
    assert reach_mm(tables.ranges, 2, Bracket.MEDIUM) == 20_000


@given(rating=st.sampled_from(RATINGS), distance=st.integers(0, 200_000_000))
def test_close_overrides_every_distance(tables: Tables, rating: int, distance: int) -> None:
    says("B3", "Close = the target could make a melee attack on the firer this round; it overrides the range bracket.")
    assert bracket_at(tables.ranges, rating, distance, close=True) is Bracket.CLOSE


@given(rating=st.integers(1, 7), distance=st.integers(0, 200_000_000))
def test_a_better_rating_never_puts_a_target_further_off(tables: Tables, rating: int, distance: int) -> None:
    near, far = (bracket_at(tables.ranges, of, distance, extreme=True) for of in (rating + 1, rating))
    place = [*ORDER, None]
    assert place.index(near) <= place.index(far)


@pytest.mark.parametrize("rating", [-1, 0, 9])
def test_a_rating_outside_the_table_is_refused(tables: Tables, rating: int) -> None:
    with pytest.raises(BadValue, match=r"expected 1\.\.8"):
        bracket_at(tables.ranges, rating, 1_000)
    with pytest.raises(BadValue, match="another bracket"):
        reach_mm(tables.ranges, 1, Bracket.CLOSE)


@pytest.mark.parametrize("bracket", Bracket)
def test_the_ease_of_each_bracket_is_as_printed(tables: Tables, bracket: Bracket) -> None:
    printed = TRAITS.rows["**Ranged**"][1]
    assert f"{bracket.title()} ×{ease_at(tables.attack, bracket)}" in printed.split(" · ")
    assert f"({tables.attack.ranged_trait.title()}, weapon skill)" in section("B3")
