"""How fast the pure rules play a blow."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from speed import held

from fleshwound.components.definitions import Aspect
from fleshwound.game.content import load
from fleshwound.systems.drivers import sample
from fleshwound.systems.heroic.blow import blow
from fleshwound.systems.heroic.body import body_of, mask
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.injury import Harm, cover_of
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.victim import Victim

BLOWS = 50_000
PER_SECOND = 350_000


@pytest.fixture(scope="module")
def man() -> Victim:
    """A human with a sword in the right hand, unarmoured."""
    content = load()
    cover = cover_of(content.tables("heroic", Tables), body_of(content.anatomy("human")), 1000, ())
    hand = next(i for i, part in enumerate(cover.body.anatomy.parts) if part.holds)
    return Victim(1, cover, Mastery(50), Mastery(60), Mastery(60), Mastery(60), holding=mask([hand]), dominant=hand)


@pytest.mark.parametrize("impact", [3, 12, 18, 22])
def test_blows_by_the_pure_rules(benchmark: Any, man: Victim, impact: int) -> None:
    """Unaimed location, protection, level, bleeding, mishap, shock test, state: 12 edged 350 000 a second.

    The other impacts, of which the worst may sever, are held to two thirds of that.
    """
    uniform, harm = Random(7).random, Harm(Aspect.EDGED)

    def blows() -> int:
        for _ in range(BLOWS):
            sample(blow(man, harm, impact), uniform)
        return BLOWS

    held(benchmark, blows, PER_SECOND if impact == 12 else PER_SECOND * 2 // 3)
