"""Healing: the Healing Base, and the tests on which wounds heal (heroic H13)."""

from __future__ import annotations

from dataclasses import dataclass

from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import STEPS, Level, Rule
from fleshwound.systems.heroic.d100 import Mastery, tested
from fleshwound.systems.heroic.impairment import severity_of
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.treatment import healing_rate


@dataclass(frozen=True, slots=True)
class Healing:
    """What a healing test of one wound came to."""

    level: Level | None
    """None: its healing rate settled it, and nothing was tested."""
    after: int
    """Injury level after it; 0: healed."""
    infection: int | None = None
    """Healing rate at which an infection opens; None: none does."""
    dead: bool = False


def healing_base(endurance: int, will: int) -> int:
    """Find the Healing Base: the mean of Endurance and Will, rounded up if Endurance is the greater, else down."""
    return (endurance + will + (endurance > will)) // 2


def healing_mastery(base: int, rate: int, fatigue: int) -> Mastery:
    """Find what healing and infection are tested at: Healing Base × healing rate, less fatigue (heroic H13)."""
    return Mastery(base * rate).plus("fatigue", -fatigue)


def wound_mastery(base: int, rate: int | None, fatigue: int) -> Mastery:
    """Find what a wound is tested at; an untreated one (None) fails out of hand (heroic H13)."""
    if rate is None:
        return healing_mastery(base, 0, fatigue).given(Level.CF0)
    return healing_mastery(base, rate, fatigue)


def infectable(tables: Tables, aspect: Aspect, rate: int | None) -> bool:
    """Whether a wound may become infected: any untreated one, or an edged, piercing or fire one (heroic H13) [R]."""
    return rate is None or aspect.name.lower() in tables.healing.infectable


def past_harm(tables: Tables, aspect: Aspect | None, rate: int) -> bool:
    """Tell whether a wound treated so can neither kill nor become infected (heroic H13); no aspect: it is no wound."""
    if rate <= tables.healing.dead_at:
        return False
    return rate >= tables.healing.healed_at or aspect is None or not infectable(tables, aspect, rate)


def infection_rate(tables: Tables, level: int, rate: int | None) -> int:
    """Find the healing rate at which an infection opens: the wound's + 1 (heroic H13).

    An untreated wound (None) counts as treated with a critical failure [R].
    """
    wound = healing_rate(tables, severity_of(tables, level), Level.CF0) if rate is None else rate
    return wound + tables.infection.above_wound


def healing_test(
    tables: Tables, level: int, rate: int | None, base: int, fatigue: int, *, may_infect: bool
) -> Rule[Healing]:
    """Test how a wound of an injury level, 1..5, heals (heroic H13).

    CF nothing, and an infection where one may set in; MF nothing; MS a level less, CS two. At a healing rate of 0 the
    victim dies, at 7 or more the wound is healed, without a test.
    """
    table = tables.healing
    if rate is not None and rate <= table.dead_at:
        return Healing(None, level, dead=True)
    if rate is not None and rate >= table.healed_at:
        return Healing(None, 0)
    result = yield from tested("healing", wound_mastery(base, rate, fatigue))
    after = max(0, level - table.levels[STEPS[result.level] + 1])
    infected = may_infect and result.level < Level.MF
    return Healing(result.level, after, infection_rate(tables, level, rate) if infected else None)
