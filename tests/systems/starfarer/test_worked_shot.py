"""The rulebook's worked shot from the trigger to the third survival check, and hits at their edges (starfarer B12)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says
from settings import having

from fleshwound.components.starfarer import AttackType, Mark, TrackWound
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.starfarer.attack import AttackFacts, attack, ranged_task
from fleshwound.systems.starfarer.bleeding import bleeding_areas, clotting_task
from fleshwound.systems.starfarer.damage import Damage, Force, Harm
from fleshwound.systems.starfarer.hit import HitFacts, hit
from fleshwound.systems.starfarer.penalties import area_penalties, shock_penalty, trait_penalties
from fleshwound.systems.starfarer.ranges import bracket_at
from fleshwound.systems.starfarer.round_end import Ailing, round_end
from fleshwound.systems.starfarer.shock import Trigger, shock_task
from fleshwound.systems.starfarer.survival import Survival, mortal_damage, survival_task
from fleshwound.systems.starfarer.tables import Tables
from fleshwound.systems.starfarer.tasks import Result, bcs, mcs
from fleshwound.systems.starfarer.victim import Victim
from fleshwound.systems.starfarer.wounds import Marked

HEAD, CHEST, ABDOMEN, LEFT_ARM = range(4)
LASER = Force(10, 9, AttackType.LASER)
STICK = Force(0, 4, AttackType.BLUNT)
ARMOR = (4,) * 7
BARE = (0,) * 7
STOOD = Result(True, 0)


def shot(tables: Tables) -> AttackFacts:
    """A laser pistol at 15 m, BCS 12, roll 24."""
    bracket = bracket_at(tables.ranges, 2, 15_000)
    assert bracket is not None
    task = ranged_task(tables, 7, ("pistols", 5), bracket)
    assert (bcs(tables.tasks, task), mcs(tables.tasks, task)) == (12, 60)
    return scripted(attack(tables.tasks, task), 24)


def test_bcs_12_times_5_and_a_roll_of_24_is_los_3_in_the_chest(tables: Tables, victim: Victim) -> None:
    says("B5", "BCS 12; medium ×5 → MCS 60; roll 24 → LOS 3; ones digit 4 → chest")
    facts = shot(tables)
    assert (facts.hit, facts.los, facts.digit) == (True, 3, 4)
    struck = scripted(hit(tables, victim, LASER, (16,) * 7, facts.digit, facts.los), STOOD)
    assert struck.area == CHEST
    assert struck.damage == Damage(6, 3, 3, 9)


def test_the_worked_shot_from_end_to_end(tables: Tables, victim: Victim) -> None:
    says("B12", "MAR max(0, 4−10)=0; MDR 9; 27 applied.")
    facts = shot(tables)
    struck = scripted(hit(tables, victim, LASER, ARMOR, facts.digit, facts.los), STOOD)
    assert struck.damage == Damage(0, 9, 9, 27)

    says("B12", "Lethality 19 ≥ 12, so 27 shock and 27 wound → level 6, Mortal, X in chest.")
    assert LASER.lethality == 19
    assert struck.harm == Harm(27, 27, True)
    assert (struck.level, struck.wound, struck.mortal) == (6, Marked(6, Mark.CROSS), True)

    says("B12", "Shock total 27 = 4.5×BS → −3 to all traits; chest −5 halved → −3 more.")
    total = victim.total + struck.harm.shock
    wounds = [TrackWound(1, struck.area, 6, Mark.CROSS, struck.harm.wound, False, 0, 2, "laser_pistol/shot")]
    by_shock = shock_penalty(tables.penalties, victim.statistics.basic_shock, total)
    taken = trait_penalties(tables, victim.areas, area_penalties(tables, victim.areas, wounds), by_shock)
    assert taken == (("wounded chest", -3), ("shock", -3))

    says("B12", "one shock check: (6+5)=11 × (8 − 5) = MCS 33.")
    assert struck.triggers == (Trigger.WOUND, Trigger.STUN, Trigger.TOTAL)
    assert struck.check is not None
    assert mcs(tables.tasks, shock_task(tables, 6, 5, struck.check.modifiers)) == 33

    says("B12", "Survival each round: (6+5) × 8 = 88 → round 2: (5+4) × 8 = 72, round 3: 56.")
    assert [mcs(tables.tasks, survival_task(tables, 6, 5, earlier)) for earlier in range(3)] == [88, 72, 56]

    says("B12", "Auto-fail not reached (27 ≤ 32). Bleeds 5 a round; natural stop EF 0.")
    (bleeding,) = bleeding_areas(tables, wounds, {}, {})
    assert (bleeding.area, bleeding.rate) == (CHEST, 5)
    assert mcs(tables.tasks, clotting_task(tables, victim.endurance, bleeding.rate)) == 0
    mortal = mortal_damage(tables.checks, victim.areas, wounds)
    assert mortal == 27
    end = scripted(round_end(tables, Ailing(victim._replace(total=total), (bleeding,), mortal)), STOOD, True)
    assert (end.bled, end.survival) == (5, Survival(True, False))
    assert end.check is not None, "32 is past 5 × 6"


def test_with_blow_through_the_worked_shot_still_is_mortal(tables: Tables, victim: Victim) -> None:
    says("B12", "With blow-through on: MDR 6, 18 applied → still Mortal.")
    on = having(tables, damage__blow_through=True)
    facts = shot(on)
    struck = scripted(hit(on, victim, LASER, ARMOR, facts.digit, facts.los), STOOD)
    assert struck.damage == Damage(0, 9, 6, 18)
    assert (struck.level, struck.mortal) == (6, True)


def test_the_shock_check_of_the_worked_shot_has_its_chance(tables: Tables, victim: Victim) -> None:
    odds = enumerated(lambda: hit(tables, victim, LASER, ARMOR, 4, 3))
    assert sum(odds.values()) == 1
    stands = sum((chance for facts, chance in odds.items() if facts.check and not facts.check.rounds), Fraction())
    assert stands == Fraction(33, 100)


def test_a_hit_that_armour_stops_does_nothing(tables: Tables, victim: Victim) -> None:
    stopped = scripted(hit(tables, victim, STICK, ARMOR, 4, 3))
    assert stopped == HitFacts(CHEST, Damage(4, 0, 0, 0), Harm(0, 0, False), 0, None, (), None, None, False)


def test_a_stick_against_a_strong_man_wounds_half_but_stuns_in_full(tables: Tables, victim: Victim) -> None:
    assert STICK.lethality < victim.statistics.resilience
    struck = scripted(hit(tables, victim, STICK, BARE, 4, 3), STOOD)
    assert struck.harm == Harm(12, 6, False)
    assert struck.wound == Marked(2, Mark.CROSS)
    assert struck.triggers == (Trigger.STUN, Trigger.TOTAL)


def test_a_head_hit_counts_double(tables: Tables, victim: Victim) -> None:
    struck = scripted(hit(tables, victim, STICK, BARE, 1, 1), STOOD)
    assert (struck.area, struck.harm) == (HEAD, Harm(8, 4, False))


@pytest.mark.parametrize(
    ("row", "wound", "triggers"),
    [
        ((0, 0, 0, 0, 0, 0), Marked(3, Mark.CROSS), (Trigger.TOTAL,)),
        ((0, 0, 1, 0, 0, 0), Marked(4, Mark.SLASH), (Trigger.WOUND, Trigger.TOTAL)),
        ((0, 0, 1, 1, 1, 1), Marked(6, Mark.NONE), (Trigger.WOUND, Trigger.TOTAL)),
    ],
)
def test_a_slash_has_the_effect_of_its_own_column(
    tables: Tables, victim: Victim, row: tuple[int, int, int, int, int, int], wound: Marked, triggers: object
) -> None:
    says("B7", "Same combat effect as X of that column")
    bruised = victim._replace(rows=(victim.rows[0], row, *victim.rows[2:]))
    struck = scripted(hit(tables, bruised, LASER, BARE, 2, 1), STOOD)
    assert struck.level == 3
    assert (struck.wound, struck.triggers) == (wound, triggers)
    assert struck.mortal is (wound.level == 6)


def test_a_bad_shock_check_brings_an_extra_wound_in_the_same_area(tables: Tables, victim: Victim) -> None:
    struck = scripted(hit(tables, victim, LASER, BARE, 3, 1), Result(False, 1))
    assert (struck.wound, struck.extra) == (Marked(3, Mark.CROSS), None)
    frail = victim._replace(endurance=1, willpower=1)
    struck = scripted(hit(tables, frail, LASER, BARE, 3, 1), Result(False, 5))
    assert struck.check is not None
    assert struck.check.rounds == 5
    assert struck.extra == Marked(4, Mark.SLASH)


def test_an_extra_wound_finds_the_circles_that_its_own_hit_has_left(tables: Tables, victim: Victim) -> None:
    frail = victim._replace(endurance=1, willpower=1, rows=(victim.rows[0], (0, 0, 0, 0, 1, 0), *victim.rows[2:]))
    struck = scripted(hit(tables, frail, Force(10, 11, AttackType.LASER), BARE, 3, 1), Result(False, 7))
    assert struck.wound == Marked(4, Mark.CROSS)
    assert struck.extra == Marked(6, Mark.SLASH), "5 is full"
    assert struck.mortal


def test_who_feels_no_shock_is_hurt_without_a_check(tables: Tables, victim: Victim) -> None:
    struck = scripted(hit(tables, victim._replace(pain=False), LASER, ARMOR, 4, 3))
    assert (struck.check, struck.triggers, struck.mortal) == (None, (), True)
    assert struck.harm.shock == 27


@given(
    digit=st.integers(0, 9), los=st.integers(0, 5), armor=st.integers(0, 20), dr=st.integers(0, 14),
    total=st.integers(0, 60),
)  # fmt: skip
def test_every_hit_keeps_to_the_track_and_its_odds_are_whole(
    tables: Tables, victim: Victim, digit: int, los: int, armor: int, dr: int, total: int
) -> None:
    force = Force(6, dr, AttackType.PROJECTILE)
    odds = enumerated(lambda: hit(tables, victim._replace(total=total), force, (armor,) * 7, digit, los))
    assert sum(odds.values()) == 1
    for facts in odds:
        assert (facts.wound is None) == (facts.level == 0) == (facts.harm.wound == 0)
        assert bool(facts.triggers) == (facts.check is not None)
        assert facts.harm.wound <= facts.harm.shock
        if facts.extra:
            assert facts.wound is None or facts.extra.level > facts.level or facts.level == 6
