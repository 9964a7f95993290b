"""Healing tests, infections, and what a healed wound leaves behind, as they run (heroic H10, H13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripting import all_of, calm, due, editing, hit, only, pending, put, sever, victim

from fleshwound.components.creature import (
    Bleeding,
    Fatigue,
    FatigueEntry,
    FatigueKind,
    Injuries,
    Injury,
    InjuryKind,
    Shock,
)
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Level
from fleshwound.components.edits import Heal, Injure, Kill, Revive
from fleshwound.components.events import (
    BleedingStopped,
    Died,
    Event,
    FatigueChanged,
    Healed,
    HealingTested,
    ImpairedForGood,
    InfectionBegan,
    InfectionEnded,
    InfectionTested,
)
from fleshwound.components.ids import DAY
from fleshwound.game.combat import Combat
from fleshwound.systems.drivers import scripted
from fleshwound.systems.heroic.consequences import change
from fleshwound.systems.heroic.convalescence import close_wound
from fleshwound.systems.heroic.fighter import fighter
from fleshwound.systems.heroic.healing import healing_test
from fleshwound.systems.heroic.infection import InfectionEnd, infection_test, infection_weakness
from fleshwound.systems.heroic.tables import Tables

CF0, CF5, MF, MS, CS = Level
BLUNT, EDGED, FIRE = Aspect.BLUNT, Aspect.EDGED, Aspect.FIRE


def patient(*wounds: tuple[str, int, Aspect, int | None], **more: Any) -> tuple[Combat, int]:
    """Somebody alone, with wounds of these healing rates."""
    combat = Combat(seed=2)
    man = combat.spawn("human", side="red", at=(0, 0), intents="host", weapons=(), armor=())
    for location, level, aspect, _ in wounds:
        combat.edit(Injure(man, location, level, aspect))
    with editing(combat):
        entries = combat.component(man, Injuries).entries
        for place, (*_, rate) in enumerate(wounds):
            entries[place] = replace(entries[place], healing_rate=rate, **more)
    combat.drain()
    return combat, man


def levels(combat: Combat, man: int) -> dict[int, int]:
    return {e.number: e.level for e in combat.component(man, Injuries).entries if e.kind is InjuryKind.WOUND}


def infection(combat: Combat, man: int) -> Injury:
    return next(e for e in combat.component(man, Injuries).entries if e.kind is InjuryKind.INFECTION)


def weakness(combat: Combat, man: int) -> int:
    return sum(e.amount for e in combat.component(man, Fatigue).entries if e.kind is FatigueKind.WEAKNESS)


HEALING = [(CF0, 4), (CF5, 4), (MF, 4), (MS, 3), (CS, 2)]


@pytest.mark.parametrize(("result", "after"), HEALING)
def test_a_healing_test_comes_every_five_days_and_lowers_the_level(result: Level, after: int) -> None:
    combat, man = patient(("left_thigh", 4, BLUNT, 5))
    assert pending(combat, "heal", man) == [5 * DAY]
    events = due(combat, "heal", man, result)
    told = only(events, HealingTested)
    assert (told.at, told.injury, told.before, told.after) == (5 * DAY, 1, 4, after)
    assert told.roll is not None
    assert (told.roll.base, told.roll.level) == (11 * 5, result)
    assert levels(combat, man) == {1: after}
    assert pending(combat, "heal", man) == [10 * DAY]
    assert not all_of(events, InfectionBegan)  # blunt, and treated


def test_fatigue_applies_to_healing_and_infection_and_impairment_does_not() -> None:
    combat, man = patient(("skull", 3, EDGED, 5))
    with editing(combat):
        combat.component(man, Fatigue).entries.append(FatigueEntry(FatigueKind.WEAKNESS, "a spell", 15))
    told = only(due(combat, "heal", man, CF0), HealingTested)
    assert told.roll is not None
    assert told.roll.modifiers == (("fatigue", -15),)
    tested = only(due(combat, "infection", man, MS), InfectionTested)
    assert tested.roll.modifiers == (("fatigue", -15),)


def test_an_untreated_wound_fails_out_of_hand_and_becomes_infected() -> None:
    combat, man = patient(("left_thigh", 2, BLUNT, None))
    combat.advance(5 * 86_400)
    events = combat.drain()
    told = only(events, HealingTested)
    assert told.roll is not None
    assert (told.roll.automatic, told.roll.level, told.after) == (True, CF0, 2)
    began = only(events, InfectionBegan)
    assert (began.wound, began.injury, began.healing_rate, began.location) == (1, 2, 4, "left_thigh")
    assert pending(combat, "infection", man) == [6 * DAY]
    assert infection(combat, man).of == 1
    assert weakness(combat, man) == 5
    assert "infected" in combat.sheet(man).injuries[0].notes[0]
    assert combat.sheet(man).next == "infection tested in 1 d"


@pytest.mark.parametrize(("level", "rate"), [(1, 5), (2, 4), (3, 4), (4, 3), (5, 3)])
def test_an_untreated_wound_counts_as_treated_with_a_critical_failure(tables: Tables, level: int, rate: int) -> None:
    assert scripted(healing_test(tables, level, None, 11, 0, may_infect=True)).infection == rate


@pytest.mark.parametrize("aspect", Aspect)
@pytest.mark.parametrize("result", Level)
def test_a_treated_wound_is_infected_by_a_critical_failure_if_it_is_open(aspect: Aspect, result: Level) -> None:
    combat, man = patient(("left_thigh", 4, aspect, 3))
    began = all_of(due(combat, "heal", man, result), InfectionBegan)
    assert [event.healing_rate for event in began] == [4] * (result < MF and aspect is not BLUNT)


def test_while_an_infection_is_active_no_injury_heals_and_the_tests_go_on_afterwards() -> None:
    combat, man = patient(("left_thigh", 4, EDGED, 5), ("skull", 2, BLUNT, 5))
    due(combat, "heal", man, CF0)
    assert due(combat, "heal", man) == []
    assert due(combat, "heal", man) == []
    assert pending(combat, "heal", man) == [10 * DAY, 15 * DAY]
    # it opened at 6, and is over after one success
    events = due(combat, "infection", man, MS)
    assert only(events, InfectionEnded).wound == 1
    assert only(due(combat, "heal", man, MS), HealingTested).injury == 2


INFECTION = [(CF0, 2), (CF5, 2), (MF, 3), (MS, 5), (CS, 6)]


@pytest.mark.parametrize(("result", "after"), INFECTION)
def test_an_infection_is_tested_daily(result: Level, after: int) -> None:
    combat, man = patient(("left_thigh", 4, EDGED, 3))
    due(combat, "heal", man, CF5)
    events = due(combat, "infection", man, result)
    told = only(events, InfectionTested)
    assert (told.at, told.before, told.after, told.wound) == (6 * DAY, 4, after, 1)
    assert (told.roll.base, told.roll.modifiers) == (44, (("fatigue", -5),))
    if after < 6:
        assert infection(combat, man).healing_rate == after
        assert pending(combat, "infection", man) == [7 * DAY]
    else:
        assert only(events, InfectionEnded) == InfectionEnded(6 * DAY, 1, 2, 1)
        assert levels(combat, man) == {1: 4}
        assert pending(combat, "infection", man) == []


def test_the_weakness_of_an_infection_follows_its_healing_rate_and_goes_with_it() -> None:
    combat, man = patient(("left_thigh", 4, EDGED, 3))
    due(combat, "heal", man, CF5)
    seen = [weakness(combat, man)]
    for result in (MF, MF, CS, CS):
        due(combat, "infection", man, result)
        seen.append(weakness(combat, man))
    assert seen == [5, 5, 10, 5, 0]  # at 4, 3, 2, 4, then over
    assert combat.component(man, Fatigue).entries == []


def test_a_terminal_infection_does_kill_and_nothing_follows() -> None:
    """Behaviours 21 and 35."""
    combat, man = patient(("left_thigh", 4, EDGED, 2), ("skull", 2, BLUNT, 4))
    due(combat, "heal", man, CF5)
    events = [*due(combat, "infection", man, CF0), *due(combat, "infection", man, CF0)]
    died = only(events, Died)
    assert (died.cause, died.at) == ("infection", 7 * DAY)
    assert only(events[-4:], InfectionTested).after == 0
    combat.drain()
    combat.advance(60 * 86_400)
    assert combat.drain() == []
    assert len(combat.battle.agenda) == 0


@given(st.lists(st.sampled_from(Level), min_size=1, max_size=30), st.integers(1, 7))
def test_an_infection_ends_at_its_bounds_and_nowhere_else(tables: Tables, results: list[Level], rate: int) -> None:
    for result in results:
        done = scripted(infection_test(tables, rate, 11, 0), result)
        assert done.end is (InfectionEnd.DEAD if done.after <= 0 else InfectionEnd.OVER if done.after >= 6 else None)
        assert infection_weakness(tables, done.after) == {1: 10, 2: 10, 3: 5, 4: 5}.get(done.after, 0)
        if done.end is not None:
            return
        rate = done.after


@pytest.mark.parametrize(("rate", "died", "healed"), [(0, True, False), (7, False, True)])
def test_a_healing_rate_beyond_the_table_settles_it_without_a_test(rate: int, died: bool, healed: bool) -> None:
    combat, man = patient(("left_thigh", 4, EDGED, rate))
    events = due(combat, "heal", man)
    assert only(events, HealingTested).roll is None
    assert (bool(all_of(events, Died)), bool(all_of(events, Healed))) == (died, healed)


def test_a_healed_wound_leaves_the_sheet_and_its_limb_works_again() -> None:
    """Behaviour 17."""
    combat, man = patient(("left_forearm", 4, EDGED, 5))
    arm = next(i for i, part in enumerate(combat.content.creature("human").anatomy.parts) if part.id == "left_arm")
    assert arm in combat.sheet(man).unusable
    due(combat, "heal", man, CS)
    assert arm not in combat.sheet(man).unusable
    assert combat.vitals(man).health < 100
    events = due(combat, "heal", man, CS)
    assert only(events, Healed) == Healed(10 * DAY, 1, 1, "left_forearm", (), "healing")
    assert combat.component(man, Injuries).entries == []
    assert combat.vitals(man).health == 100
    assert pending(combat, "heal", man) == []


def test_a_wound_that_heals_closes_its_bleeder() -> None:
    combat, man = patient()
    combat.edit(Injure(man, "left_thigh", 2, EDGED, bleeds=True))
    with editing(combat):
        entries = combat.component(man, Injuries).entries
        entries[0] = replace(entries[0], healing_rate=6)
    events = due(combat, "heal", man, CS)
    assert only(events, BleedingStopped).cause == "healing"
    assert combat.component(man, Bleeding).bleeders == []


STAYS = [(15, 0), (20, -5), (35, -5), (40, -10), (60, -15), (80, -20), (100, -25), (150, -25)]


@pytest.mark.parametrize(("days", "penalty"), STAYS)
@pytest.mark.parametrize("marked", [True, False])
def test_a_marked_wound_impairs_for_good_by_the_days_it_took(days: int, penalty: int, marked: bool) -> None:
    combat, man = patient(("left_forearm", 1, EDGED, 4), permanent=marked)
    for _ in range(days // 5 - 1):
        due(combat, "heal", man, MF)
    events = due(combat, "heal", man, MS)
    told = all_of(events, ImpairedForGood)
    if not marked or not penalty:
        assert told == []
        assert combat.component(man, Injuries).permanent == {}
        return
    assert told == [ImpairedForGood(days * DAY, 1, 1, "left_arm", days, penalty)]
    assert f"left arm −{-penalty} for good" in combat.sheet(man).conditions
    assert combat.vitals(man).health < 100


def test_permanent_impairment_is_the_worst_of_a_part_not_the_sum() -> None:
    places = ("left_forearm", "left_hand", "left_elbow")
    combat, man = patient(*((place, 1, EDGED, 4) for place in places), permanent=True)
    part = next(i for i, part in enumerate(combat.content.creature("human").anatomy.parts) if part.id == "left_arm")
    left = []
    for days, wound in ((20, 1), (45, 2), (60, 3)):
        with editing(combat) as battle:
            battle.now = days * DAY
            who = fighter(battle.ruleset.reader, man)  # type: ignore[attr-defined]  # these are the heroic rules
            entry = next(entry for entry in who.injuries.entries if entry.number == wound)
            if wound == 3:
                entry = change(who, 3, at=40 * DAY)  # of 20 days, when it heals
            close_wound(battle, who, entry, "healing")
        left.append(dict(combat.component(man, Injuries).permanent))
    assert left == [{part: -5}, {part: -10}, {part: -10}]


def test_what_is_severed_stays_severed_when_the_stump_has_healed() -> None:
    combat, man = patient(("left_hand", 5, EDGED, 4))
    sever(combat, man, "left_hand")
    with editing(combat):
        entries = combat.component(man, Injuries).entries
        entries[0] = replace(entries[0], severed=True)
    for _ in range(3):
        due(combat, "heal", man, CS)
    sheet = combat.sheet(man)
    locations = combat.content.creature("human").anatomy.locations
    assert sheet.injuries == ()
    assert [locations[index].id for index in sheet.severed] == ["left_hand"]
    assert len(sheet.unusable) == 1
    again = Combat.load(combat.save())
    assert again.sheet(again.creatures[0]).severed == sheet.severed
    # a later stump further in, undone by the host, gives back what it took and no more
    combat.edit(Injure(man, "left_forearm", 5, EDGED))
    sever(combat, man, "left_forearm")
    with editing(combat):
        entries[0] = replace(entries[0], severed=True)
    combat.drain()
    combat.edit(Heal(man, entries[0].number))
    assert only(combat.drain(), Healed).restored == ("left_forearm",)
    combat.edit(Heal(man))
    assert only(combat.drain(), Healed).restored == ("left_hand",)
    assert combat.sheet(man).severed == frozenset()


def test_a_wound_made_worse_keeps_its_healing_rate_and_a_new_one_stays_a_record_of_its_own() -> None:
    """Behaviour 37."""
    combat, a, b = victim()
    hit(combat, a, b, "left_forearm", 1, "blunt")
    with editing(combat):
        entries = combat.component(b, Injuries).entries
        entries[0] = replace(entries[0], healing_rate=4)
    hit(combat, a, b, "left_forearm", 2, "edged", otherwise=calm)
    assert [(e.number, e.level, e.healing_rate) for e in entries] == [(1, 2, 4), (2, 2, None)]
    assert len(pending(combat, "heal", b)) == 2


def test_the_dead_neither_heal_nor_sicken_and_the_revived_start_afresh() -> None:
    """Behaviour 21."""
    combat, man = patient(("left_thigh", 4, EDGED, None), ("skull", 1, EDGED, 4))
    combat.advance(5 * 86_400 + 1)
    assert infection(combat, man)
    combat.edit(Kill(man))
    combat.drain()
    combat.advance(30 * 86_400)
    assert combat.drain() == []
    combat.edit(Revive(man))
    combat.drain()
    combat.advance(30 * 86_400)
    assert combat.drain() == []
    combat.edit(Injure(man, "skull", 1, EDGED))
    assert pending(combat, "heal", man) == [combat.now + 5 * DAY]


def test_healing_a_wound_from_outside_undoes_its_infection_and_its_weakness() -> None:
    combat, man = patient(("left_thigh", 4, EDGED, None), ("skull", 1, EDGED, 4))
    combat.advance(5 * 86_400)
    combat.drain()
    number = infection(combat, man).number
    combat.edit(Heal(man, 1))
    events = combat.drain()
    assert [event.injury for event in all_of(events, Healed)] == [number, 1]
    assert only(events, FatigueChanged).total == 0
    assert levels(combat, man).keys() == {2}
    assert weakness(combat, man) == 0
    combat.advance(86_400)
    assert combat.drain() == []


def test_healing_an_infection_alone_leaves_its_wound() -> None:
    combat, man = patient(("left_thigh", 4, EDGED, None))
    combat.advance(5 * 86_400)
    combat.edit(Heal(man, infection(combat, man).number))
    assert levels(combat, man) == {1: 4}
    assert weakness(combat, man) == 0
    combat.edit(Heal(man))
    assert combat.component(man, Injuries).entries == []


def test_whoever_is_in_extended_shock_or_a_coma_heals_too() -> None:
    combat, man = patient(("left_thigh", 4, BLUNT, 4))
    put(combat, man, Shock.UNCONSCIOUS)
    assert only(due(combat, "heal", man, MS), HealingTested).after == 3


def outcome(events: list[Event]) -> list[tuple[int, str]]:
    return [(event.at, type(event).__name__) for event in events]


@pytest.mark.parametrize("seed", range(6))
def test_a_month_is_the_same_however_it_passes_and_saved_every_day(seed: int) -> None:
    """Behaviours 19 and 38, on the scale of days."""

    def told(strides: list[float], saving: bool) -> tuple[list[tuple[int, str]], str]:
        combat = Combat(seed=seed)
        man = combat.spawn("human", side="red", at=(0, 0), weapons=())
        for location, level in (("left_thigh", 5), ("left_forearm", 3), ("skull", 2)):
            combat.edit(Injure(man, location, level, EDGED, bleeds=location == "left_thigh"))
        events = combat.drain()
        for seconds in strides:
            combat.advance(seconds)
            events += combat.drain()
            if saving:
                text = combat.save()
                combat = Combat.load(text)
                assert combat.save() == text
        return outcome(events), combat.digest

    whole = told([40 * 86_400], False)
    assert whole == told([86_400] * 40, True) == told([3_600] * 960, False)
    assert len(whole[0]) > 10


@pytest.mark.parametrize("seed", range(10))
def test_every_affliction_has_a_cure(seed: int) -> None:
    """Behaviour 36: with a physician at hand whoever lives through it is well again, or maimed, in half a year."""
    combat = Combat(seed=seed)
    combat.spawn("physician", side="red", at=(0, 0))
    man = combat.spawn("human", side="red", at=(1, 0), weapons=())
    for location, level in (("left_hand", 4), ("skull", 3), ("abdomen", 2)):
        combat.edit(Injure(man, location, level, EDGED, bleeds=True))
    combat.advance(180 * 86_400)
    if combat.vitals(man).alive:
        assert combat.component(man, Injuries).entries == []
        assert combat.component(man, Fatigue).entries == []
        assert not combat.vitals(man).bleeding
        assert len(combat.battle.agenda) == 0
