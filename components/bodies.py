"""Bodies as content files describe them: zones, parts and locations (heroic H2). All frozen, compared by identity."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final


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
