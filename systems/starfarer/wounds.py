"""Wounds: their level by the target's Mass, and where on the track they are marked (starfarer B7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from fleshwound.components.errors import BadValue
from fleshwound.components.starfarer import Mark, TrackWound
from fleshwound.systems.starfarer.areas import Area
from fleshwound.systems.starfarer.damage import half_up
from fleshwound.systems.starfarer.tables import WoundTable

GRAZE: Final = 1
HEAVY: Final = 4
DESTROYED: Final = 6
LEVELS: Final = range(GRAZE, DESTROYED + 1)

Filled: TypeAlias = tuple[int, int, int, int, int, int]
"""Circles marked in a row, by level from 1."""

UNMARKED: Final[Filled] = (0, 0, 0, 0, 0, 0)


class Marked(NamedTuple):
    """Where a wound is marked."""

    level: int
    """Column, 1..6: the wound has its effect."""
    mark: Mark
    """`NONE`: no circle was left; by our reading it counts as Destroyed all the same [R]."""


def width(table: WoundTable, mass: int) -> int:
    """Give the points of damage in a column, by Mass [R]: 3 at Mass 6 (starfarer B7).

    Raises:
        BadValue: a Mass below 1.
    """
    if mass < 1:
        raise BadValue(f"Mass {mass}; expected 1 or more")
    return half_up(mass, table.width_divisor)


def level_of(table: WoundTable, mass: int, damage: int) -> int:
    """Read the level of a wound by the damage of one hit: 0 none, 1 a graze .. 6 destroyed (starfarer B7).

    Raises:
        BadValue: a Mass below 1.
    """
    return min(DESTROYED, half_up(max(0, damage), width(table, mass)))


def mortal_from(table: WoundTable, mass: int) -> int:
    """Give the least damage that destroys, the basic mortal level: 16 at Mass 6 (starfarer B7)."""
    return (DESTROYED - 1) * width(table, mass) + 1


def modifier(table: WoundTable, level: int) -> int:
    """Give the trait modifier of a level, 0 or less; 0 for none (starfarer B7)."""
    return table.modifiers[level - 1] if level else 0


def called(table: WoundTable, level: int, area: Area) -> str:
    """Name a level: the last is maimed on a limb and mortal elsewhere (starfarer B7)."""
    if level == DESTROYED:
        return "mortal" if area.vital else "maimed"
    return table.names[level - 1]


def filled(wounds: Iterable[TrackWound], area: int) -> Filled:
    """Count the circles that are marked in a row (starfarer B7)."""
    counts = [0] * len(LEVELS)
    for wound in wounds:
        if wound.area == area and wound.mark is not Mark.NONE:
            counts[wound.level - 1] += 1
    one, two, three, four, five, six = counts
    return one, two, three, four, five, six


def marked(table: WoundTable, row: Sequence[int], level: int) -> Marked:
    """Find the circle for a wound of `level`, in a row so far `row` filled (starfarer B7).

    An X in its own column; if that is full a slash in the next free circle to the right. If none is free the wound is
    Destroyed once more and stands nowhere [R].
    """
    if row[level - 1] < table.circles[level - 1]:
        return Marked(level, Mark.CROSS)
    return _slashed(table, row, level + 1, level)


def slashed(table: WoundTable, row: Sequence[int], level: int) -> Marked:
    """Find the circle for an extra wound of `level`: a slash there, or in the next free circle to the right.

    starfarer B7, B9.
    """
    first = min(level, DESTROYED)
    return _slashed(table, row, first, first)


def _slashed(table: WoundTable, row: Sequence[int], first: int, level: int) -> Marked:
    for column in range(first, DESTROYED + 1):
        if row[column - 1] < table.circles[column - 1]:
            return Marked(column, Mark.SLASH)
    return Marked(DESTROYED if table.overflow_destroys else level, Mark.NONE)


def with_mark(row: Filled, wound: Marked) -> Filled:
    """Give a row with one more circle marked."""
    if wound.mark is Mark.NONE:
        return row
    counts = list(row)
    counts[wound.level - 1] += 1
    one, two, three, four, five, six = counts
    return one, two, three, four, five, six
