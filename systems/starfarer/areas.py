"""Areas of a body, and which of them a roll hits: the printed chart, and its like for any other body (starfarer B4).

A human-like body (a head, a trunk, two jointed arms, two jointed legs and nothing else) has the seven printed areas and
the printed chart. Any other body [R]:

- A part that is vital and not core belongs to the head. Of the core parts the first is the chest and the others are the
  abdomen; a single one has its first location for a chest and the rest for an abdomen, or is all chest where it is
  vital as well. Every other part is a limb, an area of its own.
- The ten digits, 1 to 9 and then 0, are dealt out to the zones in their order. Each zone that can be struck has one;
  each of the others goes to the zone with the most weight for every digit that it has, to the first of equals. Within
  a zone the area is drawn by the weights of parts and locations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final

from fleshwound.components.definitions import Anatomy, Part, Role, Side
from fleshwound.components.draws import Draw, Rule, spread
from fleshwound.components.errors import BadValue
from fleshwound.systems.starfarer.tables import AreaTable, PrintedArea

DIGITS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""Ones digits in the order in which they are dealt out."""


class AreaKind(StrEnum):
    """What kind of area it is: wounds weigh by it."""

    HEAD = "head"
    CHEST = "chest"
    ABDOMEN = "abdomen"
    LIMB = "limb"


HEAD, CHEST, ABDOMEN, LIMB = AreaKind
TRUNK: Final = (CHEST, ABDOMEN)
IN_ORDER: Final = (HEAD, CHEST, ABDOMEN)
HUMAN_LIKE: Final = frozenset(
    {
        (frozenset({Role.VITAL}), Side.CENTRAL),
        (frozenset({Role.CORE}), Side.CENTRAL),
        *((frozenset({role}), side) for role in (Role.MANIPULATOR, Role.LOCOMOTOR) for side in (Side.LEFT, Side.RIGHT)),
    }
)
"""Roles and side of the parts of a human-like body."""


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """A row of the wound track."""

    id: str
    """`head`, `chest`, `abdomen`; of a limb its printed name (`left_arm`), or else the id of its part."""
    name: str
    kind: AreaKind
    part: int | None
    """Index of the limb's part; None: it is no limb."""
    locations: tuple[int, ...]
    """Indices of the anatomy's locations that lie in it."""

    @property
    def vital(self) -> bool:
        """Whether it is head, chest or abdomen."""
        return self.kind is not LIMB

    @property
    def trunk(self) -> bool:
        """Whether it is chest or abdomen."""
        return self.kind in TRUNK


@dataclass(frozen=True, slots=True, eq=False)
class Areas:
    """The areas of a body, worked out once for all who share it."""

    anatomy: Anatomy
    rows: tuple[Area, ...]
    """In the order of the track; none for an incorporeal body."""
    by_digit: tuple[int | Draw, ...]
    """By ones digit, 0..9: the index of the area, or the request that draws it; empty for an incorporeal body."""
    of_location: tuple[int, ...]
    """Index of the area of each location."""
    human_like: bool
    """Whether it has the printed areas and chart."""

    def limb(self, part: int) -> int | None:
        """Find the area of a limb by the index of its part; None: the part is no limb."""
        return next((index for index, area in enumerate(self.rows) if area.part == part), None)


@cache
def areas_of(table: AreaTable, anatomy: Anatomy) -> Areas:
    """Divide a body into areas (starfarer B4)."""
    human_like = is_human_like(anatomy)
    names = tuple(_area_id(anatomy, index, human_like) for index in range(len(anatomy.locations)))
    found = list(PrintedArea) if human_like else list(dict.fromkeys(names))
    # Head and trunk come first; limbs stay in the body's order.
    ids = sorted(found, key=lambda id: IN_ORDER.index(id) if id in IN_ORDER else len(IN_ORDER))
    rows = tuple(_row(anatomy, names, id) for id in ids)
    of_location = tuple(ids.index(name) for name in names)
    by_digit: tuple[int | Draw, ...] = ()
    if human_like:
        by_digit = tuple(ids.index(id) for id in table.chart)
    elif rows:
        bodied = {part.zone for part in anatomy.parts}
        zones = digits_of_zones([zone.weight * (index in bodied) for index, zone in enumerate(anatomy.zones)])
        by_digit = tuple(_within(anatomy, of_location, zones[digit]) for digit in range(10))
    return Areas(anatomy, rows, by_digit, of_location, human_like)


def area_hit(areas: Areas, digit: int) -> Rule[int]:
    """Find the area that a ones digit, 0..9, hits, by index (starfarer B4).

    Raises:
        BadValue: a body without any area.
    """
    if not areas.by_digit:
        raise BadValue(f"{areas.anatomy.name} has no body to hit; expected a body with areas")
    found = areas.by_digit[digit]
    if isinstance(found, int):
        return found
    drawn: int = yield found
    return drawn


def digits_of_zones(weights: Sequence[int]) -> tuple[int, ...]:
    """Deal the ten digits out to zones of these weights, 0 for one that can't be struck; gives a zone index by digit.

    Each zone has one; each of the others goes to the zone with the most weight for every digit that it has, to the
    first of equals [R] (starfarer B4). Of more than ten zones the heaviest ten have one each.
    """
    struck = sorted((zone for zone, weight in enumerate(weights) if weight), key=lambda zone: -weights[zone])
    dealt = dict.fromkeys(struck[: len(DIGITS)], 1)
    for _ in range(len(DIGITS) - len(dealt)):
        neediest = max(sorted(dealt), key=lambda zone: Fraction(weights[zone], dealt[zone]))
        dealt[neediest] += 1
    row = [zone for zone in sorted(dealt) for _ in range(dealt[zone])]
    by_digit = dict(zip(DIGITS, row, strict=True))
    return tuple(by_digit[digit] for digit in range(10))


def is_human_like(anatomy: Anatomy) -> bool:
    """Tell whether a body is a head, a trunk, two jointed arms, two jointed legs and nothing else (starfarer B4)."""
    if any(not part.limb for part in anatomy.parts if not part.critical):
        return False  # rotors and gun mounts are no arms and legs
    if sum(Role.CORE in anatomy.parts[location.part].roles for location in anatomy.locations) < len(TRUNK):
        return False  # nothing tells its chest from its abdomen
    return len(anatomy.parts) == len(HUMAN_LIKE) and {_kind(part) for part in anatomy.parts} == HUMAN_LIKE


def _kind(part: Part) -> tuple[frozenset[Role], Side]:
    bites = Role.VITAL in part.roles  # an ape's head is a manipulator as well
    return (part.roles - {Role.MANIPULATOR} if bites else part.roles), part.side


def _area_id(anatomy: Anatomy, index: int, human_like: bool) -> str:
    """Give the id of the area that a location lies in."""
    place = anatomy.locations[index].part
    part = anatomy.parts[place]
    if Role.CORE in part.roles:
        return CHEST if _is_chest(anatomy, index, place) else ABDOMEN
    if Role.VITAL in part.roles:
        return HEAD
    if human_like:
        return f"{part.side}_{'arm' if Role.MANIPULATOR in part.roles else 'leg'}"
    return part.id


def _is_chest(anatomy: Anatomy, index: int, place: int) -> bool:
    cores = [other for other, part in enumerate(anatomy.parts) if Role.CORE in part.roles]
    if len(cores) > 1:
        return place == cores[0]
    first = next(other for other, location in enumerate(anatomy.locations) if location.part == place)
    return index == first or Role.VITAL in anatomy.parts[place].roles


def _row(anatomy: Anatomy, names: Sequence[str], id: str) -> Area:
    locations = tuple(index for index, name in enumerate(names) if name == id)
    if id in IN_ORDER:
        return Area(str(id), str(id), AreaKind(id), None, locations)
    part = anatomy.locations[locations[0]].part
    return Area(str(id), anatomy.parts[part].name, LIMB, part, locations)


def _within(anatomy: Anatomy, of_location: tuple[int, ...], zone: int) -> int | Draw:
    parts = [index for index, part in enumerate(anatomy.parts) if part.zone == zone]
    whole = sum(anatomy.parts[part].weight for part in parts)
    shares: dict[int, Fraction] = {}
    for part in parts:
        inside = [index for index, location in enumerate(anatomy.locations) if location.part == part]
        weight = sum(anatomy.locations[index].weight for index in inside)
        for index in inside:
            share = Fraction(anatomy.parts[part].weight, whole) * Fraction(anatomy.locations[index].weight, weight)
            shares[of_location[index]] = shares.get(of_location[index], Fraction()) + share
    if len(shares) == 1:
        return next(iter(shares))
    scale = lcm(*(share.denominator for share in shares.values()))
    return Draw("area", spread((area, int(share * scale)) for area, share in sorted(shares.items())))
