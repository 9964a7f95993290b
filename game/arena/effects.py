"""Effects: what is shown of a blow for a moment, and the blood that stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from math import cos, pi, sin
from typing import Final

from fleshwound.components.events import Roll


class Came(StrEnum):
    """What a blow came to."""

    HIT = "hit"
    GLANCING = "glancing"
    STOPPED = "stopped"
    BLOCKED = "blocked"
    DODGED = "dodged"
    COUNTERED = "countered"
    MISSED = "missed"

    @property
    def landed(self) -> bool:
        """Whether it found the body."""
        return self in (Came.HIT, Came.GLANCING, Came.STOPPED)


AVERTED: Final = {"block": Came.BLOCKED, "dodge": Came.DODGED, "counterstrike": Came.COUNTERED}
"""What a defence makes of a good attack; a ruleset's other words count as a miss."""

STRIKE_LASTS: Final = 0.9
TEXT_LASTS: Final = 1.9
"""Seconds of the viewer's time."""


@dataclass(slots=True)
class Blow:
    """The last exchange, for "what just happened"."""

    at: int
    """Combat time in microseconds."""
    attacker: int
    target: int
    title: str
    attack: Roll | None
    defence: str
    """The defence in words; empty where there is none to tell of."""
    defend: Roll | None
    came: Came
    results: list[tuple[str, bool]] = field(default_factory=list)
    """What followed, each with whether it is blood."""


@dataclass(slots=True)
class Strike:
    """A blow on its way from one token to another."""

    attacker: int
    target: int
    blow: Blow
    back: bool = False
    """The defender's own blow."""
    came: Came | None = None
    """What a blow struck back came to; None: as the exchange says."""
    age: float = 0.0

    @property
    def kind(self) -> Came:
        """What it came to."""
        return self.came or self.blow.came


@dataclass(slots=True)
class FloatingText:
    """Words that rise from a token."""

    creature: int
    text: str
    blood: bool
    age: float = 0.0


@dataclass(frozen=True, slots=True)
class Stain:
    """A spot of blood on the ground, in cells; the middle of a cell is a whole number."""

    x: float
    y: float
    radius: float
    dark: bool


def splashed(cell: tuple[int, int], much: int, dice: Callable[[], float]) -> list[Stain]:
    """Scatter blood about a cell; `much` 1..5 as the wound. `dice` gives fractions and is the view's own stream."""
    stains = []
    for drop in range(2 + 3 * much):
        away = dice() ** 1.6 * (0.35 + 0.14 * much)
        turn = dice() * 2 * pi
        size = (0.022 + 0.05 * dice() ** 2) * (1 + 0.25 * much)
        stains.append(Stain(cell[0] + cos(turn) * away, cell[1] + sin(turn) * away, size, drop % 3 == 0))
    return stains


def pooled(cell: tuple[int, int], much: int, dice: Callable[[], float]) -> list[Stain]:
    """Let blood run together under a body; `much` 1..4."""
    return [
        Stain(cell[0] + (dice() - 0.5) * 0.5, cell[1] + (dice() - 0.5) * 0.5, (0.1 + 0.12 * dice()) * much**0.4, True)
        for _ in range(2 + 2 * much)
    ]
