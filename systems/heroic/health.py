"""Health: one percentage for a whole body, and its band (heroic H11)."""

from __future__ import annotations

from fleshwound.components.definitions import Anatomy
from fleshwound.components.views import Band
from fleshwound.systems.heroic.impairment import Impairments, Severity, severity_of_part
from fleshwound.systems.heroic.tables import Ceilings, HealthTable, Tables

UNIMPAIRED = 100


def ceiling(tables: Tables, severity: Severity, count: int, *, critical: bool) -> int:
    """Read the ceiling, in per cent, of `count` limbs or `critical` parts in one state (heroic H11); 100 for none."""
    if severity is Severity.NONE or count <= 0:
        return UNIMPAIRED
    row = _critical(tables.health, severity) if critical else _limb(tables.health, severity)
    return row[min(count, len(row)) - 1]


def _limb(health: HealthTable, severity: Severity) -> Ceilings:
    return (health.limb_minor, health.limb_serious, health.limb_grievous, health.limb_unusable)[severity - 1]


def _critical(health: HealthTable, severity: Severity) -> Ceilings:
    return (health.critical_minor, health.critical_serious, health.critical_grievous, health.critical_unusable)[
        severity - 1
    ]


def lowest_ceiling(tables: Tables, anatomy: Anatomy, impairments: Impairments) -> int:
    """Find the lowest ceiling over all states, in per cent, 0..100, before what the living keep (heroic H11).

    A part that is neither vital nor core counts as a limb, one with no role too. Immobilization, shock, fatigue and
    fear don't enter.
    """
    if impairments.sound:
        return UNIMPAIRED
    limbs = [0] * len(Severity)
    criticals = [0] * len(Severity)
    for index, part in enumerate(anatomy.parts):
        (criticals if part.critical else limbs)[severity_of_part(tables, impairments, index)] += 1
    return min(
        min(
            ceiling(tables, severity, limbs[severity], critical=False),
            ceiling(tables, severity, criticals[severity], critical=True),
        )
        for severity in Severity
    )


def living_health(tables: Tables, ceiling: int) -> int:
    """Find the health of a living creature under a ceiling: never below 1 (heroic H11)."""
    return max(tables.health.living_least, ceiling)


def health(tables: Tables, anatomy: Anatomy, impairments: Impairments, *, dead: bool) -> int:
    """Find a creature's health in per cent: 0 for the dead and for nobody else (heroic H11)."""
    return 0 if dead else living_health(tables, lowest_ceiling(tables, anatomy, impairments))


def band_of(tables: Tables, health: int) -> Band:
    """Read the band of a health: excellent 96–100, good 80–95, fair 60–79, poor 30–59, morbid 1–29, dead 0."""
    table = tables.health
    if health <= 0:
        return Band.DEAD
    if health >= table.excellent_from:
        return Band.EXCELLENT
    if health >= table.good_from:
        return Band.GOOD
    if health >= table.fair_from:
        return Band.FAIR
    return Band.POOR if health >= table.poor_from else Band.MORBID
