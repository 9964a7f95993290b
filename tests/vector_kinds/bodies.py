"""Anatomies as a file of vectors describes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fleshwound.components.definitions import Anatomy, Location, Part, Role, Side, Tier, Zone


def anatomy_of(creature: str, body: dict[str, Any]) -> Anatomy:
    """Build the body that a file describes.

    What it doesn't say of a location (shock, bleeding, …) is 0 or none; nor does it say which parts are limbs, and
    cases lose parts only whole.
    """
    zones: list[Zone] = []
    parts: list[Part] = []
    locations: list[Location] = []
    for zone in body["zones"]:
        for part in zone["parts"]:
            locations += [
                Location(
                    entry["location"], entry["location"], len(parts), entry["weight"], 0, Tier.NONE, Tier.NONE,
                    fumble=False, stumble=False,
                )
                for entry in part["locations"]
            ]  # fmt: skip
            parts.append(
                Part(
                    part["part"], part["part"], len(zones), part["weight"], frozenset(map(Role, part["roles"])),
                    part["can_hold"], Side.CENTRAL, limb=False,
                )
            )  # fmt: skip
        zones.append(Zone(zone["zone"], zone["zone"], zone["weight"]))
    return Anatomy(creature, creature, tuple(zones), tuple(parts), tuple(locations))


def part_index(anatomy: Anatomy, id: str) -> int:
    """Find a part by id."""
    return next(index for index, part in enumerate(anatomy.parts) if part.id == id)


def location_index(anatomy: Anatomy, id: str) -> int:
    """Find a location by id."""
    return next(index for index, location in enumerate(anatomy.locations) if location.id == id)


def mask(indices: Iterable[int]) -> int:
    """Set the bit of each index."""
    return sum(1 << index for index in set(indices))
