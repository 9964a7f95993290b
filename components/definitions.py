"""Definitions: what content files say of bodies, creatures, weapons, armour and scenarios.

All are frozen, shared between creatures and compared by identity; `fleshwound.game.content` alone builds them from
files and checks them. Mappings in them are never written after loading.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final

from fleshwound.components.cities import CitiesArmor, CitiesProfile, CitiesWeapon


class Aspect(IntEnum):
    """How a blow hurts; indexes every protection tuple."""

    __hash__ = int.__hash__  # an enum's own runs in Python, and every rule's cache is keyed by these

    BLUNT = 0
    EDGED = 1
    PIERCING = 2
    FIRE = 3


class Role(StrEnum):
    """What a body part is good for (heroic H2); a part may hold none or several."""

    VITAL = "vital"
    CORE = "core"
    MANIPULATOR = "manipulator"
    LOCOMOTOR = "locomotor"


class Tier(IntEnum):
    """How prone a location is to bleeding, or to coming off (heroic H2)."""

    __hash__ = int.__hash__  # an enum's own runs in Python, and every rule's cache is keyed by these

    NONE = 0
    LOW = 1
    MEDIUM = 2
    HIGH = 3


class Side(StrEnum):
    """Laterality (heroic H2): a part whose mirror twin exists is left or right, one without is central."""

    LEFT = "left"
    RIGHT = "right"
    CENTRAL = "central"


UNHURT: Final = (0, 0, 0, 0)

OF_CITIES: Final = frozenset({"cities"})
"""The rulesets of what has that one's section and nothing that others read."""


@dataclass(frozen=True, slots=True, eq=False)
class Zone:
    """A band of the body that owns consecutive zone numbers (heroic H2)."""

    id: str
    name: str
    weight: int
    """How many zone numbers it owns, 0 or more; with 0 it can't be struck."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A member of the body: what is impaired, and what grips (heroic H2)."""

    id: str
    name: str
    zone: int
    """Index of its zone."""
    weight: int
    """Its share within the zone, 1 or more."""
    roles: frozenset[Role]
    holds: bool
    """Whether it can hold an item."""
    side: Side
    limb: bool
    """Whether its locations are listed inner to outer, so that losing one takes those after it."""

    @property
    def critical(self) -> bool:
        """Vital or core."""
        return Role.VITAL in self.roles or Role.CORE in self.roles


@dataclass(frozen=True, slots=True, eq=False)
class Location:
    """A place that a blow finds (heroic H2)."""

    id: str
    name: str
    part: int
    """Index of its part."""
    weight: int
    """Its share within the part, 1 or more."""
    shock: int
    """Shock value, 0..9."""
    bleeding: Tier
    amputability: Tier
    fumble: bool
    """A wound here may make the creature drop what the part holds."""
    stumble: bool
    """A wound here may bring the creature down."""
    protection: tuple[int, int, int, int] = UNHURT
    """Natural protection by `Aspect`; may be negative."""
    rigid: bool = False
    """Whether the natural protection is rigid."""


@dataclass(frozen=True, slots=True, eq=False)
class Anatomy:
    """A body structure: zones, parts and locations, in the order defined (heroic H2). Empty = incorporeal."""

    id: str
    name: str
    zones: tuple[Zone, ...]
    parts: tuple[Part, ...]
    locations: tuple[Location, ...]

    @property
    def incorporeal(self) -> bool:
        """Whether there is no body to strike."""
        return not self.locations

    @property
    def highest_zone_number(self) -> int:
        """The last zone number of this body; 0 for an incorporeal one."""
        return sum(zone.weight for zone in self.zones)


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

    @property
    def rules(self) -> frozenset[str] | None:
        """Names of the rulesets that it is for; None: any."""
        return OF_CITIES if self.cities is not None and not self.modes else None

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

    @property
    def rules(self) -> frozenset[str] | None:
        """Names of the rulesets that it is for; None: any."""
        return OF_CITIES if self.cities is not None and not self.flexible and not self.rigid else None


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

    @property
    def rules(self) -> frozenset[str] | None:
        """Names of the rulesets that it is for; None: any."""
        return OF_CITIES if self.cities is not None and not self.attributes else None
