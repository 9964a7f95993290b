"""Aiming: which zone number an aim means, and what a strike mode never lands on (heroic H3, H12)."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Final

from fleshwound.components.definitions import Mode, Part, Role
from fleshwound.components.errors import IntentRefused, Refusal
from fleshwound.systems.heroic.body import Body


def find_aim(body: Body, aim: object, mode: Mode) -> int:
    """Find the zone number that a blow aimed with `mode` is aimed at (heroic H3).

    `aim` is a part id or a zone number. One at a part that is gone is legal: its zone keeps its numbers.

    Raises:
        IntentRefused: the mode isn't aimed, the body has no such part or number, or the mode is never aimed there.
    """
    if not mode.spread:
        raise IntentRefused(Refusal.CANNOT_AIM, f"{mode.id} can't be aimed; expected no aim")
    number = _number(body, aim)
    highest = least_aim(body, mode)
    if number < highest:
        raise IntentRefused(
            Refusal.CANNOT_AIM, f"{mode.id} aims no higher than the legs; expected zone number {highest} or more"
        )
    never = barred(body, mode)
    if isinstance(aim, int):
        wanted = [p for p in body.parts_of[body.zone_of[number - 1]] if body.mask_of[p] & ~never]
    else:
        wanted = [i for i, part in enumerate(body.anatomy.parts) if part.id == aim and body.mask_of[i] & ~never]
    if not wanted:
        raise IntentRefused(Refusal.CANNOT_AIM, f"{mode.id} is never aimed at the head; expected another part")
    return number


def _number(body: Body, aim: object) -> int:
    if isinstance(aim, int) and not isinstance(aim, bool):
        if not 1 <= aim <= body.highest:
            raise IntentRefused(Refusal.NO_SUCH_AIM, f"zone number {aim} isn't one of it; expected 1..{body.highest}")
        return aim
    for index, part in enumerate(body.anatomy.parts):
        if part.id == aim:
            number = body.first_number(index)
            if number is None:
                raise IntentRefused(
                    Refusal.NO_SUCH_AIM, f"the {part.name.lower()} owns no zone number; expected a part that does"
                )
            return number
    known = ", ".join(part.id for part in body.anatomy.parts)
    raise IntentRefused(Refusal.NO_SUCH_AIM, f"it has no part {aim!r}; expected one of {known}, or a zone number")


@cache
def barred(body: Body, mode: Mode) -> int:
    """Mask the locations that a mode never lands on: a kick never finds the head (heroic H12).

    The head is whatever is vital and isn't the core of the body [R].
    """
    if not mode.never_at_head:
        return 0
    parts = enumerate(body.anatomy.parts)
    heads = (i for i, part in parts if Role.VITAL in part.roles and Role.CORE not in part.roles)
    return sum(body.mask_of[i] for i in heads)


@cache
def least_aim(body: Body, mode: Mode) -> int:
    """Find the least zone number a mode can be aimed at: a low one aims no higher than the legs' zone (heroic H12).

    That is the first zone with a part that moves the body and is no critical one; without any, the whole body [R].
    """
    if mode.low_aim:
        for zone, parts in enumerate(body.parts_of):
            if body.numbers[zone] and any(body.legs >> part & 1 for part in parts):
                return body.numbers[zone][0]
    return 1


class Line(IntEnum):
    """How high a blow is aimed, for whoever blocks it with a limb (heroic H12)."""

    __hash__ = int.__hash__  # an enum's own runs in Python, and ways to meet a blow are kept by these

    UNAIMED = 0
    LOW = 1
    MIDDLE = 2
    HIGH = 3


UNAIMED: Final = Line.UNAIMED
# Bound once: Python 3.11 looks a member of an enum up slowly each time, and every exchange reads it.


@cache
def line_of(body: Body, number: int) -> Line:
    """Find the line of a blow aimed at a zone number (heroic H12) [R].

    Low: at a zone with legs; high: at one with a head or arms; else the middle.
    """
    parts = [body.anatomy.parts[i] for i in body.parts_of[body.zone_of[number - 1]]]
    if any(Role.LOCOMOTOR in part.roles and not part.critical for part in parts):
        return Line.LOW
    return Line.HIGH if any(Role.VITAL in p.roles or Role.MANIPULATOR in p.roles for p in parts) else Line.MIDDLE


def is_at_odds(part: Part, line: Line) -> bool:
    """Tell whether a limb that blocks is at odds with the blow's line (heroic H12) [R].

    So is one that is no leg against a low blow, and a leg that is no arm against a high one.
    """
    if line is Line.LOW:
        return Role.LOCOMOTOR not in part.roles
    return line is Line.HIGH and Role.LOCOMOTOR in part.roles and Role.MANIPULATOR not in part.roles


@cache
def aims(body: Body, mode: Mode) -> tuple[tuple[str, int], ...]:
    """List the aims of a mode that differ: of each zone the first part it can be aimed at, with the number aimed at."""
    found: dict[int, str] = {}
    if mode.spread:
        never, least = barred(body, mode), least_aim(body, mode)
        for index, part in enumerate(body.anatomy.parts):
            number = body.first_number(index)
            if number is not None and number >= least and body.mask_of[index] & ~never:
                found.setdefault(number, part.id)
    return tuple((part, number) for number, part in sorted(found.items()))
