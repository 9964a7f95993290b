"""The end of a round: bleeding, shock checks, survival, consciousness, clotting, in that order (starfarer B9, B10)."""

from __future__ import annotations

from typing import Final, NamedTuple

from fleshwound.components.draws import Rule
from fleshwound.components.events.tasks import Named
from fleshwound.systems.starfarer.bleeding import AreaBleeding, clotting, is_due
from fleshwound.systems.starfarer.shock import (
    ShockCheck,
    Trigger,
    check_modifiers,
    extra_wound,
    passes_multiple,
    shock_check,
)
from fleshwound.systems.starfarer.survival import Survival, is_mortal, is_needed, survival_check
from fleshwound.systems.starfarer.tables import RoundStep, Tables
from fleshwound.systems.starfarer.tasks import named
from fleshwound.systems.starfarer.victim import Victim
from fleshwound.systems.starfarer.wounds import Marked

CHECKED_AGAIN: Final = "what put it out"


class Ailing(NamedTuple):
    """A creature as the round's end finds it."""

    victim: Victim
    bleeding: tuple[AreaBleeding, ...] = ()
    mortal: int | None = None
    """Damage of its greatest untreated mortal wound; None: it has none."""
    survival_rounds: int = 0
    """Survival checks made since it began to need them."""
    unconscious: bool = False
    due: bool = False
    """Whether the time before its next check of consciousness is over."""
    check_penalty: int = 0
    """EF that this check loses, 0 or less: that of the check which put it out [R]."""


class Clot(NamedTuple):
    """How an area's bleeding went on."""

    area: int
    rolled: bool
    """Whether this was a round in which it rolls to clot."""
    stopped: int
    """Points that stopped, 0 or more."""


class RoundEnd(NamedTuple):
    """What the end of a round came to for one creature."""

    bled: int
    """Points added to the shock total."""
    check: ShockCheck | None
    """Of a multiple of Basic Shock that was passed; None: none was."""
    extra: Marked | None
    """The extra wound of a bad one, in the area of the last hit; None: none."""
    survival: Survival | None
    """None: nothing called for one, and the count of such rounds begins anew."""
    recheck: ShockCheck | None
    """The check of who has been unconscious long enough; None: none was due."""
    clots: tuple[Clot, ...]
    """Of every area that bleeds."""

    @property
    def died(self) -> bool:
        """Whether it dies."""
        return self.survival is not None and not self.survival.survived

    @property
    def woke(self) -> bool:
        """Whether it comes to itself."""
        return self.recheck is not None and self.recheck.result.success


def round_end(tables: Tables, ailing: Ailing) -> Rule[RoundEnd]:
    """End the round for one creature, step by step in the order that is set [R] (starfarer B9, B10).

    Several multiples passed at once are one check; it is made for the unconscious too, who stay so for the longer of
    both times. Who has just failed one isn't checked for consciousness. After a death nothing more is rolled.
    """
    victim = ailing.victim
    total, mortal = victim.total, ailing.mortal
    bled = 0
    check = recheck = None
    extra: Marked | None = None
    survival: Survival | None = None
    clots: list[Clot] = []
    for step in tables.checks.round_end:
        match step:
            case RoundStep.BLEEDING:
                bled = sum(area.rate for area in ailing.bleeding) if victim.blood else 0
                total += bled
            case RoundStep.SHOCK if victim.pain and passes_multiple(victim.statistics.basic_shock, victim.total, total):
                check = yield from shock_check(tables, victim, check_modifiers(tables, victim, total, (Trigger.TOTAL,)))
                if check.extra and victim.last_area is not None:
                    where = victim.last_area
                    extra = extra_wound(tables, victim.rows[where], victim.last_level)
                    if mortal is None and is_mortal(tables.checks, victim.areas.rows[where], extra.level):
                        mortal = 0
            case RoundStep.SURVIVAL if is_needed(tables, victim, total, mortal):
                survival = yield from survival_check(tables, victim, total, mortal, ailing.survival_rounds)
                if not survival.survived:
                    break
            case RoundStep.CONSCIOUSNESS if ailing.unconscious and ailing.due and _stands(check):
                modifiers: Named = named((CHECKED_AGAIN, ailing.check_penalty))
                if not tables.checks.again_by_trigger:
                    modifiers = check_modifiers(tables, victim, total, (Trigger.TOTAL,))
                recheck = yield from shock_check(tables, victim, modifiers, again=True)
            case RoundStep.CLOTTING:
                for area in ailing.bleeding if victim.blood else ():
                    rolled = is_due(area)
                    stopped = (yield from clotting(tables, victim.endurance, area.rate)) if rolled else 0
                    clots.append(Clot(area.area, rolled, stopped))
            case _:
                pass
    return RoundEnd(bled, check, extra, survival, recheck, tuple(clots))


def _stands(check: ShockCheck | None) -> bool:
    return check is None or check.result.success
