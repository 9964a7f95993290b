"""The table of the conversion, as `assets/rulesets/cities.toml` gives it: what each figure means stands there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fleshwound.components.cities import TraumaDie


@dataclass(frozen=True, slots=True, eq=False)
class DamageRow:
    """Damage of a natural attack, from a mean impact on."""

    from_tenths: int
    dice: int
    sides: int
    plus: int
    trauma: TraumaDie | None = None


@dataclass(frozen=True, slots=True, eq=False)
class WeaponRow:
    """What weapons of a kind stand for, from a weight on; the first row that fits counts."""

    kind: str
    from_lb: int
    stands_for: str


@dataclass(frozen=True, slots=True, eq=False)
class ConversionTable:
    """How what is given for other rules is reckoned under these (`fleshwound.systems.cities.conversion`)."""

    prowess_from: int
    prowess_step: int
    body_from: int
    body_step: int
    level_least: int
    hit_points: int
    full_strength: int
    attack_from: int
    attack_step: int
    ac: int
    ac_most: int
    dodge_from: int
    dodge_step: int
    hide_step: int
    trauma_target: int
    trauma_strength: tuple[int, ...]
    large_strength: int
    morale: int
    morale_most: int
    will_from: int
    will_step: int
    move_m: int
    move_from_ft: int
    move_step_ft: int
    attribute_least: int
    attribute_most: int
    skill_from: int
    skill_step: int
    skill_most: int
    skill_trained: int
    skills: Mapping[str, str]
    tools_from: int
    damage: tuple[DamageRow, ...]
    worn_melee_step: int
    worn_ranged_step: int
    worn_soak_step: int
    worn_trauma: tuple[int, ...]
    shield_melee_step: int
    shield_ranged_step: int
    shield_bash: str
    weapons: tuple[WeaponRow, ...]
    weapon_ids: Mapping[str, str]
