"""Creatures: what one takes from another it is like, and from entries to definitions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fleshwound.components.definitions import Anatomy, ArmorPiece, Creature, Immunities, Role, Weapon
from fleshwound.game.content import bodies, cities, home, strikes
from fleshwound.game.content.entries import AnatomyEntry, CreatureEntry, MusterEntry, PartEntry, TechniqueEntry
from fleshwound.game.content.fault import Fault, plain, shown, unknown
from fleshwound.game.content.files import UNREAD, Entry
from fleshwound.game.content.unfit import UNFIT, Unfit, fit, given, tried

MERGED = ("attributes", "skills", "techniques", "protection_at", "other", "cities")
"""Tables that a creature takes key by key from the one it is like; any other field it takes whole."""
OWN_BODY = ("zones", "parts", "locations")


@dataclass(frozen=True, slots=True)
class Derived:
    """A creature's table with what it takes from the one it is like."""

    table: dict[str, Any]
    own: frozenset[str]
    """Keys of its own file; of a table that is taken key by key those within, as `skills.dodge`."""
    like: str | None
    whole: bool
    """Whether all it is like could be read, so that what lacks is its own fault."""


def derived(entry: Entry, creatures: Mapping[str, Entry]) -> tuple[Derived, Fault | None]:
    """Join a creature with those it is like, nearest first."""
    fault: Fault | None = None
    table: dict[str, Any] = {}
    own = frozenset(_keys(entry.table))
    like = entry.table.get("like")
    trail = {entry.id}
    current: Entry | None = entry
    whole = True
    while current is not None:
        whole = whole and current.table is not UNREAD
        table = _joined(current.table, table)
        if "like" not in current.table:
            break
        parent = current.table["like"]
        found = creatures.get(parent) if isinstance(parent, str) else None
        if found is None or found.id in trail:
            whole = False
            # Of a broken chain only the file that breaks it is at fault, of a ring each file in it.
            if found is None and current is entry:
                fault = unknown("like", "a creature", parent, creatures) if isinstance(parent, str) else _no_id(parent)
            elif parent == entry.id:
                fault = Fault("like", "a creature that isn't like this one", shown(like))
            break
        trail.add(found.id)
        current = found
    return Derived(table, own, like if isinstance(like, str) else None, whole), fault


def _keys(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if key in MERGED and isinstance(value, dict):
            yield from (f"{key}.{inner}" for inner in value)
        elif key != "like":
            yield key


def _no_id(value: object) -> Fault:
    return Fault("like", "the id of a creature", shown(value))


def _joined(parent: Mapping[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    joined = {key: value for key, value in parent.items() if key != "like"}
    if "anatomy" in child:
        joined = {key: value for key, value in joined.items() if key not in OWN_BODY}
    elif any(key in child for key in OWN_BODY):
        joined.pop("anatomy", None)
    for key, value in child.items():
        before = joined.get(key)
        if key in MERGED and isinstance(before, dict) and isinstance(value, dict):
            value = {**before, **value}
        joined[key] = value
    return joined


def own_faults(derived: Derived, id: str, faults: Iterable[Fault], inherited: Iterable[Fault]) -> Iterator[Fault]:
    """Leave out what is said of the file it is like already, and say of what is missing whose it is.

    `inherited` are the faults of the creature it is like.
    """
    said = {(fault.path, fault.expected, fault.got) for fault in inherited}
    for fault in faults:
        top, *rest = re.split(r"[.\[]", fault.path, maxsplit=2)
        own = derived.like is None or top in derived.own or (bool(rest) and f"{top}.{rest[0]}" in derived.own)
        if not own and fault.got == "nothing":
            if derived.whole:
                yield Fault(fault.path, fault.expected, f"nothing in {id!r}, nor in {derived.like!r} that it is like")
        elif own or (fault.path, fault.expected, fault.got) not in said:
            yield fault


def structure_of(entry: CreatureEntry, anatomies: Mapping[str, AnatomyEntry]) -> AnatomyEntry | None:
    """Give the body of a creature, as far as it fits: its own, or the anatomy it names; None where that isn't known."""
    return own_structure(entry) if _own_keys(entry) else anatomies.get(fit(entry, "anatomy") or "")


def own_structure(entry: CreatureEntry) -> AnatomyEntry:
    """Give the body that a creature's own file describes, as far as it fits."""
    own = object.__new__(AnatomyEntry)
    for key in OWN_BODY:
        if (entries := fit(entry, key)) is not None:
            object.__setattr__(own, key, entries)
    object.__setattr__(own, "name", None)
    return own


def _own_keys(entry: CreatureEntry) -> list[str]:
    return [key for key in OWN_BODY if given(entry, key)]


def creature_faults(
    entry: CreatureEntry,
    anatomies: Mapping[str, AnatomyEntry],
    known: Mapping[str, Collection[str]],
    alone: home.Alone,
) -> Iterator[Fault]:
    """Find what doesn't hold within a creature and between it and its body and gear.

    `anatomies` are as far as they fit; `known` has every id by kind, also of entries that have faults of their own;
    `alone` tells which weapons and armour are for some rulesets alone.
    """
    yield from tried(home.lacking, entry, home.CREATURE)
    yield from tried(home.astray, entry, home.CREATURE, ("skills", "techniques"))
    yield from tried(_body_named, entry, known["anatomies"])
    structure = structure_of(entry, anatomies)
    if structure is not None:
        if _own_keys(entry):
            yield from bodies.anatomy_faults(structure)
        yield from tried(lambda: _places_known("protection_at.{}", list(entry.protection_at), structure, by_key=True))
        yield from tried(lambda: _places_known("rigid_at[{}]", entry.rigid_at, structure))
    yield from tried(_has_size, entry)
    yield from tried(_techniques, entry, structure)
    yield from gear_faults("", entry, grips(structure), known)
    yield from tried(lambda: _held("belt", entry.belt, known["weapons"]))
    yield from gear_for("", entry, home.rules_of(entry, home.CREATURE), alone)
    yield from tried(lambda: _carried(entry.projectiles, known["projectiles"]))
    if (section := fit(entry, "cities")) is not None:
        yield from (fault.below("cities") for fault in cities.profile_faults(section))


def _body_named(entry: CreatureEntry, anatomies: Collection[str]) -> Iterator[Fault]:
    own = _own_keys(entry)
    if given(entry, "anatomy"):
        for key in own:
            yield Fault(key, "nothing beside anatomy", "a list")
        if entry.anatomy is not None and entry.anatomy not in anatomies:
            yield unknown("anatomy", "an anatomy", entry.anatomy, anatomies)
    elif not own:
        yield Fault("anatomy", "the id of an anatomy (or zones, parts and locations)", "nothing")
    else:
        for key in OWN_BODY:
            if key not in own:
                yield Fault(key, "a list", "nothing")


def _places_known(path: str, ids: Sequence[str], structure: AnatomyEntry, *, by_key: bool = False) -> Iterator[Fault]:
    places = bodies.ids_of(structure.locations)
    for index, id in enumerate(ids):
        if id is not UNFIT and id not in places:
            yield unknown(path.format(id if by_key else index), "a location of this body", id, places)


def _has_size(entry: CreatureEntry) -> Iterator[Fault]:
    if entry.attributes is not None and entry.body_scale is None and "strength" not in entry.attributes:
        yield Fault("attributes.strength", "1..100, as there is no body_scale", "nothing")


def _techniques(entry: CreatureEntry, structure: AnatomyEntry | None) -> Iterator[Fault]:
    for name, technique in entry.techniques.items():
        found = tried(strikes.technique_faults, technique)
        if structure is not None:
            found += tried(_has_roles, technique, structure)
        yield from (fault.below(f"techniques.{name}") for fault in found)


def _has_roles(technique: TechniqueEntry, structure: AnatomyEntry) -> Iterator[Fault]:
    needed = set(technique.roles)
    able = [set(roles) for part in structure.parts if (roles := _roles(part)) is not None]
    if structure.parts and not any(roles.issuperset(needed) for roles in able):
        yield Fault("roles", "roles that some part of this body has", " and ".join(technique.roles))


def _roles(part: PartEntry) -> Sequence[Role] | None:
    roles = fit(part, "roles")
    return None if roles is None else [role for role in roles if role is not UNFIT]


def grips(structure: AnatomyEntry | None) -> int | None:
    """Count the parts that hold something; None where that isn't known."""
    try:
        return None if structure is None else sum(part.holds for part in structure.parts)
    except Unfit:
        return None


def creature(
    id: str,
    entry: CreatureEntry,
    base: Anatomy,
    weapons: Mapping[str, Weapon],
    armor: Mapping[str, ArmorPiece],
    bodies_made: dict[tuple[object, ...], Anatomy],
) -> Creature:
    """Build a creature that has no faults on the body `base`."""
    body_key = (
        id if _own_keys(entry) else base.id,
        entry.protection,
        tuple(entry.protection_at.items()),
        entry.rigid_at,
    )
    body = bodies_made.get(body_key)
    if body is None:
        body = bodies.with_protection(base, entry.protection, entry.protection_at, entry.rigid_at)
        bodies_made[body_key] = body
    return Creature(
        id=id,
        name=entry.name or plain(id),
        anatomy=body,
        attributes=entry.attributes or {},
        skills=entry.skills,
        body_scale=entry.body_scale,
        body_reach_ft=entry.body_reach_ft,
        move_ft=entry.move_ft or 0,
        weight_lb=entry.weight_lb,
        techniques=tuple(strikes.technique(id, name, made, strength=False) for name, made in entry.techniques.items()),
        human_techniques=entry.human_techniques,
        immunities=Immunities(*(kind in entry.immunities for kind in ("blood", "pain", "fear"))),
        traits=frozenset(entry.traits),
        weapons=tuple(weapons[held] for held in entry.weapons),
        armor=tuple(armor[worn] for worn in entry.armor),
        belt=tuple(weapons[hung] for hung in entry.belt),
        projectiles=entry.projectiles,
        fear=entry.fear,
        other=entry.other,
        cities=None if entry.cities is None else cities.profile(id, entry.cities),
    )


def gear_faults(
    path: str, entry: CreatureEntry | MusterEntry, grips: int | None, known: Mapping[str, Collection[str]]
) -> Iterator[Fault]:
    """Find what is wrong with what is held, no more than there are parts to hold it, and worn, each piece once."""
    yield from tried(lambda: _held(f"{path}weapons", entry.weapons or (), known["weapons"]))
    yield from tried(lambda: _too_many(f"{path}weapons", entry.weapons or (), grips))
    yield from tried(lambda: _worn(f"{path}armor", entry.armor or (), known["armor"]))


def gear_for(
    path: str, entry: CreatureEntry | MusterEntry, wanted: tuple[str, ...], alone: home.Alone
) -> Iterator[Fault]:
    """Find what is held, worn or at the belt and doesn't serve the rules that are `wanted`; none named: every one."""
    carried: tuple[str, ...] = ("weapons", "belt") if isinstance(entry, CreatureEntry) else ("weapons",)
    for field in (*carried, "armor"):
        kind, what = ("armor", "a piece of armour") if field == "armor" else ("weapons", "a weapon")
        for index, id in enumerate(fit(entry, field) or ()):
            if id is not UNFIT:
                yield from home.foreign(f"{path}{field}[{index}]", what, wanted, id, alone[kind].get(id, ()))


def _held(path: str, ids: tuple[str, ...], known: Collection[str]) -> Iterator[Fault]:
    for index, id in enumerate(ids):
        if id is not UNFIT and id not in known:
            yield unknown(f"{path}[{index}]", "a weapon", id, known)


def _carried(projectiles: Mapping[str, int], known: Collection[str]) -> Iterator[Fault]:
    for id in projectiles:
        if id not in known:
            yield unknown(f"projectiles.{id}", "a projectile", id, known)


def _too_many(path: str, ids: tuple[str, ...], grips: int | None) -> Iterator[Fault]:
    if grips is not None and len(ids) > grips:
        yield Fault(path, f"at most {grips}, one for each part that holds", str(len(ids)))


def _worn(path: str, ids: tuple[str, ...], known: Collection[str]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, id in enumerate(ids):
        if id is UNFIT:
            continue
        if id not in known:
            yield unknown(f"{path}[{index}]", "a piece of armour", id, known)
        elif id in seen:
            yield Fault(f"{path}[{index}]", "each piece once", shown(id))
        seen.add(id)
