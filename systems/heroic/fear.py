"""Fear: how a creature bears what is more than a foe (heroic H15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from fleshwound.components.creature import Shock
from fleshwound.components.draws import Level, Rule
from fleshwound.components.nerve import Fear
from fleshwound.systems.heroic.d100 import Mastery, Result, tested
from fleshwound.systems.heroic.morale import stress_of
from fleshwound.systems.heroic.shock import ShockOffer, respond, shock_test, worsened
from fleshwound.systems.heroic.tables import Tables

FEAR: Final = "fear"

RESULTS: Final = {
    Level.CF0: Fear.CATATONIC,
    Level.CF5: Fear.TERRIFIED,
    Level.MF: Fear.AFRAID,
    Level.MS: Fear.STEADY,
    Level.CS: Fear.BRAVE,
}
"""What a fear test comes to, by its result (heroic H15)."""


class FearResult(NamedTuple):
    """What a fear test came to."""

    level: Level
    state: Fear
    psyche: int
    """Psyche stress it brings, in levels."""
    immune: bool
    """Whether the source can't frighten the creature any more."""
    shock: ShockOffer | None = None
    """The shock test that catatonic fear brings; None: there was none."""
    offered: Shock | None = None
    """The shock state that was offered; None: none was."""
    taken: Shock | None = None
    """And the one the creature ends in."""


def fear_of(tables: Tables, level: Level) -> FearResult:
    """Read the fear table: CF0 catatonic, CF5 terrified, MF afraid, MS steady, CS brave (heroic H15)."""
    state = RESULTS[level]
    return FearResult(level, state, stress_of(tables, level), state < Fear.AFRAID)


def fear_test(tables: Tables, mastery: Mastery) -> Rule[FearResult]:
    """Test fear on Will, with all that modifies it (heroic H15)."""
    result: Result = yield from tested(FEAR, mastery)
    return fear_of(tables, result.level)


def frightened(
    tables: Tables, creature: int, mastery: Mastery, present: Shock, shock_skill: Mastery | None
) -> Rule[FearResult]:
    """Test fear; catatonic fear brings base Shock State Index 7 of its own (heroic H5, H15) [R].

    `present` is the shock state of the creature with that combat id, `shock_skill` None for who feels no shock.
    """
    result = yield from fear_test(tables, mastery)
    if result.state is not Fear.CATATONIC or shock_skill is None:
        return result
    offer = yield from shock_test(tables, tables.fear.catatonic_index, shock_skill)
    offered = worsened(present, offer.state)
    taken = None
    if offered is not None:
        taken = yield from respond(creature, present, offered)
    return result._replace(shock=offer, offered=offered, taken=taken)


def severest_fear(states: Iterable[Fear]) -> Fear:
    """Find the severest of several fear states of one moment; none if there are none (heroic H15)."""
    return max(states, default=Fear.NONE)


def fear_after(present: Fear, result: Fear, *, at_once: bool) -> Fear:
    """Find the fear that a test leaves; `at_once`: the present one came at the same moment (heroic H15).

    The severest of several holds; what lasts isn't lifted by the test of another source [R].
    """
    if at_once or present >= Fear.AFRAID:
        return severest_fear((present, result))
    return present if present is Fear.BRAVE and result is Fear.STEADY else result


def must_flee(state: Fear) -> bool:
    """Whether the fear drives to flight: afraid or terrified (heroic H15)."""
    return state in (Fear.AFRAID, Fear.TERRIFIED)


def defence_restricted(state: Fear) -> bool:
    """Whether it leaves only block or dodge: afraid or terrified (heroic H15)."""
    return must_flee(state)


def clear_after(tables: Tables, state: Fear) -> int | None:
    """Find the seconds clear of the source after which the fear ends by itself; None: it doesn't (heroic H15)."""
    if state is Fear.TERRIFIED:
        return tables.fear.terrified_s
    return tables.fear.afraid_s if state is Fear.AFRAID else None


def after_clear(state: Fear, *, success: bool) -> Fear:
    """Find the fear after a later test: the catatonic are terrified by a success, the afraid steady (heroic H15)."""
    if not success:
        return state
    return Fear.TERRIFIED if state is Fear.CATATONIC else Fear.STEADY


def steadied(mastery: Mastery, state: Fear) -> Rule[tuple[Level, Fear]]:
    """Test again: who is catatonic with fear as a turn ends, who is afraid once clear of its source (heroic H15)."""
    result: Result = yield from tested(FEAR, mastery)
    return result.level, after_clear(state, success=result.success)
