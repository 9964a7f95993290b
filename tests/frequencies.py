"""How often something came up against how likely it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeVar

T = TypeVar("T", bound=Hashable)

LEAST_EXPECTED: Final = 10


def check_frequencies(odds: Mapping[T, Fraction], seen: Sequence[T], errors: float = 5.0) -> None:
    """Fail unless each share of `seen` is within so many standard errors of its chance; rare cells are pooled.

    Five errors: below 1 in 10 000 for a fair sample of up to 150 cells.
    """
    counts, n = Counter(seen), len(seen)
    assert counts.keys() <= odds.keys(), f"never possible: {counts.keys() - odds.keys()}"
    assert sum(odds.values()) == 1
    rare = [cell for cell, chance in odds.items() if chance * n < LEAST_EXPECTED]
    cells = [([cell], chance) for cell, chance in odds.items() if chance * n >= LEAST_EXPECTED]
    for members, chance in [*cells, (rare, sum((odds[cell] for cell in rare), Fraction()))]:
        # Of few that are pooled the count is too skewed for a standard error to bound it.
        error = float(chance * (1 - chance) / n) ** 0.5
        share = sum(counts[cell] for cell in members) / n
        assert abs(share - chance) <= max(errors * error, LEAST_EXPECTED / n * (len(members) > 1)), (members, share)
