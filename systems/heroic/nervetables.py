"""Constants of the nerve (heroic H15): part of `tables`, which says how they come about."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class MoraleTable:
    """Morale and reaction (heroic H15)."""

    brave_bonus: int
    brave_s: int
    withdrawing_s: int
    routed_s: int
    half: int
    outnumbered: int
    threat_ft: int


@dataclass(frozen=True, slots=True, eq=False)
class FearTable:
    """Fear (heroic H15)."""

    terrified_s: int
    afraid_s: int
    catatonic_index: int


@dataclass(frozen=True, slots=True, eq=False)
class RallyTable:
    """Rallies (heroic H15)."""

    index_from: int
    index_step: int
    lockouts_s: tuple[int, int, int, int]
    earshot_ft: int


@dataclass(frozen=True, slots=True, eq=False)
class PsycheTable:
    """Psyche stress (heroic H15)."""

    by_result: tuple[int, int, int, int, int]
    surfaces_s: int
    weakness: int
    changes: tuple[int, int, int, int]
    interval_dice: int
    interval_sides: int
    interval_unit_s: int
    impulse_level: int
    disorder_level: int
    acts_s: int
    acts_dice: int
    acts_sides: int
