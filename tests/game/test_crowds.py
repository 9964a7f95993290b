"""Many at once: what a host with an army must be able to count on."""

from __future__ import annotations

from time import process_time

import pytest

from fleshwound.components.events import Moved
from fleshwound.game.combat import Combat


def armies(each: int, gap: int) -> Combat:
    """Two armies in ranks of ten, so many cells apart."""
    combat = Combat(seed=1)
    for n in range(each):
        combat.spawn("man_at_arms", side="red", at=(-(n // 10), n % 10))
        combat.spawn("man_at_arms", side="blue", at=(gap + n // 10, n % 10))
    return combat


@pytest.mark.parametrize("gap", [1, 12, 40])
def test_fifty_against_fifty_take_less_than_five_seconds_for_eight(gap: int) -> None:
    combat = armies(50, gap)
    before = process_time()
    combat.advance(8)
    took = process_time() - before
    assert combat.now == 8_000_000
    assert took < 5
    told = combat.drain()
    assert len({getattr(e, "creature", getattr(e, "attacker", 0)) for e in told if e.at}) > 20
    assert gap == 1 or any(isinstance(e, Moved) for e in told)
