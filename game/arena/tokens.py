"""Tokens: what the map and the lists show of each creature, always equal to its state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from math import hypot
from typing import Final, TypeVar

from fleshwound.components.creature import Allegiance, Combatant, Conditions, Held, Injuries, Place
from fleshwound.components.creature import Anatomy as Body
from fleshwound.components.definitions import Anatomy
from fleshwound.components.errors import UnknownName
from fleshwound.components.exertion import Activity, Doing
from fleshwound.components.kit import Kit
from fleshwound.components.views import Vitals
from fleshwound.game.combat import Combat

T = TypeVar("T")

FOOT: Final = 5
"""Feet of a weapon that make a cell."""


class Pose(StrEnum):
    """How a creature is drawn."""

    STANDING = "standing"
    SHAKEN = "shaken"
    """Stands, but something is the matter."""
    PRONE = "prone"
    """Lies on the ground, able to fight."""
    DOWN = "down"
    """Out of the fight, alive."""
    GONE = "gone"
    """Out of the fight, on its feet: it has fled the field."""
    DEAD = "dead"


def pose(vitals: Vitals) -> Pose:
    """Read the pose from how a creature is."""
    if not vitals.alive:
        return Pose.DEAD
    if vitals.out and not vitals.prone:
        return Pose.GONE
    if vitals.out:
        return Pose.DOWN
    if vitals.prone:
        return Pose.PRONE
    return Pose.STANDING if vitals.state == "none" else Pose.SHAKEN


def label(vitals: Vitals, plights: tuple[str, ...] = ()) -> str:
    """Say what is the matter with a creature, in a few words; empty where nothing is.

    Besides its vitals it may have plights, which matter no more to those who are out of the fight.
    """
    if not vitals.alive:
        return "dead"
    words = [] if vitals.state == "none" else [vitals.state]
    if not vitals.out:
        words += ["prone"] if vitals.prone else []
        words += plights
    return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Arms:
    """What a creature visibly holds."""

    length: float
    """Length of its longest weapon, in cells; 0: it holds none."""
    shield: bool


@dataclass(slots=True)
class Token:
    """One creature on the map."""

    creature: int
    """Combat id."""
    entity: int
    name: str
    kind: str
    side: str
    anatomy: Anatomy
    vitals: Vitals
    cell: tuple[int, int]
    facing: int
    arms: Arms
    holders: tuple[int, ...]
    """Combat ids of those who hold it fast."""
    plights: tuple[str, ...]
    """What else is the matter with it: held by whom, asleep, out of what it shoots."""
    severed: int
    """Bit mask of the locations that are gone; 0 under rules without locations."""
    at: tuple[float, float] = (0.0, 0.0)
    """Where it is drawn, in cells; on its way to `cell`."""
    way: list[tuple[float, float]] = field(default_factory=list)
    """Cells still to walk through."""

    @property
    def pose(self) -> Pose:
        """How it is drawn."""
        return pose(self.vitals)

    @property
    def state(self) -> str:
        """What is the matter with it by its vitals alone."""
        return label(self.vitals)

    @property
    def label(self) -> str:
        """What is the matter with it."""
        return label(self.vitals, self.plights)

    def walk(self, cells: int, part: float) -> int:
        """Go a part, 0..1, of the way through its next `cells`; give how many of them it came to."""
        cells = min(cells, len(self.way))
        step = part * _length([self.at, *self.way[:cells]])
        come = 0
        while come < cells:
            (x, y), (to_x, to_y) = self.at, self.way[0]
            gap = hypot(to_x - x, to_y - y)
            if part < 1 and gap > step:
                self.at = (x + (to_x - x) * step / gap, y + (to_y - y) * step / gap)
                break
            self.at = self.way.pop(0)
            step -= gap
            come += 1
        return come

    def arrive(self) -> None:
        """Be where the creature is, at once."""
        self.way.clear()
        self.at = (float(self.cell[0]), float(self.cell[1]))


def component(combat: Combat, entity: int, kind: type[T]) -> T | None:
    """Read a component that not every ruleset gives a creature; None where it has none."""
    try:
        return combat.component(entity, kind)
    except KeyError:
        return None


def body_of(combat: Combat, entity: int) -> Anatomy | None:
    """Give the body that what is said of a creature indexes; None under rules without locations."""
    body = component(combat, entity, Body)
    return body.of if body is not None and not body.of.incorporeal else None


def look(combat: Combat, entity: int, before: Token | None) -> Token:
    """See a creature as it is now; `before` keeps its way across the map."""
    who = combat.component(entity, Combatant)
    place = combat.component(entity, Place)
    injuries = component(combat, entity, Injuries)
    cell = (place.x, place.y)
    held = component(combat, entity, Held)
    holders = _holders(combat, entity)
    token = Token(
        creature=who.id,
        entity=entity,
        name=who.name,
        kind=who.creature.name,
        side=combat.component(entity, Allegiance).side,
        anatomy=who.creature.anatomy,
        vitals=combat.vitals(entity),
        cell=cell,
        facing=place.facing,
        arms=_arms(held),
        holders=holders,
        plights=tuple(_plights(combat, entity, holders, held)),
        severed=injuries.severed if injuries is not None else 0,
    )
    if before is None:
        token.arrive()
    else:
        token.at, token.way = before.at, before.way
        goal = (float(cell[0]), float(cell[1]))
        if (token.way[-1] if token.way else token.at) != goal:
            token.way.append(goal)
    return token


def _holders(combat: Combat, entity: int) -> tuple[int, ...]:
    conditions = component(combat, entity, Conditions)
    if conditions is None or not conditions.immobilized:
        return ()
    return tuple(dict.fromkeys(hold.by for hold in conditions.immobilized if hold.by is not None))


def _plights(combat: Combat, entity: int, holders: tuple[int, ...], held: Held | None) -> Iterator[str]:
    for holder in holders:
        yield f"held by {combat.component(combat.entity(holder), Combatant).name}"
    activity = component(combat, entity, Activity)
    if activity is not None and activity.doing is Doing.SLEEPING:
        yield "asleep"
    kit = component(combat, entity, Kit)
    if held is not None and kit is not None:
        for kind in _lacking(combat, held, kit):
            yield f"out of {kind}s"


def _lacking(combat: Combat, held: Held, kit: Kit) -> tuple[str, ...]:
    """List the kinds of projectile that a creature has a launcher for, and none of."""
    modes = [mode for item in (*held.items.values(), *kit.belt) for mode in item.weapon.modes]
    wanted = dict.fromkeys(mode.projectile for mode in modes if mode.projectile)
    return tuple(kind for kind in wanted if all(flying(combat, id) != kind for id in kit.projectiles))


def flying(combat: Combat, projectile: str) -> str:
    """Give the kind of a projectile: `arrow`, `bolt`; its id where the content doesn't know it."""
    try:
        return combat.content.projectile(projectile).kind
    except UnknownName:
        return projectile


def _arms(held: Held | None) -> Arms:
    items = list(held.items.values()) if held is not None else []
    weapons = [item.weapon for item in items if not item.weapon.is_shield]
    lengths = [mode.length_ft for weapon in weapons for mode in weapon.modes]
    length = max([1, *lengths]) / FOOT if weapons else 0.0
    return Arms(length, any(item.weapon.is_shield for item in items))


def _length(points: list[tuple[float, float]]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
