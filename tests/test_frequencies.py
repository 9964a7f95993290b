"""The check of frequencies finds out what isn't fair."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from frequencies import check_frequencies

FAIR = {face: Fraction(1, 6) for face in range(1, 7)}


def throws(weights: list[int]) -> list[int]:
    """6 000 throws, seed 3."""
    return Random(3).choices(range(1, 7), weights, k=6_000)


def test_a_fair_die_passes() -> None:
    check_frequencies(FAIR, throws([1] * 6))


@pytest.mark.parametrize("weights", [[6, 6, 6, 6, 6, 8], [1, 1, 1, 1, 1, 0]])
def test_a_loaded_die_is_found_out(weights: list[int]) -> None:
    with pytest.raises(AssertionError):
        check_frequencies(FAIR, throws(weights))


def test_what_can_never_be_is_found_out() -> None:
    with pytest.raises(AssertionError, match="never possible"):
        check_frequencies(FAIR, [*throws([1] * 6), 7])


def test_rare_cells_are_pooled() -> None:
    rare = {0: Fraction(9_990, 10_000)} | {cell: Fraction(1, 10_000) for cell in range(1, 11)}
    check_frequencies(rare, [0] * 9_990 + [1] * 9 + [2])
    with pytest.raises(AssertionError):
        check_frequencies(rare, [0] * 9_900 + [1] * 100)
