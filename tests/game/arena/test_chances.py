"""Chances as they are drawn: the card, the figure of where a blow would land, the curve of who is alive when."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from readable import assert_readable

from fleshwound.components.definitions import Anatomy
from fleshwound.components.ids import DAY, HOUR, MINUTE, SECOND
from fleshwound.game.arena import landing_panel, odds_card, prognosis_chart
from fleshwound.game.arena.body_rows import share
from fleshwound.game.arena.canvas import Canvas
from fleshwound.game.arena.chances import ELSEWHERE, Bar, Chances, Curve, Outlook, Step, likeliest, span
from fleshwound.game.arena.controls import View
from fleshwound.game.arena.layout import arrange
from fleshwound.game.arena.sprites import mixed
from fleshwound.game.arena.theme import BLOOD, CARD, TENDED
from fleshwound.game.content import shipped
from fleshwound.game.phrases import percent

SIZES = ((1280, 720), (1920, 1080), (1024, 576))
HIT = 0.61
BARS = ("hit", "bleeds", "drops it", "kills", "is hit back")
ENDS = ("none", "stunned", "incapacitated", "unconscious", "dead")
ANATOMIES = [anatomy for anatomy in shipped().anatomies.values() if not anatomy.incorporeal]


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


def alike(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Shapes are drawn large and shrunk, which moves a colour by a little."""
    return all(abs(one - other) < 6 for one, other in zip(a, b, strict=True))


def unaimed(body: Anatomy) -> tuple[dict[str, float], dict[str, float]]:
    """Chance of each location and part where a blow that hits is unaimed."""
    parts = {part.id: HIT * share(body, part) for part in body.parts}
    within = {part.id: [of.weight for of in body.locations if body.parts[of.part] is part] for part in body.parts}
    places = {
        of.id: parts[body.parts[of.part].id] * of.weight / sum(within[body.parts[of.part].id]) for of in body.locations
    }
    return places, parts


def weighed(body: Anatomy, *, proviso: str = "") -> Chances:
    places, parts = unaimed(body)
    return Chances(
        title="Two-handed broadsword cut → Wolf with a very long name",
        about="Aldric, aimed at left hind leg; met by block (kite shield)",
        proviso=proviso,
        bars=tuple(Bar(word, HIT / n, n > 1) for n, word in enumerate(BARS, 1)),
        parts=likeliest(parts, body),
        ends=tuple(Bar(word, 0.2, word == "dead") for word in ENDS),
        body=body,
        by_location=places,
    )


# --- the card ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    "chances",
    [
        weighed(ANATOMIES[0]),
        weighed(ANATOMIES[0], proviso="if it were within reach: it is 12 cells away, expected one cell at most"),
        Chances("Aldric → Wolf", why_not="No blow: " + "the target has no body to strike; expected one that has. " * 2),
    ],
    ids=("odds", "out of reach", "none"),
)
def test_the_card_fits_wherever_its_target_stands_and_never_hides_it(size: tuple[int, int], chances: Chances) -> None:
    layout = arrange(*size)
    for x in range(layout.map.left, layout.map.right - 40, 57):
        for y in range(layout.map.top, layout.map.bottom - 40, 43):
            canvas = Canvas(pygame.Surface(size), layout.unit)
            target = pygame.Rect(x, y, 40, 40)
            card = odds_card.draw(canvas, layout.map, chances, target, [])
            assert layout.map.contains(card)
            assert not card.colliderect(target)
            assert_readable(canvas.printed, size)
            assert "…" not in "".join(text.text for text in canvas.printed[1:])


def test_the_card_hides_nobody_where_there_is_room_beside_all() -> None:
    layout = arrange(1280, 720)
    crowd = [pygame.Rect(400 + 50 * (n % 5), 150 + 50 * (n // 5), 44, 44) for n in range(20)]
    for target in crowd:
        canvas = Canvas(pygame.Surface((1280, 720)), layout.unit)
        others = [one for one in crowd if one is not target]
        assert odds_card.draw(canvas, layout.map, weighed(ANATOMIES[0]), target, others).collidelist(crowd) < 0


# --- where it lands ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("body", ANATOMIES, ids=lambda body: body.id)
def test_where_a_blow_lands_can_be_read_on_every_body(body: Anatomy, size: tuple[int, int]) -> None:
    layout = arrange(*size)
    canvas = Canvas(pygame.Surface(size), layout.unit)
    chances = weighed(body)
    landing_panel.draw(canvas, layout.happening.union(layout.log), chances)
    assert_readable(canvas.printed, size)
    words = [text.text for text in canvas.printed]
    assert not [word for word in words if "…" in word]
    for bar in (*chances.parts, *chances.ends):
        assert bar.word in words, "no row is left out"
        assert percent(bar.chance) in words


@pytest.mark.parametrize("body", ANATOMIES, ids=lambda body: body.id)
def test_the_parts_listed_add_up_to_the_whole(body: Anatomy) -> None:
    listed = likeliest(unaimed(body)[1], body)
    assert sum(bar.chance for bar in listed) == pytest.approx(HIT, abs=0.01)
    order = [part.name for part in body.parts]
    named = [bar.word for bar in listed if bar.word != ELSEWHERE]
    assert named == sorted(named, key=order.index)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=6))
def test_the_likelier_a_place_the_darker_it_is(shares: list[float]) -> None:
    greatest = max(shares)
    tints = [sum(landing_panel.tint(share, greatest)) for share in sorted(shares)]
    assert all(a >= b for a, b in pairwise(tints))


def test_each_place_of_the_figure_has_the_tint_of_its_chance() -> None:
    layout = arrange(1280, 720)
    body = shipped().creature("human").anatomy
    surface = pygame.Surface((1280, 720))
    chances = weighed(body)
    landing_panel.draw(Canvas(surface, layout.unit), layout.happening.union(layout.log), chances)
    greatest = max(chances.by_location.values())
    for location in ("thorax", "left_thigh", "skull"):
        color = landing_panel.tint(chances.by_location[location], greatest)
        found = sum(
            alike(surface.get_at((x, y))[:3], color)
            for x in range(layout.happening.left, layout.happening.left + 180)
            for y in range(layout.happening.top, layout.log.bottom)
        )
        assert found > 20, location


# --- the curve --------------------------------------------------------------------------------------------------------

FALLING = tuple(
    Step(5 * n * MINUTE, alive, alive, (("unconscious", alive), ("dead", 1 - alive)))
    for n, alive in ((1, 0.09), (2, 0.03), (3, 0.001))
)
BETTER = (Step(5 * MINUTE, 0.2, 0.2), Step(15 * MINUTE, 0.17, 0.25))
OUTLOOK = Outlook(HOUR, (Curve("untended", False, FALLING), Curve("physician of 60", True, BETTER)))


def charted(outlook: Outlook, view: View, unit: float = 1.0) -> tuple[Canvas, pygame.Rect]:
    canvas = Canvas(pygame.Surface((600, 300)), unit)
    room = pygame.Rect(10, 10, canvas.px(348), prognosis_chart.height(canvas, 1000))
    with canvas.panel("prognosis", room):
        prognosis_chart.draw(canvas, room, outlook, view)
    return canvas, room


@pytest.mark.parametrize("unit", [0.8, 1.0, 1.5])
@pytest.mark.parametrize("other", [BETTER, FALLING, (), (Step(MINUTE, 0.5, 0.6), Step(2 * MINUTE, 0.0, 0.1))])
def test_the_curve_can_be_read_whatever_becomes_of_it(unit: float, other: tuple[Step, ...]) -> None:
    outlook = Outlook(HOUR, (Curve("untended", False, FALLING), Curve("physician of 60", True, other)))
    canvas, _ = charted(outlook, View(), unit)
    assert_readable(canvas.printed, (600, 300))
    words = {text.text for text in canvas.printed}
    assert {"untended", "physician of 60", "alive in 1 h", "<1 %", "now", "15 min", "30 min", "45 min", "1 h"} <= words


def test_the_curve_stands_as_high_as_the_chance_at_every_moment() -> None:
    canvas, room = charted(Outlook(HOUR, (Curve("untended", False, FALLING),)), View())
    heights = []
    for minute in (2, 7, 12, 40):
        x = room.x + 6 + (room.w - 12) * minute // 60
        column = [y for y in range(room.y + 20, room.bottom) if canvas.surface.get_at((x, y))[:3] == BLOOD]
        assert column
        heights.append(column[0])
    chart = heights[-1] - heights[0]
    assert heights == sorted(heights)
    assert [round((heights[-1] - y) / chart, 1) for y in heights] == [1.0, 0.1, 0.0, 0.0]


def test_what_isn_t_known_exactly_is_a_band_and_told_from_what_to_what() -> None:
    canvas, room = charted(OUTLOOK, View())
    assert "17–25 %" in [text.text for text in canvas.printed]
    x = room.x + 6 + (room.w - 12) * 20 // 60
    colors = {canvas.surface.get_at((x, y))[:3] for y in range(room.y + 20, room.bottom)}
    assert TENDED in colors
    band = mixed(CARD, TENDED, 0.25)
    assert band in colors


def test_pointing_at_the_curve_tells_that_moment() -> None:
    view = View()
    _, room = charted(OUTLOOK, view)
    view.pointer = (room.x + 6 + (room.w - 12) // 6, room.y + 40)
    view.targets.clear()
    charted(OUTLOOK, view)
    target = view.at(view.pointer)
    assert target is not None
    assert target.hint.startswith("in 10 min, untended: dead 97 %, unconscious 3 %")


def test_with_too_little_room_the_curve_leaves_its_place_to_the_words() -> None:
    canvas = Canvas(pygame.Surface((600, 300)), 1.0)
    heights = [prognosis_chart.height(canvas, room) for room in range(200)]
    assert heights[0] == 0
    assert all(height <= room for room, height in enumerate(heights))
    assert heights == sorted(heights)
    words = next(height for height in heights if height)
    for height in {words, heights[-1]}:
        again = Canvas(pygame.Surface((600, 300)), 1.0)
        prognosis_chart.draw(again, pygame.Rect(10, 10, 348, height), OUTLOOK, View())
        assert "<1 %" in [text.text for text in again.printed]


def test_before_its_first_step_it_lives() -> None:
    curve = OUTLOOK.curves[0]
    assert (curve.at(0).least, curve.at(5 * MINUTE - 1).least, curve.at(5 * MINUTE).least) == (1.0, 1.0, 0.09)


def test_chances_and_spans_are_written_short() -> None:
    shares = (0.0, 1e-15, 0.0001, 0.004, 0.005, 0.5, 0.994, 0.995, 0.99999, 1 - 1e-15, 1.0)
    assert [percent(share) for share in shares] == [
        "0 %", "0 %", "<1 %", "<1 %", "1 %", "50 %", "99 %", ">99 %", ">99 %", "100 %", "100 %",
    ]  # fmt: skip
    assert [span(time) for time in (30 * SECOND, 5 * MINUTE, HOUR, 36 * HOUR, 60 * DAY)] == [
        "30 s", "5 min", "1 h", "1.5 d", "60 d",
    ]  # fmt: skip
