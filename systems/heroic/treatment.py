"""Treatment of wounds: what is done, and what comes of it (heroic H13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import STEPS, Level, Rule
from fleshwound.systems.heroic.d100 import Mastery, tested
from fleshwound.systems.heroic.impairment import Severity, severity_of
from fleshwound.systems.heroic.tables import Tables

SURGERY: Final = "surgery"
"""The method that opens a bleeder where it fails."""


class Method(NamedTuple):
    """What a wound calls for."""

    name: str
    """`compress`, `clean`, `set`, `surgery`."""
    modifier: int
    """Of the Physician test."""


class After(NamedTuple):
    """What a healing rate brings with it."""

    bleeds: bool
    permanent: bool
    """Whether the wound may leave permanent impairment (heroic H10)."""


@dataclass(frozen=True, slots=True)
class Treatment:
    """What treating one wound came to."""

    level: Level
    healing_rate: int
    """1..6, and that of the wound from now on; at `healed_at` or above the wound is healed at once."""
    healed: bool
    bleeds: bool
    """Whether it opened a bleeder."""
    permanent: bool
    """Whether the wound may leave permanent impairment (heroic H10)."""


def method_of(tables: Tables, aspect: Aspect, severity: Severity) -> Method:
    """Find what a wound of an aspect and severity calls for (heroic H13)."""
    name = aspect.name.lower()
    place = severity - Severity.MINOR
    return Method(tables.treatment.methods[name][place], tables.treatment.modifiers[name][place])


def healing_rate(tables: Tables, severity: Severity, level: Level) -> int:
    """Read the table of treatment: the healing rate that a result gives a wound (heroic H13)."""
    table = tables.treatment
    row = (table.minor, table.serious, table.grievous)[severity - Severity.MINOR]
    return row[STEPS[level] + 1]


def after_treatment(tables: Tables, aspect: Aspect, severity: Severity, rate: int) -> After:
    """Find what a treated wound's healing rate brings with it: a bleeder, a mark for good (heroic H13).

    Only a grievous wound bleeds, at a healing rate of 2 or 3, and never a burn.
    """
    table = tables.treatment
    name = aspect.name.lower()
    grave = severity is Severity.GRIEVOUS
    bleeds = grave and rate in table.bleeding_rates and name in table.bleeding_aspects
    return After(bleeds, rate in table.permanent[name][severity - Severity.MINOR])


def treatment(tables: Tables, aspect: Aspect, severity: Severity, method: str, level: Level) -> Treatment:
    """Find what a result comes to (heroic H13): surgery that fails opens a bleeder whatever the wound."""
    rate = healing_rate(tables, severity, level)
    after = after_treatment(tables, aspect, severity, rate)
    bleeds = after.bleeds or (method == SURGERY and level < Level.MS)
    healed = rate >= tables.healing.healed_at
    return Treatment(level, rate, healed, bleeds, after.permanent)


def treatment_test(tables: Tables, mastery: Mastery, aspect: Aspect, level: int) -> Rule[Treatment]:
    """Treat a wound of an injury level, 1..5: a test of Physician with the modifier of what it calls for (heroic H13).

    `mastery` is the physician's, with fatigue and impairment in it.
    """
    severity = severity_of(tables, level)
    method = method_of(tables, aspect, severity)
    result = yield from tested("treatment", mastery.plus(method.name, method.modifier))
    return treatment(tables, aspect, severity, method.name, result.level)
