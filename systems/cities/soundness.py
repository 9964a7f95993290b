"""Soundness: whether the components of a creature, out of a save, are such as these rules could have made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from fleshwound.components.creature import Combatant, Conditions, Held
from fleshwound.components.hitpoints import Down, Footing, HitPoints, Magazines, Trauma
from fleshwound.systems.cities.tables import Tables

MOST: Final = 1_000_000
"""Of any count or amount; no rule comes near it."""

Fault = tuple[str, str, str]
"""Path, what would be right, what is there."""


def faults(components: Mapping[type[Any], Any], tables: Tables) -> list[Fault]:
    """List what is wrong."""
    body = components[Combatant].creature.anatomy
    points: HitPoints = components[HitPoints]
    trauma: Trauma = components[Trauma]
    found: list[Fault] = [*_within("HitPoints.most", points.most, 1, MOST)]
    found += _within("HitPoints.left", points.left, 0, points.most)
    found += _within("HitPoints.soaked", points.soaked, 0, MOST)
    found += _trauma(trauma, points, len(tables.injury.rows))
    for part in components[Held].items:
        if not (0 <= part < len(body.parts) and body.parts[part].holds):
            found.append((f"Held.items.{part}", "the index of a part that grips", str(part)))
    found += _conditions(components[Conditions], trauma, len(body.parts))
    footing: Footing = components[Footing]
    found += _within("Footing.screened", footing.screened, 0, MOST)
    for name in ("acted_round", "shock_round", "screened_round"):
        found += _within(f"Footing.{name}", getattr(footing, name), 0, MOST)
    magazines: Magazines = components[Magazines]
    for number, used in magazines.used.items():
        found += _within(f"Magazines.used.{number}", used, 1, MOST)
    return found


def _within(path: str, value: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= value <= most:
        yield path, f"{least}..{most}", str(value)


def _trauma(trauma: Trauma, points: HitPoints, rows: int) -> Iterator[Fault]:
    if (points.left == 0) is (trauma.down is Down.UP):
        right = "none left of who is down, 1 or more of who is up"
        yield "HitPoints.left", right, str(points.left)
    if trauma.down is Down.MORTAL and trauma.downed_at is None:
        yield "Trauma.downed_at", "when it went down", "null"
    if trauma.wakes_at is not None and trauma.down not in (Down.STABLE, Down.INCAPACITATED):
        yield "Trauma.wakes_at", "null, of who is neither unconscious nor incapacitated", str(trauma.wakes_at)
    yield from _within("Trauma.strain", trauma.strain, 0, MOST)
    yield from _within("Trauma.patches", trauma.patches, 0, MOST)
    numbers: set[int] = set()
    for index, injury in enumerate(trauma.injuries):
        path = f"Trauma.injuries[{index}]"
        if injury.number in numbers or not 1 <= injury.number <= trauma.made:
            yield f"{path}.number", f"1..{trauma.made}, no two alike", str(injury.number)
        numbers.add(injury.number)
        yield from _within(f"{path}.row", injury.row, 1, rows)


def _conditions(conditions: Conditions, trauma: Trauma, parts: int) -> Iterator[Fault]:
    for index, hold in enumerate(conditions.immobilized):
        yield from _within(f"Conditions.immobilized[{index}].part", hold.part, 0, parts - 1)
    for index, own in enumerate(conditions.holds):
        if not 0 < own.limbs < 1 << parts:
            yield f"Conditions.holds[{index}].limbs", f"a mask of {parts} parts", str(own.limbs)
        yield from _within(f"Conditions.holds[{index}].reach", own.reach, 1, MOST)
    if conditions.holds and trauma.down is not Down.UP:
        yield "Conditions.holds", "none of who is down", str(len(conditions.holds))
