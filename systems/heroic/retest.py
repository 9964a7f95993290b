"""Re-tests: shaking off a shock state, or sinking into a lasting one (heroic H5, H6, H7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fleshwound.components.creature import Injury, InjuryKind, Shock, ShockCause
from fleshwound.components.definitions import Anatomy
from fleshwound.components.draws import Level, Rule
from fleshwound.components.ids import SECOND
from fleshwound.systems.heroic.d100 import Mastery, test_of
from fleshwound.systems.heroic.tables import Tables


class CausingWound(NamedTuple):
    """The wound behind a shock state."""

    location: int | None
    """Index of the location; None: no location caused it."""
    shock_value: int
    """Of the location, 0..9; 0 without one."""
    level: int
    """Injury level, 1..5; 0: what caused it left no wound."""


NO_WOUND = CausingWound(None, 0, 0)


@dataclass(frozen=True, slots=True)
class Retest:
    """What a re-test came to; applied, not offered."""

    level: Level
    state: Shock
    """The state afterwards; the same as before in a lasting course."""
    course: InjuryKind | None
    """`EXTENDED_SHOCK` or `COMA` where one sets in, to be recorded as an injury."""
    healing_rate: int | None
    """Its opening healing rate; None without a course."""
    location: int | None
    """Index of the location it is recorded at; None: none caused it."""


def causing_wound(anatomy: Anatomy, entries: Sequence[Injury], cause: ShockCause | None) -> CausingWound:
    """Find the wound that a lasting course is put down to (heroic H6, H7).

    The recorded `cause` decides, with the wound's level as it is now; what has no location (blood loss, a stumble) puts
    it down to none. Without a record: the wound of the greatest level, of those the one at the greatest shock value, of
    equals the oldest [R].
    """
    if cause is not None:
        if cause.location is None:
            return NO_WOUND
        level = next((entry.level for entry in entries if entry.number == cause.injury), cause.level)
        return CausingWound(cause.location, anatomy.locations[cause.location].shock, level)
    found = NO_WOUND
    for entry in entries:
        if entry.kind is InjuryKind.WOUND and entry.location is not None and entry.level:
            wound = CausingWound(entry.location, anatomy.locations[entry.location].shock, entry.level)
            if (wound.level, wound.shock_value) > (found.level, found.shock_value):
                found = wound
    return found


def coma_healing_rate(tables: Tables, shock_value: int, level: int) -> int:
    """Open a coma: 12 less the causing wound's location shock value and injury level, at least 1 (heroic H7)."""
    course = tables.course
    return max(course.coma_least, course.coma_base - shock_value - level)


def retest_result(tables: Tables, state: Shock, level: Level, wound: CausingWound = NO_WOUND) -> Retest:
    """Read the re-test table (heroic H5): whoever is neither stunned nor unconscious reads the incapacitated column.

    A stunned victim recovers on any success and otherwise stays stunned [R]. A coma that no wound caused opens at 3
    [R].
    """
    if state is Shock.STUNNED:
        after = Shock.NONE if level >= Level.MS else Shock.STUNNED
        return Retest(level, after, None, None, None)
    if level is Level.CS:
        return Retest(level, Shock.NONE, None, None, None)
    if level is Level.MS:
        return Retest(level, Shock.STUNNED, None, None, None)
    if level is Level.MF:
        return Retest(level, state, InjuryKind.EXTENDED_SHOCK, tables.retest.extended_mf, wound.location)
    if state is not Shock.UNCONSCIOUS:
        return Retest(level, state, InjuryKind.EXTENDED_SHOCK, tables.retest.extended_cf, wound.location)
    rate = coma_healing_rate(tables, wound.shock_value, wound.level) if wound.level else tables.course.coma_no_wound
    return Retest(level, state, InjuryKind.COMA, rate, wound.location)


def retest(tables: Tables, state: Shock, mastery: Mastery, wound: CausingWound = NO_WOUND) -> Rule[Retest]:
    """Try to shake off `state`: the Shock skill at -20 (heroic H5).

    `mastery` is the Shock skill with fatigue in it; impairment never applies. Only the stunned, the incapacitated and
    the unconscious are re-tested, and none whom a course holds.
    """
    level = yield test_of("re-test", mastery.plus("re-test", tables.retest.modifier))
    return retest_result(tables, state, level, wound)


def retest_delay(tables: Tables, state: Shock, round_length: int, *, turns: bool) -> int | None:
    """Find the microseconds from entering a state, or failing its re-test, to the next one (heroic H5).

    10 minutes for the unconscious. The stunned and the incapacitated are re-tested as a turn of theirs ends: None where
    `turns` are taken; else that is a round of `round_length` microseconds from now. None: no re-test comes.
    """
    if state is Shock.UNCONSCIOUS:
        return tables.retest.unconscious_after_s * SECOND
    if state in (Shock.STUNNED, Shock.INCAPACITATED) and not turns:
        return round_length
    return None
