"""Soundness: whether the components of a creature, out of a save, are such as these rules could have made."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from fleshwound.components.creature import (
    Abilities,
    Bleeding,
    Combatant,
    Conditions,
    Fatigue,
    Held,
    Injuries,
    Injury,
    InjuryKind,
    Scores,
    Shock,
    ShockState,
)
from fleshwound.components.definitions import Anatomy
from fleshwound.components.guard import Guard
from fleshwound.components.kit import Kit
from fleshwound.components.nerve import Exit, Fear, Morale, Nerve

MOST: Final = 1_000_000
"""Of any score, count or amount; no rule comes near it."""

HIGHEST: Final = 12
"""Of the healing rate of an X entry: a coma opens at this, less what caused it (heroic H7)."""

Fault = tuple[str, str, str]
"""Path, what would be right, what is there."""


def faults(components: Mapping[type[Any], Any], needed: Sequence[str], projectiles: Container[str]) -> list[Fault]:
    """List what is wrong; `needed` are the attributes without which these rules can't run a body.

    `projectiles` are the ids of those that there are.
    """
    body = components[Combatant].creature.anatomy
    found: list[Fault] = []
    abilities: Abilities = components[Abilities]
    found += _abilities(abilities.attributes, abilities.skills, () if body.incorporeal else tuple(needed))
    found += _injuries(components[Injuries], body)
    found += _shock(components[ShockState], body)
    found += _bleeding(components[Bleeding], components[Injuries], components[ShockState])
    found += _parts("Held.items", components[Held].items, body)
    found += _kit(components[Held], components[Kit], projectiles)
    for index, hold in enumerate(components[Conditions].immobilized):
        found += _within(f"Conditions.immobilized[{index}].part", hold.part, 0, len(body.parts) - 1)
    found += _holds(components[Conditions], components[ShockState], len(body.parts))
    for index, entry in enumerate(components[Fatigue].entries):
        found += _within(f"Fatigue.entries[{index}].amount", entry.amount, 1, MOST)
    found += _within("Fatigue.exchanges", components[Fatigue].exchanges, 0, MOST)
    found += _nerve(components[Nerve], components[ShockState])
    guard: Guard = components[Guard]
    found += _within("Guard.defences", guard.defences, 0, MOST)
    found += _within("Guard.recovering", guard.recovering, 0, 2)
    found += _within("Guard.braced", guard.braced, 0, MOST)
    for foe, bonus in guard.setups.items():
        found += _within(f"Guard.setups.{foe}", bonus, -MOST, MOST)
    return found


def _within(path: str, value: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= value <= most:
        yield path, f"{least}..{most}", str(value)


def _holds(conditions: Conditions, shock: ShockState, parts: int) -> Iterator[Fault]:
    """Check what a creature holds by itself; that each hold stands with both is checked over the whole save."""
    taken = 0
    for index, hold in enumerate(conditions.holds):
        path = f"Conditions.holds[{index}]"
        if not 0 < hold.limbs < 1 << parts or hold.limbs & taken:
            yield f"{path}.limbs", f"a mask of {parts} parts, no part twice", str(hold.limbs)
        taken |= hold.limbs
        yield from _within(f"{path}.reach", hold.reach, 1, MOST)
    if conditions.holds and shock.state is not Shock.NONE:
        yield "Conditions.holds", f"none of the {shock.state.name.lower()}", str(len(conditions.holds))


def _parts(path: str, by_part: Mapping[int, object], body: Anatomy) -> Iterator[Fault]:
    for part in by_part:
        if not (0 <= part < len(body.parts) and body.parts[part].holds):
            yield f"{path}.{part}", "the index of a part that grips", str(part)


def _kit(held: Held, kit: Kit, projectiles: Container[str]) -> Iterator[Fault]:
    for part, item in held.items.items():
        yield from _within(f"Held.items.{part}.unready", item.unready, 0, MOST)
    for index, item in enumerate(kit.belt):
        yield from _within(f"Kit.belt[{index}].unready", item.unready, 0, MOST)
    for id, count in kit.projectiles.items():
        if id not in projectiles:
            yield f"Kit.projectiles.{id}", "the id of a projectile", id
        yield from _within(f"Kit.projectiles.{id}", count, 1, MOST)


@lru_cache(256)
def _abilities(attributes: Scores, skills: Scores, needed: tuple[str, ...]) -> tuple[Fault, ...]:
    # Once for all of a kind: they share their scores.
    found = [(f"Abilities.attributes.{name}", f"1..{MOST}", "nothing") for name in needed if name not in attributes]
    for name, value in attributes.items():
        found += _within(f"Abilities.attributes.{name}", value, 1, MOST)
    for name, value in skills.items():
        found += _within(f"Abilities.skills.{name}", value, -MOST, MOST)
    return tuple(found)


def _injuries(injuries: Injuries, body: Anatomy) -> Iterator[Fault]:
    numbers: set[int] = set()
    for index, entry in enumerate(injuries.entries):
        path = f"Injuries.entries[{index}]"
        if entry.number in numbers or not 1 <= entry.number <= injuries.made:
            yield f"{path}.number", f"1..{injuries.made}, no two alike", str(entry.number)
        numbers.add(entry.number)
        yield from _injury(path, entry, body)
    locations = len(body.locations)
    if not 0 <= injuries.severed < 1 << locations:
        yield "Injuries.severed", f"a mask of {locations} locations", str(injuries.severed)
    if injuries.closed & ~injuries.severed:
        yield "Injuries.closed", f"of what is severed, {injuries.severed}", str(injuries.closed)
    wounds = {entry.number for entry in injuries.entries if entry.kind is InjuryKind.WOUND}
    for index, entry in enumerate(injuries.entries):
        infection = entry.kind is InjuryKind.INFECTION
        if infection and entry.of not in wounds:
            yield f"Injuries.entries[{index}].of", "the number of a wound", str(entry.of)
        if not infection and entry.of is not None:
            yield f"Injuries.entries[{index}].of", "null", str(entry.of)
    for part, permanent in injuries.permanent.items():
        yield from _within(f"Injuries.permanent.{part}", part, 0, len(body.parts) - 1)
        yield from _within(f"Injuries.permanent.{part}", permanent, -25, 0)


def _injury(path: str, entry: Injury, body: Anatomy) -> Iterator[Fault]:
    wound = entry.kind is InjuryKind.WOUND
    if entry.location is not None:
        yield from _within(f"{path}.location", entry.location, 0, len(body.locations) - 1)
    elif wound:
        yield f"{path}.location", f"0..{len(body.locations) - 1}", "null"
    yield from _within(f"{path}.level", entry.level, 1 if wound else 0, 5)
    if wound and entry.aspect is None:
        yield f"{path}.aspect", "the aspect of the wound", "null"
    if entry.healing_rate is not None:
        yield from _within(f"{path}.healing_rate", entry.healing_rate, 0, 7 if wound else HIGHEST)
    elif not wound:
        yield f"{path}.healing_rate", f"0..{HIGHEST}", "null"


def _shock(shock: ShockState, body: Anatomy) -> Iterator[Fault]:
    cause = shock.cause
    if cause is not None and cause.location is not None:
        yield from _within("ShockState.cause.location", cause.location, 0, len(body.locations) - 1)


def _bleeding(bleeding: Bleeding, injuries: Injuries, shock: ShockState) -> Iterator[Fault]:
    numbers = {entry.number for entry in injuries.entries}
    bled: set[int] = set()
    for index, bleeder in enumerate(bleeding.bleeders):
        if bleeder.injury not in numbers or bleeder.injury in bled:
            yield f"Bleeding.bleeders[{index}].injury", "the number of an injury, no two alike", str(bleeder.injury)
        bled.add(bleeder.injury)
        yield from _within(f"Bleeding.bleeders[{index}].bonus", bleeder.bonus, -MOST, MOST)
    if bleeding.bleeders and shock.state is Shock.DEAD:
        yield "Bleeding.bleeders", "none of the dead's", str(len(bleeding.bleeders))
    yield from _within("Bleeding.lost", bleeding.lost, 0, MOST)


def _nerve(nerve: Nerve, shock: ShockState) -> Iterator[Fault]:
    for index, condition in enumerate(nerve.psyche):
        path = f"Nerve.psyche[{index}]"
        others = nerve.psyche[:index]
        if not 1 <= condition.number <= nerve.conditions or any(condition.number == o.number for o in others):
            yield f"{path}.number", f"1..{nerve.conditions}, no two alike", str(condition.number)
        if any(condition.source == other.source for other in others):
            yield f"{path}.source", "a source of its own", condition.source
        yield from _within(f"{path}.level", condition.level, 1, MOST)
    yield from _within("Nerve.stood", nerve.stood, 0, MOST)
    yield from _within("Nerve.conditions", nerve.conditions, 0, MOST)
    if shock.state >= Shock.UNCONSCIOUS:
        for name, state, none in (
            ("morale", nerve.morale, Morale.NONE),
            ("fear", nerve.fear, Fear.NONE),
            ("exit", nerve.exit if shock.state is Shock.DEAD else Exit.NONE, Exit.NONE),
        ):
            if state is not none:
                yield f"Nerve.{name}", "none of the unconscious and the dead", str(state)
