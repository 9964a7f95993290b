"""The end of a round, step by step (starfarer B9, B10)."""

from __future__ import annotations

import pytest
from rulebook import says
from settings import having

from fleshwound.components.starfarer import Mark
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.starfarer.bleeding import AreaBleeding
from fleshwound.systems.starfarer.round_end import CHECKED_AGAIN, Ailing, Clot, RoundEnd, round_end
from fleshwound.systems.starfarer.shock import ShockCheck
from fleshwound.systems.starfarer.survival import Survival
from fleshwound.systems.starfarer.tables import RoundStep, Tables
from fleshwound.systems.starfarer.tasks import Result
from fleshwound.systems.starfarer.victim import Victim
from fleshwound.systems.starfarer.wounds import Marked

HEAD, CHEST, ABDOMEN, LEFT_ARM = range(4)
FRAIL = {"endurance": 2, "willpower": 2}
"""Traits that let a check fail by much."""
STOOD, OUT, FAR_OUT = Result(True, 1), Result(False, 2), Result(False, 4)


def test_the_steps_are_in_the_rulebooks_order(tables: Tables) -> None:
    says(
        "B9",
        "bleeding; shock checks for thresholds passed; survival checks; disability and consciousness timers; clotting",
    )
    assert tables.checks.round_end == tuple(RoundStep)


def test_nothing_ails_nothing_happens(tables: Tables, victim: Victim) -> None:
    assert scripted(round_end(tables, Ailing(victim))) == RoundEnd(0, None, None, None, None, ())


def test_every_wounded_area_bleeds_and_may_clot_by_itself(tables: Tables, victim: Victim) -> None:
    ailing = Ailing(victim, (AreaBleeding(HEAD, 1, 0), AreaBleeding(CHEST, 2, 0), AreaBleeding(LEFT_ARM, 2, 1)))
    end = scripted(round_end(tables, ailing), Result(True, 0), Result(False, 3))
    assert end == RoundEnd(
        5, None, None, None, None, (Clot(HEAD, True, 1), Clot(CHEST, False, 0), Clot(LEFT_ARM, True, 0))
    )


def test_bleeding_past_a_multiple_of_basic_shock_calls_for_a_check(tables: Tables, victim: Victim) -> None:
    says("B10", "(Can itself cross Basic Shock multiples → shock check.)")
    ailing = Ailing(victim._replace(total=16), (AreaBleeding(CHEST, 2, 0),))
    end = scripted(round_end(tables, ailing), OUT)
    assert end.check == ShockCheck((("shock total", -2),), OUT, 2, False)
    assert not end.died
    assert not end.woke


@pytest.mark.parametrize(
    ("last_area", "last_level", "extra"),
    [(LEFT_ARM, 3, Marked(4, Mark.SLASH)), (CHEST, 0, Marked(1, Mark.SLASH)), (None, 0, None)],
)
def test_the_extra_wound_of_such_a_check_is_where_the_last_hit_was(
    tables: Tables, victim: Victim, last_area: int | None, last_level: int, extra: Marked | None
) -> None:
    says("B9", "Extra wound area for a pure shock-threshold trigger: area of the last hit (R).")
    struck = victim._replace(total=5, last_area=last_area, last_level=last_level, **FRAIL)
    end = scripted(round_end(tables, Ailing(struck, (AreaBleeding(LEFT_ARM, 2, 0),))), FAR_OUT)
    assert end.check is not None
    assert end.check.extra
    assert end.extra == extra


def test_an_extra_wound_that_is_mortal_calls_for_survival_at_once(tables: Tables, victim: Victim) -> None:
    struck = victim._replace(total=5, last_area=CHEST, last_level=5, **FRAIL)
    end = scripted(round_end(tables, Ailing(struck, (AreaBleeding(CHEST, 4, 0),))), FAR_OUT, True)
    assert end.extra == Marked(6, Mark.SLASH)
    assert end.survival == Survival(True, False)


def test_survival_is_checked_after_bleeding_and_a_death_ends_the_round(tables: Tables, victim: Victim) -> None:
    dying = Ailing(
        victim._replace(total=30), (AreaBleeding(CHEST, 4, 9),), 20, survival_rounds=1, unconscious=True, due=True
    )
    end = scripted(round_end(tables, dying), False)
    assert end == RoundEnd(4, None, None, Survival(False, False), None, ())
    assert end.died


def test_shock_may_reach_the_last_column_by_bleeding(tables: Tables, victim: Victim) -> None:
    end = scripted(round_end(tables, Ailing(victim._replace(total=35), (AreaBleeding(CHEST, 1, 0),))), STOOD, True, OUT)
    assert end.check is not None
    assert end.survival == Survival(True, False)
    assert end.clots == (Clot(CHEST, True, 0),)


def test_damage_beyond_hope_kills_at_the_rounds_end(tables: Tables, victim: Victim) -> None:
    end = scripted(round_end(tables, Ailing(victim, mortal=33)))
    assert end.survival == Survival(False, True)


@pytest.mark.parametrize(("unconscious", "due"), [(True, False), (False, True)])
def test_consciousness_is_checked_only_when_its_time_has_come(
    tables: Tables, victim: Victim, unconscious: bool, due: bool
) -> None:
    assert scripted(round_end(tables, Ailing(victim, unconscious=unconscious, due=due))).recheck is None


def test_who_comes_to_itself_wakes_and_who_does_not_is_out_for_longer(tables: Tables, victim: Victim) -> None:
    out = Ailing(victim, unconscious=True, due=True, check_penalty=-3)
    woken = scripted(round_end(tables, out), STOOD)
    assert woken.woke
    still = scripted(round_end(tables, out), OUT, 13)
    assert still.recheck == ShockCheck(((CHECKED_AGAIN, -3),), OUT, 13, False)
    assert not still.woke


def test_at_what_it_checks_again_is_a_setting(tables: Tables, victim: Victim) -> None:
    out = Ailing(victim._replace(total=30), unconscious=True, due=True, check_penalty=-1)
    for by_trigger, modifiers in ((True, ((CHECKED_AGAIN, -1),)), (False, (("shock total", -4),))):
        end = scripted(round_end(having(tables, checks__again_by_trigger=by_trigger), out), STOOD)
        assert end.recheck is not None
        assert end.recheck.modifiers == modifiers


def test_who_has_just_failed_a_check_has_no_other(tables: Tables, victim: Victim) -> None:
    out = Ailing(victim._replace(total=5, **FRAIL), (AreaBleeding(CHEST, 2, 0),), unconscious=True, due=True)
    assert scripted(round_end(tables, out), OUT).recheck is None
    both = scripted(round_end(tables, out), STOOD, STOOD)
    assert both.check is not None
    assert both.woke


def test_who_has_no_blood_bleeds_nothing_and_who_feels_no_shock_faints_at_nothing(
    tables: Tables, victim: Victim
) -> None:
    bleeding = (AreaBleeding(CHEST, 2, 5),)
    bloodless = Ailing(victim._replace(total=5, blood=False), bleeding)
    assert scripted(round_end(tables, bloodless)) == RoundEnd(0, None, None, None, None, ())
    numb = Ailing(victim._replace(total=35, pain=False), bleeding)
    end = scripted(round_end(tables, numb), True, Result(True, 0))
    assert (end.bled, end.check) == (2, None)
    assert end.survival == Survival(True, False), "its shock total counts all the same"


def test_the_order_is_a_setting(tables: Tables, victim: Victim) -> None:
    first = having(tables, checks__round_end=(RoundStep.CLOTTING, RoundStep.BLEEDING))
    end = scripted(round_end(first, Ailing(victim._replace(total=5), (AreaBleeding(CHEST, 1, 0),))), Result(True, 0))
    assert end == RoundEnd(1, None, None, None, None, (Clot(CHEST, True, 1),)), "no check: that step isn't listed"


def test_the_odds_of_a_rounds_end_are_whole(tables: Tables, victim: Victim) -> None:
    ailing = Ailing(
        victim._replace(total=34, last_area=CHEST, last_level=5),
        (AreaBleeding(CHEST, 2, 1), AreaBleeding(LEFT_ARM, 1, 0)),
        20,
        survival_rounds=1,
    )
    odds = enumerated(lambda: round_end(tables, ailing))
    assert sum(odds.values()) == 1
    assert 0 < sum(share for end, share in odds.items() if end.died) < 1
