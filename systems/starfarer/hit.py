"""A whole hit: where it lands, damage, the wound, shock and the check it calls for (starfarer B4 to B9)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from fleshwound.components.draws import Rule
from fleshwound.systems.starfarer.areas import HEAD, area_hit
from fleshwound.systems.starfarer.damage import Damage, Force, Harm, damage, harm
from fleshwound.systems.starfarer.shock import (
    ShockCheck,
    Trigger,
    check_modifiers,
    extra_wound,
    shock_check,
    triggers,
)
from fleshwound.systems.starfarer.statistics import Statistics
from fleshwound.systems.starfarer.survival import is_mortal
from fleshwound.systems.starfarer.tables import Tables
from fleshwound.systems.starfarer.victim import Victim
from fleshwound.systems.starfarer.wounds import Marked, level_of, marked, with_mark

KEPT: Final = 65_536
"""How many different hits are kept reckoned."""


class HitFacts(NamedTuple):
    """What one hit came to."""

    area: int
    """Index of the area."""
    damage: Damage
    harm: Harm
    """Its shock is added to the shock total."""
    level: int
    """Level by the damage, 0..6; 0: no wound."""
    wound: Marked | None
    """Where it is marked; None: no wound."""
    triggers: tuple[Trigger, ...]
    check: ShockCheck | None
    """None: nothing called for one."""
    extra: Marked | None
    """The extra wound of a bad shock check, in the same area."""
    mortal: bool
    """Whether it brings a mortal wound."""


@lru_cache(KEPT)
def dealt(tables: Tables, force: Force, armor: int, body: Statistics, los: int, head: bool) -> tuple[Damage, Harm, int]:
    """Reckon what a hit does: damage, its division, the level of its wound (starfarer B5, B6, B7)."""
    points = damage(tables.damage, force, armor, body.mass, los)
    hurt = harm(tables.lethality, points.applied, force.lethality, body.resilience, head=head)
    return points, hurt, level_of(tables.wounds, body.mass, hurt.wound)


def hit(tables: Tables, victim: Victim, force: Force, armor: tuple[int, ...], digit: int, los: int) -> Rule[HitFacts]:
    """Hit a victim with a roll of this ones digit and LOS (starfarer B4 to B9).

    `armor` is its rating against this attack, by area. The area is found, then damage, its division by lethality, the
    wound's circle, and one shock check for all that calls for one [R].
    """
    index = yield from area_hit(victim.areas, digit)
    area = victim.areas.rows[index]
    points, hurt, level = dealt(tables, force, armor[index], victim.statistics, los, area.kind is HEAD)
    row = victim.rows[index]
    wound = marked(tables.wounds, row, level) if level else None
    effect = wound.level if wound else 0
    found = triggers(tables, victim, area, effect, hurt.shock)
    check: ShockCheck | None = None
    extra: Marked | None = None
    if found:
        modifiers = check_modifiers(tables, victim, victim.total + hurt.shock, found, area, effect)
        check = yield from shock_check(tables, victim, modifiers)
        if check.extra:
            extra = extra_wound(tables, with_mark(row, wound) if wound else row, effect)
    worst = max(effect, extra.level if extra else 0)
    mortal = is_mortal(tables.checks, area, worst)
    return HitFacts(index, points, hurt, level, wound, found, check, extra, mortal)
