"""Constants of the ruleset, as `assets/rulesets/heroic.toml` gives them: one frozen table a section of the rulebook.

What each figure means stands in that file beside it. `fleshwound.game.content` alone builds a `Tables`; like all
definitions they are shared and compared by identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from fleshwound.components.definitions import Role
from fleshwound.systems.heroic.nervetables import FearTable, MoraleTable, PsycheTable, RallyTable

ByLevel: TypeAlias = tuple[int, int, int, int]
"""A figure for each result of a test: CF, MF, MS, CS."""

Ceilings: TypeAlias = tuple[int, int, int]
"""Health in per cent for one, two, three or more parts in a state."""

AspectNames: TypeAlias = tuple[str, ...]

Rates: TypeAlias = tuple[int, ...]
"""Healing rates."""


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """Where an unlisted skill opens (heroic H1)."""

    of: tuple[str, str]
    multiple: int


@dataclass(frozen=True, slots=True, eq=False)
class TestTable:
    """Tests (heroic H1)."""

    least: int
    most: int
    attribute_multiple: int
    opening_most: int
    openings: Mapping[str, Opening]


@dataclass(frozen=True, slots=True, eq=False)
class BleedingGrid:
    """Aspects that make a bleeder, by susceptibility, at levels 1..5 (heroic H4)."""

    none: tuple[AspectNames, AspectNames, AspectNames, AspectNames, AspectNames]
    low: tuple[AspectNames, AspectNames, AspectNames, AspectNames, AspectNames]
    medium: tuple[AspectNames, AspectNames, AspectNames, AspectNames, AspectNames]
    high: tuple[AspectNames, AspectNames, AspectNames, AspectNames, AspectNames]


@dataclass(frozen=True, slots=True, eq=False)
class InjuryTable:
    """From blow to injury (heroic H4)."""

    thresholds: tuple[int, int, int, int, int]
    scale_strength: int
    scale_exponent: float
    scale_least: int
    scale_most: int
    bleed_trait: int
    sever_level: int
    sever_low: int
    sever_medium: int
    sever_high: int
    fatal: tuple[str, ...]
    mishap_test_level: int
    mishap_automatic_level: int
    worst_level: int
    bleeding: BleedingGrid


@dataclass(frozen=True, slots=True, eq=False)
class ShockTable:
    """Shock (heroic H5)."""

    least_tested: int
    greatest_tested: int
    adjustments: ByLevel
    glancing_index: int
    glancing_bonus: int
    held_on: int
    states_above: int
    stumble_index: int


@dataclass(frozen=True, slots=True, eq=False)
class RetestTable:
    """Re-tests of shock (heroic H5)."""

    modifier: int
    unconscious_after_s: int
    extended_cf: int
    extended_mf: int


@dataclass(frozen=True, slots=True, eq=False)
class CourseTable:
    """Extended Shock and coma (heroic H6, H7)."""

    deltas: ByLevel
    dead_at: int
    over_at: int
    extended_interval_s: int
    moved_interval_s: int
    moved_windedness: int
    coma_interval_dice: int
    coma_interval_sides: int
    coma_interval_unit_s: int
    coma_base: int
    coma_least: int
    coma_no_wound: int


@dataclass(frozen=True, slots=True, eq=False)
class BleedingTable:
    """Blood loss and stoppage (heroic H8)."""

    interval_s: int
    points: ByLevel
    fatigue_per_point: int
    retry_bonus: int
    physician_multiple: int


@dataclass(frozen=True, slots=True, eq=False)
class ImpairmentTable:
    """Impairment, and what of it stays (heroic H9, H10)."""

    unusable_level: int
    serious_level: int
    serious: int
    minor: int
    minor_heals_at: int
    permanent_days: tuple[int, ...]
    permanent: tuple[int, ...]
    roles: Mapping[str, tuple[Role, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class HealthTable:
    """Health and its bands (heroic H11)."""

    minor_to: int
    serious_to: int
    limb_minor: Ceilings
    limb_serious: Ceilings
    limb_grievous: Ceilings
    limb_unusable: Ceilings
    critical_minor: Ceilings
    critical_serious: Ceilings
    critical_grievous: Ceilings
    critical_unusable: Ceilings
    living_least: int
    excellent_from: int
    good_from: int
    fair_from: int
    poor_from: int


@dataclass(frozen=True, slots=True, eq=False)
class CombatTable:
    """Rounds, exchanges and impact (heroic H12)."""

    round_s: int
    prone: int
    off_hand: int
    off_hand_impact: int
    further_defence: int
    advantage_stars: int
    advantage_impact: int
    setup_bonus: int
    breakage_sides: int
    couched_factor: int
    slow_turns: int
    withdraw_divisor: int
    strength_floor_from: int
    strength_middle: int
    strength_low_base: int
    rise_divisor: int
    spread_steps: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MissileTable:
    """Missiles (heroic H12)."""

    point_blank_divisor: int
    point_blank_spread: int
    point_blank_impact: int
    direct_spread: int
    thrown_impact: int
    draw_strength: int
    draw_step: int
    draw_penalty: int
    crossbow_multiple: int
    evasion: int
    ready_actions: int
    crossbow_actions: int
    clear_actions: int
    quiver: int
    stray_free: int
    standard: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class ContestTable:
    """Fighting without arms: blocks with a limb, trials of Strength and what their margins come to (heroic H12)."""

    rigid_impact: int
    block_at_odds: int
    block_impact: int
    sides: int
    press_advantage: int
    grab_advantage: int
    trip_advantage: int
    one_handed: int
    off_hand: int
    margins: tuple[int, int]
    press_ft: tuple[int, int, int]
    throw_ft: tuple[int, int, int]
    press_index_from: tuple[int, int, int]
    press_index: tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class TreatmentTable:
    """Treatment of wounds (heroic H13); by aspect, then for a minor, serious, grievous one."""

    duration_s: int
    minor: ByLevel
    serious: ByLevel
    grievous: ByLevel
    bleeding_rates: Rates
    bleeding_aspects: AspectNames
    methods: Mapping[str, tuple[str, str, str]]
    modifiers: Mapping[str, tuple[int, int, int]]
    permanent: Mapping[str, tuple[Rates, Rates, Rates]]


@dataclass(frozen=True, slots=True, eq=False)
class HealingTable:
    """Healing tests of wounds (heroic H13)."""

    interval_s: int
    levels: ByLevel
    dead_at: int
    healed_at: int
    infectable: AspectNames


@dataclass(frozen=True, slots=True, eq=False)
class InfectionTable:
    """Infection (heroic H13)."""

    interval_s: int
    above_wound: int
    deltas: ByLevel
    dead_at: int
    over_at: int
    weakness: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FatigueTable:
    """Fatigue, its sources and recoveries (heroic H14)."""

    melee_rounds: int
    melee_windedness: int
    breath_s: int
    breath: int
    breath_every_s: int
    rest_s: int
    rest: int
    sleep_s: int
    sleep: int
    day_s: int
    anaemia: int


@dataclass(frozen=True, slots=True, eq=False)
class HazardTable:
    """Harm that nobody strikes (heroic H5)."""

    fall_ft: int
    fall_sides: int
    fall_most: int
    fire_sides: int


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Every constant of `heroic`."""

    test: TestTable
    injury: InjuryTable
    shock: ShockTable
    retest: RetestTable
    course: CourseTable
    bleeding: BleedingTable
    impairment: ImpairmentTable
    health: HealthTable
    combat: CombatTable
    missiles: MissileTable
    contest: ContestTable
    treatment: TreatmentTable
    healing: HealingTable
    infection: InfectionTable
    fatigue: FatigueTable
    hazard: HazardTable
    morale: MoraleTable
    fear: FearTable
    rally: RallyTable
    psyche: PsycheTable
