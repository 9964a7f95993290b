"""Constants of the ruleset, as `assets/rulesets/cities.toml` gives them: one frozen table a section of the rulebook.

What each figure means stands in that file beside it. `fleshwound.game.content` alone builds a `Tables`; like all
definitions they are shared and compared by identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fleshwound.components.cities import ShockRating, TraumaDie
from fleshwound.systems.cities.conversion_table import ConversionTable


@dataclass(frozen=True, slots=True, eq=False)
class NumberTable:
    """Character numbers (cities A1)."""

    modifier_from: tuple[int, int, int, int]
    attribute_default: int
    untrained: int
    hit_die: int
    hit_die_hard_to_kill: int
    hit_points_least: int
    levels_per_attack: int
    save_base: int
    save_least: int
    npc_save_base: int
    npc_dice_per_save: int


@dataclass(frozen=True, slots=True, eq=False)
class FightTable:
    """The sequence of a fight (cities A2)."""

    round_s: int
    initiative_sides: int
    individual_initiative: bool
    cell_mm: int
    crawl_ft: int
    awareness_cells: int
    losses_per_check: int
    flees_m: int
    near_m: int


@dataclass(frozen=True, slots=True, eq=False)
class ManeuverTable:
    """Shove, grapple, screen, execution (cities A2)."""

    shove_m: int
    screen_m: int
    attack_per_skill: int
    charge_least_m: int
    defence_ac: int
    charge_ac: int
    execution_difficulty: tuple[int, int, int]
    execution_snipers_save: int


@dataclass(frozen=True, slots=True, eq=False)
class AttackTable:
    """The attack roll (cities A3)."""

    base_ac: int
    untrained: int
    far: int
    cover_part: int
    cover_most: int
    prone_far: int
    prone_near: int
    pressed: int
    snap: int
    charge: int
    burst_hit: int
    burst_damage: int
    burst_rounds: int
    suppress_rounds: int
    suppress_spread: int
    two_weapons_hit: int
    two_weapons_damage: int
    two_weapons_skill: int
    improvised_hit: int
    improvised_damage: int
    slugs_hit: int
    from_vehicle: int
    gunlink: int
    spot_ac: int
    scatter_sides: int
    dazed: int
    dazed_rounds_sides: int
    blinded: int


@dataclass(frozen=True, slots=True, eq=False)
class DamageTable:
    """Damage and Shock (cities A4)."""

    least: int
    assault_ac: int
    assault_shock: int
    killing_levels: int
    killing_trauma: int
    small_machine_enc: int


@dataclass(frozen=True, slots=True, eq=False)
class TraumaTable:
    """Trauma Targets (cities A5)."""

    target: int
    by_trait: Mapping[str, int]
    dermal: tuple[int, int, int]
    dermal_ac: tuple[int, int, int]
    dermal_shock_level: int


@dataclass(frozen=True, slots=True, eq=False)
class InjuryRow:
    """A row of the table of major injuries (cities A6)."""

    name: str
    kind: str
    part: str = ""
    at: tuple[str, ...] = ()
    """Locations that it is shown at; on a body that has none of them, the parts of these ids."""


@dataclass(frozen=True, slots=True, eq=False)
class InjuryTable:
    """Major injuries (cities A6)."""

    sides: int
    clinic_s: int
    gut_modifier: int
    rows: tuple[InjuryRow, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DyingTable:
    """Zero hit points and stabilising (cities A7)."""

    rounds: int
    difficulty: int
    no_tools: int
    patch_difficulty: int
    wakes_s: int
    wakes_with: int
    armor_bonus: int
    armor_difficulty: int
    factor_strain: int


@dataclass(frozen=True, slots=True, eq=False)
class CareTable:
    """Healing and System Strain (cities A7)."""

    week_s: int
    work_s: int
    work_difficulty: int
    night_s: int
    night_strain: int
    aid_s: int
    aid_sides: int
    aid_skill: int
    aid_strain: int
    overstrain_s: int


@dataclass(frozen=True, slots=True, eq=False)
class HazardTable:
    """What befalls creatures otherwise than by blows: the rulebook is silent."""

    fall_ft: int
    sides: int


@dataclass(frozen=True, slots=True, eq=False)
class Brawl:
    """Bare hands at one level of Punch (cities A9)."""

    dice: int
    sides: int
    plus: int
    trauma: TraumaDie
    shock: ShockRating | None = None


@dataclass(frozen=True, slots=True, eq=False)
class UnarmedTable:
    """Bare hands (cities A9)."""

    plain: Brawl
    combatant: tuple[Brawl, Brawl, Brawl, Brawl, Brawl]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Everything the rules read that isn't a creature, a weapon or a piece of armour."""

    numbers: NumberTable
    fight: FightTable
    maneuvers: ManeuverTable
    attack: AttackTable
    damage: DamageTable
    trauma: TraumaTable
    injury: InjuryTable
    dying: DyingTable
    care: CareTable
    hazards: HazardTable
    unarmed: UnarmedTable
    conversion: ConversionTable
