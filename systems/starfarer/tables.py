"""Constants of the ruleset, as `assets/rulesets/starfarer.toml` gives them: one frozen table a section of the rulebook.

What each figure means stands in that file beside it. `fleshwound.game.content` alone builds a `Tables`; like all
definitions they are shared and compared by identity.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

ByRating: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""A figure for each range rating, 1..8."""

ByLevel: TypeAlias = tuple[int, int, int, int, int, int]
"""A figure for each level of wounds, 1..6."""

ByMultiple: TypeAlias = tuple[int, int, int, int, int, int, int]
"""A figure for each multiple of Basic Shock, 0..6."""


class PrintedArea(StrEnum):
    """The areas of a human or human-like body, in the order of the track (starfarer B7)."""

    HEAD = "head"
    CHEST = "chest"
    ABDOMEN = "abdomen"
    LEFT_ARM = "left_arm"
    RIGHT_ARM = "right_arm"
    LEFT_LEG = "left_leg"
    RIGHT_LEG = "right_leg"


Chart: TypeAlias = tuple[
    PrintedArea,
    PrintedArea,
    PrintedArea,
    PrintedArea,
    PrintedArea,
    PrintedArea,
    PrintedArea,
    PrintedArea,
    PrintedArea,
    PrintedArea,
]
"""An area for each ones digit, 0..9."""


class LevelBy(StrEnum):
    """What a margin is divided by to make levels (starfarer B1)."""

    DIVISOR = "divisor"
    BCS = "bcs"


class TieBy(StrEnum):
    """What decides who acts first at equal action points (starfarer B2)."""

    INITIATIVE = "initiative"
    DEXTERITY = "dexterity"


class AutomaticBy(StrEnum):
    """What is held against twice the mortal threshold (starfarer B9)."""

    WOUND = "wound"
    SHOCK_TOTAL = "shock_total"


class RoundStep(StrEnum):
    """What is done at the end of each round (starfarer B9)."""

    BLEEDING = "bleeding"
    SHOCK = "shock"
    SURVIVAL = "survival"
    CONSCIOUSNESS = "consciousness"
    CLOTTING = "clotting"


@dataclass(frozen=True, slots=True, eq=False)
class DefenceTable:
    """A default defence task (starfarer B1)."""

    trait: str
    ease: int


@dataclass(frozen=True, slots=True, eq=False)
class TaskTable:
    """Tasks (starfarer B1)."""

    los_by: LevelBy
    lof_by: LevelBy
    divisor: int
    always_fails_from: int
    ease_over: int
    trait_least: int
    lone_trait: int
    los_least: int
    lof_least: int
    defence_los_least: int
    defence_ease: int
    average: int
    untrained: int
    evasion: DefenceTable
    parry: DefenceTable


@dataclass(frozen=True, slots=True, eq=False)
class RoundTable:
    """Time and initiative (starfarer B2)."""

    round_s: int
    initiative_sides: int
    phase: int
    ties: tuple[TieBy, ...]
    debts_carry: bool
    defence_cost: int
    defence_from: int
    declaration: bool
    initiative_modifiers: bool
    multiple_actions: bool
    several_ease: int
    several_cost: int

    @property
    def declared_ahead(self) -> bool:
        """Whether actions are named ahead of the initiative roll; the two other options ask for it as well."""
        return self.declaration or self.initiative_modifiers or self.multiple_actions


@dataclass(frozen=True, slots=True, eq=False)
class AttackTable:
    """Attack tasks: the attribute and the EF (starfarer B3)."""

    ranged_trait: str
    melee_trait: str
    melee: int
    close: int
    point_blank: int
    short: int
    medium: int
    long: int
    extreme: int


@dataclass(frozen=True, slots=True, eq=False)
class RangeTable:
    """Range brackets in metres, by rating (starfarer B3)."""

    bound_included: bool
    point_blank: ByRating
    short: ByRating
    medium: ByRating
    long: ByRating
    extreme_percent: int


@dataclass(frozen=True, slots=True, eq=False)
class AreaTable:
    """Hit location (starfarer B4)."""

    chart: Chart


@dataclass(frozen=True, slots=True, eq=False)
class DamageTable:
    """Damage against armour (starfarer B5)."""

    los_zero_divisor: int
    reduced_least: int
    blow_through: bool
    layers_add: bool
    covered_percent: int


@dataclass(frozen=True, slots=True, eq=False)
class LethalityTable:
    """Lethality against Resilience (starfarer B6)."""

    wound_divisor: int
    head_factor: int
    halved_first: bool


@dataclass(frozen=True, slots=True, eq=False)
class WoundTable:
    """The wound track (starfarer B7)."""

    width_divisor: int
    names: tuple[str, str, str, str, str, str]
    modifiers: ByLevel
    circles: ByLevel
    overflow_destroys: bool


@dataclass(frozen=True, slots=True, eq=False)
class PenaltyTable:
    """Trait penalties (starfarer B8)."""

    shock: ByMultiple
    trunk_divisor: int
    add: bool
    add_in_area: bool
    evasion_by_legs: bool


@dataclass(frozen=True, slots=True, eq=False)
class CheckTable:
    """Checks of disability, shock and survival (starfarer B9)."""

    disability_ease: int
    disability_from: int
    shock_ease: int
    shock_vital_from: int
    shock_limb_from: int
    wound_halved: bool
    stun_included: bool
    duration_sides: int
    again_by_trigger: bool
    extra_wound_above: int
    extra_wound_steps: int
    extra_wound_again: bool
    survival_ease: int
    survival_wound: int
    survival_shock: int
    survival_decay: int
    automatic_factor: int
    automatic_by: AutomaticBy
    round_end: tuple[RoundStep, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BleedingTable:
    """Bleeding (starfarer B10)."""

    stop_ease: int
    ease_per_point: int
    stopped: int
    stopped_per_los: int
    blunt_halved: bool
    blunt_divisor: int
    unmarked: bool


@dataclass(frozen=True, slots=True, eq=False)
class StatisticsTable:
    """Derived statistics (starfarer B11)."""

    mass: int
    agility_divisor: int
    basic_shock_per_mass: int
    stun_factor: int


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Every constant of `starfarer`."""

    tasks: TaskTable
    rounds: RoundTable
    attack: AttackTable
    ranges: RangeTable
    areas: AreaTable
    damage: DamageTable
    lethality: LethalityTable
    wounds: WoundTable
    penalties: PenaltyTable
    checks: CheckTable
    bleeding: BleedingTable
    statistics: StatisticsTable
