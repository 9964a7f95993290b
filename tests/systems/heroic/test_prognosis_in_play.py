"""Prognoses held to play: the share of many in one plight who are in each state later (heroic H5–H8, H13).

Twenty plights, each lived through n times, seeds 0, 1, 2, …: n = 50 000 in a long run, 100 else. At three times of each
the counts are held to the prognosis by shock state, by who bleeds, and by who is past danger; cells that expect fewer
than 10 are pooled. A count may be off by as many standard errors as all tests together fail once in 1 000 (Bonferroni),
and by a half besides; where a prognosis left something out, by that too.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from statistics import NormalDist
from typing import Final

import pytest
from plights import Wounded, wounded
from scripting import editing

from fleshwound.components.creature import Bleeding, FatigueKind, InjuryKind, Shock, ShockState
from fleshwound.components.definitions import Aspect
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.game.combat import Combat
from fleshwound.systems.heroic.aftermath import SAFE
from fleshwound.systems.heroic.fighter import fighter
from fleshwound.systems.heroic.patient import Patient
from fleshwound.systems.heroic.prognosis import patient_of, plight_of

pytestmark = pytest.mark.sample

N: Final = 50_000
ORDINARY: Final = 100
BATCH: Final = 25
"""Creatures of one combat, where nobody looks after them."""
BLUNT, EDGED, PIERCING, FIRE = Aspect

DEEP = ("abdomen", 4, EDGED, True, None)
CUT = ("left_thigh", 3, EDGED, False, None)
WEAK = (("strength", 8), ("endurance", 8), ("will", 8))

PLIGHTS: Final = {
    "one bleeder": (Wounded((DEEP,)), HOUR),
    "one bleeder, a physician": (Wounded((DEEP,), physician=60), HOUR),
    "one bleeder, a poor physician": (Wounded((DEEP,), physician=25), HOUR),
    "unconscious and bleeding": (
        Wounded((DEEP,), "unconscious", ((15, FatigueKind.WEARINESS),), attributes=(("strength", 12),)),
        15 * MINUTE,
    ),
    "unconscious and bleeding, a physician": (
        Wounded((DEEP,), "unconscious", ((15, FatigueKind.WEARINESS),), attributes=(("strength", 12),), physician=60),
        15 * MINUTE,
    ),
    "two bleeders": (Wounded((DEEP, ("neck", 4, PIERCING, True, None))), 30 * MINUTE),
    "two bleeders, a physician": (Wounded((DEEP, ("neck", 3, EDGED, True, None)), physician=70), 30 * MINUTE),
    "stunned": (Wounded((CUT,), "stunned", ((20, FatigueKind.WINDEDNESS),)), 10 * MINUTE),
    "incapacitated": (Wounded((CUT,), "incapacitated"), 2 * DAY),
    "incapacitated and weak": (Wounded((CUT,), "incapacitated", attributes=WEAK, shock=30), 4 * DAY),
    "unconscious by its skull": (Wounded((("skull", 4, BLUNT, False, 4),), "unconscious"), 10 * DAY),
    "in Extended Shock": (Wounded((CUT,), course=InjuryKind.EXTENDED_SHOCK), 2 * DAY),
    "in Extended Shock and bleeding": (Wounded((DEEP,), course=InjuryKind.EXTENDED_SHOCK), HOUR),
    "in a coma": (Wounded((CUT,), course=InjuryKind.COMA), 60 * DAY),
    "infected": (Wounded((("left_calf", 2, EDGED, False, 4),), infection=4), 30 * DAY),
    "infected and weary": (
        Wounded((CUT,), tired=((20, FatigueKind.WEARINESS),), infection=3, intents="ai"),
        20 * DAY,
    ),
    "one untreated wound": (Wounded((CUT,)), 60 * DAY),
    "one untreated wound, a physician": (Wounded((CUT,), physician=60), 60 * DAY),
    "three treated wounds": (
        Wounded((("left_thigh", 3, EDGED, False, 4), ("thorax", 2, PIERCING, False, 4), ("skull", 1, EDGED, False, 5))),
        60 * DAY,
    ),
    "a grievous wound, a physician": (Wounded((("thorax", 5, PIERCING, False, None),), physician=50), 2 * HOUR),
}
TESTS: Final = len(PLIGHTS) * 3 * 8
"""At the most: four states, and twice two."""
ERRORS: Final = NormalDist().inv_cdf(1 - 0.001 / (2 * TESTS))


def patient(combat: Combat, entity: int, horizon: int) -> Patient:
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # the heroic rules have one
        return patient_of(battle, who, battle.now + horizon, None)


def told(combat: Combat, entity: int, of: Patient) -> tuple[str, bool, bool]:
    """The state of a creature, whether it bleeds, whether it is past danger."""
    state = combat.component(entity, ShockState).state
    bleeds = bool(combat.component(entity, Bleeding).bleeders)
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, entity)  # type: ignore[attr-defined]  # the heroic rules have one
        safe = state is not Shock.DEAD and plight_of(battle, who, of) == SAFE
    return str(state), bleeds, safe


def lived(plight: Wounded, times: list[int], n: int) -> list[Counter[tuple[str, bool, bool]]]:
    """What has become, by each of some times, of n creatures in a plight."""
    batch = 1 if plight.physician is not None else BATCH
    found: list[Counter[tuple[str, bool, bool]]] = [Counter() for _ in times]
    for seed in range(n // batch):
        combat = Combat(seed=seed)
        entities = [wounded(combat, plight, column) for column in range(batch)]
        patients = [patient(combat, entity, times[-1]) for entity in entities]
        for time, counted in zip(times, found, strict=True):
            combat.advance((time - combat.now) / SECOND)
            counted.update(told(combat, e, of) for e, of in zip(entities, patients, strict=True))
    return found


def hold(label: str, cells: list[tuple[int, float]], n: int, dropped: float) -> None:
    """Hold counts to chances; cells that expect fewer than 10 are pooled."""
    rare = [cell for cell in cells if cell[1] * n < 10]
    kept = [cell for cell in cells if cell[1] * n >= 10]
    pooled = (sum(count for count, _ in rare), sum(chance for _, chance in rare))
    for count, chance in [*kept, pooled]:
        error = sqrt(n * chance * (1 - min(1.0, chance))) if chance * n >= 10 else sqrt(n * chance) + 2
        assert abs(count - n * chance) <= ERRORS * error + 0.5 + n * dropped, f"{label}: {count} of {n}, {chance:.4f}"


@pytest.mark.parametrize("name", PLIGHTS)
def test_as_many_end_so_in_play_as_the_prognosis_says(name: str, long: bool) -> None:
    plight, horizon = PLIGHTS[name]
    n = N if long else ORDINARY
    times = [horizon // 6, horizon // 2, horizon]
    combat = Combat()
    entity = wounded(combat, plight)
    expected = combat.prognosis(entity, horizon / SECOND, treated_by=plight.physician)
    for time, found in zip(times, lived(plight, times, n), strict=True):
        moment = expected.at(time / SECOND)
        label = f"{name} after {time // SECOND} s"
        states = Counter[str]()
        for (state, _, _), count in found.items():
            states[state] += count
        hold(label, [(states[state], chance) for state, chance in moment.by_state.items()], n, moment.dropped)
        for word, place, chance in (("bleeding", 1, moment.bleeding), ("recovered", 2, moment.recovered)):
            count = sum(number for key, number in found.items() if key[place])
            hold(f"{label}, {word}", [(count, chance), (n - count, 1 - chance)], n, moment.dropped)
