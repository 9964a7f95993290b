"""Engagement: the zone a creature holds, and whom a foe's way through it gives an opening (heroic H12).

Everything within reach of an able creature on its feet is its engagement zone. Two things in it give an opening, and a
creature takes at most one from one turn of its own to the next [R]: a foe who comes into the reach of its long or
braced weapon is struck first; a foe who leaves the zone at more than half its move is struck after. Moving within a
zone, leaving it at no more than half the move, and a free step give none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fleshwound.components.creature import Shock
from fleshwound.systems.agenda import Task
from fleshwound.systems.battle import Battle
from fleshwound.systems.field import Cell, distance
from fleshwound.systems.heroic.choices import braced_part
from fleshwound.systems.heroic.fighter import Fighter, Reader, seen
from fleshwound.systems.queries import cell_of, side_of

CLOSES: Final = "closes"
LEAVES: Final = "leaves"

FARTHEST: Final = 20
"""Cells beyond which no weapon or limb reaches: 100 ft, the greatest length content may state."""


def holds_zone(who: Fighter) -> bool:
    """Tell whether a creature engages who is within its reach: able, free and on its feet (heroic H12) [R]."""
    conditions = who.conditions
    if conditions.immobilized and conditions.held_fast:
        return False
    return who.shock.state is Shock.NONE and not conditions.prone and who.nerve.unshaken


def first_reach(who: Fighter) -> int:
    """Find from how many cells a creature strikes first at whoever closes: long modes, and what it is braced with."""
    reach = who.stance.first_reach
    part = braced_part(who)
    if part is None:
        return reach
    return max((use.reach for use in who.stance.couched if use.part == part), default=reach)


def find_openings(
    reader: Reader, battle: Battle, entity: int, path: Sequence[Cell], *, begun: bool, hurried: Callable[[], bool]
) -> tuple[int, list[Task]] | None:
    """Find the first cell of a way at which foes get an opening, and their tasks, by combat id (heroic H12).

    Gives how many cells are entered before; None: nobody gets any. `begun`: leaving the present cell was judged before.
    `hurried` tells whether it goes more than half its move, so that leaving a zone gives an opening too.
    """
    side = side_of(entity)
    cells = (cell_of(entity), *path)
    soonest = len(cells)
    found: list[Task] = []
    for creature, foe in battle.roster.items():
        there = cell_of(foe)
        if distance(there, cells[0]) > len(path) + FARTHEST or side_of(foe) == side:
            continue
        ways = [distance(there, cell) for cell in cells]
        if min(ways) > FARTHEST:
            continue
        who = seen(reader, battle, foe)
        if who.guard.reacted or not holds_zone(who):
            continue
        entered = _entered(ways, first_reach(who))
        left = _left(ways, who.stance.zone, begun)
        if left is not None and not hurried():
            left = None
        if entered is None and left is None:
            continue
        at, cause = min((at, cause) for at, cause in ((entered, CLOSES), (left, LEAVES)) if at is not None)
        if at < soonest:
            soonest, found = at, []
        if at == soonest:
            found.append(Task("opening", creature, (battle.ids[entity], cause)))
    return (soonest, found) if found else None


def _entered(ways: Sequence[int], reach: int) -> int | None:
    return next((at for at in range(1, len(ways)) if ways[at] <= reach < ways[at - 1]), None)


def _left(ways: Sequence[int], reach: int, begun: bool) -> int | None:
    return next((at for at in range(int(begun), len(ways) - 1) if ways[at] <= reach < ways[at + 1]), None)
