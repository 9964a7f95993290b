"""Shock: from a wound to a shock state (heroic H5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from fleshwound.components.creature import Shock
from fleshwound.components.draws import STEPS, Ask, Level, Question, Rule
from fleshwound.systems.heroic.d100 import Mastery, test_of
from fleshwound.systems.heroic.tables import Tables

ESCALATING: Final = frozenset({Shock.STUNNED, Shock.INCAPACITATED})
STATES: Final = tuple(Shock)


class ShockOffer(NamedTuple):
    """What a shock test came to; only ever offered to the victim's controller."""

    base: int
    """Shock State Index before the test."""
    level: Level | None
    """How the test came out; None where none was made."""
    after: int
    """The index after it; equal to `base` where no test was made."""
    state: Shock
    """The state that the index reads as, before it is held against the present one."""


def state_of(tables: Tables, index: int) -> Shock:
    """Read a Shock State Index: up to 6 none, 7 stunned, 8 incapacitated, 9 unconscious, from 10 dead (heroic H5)."""
    steps = index - tables.shock.states_above
    return STATES[steps] if 0 <= steps < Shock.DEAD else Shock.NONE if steps < 0 else Shock.DEAD


def base_index(tables: Tables, shock_value: int, level: int, *, glancing: bool = False) -> int:
    """Add up the index that an injury brings: location shock value, injury level, 1 if glancing (heroic H5)."""
    return shock_value + level + (tables.shock.glancing_index if glancing else 0)


def is_tested(tables: Tables, base: int) -> bool:
    """Whether an index of `base` calls for a roll: 5..10 (heroic H5)."""
    return tables.shock.least_tested <= base <= tables.shock.greatest_tested


def adjustment(tables: Tables, level: Level) -> int:
    """What a shock test adds to the index: CF +2, MF +1, MS 0, CS -1 (heroic H5)."""
    return tables.shock.adjustments[STEPS[level] + 1]


def shock_test(
    tables: Tables, base: int, mastery: Mastery, *, glancing: bool = False, held_on: bool = False
) -> Rule[ShockOffer]:
    """Test against shock of `base` index (heroic H5).

    `mastery` is the Shock skill with fatigue in it; impairment never applies. `glancing` is +10, `held_on` (a marginal
    success against amputation) -20. Below 5 nothing is tested and nothing happens; above 10 nothing is tested and the
    victim is dead. Otherwise the level moves the index: CF +2, MF +1, MS 0, CS -1.
    """
    shock = tables.shock
    if base < shock.least_tested:
        return ShockOffer(base, None, base, Shock.NONE)
    if base > shock.greatest_tested:
        return ShockOffer(base, None, base, Shock.DEAD)
    if glancing:
        mastery = mastery.plus("glancing", shock.glancing_bonus)
    if held_on:
        mastery = mastery.plus("held on", shock.held_on)
    level = yield test_of("shock", mastery)
    index = base + shock.adjustments[STEPS[level] + 1]
    return ShockOffer(base, level, index, state_of(tables, index))


def severest(states: Iterable[Shock]) -> Shock:
    """Find the severest of several states at one moment; none if there are none. It counts once (heroic H5)."""
    return max(states, default=Shock.NONE)


def worsened(present: Shock, result: Shock) -> Shock | None:
    """Find what is offered to a victim in state `present`; None where there is nothing to offer (heroic H5).

    A worse state is offered as it is; the same one again is offered a step worse to the stunned and the incapacitated.
    Several results of one moment are first brought down to their severest, never added (`severest`).
    """
    if result > present:
        return result
    if result is present and present in ESCALATING:
        return STATES[present + 1]
    return None


def respond(creature: int, present: Shock, offered: Shock) -> Rule[Shock]:
    """Ask the victim's controller whether it takes the `offered` state; answers the state it ends in (heroic H5).

    `creature` is its combat id. Policy accepts; declining keeps the `present` state.
    """
    options = (offered, present)
    about = (("present", present.name.lower()), ("offered", offered.name.lower()))
    answer = yield Ask(creature, Question.SHOCK, options, about)
    return Shock(answer)


def advanced(present: Shock, steps: int) -> Shock:
    """Move a state `steps` (0 or more) worse, as blood loss does; applied, not offered (heroic H8).

    The dead stay dead, and nothing is ever lifted so.
    """
    return STATES[min(Shock.DEAD, present + max(0, steps))]
