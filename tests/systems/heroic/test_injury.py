"""heroic H4, up to what is tested: impact, protection, level, glancing, bleeding, what may come off or be lost."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.definitions import Anatomy, ArmorPiece, Aspect, Location, Mode, ModeKind, Tier
from fleshwound.systems.heroic.body import body_of
from fleshwound.systems.heroic.injury import (
    Harm,
    Risk,
    Wound,
    body_scale,
    cover_of,
    effective_protection,
    harm_of,
    injury_level,
    mishap_risk,
    thresholds_of,
    wound_of,
)
from fleshwound.systems.heroic.tables import Tables

BLUNT, EDGED, PIERCING, FIRE = Aspect
HUMAN = (1, 5, 10, 15, 20)
PLAIN = Location("spot", "spot", 0, 1, 3, Tier.MEDIUM, Tier.MEDIUM, fumble=False, stumble=False)


def wound(
    tables: Tables, location: Location, harm: Harm, impact: int, protection: int = 0, *, rigid: bool = False
) -> Wound:
    return wound_of(tables, location, 0, harm, impact, protection=protection, rigid=rigid, thresholds=HUMAN)


def piece(id: str, protection: tuple[int, int, int, int], *, flexible: str = "", rigid: str = "") -> ArmorPiece:
    return ArmorPiece(id, id, "mail", 1.0, 10, 0, frozenset(flexible.split()), frozenset(rigid.split()), protection)


@pytest.mark.parametrize(
    ("effective", "level"),
    [(0, 0), (1, 1), (4, 1), (5, 2), (9, 2), (10, 3), (14, 3), (15, 4), (19, 4), (20, 5), (99, 5)],
)
def test_the_level_is_how_many_thresholds_are_reached(tables: Tables, effective: int, level: int) -> None:
    assert thresholds_of(1000, tables) == HUMAN
    assert injury_level(effective, HUMAN) == level
    assert wound(tables, PLAIN, Harm(BLUNT), effective).level == level


@pytest.mark.parametrize(
    ("scale", "thresholds"),
    [(1330, (2, 7, 14, 20, 27)), (670, (1, 4, 7, 11, 14)), (10, (1, 1, 1, 1, 1)), (3000, (3, 15, 30, 45, 60))],
)
def test_thresholds_of_other_bodies_are_not_rounded_down(
    tables: Tables, scale: int, thresholds: tuple[int, ...]
) -> None:
    assert thresholds_of(scale, tables) == thresholds


@given(scale=st.integers(10, 3000), effective=st.integers(0, 80))
def test_a_whole_impact_reaches_a_threshold_exactly_where_the_fraction_does(
    tables: Tables, scale: int, effective: int
) -> None:
    reached = sum(effective * 1000 >= least * scale for least in HUMAN)
    assert injury_level(effective, thresholds_of(scale, tables)) == reached


@pytest.mark.parametrize(("strength", "scale"), [(11, 1000), (17, 1327), (1, 210), (90, 3000), (22, 1569)])
def test_body_scale_follows_strength(tables: Tables, strength: int, scale: int) -> None:
    assert body_scale(strength, tables) == scale


@pytest.mark.parametrize(
    ("protection", "reduction", "left"), [(8, 3, 5), (8, 12, 0), (0, 5, 0), (-7, 9, -7), (-3, 0, -3), (5, 0, 5)]
)
def test_armour_reduction_never_goes_below_what_nature_left_bare(protection: int, reduction: int, left: int) -> None:
    assert effective_protection(protection, reduction) == left


def test_protection_above_the_impact_adds_no_damage(tables: Tables) -> None:
    assert wound(tables, PLAIN, Harm(BLUNT), 5, 9).effective == 0


def test_negative_natural_protection_raises_the_impact(tables: Tables) -> None:
    found = wound(tables, PLAIN, Harm(BLUNT, armor_reduction=4), 5, -5)
    assert (found.protection, found.effective, found.level) == (-5, 10, 3)


@pytest.mark.parametrize("aspect", list(Aspect))
@pytest.mark.parametrize("impact", range(8))
@pytest.mark.parametrize("rigid", [True, False])
def test_only_points_and_edges_glance_off_rigid_armour(
    tables: Tables, aspect: Aspect, impact: int, rigid: bool
) -> None:
    found = wound(tables, PLAIN, Harm(aspect, bleed=50, always_bleeds=True), impact, rigid=rigid)
    glances = rigid and aspect in (EDGED, PIERCING) and 1 <= impact <= 4
    assert found.glancing is glances
    if glances:
        assert (found.level, found.base, found.bleeds, found.result) == (0, PLAIN.shock + 1, False, "glancing")


def test_glancing_goes_by_the_creatures_own_thresholds(tables: Tables) -> None:
    large = thresholds_of(3000, tables)
    found = wound_of(tables, PLAIN, 0, Harm(EDGED), 14, protection=0, rigid=True, thresholds=large)
    assert found.glancing
    assert wound_of(tables, PLAIN, 0, Harm(EDGED), 2, protection=0, rigid=True, thresholds=large).result == "stopped"


@pytest.mark.parametrize("aspect", list(Aspect))
@pytest.mark.parametrize("rigid", [True, False])
def test_a_blow_stopped_outright_does_nothing_at_all(tables: Tables, aspect: Aspect, rigid: bool) -> None:
    flagged = replace(PLAIN, shock=9, fumble=True, stumble=True, bleeding=Tier.HIGH)
    found = wound(tables, flagged, Harm(aspect, bleed=50, always_bleeds=True), 6, 6, rigid=rigid)
    assert (found.result, found.base, found.bleeds) == ("stopped", 0, False)
    assert (found.fumble, found.stumble, found.amputation) == (Risk.NONE, Risk.NONE, None)


GRID = {
    Tier.NONE: {},
    Tier.LOW: {5: {EDGED, PIERCING, BLUNT}},
    Tier.MEDIUM: {4: {EDGED, PIERCING}, 5: {EDGED, PIERCING, BLUNT}},
    Tier.HIGH: {3: {EDGED}, 4: {EDGED, PIERCING}, 5: {EDGED, PIERCING, BLUNT}},
}


@pytest.mark.parametrize("tier", list(Tier))
@pytest.mark.parametrize("aspect", list(Aspect))
@pytest.mark.parametrize("level", range(1, 6))
def test_wounds_bleed_as_the_grid_says(tables: Tables, tier: Tier, aspect: Aspect, level: int) -> None:
    location = replace(PLAIN, bleeding=tier)
    assert wound(tables, location, Harm(aspect), HUMAN[level - 1]).bleeds is (aspect in GRID[tier].get(level, ()))


@pytest.mark.parametrize(("impact", "bleeds"), [(0, False), (1, False), (4, False), (5, True), (9, True)])
def test_the_bleed_trait_reads_the_grid_five_higher(tables: Tables, impact: int, bleeds: bool) -> None:
    location = replace(PLAIN, bleeding=Tier.HIGH)
    assert wound(tables, location, Harm(EDGED, bleed=5), impact).bleeds is bleeds
    assert wound(tables, location, Harm(EDGED), impact).bleeds is False


@pytest.mark.parametrize("aspect", list(Aspect))
@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize(("tier", "modifier"), [(Tier.NONE, None), (Tier.LOW, 20), (Tier.MEDIUM, 0), (Tier.HIGH, -20)])
def test_only_a_worst_edged_wound_may_sever(
    tables: Tables, aspect: Aspect, level: int, tier: Tier, modifier: int | None
) -> None:
    found = wound(tables, replace(PLAIN, amputability=tier), Harm(aspect), HUMAN[level - 1])
    assert found.amputation == (modifier if aspect is EDGED and level == 5 else None)


@pytest.mark.parametrize(
    ("level", "risk"),
    [(0, Risk.NONE), (1, Risk.NONE), (2, Risk.TEST), (3, Risk.TEST), (4, Risk.CERTAIN), (5, Risk.CERTAIN)],
)
def test_mishaps_come_at_flagged_locations_by_level(tables: Tables, level: int, risk: Risk) -> None:
    assert mishap_risk(tables, True, level) is risk
    assert mishap_risk(tables, False, level) is Risk.NONE


def test_the_flags_are_the_locations_own(tables: Tables) -> None:
    found = wound(tables, replace(PLAIN, fumble=True), Harm(BLUNT), 12)
    assert (found.fumble, found.stumble) == (Risk.TEST, Risk.NONE)


@pytest.mark.parametrize(("shock", "impact", "base"), [(5, 12, 8), (1, 12, 4), (4, 20, 9), (0, 1, 1), (9, 25, 14)])
def test_the_base_index_is_shock_value_and_level(tables: Tables, shock: int, impact: int, base: int) -> None:
    assert wound(tables, replace(PLAIN, shock=shock), Harm(BLUNT), impact).base == base


def test_layers_add_by_aspect_whatever_their_order(tables: Tables, human: Anatomy) -> None:
    body = body_of(human)
    layers = (
        piece("gambeson", (4, 3, 2, 3), flexible="thorax abdomen left_shoulder"),
        piece("mail", (2, 8, 5, 1), flexible="thorax abdomen"),
        piece("breastplate", (5, 9, 8, 4), rigid="thorax"),
    )
    covers = [cover_of(tables, body, 1000, order) for order in permutations(layers)]
    at = {location.id: i for i, location in enumerate(human.locations)}
    for cover in covers:
        assert [row[at["thorax"]] for row in cover.protection] == [11, 20, 15, 8]
        assert [row[at["abdomen"]] for row in cover.protection] == [6, 11, 7, 4]
        assert [row[at["left_shoulder"]] for row in cover.protection] == [4, 3, 2, 3]
        assert [row[at["skull"]] for row in cover.protection] == [0, 0, 0, 0]
        assert cover.rigid == 1 << at["thorax"]


def test_natural_armour_counts_and_may_be_rigid(tables: Tables, human: Anatomy) -> None:
    shell = tuple(replace(location, protection=(3, 4, -2, 0), rigid=True) for location in human.locations)
    body, hat = body_of(replace(human, locations=shell)), piece("hat", (1, 1, 1, 1), rigid="skull")
    cover = cover_of(tables, body, 1000, (hat,))
    skull = cover.wounds(Harm(PIERCING))[0]
    assert (skull[3].protection, skull[3].effective, skull[3].glancing) == (-1, 4, True)
    assert cover.wounds(Harm(PIERCING))[1][3].protection == -2


def test_a_wound_is_worked_out_once(tables: Tables, human: Anatomy) -> None:
    cover = cover_of(tables, body_of(human), 1000, ())
    assert cover.wounds(Harm(EDGED))[3][12] is cover.wounds(Harm(EDGED))[3][12]
    assert cover.wounds(Harm(EDGED))[3][12].location == 3


@given(
    impact=st.integers(-5, 60),
    protection=st.integers(-8, 30),
    reduction=st.integers(0, 15),
    aspect=st.sampled_from(list(Aspect)),
    rigid=st.booleans(),
)
def test_a_harder_blow_never_wounds_less(
    tables: Tables, impact: int, protection: int, reduction: int, aspect: Aspect, rigid: bool
) -> None:
    harm = Harm(aspect, reduction)
    one = wound(tables, PLAIN, harm, impact, protection, rigid=rigid)
    two = wound(tables, PLAIN, harm, impact + 1, protection, rigid=rigid)
    assert 0 <= one.effective <= two.effective
    assert (one.level, one.bleeds) <= (two.level, two.bleeds)


def test_a_mode_tells_how_it_harms(tables: Tables) -> None:
    bite = Mode("wolf/bite", "bite", ModeKind.MELEE, "melee", 1, 6, 0, 1, 6, 2, PIERCING, 0, block=False,
                counterstrike=True, armor_reduction=2, bleed=True)  # fmt: skip
    assert harm_of(bite, tables) == Harm(PIERCING, 2, 5)
    assert harm_of(replace(bite, bleed=False), tables) == Harm(PIERCING, 2)
    assert harm_of(replace(bite, aspect=None), tables) is None
