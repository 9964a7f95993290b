"""What a blow leaves on a body: wounds, bleeders, what comes off, what is dropped, shock (heroic H4, H5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scripting import (
    all_of,
    blow_id,
    calm,
    editing,
    hand_of,
    hit,
    kinds,
    only,
    pair,
    part_of,
    play,
    put,
    state_of,
    striker,
    victim,
)

from fleshwound.components.creature import Bleeding, Conditions, Held, Injuries, InjuryKind, Shock, ShockState
from fleshwound.components.definitions import Aspect, Creature, Immunities, Tier
from fleshwound.components.draws import Draw, Level
from fleshwound.components.events import (
    AmputationTested,
    Died,
    Fell,
    Injured,
    ItemDropped,
    MishapTested,
    Severed,
    ShockChanged,
    ShockTested,
    StrikeLanded,
    Worsened,
)
from fleshwound.components.intents import Strike
from fleshwound.game.content import shipped

CF0, CF5, MF, MS, CS = Level
HUMAN = shipped().creature("human").anatomy
SEVERABLE = [location.id for location in HUMAN.locations if location.amputability is not Tier.NONE]
FATAL = {"neck"}


def test_a_wound_is_recorded_with_where_how_bad_how_by_whom_and_when() -> None:
    combat, a, b = victim()
    told = only(hit(combat, a, b, "left_thigh", 2, stumble=MS, shock=MS), Injured)
    (entry,) = combat.component(b, Injuries).entries
    assert (told.location, told.part, told.level, told.aspect) == ("left_thigh", "left_leg", 2, "edged")
    assert (entry.number, entry.kind, entry.level, entry.aspect) == (1, InjuryKind.WOUND, 2, Aspect.EDGED)
    assert (entry.by, entry.how, entry.at, entry.healing_rate) == (combat.id_of(a), blow_id(5), combat.now, None)
    assert HUMAN.locations[entry.location or 0].id == "left_thigh"


def test_two_wounds_at_one_location_stay_two_records() -> None:
    combat, a, b = victim()
    for _ in range(2):
        hit(combat, a, b, "left_calf", 1)
    assert [entry.number for entry in combat.component(b, Injuries).entries] == [1, 2]


@pytest.mark.parametrize(
    ("impact", "level"),
    [(0, 0), (1, 1), (4, 1), (5, 2), (10, 3), (15, 4), (20, 5), (25, 5), (100, 5)],
)
def test_the_impact_decides_the_level(impact: int, level: int) -> None:
    combat, a, b = victim()
    events = hit(combat, a, b, "left_forearm", aspect="blunt", impact=impact, otherwise=calm)
    assert [event.level for event in all_of(events, Injured)] == [level] * bool(level)
    assert only(events, StrikeLanded).result == ("wound" if level else "stopped")


def test_a_blow_stopped_outright_does_nothing_at_all() -> None:
    combat, a, b = victim(armor=("plate_halfhelm",))
    events = hit(combat, a, b, "skull", 1, "edged")
    assert only(events, StrikeLanded).result == "stopped"
    assert kinds(events)[-1] is StrikeLanded
    assert combat.component(b, Injuries).entries == []


@pytest.mark.parametrize("aspect", ["edged", "piercing"])
def test_a_glancing_blow_on_rigid_armour_wounds_nobody_but_shakes(aspect: str) -> None:
    combat, a, b = victim(armor=("plate_halfhelm",))
    piece = shipped().armor_piece("plate_halfhelm")
    impact = piece.protection[Aspect[aspect.upper()]] + 1
    combat, a, b = _exact(impact, aspect, armor=("plate_halfhelm",))
    events = play(combat, a, Strike(b, f"striker/{aspect}_{impact}"), MS, MF, "skull", MS)
    assert only(events, StrikeLanded).result == "glancing"
    tested = only(events, ShockTested)
    assert (tested.source, tested.base, tested.level) == ("glancing", 6, 0)
    assert tested.roll is not None
    assert dict(tested.roll.modifiers)["glancing"] == 10
    assert Injured not in kinds(events)


def test_a_blunt_blow_of_the_same_strength_on_rigid_armour_wounds() -> None:
    impact = shipped().armor_piece("plate_halfhelm").protection[Aspect.BLUNT] + 1
    combat, a, b = _exact(impact, "blunt", armor=("plate_halfhelm",))
    events = play(combat, a, Strike(b, f"striker/blunt_{impact}"), MS, MF, "skull", MS)
    assert only(events, Injured).level == 1


def _exact(impact: int, aspect: str, **options: Any) -> tuple[Any, int, int]:
    return pair(striker((impact,)), "human", **options)


@pytest.mark.parametrize("aspect", list(Aspect))
def test_layers_add_up_by_aspect_in_whatever_order_they_are_put_on(aspect: Aspect) -> None:
    layers = ("quilted_tunic", "mail_byrnie")
    pieces = [shipped().armor_piece(id) for id in layers]
    shared = sorted(set.intersection(*({*piece.flexible, *piece.rigid} for piece in pieces)) & {"thorax", "abdomen"})
    assert shared, "the two layers share no location to test at"
    found = []
    for order in (layers, layers[::-1]):
        combat, a, b = victim(armor=order)
        events = hit(combat, a, b, shared[0], aspect=aspect.name.lower(), impact=4, otherwise=calm)
        found.append(only(events, StrikeLanded))
    assert found[0].protection == found[1].protection == sum(piece.protection[aspect] for piece in pieces)
    assert found[0].effective == max(0, 4 - found[0].protection)


def test_protection_above_the_impact_never_adds_and_negative_natural_protection_does() -> None:
    soft = replace(
        HUMAN, locations=tuple(replace(location, protection=(-2, -2, -2, -2)) for location in HUMAN.locations)
    )
    for anatomy, effective in ((HUMAN, 4), (soft, 6)):
        combat, a, b = victim(replace(shipped().creature("human"), anatomy=anatomy))
        landed = only(hit(combat, a, b, "left_calf", impact=4, otherwise=calm), StrikeLanded)
        assert landed.effective == effective
    combat, a, b = victim(armor=("mail_byrnie",))
    landed = only(hit(combat, a, b, "thorax", impact=1, otherwise=calm), StrikeLanded)
    assert (landed.effective, landed.result) == (0, "stopped")


# --- bleeding ---------------------------------------------------------------------------------------------------------

AT = {Tier.NONE: "left_hand", Tier.LOW: "left_calf", Tier.MEDIUM: "left_thigh", Tier.HIGH: "abdomen"}
GRID = {
    (Tier.LOW, 5): "blunt edged piercing",
    (Tier.MEDIUM, 4): "edged piercing",
    (Tier.MEDIUM, 5): "blunt edged piercing",
    (Tier.HIGH, 3): "edged",
    (Tier.HIGH, 4): "edged piercing",
    (Tier.HIGH, 5): "blunt edged piercing",
}


@pytest.mark.parametrize("tier", list(Tier))
@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize("aspect", ["blunt", "edged", "piercing", "fire"])
def test_what_bleeds_is_what_the_grid_says(tier: Tier, level: int, aspect: str) -> None:
    combat, a, b = victim()
    events = hit(combat, a, b, AT[tier], level, aspect, otherwise=calm)
    expected = aspect in GRID.get((tier, level), "").split()
    assert only(events, Injured).bleeds is expected
    assert [each.injury for each in combat.component(b, Bleeding).bleeders] == [1] * expected
    assert combat.vitals(b).bleeding is expected


def test_who_has_no_blood_never_bleeds_not_even_from_a_stump() -> None:
    dry = replace(shipped().creature("human"), immunities=Immunities(blood=True))
    combat, a, b = victim(dry)
    assert only(hit(combat, a, b, "abdomen", 5, "blunt", shock=CS), Injured).bleeds is False
    combat, a, b = victim(dry)
    hit(combat, a, b, "left_forearm", 5, amputation=CF0, shock=MS)
    assert combat.component(b, Bleeding).bleeders == []


def test_who_feels_no_pain_is_never_shocked_but_loses_its_head_all_the_same() -> None:
    numb = replace(shipped().creature("human"), immunities=Immunities(pain=True))
    combat, a, b = victim(numb)
    events = hit(combat, a, b, "skull", 5, "blunt")
    assert ShockTested not in kinds(events)
    assert state_of(combat, b) is Shock.NONE
    hit(combat, a, b, "neck", 5, amputation=CF0)
    assert state_of(combat, b) is Shock.DEAD


# --- coming off -------------------------------------------------------------------------------------------------------


def test_bleeding_amputation_mishap_and_shock_come_in_that_order_and_a_drop_before_the_severing() -> None:
    combat, a, b = victim("man_at_arms")
    side = hand_of(combat, b, "broadsword").split("_")[0]
    events = hit(combat, a, b, f"{side}_forearm", 5, amputation=CF0, shock=CF5)
    order = [StrikeLanded, Injured, AmputationTested, ItemDropped, Severed, MishapTested, ShockTested, ShockChanged]
    assert [kind for kind in kinds(events) if kind in order] == order


@pytest.mark.parametrize("location", SEVERABLE)
def test_severing_takes_what_hangs_further_out_on_the_part_and_nothing_else(location: str) -> None:
    combat, a, b = victim()
    events = hit(combat, a, b, location, 5, amputation=CF0, otherwise=calm)
    index = next(i for i, each in enumerate(HUMAN.locations) if each.id == location)
    part = HUMAN.locations[index].part
    outward = [each.id for i, each in enumerate(HUMAN.locations) if each.part == part and i >= index]
    lost = only(events, Severed).lost
    assert lost[0] == location
    assert set(lost) == ({location} if location in FATAL else set(outward))
    assert (Died in kinds(events)) is (location in FATAL)
    mask = combat.component(b, Injuries).severed
    assert {each.id for i, each in enumerate(HUMAN.locations) if mask >> i & 1} == set(lost)
    if location not in FATAL:
        (stump,) = combat.component(b, Injuries).entries
        assert (stump.level, stump.severed) == (5, True)


@pytest.mark.parametrize(
    ("result", "severed", "bleeds", "held_on"),
    [(CF0, True, True, False), (CF5, True, True, False), (MF, True, False, False), (MS, False, False, True),
     (CS, False, False, False)],
)  # fmt: skip
def test_the_amputation_test_decides_what_comes_off_and_what_bleeds(
    result: Level, severed: bool, bleeds: bool, held_on: bool
) -> None:
    combat, a, b = victim()
    # A hand isn't prone to bleeding at all; its stump bleeds after a critical failure.
    events = hit(combat, a, b, "left_hand", 5, amputation=result, shock=CS)
    assert (Severed in kinds(events)) is severed
    assert only(events, Injured).bleeds is bleeds
    shock = only(events, ShockTested).roll
    assert shock is not None
    assert (dict(shock.modifiers).get("held on") == -20) is held_on
    tested = only(events, AmputationTested).roll
    assert [by for _, by in tested.modifiers] == [-20]


@pytest.mark.parametrize("aspect", ["blunt", "piercing", "fire"])
def test_only_an_edge_severs(aspect: str) -> None:
    combat, a, b = victim()
    assert AmputationTested not in kinds(hit(combat, a, b, "left_hand", 5, aspect, shock=CS))


def test_losing_a_neck_is_death_once_with_nothing_after_it() -> None:
    combat, a, b = victim()
    events = hit(combat, a, b, "neck", 5, amputation=MF)
    assert kinds(events).count(Died) == 1
    assert (only(events, Died).by, only(events, Died).cause) == (combat.id_of(a), "lost its neck")
    assert all(getattr(e, "creature", 0) != combat.id_of(b) for e in events[kinds(events).index(Died) + 1 :])
    assert ShockTested not in kinds(events)
    assert combat.component(b, Bleeding).bleeders == []
    assert (combat.vitals(b).alive, combat.vitals(b).health) == (False, 0)


@pytest.mark.parametrize("impact", [15, 20])
@pytest.mark.parametrize("aspect", ["blunt", "edged"])
def test_a_grievous_arm_drops_what_it_held_in_the_same_step(impact: int, aspect: str) -> None:
    combat, a, b = victim("man_at_arms")
    arm = hand_of(combat, b, "round_shield")
    side = arm.split("_")[0]
    events = hit(combat, a, b, f"{side}_upper_arm", aspect=aspect, impact=impact, otherwise=calm)
    dropped = only(events, ItemDropped)
    assert (dropped.part, dropped.weapon, dropped.flung) == (arm, "round_shield", False)
    assert part_of(combat, b, arm) not in combat.component(b, Held).items
    assert dropped.item in combat.battle.ground


@pytest.mark.parametrize("location", ["left_foot", "right_thigh", "pelvis", "skull", "abdomen"])
def test_only_what_grips_drops_things(location: str) -> None:
    combat, a, b = victim("man_at_arms")
    before = dict(combat.component(b, Held).items)
    events = hit(combat, a, b, location, 4, "blunt", otherwise=calm)
    assert ItemDropped not in kinds(events)
    assert combat.component(b, Held).items == before


# --- mishaps of a wound -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "tested"), [(1, False), (2, True), (3, True)])
def test_a_serious_wound_of_an_arm_may_make_it_drop_what_it_holds(level: int, tested: bool) -> None:
    combat, a, b = victim("man_at_arms")
    side = hand_of(combat, b, "broadsword").split("_")[0]
    events = hit(combat, a, b, f"{side}_forearm", level, **({"fumble": MF} if tested else {}), otherwise=calm)
    assert (MishapTested in kinds(events)) is tested
    assert [event.weapon for event in all_of(events, ItemDropped)] == ["broadsword"] * tested


def test_a_grievous_wound_of_a_leg_fells_untested() -> None:
    combat, a, b = victim()
    events = hit(combat, a, b, "left_calf", 4, "blunt", otherwise=calm)
    assert (only(events, MishapTested).roll, only(events, MishapTested).kept) == (None, False)
    assert only(events, Fell).cause == "stumble"
    assert combat.component(b, Conditions).prone


def test_a_test_to_keep_ones_grip_is_made_as_one_was_before_the_wound() -> None:
    combat, a, b = victim("man_at_arms")
    side = hand_of(combat, b, "broadsword").split("_")[0]
    roll = only(hit(combat, a, b, f"{side}_forearm", 3, fumble=MS, otherwise=calm), MishapTested).roll
    assert roll is not None
    assert roll.modifiers == ()


# --- compound ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wounds", "levels"),
    [
        ((1, 1), (2, 1)),
        ((2, 1), (2, 1)),
        ((2, 2), (3, 2)),
        ((1, 1, 2), (2, 1, 2)),
        ((1, 1, 3), (3, 1, 3)),
        ((5, 5), (5, 5)),
        ((4, 4), (5, 4)),
    ],
)
def test_a_wound_no_smaller_than_all_before_it_there_worsens_the_worst_of_them(
    wounds: tuple[int, ...], levels: tuple[int, ...]
) -> None:
    combat, a, b = victim()
    for level in wounds:
        hit(combat, a, b, "left_calf", level, "blunt", otherwise=calm)
    assert tuple(entry.level for entry in combat.component(b, Injuries).entries) == levels


def test_a_wound_that_worsens_brings_no_bleeding_or_shock_of_its_own_but_impairs_more() -> None:
    combat, a, b = victim("man_at_arms")
    arm = hand_of(combat, b, "broadsword")
    side = arm.split("_")[0]
    hit(combat, a, b, f"{side}_forearm", 3, "blunt", fumble=MS, otherwise=calm)
    events = hit(combat, a, b, f"{side}_forearm", 3, "blunt", fumble=MS, otherwise=calm)
    assert (only(events, Worsened).injury, only(events, Worsened).level) == (1, 4)
    # Now grievous: the arm is out of use and drops what it held.
    assert only(events, ItemDropped).part == arm
    assert len(all_of(events, ShockTested)) <= 1
    assert combat.component(b, Bleeding).bleeders == []


# --- shock ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "state"), [(MS, Shock.INCAPACITATED), (CS, Shock.STUNNED), (MF, Shock.UNCONSCIOUS), (CF0, Shock.DEAD)]
)
def test_a_skulls_5_and_a_serious_3_make_8(result: Level, state: Shock) -> None:
    combat, a, b = victim()
    events = hit(combat, a, b, "skull", 3, "blunt", shock=result)
    tested = only(events, ShockTested)
    assert (tested.shock_value, tested.level, tested.base) == (5, 3, 8)
    assert state_of(combat, b) is state
    cause = combat.component(b, ShockState).cause
    assert cause is not None
    assert (cause.what, cause.shock_value, cause.level, cause.index) == ("wound", 5, 3, tested.index)


def test_a_base_of_four_is_not_rolled_for() -> None:
    combat, a, b = victim()
    assert ShockTested not in kinds(hit(combat, a, b, "left_forearm", 3, "blunt"))


def test_a_base_above_ten_is_death_without_a_roll() -> None:
    heavy = replace(HUMAN, locations=tuple(replace(location, shock=6) for location in HUMAN.locations))
    combat, a, b = victim(replace(shipped().creature("human"), anatomy=heavy))
    events = hit(combat, a, b, "skull", 5, "blunt")
    assert (only(events, ShockTested).roll, only(events, ShockTested).state) == (None, "dead")
    assert kinds(events).count(Died) == 1


@pytest.mark.parametrize("state", [Shock.INCAPACITATED, Shock.UNCONSCIOUS])
def test_whoever_is_felled_by_shock_lies(state: Shock) -> None:
    combat, a, b = victim()
    events = hit(combat, a, b, "skull", 3, "blunt", shock=MS if state is Shock.INCAPACITATED else MF)
    assert only(events, Fell).cause == state.name.lower()
    assert combat.component(b, Conditions).prone


def test_a_milder_result_changes_nothing() -> None:
    combat, a, b = victim()
    put(combat, b, Shock.UNCONSCIOUS)
    events = hit(combat, a, b, "skull", 3, "blunt", shock=CS)
    assert ShockChanged not in kinds(events)
    assert state_of(combat, b) is Shock.UNCONSCIOUS


def test_a_blow_that_kills_drops_nothing_that_the_dead_hand_still_holds() -> None:
    combat, a, b = victim("man_at_arms")
    before = dict(combat.component(b, Held).items)
    hit(combat, a, b, "neck", 5, amputation=CF0)
    assert combat.component(b, Held).items == before


def test_a_body_of_another_size_reads_its_own_thresholds() -> None:
    for scale, level in ((500, 5), (1000, 3), (3000, 1)):
        creature: Creature = replace(shipped().creature("human"), body_scale=scale)
        combat, a, b = victim(creature)
        events = hit(combat, a, b, "left_forearm", impact=10, aspect="blunt", otherwise=calm)
        assert only(events, Injured).level == level


def test_no_draw_of_a_location_is_left_over_after_a_severing() -> None:
    combat, a, b = victim()
    hit(combat, a, b, "left_elbow", 5, amputation=CF0, otherwise=calm)
    with editing(combat):
        combat.component(b, ShockState).state = Shock.NONE
    drawn: list[int] = []

    def asked(request: Any) -> Any:
        if isinstance(request, Draw) and request.what == "location":
            drawn.extend(request.of.answers)
        return calm(request)

    play(combat, a, Strike(b, blow_id(1)), attack=MS, defend=MF, otherwise=asked)
    gone = combat.component(b, Injuries).severed
    assert sorted(drawn) == [i for i in range(len(HUMAN.locations)) if not gone >> i & 1]
