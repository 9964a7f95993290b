"""The map: cells of 5 ft, diagonals count one; what stands in the way, and ways round it."""

from __future__ import annotations

from collections.abc import Container
from heapq import heappop, heappush
from math import inf
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]

FEET: Final = 5
"""Feet across a cell."""

STEPS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight neighbours; the index is the facing, 0 north and then clockwise."""

FEW: Final = 32
"""Cells that a place has to itself, at the most, to be hemmed in."""

LONG: Final = 32
"""Cells looked at, after which it is asked whether there is a way at all."""

KEPT: Final = 64
"""How many ways are remembered."""

_FACING: Final = {step: facing for facing, step in enumerate(STEPS)}


def distance(a: Cell, b: Cell) -> int:
    """Count the cells from one to another."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def facing(here: Cell, there: Cell) -> int:
    """Find the facing, 0..7, that looks from `here` towards `there`; 0 where they are one."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    if abs(dx) > 2 * abs(dy):
        dy = 0
    elif abs(dy) > 2 * abs(dx):
        dx = 0
    return _FACING.get(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)), 0)


class Field:
    """A grid with cells that nothing enters. Without a size it has no edges."""

    def __init__(
        self, width: int | None = None, height: int | None = None, blocked: frozenset[Cell] = frozenset()
    ) -> None:
        self.width, self.height, self.blocked = width, height, blocked
        # A move is looked for when it is thought of, when it is checked and when it is made.
        self._ways: dict[tuple[Cell, Cell, int, frozenset[Cell], int], tuple[Cell, ...] | None] = {}

    @property
    def bounded(self) -> bool:
        """Whether the map has edges all round."""
        return self.width is not None and self.height is not None

    def open(self, cell: Cell) -> bool:
        """Tell whether a cell is on the map and can be entered."""
        x, y = cell
        if self.width is not None and not 0 <= x < self.width:
            return False
        if self.height is not None and not 0 <= y < self.height:
            return False
        return cell not in self.blocked

    def way(self, start: Cell, goal: Cell, near: int, taken: frozenset[Cell], most: int = 4096) -> list[Cell] | None:
        """Find the shortest way from `start` to within `near` cells of `goal`, entering no `taken` cell.

        Gives the cells to enter in order, none if `start` is near enough; None where there is no way. Of a way that
        can't be seen to its end within `most` cells it gives what leads nearest to the goal.
        """
        asked = (start, goal, near, taken, most)
        if asked not in self._ways:
            if len(self._ways) >= KEPT:
                self._ways.clear()
            found = self._ways[asked] = self._found(*asked)
            if found:
                # Whoever means to go it asks for the way to its end next, and walks what was seen.
                self._ways[start, found[-1], 0, taken, most] = found
        way = self._ways[asked]
        return None if way is None else list(way)

    def _found(self, start: Cell, goal: Cell, near: int, taken: frozenset[Cell], most: int) -> tuple[Cell, ...] | None:
        if distance(start, goal) <= near:
            return ()
        straight = self._straight(start, goal, near, taken, most)
        if straight is not None:
            return tuple(straight)
        # A*: nearest to the goal first, of equals the one with fewer diagonal steps, then the older. The estimate never
        # overshoots, so the first cell taken out that is near enough ends a shortest way.
        came: dict[Cell, Cell] = {start: start}
        gone = {start: 0}
        frontier: list[tuple[int, int, int, int, Cell]] = [(distance(start, goal), 0, 0, 0, start)]
        sequence = 0
        goal_x, goal_y = goal
        blocked = self.blocked
        west, east = (-inf, inf) if self.width is None else (0, self.width)
        north, south = (-inf, inf) if self.height is None else (0, self.height)
        looked = 0
        while frontier and len(came) < most:
            looked += 1
            if looked == LONG and (self._hemmed(start, 0, goal, taken) or self._hemmed(goal, near, start, taken)):
                return None
            _, _, diagonals, _, here = heappop(frontier)
            if distance(here, goal) <= near:
                return _back(came, here)
            steps = gone[here] + 1
            here_x, here_y = here
            for dx, dy in STEPS:
                cell = x, y = here_x + dx, here_y + dy
                if gone.get(cell, steps + 1) <= steps or cell in taken:
                    continue
                if not (west <= x < east and north <= y < south) or cell in blocked:
                    continue
                came[cell], gone[cell] = here, steps
                across, along = abs(x - goal_x), abs(y - goal_y)
                left = across if across > along else along
                sequence += 1
                turned = diagonals + (dx != 0 and dy != 0)
                heappush(frontier, (steps + max(0, left - near), left, turned, sequence, cell))
        if not frontier:
            return None
        nearest = min(gone, key=lambda cell: (distance(cell, goal), gone[cell], cell))
        return _back(came, nearest) if nearest != start else None

    def _hemmed(self, cell: Cell, near: int, other: Cell, taken: Container[Cell]) -> bool:
        """Tell whether from within `near` of one cell only a few can be come to, and `other` isn't among them.

        Whoever is hemmed in, or stands where nobody gets, is so found out without a search all over the map.
        """
        around = [
            (x, y)
            for x in range(cell[0] - near, cell[0] + near + 1)
            for y in range(cell[1] - near, cell[1] + near + 1)
            if (x, y) == other or (x, y) == cell or ((x, y) not in taken and self.open((x, y)))
        ]
        found = set(around)
        while around:
            here = around.pop()
            if here == other or len(found) > FEW:
                return False
            if near and here == cell:
                continue  # it is stood beside, not walked through
            for dx, dy in STEPS:
                beside = (here[0] + dx, here[1] + dy)
                if beside not in found and (beside == other or (beside not in taken and self.open(beside))):
                    found.add(beside)
                    around.append(beside)
        return True

    def _straight(self, start: Cell, goal: Cell, near: int, taken: Container[Cell], most: int) -> list[Cell] | None:
        path: list[Cell] = []
        x, y = start
        while distance((x, y), goal) > near and len(path) < most:
            x += (goal[0] > x) - (goal[0] < x)
            y += (goal[1] > y) - (goal[1] < y)
            if (x, y) in taken or not self.open((x, y)):
                return None
            path.append((x, y))
        return path


def _back(came: dict[Cell, Cell], end: Cell) -> tuple[Cell, ...]:
    path = [end]
    while came[path[-1]] != path[-1]:
        path.append(came[path[-1]])
    return tuple(path[-2::-1])
