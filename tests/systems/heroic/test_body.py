"""heroic H2, compiled; and the draws of heroic H3 that a body makes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleshwound.components.definitions import Anatomy, Location, Part, Role, Side, Tier, Zone
from fleshwound.components.draws import Draw
from fleshwound.systems.heroic.body import Body, body_of, mask

VOID = Anatomy("spirit", "spirit", (), (), ())


def index_of(anatomy: Anatomy, id: str) -> int:
    return next(i for i, location in enumerate(anatomy.locations) if location.id == id)


def chances(draw: Draw) -> dict[int, Fraction]:
    before, found = 0, {}
    for answer, after in zip(draw.of.answers, draw.of.running, strict=True):
        found[answer] = Fraction(after - before, draw.of.total)
        before = after
    return found


@pytest.fixture(scope="session")
def body(human: Anatomy) -> Body:
    return body_of(human)


def test_a_body_is_compiled_once_for_all_who_share_it(human: Anatomy) -> None:
    assert body_of(human) is body_of(human)


def test_zones_take_consecutive_numbers(body: Body) -> None:
    assert [list(numbers) for numbers in body.numbers] == [[1], [2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13, 14, 15]]
    assert body.highest == body.anatomy.highest_zone_number == 15
    assert body.zone_of == (0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3)


@pytest.mark.parametrize(
    ("part", "number"),
    [("head", 1), ("right_arm", 2), ("left_arm", 2), ("torso", 6), ("right_leg", 10), ("left_leg", 10)],
)
def test_aiming_at_a_part_aims_at_the_first_number_of_its_zone(body: Body, part: str, number: int) -> None:
    ids = [each.id for each in body.anatomy.parts]
    assert body.first_number(ids.index(part)) == number


@pytest.mark.parametrize(
    ("struck", "lost"),
    [
        ("right_shoulder", ["right_shoulder", "right_upper_arm", "right_elbow", "right_forearm", "right_hand"]),
        ("left_elbow", ["left_elbow", "left_forearm", "left_hand"]),
        ("left_hand", ["left_hand"]),
        ("right_thigh", ["right_thigh", "right_knee", "right_calf", "right_foot"]),
        ("left_calf", ["left_calf", "left_foot"]),
        ("left_ear", ["left_ear"]),
        ("neck", ["neck"]),
        ("abdomen", ["abdomen"]),
    ],
)
def test_severing_takes_what_is_further_out_on_the_same_part(body: Body, struck: str, lost: list[str]) -> None:
    anatomy = body.anatomy
    assert body.outward[index_of(anatomy, struck)] == mask(index_of(anatomy, id) for id in lost)


def test_masks_name_critical_parts_and_roles(body: Body) -> None:
    assert body.critical == mask([0, 3])
    assert body.with_role[Role.MANIPULATOR] == mask([1, 2])
    assert body.with_role[Role.LOCOMOTOR] == mask([4, 5])
    assert sum(each.bit_count() for each in body.mask_of) == len(body.anatomy.locations)


@pytest.mark.parametrize(
    ("location", "chance"),
    [
        ("skull", Fraction(1, 30)),
        ("neck", Fraction(1, 75)),
        ("left_eye", Fraction(1, 1000)),
        ("right_hand", Fraction(1, 75)),
        ("left_shoulder", Fraction(1, 25)),
        ("abdomen", Fraction(8, 75)),
        ("pelvis", Fraction(4, 75)),
        ("left_foot", Fraction(1, 25)),
        ("right_thigh", Fraction(2, 25)),
    ],
)
def test_an_unaimed_blow_finds_a_location_by_its_weights(body: Body, location: str, chance: Fraction) -> None:
    draw = body.unaimed(0)
    assert draw is not None
    assert chances(draw)[index_of(body.anatomy, location)] == chance
    assert sum(chances(draw).values()) == 1


def test_what_is_left_of_a_part_takes_the_weight_of_what_is_gone(body: Body) -> None:
    anatomy = body.anatomy
    draw = body.unaimed(body.outward[index_of(anatomy, "right_elbow")])
    assert draw is not None
    odds = chances(draw)
    arms = Fraction(4, 15)
    assert odds[index_of(anatomy, "right_shoulder")] == arms / 2 / 2
    assert odds[index_of(anatomy, "right_upper_arm")] == arms / 2 / 2
    assert odds[index_of(anatomy, "left_hand")] == arms / 2 / 10
    assert odds[index_of(anatomy, "skull")] == Fraction(1, 30)


def test_what_is_left_of_a_zone_takes_the_weight_of_a_part_that_is_gone(body: Body) -> None:
    draw = body.unaimed(body.mask_of[1])
    assert draw is not None
    assert chances(draw)[index_of(body.anatomy, "left_hand")] == Fraction(4, 15) / 10


def test_an_emptied_zone_is_left_out_of_an_unaimed_draw(body: Body) -> None:
    gone = body.mask_of[1] | body.mask_of[2]
    draw = body.unaimed(gone)
    assert draw is not None
    odds = chances(draw)
    assert sum(odds[i] for i in body.locations_of[3]) == Fraction(4, 11)
    assert sum(odds[i] for i in body.locations_of[0]) == Fraction(1, 11)
    assert body.within(1, gone) is None


@given(gone=st.integers(0, 2**32 - 1))
def test_no_draw_lands_on_what_is_gone_and_all_else_is_hit(human: Anatomy, gone: int) -> None:
    body = body_of(human)
    gone &= (1 << len(human.locations)) - 1
    left = {i for i in range(len(human.locations)) if not gone >> i & 1}
    draw = body.unaimed(gone)
    assert (set(chances(draw)) if draw else set()) == left
    within = [body.within(zone, gone) for zone in range(len(human.zones))]
    assert set().union(*(chances(draw) for draw in within if draw)) == left


def test_a_body_without_structure_has_nothing_to_strike() -> None:
    body = body_of(VOID)
    assert body.highest == 0
    assert body.unaimed(0) is None


def test_a_zone_of_no_weight_owns_no_number_and_is_never_drawn() -> None:
    zones = (Zone("crown", "crown", 0), Zone("trunk", "trunk", 2))
    parts = tuple(
        Part(id, id, zone, 1, frozenset(), False, Side.CENTRAL, False) for zone, id in enumerate(("horn", "bole"))
    )
    locations = tuple(
        Location(part.id, part.id, i, 10, 3, Tier.NONE, Tier.NONE, False, False) for i, part in enumerate(parts)
    )
    body = body_of(Anatomy("stump", "stump", zones, parts, locations))
    assert body.zone_of == (1, 1)
    assert body.first_number(0) is None
    draw = body.unaimed(0)
    assert draw is not None
    assert chances(draw) == {1: 1}
    assert body.unaimed(1 << 1) is None
