"""Infection: tested daily until it kills or is over (heroic H13)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fleshwound.components.creature import Injury, InjuryKind
from fleshwound.components.draws import STEPS, Level, Rule
from fleshwound.systems.heroic.d100 import test_of
from fleshwound.systems.heroic.healing import healing_mastery
from fleshwound.systems.heroic.tables import Tables


class InfectionEnd(StrEnum):
    """How an infection ends."""

    DEAD = "dead"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class InfectionResult:
    """What a test of an infection came to; applied, not offered."""

    level: Level
    before: int
    """Healing rate before the test."""
    after: int
    """And after it; never below 0."""
    end: InfectionEnd | None
    """None: it goes on."""


def infection_weakness(tables: Tables, rate: int) -> int:
    """Find the weakness of an infection: 10 at a healing rate of 1 or 2, 5 at 3 or 4, else none (heroic H13)."""
    by_rate = tables.infection.weakness
    return by_rate[rate - 1] if 1 <= rate <= len(by_rate) else 0


def infection_test(tables: Tables, rate: int, base: int, fatigue: int) -> Rule[InfectionResult]:
    """Test how an infection goes on: Healing Base × healing rate, less fatigue (heroic H13).

    CF -2, MF -1, MS +1, CS +2; at a healing rate of 0 or below the victim is dead, at 6 or above the infection is over.
    One that opens at 6 or more holds until its first test, as a coma does [R].
    """
    table = tables.infection
    level = yield test_of("infection", healing_mastery(base, rate, fatigue))
    after = rate + table.deltas[STEPS[level] + 1]
    end = None
    if after <= table.dead_at:
        after, end = max(0, table.dead_at), InfectionEnd.DEAD
    elif after >= table.over_at:
        end = InfectionEnd.OVER
    return InfectionResult(level, rate, after, end)


def infected(entries: list[Injury]) -> bool:
    """Tell whether any infection is active: while one is, no injury heals (heroic H13)."""
    return any(entry.kind is InjuryKind.INFECTION for entry in entries)
