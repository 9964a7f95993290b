"""Sight: what lies between two cells, and whether one can be seen from the other."""

from __future__ import annotations

from functools import lru_cache

from fleshwound.systems.field import Cell, Field


@lru_cache(4096)
def between(a: Cell, b: Cell) -> tuple[tuple[Cell, ...], ...]:
    """List what the straight line from the middle of `a` to the middle of `b` crosses, in order, both ends left out.

    Each step is one cell that the line crosses the inside of, or two that it passes between, touching a corner of
    both. From `b` to `a` the steps are the same in the other order.
    """
    columns, rows = abs(b[0] - a[0]), abs(b[1] - a[1])
    right, down = (1 if b[0] > a[0] else -1), (1 if b[1] > a[1] else -1)
    x, y = a
    gone_x = gone_y = 0
    steps: list[tuple[Cell, ...]] = []
    while (x, y) != b:
        # Which side of the cell the line leaves by; both are in 1/(2 columns rows) of its length.
        across, along = (2 * gone_x + 1) * rows, (2 * gone_y + 1) * columns
        if across == along:
            steps.append(((x + right, y), (x, y + down)))
        if across <= along:
            x, gone_x = x + right, gone_x + 1
        if along <= across:
            y, gone_y = y + down, gone_y + 1
        if (x, y) != b:
            steps.append(((x, y),))
    return tuple(steps)


def in_sight(field: Field, a: Cell, b: Cell) -> bool:
    """Tell whether nothing of the field stands between two cells; the same both ways.

    Every blocked cell that the line between their middles crosses the inside of bars it; where the line passes between
    two cells that touch at a corner, it takes both to bar it [R]. Creatures bar nobody's sight.
    """
    blocked = field.blocked
    return not blocked or all(any(cell not in blocked for cell in step) for step in between(a, b))
