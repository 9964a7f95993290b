"""How long a crowd of the wounded takes to save and to load."""

from __future__ import annotations

from time import process_time
from typing import Final

from speed import in_time, pace

from fleshwound.components.creature import (
    Bleeder,
    Bleeding,
    Fatigue,
    FatigueEntry,
    FatigueKind,
    Injuries,
    Injury,
    InjuryKind,
    ShockCause,
    ShockState,
)
from fleshwound.components.definitions import Aspect
from fleshwound.game.combat import Combat

CROWD: Final = 10_000
REPEATS: Final = 3
SAVE_S: Final = 1.5
LOAD_S: Final = 2.0


def wounded() -> Combat:
    """So many creatures at peace, each with two wounds, one of them bleeding, stunned and tired."""
    combat = Combat(seed=1)
    for n in range(CROWD):
        entity = combat.spawn("man_at_arms" if n % 2 else "gray_wolf", side="red", at=(n % 100, n // 100))
        injuries = combat.component(entity, Injuries)
        injuries.entries += [
            Injury(1, InjuryKind.WOUND, n % 5, 3, Aspect.EDGED, None, 0, None, "broadsword/cut"),
            Injury(2, InjuryKind.WOUND, 5 + n % 5, 2, Aspect.BLUNT, 4, 0, None, "mace/crush"),
        ]
        injuries.made = 2
        combat.component(entity, Bleeding).bleeders.append(Bleeder(1, due=300_000_000))
        combat.component(entity, Fatigue).entries.append(FatigueEntry(FatigueKind.WEAKNESS, "blood loss", 5))
        combat.component(entity, ShockState).cause = ShockCause("blow", n % 5, 1, 4, 3, False, 7, None, 0)
    combat.drain()
    return combat


def test_ten_thousand_wounded_are_saved_and_loaded_in_time() -> None:
    """Held to time on the processor, the best of a few, so that other work on the machine doesn't fail it."""
    combat, before = wounded(), pace()
    saving: list[float] = []
    loading: list[float] = []
    for _ in range(REPEATS):
        start = process_time()
        text = combat.save()
        saved = process_time()
        loaded = Combat.load(text)
        saving.append(saved - start)
        loading.append(process_time() - saved)
        assert len(loaded.creatures) == CROWD
    assert loaded.save() == text
    print(f"save {min(saving):.2f} s, load {min(loading):.2f} s, {len(text) / 1e6:.1f} MB")
    in_time(min(saving), SAVE_S, before)
    in_time(min(loading), LOAD_S, before)
