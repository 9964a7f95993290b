"""Definitions and components of the ruleset `starfarer`: what content says under it, and what a fight changes.

Definitions hang on the shared ones as an optional section, typed: `Creature.starfarer`, `Weapon.starfarer`,
`ArmorPiece.starfarer`; None: content has no such section, and the ruleset converts the shared definition. What has a
section has it whole: nothing of it is converted.

Distances are metres, as in the rulebook; the field counts cells of 5 ft. A mode is named `weapon/mode` or
`creature/attack`, as everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final

from fleshwound.components.fact import fact

ATTRIBUTES: Final = ("strength", "dexterity", "agility", "endurance", "willpower", "essence")
"""The attributes that a rule reads, about 1..10, 5 the average (starfarer B1, B11)."""

SKILLS: Final = ("pistols", "rifles", "heavy_weapons", "throwing", "melee", "unarmed", "evasion")
"""Skills that a task names, about 1..10; one left out is untrained. All but the last two names are ours."""


class AttackType(StrEnum):
    """How an attack hurts: armour may be rated differently against each (starfarer B5)."""

    __hash__ = str.__hash__  # an enum's own runs in Python, and hits are looked up by these

    LASER = "laser"
    PLASMA = "plasma"
    PROJECTILE = "projectile"
    BLADE = "blade"
    BLUNT = "blunt"
    """Bleeds half as much, where that option is on (starfarer B10)."""


@dataclass(frozen=True, slots=True, eq=False)
class StarfarerMode:
    """One way to attack with a weapon or with one's own body (starfarer B3, B5)."""

    id: str
    """Unique among all modes: `laser_pistol/shot`, `nightstick/blow`, `camprat/bite`."""
    name: str
    skill: str
    """One of `SKILLS`."""
    type: AttackType
    penetration: int
    """PR: what it takes off the armour, 0 or more."""
    damage: int
    """DR, 0 or more."""
    range: int = 0
    """Range rating, 1..8; 0: a melee attack."""
    extreme: bool = False
    """Whether it stays lethal past aimed range: it has the bracket Extreme."""
    ease: int = 0
    """EF modifier of its attack task."""
    levels: int = 0
    """LOS modifier of its attack task."""
    initiative: int = 0
    """Initiative modifier, usually -3..3; it counts where that option is on (starfarer B2)."""
    two_handed: bool = False
    parry: bool = False
    """Whether one may parry with it."""
    thrown: bool = False
    """The weapon itself flies, and comes to lie with its target."""
    wields_body: bool = False
    """Part of the body: can't be dropped."""

    @property
    def ranged(self) -> bool:
        """Whether it is shot or thrown."""
        return self.range > 0


@dataclass(frozen=True, slots=True, eq=False)
class StarfarerWeapon:
    """A weapon under these rules."""

    modes: tuple[StarfarerMode, ...]
    """Empty for what only parries."""
    shots: int = 0
    """How often it shoots before it must be reloaded; 0: it needs none."""


@dataclass(frozen=True, slots=True, eq=False)
class StarfarerArmor:
    """A piece of armour, or a hide (starfarer B5)."""

    rating: int
    """Armour rating, 0 or more."""
    against: Mapping[AttackType, int] = field(default_factory=dict)
    """Rating against single types of attack, in place of the other."""

    def rated(self, type: AttackType) -> int:
        """Give the rating against one type of attack."""
        return self.against.get(type, self.rating)


@dataclass(frozen=True, slots=True, eq=False)
class StarfarerProfile:
    """A creature under these rules (starfarer B1, B11)."""

    attributes: Mapping[str, int] = field(default_factory=dict)
    """By name, 0 or more; one left out is average."""
    skills: Mapping[str, int] = field(default_factory=dict)
    """By name, 0 or more; one left out is untrained."""
    mass: int | None = None
    """1 or more; None: of a normal human."""
    initiative: int | None = None
    """None: reckoned."""
    resilience: int | None = None
    """None: reckoned."""
    basic_shock: int | None = None
    """1 or more; None: reckoned."""
    stun: int | None = None
    """None: reckoned."""
    attacks: tuple[StarfarerMode, ...] = ()
    """Its natural attacks."""
    unarmed: bool = True
    """Whether it fights bare-handed as people do where it has free hands."""
    hide: StarfarerArmor | None = None
    """Natural armour, over every area."""
    move_m: int = 10
    """Metres of one action's movement [R]."""


class Mark(IntEnum):
    """How a wound stands on the track (starfarer B7)."""

    __hash__ = int.__hash__  # an enum's own runs in Python

    NONE = 0
    """No circle was left for it: it counts as Destroyed, and is nowhere marked."""
    CROSS = 1
    """X, in the column of its damage."""
    SLASH = 2
    """A slash: that column was full, or a bad shock check brought it."""


@fact(eq=False)
class TrackWound:
    """One wound on the track, as it is; a change makes another (starfarer B7). Compared by identity."""

    number: int
    """Counted from 1 for each creature in the order they came."""
    area: int
    """Index into the areas of the body."""
    level: int
    """Column that it is marked in, and whose effect it has: 1 a graze .. 6 destroyed."""
    mark: Mark
    """X, a slash, or none."""
    damage: int
    """Points of wound damage that it was dealt with; 0 for one that a shock check brought."""
    blunt: bool
    """Whether a blunt attack dealt it."""
    at: int
    """When, in microseconds."""
    by: int | None
    """Combat id of who dealt it; None: nobody."""
    how: str
    """Mode id, or the cause in words."""
    treated: bool = False
    """Whether somebody has treated it: a mortal one then calls for no more survival checks."""


@dataclass(slots=True)
class WoundTrack:
    """Every wound, and how each area bleeds. Written by hits, the round's end, treatment and host edits."""

    wounds: list[TrackWound] = field(default_factory=list)
    """In the order they came."""
    made: int = 0
    """How many there have ever been."""
    clotted: dict[int, int] = field(default_factory=dict)
    """Points of bleeding that have stopped, by area; 1 or more."""
    waited: dict[int, int] = field(default_factory=dict)
    """Rounds since a bleeding area's last roll to clot, by area; 0 or more."""
    disability: dict[int, bool] = field(default_factory=dict)
    """Whether a badly wounded limb serves this round, by area, where that was tested; emptied at the round's end."""


@dataclass(slots=True)
class ShockTotal:
    """The shock total and what it has brought. Written by hits, the round's end, treatment and host edits."""

    total: int = 0
    """Points, 0 or more."""
    unconscious: bool = False
    """Whether a shock check has put it out."""
    check_at: int | None = None
    """When the unconscious checks again, in microseconds; None: it is awake."""
    check_penalty: int = 0
    """EF that its next check loses, 0 or less: that of the check which put it out."""
    survival_rounds: int = 0
    """Survival checks made since it began to need them."""
    last_area: int | None = None
    """Area of the last hit, by index; None: none yet."""
    last_level: int = 0
    """Level of the wound that the last hit made, 0..6; 0: it made none."""
    dead: bool = False
    """Whether a survival check has failed."""


@dataclass(slots=True)
class ActionPoints:
    """Action points and what is declared for the phase. Written by rounds, actions and defences."""

    points: int = 0
    """Of this round, or carried over from the last; may be negative."""
    declared: list[int] = field(default_factory=list)
    """Initiative modifier of each action declared for the next phase, in order; empty: nothing is declared."""
