"""Definitions: what content files say of bodies, creatures, weapons, armour and scenarios.

All are frozen, shared between creatures and compared by identity; `fleshwound.game.content` alone builds them from
files and checks them. Mappings in them are never written after loading.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from fleshwound.components.bodies import UNHURT as UNHURT
from fleshwound.components.bodies import Anatomy as Anatomy
from fleshwound.components.bodies import Location as Location
from fleshwound.components.bodies import Part as Part
from fleshwound.components.bodies import Role as Role
from fleshwound.components.bodies import Side as Side
from fleshwound.components.bodies import Tier as Tier
from fleshwound.components.bodies import Zone as Zone
from fleshwound.components.cities import CitiesArmor, CitiesProfile, CitiesWeapon
from fleshwound.components.starfarer import StarfarerArmor, StarfarerProfile, StarfarerWeapon


class Aspect(IntEnum):
    """How a blow hurts; indexes every protection tuple."""

    __hash__ = int.__hash__  # an enum's own runs in Python, and every rule's cache is keyed by these

    BLUNT = 0
    EDGED = 1
    PIERCING = 2
    FIRE = 3


def _alone(cities: object | None, starfarer: object | None) -> frozenset[str] | None:
    """Name the rulesets whose sections a definition has that says nothing else; None: it has none."""
    named = {name for name, section in (("cities", cities), ("starfarer", starfarer)) if section is not None}
    return frozenset(named) or None


class ModeKind(StrEnum):
    """How a strike mode is used."""

    MELEE = "melee"
    MISSILE = "missile"


class Contest(StrEnum):
    """What a trial of Strength is about (heroic H12)."""

    GRAB = "grab"
    PRESS = "press"
    TRIP = "trip"


@dataclass(frozen=True, slots=True, eq=False)
class Mode:
    """One way to strike with a weapon, a shield or one's own body (heroic H12)."""

    id: str
    """Unique among all modes: `broadsword/cut`, or `gray_wolf/bite` for a creature's own technique."""
    name: str
    kind: ModeKind
    skill: str
    """The skill it is used with: `melee`, `archery`, `throwing`, `sling`."""
    min_parts: int
    """How many gripping limbs it needs, 1 or more."""
    spread: int
    """Sides of the zone die; 0: it can't be aimed."""
    attack_mod: int
    dice: int
    """How many impact dice; 0 where the mode deals a fixed impact, or none."""
    sides: int
    """Sides of each impact die."""
    impact_mod: int
    aspect: Aspect | None
    """None: it deals no impact (grab, press, trip)."""
    length_ft: int
    block: bool
    """Whether it may block."""
    counterstrike: bool
    """Whether it may counterstrike."""
    attack: bool = True
    """Whether it may attack."""
    block_mod: int = 0
    """Added to a block: the mode's own, and a shield's."""
    counterstrike_mod: int = 0
    advantage_impact: int | None = None
    """Impact added by each advantage spent so; None: 5 if edged and swung, else 0."""
    armor_reduction: int = 0
    durability_mod: int = 0
    opponent_defence: int = 0
    """Added to the opponent's defence."""
    bleed: bool = False
    """Reads the bleeding grid as if the effective impact were 5 higher."""
    strength: bool = True
    """Whether the Strength impact modifier is added."""
    half_impact: bool = False
    low_aim: bool = False
    """Aims no higher than the legs' zone."""
    never_at_head: bool = False
    """Lands anywhere but on the head."""
    slow: bool = False
    long: bool = False
    couched: bool = False
    only_in_close: bool = False
    swung: bool = False
    thrust: bool = False
    seizes: bool = False
    """A hit also starts a grab (entangle, clench, constrict, envelop)."""
    contest: Contest | None = None
    """For a technique that deals no impact: the trial of Strength it leads to."""
    roles: frozenset[Role] = frozenset()
    """For a technique: the roles a part must hold to use it."""
    mastery: int | None = None
    """For a creature's own technique: the mastery level it attacks and counterstrikes at."""
    range_ft: int = 0
    """Base range of a missile mode."""
    volley: int = 0
    draw_lb: int = 0
    projectile: str = ""
    other: Mapping[str, int | bool | str] = field(default_factory=dict)
    """Traits that the files carry and no rule names yet."""


@dataclass(frozen=True, slots=True, eq=False)
class Weapon:
    """A weapon or a shield."""

    id: str
    name: str
    category: str
    kind: str
    weight_lb: float
    durability: int
    heft: int
    modes: tuple[Mode, ...]
    cities: CitiesWeapon | None = None
    """What it is under the rules `cities`; None: converted."""
    starfarer: StarfarerWeapon | None = None
    """What it is under the rules `starfarer`; None: converted."""

    @property
    def rules(self) -> frozenset[str] | None:
        """Names of the rulesets that it is for; None: any."""
        return None if self.modes else _alone(self.cities, self.starfarer)

    @property
    def is_shield(self) -> bool:
        """Whether it is a shield."""
        return self.category == "shields"


@dataclass(frozen=True, slots=True, eq=False)
class Projectile:
    """What a launcher shoots; its impact adds to the launcher's (heroic H12)."""

    id: str
    name: str
    kind: str
    """What a launcher asks for: `arrow`, `bolt`, `bullet`."""
    dice: int
    sides: int
    impact_mod: int
    aspect: Aspect
    armor_reduction: int
    bleed: bool
    quality: int
    durability: int
    weight: float
    """As the figures give it, which name no unit; no rule reads it."""


@dataclass(frozen=True, slots=True, eq=False)
class ArmorPiece:
    """One piece of armour: protection by aspect over the locations it covers."""

    id: str
    name: str
    material: str
    weight_lb: float
    durability: int
    encumbrance: int
    """Penalty to Dodge, Acrobatics and missile attack, 0 or more."""
    flexible: frozenset[str]
    """Location ids it covers flexibly."""
    rigid: frozenset[str]
    """Location ids it covers rigidly."""
    protection: tuple[int, int, int, int]
    cities: CitiesArmor | None = None
    """What it is under the rules `cities`; None: converted."""
    starfarer: StarfarerArmor | None = None
    """What it is under the rules `starfarer`; None: converted."""

    @property
    def rules(self) -> frozenset[str] | None:
        """Names of the rulesets that it is for; None: any."""
        return None if self.flexible or self.rigid else _alone(self.cities, self.starfarer)


@dataclass(frozen=True, slots=True, eq=False)
class Immunities:
    """What a creature can't suffer; a property of the creature, never guessed from its kind."""

    blood: bool = False
    """Has none to lose."""
    pain: bool = False
    """Feels no shock."""
    fear: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Creature:
    """A creature as content gives it: a body, abilities, gear."""

    id: str
    name: str
    anatomy: Anatomy
    attributes: Mapping[str, int]
    """By long snake_case name (`strength`, `endurance`, …), 1 or more."""
    skills: Mapping[str, int]
    """Mastery levels by snake_case name; a skill left out opens as the ruleset says."""
    body_scale: int | None
    """Thousandths; None: derived from Strength."""
    body_reach_ft: int
    move_ft: int
    """Feet a round over land (for a swimmer or flyer: its own medium)."""
    weight_lb: float | None
    techniques: tuple[Mode, ...]
    human_techniques: bool
    """Whether it punches, kicks, bites and grabs as people do."""
    immunities: Immunities
    traits: frozenset[str]
    """`left_handed`, `right_handed`: both or neither, no off hand; `mounted`: rides, or is its own mount; `leader`."""
    weapons: tuple[Weapon, ...] = ()
    """Held at spawning, the first in the favoured hand."""
    armor: tuple[ArmorPiece, ...] = ()
    belt: tuple[Weapon, ...] = ()
    """At its belt or on its back at spawning: what it can take in hand in place of what it holds."""
    projectiles: Mapping[str, int] = field(default_factory=dict)
    """How many it carries, by projectile id; of a kind that its launchers shoot and that isn't here a quiver full."""
    fear: int | None = None
    """What foes who become aware of it add to their fear test; None: it frightens nobody by what it is."""
    other: Mapping[str, object] = field(default_factory=dict)
    """What the files carry and no rule names yet."""
    cities: CitiesProfile | None = None
    """What it is under the rules `cities`; None: converted."""
    starfarer: StarfarerProfile | None = None
    """What it is under the rules `starfarer`; None: converted."""

    @property
    def rules(self) -> frozenset[str] | None:
        """Names of the rulesets that it is for; None: any."""
        return None if self.attributes else _alone(self.cities, self.starfarer)
