"""The figure: one rule draws any body, whole, without overlaps, mirrored."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fleshwound.components.definitions import Anatomy, Location, Part, Role, Side, Tier, Zone
from fleshwound.game.arena.body_rows import mirrored, rows
from fleshwound.game.arena.figure import Figure, Shape, lay_out
from fleshwound.game.content import shipped

BODIES = {creature.anatomy.id: creature.anatomy for creature in shipped().creatures.values()}
CORPOREAL = [body for body in BODIES.values() if not body.incorporeal]

SLIVER = 1e-6


def part(id: str, zone: int, weight: int = 1, *roles: Role, holds: bool = False) -> Part:
    words = id.split("_")
    side = Side.LEFT if "left" in words else Side.RIGHT if "right" in words else Side.CENTRAL
    return Part(id, id.replace("_", " "), zone, weight, frozenset(roles), holds, side, limb=False)


def location(id: str, of: int, weight: int = 1) -> Location:
    return Location(id, id.replace("_", " "), of, weight, 1, Tier.NONE, Tier.NONE, fumble=False, stumble=False)


@st.composite
def bodies(draw: st.DrawFn) -> Anatomy:
    """Any body: zones of any weight, pairs and central parts in any order and role, one to six locations a part."""
    zones = tuple(Zone(f"zone_{i}", f"zone {i}", draw(st.integers(0, 9))) for i in range(draw(st.integers(1, 6))))
    parts: list[Part] = []
    locations: list[Location] = []
    for number in range(draw(st.integers(1, 9))):
        roles = draw(st.sets(st.sampled_from(Role), max_size=2))
        paired = draw(st.booleans())
        zone, other = draw(st.integers(0, len(zones) - 1)), draw(st.integers(0, len(zones) - 1))
        weight, holds = draw(st.integers(1, 20)), draw(st.booleans())
        names = [(f"left_p{number}", zone), (f"right_p{number}", other if draw(st.booleans()) else zone)]
        weights = draw(st.lists(st.integers(1, 500), min_size=1, max_size=6))
        inner_pair = draw(st.booleans())
        for id, where in names if paired else [(f"p{number}", zone)]:
            index = len(parts)
            parts.append(part(id, where, weight, *roles, holds=holds))
            if inner_pair and not paired:
                locations += [location(f"left_{id}_l", index, weights[0]), location(f"right_{id}_l", index, weights[0])]
            locations += [location(f"{id}_l{place}", index, each) for place, each in enumerate(weights)]
    return Anatomy("any", "any", zones, tuple(parts), tuple(locations))


def apart(a: Shape, b: Shape) -> bool:
    """Whether some edge of either polygon separates two convex polygons (separating axis)."""
    for polygon in (a.points, b.points):
        for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            nx, ny = y0 - y1, x1 - x0
            length = (nx * nx + ny * ny) ** 0.5
            if length < SLIVER:
                continue
            first = [(x * nx + y * ny) / length for x, y in a.points]
            second = [(x * nx + y * ny) / length for x, y in b.points]
            if max(first) <= min(second) + SLIVER or max(second) <= min(first) + SLIVER:
                return True
    return False


def turns_one_way(shape: Shape) -> bool:
    corners = zip(shape.points, shape.points[1:] + shape.points[:1], shape.points[2:] + shape.points[:2], strict=True)
    crosses = [(bx - ax) * (cy - by) - (by - ay) * (cx - bx) for (ax, ay), (bx, by), (cx, cy) in corners]
    return all(cross > -SLIVER for cross in crosses) or all(cross < SLIVER for cross in crosses)


def assert_whole(body: Anatomy, figure: Figure) -> None:
    assert [shape.location for shape in figure.shapes] == list(range(len(body.locations)))
    for shape in figure.shapes:
        assert turns_one_way(shape), body.locations[shape.location].id
        assert all(-SLIVER <= x <= 1 + SLIVER and -SLIVER <= y <= 1 + SLIVER for x, y in shape.points)
    for a, b in combinations(figure.shapes, 2):
        assert apart(a, b), (body.id, body.locations[a.location].id, body.locations[b.location].id)


def assert_mirrored(body: Anatomy, figure: Figure) -> None:
    at = {place.id: index for index, place in enumerate(body.locations)}
    sided = {p.id for p in body.parts if p.side is not Side.CENTRAL}
    for shape in figure.shapes:
        here = body.locations[shape.location]
        twin = at.get(mirrored(here.id))
        if twin is None or body.parts[here.part].id not in sided:
            continue
        reflected = tuple((1 - x, y) for x, y in figure.shapes[twin].points)
        for ours, theirs in zip(shape.points, reflected, strict=True):
            assert ours == pytest.approx(theirs), here.id


@pytest.mark.parametrize("body", CORPOREAL, ids=lambda body: body.id)
def test_every_location_is_drawn_once_inside_the_box_and_over_no_other(body: Anatomy) -> None:
    assert_whole(body, lay_out(body))


@pytest.mark.parametrize("body", CORPOREAL, ids=lambda body: body.id)
def test_left_and_right_are_mirrored_with_the_creature_s_right_on_the_viewer_s_left(body: Anatomy) -> None:
    figure = lay_out(body)
    assert_mirrored(body, figure)
    for shape in figure.shapes:
        side = body.parts[body.locations[shape.location].part].side
        middle = sum(x for x, _ in shape.points) / len(shape.points)
        if side is not Side.CENTRAL:
            assert (middle < 0.5) == (side is Side.RIGHT)


@given(bodies())
@settings(max_examples=300)
def test_any_body_is_drawn_whole_and_mirrored(body: Anatomy) -> None:
    figure = lay_out(body)
    assert_whole(body, figure)
    assert_mirrored(body, figure)


@pytest.mark.parametrize("body", CORPOREAL, ids=lambda body: body.id)
def test_zone_labels_give_the_consecutive_numbers_of_the_zones(body: Anatomy) -> None:
    labels = lay_out(body).labels
    assert [number for label in labels for number in range(label.first, label.last + 1)] == list(
        range(1, body.highest_zone_number + 1)
    )


@pytest.mark.parametrize("body", CORPOREAL, ids=lambda body: body.id)
def test_central_parts_run_down_the_page_in_zone_order(body: Anatomy) -> None:
    tops: dict[int, float] = {}
    for shape in lay_out(body).shapes:
        owner = body.parts[body.locations[shape.location].part]
        if owner.side is Side.CENTRAL:
            tops[owner.zone] = min(tops.get(owner.zone, 1.0), min(y for _, y in shape.points))
    assert [tops[zone] for zone in sorted(tops)] == sorted(tops.values())


def test_eyes_stand_about_the_nose_and_ears_outside_the_cheeks() -> None:
    human = BODIES["human"]
    named = [[human.locations[i].id for i in row] for row in rows(human, human.locations[0].part)]
    assert ["right_eye", "nose", "left_eye"] in named
    assert ["right_ear", "right_cheek", "mouth", "left_cheek", "left_ear"] in named


def test_wings_with_a_zone_before_and_after_the_trunk_stand_level_on_both_sides_of_it() -> None:
    body = Anatomy(
        "bird", "bird",
        tuple(Zone(id, id, 1) for id in ("head", "left_wing", "body", "right_wing")),
        (
            part("head", 0, 1, Role.VITAL),
            part("left_wing", 1, 1, Role.LOCOMOTOR),
            part("body", 2, 1, Role.CORE),
            part("right_wing", 3, 1, Role.LOCOMOTOR),
        ),
        (location("head", 0), location("left_wing", 1), location("thorax", 2), location("right_wing", 3)),
    )  # fmt: skip
    shapes = {body.locations[shape.location].id: shape for shape in lay_out(body).shapes}
    trunk = [y for _, y in shapes["thorax"].points]
    for wing in ("left_wing", "right_wing"):
        ys = [y for _, y in shapes[wing].points]
        assert max(ys) > min(trunk)
        assert min(ys) < max(trunk)
    assert max(x for x, _ in shapes["right_wing"].points) < min(x for x, _ in shapes["thorax"].points)


def test_a_bodiless_creature_has_an_empty_figure() -> None:
    assert lay_out(Anatomy("spirit", "spirit", (), (), ())).shapes == ()
