"""How long a prognosis takes that nobody has asked for before (heroic H5–H8, H13)."""

from __future__ import annotations

from dataclasses import replace
from time import process_time
from typing import Any, Final

import pytest
from plights import Wounded, wounded
from speed import in_time, pace

from fleshwound.components.definitions import Aspect
from fleshwound.game.combat import Combat
from fleshwound.systems.heroic import stages

pytestmark = pytest.mark.bench

EDGED = Aspect.EDGED
PLACES: Final = (("left_thigh", 3), ("left_forearm", 2), ("skull", 3), ("thorax", 4), ("right_calf", 1))


def those(*rates: int | None) -> Wounded:
    """Wounds that may become infected, five at the most, each treated so, or not at all."""
    return Wounded(tuple((*place, EDGED, False, rate) for place, rate in zip(PLACES, rates, strict=False)))


CASES: Final = {
    "one bleeder over an hour": (Wounded((("abdomen", 4, EDGED, True, None),)), 3600, 20),
    "five wounds over 60 days, untreated": (those(None, None, None, None, None), 60 * 86_400, 2000),
    "five wounds over 60 days, treated alike": (those(4, 4, 4, 4, 4), 60 * 86_400, 2000),
    "five wounds over 60 days, treated variously": (those(4, 5, 3, 3, 6), 60 * 86_400, 2000),
    "three wounds over 60 days, a physician": (replace(those(None, None, None), physician=60), 60 * 86_400, 2000),
}
"""Plight, seconds, and how many milliseconds it may take."""
STAGES: Final = (
    stages.blood_losses,
    stages.retests,
    stages.healings,
    stages.infections,
    stages.festering,
    stages.stoppages,
    stages.treatments,
)
"""What is kept of one prognosis for the next."""


@pytest.mark.parametrize("case", CASES)
def test_a_prognosis(benchmark: Any, case: str) -> None:
    plight, seconds, most_ms = CASES[case]
    combat = Combat()
    entity = wounded(combat, plight)
    best, before = float("inf"), pace()
    moments: list[int] = []

    def one() -> None:
        nonlocal best
        for stage in STAGES:
            stage.cache_clear()
        began = process_time()
        told = combat.prognosis(entity, seconds, treated_by=plight.physician)
        best = min(best, process_time() - began)
        assert told.exact
        moments.append(len(told.moments))

    benchmark.pedantic(one, rounds=10 if most_ms < 100 else 2, warmup_rounds=1)
    assert min(moments) > 12  # it is no empty time that is looked over
    benchmark.extra_info.update(milliseconds=round(1000 * best, 1), target=most_ms)
    print(f"\n{benchmark.name}: {1000 * best:.1f} ms, target {most_ms} ms")
    in_time(1000 * best, most_ms, before, unit="ms")
