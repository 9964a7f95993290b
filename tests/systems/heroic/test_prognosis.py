"""The prognosis of a wounded creature (heroic H5–H8, H13)."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from random import Random

import pytest
from plights import Wounded, any_plight, wounded
from scripting import editing
from tiny import snapshot

from fleshwound.components.creature import FatigueKind, InjuryKind
from fleshwound.components.definitions import Aspect
from fleshwound.components.edits import Afflict, Injure, Kill
from fleshwound.components.errors import BadValue
from fleshwound.components.ids import DAY, MINUTE, SECOND
from fleshwound.game.combat import Combat
from fleshwound.systems.chain import Chain
from fleshwound.systems.heroic.aftermath import VIEWS
from fleshwound.systems.heroic.fighter import fighter
from fleshwound.systems.heroic.prognosis import patient_of, plight_of
from fleshwound.systems.heroic.prospects import Prospects
from fleshwound.systems.prognosis import Prognosis

EXACTLY = 1e-12

BLEEDS = ("abdomen", 4, Aspect.EDGED, True, None)
TIRED = ((15, FatigueKind.WEARINESS),)
STRONG = (("strength", 12), ("endurance", 11), ("will", 11))


def prognosis(plight: Wounded, seconds: float) -> Prognosis:
    combat = Combat()
    return combat.prognosis(wounded(combat, plight), seconds, treated_by=plight.physician)


# --- worked out by hand ---------------------------------------------------------------------------------------------


def test_an_unconscious_man_who_bleeds_mostly_dies_at_the_first_test_of_his_blood() -> None:
    """Strength 60, less 15: 45. Of 100 faces 9 are a CS, which costs nothing; any point is death: 91 %.

    In a coma, with no re-test before, so at each test: by the third, 15 minutes on, 1 - 0.09³ = 99.9 %.
    """
    told = prognosis(Wounded((BLEEDS,), tired=TIRED, course=InjuryKind.COMA, attributes=STRONG), 900)
    assert told.exact
    assert told.at(299).dead == 0
    assert told.at(300).dead == pytest.approx(0.91, abs=EXACTLY)
    assert told.at(600).dead == pytest.approx(1 - 0.09**2, abs=EXACTLY)
    assert told.at(900).dead == pytest.approx(1 - 0.09**3, abs=EXACTLY)


def test_a_re_test_at_ten_minutes_raises_a_few_of_the_unconscious_for_a_while() -> None:
    """Shock 60 - 20 - 15 = 25 before the second test of the blood: CS 5 none, MS 20 stunned, 75 stay unconscious.

    Of the stunned 3 points are death (CF, 11 of 100), of the untouched nothing yet: by 15 minutes 99.1, not 99.9 %.
    """
    told = prognosis(Wounded((BLEEDS,), "unconscious", TIRED, attributes=STRONG), 900)
    assert told.at(300).dead == pytest.approx(0.91, abs=EXACTLY)
    second = 0.75 * 0.91 + 0.20 * 0.11
    assert told.at(600).dead == pytest.approx(0.91 + 0.09 * second, abs=EXACTLY)
    assert 0.9905 < told.at(900).dead < 0.9915


def test_a_physician_of_sixty_saves_one_in_six_of_them() -> None:
    """Tried 10 s on at 60: CS 12 stops it, MS 48 after the next test, MF 32 (then +10), CF 8. So 0.88 × 0.91 = 80 %.

    Of the 9 in 100 who live on with it open the second try, at 310 s, has CS 14 at 70, or 12 at 60; the rest are tested
    at 10 minutes, 91 in 100 of them dead; the few left come to a third. By 15 minutes 83 %.
    """
    told = prognosis(Wounded((BLEEDS,), tired=TIRED, course=InjuryKind.COMA, attributes=STRONG, physician=60), 900)
    first = 0.88 * 0.91
    assert told.at(300).dead == pytest.approx(first, abs=EXACTLY)
    second = 0.09 * (0.32 * 0.86 + 0.08 * 0.88) * 0.91
    assert told.at(600).dead == pytest.approx(first + second, abs=EXACTLY)
    # At 70: MF 24, CF 6; at 60: MF 32, CF 8. At 610 s tried again, at 70 after an MF and at 60 after a CF.
    open_mf, open_cf = 0.32 * 0.24 + 0.08 * 0.32, 0.32 * 0.06 + 0.08 * 0.08
    third = 0.09**2 * (open_mf * 0.86 + open_cf * 0.88) * 0.91
    assert told.at(900).dead == pytest.approx(first + second + third, abs=EXACTLY)
    assert round(100 * told.at(300).dead) == 80
    assert round(100 * told.at(900).dead) == 83


def test_nobody_is_the_worse_for_being_asked_about() -> None:
    combat = Combat(seed=3)
    man = wounded(combat, Wounded((BLEEDS, ("left_thigh", 3, Aspect.EDGED, False, None)), "unconscious"))
    before, dice = snapshot(combat), combat.battle.streams.standing
    combat.prognosis(man, 3600)
    combat.prognosis(man, 600, treated_by=60)
    assert snapshot(combat) == before
    assert combat.battle.streams.standing == dice
    other = Combat(seed=3)
    wounded(other, Wounded((BLEEDS, ("left_thigh", 3, Aspect.EDGED, False, None)), "unconscious"))
    for each in (combat, other):
        each.advance(3600)
    assert combat.digest == other.digest


def test_the_dead_stay_dead_and_the_unhurt_and_the_bruised_are_past_danger() -> None:
    combat = Combat()
    dead, unhurt, bruised = (combat.spawn("human", side="red", at=(x, 0), intents="host") for x in range(3))
    combat.edit(Kill(dead))
    combat.edit(Injure(bruised, "left_thigh", 2, Aspect.BLUNT))
    assert [(m.after, m.dead) for m in combat.prognosis(dead, 60).moments] == [(0, 1)]
    assert [(m.after, m.recovered) for m in combat.prognosis(unhurt, 60).moments] == [(0, 1)]
    # Untreated it may yet become infected; treated it can't, being blunt.
    assert combat.prognosis(bruised, 3600).at(3600).recovered == 0
    assert combat.prognosis(bruised, 3600, treated_by=90).at(3600).recovered == 1


def test_in_a_fight_the_end_of_its_next_turn_is_taken_to_be_a_round_away() -> None:
    combat = Combat(seed=1)
    man = combat.spawn("human", side="red", at=(0, 0), intents="host")
    combat.spawn("human", side="blue", at=(1, 0), intents="host")
    combat.step()
    assert combat.battle.encounter is not None
    combat.edit(Afflict(man, "stunned"))
    told = combat.prognosis(man, 60)
    assert [moment.after for moment in told.moments] == [n * 10 * SECOND for n in range(7)]
    assert told.at(9).by_state["stunned"] == 1


# --- of any plight --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(16))
def test_chances_add_up_and_neither_death_nor_recovery_is_undone(seed: int) -> None:
    plight = any_plight(Random(f"any/{seed}"))
    told = prognosis(plight, 700 if plight.physician else 20 * 86_400)
    assert told.moments[0].after == 0
    for before, moment in zip(told.moments, told.moments[1:], strict=False):
        assert before.after < moment.after <= told.horizon
        assert moment.dead >= before.dead - EXACTLY
        assert moment.recovered >= before.recovered - EXACTLY
    for moment in told.moments:
        assert isclose(sum(moment.by_state.values()) + moment.dropped, 1, abs_tol=EXACTLY)
        assert moment.dead == moment.by_state["dead"]
        assert 0 <= moment.recovered <= moment.by_state["none"] + EXACTLY
        assert 0 <= moment.bleeding <= 1 - moment.dead + EXACTLY
    assert told.exact
    assert told.explain().splitlines()[0].split()[0] == "after"


@pytest.mark.parametrize("most", [3, 30])
def test_what_is_dropped_bounds_how_far_off_each_chance_is(most: int) -> None:
    combat = Combat()
    man = wounded(combat, Wounded((BLEEDS, ("thorax", 3, Aspect.EDGED, False, 4)), "stunned"))
    horizon = 30 * MINUTE
    exact = combat.prognosis(man, horizon / SECOND)
    with editing(combat) as battle:
        who = fighter(battle.ruleset.reader, man)  # type: ignore[attr-defined]  # the heroic rules have one
        patient = patient_of(battle, who, battle.now + horizon, None)
        chain = Chain(plight_of(battle, who, patient), Prospects(patient).step, VIEWS, "dead", most)
        pruned = chain.prognosis(battle.now, horizon)
    assert not pruned.exact
    for moment in exact.moments:
        seconds = moment.after / SECOND
        least, greatest = pruned.dead(seconds)
        assert least - EXACTLY <= moment.dead <= greatest + EXACTLY
        for state, chance in moment.by_state.items():
            low = pruned.at(seconds).by_state[state]
            assert low - EXACTLY <= chance <= low + pruned.at(seconds).dropped + EXACTLY


def test_a_longer_look_ahead_says_the_same_of_the_time_before() -> None:
    for seed in range(6):
        plight = replace(any_plight(Random(f"longer/{seed}")), physician=None)
        combat = Combat()
        entity = wounded(combat, plight)
        short, long = (combat.prognosis(entity, days * 86_400) for days in (1, 8))
        for moment in short.moments:
            other = long.at(moment.after / SECOND)
            assert moment.dead == pytest.approx(other.dead, abs=EXACTLY)
            assert dict(moment.by_state) == pytest.approx(dict(other.by_state), abs=EXACTLY)
    assert long.horizon == 8 * DAY


def test_of_few_states_the_answer_is_an_interval_that_holds_the_exact_one() -> None:
    combat = Combat()
    entity = wounded(combat, Wounded((("abdomen", 4, Aspect.EDGED, True, None),)))
    exact, rough = (combat.prognosis(entity, 1200, 60, states=states) for states in (50_000, 20))
    assert exact.exact
    assert not rough.exact
    for seconds in range(0, 1201, 100):
        (chance, _), (least, most) = exact.dead(seconds), rough.dead(seconds)
        assert least - 1e-12 <= chance <= most + 1e-12
    with pytest.raises(BadValue, match="states is 0; expected a whole number, 1 or more"):
        combat.prognosis(entity, 1200, states=0)
