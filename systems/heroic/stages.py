"""Stages: each test of decline and recovery enumerated, as what it comes to with its chance (heroic H5–H8, H13).

The rules that play uses, walked through every answer; what makes no difference afterwards is one outcome. Each is kept
by the values it reads, so that nothing is walked twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias, TypeVar

from fleshwound.components.creature import InjuryKind, Shock
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Rule
from fleshwound.systems.chain import NEVER, Rows
from fleshwound.systems.chances import chances
from fleshwound.systems.heroic.bleeding import StoppageResult, advance_test, stoppage_test
from fleshwound.systems.heroic.course import CourseEnd, course_interval, course_test
from fleshwound.systems.heroic.d100 import Mastery
from fleshwound.systems.heroic.healing import healing_test, past_harm
from fleshwound.systems.heroic.infection import InfectionEnd, infection_test, infection_weakness
from fleshwound.systems.heroic.plight import Undrawn
from fleshwound.systems.heroic.retest import NO_WOUND, CausingWound, Retest, retest
from fleshwound.systems.heroic.tables import Tables
from fleshwound.systems.heroic.treatment import treatment_test

KEPT: Final = 8_192
"""How many outcomes of each stage are kept."""

Facts = TypeVar("Facts", bound=Hashable)
Outcome = TypeVar("Outcome", bound=Hashable)
Weighted: TypeAlias = tuple[tuple[Outcome, float], ...]
"""Outcomes with their chances, which add up to 1."""


def weighed(rule: Callable[[], Rule[Facts]], told: Callable[[Facts], Outcome]) -> Weighted[Outcome]:
    """Enumerate a rule, and gather what its facts come to by what is `told` of them."""
    found = chances(rule, told)
    return tuple((outcome, weight / found.total) for outcome, weight in found.of.items())


def tired(base: int, fatigue: int) -> Mastery:
    """Make a mastery with fatigue in it."""
    return Mastery(base).plus("fatigue", -fatigue)


@lru_cache(KEPT)
def blood_losses(tables: Tables, strength: int, fatigue: int) -> Weighted[tuple[int, int]]:
    """Find what an advance test of a bleeder comes to: blood loss points, and the weakness they bring (heroic H8)."""
    return weighed(
        lambda: advance_test(tables, tired(strength, fatigue)), lambda loss: (loss.points, loss.weakness)
    )  # fmt: skip


@lru_cache(KEPT)
def stoppages(tables: Tables, physician: int, bonus: int) -> Weighted[tuple[StoppageResult, int]]:
    """Find what a try to staunch comes to: what becomes of the bleeder, and the bonus on the next try (heroic H8)."""
    return weighed(
        lambda: stoppage_test(tables, Mastery(physician), bonus), lambda stoppage: (stoppage.result, stoppage.bonus)
    )


@lru_cache(KEPT)
def retests(
    tables: Tables, state: Shock, shock: int, fatigue: int, wound: CausingWound, *, lasting: bool
) -> Weighted[tuple[Shock, InjuryKind | None, int, int]]:
    """Find what a re-test comes to (heroic H5): the state, the course that sets in with its rate, and its first test.

    That test is so many microseconds off; 0 without a course. Where none of its tests counts any more (`lasting` is
    false), any course is as any other: Extended Shock, its rate 0, its first test long hence.
    """

    def whole() -> Rule[tuple[Retest, int]]:
        """Re-test, and time the course that sets in (heroic H5)."""
        result = yield from retest(tables, state, tired(shock, fatigue), wound)
        delay = 0 if result.course is None else (yield from course_interval(tables, result.course))
        return result, delay

    def told(facts: tuple[Retest, int]) -> tuple[Shock, InjuryKind | None, int, int]:
        result, delay = facts
        if result.course is not None and not lasting:
            return result.state, InjuryKind.EXTENDED_SHOCK, 0, NEVER
        return result.state, result.course, result.healing_rate or 0, delay

    return weighed(whole, told)


@lru_cache(KEPT)
def courses(
    tables: Tables, kind: InjuryKind, rate: int, base: int, fatigue: int
) -> Weighted[tuple[CourseEnd | None, int, int]]:
    """Find what a course test comes to (heroic H6, H7): its end, its healing rate, microseconds to the next test."""

    def whole() -> Rule[tuple[CourseEnd | None, int, int]]:
        """Test the course, and time the next test (heroic H6, H7)."""
        result = yield from course_test(tables, kind, rate, base, fatigue)
        delay = 0 if result.end is not None else (yield from course_interval(tables, kind))
        return result.end, result.after, delay

    return weighed(whole, lambda facts: facts)


@lru_cache(KEPT)
def healings(
    tables: Tables, level: int, rate: int | None, base: int, fatigue: int, *, may_infect: bool
) -> Weighted[tuple[bool, int, int | None]]:
    """Find what a healing test comes to: death, the wound's level, the rate of an infection or None (heroic H13)."""
    return weighed(
        lambda: healing_test(tables, level, rate, base, fatigue, may_infect=may_infect),
        lambda healing: (healing.dead, healing.after, healing.infection),
    )


@lru_cache(KEPT)
def infections(tables: Tables, rate: int, base: int, fatigue: int) -> Weighted[tuple[InfectionEnd | None, int]]:
    """Find what a test of an infection comes to: its end, or its healing rate (heroic H13)."""
    return weighed(lambda: infection_test(tables, rate, base, fatigue), lambda result: (result.end, result.after))


@lru_cache(KEPT)
def treatments(tables: Tables, physician: int, aspect: Aspect, level: int) -> Weighted[tuple[bool, Undrawn, bool]]:
    """Find what treating a wound comes to: whether it is healed, its healing rate, whether it bleeds (heroic H13).

    Rates are one outcome where they differ in nothing that is read before the next healing test.
    """
    found = weighed(
        lambda: treatment_test(tables, Mastery(physician), aspect, level),
        lambda treatment: (treatment.healed, treatment.healing_rate, treatment.bleeds),
    )
    alike: defaultdict[tuple[bool, bool, bool], list[tuple[int, float]]] = defaultdict(list)
    for (healed, rate, bleeds), chance in found:
        alike[healed, past_harm(tables, aspect, rate), bleeds].append((rate, chance))
    outcomes: list[tuple[tuple[bool, Undrawn, bool], float]] = []
    for (healed, _, bleeds), rates in alike.items():
        chance = sum(share for _, share in rates)
        outcomes.append(((healed, tuple((rate, share / chance) for rate, share in rates), bleeds), chance))
    return tuple(outcomes)


@lru_cache(KEPT)
def shaking_off(tables: Tables, shock: int, fatigue: int, tests: int) -> tuple[Rows, float]:
    """Find how the stunned fare by so many re-tests: stunned and out of it after each, stunned at last (heroic H5)."""
    found = retests(tables, Shock.STUNNED, shock, fatigue, NO_WOUND, lasting=True)
    stays = sum(chance for (state, *_), chance in found if state is Shock.STUNNED)
    left = stays**tests
    return tuple((stays**made - left, left - stays**made) for made in range(1, tests + 1)), left


class Festering(NamedTuple):
    """How an infection goes on over several tests."""

    rows: Rows
    """After each: it goes on, it is over, it has killed."""
    over: float
    """The chance that it is over after the last."""
    dead: float
    """That it has killed by then."""
    rates: Weighted[int]
    """The healing rates that it has after the last, where it goes on."""


@lru_cache(KEPT)
def festering(tables: Tables, rate: int, base: int, fatigue: int, tests: int) -> Festering:
    """Find how an infection stands after each of so many tests (heroic H13); `fatigue` is what else there is."""
    rates = {rate: 1.0}
    over = dead = 0.0
    rows = []
    for _ in range(tests):
        later: defaultdict[int, float] = defaultdict(float)
        for before, there in rates.items():
            weak = fatigue + infection_weakness(tables, before)
            for (end, after), chance in infections(tables, before, base, weak):
                if end is None:
                    later[after] += there * chance
                elif end is InfectionEnd.DEAD:
                    dead += there * chance
                else:
                    over += there * chance
        rates = later
        rows.append((sum(rates.values()), over, dead))
    last = rows[-1]
    ahead = tuple(tuple(there - then for there, then in zip(row, last, strict=True)) for row in rows)
    return Festering(ahead, over, dead, tuple(rates.items()))
