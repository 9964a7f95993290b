"""Where a blow lands (heroic H3)."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from fleshwound.components.draws import Rule, dice
from fleshwound.systems.heroic.body import Body


class Miss(StrEnum):
    """Why a blow that was let through found no body."""

    PAST = "past the body"
    EMPTY = "nothing left there"


class Aim(NamedTuple):
    """An aimed blow: the zone number aimed at (1 or more), and the sides of the zone die (1 or more)."""

    number: int
    sides: int


class Found(NamedTuple):
    """What a blow found."""

    zone_number: int
    """Zone number hit; 0 for an unaimed blow, or one at a given location."""
    location: int | None
    """Index of the location; None: a miss."""
    miss: Miss | None


@cache
def found(zone_number: int, location: int) -> Found:
    """Find `location`."""
    return Found(zone_number, location, None)


@cache
def missed(zone_number: int, why: Miss) -> Found:
    """Find nothing."""
    return Found(zone_number, None, why)


def zone_hit(body: Body, gone: int, number: int) -> int | Miss:
    """Say which zone the zone number `number` hits, by index, or why none (heroic H3)."""
    if not 1 <= number <= body.highest:
        return Miss.PAST
    zone = body.zone_of[number - 1]
    return Miss.EMPTY if body.within(zone, gone) is None else zone


def aimed(body: Body, gone: int, aim: Aim) -> Rule[Found]:
    """Find where an aimed blow lands: number hit = number aimed at - 1 + d(sides) (heroic H3).

    `gone` is the mask of severed locations. Past the highest number it misses; so it does in a zone with nothing left,
    which keeps its numbers.
    """
    number = aim.number - 1 + (yield dice("zone", 1, aim.sides))
    if not 1 <= number <= body.highest:
        return missed(number, Miss.PAST)
    draw = body.within(body.zone_of[number - 1], gone)
    if draw is None:
        return missed(number, Miss.EMPTY)
    return found(number, (yield draw))


def unaimed(body: Body, gone: int) -> Rule[Found]:
    """Find where an unaimed blow lands: zone, part, location by weight, what is gone left out (heroic H3)."""
    draw = body.unaimed(gone)
    if draw is None:
        return missed(0, Miss.EMPTY)
    return found(0, (yield draw))
