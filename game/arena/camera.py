"""The camera: which cells the map shows. It keeps everybody alive in sight and moves only when it has to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

Bounds: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in cells; a creature at (3, 4) fills 3..4 and 4..5."""

MARGIN: Final = 2.0
"""Cells shown about the creatures."""
NEAREST: Final = 0.9
"""Cells about the creatures below which the view widens."""
SMALLEST: Final = (12.0, 7.6)
"""It never shows fewer cells than these."""
SLACK: Final = 3.0
"""It closes in only if that gains so many cells in width."""
HASTE: Final = 3.2
"""How fast it goes to where it should be, a second."""


@dataclass(slots=True)
class Camera:
    """What is shown, in cells."""

    width: int | None
    """Of the field; None: it has no edges."""
    height: int | None
    shown: Bounds | None = None
    goal: Bounds | None = None

    def follow(self, cells: Iterable[tuple[int, int]]) -> None:
        """Aim at those cells, if they are near the edge of what is shown or would fit into much less."""
        where = list(cells)
        if not where:
            where = [(0, 0)] if self.goal is None else []
        if not where:
            return
        near = self._around(where, NEAREST)
        wanted = self._grown(self._around(where, MARGIN))
        goal = self.goal
        inside = goal is not None and all(a <= b for a, b in zip(goal[:2], near[:2], strict=True)) and all(
            a >= b for a, b in zip(goal[2:], near[2:], strict=True)
        )
        if goal is None or not inside or goal[2] - goal[0] - (wanted[2] - wanted[0]) > SLACK:
            self.goal = wanted
        if self.shown is None:
            self.arrive()

    def _around(self, cells: list[tuple[int, int]], margin: float) -> Bounds:
        left, right = min(x for x, _ in cells) - margin, max(x for x, _ in cells) + 1 + margin
        top, bottom = min(y for _, y in cells) - margin, max(y for _, y in cells) + 1 + margin
        if self.width is not None:
            left, right = max(0.0, left), min(float(self.width), right)
        if self.height is not None:
            top, bottom = max(0.0, top), min(float(self.height), bottom)
        return left, top, right, bottom

    def _grown(self, bounds: Bounds) -> Bounds:
        left, right = _stretched(bounds[0], bounds[2], SMALLEST[0], self.width)
        top, bottom = _stretched(bounds[1], bounds[3], SMALLEST[1], self.height)
        return left, top, right, bottom

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


def _stretched(low: float, high: float, least: float, edge: int | None) -> tuple[float, float]:
    """Stretch a span to at least `least`, inside 0..`edge` if there is one."""
    if edge is not None:
        least = min(least, float(edge))
    if high - low < least:
        middle = (low + high) / 2
        low, high = middle - least / 2, middle + least / 2
    if edge is not None:
        if low < 0:
            low, high = 0.0, high - low
        if high > edge:
            low, high = max(0.0, low - (high - edge)), float(edge)
    return low, high
