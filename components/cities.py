"""Definitions of the ruleset `cities`: what content says of a creature, a weapon and a piece of armour under it.

They hang on the shared definitions as an optional section, typed: `Creature.cities`, `Weapon.cities`,
`ArmorPiece.cities`. A file gives the section as a table of that name, loaded as strictly as the rest; None: the file
has no such table, and the ruleset converts the shared definition (`fleshwound.systems.cities.conversion`). What has a
section has it whole: nothing of it is converted. A weapon of this ruleset alone has no `modes` of its own, and a
creature of it alone neither attributes nor skills.

Distances are metres, as in the rulebook; the field counts cells of 5 ft. A mode is named `weapon/mode` or
`creature/attack`, as everywhere. Figures that a weapon's mods give (at most +3 to hit and +3 damage, cities A9) are in
the mode already: in `attack`, `plus` and, where they say so, in `shock`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

ATTRIBUTES: Final = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
"""The six attributes, 3..18 (cities A1)."""

COMBAT_SKILLS: Final = ("shoot", "stab", "punch")
"""Skills that a blow is struck with (cities A3)."""

OTHER_SKILLS: Final = ("heal", "exert", "sneak", "notice", "drive", "program", "lead")
"""Skills that another rule reads, or a scenario may."""

SKILLS: Final = (*COMBAT_SKILLS, *OTHER_SKILLS)
"""Every skill that content may give, 0..4; one left out is untrained."""

TRAITS: Final = (
    "hard_to_kill", "killing_blow", "veterans_luck", "on_target",
    "shocking_assault", "close_combatant", "unarmed_combatant", "snipers_eye", "healer", "all_natural",
    "gunlink", "dermal_armor", "trauma_shielding", "emergency_stabilization", "redundant_systems", "skull_citadel",
    "full_body_conversion", "elite",
)  # fmt: skip
"""Edges, foci and cyber that a rule reads (cities A5, A6, A11), each with its level from 1; `elite` may snap attack."""


class Standing(StrEnum):
    """How much a creature matters to the story: what 0 hit points mean to it, and morale (cities A2, A7)."""

    PLAYER = "player"
    """Mortally wounded at 0; never checks morale; wins ties of initiative."""
    NAMED = "named"
    """Mortally wounded at 0."""
    MINOR = "minor"
    """Dies at 0."""


class Save(StrEnum):
    """What a save is rolled with (cities A1)."""

    PHYSICAL = "physical"
    EVASION = "evasion"
    MENTAL = "mental"
    LUCK = "luck"


@dataclass(frozen=True, slots=True)
class ShockRating:
    """Shock as a weapon lists it: `2/15`, or `5/–` (cities A4)."""

    points: int
    """1 or more; the attribute modifier is added when it is dealt."""
    ac: int | None
    """The greatest Melee AC it hurts; None: any (`–`)."""


@dataclass(frozen=True, slots=True)
class TraumaDie:
    """The Trauma Die of a weapon and its rating: `1d8+1/×3` (cities A4)."""

    sides: int
    """2 or more."""
    rating: int
    """What a Traumatic Hit multiplies the damage by, 1 or more."""
    plus: int = 0
    """Added to the die."""


@dataclass(frozen=True, slots=True)
class Blast:
    """A weapon whose attack roll only decides where it comes down (cities A4, A9)."""

    radius_m: int
    """Metres within which everybody is caught, 1 or more."""
    save: Save
    half: bool = True
    """Whether who saves takes half; else nothing."""
    spares_above: int | None = None
    """Melee AC from which each further point takes 1 off the damage; None: no such mercy."""
    dazes: bool = False
    """Deals no damage: who fails loses its next Main Action, and 2 to hit and AC for 1d6 rounds (flash)."""


@dataclass(frozen=True, slots=True, eq=False)
class CitiesMode:
    """One way to attack with a weapon or with one's own body (cities A3, A4, A9)."""

    id: str
    """Unique among all modes: `knife/stab`, `knife/throw`, `guard_dog/bite`."""
    name: str
    skill: str
    """One of `COMBAT_SKILLS`."""
    attributes: tuple[str, ...]
    """Attributes of which the better is used, one or two of `ATTRIBUTES`."""
    dice: int
    """How many damage dice; 0: fixed damage, or none."""
    sides: int
    plus: int = 0
    """Damage added, not to Shock."""
    attack: int = 0
    """To hit."""
    shock: ShockRating | None = None
    trauma: TraumaDie | None = None
    """None: it never traumatises."""
    ranged: bool = False
    """Shot or thrown: held against the ranged AC; else struck at a creature beside one."""
    range_m: int = 0
    """Normal range; beyond it -2."""
    range_max_m: int = 0
    """Greatest range; beyond it nothing."""
    range_min_m: int = 0
    """Nothing is nearer than that."""
    thrown: bool = False
    """The weapon itself flies, and comes to lie with its target."""
    two_handed: bool = False
    """Needs both hands; a ranged one can't be used with an armed foe beside one."""
    burst: bool = False
    """May fire bursts (`*`): +2 to hit and damage for 3 rounds."""
    suppress: bool = False
    """May fire to suppress (`#`): 2 rounds."""
    non_lethal: bool = False
    """May strike without killing (`nl`), and does where its wielder says so."""
    only_non_lethal: bool = False
    """Never kills (a taser)."""
    unarmed: bool = False
    """Purely unarmed: Punch is added to the damage."""
    wields_body: bool = False
    """Part of the body (fist, bite, body blades): can't be dropped."""
    firearm: bool = False
    """A firearm or an explosive: wrecks small machines."""
    wrecks_machines: bool = False
    """Built to: wounds and traumatises any machine."""
    against_people: int = 0
    """To hit a target of human size (a rocket: -4)."""
    blast: Blast | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CitiesMod:
    """What is built into a weapon (cities A9); a weapon that has some has their figures in its modes."""

    id: str
    name: str
    attack: int = 0
    """To hit; of all mods of a weapon together at most 3."""
    damage: int = 0
    """To damage; of all mods of a weapon together at most 3."""
    shock: int = 0
    """To Shock, where the weapon has any."""
    burst_dice: int = 0
    """Dice of six sides added to the damage once a fight."""
    non_lethal: bool = False
    """It never kills."""
    half_range: bool = False
    magazine_times: int = 1
    wrecks_machines: bool = False
    fights: int = 0
    """For so many fights; 0: for good."""


@dataclass(frozen=True, slots=True)
class CitiesShield:
    """What a shield in hand gives (cities A8)."""

    ranged: int
    """Added to ranged AC."""
    melee: int
    """Added to Melee AC."""
    first_shock: bool = True
    """Whether it ignores the first Shock of each round."""


@dataclass(frozen=True, slots=True, eq=False)
class CitiesWeapon:
    """A weapon or shield under these rules (cities A9)."""

    modes: tuple[CitiesMode, ...]
    """Empty for a shield that doesn't strike."""
    magazine: int = 0
    """Rounds it holds when full; 0: it needs none."""
    braced: bool = False
    """Suppresses only when braced."""
    shield: CitiesShield | None = None
    armed: bool = True
    """Whether who holds it counts as armed."""
    enc: int = 1
    cost: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class CitiesArmor:
    """A piece of armour, or what is added to it (cities A8)."""

    ranged: int | None
    """Base ranged AC in place of 10; None: it only adds to what is worn."""
    melee: int | None
    """Base Melee AC; None with the other."""
    ranged_bonus: int = 0
    melee_bonus: int = 0
    soak: int = 0
    """Points added to the pool."""
    cushions: bool = False
    """Whether it is absorption pads, which other mods need beneath."""
    needs_cushion: bool = False
    """Whether its soak counts only with absorption pads beneath."""
    trauma_target: int = 0
    """Added to the wearer's."""
    heavy: bool = False
    obvious: bool = False
    lightens: bool = False
    """Whether what else is worn no longer counts as heavy."""
    sneak: int = 0
    """Added to Sneak and Exert, 0 or less."""
    first_shock: bool = False
    """Whether it ignores the first Shock of each round."""
    stabilises: bool = False
    """Whether it tries once to stabilise its wearer by itself."""
    enc: int = 0
    cost: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class CitiesProfile:
    """A creature under these rules (cities A1, A10, A11).

    Listed figures of a stat block hold as they are: `melee_attack` and `ranged_attack` in place of base attack, skill
    and attribute; `save` in place of every save. A listed AC, soak or Trauma Target counts what the creature comes
    with; of it and what the worn pieces come to, the better holds [R].
    """

    level: int
    """Level of a player's creature, hit dice of any other; 1 or more (0: a trifle, as HD 0)."""
    hit_points: int
    """Most hit points, 1 or more."""
    standing: Standing = Standing.MINOR
    attributes: Mapping[str, int] = field(default_factory=dict)
    """3..18 by name; one left out is 10."""
    skills: Mapping[str, int] = field(default_factory=dict)
    """0..4 by name; one left out is untrained."""
    melee_attack: int | None = None
    """Listed bonus to hit in melee; None: reckoned."""
    ranged_attack: int | None = None
    """Listed bonus to hit at range; None: reckoned."""
    save: int | None = None
    """Listed target of all saves; None: reckoned from the level, for who is no player's from the hit dice."""
    ranged_ac: int | None = None
    """Listed ranged AC; None: by what it wears."""
    melee_ac: int | None = None
    """Listed Melee AC; None: by what it wears."""
    soak: int = 0
    """Listed soak pool."""
    trauma_target: int | None = None
    """Listed Trauma Target; None: 6, and what it wears and has."""
    attacks: tuple[CitiesMode, ...] = ()
    """Its natural attacks."""
    unarmed: bool = True
    """Whether it fights bare-handed as people do where it has free hands."""
    move_m: int = 10
    """Metres of one Move."""
    morale: int | None = None
    """Morale score, 2..12: a 2d6 above it breaks; None: it never breaks."""
    traits: Mapping[str, int] = field(default_factory=dict)
    """Levels of edges, foci and cyber, 1 or more, by name out of `TRAITS`."""
    strain: int = 0
    """System Strain its cyber costs for good, in hundredths of a point."""
    tools: bool = False
    """Whether it carries medical tools."""
    patches: int = 0
    """Trauma patches it carries."""
    machine: bool = False
    """A drone or a vehicle: feels nothing, is destroyed at 0, isn't healed."""
    machine_armor: int = 0
    """Taken off the damage of every hit (a vehicle)."""
    machine_immune: bool = False
    """Only weapons built to wreck machines hurt it."""
    machine_enc: int | None = None
    """Encumbrance of a drone; None: none can carry it."""
    human_sized: bool = True
    """Whether what is built against vehicles is clumsy against it."""
