"""The camera: which cells the map shows. It frames the fight, keeps it in the middle and moves only when it has to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in cells; a creature at (3, 4) fills 3..4 and 4..5."""

MARGIN: Final = 1.0
"""Cells shown about the creatures."""
NEAREST: Final = 0.4
"""Cells about the creatures below which the view moves."""
SMALLEST: Final = (9.0, 5.0)
"""It never shows fewer cells than these."""
ASTRAY: Final = 1.2
"""Cells by which the middle of the fight may be off the middle of the view before it moves."""
SLACK: Final = 2.0
"""It closes in only if that gains so many cells in width or height."""
HASTE: Final = 3.2
"""How fast it goes to where it should be, a second."""


@dataclass(slots=True)
class Camera:
    """What is shown, in cells; it may look beyond the edges of a field, so that the fight stays in the middle."""

    shown: Bounds | None = None
    goal: Bounds | None = None

    def follow(self, cells: Iterable[tuple[int, int]], *, closely: bool = False) -> None:
        """Aim at those cells, if they are near the edge or off the middle of what is shown, or would fit into less.

        `closely`: in any case.
        """
        where = list(cells)
        if not where:
            where = [(0, 0)] if self.goal is None else []
        if not where:
            return
        wanted = _grown(_around(where, MARGIN))
        if closely or self.goal is None or _astray(self.goal, wanted, _around(where, NEAREST)):
            self.goal = wanted
        if self.shown is None:
            self.arrive()

    def arrive(self) -> None:
        """Show at once what it aims at."""
        self.shown = self.goal

    def pass_time(self, seconds: float) -> None:
        """Move on towards what it aims at."""
        if self.shown is None or self.goal is None or self.shown == self.goal:
            return
        part = min(1.0, HASTE * seconds)
        left, top, right, bottom = (a + (b - a) * part for a, b in zip(self.shown, self.goal, strict=True))
        self.shown = (left, top, right, bottom)
        if all(abs(a - b) < 0.01 for a, b in zip(self.shown, self.goal, strict=True)):
            self.shown = self.goal


def _astray(goal: Bounds, wanted: Bounds, near: Bounds) -> bool:
    """Tell whether a view no longer suits: somebody is near its edge, or it is off the middle, or too wide."""
    if near[0] < goal[0] or near[1] < goal[1] or near[2] > goal[2] or near[3] > goal[3]:
        return True
    for low, high in ((0, 2), (1, 3)):
        if abs((goal[low] + goal[high]) - (wanted[low] + wanted[high])) / 2 > ASTRAY:
            return True
        if (goal[high] - goal[low]) - (wanted[high] - wanted[low]) > SLACK:
            return True
    return False


def _around(cells: list[tuple[int, int]], margin: float) -> Bounds:
    return (
        min(x for x, _ in cells) - margin,
        min(y for _, y in cells) - margin,
        max(x for x, _ in cells) + 1 + margin,
        max(y for _, y in cells) + 1 + margin,
    )


def _grown(bounds: Bounds) -> Bounds:
    left, right = _stretched(bounds[0], bounds[2], SMALLEST[0])
    top, bottom = _stretched(bounds[1], bounds[3], SMALLEST[1])
    return left, top, right, bottom


def _stretched(low: float, high: float, least: float) -> tuple[float, float]:
    """Stretch a span to at least `least` about its middle."""
    wider = max(0.0, least - (high - low)) / 2
    return low - wider, high + wider
