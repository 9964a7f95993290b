"""Creatures: what one takes from another it is like, and from entries to definitions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fleshwound.components.definitions import Anatomy, ArmorPiece, Creature, Immunities, Weapon
from fleshwound.game.content import bodies, strikes
from fleshwound.game.content.entries import AnatomyEntry, CreatureEntry
from fleshwound.game.content.fault import Fault, plain, shown, unknown
from fleshwound.game.content.files import UNREAD, Entry

MERGED = ("attributes", "skills", "techniques", "protection_at", "other")
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


def own_body(entry: CreatureEntry) -> AnatomyEntry | None:
    """Give the body that a creature file itself describes; None where it names an anatomy."""
    if entry.anatomy is None and None not in (entry.zones, entry.parts, entry.locations):
        return AnatomyEntry(entry.zones or (), entry.parts or (), entry.locations or ())
    return None


def body_faults(entry: CreatureEntry, anatomies: Collection[str]) -> Iterator[Fault]:
    """Find what is wrong with how a creature names its body."""
    given = [key for key in OWN_BODY if getattr(entry, key) is not None]
    if entry.anatomy is not None:
        if entry.anatomy not in anatomies:
            yield unknown("anatomy", "an anatomy", entry.anatomy, anatomies)
        for key in given:
            yield Fault(key, "nothing beside anatomy", "a list")
    elif not given:
        yield Fault("anatomy", "the id of an anatomy (or zones, parts and locations)", "nothing")
    else:
        for key in OWN_BODY:
            if key not in given:
                yield Fault(key, "a list", "nothing")


def creature(
    id: str,
    entry: CreatureEntry,
    base: Anatomy,
    weapons: Mapping[str, Weapon],
    armor: Mapping[str, ArmorPiece],
    known: Mapping[str, Collection[str]],
    bodies_made: dict[tuple[object, ...], Anatomy],
) -> tuple[Creature, list[Fault]]:
    """Build a creature; `known` has every id by kind, also of entries that have faults of their own."""
    faults = list(_creature_faults(entry, base))
    body_key = (
        id if own_body(entry) else base.id,
        entry.protection,
        tuple(entry.protection_at.items()),
        entry.rigid_at,
    )
    body = bodies_made.get(body_key)
    if body is None:
        body = bodies.with_protection(base, entry.protection, entry.protection_at, entry.rigid_at)
        bodies_made[body_key] = body
    held = weapons_of("weapons", entry.weapons, weapons, known["weapons"], base, faults)
    worn = armor_of("armor", entry.armor, armor, known["armor"], faults)
    return (
        Creature(
            id=id,
            name=entry.name or plain(id),
            anatomy=body,
            attributes=entry.attributes,
            skills=entry.skills,
            body_scale=entry.body_scale,
            body_reach_ft=entry.body_reach_ft,
            move_ft=entry.move_ft,
            weight_lb=entry.weight_lb,
            techniques=tuple(
                strikes.technique(id, name, made, strength=False) for name, made in entry.techniques.items()
            ),
            human_techniques=entry.human_techniques,
            immunities=Immunities(*(kind in entry.immunities for kind in ("blood", "pain", "fear"))),
            traits=frozenset(entry.traits),
            weapons=held,
            armor=worn,
            other=entry.other,
        ),
        faults,
    )


def _creature_faults(entry: CreatureEntry, body: Anatomy) -> Iterator[Fault]:
    places = {place.id: None for place in body.locations}
    able = {part.roles for part in body.parts}
    for id in entry.protection_at:
        if id not in places:
            yield unknown(f"protection_at.{id}", "a location of this body", id, places)
    for index, id in enumerate(entry.rigid_at):
        if id not in places:
            yield unknown(f"rigid_at[{index}]", "a location of this body", id, places)
    if entry.body_scale is None and "strength" not in entry.attributes:
        yield Fault("attributes.strength", "1..100, as there is no body_scale", "nothing")
    for name, technique in entry.techniques.items():
        if technique.length_ft is None:
            yield Fault(f"techniques.{name}.length_ft", "0..100", "nothing")
        if able and not any(roles.issuperset(technique.roles) for roles in able):
            right = " and ".join(technique.roles)
            yield Fault(f"techniques.{name}.roles", "roles that some part of this body has", right)


def weapons_of(
    path: str,
    ids: tuple[str, ...],
    weapons: Mapping[str, Weapon],
    known: Collection[str],
    body: Anatomy,
    faults: list[Fault],
) -> tuple[Weapon, ...]:
    """Find what is held, no more than there are parts to hold it."""
    faults += (unknown(f"{path}[{index}]", "a weapon", id, known) for index, id in enumerate(ids) if id not in known)
    grips = sum(part.holds for part in body.parts)
    if len(ids) > grips:
        faults.append(Fault(path, f"at most {grips}, one for each part that holds", str(len(ids))))
    return tuple(weapons[id] for id in ids if id in weapons)


def armor_of(
    path: str, ids: tuple[str, ...], armor: Mapping[str, ArmorPiece], known: Collection[str], faults: list[Fault]
) -> tuple[ArmorPiece, ...]:
    """Find what is worn, each piece once."""
    seen: set[str] = set()
    for index, id in enumerate(ids):
        if id not in known:
            faults.append(unknown(f"{path}[{index}]", "a piece of armour", id, known))
        elif id in seen:
            faults.append(Fault(f"{path}[{index}]", "each piece once", shown(id)))
        seen.add(id)
    return tuple(armor[id] for id in ids if id in armor)
