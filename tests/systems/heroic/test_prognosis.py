"""The prognosis of a wounded creature (heroic H5–H8, H13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fleshwound.components.definitions import Aspect
from fleshwound.components.edits import Afflict, Injure, Tire
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped


def test_an_unconscious_man_who_bleeds_mostly_dies_at_the_first_test_of_his_blood() -> None:
    """Strength at 60, less 15 for fatigue: 45, of which 9 in 100 are critical, and cost him nothing."""
    human = shipped().creature("human")
    combat = Combat()
    man = combat.spawn(
        replace(human, attributes={**human.attributes, "strength": 12}), side="red", at=(0, 0), intents="host"
    )
    combat.edit(Injure(man, "abdomen", 4, Aspect.EDGED, bleeds=True))
    combat.edit(Afflict(man, "unconscious"))
    combat.edit(Tire(man, 15))
    untended = combat.prognosis(man, 900)
    assert untended.exact
    assert untended.at(299).dead == 0
    assert untended.at(300).dead == pytest.approx(0.91, abs=1e-12)
    # A physician at 60 stops it at once in 12 of 100.
    tended = combat.prognosis(man, 900, treated_by=60)
    assert tended.at(300).dead == pytest.approx(0.88 * 0.91, abs=1e-12)
