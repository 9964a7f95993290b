"""Range brackets by a weapon's range rating (starfarer B3)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from fleshwound.components.errors import BadValue
from fleshwound.systems.starfarer.tables import AttackTable, RangeTable

RATINGS: Final = range(1, 9)
MILLIMETRES: Final = 1000
"""Of a metre: distances are whole millimetres, so that a bound is a bound."""


class Bracket(StrEnum):
    """How far away a target is, for a weapon."""

    CLOSE = "close"
    """The target could make a melee attack on the firer this round."""
    POINT_BLANK = "point blank"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"
    EXTREME = "extreme"


AIMED: Final = (Bracket.POINT_BLANK, Bracket.SHORT, Bracket.MEDIUM, Bracket.LONG)


def reach_mm(table: RangeTable, rating: int, bracket: Bracket) -> int:
    """Give the greatest distance of a bracket in millimetres (starfarer B3).

    Raises:
        BadValue: a rating outside 1..8, or Close, which no distance bounds.
    """
    if rating not in RATINGS:
        raise BadValue(f"range rating {rating}; expected 1..8")
    match bracket:
        case Bracket.POINT_BLANK:
            metres = table.point_blank
        case Bracket.SHORT:
            metres = table.short
        case Bracket.MEDIUM:
            metres = table.medium
        case Bracket.LONG:
            metres = table.long
        case Bracket.EXTREME:
            return table.long[rating - 1] * MILLIMETRES * table.extreme_percent // 100
        case Bracket.CLOSE:
            raise BadValue("Close has no distance; expected another bracket")
    return metres[rating - 1] * MILLIMETRES


def bracket_at(
    table: RangeTable, rating: int, distance_mm: int, *, extreme: bool = False, close: bool = False
) -> Bracket | None:
    """Find the bracket of a shot at `distance_mm` millimetres; None: too far for any (starfarer B3).

    A bound belongs to the nearer bracket [R]. `extreme` for weapons that stay lethal past aimed range; `close` where
    the target could strike at the firer, which overrides the distance.

    Raises:
        BadValue: a rating outside 1..8.
    """
    if close:
        return Bracket.CLOSE
    past_bound = 0 if table.bound_included else 1
    for bracket in (*AIMED, Bracket.EXTREME) if extreme else AIMED:
        if distance_mm + past_bound <= reach_mm(table, rating, bracket):
            return bracket
    return None


def ease_at(table: AttackTable, bracket: Bracket) -> int:
    """Give the EF of a ranged attack (starfarer B3)."""
    match bracket:
        case Bracket.CLOSE:
            return table.close
        case Bracket.POINT_BLANK:
            return table.point_blank
        case Bracket.SHORT:
            return table.short
        case Bracket.MEDIUM:
            return table.medium
        case Bracket.LONG:
            return table.long
        case Bracket.EXTREME:
            return table.extreme
