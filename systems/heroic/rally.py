"""Rally: calling back those who run (heroic H15)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from fleshwound.components.draws import STEPS, Level, Rule
from fleshwound.systems.heroic.d100 import Mastery, Result, index, tested
from fleshwound.systems.heroic.tables import Tables

RALLY: Final = "rally"


class RallyEnd(StrEnum):
    """What a rally does to those who hear it."""

    UNHEARD = "unheard"
    """Nothing, and no other reaches them for a while."""
    HEARD = "heard"
    """Each makes a reaction test when its next turn ends."""
    STEADY = "steady"
    """All are steady."""


class RallyResult(NamedTuple):
    """What a rally came to."""

    level: Level
    end: RallyEnd
    lockout_s: int
    """Seconds in which no other rally reaches them."""


def rally_mastery(tables: Tables, command: Mastery, initiative: int) -> Mastery:
    """Make the mastery of a rally: Command + (Initiative index - 5) × 5 (heroic H15).

    `command` has fatigue in it, `initiative` is the unmodified mastery level.
    """
    rally = tables.rally
    return command.plus("initiative", (index(initiative) - rally.index_from) * rally.index_step)


def rally_of(tables: Tables, level: Level) -> RallyResult:
    """Read a rally: CF no rally for 5 min, MF for 1 min, MS a reaction test each, CS steady (heroic H15)."""
    lockout = tables.rally.lockouts_s[STEPS[level] + 1]
    if lockout:
        return RallyResult(level, RallyEnd.UNHEARD, lockout)
    return RallyResult(level, RallyEnd.STEADY if level is Level.CS else RallyEnd.HEARD, 0)


def rally_test(tables: Tables, mastery: Mastery) -> Rule[RallyResult]:
    """Try to rally (heroic H15)."""
    result: Result = yield from tested(RALLY, mastery)
    return rally_of(tables, result.level)
