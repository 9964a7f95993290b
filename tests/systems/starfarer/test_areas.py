"""Where a roll hits: the printed chart, and the like for any body (starfarer B4)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import says
from rulebook import tables as tables_of

from fleshwound.components.definitions import Anatomy
from fleshwound.components.errors import BadValue
from fleshwound.game.content import shipped
from fleshwound.systems.drivers import enumerated, scripted
from fleshwound.systems.starfarer.areas import AreaKind, Areas, area_hit, areas_of, digits_of_zones
from fleshwound.systems.starfarer.tables import Tables

BODIES = sorted(shipped().anatomies)
SOLID = [id for id in BODIES if not shipped().anatomy(id).incorporeal]
HUMAN_LIKE = {"human", "ape", "gorilla"}
LETTERS = {"R": "right", "L": "left"}
(CHART,) = tables_of("B4")


def printed() -> dict[int, str]:
    """The chart's area for each digit."""
    found: dict[int, str] = {}
    for digits, name in zip(CHART.head, CHART.rows["area"], strict=True):
        first, _, last = digits.partition("–")
        id = "_".join(LETTERS.get(word, word.lower()) for word in name.split())
        found.update(dict.fromkeys(range(int(first), int(last or first) + 1), id))
    return found


def share_of(areas: Areas) -> dict[str, Fraction]:
    """How likely each area is, the ten digits being equally so."""
    shares: dict[str, Fraction] = {}
    for digit in range(10):
        for index, chance in enumerated(partial(area_hit, areas, digit)).items():
            id = areas.rows[index].id
            shares[id] = shares.get(id, Fraction()) + chance / 10
    return shares


def areas(tables: Tables, body: str) -> Areas:
    return areas_of(tables.areas, shipped().anatomy(body))


@pytest.mark.parametrize("digit", range(10))
def test_a_human_is_hit_by_the_printed_chart(tables: Tables, human: Areas, digit: int) -> None:
    assert len(printed()) == 10
    assert human.rows[scripted(area_hit(human, digit))].id == printed()[digit]


def test_a_humans_track_has_the_seven_printed_rows(human: Areas) -> None:
    says("B7", "Rows: Head, Chest, Abdomen, Left Arm, Right Arm, Left Leg, Right Leg")
    assert [area.name for area in human.rows] == [
        "head", "chest", "abdomen", "left arm", "right arm", "left leg", "right leg",
    ]  # fmt: skip


def test_head_chest_and_abdomen_are_vital(human: Areas) -> None:
    says("B4", "Vital: head, chest, abdomen. Non-vital: limbs.")
    assert [area.id for area in human.rows if area.vital] == ["head", "chest", "abdomen"]
    assert [area.id for area in human.rows if area.trunk] == ["chest", "abdomen"]


@pytest.mark.parametrize("body", BODIES)
def test_only_people_and_apes_are_human_like(tables: Tables, body: str) -> None:
    assert areas(tables, body).human_like is (body in HUMAN_LIKE)


@pytest.mark.parametrize("body", sorted(HUMAN_LIKE))
def test_the_human_like_have_the_printed_areas_and_chart(tables: Tables, human: Areas, body: str) -> None:
    mapped = areas(tables, body)
    assert [area.id for area in mapped.rows] == [area.id for area in human.rows]
    assert mapped.by_digit == human.by_digit


def test_a_human_like_body_may_call_its_parts_otherwise(tables: Tables, human: Areas) -> None:
    body = human.anatomy
    renamed = replace(body, parts=tuple(replace(part, id=f"x_{part.id}") for part in body.parts))
    mapped = areas_of(tables.areas, renamed)
    assert [area.id for area in mapped.rows] == [area.id for area in human.rows]
    assert mapped.by_digit == human.by_digit


def test_a_body_without_joints_or_with_an_undivided_trunk_is_not_human_like(tables: Tables, human: Areas) -> None:
    body = human.anatomy
    stiff = replace(body, parts=tuple(replace(part, limb=False) for part in body.parts))
    assert not areas_of(tables.areas, stiff).human_like
    kept = [location for location in body.locations if location.id not in ("abdomen", "pelvis")]
    assert not areas_of(tables.areas, replace(body, locations=tuple(kept))).human_like


@pytest.mark.parametrize("body", BODIES)
def test_every_location_lies_in_one_area_and_every_part_of_an_area_in_its_kind(tables: Tables, body: str) -> None:
    mapped = areas(tables, body)
    spread = [index for area in mapped.rows for index in area.locations]
    assert sorted(spread) == list(range(len(mapped.anatomy.locations)))
    for index, area in enumerate(mapped.of_location):
        assert index in mapped.rows[area].locations
    for area in mapped.rows:
        assert area.locations
        parts = {mapped.anatomy.locations[index].part for index in area.locations}
        if area.kind is AreaKind.LIMB:
            assert parts == {area.part}
            assert mapped.limb(area.part or 0) == mapped.rows.index(area)
        else:
            assert all(mapped.anatomy.parts[part].critical for part in parts)
    assert len({area.id for area in mapped.rows}) == len(mapped.rows)


@pytest.mark.parametrize("body", SOLID)
def test_every_area_can_be_hit_and_the_chances_are_whole(tables: Tables, body: str) -> None:
    mapped = areas(tables, body)
    shares = share_of(mapped)
    assert sum(shares.values()) == 1
    assert shares.keys() == {area.id for area in mapped.rows}


@pytest.mark.parametrize(
    ("body", "shares"),
    [
        ("wolf", {"head": "1/5", "left_foreleg": "1/10", "right_foreleg": "1/10", "chest": "3/20", "abdomen": "3/20",
                  "left_hind_leg": "3/40", "right_hind_leg": "3/40", "tail": "3/20"}),
        ("python", {"head": "1/5", "chest": "1/2", "abdomen": "9/50", "tail": "3/25"}),
        ("tentacled_lurker", {"chest": "3/10", "maw": "1/10", **{
            f"{side}_{place}_tentacle": "1/10" for side in ("left", "right") for place in ("fore", "middle", "hind")}}),
    ],
)  # fmt: skip
def test_another_body_is_hit_by_its_zones(tables: Tables, body: str, shares: dict[str, str]) -> None:
    assert share_of(areas(tables, body)) == {area: Fraction(share) for area, share in shares.items()}


@pytest.mark.parametrize(
    ("body", "trunk"),
    [
        ("human", {"chest": ["thorax"], "abdomen": ["abdomen", "pelvis"]}),
        ("deer", {"chest": ["flank"], "abdomen": ["abdomen"]}),
        ("serpent", {"chest": ["upper_coils", "underbelly"], "abdomen": ["lower_coils"]}),
        ("centaur", {"chest": ["thorax", "abdomen"], "abdomen": ["flank", "belly"]}),
        ("tentacled_lurker", {"chest": ["mantle", "brain_sac", "eye"]}),
    ],
)
def test_the_trunk_is_chest_before_abdomen(tables: Tables, body: str, trunk: dict[str, list[str]]) -> None:
    mapped = areas(tables, body)
    found = {
        area.id: [mapped.anatomy.locations[index].id for index in area.locations] for area in mapped.rows if area.trunk
    }
    assert found == trunk


def test_head_and_neck_of_a_dragon_are_one_area(tables: Tables) -> None:
    mapped = areas(tables, "dragon")
    parts = {mapped.anatomy.parts[mapped.anatomy.locations[index].part].id for index in mapped.rows[0].locations}
    assert (mapped.rows[0].id, parts) == ("head", {"head", "neck"})


def test_who_has_no_body_has_no_areas(tables: Tables) -> None:
    mapped = areas(tables, "spirit")
    assert mapped.rows == mapped.by_digit == ()
    with pytest.raises(BadValue, match="expected a body"):
        scripted(area_hit(mapped, 3))


@pytest.mark.parametrize(
    ("weights", "zones"),
    [
        ([1], [0] * 10),
        ([2, 2, 2], [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]),
        ([3, 11, 6], [0, 0, 1, 1, 1, 1, 1, 2, 2, 2]),
        ([1, 1000], [0, *[1] * 9]),
        ([0, 1, 0, 1], [1, 1, 1, 1, 1, 3, 3, 3, 3, 3]),
        ([1] * 10, list(range(10))),
        ([1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2], list(range(2, 12))),
    ],
)
def test_ten_digits_are_dealt_out_to_zones(weights: list[int], zones: list[int]) -> None:
    by_digit = digits_of_zones(weights)
    assert [by_digit[digit] for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)] == zones


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=10).filter(any))
def test_each_zone_that_can_be_struck_has_a_digit_and_heavier_ones_have_no_fewer(weights: list[int]) -> None:
    dealt = digits_of_zones(weights)
    assert set(dealt) == {zone for zone, weight in enumerate(weights) if weight}
    for one, first in enumerate(weights):
        for other, second in enumerate(weights):
            if first > second:
                assert dealt.count(one) >= dealt.count(other)


def test_a_zone_without_parts_is_never_hit(tables: Tables) -> None:
    wolf = shipped().anatomy("wolf")
    hollow = Anatomy("hollow", "hollow", (*wolf.zones, replace(wolf.zones[0], id="aura")), wolf.parts, wolf.locations)
    assert share_of(areas_of(tables.areas, hollow)) == share_of(areas(tables, "wolf"))
