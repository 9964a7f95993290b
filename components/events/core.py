"""What every event is made of: rolls, throws, and the moment."""

from __future__ import annotations

from fleshwound.components.draws import Level
from fleshwound.components.fact import fact


@fact
class Roll:
    """One d100 test: what it was, against what, and how it came out."""

    what: str
    base: int
    """Mastery level before modifiers."""
    modifiers: tuple[tuple[str, int], ...]
    """By name, in the order applied; none is 0."""
    target: int
    """What the face was held against, after the bounds."""
    face: int
    """1..100; 0 where nothing was rolled (`automatic`)."""
    level: Level
    automatic: bool = False
    """The level was given, not rolled."""
    shift: int = 0
    """Levels by which the rules shift what was rolled; `level` is as rolled."""


@fact
class Throw:
    """Dice that are not a test: what they decided, and the sum."""

    what: str
    dice: str
    """As written: `1d10+3`."""
    total: int


@fact
class CheckMade:
    """Dice held against a number: passed where they come, with the modifiers, to the target or more."""

    what: str
    dice: str
    """As written: `1d20`, `2d6`."""
    face: int
    """What the dice showed, summed."""
    modifiers: tuple[tuple[str, int], ...]
    """By name, in the order applied; none is 0."""
    target: int
    passed: bool


@fact
class Event:
    """What every event has."""

    at: int
    """When, in microseconds."""
