"""A body compiled for rules that strike it (heroic H2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import lcm

from fleshwound.components.definitions import Anatomy, Role
from fleshwound.components.draws import Draw, spread


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """An anatomy with what strikes ask of it worked out once. Masks have a bit for each index of its tuples."""

    anatomy: Anatomy
    numbers: tuple[range, ...]
    """Zone numbers of each zone, from 1; empty for a zone of weight 0."""
    zone_of: tuple[int, ...]
    """Zone index of zone number n at n - 1; its length is the highest zone number."""
    parts_of: tuple[tuple[int, ...], ...]
    """Part indices of each zone."""
    locations_of: tuple[tuple[int, ...], ...]
    """Location indices of each part; inner to outer on a limb."""
    mask_of: tuple[int, ...]
    """Bit mask of the locations of each part."""
    outward: tuple[int, ...]
    """For each location the bit mask of what severing it takes (heroic H4)."""
    critical: int
    """Bit mask of the vital and core parts."""
    with_role: Mapping[Role, int]
    """Bit mask of the parts that hold each role."""
    legs: int
    """Bit mask of the parts to stand on: those that move the body and are no critical ones; a python has none."""
    _unaimed: dict[int, Draw | None] = field(default_factory=dict, repr=False)
    _within: dict[tuple[int, int], Draw | None] = field(default_factory=dict, repr=False)

    @property
    def highest(self) -> int:
        """The highest zone number; 0 for an incorporeal body."""
        return len(self.zone_of)

    def first_number(self, part: int) -> int | None:
        """Zone number that a blow aimed at `part` is aimed at; None where its zone owns none (heroic H3)."""
        numbers = self.numbers[self.anatomy.parts[part].zone]
        return numbers[0] if numbers else None

    def unaimed(self, gone: int) -> Draw | None:
        """Draw the location of an unaimed blow; `gone` is the mask of what is severed. None: nothing is left to strike.

        One draw stands for three, with exact weights: zones by the numbers they own, emptied ones left out; then parts,
        then locations (heroic H3). Answers a location index.
        """
        try:
            return self._unaimed[gone]
        except KeyError:
            shares = {
                location: len(numbers) * share
                for zone, numbers in enumerate(self.numbers)
                for location, share in self._shares(zone, gone).items()
            }
            draw = self._unaimed[gone] = drawn(shares)
            return draw

    def within(self, zone: int, gone: int) -> Draw | None:
        """Draw the location of a blow that hit `zone`: part, then location. None: the zone is emptied (heroic H3)."""
        try:
            return self._within[zone, gone]
        except KeyError:
            draw = self._within[zone, gone] = drawn(self._shares(zone, gone))
            return draw

    def on(self, part: int, gone: int) -> Draw | None:
        """Draw one of the locations of a part by weight; None: nothing is left of it."""
        left = (i for i in self.locations_of[part] if not gone >> i & 1)
        return drawn({i: Fraction(self.anatomy.locations[i].weight) for i in left})

    def _shares(self, zone: int, gone: int) -> dict[int, Fraction]:
        anatomy = self.anatomy
        left = {
            part: [location for location in self.locations_of[part] if not gone >> location & 1]
            for part in self.parts_of[zone]
        }
        weight = sum(anatomy.parts[part].weight for part, locations in left.items() if locations)
        shares: dict[int, Fraction] = {}
        for part, locations in left.items():
            within = sum(anatomy.locations[location].weight for location in locations)
            for location in locations:
                share = Fraction(anatomy.locations[location].weight, within)
                shares[location] = Fraction(anatomy.parts[part].weight, weight) * share
        return shares


def drawn(shares: Mapping[int, Fraction]) -> Draw | None:
    """Ask for a location by exact shares, which need not sum to 1; None where there is no share."""
    if not any(shares.values()):
        return None
    scale = lcm(*(share.denominator for share in shares.values()))
    return Draw("location", spread((location, int(share * scale)) for location, share in shares.items()))


@cache
def body_of(anatomy: Anatomy) -> Body:
    """Compile `anatomy`, once for all who share it (heroic H2)."""
    numbers: list[range] = []
    first = 1
    for zone in anatomy.zones:
        numbers.append(range(first, first + zone.weight))
        first += zone.weight
    parts, locations = anatomy.parts, anatomy.locations
    locations_of = tuple(
        tuple(i for i, location in enumerate(locations) if location.part == part) for part in range(len(parts))
    )
    outward = [1 << i for i in range(len(locations))]
    for part, inward_first in zip(parts, locations_of, strict=True):
        if part.limb:
            for place, location in enumerate(inward_first):
                outward[location] = mask(inward_first[place:])
    return Body(
        anatomy,
        tuple(numbers),
        tuple(zone for zone, owned in enumerate(numbers) for _ in owned),
        tuple(tuple(i for i, part in enumerate(parts) if part.zone == zone) for zone in range(len(anatomy.zones))),
        locations_of,
        tuple(mask(members) for members in locations_of),
        tuple(outward),
        mask(i for i, part in enumerate(parts) if part.critical),
        {role: mask(i for i, part in enumerate(parts) if role in part.roles) for role in Role},
        mask(i for i, part in enumerate(parts) if Role.LOCOMOTOR in part.roles and not part.critical),
    )


def mask(indices: Iterable[int]) -> int:
    """Set one bit for each index."""
    bits = 0
    for i in indices:
        bits |= 1 << i
    return bits
