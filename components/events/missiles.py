"""Events of missiles: what is shot, thrown, made ready, drawn and evaded."""

from __future__ import annotations

from fleshwound.components.events.core import Event
from fleshwound.components.fact import fact


@fact
class ShotLoosed(Event):
    """A missile left the string or the hand; the exchange follows."""

    attacker: int
    target: int
    item: int
    """Number of what shot it, or was thrown."""
    weapon: str
    mode: str
    projectile: str
    """Id; empty where the weapon itself flies."""
    band: str
    """Range band: `point blank`, `direct`, `volley`."""
    distance_ft: int
    left: int
    """How many of its projectile are left."""


@fact
class Misfired(Event):
    """A launcher misfired: the shot is lost, and it has to be cleared before it is readied."""

    creature: int
    item: int
    weapon: str
    actions: int
    """Actions that it takes till it is ready."""


@fact
class ShotStrayed(Event):
    """A shot that flew past its target came down on somebody else."""

    attacker: int
    target: int
    """Whom it hits."""
    missed: int
    """Whom it was meant for."""


@fact
class ItemThrown(Event):
    """A thrown weapon came to lie on the ground."""

    creature: int
    item: int
    """Number of the item."""
    weapon: str
    part: str
    """The hand it left."""
    x: int
    y: int


@fact
class Readied(Event):
    """An action was spent on making a launcher ready."""

    creature: int
    item: int
    weapon: str
    left: int
    """Actions that it still takes; 0: it is ready."""


@fact
class ItemDrawn(Event):
    """A weapon was taken from the belt into a hand."""

    creature: int
    item: int
    weapon: str
    part: str


@fact
class Evaded(Event):
    """A creature evades missiles until its next turn."""

    creature: int


@fact
class Supplied(Event):
    """Projectiles came with a launcher."""

    creature: int
    projectile: str
    count: int
    cause: str
