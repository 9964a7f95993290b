"""Many at once: what a host with an army must be able to count on."""

from __future__ import annotations

from time import process_time

import pytest
from speed import in_time

from fleshwound.components.events import Moved
from fleshwound.game.combat import Combat


def armies(each: int, gap: int, foes: str) -> Combat:
    """Two armies in blocks seven wide, so many cells apart: most are hemmed in by their own."""
    combat = Combat(seed=1)
    for side, kind, left in (("red", "man_at_arms", 0), ("blue", foes, 7 + gap)):
        for n in range(each):
            combat.spawn(kind, side=side, at=(left + n % 7, n // 7))
    return combat


@pytest.mark.parametrize("foes", ["man_at_arms", "gray_wolf"])
@pytest.mark.parametrize("gap", [0, 3, 12, 40])
def test_fifty_against_fifty_take_less_than_five_seconds_for_eight(gap: int, foes: str) -> None:
    combat = armies(50, gap, foes)
    before = process_time()
    combat.advance(8)
    took = process_time() - before
    assert combat.now == 8_000_000
    in_time(took, 5)
    told = combat.drain()
    assert len({getattr(e, "creature", getattr(e, "attacker", 0)) for e in told if e.at}) > 20
    assert gap == 0 or any(isinstance(e, Moved) for e in told)
