"""Blood: the spots that stay on the ground, and which events shed how much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from fleshwound.components import events as happened
from fleshwound.components.events import Event


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


def bleeder(event: Event) -> int | None:
    """Give the combat id of whose blood an event may shed; None: nobody's."""
    match event:
        case (
            happened.Injured(creature=creature)
            | happened.HealthLost(creature=creature)
            | happened.BloodLost(creature=creature)
            | happened.Severed(creature=creature)
            | happened.Died(creature=creature)
        ):
            return creature
        case _:
            return None


def shed(event: Event, cell: tuple[int, int], dice: Callable[[], float]) -> list[Stain]:
    """Shed the blood of an event on the cell of its creature, which has blood to lose."""
    match event:
        case happened.Injured(level=level, bleeds=bleeds):
            return splashed(cell, min(5, level + bleeds), dice)
        case happened.HealthLost():
            return splashed(cell, 2, dice)
        case happened.BloodLost(points=points) if points:
            return pooled(cell, min(4, points), dice)
        case happened.Severed() | happened.Died():
            return pooled(cell, 2, dice)
        case _:
            return []
