"""The sheet: a creature's state in words and figures (heroic H4, H5, H9, H11)."""

from __future__ import annotations

from typing import Any

import pytest
from scripting import calm, due, editing, hit, immobilize, pair, play, put, sever, striker, victim

from fleshwound.components.creature import Bleeding, Fatigue, FatigueEntry, FatigueKind, Injuries, Shock
from fleshwound.components.definitions import Aspect
from fleshwound.components.draws import Level
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.components.intents import Evade, StopBleeding, Strike
from fleshwound.components.nerve import Fear, Morale, Nerve
from fleshwound.components.views import Band
from fleshwound.game.combat import Combat
from fleshwound.game.content import shipped
from fleshwound.systems.heroic.sheet import span

CF0, CF5, MF, MS, CS = Level


def test_a_sound_creature_has_an_empty_sheet_but_for_its_figures() -> None:
    combat, _, b = victim("man_at_arms")
    sheet = combat.sheet(b)
    assert (sheet.injuries, sheet.severed, sheet.unusable, sheet.conditions, sheet.why, sheet.next) == (
        (), frozenset(), frozenset(), (), (), ""
    )  # fmt: skip
    assert sheet.vitals.health == 100
    assert sheet.vitals.band is Band.EXCELLENT
    assert ("Melee", "70") in sheet.rows
    assert ("Strength", "13") in sheet.rows
    assert sorted(line.split(": ")[1] for line in sheet.held) == ["broadsword", "round shield"]


def test_injuries_come_worst_first_with_what_they_do_and_where_they_came_from() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "left_forearm", 1, "blunt", otherwise=calm)
    hit(combat, a, b, "left_thigh", 4, "edged", otherwise=calm)
    worst, least = combat.sheet(b).injuries
    assert (worst.title, worst.mark, worst.severity, worst.bleeding, worst.treated) == (
        "left thigh G4 edged", "G4", 4, True, False
    )  # fmt: skip
    assert "bleeding" in worst.notes[0]
    assert "left leg unusable" in worst.notes[0]
    assert worst.notes[1].startswith("a, ")
    assert (least.title, least.mark) == ("left forearm M1 blunt", "M1")
    assert "left arm −5" in least.notes[0]
    assert "untreated" in least.notes[0]


def test_a_stump_is_shown_as_severed_and_its_part_as_unusable() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "left_elbow", 5, amputation=CF0, otherwise=calm)
    sheet = combat.sheet(b)
    anatomy = shipped().creature("human").anatomy
    assert {anatomy.locations[i].id for i in sheet.severed} == {"left_elbow", "left_forearm", "left_hand"}
    assert {anatomy.parts[i].id for i in sheet.unusable} == {"left_arm"}
    assert sheet.injuries[0].severed


def test_why_it_is_down_can_be_checked_step_by_step() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "skull", 3, "blunt", shock=MF)
    why = combat.sheet(b).why
    assert why[:2] == ("skull", "shock value 5 + level 3 = 8")
    assert why[2].startswith("shock 30")
    assert "marginal failure" in why[3]
    assert why[-1] == "index 9 → unconscious"


@pytest.mark.parametrize(("fatigue", "end"), [(24, "= 6"), (25, "= 5"), (60, "= 5 at the least")])
def test_a_target_that_came_to_its_bound_says_so(fatigue: int, end: str) -> None:
    combat, a, b = victim()
    with editing(combat):
        combat.component(b, Fatigue).entries.append(FatigueEntry(FatigueKind.WEARINESS, "march", fatigue))
    hit(combat, a, b, "skull", 3, "blunt", shock=MF)
    assert combat.sheet(b).why[2] == f"shock 30 − fatigue {fatigue} {end}"


def test_being_stunned_again_says_why_it_is_worse_than_the_index() -> None:
    combat, a, b = victim()
    for _ in range(2):
        hit(combat, a, b, "left_thigh", 2, stumble=MS, shock=CF5)
    assert combat.sheet(b).why[-1] == "index 7 → stunned, again → incapacitated"


def test_a_glancing_blow_is_told_in_the_sum() -> None:
    impact = shipped().armor_piece("plate_halfhelm").protection[Aspect.EDGED] + 1
    combat, a, b = pair(striker((impact,)), "human", armor=("plate_halfhelm",))
    hit(combat, a, b, "skull", impact=impact, shock=CF0)
    assert combat.sheet(b).why[1] == "shock value 5 + level 0 + glancing 1 = 6"


def test_what_comes_next_is_said_with_when() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "left_thigh", 4, otherwise=lambda r: CS if r.what == "shock" else calm(r))
    assert combat.sheet(b).next == "loses blood in 5 min"
    put(combat, b, Shock.STUNNED)
    assert combat.sheet(b).next == "re-test at the end of its next turn"
    combat, a, b = victim()
    hit(combat, a, b, "skull", 3, "blunt", shock=MF)
    assert combat.sheet(b).next == "re-test in 10 min"
    due(combat, "retest", b, MF)
    assert combat.sheet(b).next == "extended shock: next test in 4 h"
    assert combat.sheet(b).injuries[-1].mark == "X"
    with editing(combat) as battle:
        battle.ruleset.fall_dead(battle, b, "a test")
    assert combat.sheet(b).next == ""


def test_a_bleeder_that_is_stopping_says_so() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "left_thigh", 4, otherwise=lambda r: CS if r.what == "shock" else calm(r))
    play(combat, a, StopBleeding(b), MS)
    assert "staunched soon" in combat.sheet(b).injuries[0].notes[0]


def test_conditions_fatigue_and_armour_are_on_it() -> None:
    combat, _, b = victim("man_at_arms", armor=("plate_halfhelm",))
    immobilize(combat, b, "left_arm")
    with editing(combat):
        combat.component(b, Fatigue).entries.append(FatigueEntry(FatigueKind.WEAKNESS, "blood loss", 15))
        combat.component(b, Bleeding).lost = 3
    put(combat, b, Shock.INCAPACITATED)
    sheet = combat.sheet(b)
    assert sheet.conditions == ("prone", "left arm immobilized (a test)", "blood lost: 3")
    assert ("Weakness", "15 (blood loss)") in sheet.rows
    anatomy = shipped().creature("human").anatomy
    piece = shipped().armor_piece("plate_halfhelm")
    assert {anatomy.locations[i].id for i in sheet.armored} == piece.rigid | piece.flexible


@pytest.mark.parametrize("id", sorted(shipped().under("heroic").creatures))
def test_every_creature_has_a_sheet_whole_and_with_nothing_left(id: str) -> None:
    combat = Combat(seed=1)
    one = combat.spawn(id, side="red", at=(0, 0), intents="host")
    assert combat.sheet(one).vitals.alive
    sever(combat, one, *(location.id for location in shipped().creature(id).anatomy.locations))
    sheet = combat.sheet(one)
    assert len(sheet.severed) == len(shipped().creature(id).anatomy.locations)
    assert sheet.vitals.health >= 1
    assert combat.component(one, Injuries).entries == []


@pytest.mark.parametrize(
    ("microseconds", "text"),
    [(0, "a moment"), (SECOND, "1 s"), (90 * SECOND, "1 min 30 s"), (4 * HOUR, "4 h"),
     (3 * DAY + 2 * HOUR + MINUTE, "3 d 2 h"), (-5, "a moment")],
)  # fmt: skip
def test_a_span_is_written_in_its_two_greatest_units(microseconds: int, text: str) -> None:
    assert span(microseconds) == text


def test_the_sheet_tells_how_ready_a_launcher_is_how_far_it_shoots_and_what_is_left() -> None:
    combat, a, b = pair("archer", "human", gap=10)
    assert combat.sheet(a).held == (
        "right arm: longbow 100 (ready, to 210 ft, volley 840)", "belt: shortsword", "carries: 20 × standard arrow",
    )  # fmt: skip
    assert ("Archery", "70") in combat.sheet(a).rows
    play(combat, a, Strike(b, "longbow_100/ranged"), otherwise=calm)
    assert combat.sheet(a).held[0] == "right arm: longbow 100 (not ready: 1 action, to 210 ft, volley 840)"
    assert combat.sheet(a).held[2] == "carries: 19 × standard arrow"
    combat, a, _ = pair("archer", "human", gap=10)
    play(combat, a, Evade(), otherwise=calm)
    assert "evading missiles" in combat.sheet(a).conditions


@pytest.mark.parametrize(
    ("nerve", "said"),
    [
        ({"morale": Morale.WITHDRAWING, "morale_until": MINUTE}, "comes to itself, or tries to, in 1 min"),
        ({"fear": Fear.AFRAID, "fear_until": 40 * SECOND}, "comes to itself, or tries to, in 40 s"),
        ({"morale": Morale.BRAVE, "morale_until": MINUTE}, "loses blood in 5 min"),
        ({"morale": Morale.ROUTED, "morale_until": 6 * MINUTE}, "loses blood in 5 min"),
    ],
)
def test_the_sheet_says_what_comes_first_blood_or_courage(nerve: dict[str, Any], said: str) -> None:
    combat, a, b = victim()
    hit(combat, a, b, "left_thigh", 4, otherwise=lambda r: CS if r.what == "shock" else calm(r))
    with editing(combat):
        for name, value in nerve.items():
            setattr(combat.component(b, Nerve), name, value)
    assert combat.sheet(b).next == said
