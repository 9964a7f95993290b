"""The combat exchange: attack against block, counterstrike, dodge or nothing (heroic H12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeAlias

from fleshwound.components.draws import Level, Rule
from fleshwound.components.errors import BadValue
from fleshwound.components.fact import fact
from fleshwound.systems.heroic.d100 import (
    Contender,
    Mastery,
    Result,
    Tiebreak,
    Tied,
    result,
    tiebreaker,
)
from fleshwound.systems.heroic.mishap import MishapKind
from fleshwound.systems.heroic.tables import CombatTable

ATTACK: Final = "attack"
KEPT: Final = 4096
"""How many outcomes are kept; there are few."""

Breaker: TypeAlias = Callable[[Tied, Tied], Rule[tuple[Contender, Tiebreak]]]
"""What breaks a tie of two rolled successes."""


class Defence(StrEnum):
    """How a blow is met."""

    __hash__ = str.__hash__  # an enum's own runs in Python, and every exchange is looked up by it

    BLOCK = "block"
    COUNTERSTRIKE = "counterstrike"
    DODGE = "dodge"
    IGNORE = "ignore"


@fact
class ExchangeFacts:
    """How an exchange came out. Signed figures: above 0 the attacker's, below 0 the defender's."""

    attack: Result
    defend: Result | None
    """None: nothing was rolled for the defence."""
    attacker_lands: bool
    defender_lands: bool
    margin: int
    """Levels between attack and defence, each held to the four; against ignore the attack's own."""
    stars: int
    """Victory stars, shifts past the four levels counted; 0 where neither side won."""
    advantages: int
    """Tactical advantages won."""
    tiebreak: Tiebreak
    """What broke a tied dodge."""
    breakage: bool
    """Whether what blocked must check for breakage."""
    attack_mishap: MishapKind | None
    """The test that a critical failure of the attack calls for."""
    defend_mishap: MishapKind | None


def mishap_of(test: Result | None, *, missile: bool = False) -> MishapKind | None:
    """Which mishap a critical failure calls for: units digit 0 a fumble, 5 a stumble or, with a missile, a misfire.

    A failure made critical only by a shift has neither digit and calls for none (heroic H12).
    """
    if test is None or test.units is None:
        return None
    if test.units == 0:
        return MishapKind.FUMBLE
    return MishapKind.MISFIRE if missile else MishapKind.STUMBLE


def advantages(margin: int, table: CombatTable) -> int:
    """Tactical advantages of a won margin: a winner by n, at least 2, has n - 1; signed as the margin (heroic H12)."""
    if abs(margin) < table.advantage_stars:
        return 0
    return margin - 1 if margin > 0 else margin + 1


@lru_cache(KEPT)
def resolved(
    defence: Defence,
    attack: Result,
    defend: Result | None,
    table: CombatTable,
    *,
    broken: tuple[Contender, Tiebreak] | None = None,
    missile: bool = False,
) -> ExchangeFacts:
    """Read an exchange off its two results (heroic H12).

    `broken` says who won a tied dodge, and by what; the attacker is the source. Who out-levels whom, and what
    advantages that brings, is read from levels held to the four; stars count shifts past them too.

    Raises:
        BadValue: `ignore` with a defence roll, another defence without one, or a tied dodge that isn't broken.
    """
    if (defend is None) is not (defence is Defence.IGNORE):
        raise BadValue(f"{defence} with defence roll {defend}; expected one for all but ignore")
    attack_mishap = mishap_of(attack, missile=missile)
    if defend is None:
        stars = attack.folded if attack.success else 0
        won = advantages(stars, table)
        margin = attack.folded
        return ExchangeFacts(
            attack, None, attack.success, False, margin, stars, won, Tiebreak.NONE, False, attack_mishap, None
        )
    margin = attack.folded - defend.folded
    tied = margin == 0 and attack.success
    lands = attack.success and margin > 0
    answered = False
    tiebreak = Tiebreak.NONE
    stars = 0
    if (attack if margin > 0 else defend).success:
        stars = attack.steps - defend.steps
    if defence is Defence.COUNTERSTRIKE:
        lands = attack.success and margin >= 0
        answered = defend.success
    elif defence is Defence.DODGE and tied:
        if broken is None:
            raise BadValue("a tied dodge that isn't broken; expected who won it, and by what")
        winner, tiebreak = broken
        lands = winner is Contender.SOURCE
        stars = 1 if lands else -1
    won = advantages(margin, table) if (attack if margin > 0 else defend).success else 0
    breakage = tied and defence is Defence.BLOCK
    return ExchangeFacts(
        attack, defend, lands, answered, margin, stars, won, tiebreak, breakage, attack_mishap, mishap_of(defend)
    )


@fact(eq=False)
class Outcomes:
    """How exchanges of blows come out by the levels rolled, where nothing shifts them: most of them, ready made."""

    ignored: tuple[ExchangeFacts, ...]
    """Against `ignore`, by the attack's level."""
    met: Mapping[Defence, tuple[tuple[ExchangeFacts | None, ...], ...]]
    """By defence, then attack's level, then defence's; None: a tied dodge, which has to be broken first."""


def outcomes(table: CombatTable) -> Outcomes:
    """Read off beforehand whatever two levels as they are rolled decide (heroic H12)."""
    return _OUTCOMES[table]


class _Known(dict[CombatTable, Outcomes]):
    """The outcomes under each table; a look-up of its own costs a third of a cached function's."""

    def __missing__(self, table: CombatTable) -> Outcomes:
        known = self[table] = _outcomes(table)
        return known


_OUTCOMES: Final = _Known()


def _outcomes(table: CombatTable) -> Outcomes:
    results = [result(level) for level in Level]
    met: dict[Defence, tuple[tuple[ExchangeFacts | None, ...], ...]] = {}
    for defence in Defence:
        if defence is not Defence.IGNORE:
            met[defence] = tuple(
                tuple(
                    None if _is_tied(defence, attack, defend) else resolved(defence, attack, defend, table)
                    for defend in results
                )
                for attack in results
            )
    return Outcomes(tuple(resolved(Defence.IGNORE, attack, None, table) for attack in results), met)


def _is_tied(defence: Defence, attack: Result, defend: Result) -> bool:
    return defence is Defence.DODGE and attack.success and attack.level is defend.level


def exchange(
    attack: Mastery,
    defence: Defence,
    defend: Mastery | None,
    table: CombatTable,
    *,
    helpless: bool = False,
    missile: bool = False,
    ties: Breaker = tiebreaker,
) -> Rule[ExchangeFacts]:
    """Test an attack against a defence (heroic H12).

    `defend` is None for `ignore`, for which nothing is rolled. Against the helpless nothing is rolled at all: the
    attack is a critical success. A test that can't be made brings its result along (`Mastery.automatic`). `ties` breaks
    a tied dodge: the rule itself, or one that draws from what it comes to.

    Raises:
        BadValue: `defend` doesn't fit the defence, or the helpless do more than ignore.
    """
    if helpless and defence is not Defence.IGNORE:
        raise BadValue(f"the helpless {defence}; expected ignore")
    if helpless:
        attack = attack.given(Level.CS) if attack.automatic is None else attack
    attack_level = attack.automatic if attack.automatic is not None else (yield attack.test(ATTACK))
    rolled = attack.automatic is None and not attack.shift and not missile
    if defend is None:
        if rolled:
            return _OUTCOMES[table].ignored[attack_level]
        return resolved(defence, _read(attack, attack_level), None, table, missile=missile)
    defend_level = defend.automatic if defend.automatic is not None else (yield defend.test(defence))
    if rolled and defend.automatic is None and not defend.shift:
        known = _OUTCOMES[table].met[defence][attack_level][defend_level]
        if known is not None:
            return known
    attack_result = _read(attack, attack_level)
    defend_result = _read(defend, defend_level)
    broken = None
    if _is_tied(defence, attack_result, defend_result):
        broken = yield from ties((ATTACK, attack, attack_level), (defence, defend, defend_level))
    return resolved(defence, attack_result, defend_result, table, broken=broken, missile=missile)


def _read(mastery: Mastery, level: Level) -> Result:
    if mastery.automatic is not None:
        return result(level, automatic=True)
    return result(level, mastery.shift)
