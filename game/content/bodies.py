"""Body structures: from entries to anatomies, and what must hold within one (heroic H2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from fleshwound.components.definitions import Anatomy, Location, Part, Role, Side, Zone
from fleshwound.game.content.entries import AnatomyEntry, LocationEntry, PartEntry, ZoneEntry
from fleshwound.game.content.fault import Fault, plain, shown, unknown
from fleshwound.game.content.unfit import fit, tried

AnyEntry = TypeVar("AnyEntry", ZoneEntry, PartEntry, LocationEntry)
Protection = tuple[int, int, int, int]

_MIRROR = {"left_": "right_", "right_": "left_"}


def anatomy(id: str, entry: AnatomyEntry) -> Anatomy:
    """Build a body structure that has no faults."""
    zone_index = {zone.id: index for index, zone in enumerate(entry.zones)}
    part_index = {part.id: index for index, part in enumerate(entry.parts)}
    counts = Counter(location.part for location in entry.locations)
    parts = {part.id: part for part in entry.parts}
    return Anatomy(
        id,
        entry.name or plain(id),
        tuple(Zone(zone.id, zone.name or plain(zone.id), zone.weight) for zone in entry.zones),
        tuple(
            Part(
                part.id,
                part.name or plain(part.id),
                zone_index[part.zone],
                part.weight,
                frozenset(part.roles),
                part.holds,
                side_of(part.id, parts),
                _is_limb(part, counts[part.id]) if part.limb is None else part.limb,
            )
            for part in entry.parts
        ),
        tuple(_location(location, part_index[location.part], parts[location.part]) for location in entry.locations),
    )


def with_protection(
    body: Anatomy, everywhere: Protection, at: Mapping[str, Protection], rigid_at: Sequence[str]
) -> Anatomy:
    """Add a creature's natural protection to that of the body; the body itself where there is none to add."""
    if not any(everywhere) and not at and not rigid_at:
        return body
    rigid = frozenset(rigid_at)
    locations = tuple(
        Location(
            place.id,
            place.name,
            place.part,
            place.weight,
            place.shock,
            place.bleeding,
            place.amputability,
            place.fumble,
            place.stumble,
            at[place.id] if place.id in at else _sum(place.protection, everywhere),
            place.rigid or place.id in rigid,
        )
        for place in body.locations
    )
    return Anatomy(body.id, body.name, body.zones, body.parts, locations)


def _sum(one: Protection, other: Protection) -> Protection:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


def side_of(part: str, parts: Mapping[str, object]) -> Side:
    """Tell a part's side by its mirror twin: left or right where the twin exists, else central (heroic H2)."""
    for prefix, mirror in _MIRROR.items():
        if part.startswith(prefix) and mirror + part.removeprefix(prefix) in parts:
            return Side(prefix.removesuffix("_"))
    return Side.CENTRAL


def _is_limb(part: PartEntry, locations: int) -> bool:
    critical = Role.VITAL in part.roles or Role.CORE in part.roles
    return locations > 1 and not critical and (Role.MANIPULATOR in part.roles or Role.LOCOMOTOR in part.roles)


def _location(entry: LocationEntry, part_index: int, part: PartEntry) -> Location:
    return Location(
        entry.id,
        entry.name or plain(entry.id),
        part_index,
        entry.weight,
        entry.shock,
        entry.bleeding,
        entry.amputability,
        Role.MANIPULATOR in part.roles if entry.fumble is None else entry.fumble,
        Role.LOCOMOTOR in part.roles if entry.stumble is None else entry.stumble,
        entry.protection,
        entry.rigid,
    )


def ids_of(entries: Sequence[AnyEntry]) -> dict[str, AnyEntry]:
    """Find entries by id, those that have one."""
    return {id: entry for entry in entries if (id := fit(entry, "id")) is not None}


def anatomy_faults(entry: AnatomyEntry) -> Iterator[Fault]:
    """Find what doesn't hold within a body."""
    yield from tried(lambda: _twice("zones", entry.zones))
    yield from tried(lambda: _twice("parts", entry.parts))
    yield from tried(lambda: _twice("locations", entry.locations))
    yield from tried(_zones_named, entry)
    yield from tried(_parts_named, entry)
    yield from tried(_parts_located, entry)
    yield from tried(_zones_without_parts, entry)
    yield from tried(_zones_without_weight, entry)
    yield from tried(_unlike_twins, entry)


def _zones_named(entry: AnatomyEntry) -> Iterator[Fault]:
    zones = ids_of(entry.zones)
    for index, part in enumerate(entry.parts):
        zone = fit(part, "zone")
        if zone is not None and zone not in zones:
            yield unknown(f"parts[{index}].zone", "a zone of this body", zone, zones)


def _parts_named(entry: AnatomyEntry) -> Iterator[Fault]:
    parts = ids_of(entry.parts)
    for index, location in enumerate(entry.locations):
        part = fit(location, "part")
        if part is not None and part not in parts:
            yield unknown(f"locations[{index}].part", "a part of this body", part, parts)


def _parts_located(entry: AnatomyEntry) -> Iterator[Fault]:
    located = {fit(location, "part") for location in entry.locations}
    for index, part in enumerate(entry.parts):
        id = fit(part, "id")
        if id is not None and id not in located:
            yield Fault(f"parts[{index}]", "at least one location of this part", f"none of {shown(id)}")


def _zones_without_parts(entry: AnatomyEntry) -> Iterator[Fault]:
    if entry.zones and not entry.parts:
        yield Fault("parts", "at least one part, as there are zones", "none")


def _zones_without_weight(entry: AnatomyEntry) -> Iterator[Fault]:
    if entry.parts and not any(zone.weight for zone in entry.zones):
        yield Fault("zones", "at least one zone of weight 1 or more", "none")


def _twice(path: str, entries: Sequence[AnyEntry]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        id = fit(entry, "id")
        if id in seen:
            yield Fault(f"{path}[{index}].id", "an id used once", shown(id))
        if id is not None:
            seen.add(id)


def _unlike_twins(entry: AnatomyEntry) -> Iterator[Fault]:
    """Find mirror twins that can't do the same, most often a slip of the pen."""
    by_id = ids_of(entry.parts)
    for index, part in enumerate(entry.parts):
        id = fit(part, "id") or ""
        twin = by_id.get("left_" + id.removeprefix("right_")) if id.startswith("right_") else None
        if twin is not None:
            yield from tried(_unlike, index, part, twin)


def _unlike(index: int, part: PartEntry, twin: PartEntry) -> Iterator[Fault]:
    if (frozenset(part.roles), part.holds) != (frozenset(twin.roles), twin.holds):
        yield Fault(f"parts[{index}]", f"the same roles and holds as its mirror twin {twin.id}", "others")
