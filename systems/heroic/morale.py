"""Morale: whether a creature stands, and whether it comes to itself (heroic H15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from fleshwound.components.draws import Level, Rule
from fleshwound.components.nerve import Morale
from fleshwound.systems.heroic.d100 import Mastery, Result, tested
from fleshwound.systems.heroic.tables import Tables

MORALE: Final = "morale"
REACTION: Final = "reaction"

RESULTS: Final = {
    Level.CF0: Morale.CATATONIC,
    Level.CF5: Morale.ROUTED,
    Level.MF: Morale.WITHDRAWING,
    Level.MS: Morale.STEADY,
    Level.CS: Morale.BRAVE,
}
"""What a morale test comes to, by its result (heroic H15)."""


class MoraleResult(NamedTuple):
    """What a morale test came to."""

    level: Level
    state: Morale
    psyche: int
    """Psyche stress it brings, in levels."""


class Reaction(NamedTuple):
    """What a reaction test came to."""

    level: Level
    state: Morale


def morale_of(tables: Tables, level: Level) -> MoraleResult:
    """Read the morale table: CF0 catatonic, CF5 routed, MF withdrawing, MS steady, CS brave (heroic H15)."""
    return MoraleResult(level, RESULTS[level], stress_of(tables, level))


def stress_of(tables: Tables, level: Level) -> int:
    """Find the psyche stress of a morale or fear test: CF0 2, CF5 1, else none (heroic H15)."""
    return tables.psyche.by_result[level]


def braver(tables: Tables, mastery: Mastery, *, brave: bool) -> Mastery:
    """Add what bravery adds to a morale or fear test: 20 (heroic H15)."""
    return mastery.plus("brave", tables.morale.brave_bonus) if brave else mastery


def morale_test(tables: Tables, mastery: Mastery) -> Rule[MoraleResult]:
    """Test morale on Initiative, with all that modifies it (heroic H15).

    Who can't make the test (a part it needs is unusable) has an automatic CF0, as on any test (heroic H9).
    """
    result: Result = yield from tested(MORALE, mastery)
    return morale_of(tables, result.level)


def severest_morale(states: Iterable[Morale]) -> Morale:
    """Find the severest of several morale states of one moment; none if there are none (heroic H15)."""
    return max(states, default=Morale.NONE)


def morale_after(present: Morale, result: Morale, *, at_once: bool) -> Morale:
    """Find the morale that a test leaves; `at_once`: the present one came at the same moment (heroic H15).

    The severest of several holds. What came earlier and lasts (withdrawing or worse) is never lifted by a test; nor
    does plain steadiness end bravery before its time [R].
    """
    if at_once or present >= Morale.WITHDRAWING:
        return severest_morale((present, result))
    return present if present is Morale.BRAVE and result is Morale.STEADY else result


def after_reaction(state: Morale, *, success: bool) -> Morale:
    """Find the morale after a reaction test: on a success the catatonic rout, all others are steady (heroic H15)."""
    if not success:
        return state
    return Morale.ROUTED if state is Morale.CATATONIC else Morale.STEADY


def reaction_test(mastery: Mastery, state: Morale) -> Rule[Reaction]:
    """Test whether a creature in `state` comes to itself, on Initiative (heroic H15).

    Whoever needs a part that is unusable is not lost for ever: it has the least chance there is [R].
    """
    if mastery.automatic is not None:
        mastery = Mastery(0, shift=mastery.shift)
    result: Result = yield from tested(REACTION, mastery)
    return Reaction(result.level, after_reaction(state, success=result.success))
