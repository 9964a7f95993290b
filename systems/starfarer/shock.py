"""Shock checks: what calls for one, and how long it puts a creature out (starfarer B9)."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from fleshwound.components.draws import Rule, dice
from fleshwound.components.events.tasks import Named
from fleshwound.systems.starfarer.areas import Area
from fleshwound.systems.starfarer.penalties import multiple, wound_penalty
from fleshwound.systems.starfarer.tables import CheckTable, Tables
from fleshwound.systems.starfarer.tasks import KEPT, Result, Task, TaskDraw, measured, named
from fleshwound.systems.starfarer.victim import Victim
from fleshwound.systems.starfarer.wounds import DESTROYED, Marked, called, modifier, slashed

WHAT: Final = "shock"
TOTAL: Final = "shock total"


class Trigger(StrEnum):
    """What calls for a shock check."""

    __hash__ = str.__hash__  # an enum's own runs in Python, and hits are looked up by these

    WOUND = "wound"
    """A bad wound."""
    STUN = "stun"
    """The shock of one hit."""
    TOTAL = "total"
    """The shock total has passed a multiple of Basic Shock."""


class ShockCheck(NamedTuple):
    """How a shock check came out."""

    modifiers: Named
    """Of EF, by name: what triggered it."""
    result: Result
    rounds: int
    """Unconscious for so many rounds before the next check; 0: it stands."""
    extra: bool
    """Whether it brings an extra wound."""

    @property
    def penalty(self) -> int:
        """Sum of the modifiers, 0 or less."""
        return sum(value for _, value in self.modifiers)


def wound_triggers(table: CheckTable, area: Area, level: int) -> bool:
    """Tell whether a wound calls for a check: Heavy or worse in a vital area, Severe elsewhere (starfarer B9)."""
    return level >= (table.shock_vital_from if area.vital else table.shock_limb_from)


def stuns(table: CheckTable, shock: int, stun: int) -> bool:
    """Tell whether the shock of one hit calls for a check: STUN or more [R] (starfarer B9)."""
    return shock >= stun if table.stun_included else shock > stun


def passes_multiple(basic_shock: int, before: int, after: int) -> bool:
    """Tell whether a shock total has passed a multiple of Basic Shock, 1 included (starfarer B9)."""
    return after // basic_shock > before // basic_shock


def triggers(tables: Tables, victim: Victim, area: Area, level: int, shock: int) -> tuple[Trigger, ...]:
    """List what a hit calls for a shock check by: several are one check [R] (starfarer B9).

    `level` is that of the wound, 0 for none; `shock` the points it brings, not yet in the victim's total.
    """
    if not victim.pain:
        return ()
    found = []
    if wound_triggers(tables.checks, area, level):
        found.append(Trigger.WOUND)
    if stuns(tables.checks, shock, victim.statistics.stun):
        found.append(Trigger.STUN)
    if passes_multiple(victim.statistics.basic_shock, victim.total, victim.total + shock):
        found.append(Trigger.TOTAL)
    return tuple(found)


def check_modifiers(
    tables: Tables, victim: Victim, total: int, found: tuple[Trigger, ...], area: Area | None = None, level: int = 0
) -> Named:
    """Give the EF modifier of a check by what triggered it, by name; of a wound's and the shock's the worse [R].

    `total` is the shock total with all of it in. By our reading the wound's counts in full in every area [R]
    (starfarer B9).
    """
    reached = multiple(tables.penalties, victim.statistics.basic_shock, total)
    return _modifiers(tables, reached, found, area, level)


@lru_cache(KEPT)
def _modifiers(tables: Tables, reached: int, found: tuple[Trigger, ...], area: Area | None, level: int) -> Named:
    wound = 0
    if area is not None and Trigger.WOUND in found:
        halved = tables.checks.wound_halved
        full = modifier(tables.wounds, level)
        wound = wound_penalty(tables.wounds, tables.penalties, area, level) if halved else full
    by_shock = tables.penalties.shock[reached] if set(found) - {Trigger.WOUND} else 0
    if area is not None and wound and wound <= by_shock:
        return ((f"{called(tables.wounds, level, area)} wound", wound),)
    return named((TOTAL, by_shock))


def shock_task(tables: Tables, endurance: int, willpower: int, modifiers: Named) -> Task:
    """Make the check ready: Endurance and Willpower, uncut, and EF by what triggered it (starfarer B9)."""
    traits = (("endurance", endurance), ("willpower", willpower))
    return Task(WHAT, traits, tables.checks.shock_ease, eases=modifiers)


@lru_cache(KEPT)
def _request(tables: Tables, endurance: int, willpower: int, modifiers: Named) -> TaskDraw:
    return measured(tables.tasks, shock_task(tables, endurance, willpower, modifiers))


def shock_check(tables: Tables, victim: Victim, modifiers: Named, *, again: bool = False) -> Rule[ShockCheck]:
    """Check against shock: who fails is unconscious for LOF rounds, or `again` for LOF dice of rounds (starfarer B9).

    `again` is for a check of who is unconscious from an earlier one. What can't succeed is rolled all the same, for its
    LOF. A LOF above 3 brings an extra wound; by our reading not `again`.
    """
    checks = tables.checks
    result: Result = yield _request(tables, victim.endurance, victim.willpower, modifiers)
    if result.success:
        return ShockCheck(modifiers, result, 0, False)
    count = max(tables.tasks.lof_least, result.level)
    rounds: int = (yield dice("rounds unconscious", count, checks.duration_sides)) if again else count
    extra = result.level > checks.extra_wound_above and (checks.extra_wound_again or not again)
    return ShockCheck(modifiers, result, rounds, extra)


def extra_wound(tables: Tables, row: tuple[int, ...], level: int) -> Marked:
    """Find where the extra wound of a bad check is marked: one level worse than the wound, as a slash (starfarer B9).

    `row` and `level` are those of the area and the wound of the hit, or of the last hit [R]; 0: it made no wound.
    """
    return slashed(tables.wounds, row, min(DESTROYED, level + tables.checks.extra_wound_steps))
